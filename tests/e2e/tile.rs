//! What the core says of a state.

use swizzle_core::law::exact_text;
use swizzle_core::reader::Spec;
use swizzle_core::{Coord, step_at};
use swizzle_draw::scene::{
    self, Cell, CellAt, Drawing, Fold, Label, Mark, PaneKind, Run, Scene, Size, Window,
};
use swizzle_lints::{Finding, findings_from_spec};
use swizzle_text::{step_caption, verdict_text};
use swizzle_view::Shown;
use swizzle_view::state::figure_of_said;

use super::look::Look;
use super::screen::{Cells, Result, Screen, cells_of};

/// The tile of a state, with all that is asked of it over and over again.
pub(crate) struct Tile<'a> {
    state: &'a Shown,
    /// With the descriptor at its own place.
    spec: Spec,
    /// From the place that is looked at.
    looked_at: Spec,
    drawing: Drawing,
    /// Of the matrix, where both views are on one screen.
    fold: Option<Fold>,
    findings: Vec<Finding>,
}

impl<'a> Tile<'a> {
    /// Works a state out.
    pub(crate) fn of(state: &'a Shown) -> Result<Self> {
        let spec = state.spec().map_err(|why| why.to_string())?;
        let looked_at = state.looked_at(&spec);
        let drawing = Drawing::of(&looked_at, state.view);
        Ok(Self {
            state,
            fold: Fold::of(&drawing),
            drawing,
            findings: findings_from_spec(&spec),
            looked_at,
            spec,
        })
    }

    /// The same where views are not folded: beside others, and in a lesson.
    pub(crate) fn unfolded(self) -> Self {
        Self { fold: None, ..self }
    }

    /// What is drawn: the whole tile, or one read.
    pub(crate) fn drawn(&self) -> &Spec {
        &self.drawing.drawn
    }

    /// The part of a view that is in a window.
    pub(crate) fn scene(&self, kind: PaneKind, window: &Window) -> Scene {
        match self.fold_of(kind) {
            Some(fold) => fold.scene(&self.drawing),
            None => self.drawing.scene(kind, window),
        }
    }

    fn fold_of(&self, kind: PaneKind) -> Option<Fold> {
        self.fold.filter(|_| kind == PaneKind::Matrix)
    }

    /// The element in a cell of a view.
    pub(crate) fn element_in(&self, kind: PaneKind, at: CellAt) -> Result<Coord> {
        let Drawing {
            drawn,
            view,
            occupancy,
            ..
        } = &self.drawing;
        let found = match (kind, self.fold_of(kind)) {
            (PaneKind::Memory, _) => scene::element_from_memory_cell(drawn, occupancy, view, at),
            (PaneKind::Matrix, None) => Some(scene::element_from_matrix_cell(drawn, view, at)),
            (PaneKind::Matrix, Some(fold)) => fold
                .unfolded(at)
                .map(|at| scene::element_from_matrix_cell(drawn, view, at)),
        };
        found.ok_or_else(|| format!("nothing lies at {at:?} of {kind:?}"))
    }

    /// The cell of a view that holds an element.
    pub(crate) fn cell_of(&self, kind: PaneKind, coord: Coord) -> Result<CellAt> {
        let Drawing {
            drawn,
            view,
            occupancy,
            ..
        } = &self.drawing;
        let found = match kind {
            PaneKind::Matrix => {
                let at = scene::matrix_cell_from_element(drawn, view, coord);
                Some(self.fold.map_or(at, |fold| fold.folded(at)))
            }
            PaneKind::Memory => scene::memory_cell_from_byte(drawn, occupancy, view, coord),
        };
        found.ok_or_else(|| format!("{coord:?} lies out of {kind:?}"))
    }

    /// The screen for the cells that are in view there, in the colours that are chosen there.
    pub(crate) fn screen(&self, shown: &Look) -> Screen {
        let spec = &self.looked_at;
        let descriptor = spec.descriptor(spec.place());
        let corner = Window::all(Size {
            columns: 1,
            rows: 1,
        });
        let title = self.scene(PaneKind::Matrix, &corner).title;
        let cells = |kind| {
            // A screen without a view differs from every other, whichever part of the view the other shows.
            let window = shown.view(kind).map_or(&corner, |view| &view.window);
            let has_picture = spec.unknown_swizzle().is_none();
            has_picture.then(|| self.cells(kind, window, shown))
        };
        // What follows from another is folded under it.
        let is_on_top = |finding: &&Finding| finding.consequence_of.is_none();
        let findings = self.findings.iter().filter(is_on_top).map(|finding| {
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
            matrix: cells(PaneKind::Matrix),
            memory: cells(PaneKind::Memory),
        }
    }

    /// The steps around the one that is looked at, each with its start and its descriptor.
    fn steps(&self) -> Vec<[String; 3]> {
        const ROWS: u32 = 12;
        let (at, own) = (self.looked_at.place(), self.spec.place());
        // An explicit descriptor is in its own row, wherever the visitor looks.
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
                format!(
                    "{descriptor}{}",
                    if is_given { "from your input" } else { "" }
                ),
            ]
        };
        (first..steps.min(first + ROWS)).map(row).collect()
    }

    fn cells(&self, kind: PaneKind, window: &Window, shown: &Look) -> Cells {
        let scene = self.scene(kind, window);
        let (palette, theme) = shown.colours();
        let colours = scene.pixels(palette, theme);
        let colours = colours.chunks(4).map(|rgba| match *rgba {
            [red, green, blue, 255] => Some([red, green, blue]),
            _ => None,
        });
        let is_in = |runs: &[Run], at: CellAt| {
            let mut runs = runs.iter();
            runs.any(|run| run.row == at.row && run.columns.contains(&at.column))
        };
        let all = |runs: &[Run]| {
            let cells = cells_of(&scene.window);
            cells.map(|at| is_in(runs, at)).collect()
        };
        let (corners, right) = match scene.marks_right {
            true => (0, scene.right.as_slice()),
            false => (scene.wrong.len(), [].as_slice()),
        };
        Cells {
            size: scene.size,
            window: scene.window.clone(),
            fills_view: true,
            labels: labels(&scene),
            colours: colours.collect(),
            outlined: all(&scene.reads),
            corners,
            strips: scene.strips.len().max(1),
            right: all(right),
            missing: all(&scene.missing),
        }
    }
}

/// The labels of a scene's cells, row by row: a wrong one with a `!`, a missing one with a `?`, and the expected one
/// after it.
fn labels(scene: &Scene) -> Vec<String> {
    let label = |(index, cell): (usize, &Cell)| {
        let sign = match cell.mark {
            Mark::Plain => "",
            Mark::Wrong => "!",
            Mark::Missing => "?",
        };
        let own = match cell.label {
            Label::Blank => String::new(),
            label => format!("{sign}{label}"),
        };
        match scene.beneath.get(index) {
            None | Some(Label::Blank) => own,
            Some(beneath) => format!("{own} {beneath}"),
        }
    };
    scene.cells.iter().enumerate().map(label).collect()
}
