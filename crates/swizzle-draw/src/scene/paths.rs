//! The lines of a scene as SVG paths.

use std::fmt::Write as _;

use crate::scene::{Run, Scene};

/// Cells narrower than this would be nothing but lines.
const THIN_MIN: u32 = 8;

/// How far inside of its cells a dashed line runs: on an edge it would be mixed with the dashes of a neighbour, and with the
/// line between atoms.
const INSIDE: u32 = 2;

/// How far inside of its cells a solid line runs: all of it is within its own cells, beside the line between atoms, and none
/// of it shows where the cells beyond are out of view.
const BESIDE: u32 = 1;

/// The longest side of a marked corner: more would reach into the number.
const CORNER_MAX: u32 = 9;

/// The lines of a scene, from the corner of the cells in its window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    /// Between cells.
    pub thin: String,
    /// Between units, where a cell is an element.
    pub units: String,
    /// Between atoms, and around the picture.
    pub heavy: String,
    /// Between the strips of a folded matrix.
    pub gaps: String,
    /// Around what the step reads.
    pub reads: String,
    /// Corners of units that are expected elsewhere; none if these are the majority.
    pub wrong: String,
    /// Around units that are read as expected, if these are the minority.
    pub right: String,
    /// Around units that are expected to be read and are not.
    pub missing: String,
}

impl Paths {
    /// The lines of a scene whose cells have this width and height.
    ///
    /// ```
    /// use swizzle_draw::scene::{Drawing, Paths, PaneKind, Window};
    /// use swizzle_core::{Said, SaidTile};
    /// use swizzle_draw::View;
    /// use swizzle_infer::spec_from_said;
    /// let spec = spec_from_said(&Said { tile: SaidTile { mn: Some(2), k: Some(32), ..SaidTile::default() }, ..Said::default() })?;
    /// let drawing = Drawing::of(&spec, View::default());
    /// let all = Window::all(drawing.size(PaneKind::Matrix));
    /// let paths = Paths::new(&drawing.scene(PaneKind::Matrix, &all), 20, 10);
    /// assert_eq!(paths.thin, "M20 0V20M40 0V20M60 0V20M0 10H80");
    /// assert_eq!(paths.reads, "M1 1h38v18h-38z");
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    pub fn new(scene: &Scene, w: u32, h: u32) -> Self {
        let (first_column, first_row) = (scene.window.columns.start, scene.window.rows.start);
        let (columns, rows) = (scene.window.columns.len() as u32, scene.window.rows.len() as u32);
        let (right, bottom) = (columns * w, rows * h);
        let mut thin = String::new();
        if w >= THIN_MIN {
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
                    let _ = write!(units, "M{} 0V{bottom}", (column - first_column) * w);
                }
            }
        }
        let mut heavy = String::new();
        for column in &scene.column_breaks {
            let _ = write!(heavy, "M{} 0V{bottom}", (column - first_column) * w);
        }
        for row in &scene.row_breaks {
            let _ = write!(heavy, "M0 {}H{right}", (row - first_row) * h);
        }
        let mut gaps = String::new();
        for strip in scene.strips.iter().skip(1) {
            let _ = write!(gaps, "M{} 0V{bottom}", strip.columns.start * w);
        }
        heavy.push_str(&border(scene, right, bottom));
        let marks_right = scene.marks_right;
        Self {
            thin,
            units,
            heavy,
            gaps,
            reads: outline(scene, &scene.reads, [w, h], BESIDE),
            wrong: corners(scene, if marks_right { &[] } else { &scene.wrong }, w, h),
            right: if marks_right { outline(scene, &scene.right, [w, h], BESIDE) } else { String::new() },
            missing: outline(scene, &scene.missing, [w, h], INSIDE),
        }
    }
}

/// Returns the start of a run, and its width.
fn place(scene: &Scene, run: &Run, w: u32, h: u32) -> (i64, u32, u32) {
    let column = i64::from(run.columns.start) - i64::from(scene.window.columns.start);
    let y = (run.row - scene.window.rows.start) * h;
    (column * i64::from(w), y, run.columns.len() as u32 * w)
}

/// A triangle in the upper right corner of each unit.
fn corners(scene: &Scene, runs: &[Run], w: u32, h: u32) -> String {
    let mut path = String::new();
    let side = (h / 3).min(w / 3).clamp(3, CORNER_MAX);
    let unit = scene.unit_columns * w;
    for run in runs {
        let (x, y, width) = place(scene, run, w, h);
        for end in (unit..=width).step_by(unit as usize) {
            let x = x + i64::from(end) - i64::from(side);
            let _ = write!(path, "M{x} {y}h{side}v{side}z");
        }
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

/// Rectangles around the runs, equal ones of neighbouring rows joined, each by this much smaller on every side.
fn outline(scene: &Scene, runs: &[Run], [w, h]: [u32; 2], inside: u32) -> String {
    let mut path = String::new();
    let mut open: Vec<(Run, u32)> = Vec::new();
    let mut close = |run: &Run, rows: u32| {
        let (x, y, width) = place(scene, run, w, h);
        let (x, y) = (x + i64::from(inside), y + inside);
        let [width, height] = [width, rows * h].map(|side| side.saturating_sub(2 * inside));
        path.push_str(&format!("M{x} {y}h{width}v{height}h-{width}z"));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::PaneKind;
    use crate::scene::tests::{drawing, scene};

    #[test]
    fn right_units_have_one_contour_that_ends_at_a_gap() {
        let mut scene = scene(&drawing("#/"), PaneKind::Matrix);
        scene.marks_right = true;
        scene.right = (0..2).map(|row| Run { row, columns: 0..4 }).collect();
        let right = |scene: &Scene| Paths::new(scene, 20, 10).right;
        assert_eq!(right(&scene), "M1 1h78v18h-78z");
        // Runs of two strips are two.
        scene.right = [0..2, 2..4]
            .into_iter()
            .flat_map(|columns| (0..2).map(move |row| Run { row, columns: columns.clone() }))
            .collect();
        assert_eq!(right(&scene), "M1 1h38v18h-38zM41 1h38v18h-38z");
    }

    #[test]
    fn dashes_of_neighbours_never_lie_on_each_other_or_on_an_edge() {
        let mut scene = scene(&drawing("#/"), PaneKind::Memory);
        scene.missing = vec![Run { row: 0, columns: 1..3 }, Run { row: 1, columns: 1..4 }];
        let paths = Paths::new(&scene, 20, 10);
        // Two of the first row as one, three of the second, each inside of its cells.
        assert_eq!(paths.missing, "M22 2h36v6h-36zM22 12h56v6h-56z");
    }
}
