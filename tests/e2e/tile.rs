//! What the core says of a state.

use swizzle_core::scene::{self, CellAt, Occupancy, Scene, SceneKind, Size, Window};
use swizzle_core::{
    Coord, Finding, LinkState, Spec, exact_text, figure_of_params, findings_from_spec, step_caption,
};
use swizzle_tests::webdriver::{Error, Result};

use crate::screen::{Cells, Screen, cells_of};
use crate::shown::Shown;

/// The tile of a state, with all that is asked of it over and over again.
pub(crate) struct Tile<'a> {
    state: &'a LinkState,
    spec: Spec,
    occupancy: Occupancy,
    findings: Vec<Finding>,
}

impl<'a> Tile<'a> {
    /// Works a state out.
    pub(crate) fn of(state: &'a LinkState) -> Result<Self> {
        let spec = Spec::new(&state.params).map_err(|why| Error::new(why.to_string()))?;
        Ok(Self {
            state,
            occupancy: Occupancy::of_tile(&spec),
            findings: findings_from_spec(&spec),
            spec,
        })
    }

    /// The checked parameters.
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
            SceneKind::Matrix => scene::matrix_size(&self.spec, view),
            SceneKind::Memory => scene::memory_size(&self.spec, &self.occupancy, view),
        }
    }

    /// The part of a view that is in a window.
    pub(crate) fn scene(&self, kind: SceneKind, window: &Window) -> Scene {
        let view = &self.state.view;
        match kind {
            SceneKind::Matrix => scene::matrix_scene(&self.spec, view, window),
            SceneKind::Memory => scene::memory_scene(&self.spec, &self.occupancy, view, window),
        }
    }

    /// The element in a cell of a view.
    pub(crate) fn element_in(&self, kind: SceneKind, at: CellAt) -> Result<Coord> {
        let view = &self.state.view;
        let found = match kind {
            SceneKind::Matrix => Some(scene::element_from_matrix_cell(&self.spec, view, at)),
            SceneKind::Memory => {
                scene::element_from_memory_cell(&self.spec, &self.occupancy, view, at)
            }
        };
        found.ok_or_else(|| Error::new(format!("nothing lies at {at:?} of {kind:?}")))
    }

    /// The cell of a view that holds an element.
    pub(crate) fn cell_of(&self, kind: SceneKind, coord: Coord) -> Result<CellAt> {
        let view = &self.state.view;
        let found = match kind {
            SceneKind::Matrix => Some(scene::matrix_cell_from_element(&self.spec, view, coord)),
            SceneKind::Memory => {
                scene::memory_cell_from_byte(&self.spec, &self.occupancy, view, coord)
            }
        };
        found.ok_or_else(|| Error::new(format!("{coord:?} lies out of {kind:?}")))
    }

    /// The screen for the cells that are in view there, in the colours that are chosen there.
    pub(crate) fn screen(&self, shown: &Shown) -> Screen {
        let params = self.spec.params();
        let descriptor = self.spec.descriptor(params.step);
        let corner = Window::all(Size {
            columns: 1,
            rows: 1,
        });
        let title = self.scene(SceneKind::Matrix, &corner).title;
        let cells = |kind| {
            // A screen without a view differs from every other, whatever part of the view that shows.
            let window = shown.view(kind).map_or(&corner, |view| &view.window);
            let has_picture = params.invalid_swizzle.is_none();
            has_picture.then(|| self.cells(kind, window, shown))
        };
        let findings = self.findings.iter().map(|finding| {
            let repair = finding.repair.as_ref();
            [
                finding.severity.name().to_owned(),
                finding.title.clone(),
                finding.text.clone(),
                repair.map_or(String::new(), |repair| repair.label.clone()),
            ]
        });
        Screen {
            heading: match figure_of_params(params) {
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
            step: step_caption(&self.spec),
            layout: exact_text(self.spec.tile(), self.spec.extent()),
            findings: findings.collect(),
            matrix: cells(SceneKind::Matrix),
            memory: cells(SceneKind::Memory),
        }
    }

    fn cells(&self, kind: SceneKind, window: &Window, shown: &Shown) -> Cells {
        let scene = self.scene(kind, window);
        let (palette, theme) = shown.colours();
        let colours = scene.pixels(palette, theme);
        let colours = colours.chunks(4).map(|rgba| match *rgba {
            [red, green, blue, 255] => Some([red, green, blue]),
            _ => None,
        });
        // Nothing has to be told apart where one step reads all.
        let has_outline = self.spec.steps() > 1;
        let is_outlined = |at: CellAt| {
            let mut reads = scene.reads.iter();
            has_outline && reads.any(|run| run.row == at.row && run.columns.contains(&at.column))
        };
        Cells {
            size: scene.size,
            window: scene.window.clone(),
            fills_view: true,
            labels: labels(&scene),
            colours: colours.collect(),
            outlined: cells_of(&scene.window).map(is_outlined).collect(),
        }
    }
}

/// What stands on each cell of a scene, row by row.
fn labels(scene: &Scene) -> Vec<String> {
    let cells = scene.cells.iter();
    cells.map(|cell| cell.label.to_string()).collect()
}
