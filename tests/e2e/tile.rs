//! What the core says of a state.

use swizzle_core::law::exact_text;
use swizzle_core::scene::{self, CellAt, Occupancy, Scene, SceneKind, Size, Window};
use swizzle_core::state::figure_of_said;
use swizzle_core::words::{step_caption, verdict_text};
use swizzle_core::{
    Coord, Finding, ReadAgainstTile, Shown, Shows, Spec, findings_from_spec, step_at,
};
use swizzle_tests::webdriver::{Error, Result};

use crate::look::Look;
use crate::screen::{Cells, Screen, cells_of};

/// The tile of a state, with all that is asked of it over and over again.
pub(crate) struct Tile<'a> {
    state: &'a Shown,
    /// With the descriptor at its own place.
    spec: Spec,
    /// From the place that is looked at.
    looked_at: Spec,
    drawn: Spec,
    found: ReadAgainstTile,
    occupancy: Occupancy,
    findings: Vec<Finding>,
}

impl<'a> Tile<'a> {
    /// Works a state out.
    pub(crate) fn of(state: &'a Shown) -> Result<Self> {
        let spec = state.spec().map_err(|why| Error::new(why.to_string()))?;
        let looked_at = state.looked_at(&spec);
        let found = ReadAgainstTile::of(&looked_at, looked_at.place());
        let drawn = match state.view.shows {
            Shows::Tile => looked_at.clone(),
            Shows::Read => looked_at.of_read(looked_at.place()),
        };
        let mut occupancy = Occupancy::of_tile(&drawn);
        if let (Shows::Read, Some(lines)) = (state.view.shows, found.missing_lines()) {
            occupancy = occupancy.with_lines(lines);
        }
        Ok(Self {
            state,
            drawn,
            found,
            occupancy,
            findings: findings_from_spec(&spec),
            looked_at,
            spec,
        })
    }

    /// Tile, reader and descriptor.
    pub(crate) fn spec(&self) -> &Spec {
        &self.spec
    }

    /// What there is to say.
    pub(crate) fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The size of a view in cells.
    pub(crate) fn size(&self, kind: SceneKind) -> Size {
        let view = &self.state.view;
        match kind {
            SceneKind::Matrix => scene::matrix_size(&self.drawn, view),
            SceneKind::Memory => scene::memory_size(&self.drawn, &self.occupancy, view),
        }
    }

    /// The part of a view that is in a window.
    pub(crate) fn scene(&self, kind: SceneKind, window: &Window) -> Scene {
        let view = &self.state.view;
        let scene = match kind {
            SceneKind::Matrix => scene::matrix_scene(&self.drawn, view, window),
            SceneKind::Memory => scene::memory_scene(&self.drawn, &self.occupancy, view, window),
        };
        match view.shows {
            Shows::Tile => scene,
            Shows::Read => scene.against_tile(&self.drawn, &self.occupancy, &self.found),
        }
    }

    /// The element in a cell of a view.
    pub(crate) fn element_in(&self, kind: SceneKind, at: CellAt) -> Result<Coord> {
        let view = &self.state.view;
        let found = match kind {
            SceneKind::Matrix => Some(scene::element_from_matrix_cell(&self.drawn, view, at)),
            SceneKind::Memory => {
                scene::element_from_memory_cell(&self.drawn, &self.occupancy, view, at)
            }
        };
        found.ok_or_else(|| Error::new(format!("nothing lies at {at:?} of {kind:?}")))
    }

    /// The cell of a view that holds an element.
    pub(crate) fn cell_of(&self, kind: SceneKind, coord: Coord) -> Result<CellAt> {
        let view = &self.state.view;
        let found = match kind {
            SceneKind::Matrix => Some(scene::matrix_cell_from_element(&self.drawn, view, coord)),
            SceneKind::Memory => {
                scene::memory_cell_from_byte(&self.drawn, &self.occupancy, view, coord)
            }
        };
        found.ok_or_else(|| Error::new(format!("{coord:?} lies out of {kind:?}")))
    }

