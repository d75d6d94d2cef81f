//! The stations of a trip as scenes of cells, made of the pictures of the crates: each cell has the number of what is in it, so
//! that the same is marked wherever it is.

use super::*;
use crate::cells::Look;
use swizzle_draw::scene::{
    CopyPicture, LoadPicture, LoadSide, Sheet, fragment_scenes, id_of_place, place_of_id,
};
use swizzle_tmem::plan::{Cell as Place, What};
use swizzle_warp::Fragment;

/// A station of the trip.
#[derive(Clone, PartialEq)]
pub struct Station {
    /// Its cells.
    pub scene: Shared<Scene>,
    /// Whether the trip goes through it.
    pub is_on: bool,
    /// The instruction that leads to it; none of the first one.
    pub operation: Option<String>,
    /// The number that is marked.
    pub hot: Option<u32>,
    /// The number whose row is in view.
    pub turned: Option<u32>,
    /// Whether what is marked is wrong.
    pub is_wrong: bool,
    /// Width of a cell on a page of 1392 pixels.
    pub cell: f64,
}

/// Rows of a station that are in view.
pub const ROWS: u32 = 8;
/// Numbers from here on are of D: its rows, or its columns.
const OF_D: u32 = 1 << 24;
/// Widths of cells with a number, in lanes, and with two.
const WORD: f64 = 52.0;
const NARROW: f64 = 34.0;
const WIDE: f64 = 46.0;

