//! Paths of the lines between cells.

use std::fmt::Write as _;

use swizzle_core::scene::{Run, Scene};

use super::geometry::Geometry;

/// Paths of the lines between cells, from the corner of the cells in view.
pub(super) struct Lines {
    /// Between cells.
    pub(super) thin: String,
    /// Between units, where a cell is an element.
    pub(super) units: String,
    /// Between atoms, and around the picture.
    pub(super) heavy: String,
    /// Around what the step reads.
    pub(super) reads: String,
    /// Crosses over units that were meant to lie elsewhere.
    pub(super) wrong: String,
    /// Around units that were meant to be read and are not.
    pub(super) missing: String,
}

impl Lines {
    /// The lines of the part of a picture that is in view.
    pub(super) fn new(scene: &Scene, geometry: &Geometry, shows_reads: bool) -> Self {
        let (w, h) = (geometry.pitch_x, geometry.pitch_y);
        let (columns, rows) = (
            scene.window.columns.len() as u32,
            scene.window.rows.len() as u32,
        );
        let (right, bottom) = (columns * w, rows * h);
        let mut thin = String::new();
        // Cells of a few pixels would be nothing but lines.
        if w >= 8 {
            for column in 1..columns {
                let _ = write!(thin, "M{} 0V{bottom}", column * w);
            }
            for row in 1..rows {
                let _ = write!(thin, "M0 {}H{right}", row * h);
            }
        }
        let mut units = String::new();
        if scene.unit_columns > 1 {
            for column in scene.window.columns.clone() {
                if column.is_multiple_of(scene.unit_columns) {
                    let _ = write!(
                        units,
                        "M{} 0V{bottom}",
                        (column - scene.window.columns.start) * w
                    );
                }
            }
        }
        let mut heavy = String::new();
        for column in &scene.column_breaks {
            let _ = write!(
                heavy,
                "M{} 0V{bottom}",
                (column - scene.window.columns.start) * w
            );
        }
        for row in &scene.row_breaks {
            let _ = write!(heavy, "M0 {}H{right}", (row - scene.window.rows.start) * h);
        }
        let _ = write!(heavy, "{}", border(scene, right, bottom));
        let reads = if shows_reads {
            outline(scene, &scene.reads, w, h)
        } else {
            String::new()
        };
        Self {
            thin,
            units,
            heavy,
            reads,
            wrong: crosses(scene, w, h),
            missing: outline(scene, &scene.missing, w, h),
        }
    }
}

/// A stroke through each run, from corner to corner.
fn crosses(scene: &Scene, w: u32, h: u32) -> String {
    let mut path = String::new();
    for run in &scene.wrong {
        let x = i64::from(run.columns.start) - i64::from(scene.window.columns.start);
        let y = run.row - scene.window.rows.start;
        let width = run.columns.len() as u32 * w;
        let _ = write!(path, "M{} {}l{width} {h}", x * i64::from(w), y * h);
    }
    path
}

/// The picture's own edges, where they are in view.
fn border(scene: &Scene, right: u32, bottom: u32) -> String {
    let mut path = String::new();
    if scene.window.rows.start == 0 {
        let _ = write!(path, "M0 0H{right}");
    }
    if scene.window.columns.start == 0 {
        let _ = write!(path, "M0 0V{bottom}");
    }
    if scene.window.rows.end == scene.size.rows {
        let _ = write!(path, "M0 {bottom}H{right}");
    }
    if scene.window.columns.end == scene.size.columns {
        let _ = write!(path, "M{right} 0V{bottom}");
    }
    path
}

/// Rectangles around the runs, equal ones of neighbouring rows joined.
fn outline(scene: &Scene, runs: &[Run], w: u32, h: u32) -> String {
    let mut path = String::new();
    let mut open: Vec<(Run, u32)> = Vec::new();
    let mut close = |run: &Run, rows: u32| {
        let x = i64::from(run.columns.start) - i64::from(scene.window.columns.start);
        let y = run.row - scene.window.rows.start;
        let width = run.columns.len() as u32 * w;
        let _ = write!(
            path,
            "M{} {}h{width}v{}h-{width}z",
            x * i64::from(w),
            y * h,
            rows * h
        );
    };
    for run in runs {
        let grown = open
            .iter_mut()
            .find(|(first, rows)| first.columns == run.columns && first.row + *rows == run.row);
        match grown {
            Some((_, rows)) => *rows += 1,
            None => {
                open.retain(|(first, rows)| {
                    let goes_on = first.row + rows >= run.row;
                    if !goes_on {
                        close(first, *rows);
                    }
                    goes_on
                });
                open.push((run.clone(), 1));
            }
        }
    }
    for (run, rows) in &open {
        close(run, *rows);
    }
    path
}