    /// The screen for the cells that are in view there, in the colours that are chosen there.
    pub(crate) fn screen(&self, shown: &Look) -> Screen {
        let spec = &self.looked_at;
        let descriptor = spec.descriptor(spec.place());
        let corner = Window::all(Size {
            columns: 1,
            rows: 1,
        });
        let title = self.scene(SceneKind::Matrix, &corner).title;
        let cells = |kind| {
            // A screen without a view differs from every other, whatever part of the view that shows.
            let window = shown.view(kind).map_or(&corner, |view| &view.window);
            let has_picture = spec.unknown_swizzle().is_none();
            has_picture.then(|| self.cells(kind, window, shown))
        };
        let findings = self.findings.iter().map(|finding| {
            let repair = finding.repairs.first();
            [
                finding.severity.name().to_owned(),
                finding.title.clone(),
                finding.text.clone(),
                repair.map_or(String::new(), |repair| repair.label.clone()),
            ]
        });
        Screen {
            heading: match figure_of_said(&self.state.said) {
                Some(figure) => format!("Figure {} {title}", figure.number),
                None => title,
            },
            descriptor: match &descriptor {
                Ok(descriptor) => descriptor.to_string(),
                Err(none) => format!("There is no descriptor of this tile{none}"),
            },
            bits: match &descriptor {
                Ok(descriptor) => format!("{:064b}", descriptor.raw()),
                Err(_) => String::new(),
            },
            step: step_caption(spec),
            layout: exact_text(self.spec.layout(), self.spec.extent()),
            findings: findings.collect(),
            verdict: verdict_text(&self.spec),
            steps: self.steps(),
            matrix: cells(SceneKind::Matrix),
            memory: cells(SceneKind::Memory),
        }
    }

    /// The steps around the one that is looked at, each with its start and its descriptor.
    fn steps(&self) -> Vec<[String; 3]> {
        const ROWS: u32 = 12;
        let (at, own) = (self.looked_at.place(), self.spec.place());
        // A given descriptor stands in its row, wherever the visitor looks.
        let is_own_block = (at.block, at.stage) == (own.block, own.stage);
        let spec = if is_own_block {
            &self.spec
        } else {
            &self.looked_at
        };
        let (step, steps) = (at.step, spec.steps());
        if steps == 1 {
            return Vec::new();
        }
        let first = step
            .saturating_sub(ROWS / 2)
            .min(steps.saturating_sub(ROWS));
        let row = |step| {
            let at = step_at(spec, step);
            let is_given = spec.given().is_some() && step == own.step;
            let descriptor = at
                .descriptor
                .map_or_else(|no| no.to_string(), |at| at.to_string());
            [
                step.to_string(),
                format!("0x{:x}", at.start_bytes),
                format!("{descriptor}{}", if is_given { "given" } else { "" }),
            ]
        };
        (first..steps.min(first + ROWS)).map(row).collect()
    }

    fn cells(&self, kind: SceneKind, window: &Window, shown: &Look) -> Cells {
        let scene = self.scene(kind, window);
        let (palette, theme) = shown.colours();
        let colours = scene.pixels(palette, theme);
        let colours = colours.chunks(4).map(|rgba| match *rgba {
            [red, green, blue, 255] => Some([red, green, blue]),
            _ => None,
        });
        // Nothing has to be told apart where one step reads all.
        let has_outline = self.drawn.steps() > 1;
        let is_outlined = |at: CellAt| {
            let mut reads = scene.reads.iter();
            has_outline && reads.any(|run| run.row == at.row && run.columns.contains(&at.column))
        };
        let is_missing = |at: CellAt| {
            let mut missing = scene.missing.iter();
            missing.any(|run| run.row == at.row && run.columns.contains(&at.column))
        };
        Cells {
            size: scene.size,
            window: scene.window.clone(),
            fills_view: true,
            labels: labels(&scene),
            colours: colours.collect(),
            outlined: cells_of(&scene.window).map(is_outlined).collect(),
            wrong: scene.wrong.len(),
            missing: cells_of(&scene.window).map(is_missing).collect(),
        }
    }
}

/// What stands on each cell of a scene, row by row.
fn labels(scene: &Scene) -> Vec<String> {
    let cells = scene.cells.iter();
    cells.map(|cell| cell.label.to_string()).collect()
}