/// Sheets one under the other as a scene, with empty rows between them.
fn scene(
    name: &'static str,
    [noun, across, down]: [&'static str; 3],
    sheets: Vec<Sheet>,
    between: usize,
) -> Scene {
    let column_names = sheets.first().map(|sheet| sheet.across.clone()).unwrap_or_default();
    let (mut cells, mut row_names) = (Vec::new(), Vec::new());
    for (number, sheet) in sheets.into_iter().enumerate() {
        if number > 0 {
            cells.extend(vec![Cell::ABSENT; between * column_names.len()]);
            row_names.extend(vec![String::new(); between]);
        }
        cells.extend(sheet.cells);
        row_names.extend(sheet.down);
    }

    Scene {
        name,
        noun,
        columns: column_names.len().max(1) as u32,
        cells,
        axes: [across, down].map(|name| Axis::new(name, 0, 0)),
        group: u32::MAX,
        row_names,
        column_names,
        ..Scene::default()
    }
}

/// One of the three pictures of scale factors. Cells of memory are words; what is not where it is expected is wrong.
pub fn factors(pictures: &ScalePictures<'_>, pane: ScalePane) -> Scene {
    let (name, axes) = match (pane, pictures.stage.shape.operand) {
        (ScalePane::Matrix, _) => ("Scale factors", ["factor", "block", "row"]),
        (ScalePane::Memory, _) => ("Shared memory", ["row", "byte", "byte"]),
        (ScalePane::Tensor, Operand::A) => ("Tensor memory, SFA", ["row", "col", "lane"]),
        (ScalePane::Tensor, Operand::B) => ("Tensor memory, SFB", ["row", "col", "lane"]),
    };
    let mut scene = scene(name, axes, pictures.sheets(pane), 1);
    if pictures.stage.wrong_factors() > 0 && pane != ScalePane::Matrix {
        mark_wrong(&mut scene, pictures.stage);
    }
    scene
}

/// Has the cells of a stage say what is really there.
fn mark_wrong(scene: &mut Scene, stage: &ScaleStage) {
    for cell in scene.cells.iter_mut().filter(|cell| cell.id != NONE) {
        let (row, factor) = pair_of_id(cell.id);
        let followed = stage.follow(row, factor);
        if let Some(followed) = followed.ok().filter(|one| !one.is_right()) {
            let there = stage.written.held_at(followed.read_byte);
            cell.label = there.map_or(Label::Blank, |(row, _)| Label::Number(row.cast_signed()));
            cell.look = Look::Wrong;
        }
    }
}

/// A side of a load: all lanes that a warp reads, or all of its threads.
pub fn side_of_load(picture: &LoadPicture, side: LoadSide) -> Scene {
    let held = picture.laid.at(picture.read.cell);
    let region = held.first().and_then(|held| picture.laid.region(held.region));
    let (name, axes) = match (side, region.map(|region| region.what)) {
        (LoadSide::Registers, _) => ("Registers", ["element", "", "thread"]),
        (_, Some(What::D)) => ("Tensor memory, D", ["element", "col", "lane"]),
        (_, Some(What::A)) => ("Tensor memory, A", ["element", "col", "lane"]),
        (_, Some(What::Sfa)) => ("Tensor memory, SFA", ["factor", "col", "lane"]),
        (_, Some(What::Sfb)) => ("Tensor memory, SFB", ["factor", "col", "lane"]),
        (_, Some(What::Metadata)) => ("Tensor memory, E", ["group", "col", "lane"]),
        (_, None) => ("Tensor memory", ["cell", "col", "lane"]),
    };
    scene(name, axes, picture.sheets(side), 0)
}

/// Both sides of a copy from shared memory, the lanes of each warp around the one that is looked at.
fn sides_of_copy(picture: &CopyPicture, lane: u32) -> [Scene; 2] {
    [
        scene("Shared memory", ["row", "byte", "row"], vec![picture.source()], 0),
        scene("Tensor memory", ["row", "col", "lane"], picture.around(lane), 1),
    ]
}

/// The window of the pictures of scale factors: what is pointed at in memory leaves the open block where it is.
fn window(facts: &Facts, at: &Shown, pointed: Option<usize>) -> ScaleWindow {
    let own = &facts.shown.scale;
    let pinned = ScaleWindow::with(own.row, own.block, None);
    match pointed {
        Some(0) => ScaleWindow {
            line: pinned.line,
            open: pinned.open,
            ..ScaleWindow::with(at.scale.row, at.scale.block, Some(pinned))
        },
        Some(1) => pinned,
        _ => ScaleWindow::with(at.scale.row, at.scale.block, Some(pinned)),
    }
}

/// The stations of what is looked at; `pointed` is the station under the pointer, `slot` the cell of a fragment.
pub fn stations(facts: &Facts, at: &Shown, pointed: Option<usize>, slot: Option<u32>) -> Vec<Station> {
    if at.trip == Trip::Fragment {
        return of_fragment(facts, slot);
    }
    let mut all = Vec::new();
    match (&facts.copy, facts.stage().zip(facts.followed(at))) {
        (Some(picture), _) => {
            let [source, lanes] = sides_of_copy(picture, at.tensor.cell.lane);
            let hot = picture.word(at.tensor.cell.lane, at.tensor.cell.column).map(id_of_pair);
            let on = |scene, operation| Station { is_on: true, ..station(scene, operation, hot, WIDE) };
            all.push(on(source, None));
            all.push(on(lanes, Some(format!("cp {}", picture.copy.shape.name()))));
        }
        (None, Some((stage, followed))) => {
            let pictures = ScalePictures { stage, window: window(facts, at, pointed), reading: 0 };
            let word = id_of_pair((followed.row, followed.factor / 4 * 4));
            let hot = Some(word).filter(|_| at.trip == Trip::Scale);
            let on = |pane, operation, cell| Station {
                is_wrong: !followed.is_right(),
                ..station(factors(&pictures, pane), operation, hot, cell)
            };
            all.push(on(ScalePane::Memory, None, WORD));
            all.push(on(ScalePane::Tensor, Some("cp 32x128b".into()), NARROW));
        }
        (None, None) => {}
    }
    if let Some(picture) = facts.load(at) {
        let operand = at.scale.operand;
        let of_d = |place: Place| {
            let held = picture.laid.at(place);
            let (m, n) = held.first()?.items.first()?.pair()?;
            Some(OF_D | if operand == Operand::A { m } else { n })
        };
        let is_scale = at.trip == Trip::Scale;
        let step = facts.followed(at).and_then(|one| one.step);
        let multiply = match (facts.copy.is_some() || all.is_empty(), step) {
            (true, _) => String::new(),
            (false, Some((step, _))) => format!("mma, step {step}"),
            (false, None) => "mma".into(),
        };
        let load = format!("ld {}", picture.read.load.shape.name());
        let cell = Some(id_of_place(picture.read.cell));
        let (mut lanes, mut hot) = (side_of_load(&picture, LoadSide::Cells), cell);
        if is_scale {
            hot = of_d(picture.read.cell);
            for cell in lanes.cells.iter_mut().filter(|cell| cell.id != NONE) {
                cell.id = of_d(place_of_id(cell.id)).unwrap_or(NONE);
            }
        }
        all.push(station(lanes, (!all.is_empty()).then_some(multiply), hot, WIDE));
        let registers = side_of_load(&picture, LoadSide::Registers);
        let width = if registers.columns > 4 { WIDE } else { WORD };
        let hot = cell.filter(|_| !is_scale);
        all.push(Station { turned: cell, ..station(registers, Some(load), hot, width) });
    }
    all
}

/// A station; it is on where something in it is marked.
fn station(scene: Scene, operation: Option<String>, hot: Option<u32>, cell: f64) -> Station {
    Station {
        scene: Shared::new(scene),
        is_on: hot.is_some(),
        operation,
        hot,
        turned: hot,
        is_wrong: false,
        cell,
    }
}

/// The register that holds what is at such an id.
pub fn slot_of_id(fragment: &Fragment, id: u32) -> swizzle_warp::Slot {
    let (row, column) = pair_of_id(id);
    fragment.slot_from_cell(row, column)
}

/// The cell of a fragment that is followed until another is pointed at: that of a register which is in view on both sides.
pub fn first_slot(facts: &Facts) -> u32 {
    let fragment = &facts.asked.fragment;
    id_of_pair(fragment.cell_from_slot(fragment.slot(5, 1)))
}

/// A fragment: the matrix, and the registers that hold it.
fn of_fragment(facts: &Facts, slot: Option<u32>) -> Vec<Station> {
    let on = |scene, operation| Station { is_on: true, ..station(scene, operation, slot, NARROW) };
    let [matrix, registers] = sides_of_fragment(&facts.asked.fragment);
    vec![on(matrix, None), on(registers, Some(String::new()))]
}

/// Its two scenes.
pub fn sides_of_fragment(fragment: &Fragment) -> [Scene; 2] {
    let [registers, matrix] = fragment_scenes(fragment);
    [
        scene("Matrix", ["thread", "column", "row"], vec![matrix], 0),
        scene("Registers", ["element", "place", "thread"], vec![registers], 0),
    ]
}

/// What is looked at once a number of a station is pointed at or pressed.
pub fn moved(facts: &Facts, station: usize, id: u32) -> Option<Shown> {
    let shown = &facts.shown;
    match (shown.trip, station) {
        (Trip::Scale, _) if id & OF_D != 0 => Some(shown.with_factor((id & !OF_D, shown.scale.block))),
        (Trip::Scale, 0 | 1) => {
            let block = (id & 255) + shown.scale.block % 4;
            Some(shown.with_factor((id >> 8, block)))
        }
        (Trip::Cell, 0 | 1) if facts.copy.is_some() => {
            let picture = facts.copy.as_ref()?;
            let lane = picture.lanes(id >> 8).first().copied()?;
            let column = picture.first_column + (id & 255) / 4;
            let cta = shown.tensor.cell.cta;
            Some(shown.with_cell(Place { cta, lane, column }))
        }
        (Trip::Cell, _) if station >= 2 || facts.stage().is_none() => Some(shown.with_cell(place_of_id(id))),
        _ => None,
    }
}

/// What is looked at after an arrow key: the next row or lane, column or block; with Shift, as many as are in view.
pub fn walked(facts: &Facts, key: &str, is_far: bool) -> Option<Shown> {
    let shown = &facts.shown;
    let (across, down) = way_of_key(key, WARP_LANES as i32)?;
    let by = |from: u32, by: i32, far: u32, most: u32| {
        let step = if is_far { far } else { 1 };
        from.saturating_add_signed(by.saturating_mul(step as i32)).min(most)
    };
    match shown.trip {
        Trip::Scale => {
            let scale = &shown.scale;
            Some(
                shown
                    .with_factor((by(scale.row, down, ROWS, u32::MAX), by(scale.block, across, 4, u32::MAX))),
            )
        }
        Trip::Cell => {
            let (cell, picture) = (shown.tensor.cell, facts.load(shown)?);
            let (lanes, columns) = (picture.read.lanes().len(), picture.read.columns().len());
            Some(shown.with_cell(Place {
                lane: by(cell.lane, down, lanes as u32, 127),
                column: by(cell.column, across, columns as u32, 511),
                ..cell
            }))
        }
        Trip::Fragment => None,
    }
}
