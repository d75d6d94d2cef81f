//! Matrix and memory of a tile as scenes of cells.

use super::*;
use crate::cells::Look;
use swizzle_warp::Form;

/// Bytes of a line of memory and of a unit, and units of a line.
pub use swizzle_core::hardware::{LINE_BYTES as LINE, LINE_UNITS as SLOTS, UNIT_BYTES as UNIT};

/// Banks of a unit.
const BANKS: u32 = 4;

/// Pixels from a square to the arrow beside its addresses, and from that to another one.
const BESIDE: f64 = 62.0;
const APART: f64 = 26.0;

/// The tile as rows and units: eight units wide, from the one on that the step in view begins in.
pub fn matrix(facts: &Facts, dress: &Dress) -> Scene {
    matrix_as(facts, dress, true, facts.units[0] > facts.slots())
}

/// The same with both atoms side by side, or one; where there is no room for it, an MN-major tile is drawn as it is stored.
pub fn matrix_as(facts: &Facts, dress: &Dress, is_wide: bool, has_both: bool) -> Scene {
    let cell = |unit| matrix_cell(facts, dress, unit);
    let mut scene = match (facts.spec.tile().major, dress) {
        (Major::Mn, Dress::Place) if is_wide => standing(facts, cell),
        (Major::K, Dress::Place) if has_both => in_window(facts, 2 * facts.slots(), cell),
        _ => matrix_of(facts, cell),
    };
    (scene.note, scene.noted) = match facts.rows_left() {
        0 => ("red: read instead", Some(Look::Wrong)),
        _ => ("the first rows of a tile that no shared memory holds", None),
    };
    scene.outlines = vec![outlined(facts, step_cells(facts, &scene.cells))];
    // Of a sparse tile, K is that of the product.
    let by = SparseK::per_stored(&facts.spec);
    let tile = facts.spec.tile();
    let axis = &mut scene.axes[0];
    if by > 1 && (tile.major == Major::K || axis.name == "K") {
        let each = match tile.major {
            Major::K => by * facts.spec.layout().per_unit(),
            Major::Mn => by,
        };
        (axis.name, axis.from, axis.by) = ("K", axis.from * each, axis.by * each);
    }
    scene
}

/// A line around what the step in view reads.
pub fn outlined(facts: &Facts, cells: Vec<u32>) -> Outline {
    Outline::frame(facts.has_wrong(), cells)
}

/// The same with each unit as `cell` draws it.
pub fn matrix_of(facts: &Facts, cell: impl Fn(u32) -> Cell) -> Scene {
    in_window(facts, facts.slots(), cell)
}

/// So many units of each row, among them those that the step in view begins in.
fn in_window(facts: &Facts, columns: u32, cell: impl Fn(u32) -> Cell) -> Scene {
    let [along, across] = facts.units;
    let first = facts.spec.first_element(facts.place());
    let from = facts.unit(first) % along / columns * columns;
    let unit_at = |row: u32, column: u32| Some(row * along + from + column).filter(|_| from + column < along);
    let cells =
        (0..across * columns).map(|at| unit_at(at / columns, at % columns).map_or(Cell::ABSENT, &cell));
    Scene { seam: facts.slots(), ..in_rows("Matrix", columns, from, cells.collect()) }
}

/// An MN-major tile: K across, from the step in view on, and units of M or N down, which stand.
fn standing(facts: &Facts, cell: impl Fn(u32) -> Cell) -> Scene {
    let [along, across] = facts.units;
    let columns = facts.spec.read_extent().k.clamp(2 * SLOTS, 4 * SLOTS) / SLOTS * SLOTS;
    let from = facts.spec.first_element(facts.place()).k / columns * columns;
    let unit_at =
        |row: u32, column: u32| Some((from + column) * along + row).filter(|_| from + column < across);
    let cells =
        (0..along * columns).map(|at| unit_at(at / columns, at % columns).map_or(Cell::ABSENT, &cell));
    let k = Axis::new("K", from, 1);
    let down = Axis::new(facts.along_name(), 0, facts.spec.layout().per_unit());
    let middle = |place: &Block| {
        let column = place.column.checked_sub(from).filter(|at| *at < columns)?;
        let (row, column) = (f64::from(place.row + SLOTS / 2), f64::from(column + SLOTS / 2));
        Some(((row, column), place.name.clone()))
    };
    Scene {
        columns,
        seam: SLOTS,
        axes: [k, down],
        names: blocks(facts).iter().filter_map(middle).collect(),
        ..in_rows("Matrix", columns, 0, cells.collect())
    }
}

/// A block of eight units of M or N by eight of K: its first unit, and its name.
struct Block {
    row: u32,
    column: u32,
    name: String,
}

/// The blocks of an MN-major tile that is wider than a swizzle row of a whole line.
fn blocks(facts: &Facts) -> Vec<Block> {
    let [along, across] = facts.units;
    let is_whole = facts.spec.layout().swizzle().row_units() == SLOTS;
    if facts.spec.tile().major == Major::K || along <= SLOTS || !is_whole || facts.has_wrong() {
        return Vec::new();
    }
    let (letter, each) = (facts.along_name(), SLOTS * facts.spec.tile().element.per_unit());
    let block = |(at, k): (u32, u32)| Block {
        row: at * SLOTS,
        column: k * SLOTS,
        name: format!(
            "{letter} {}–{}, K {}–{}",
            at * each,
            (at + 1) * each - 1,
            k * SLOTS,
            (k + 1) * SLOTS - 1
        ),
    };
    let all = (0..across / SLOTS).flat_map(|k| (0..along / SLOTS).map(move |at| (at, k)));
    all.map(block).collect()
}

/// Units of rows, so many of each from one on.
pub fn in_rows(name: &'static str, columns: u32, from: u32, cells: Vec<Cell>) -> Scene {
    Scene {
        name,
        noun: "unit",
        columns,
        cells,
        axes: [Axis::new("unit", from, 1), Axis::new("", 0, 1)],
        group: 8,
        ..Scene::default()
    }
}

/// Shared memory from the tile's first line to its last: eight units, which are 32 banks, a line.
pub fn memory(facts: &Facts, dress: &Dress, field: Option<FieldId>) -> Scene {
    let missing = |unit| Cell { look: Look::Missing, ..dress.cell(facts, unit) };
    let mut scene = memory_of(facts, &facts.bytes, missing);
    let unit_bytes = facts.spec.layout().unit_bytes();
    for byte in &facts.read {
        let at = scene.axes[1].from;
        if let Some(cell) =
            memory_cell(&mut scene.cells, unit_bytes, at, *byte).filter(|cell| cell.id != NONE)
        {
            cell.look = Look::Plain;
        }
    }
    (scene.note, scene.noted) = ("grey: never read", Some(Look::Missing));
    if *dress == Dress::Place {
        let line = |block: Block| {
            let byte = facts.bytes[(block.column * facts.units[0] + block.row) as usize];
            let middle = f64::from((byte - scene.axes[1].from) / LINE + SLOTS / 2);
            ((middle, f64::from(SLOTS / 2)), block.name)
        };
        scene.names = blocks(facts).into_iter().map(line).collect();
    }
    if !facts.has_wrong() {
        scene.outlines = vec![outlined(facts, step_cells(facts, &scene.cells))];
    }
    scene.arrows = stride_arrows(facts, field);
    scene
}

/// Shared memory from the first of some bytes to the last, with each unit of the tile as `cell` draws it.
pub fn memory_of(facts: &Facts, bytes: &[u32], cell: impl Fn(u32) -> Cell) -> Scene {
    let first = bytes.iter().min().copied().unwrap_or(0) / LINE;
    let last = bytes.iter().max().copied().unwrap_or(0) / LINE;
    let mut cells = vec![Cell::ABSENT; ((last - first + 1) * facts.slots()) as usize];
    let unit_bytes = facts.spec.layout().unit_bytes();
    for (unit, byte) in (0..).zip(&facts.bytes) {
        if let Some(place) = memory_cell(&mut cells, unit_bytes, first * LINE, *byte) {
            *place = cell(unit);
        }
    }
    let mut scene = in_lines("Memory", first * LINE, cells);
    scene.columns = facts.slots();
    if scene.columns > SLOTS {
        // A bank's word has several of the smallest units.
        scene.axes[0] = Axis::new("byte", 0, LINE / scene.columns);
    }
    scene
}

/// Units of lines of memory, from an address on.
pub fn in_lines(name: &'static str, from: u32, cells: Vec<Cell>) -> Scene {
    Scene {
        name,
        noun: "unit",
        columns: SLOTS,
        cells,
        axes: [Axis::new("bank", 0, BANKS), Axis::addresses(from, LINE)],
        group: 8,
        ..Scene::default()
    }
}

/// The cell of a byte, in memory from another one on.
pub fn memory_cell(cells: &mut [Cell], unit_bytes: u32, from: u32, byte: u32) -> Option<&mut Cell> {
    let at = byte.checked_sub(from)? / unit_bytes;
    cells.get_mut(at as usize)
}

/// The turns in which eight threads write a row in a mode, 16 bytes a thread: units of one slot pile up.
pub fn pile(tile: &Tile, mode: Swizzle) -> Scene {
    let (along, across) = Extent { mn: tile.mn, k: tile.k }.along_and_across(tile.major);
    let layout = Form::Canonical(mode).layout(tile.element, tile.major, across, along);
    let units = along.div_ceil(tile.element.per_unit()).max(1);
    let mut height = [0; SLOTS as usize];
    let mut cells = vec![Cell::ABSENT; (SLOTS * SLOTS) as usize];
    for lane in 0..SLOTS.min(units * across) {
        let slot = layout.physical_from_unit(lane % units, lane / units) / UNIT % SLOTS;
        let turn = &mut height[slot as usize];
        cells[((SLOTS - 1 - *turn) * SLOTS + slot) as usize] =
            Cell { id: lane, colour: lane as u8, ..Cell::ABSENT };
        *turn += 1;
    }
    let look = match height.iter().max() {
        Some(0 | 1) | None => Look::Free,
        Some(_) => Look::Costly,
    };
    for cell in cells.iter_mut().filter(|cell| cell.id != NONE) {
        cell.look = look;
    }
    Scene { row_names: vec![String::new(); SLOTS as usize], ..in_lines("Banks", 0, cells) }
}

/// What colours and numbers of cells say.
#[derive(Debug, Clone, PartialEq)]
pub enum Dress {
    /// The place in the matrix: units of a row have the eight colours, numbers are row and unit.
    Place,
    /// What a view says of each unit, such as the ISA's memory unit.
    View(Vec<(u8, Label)>),
}

impl Dress {
    /// The sheet's own dress, or that of the view options.
    pub fn of(facts: &Facts, is_as_drawn: bool) -> Self {
        if is_as_drawn { Self::View(facts.as_drawn()) } else { Self::Place }
    }

    /// A unit in its own colour, with its own name.
    pub fn cell(&self, facts: &Facts, unit: u32) -> Cell {
        let (row, along) = (unit / facts.units[0], unit % facts.units[0]);
        let (colour, label) = match self {
            Self::Place => ((along % SLOTS) as u8, Label::Pair(row, along)),
            Self::View(cells) => cells.get(unit as usize).copied().unwrap_or((0, Label::Blank)),
        };
        Cell { id: unit, colour, look: Look::Plain, label }
    }
}

/// A unit of the matrix: if it is wrong, with the name of what is read in its place.
fn matrix_cell(facts: &Facts, dress: &Dress, unit: u32) -> Cell {
    let own = dress.cell(facts, unit);
    if !facts.is_wrong(unit) {
        return own;
    }
    let label = facts.source(unit).map_or(Label::Unknown, |got| dress.cell(facts, got).label);
    Cell { look: Look::Wrong, label, ..own }
}

/// Indices of the cells of the step in view.
fn step_cells(facts: &Facts, cells: &[Cell]) -> Vec<u32> {
    which(cells, |cell| cell.id != NONE && facts.is_in_step(cell.id))
}

/// The distance of a stride in memory: what is read beside what is expected, or the stride whose field is looked at.
fn stride_arrows(facts: &Facts, field: Option<FieldId>) -> Vec<Arrow> {
    let (expected, read) = (facts.spec.layout(), facts.law(0).0);
    let arrow = |class, bytes: u32, before, words: String, is_upright| Arrow {
        class,
        rows: (0.0, f64::from(bytes) / f64::from(LINE)),
        before,
        words: (words, is_upright),
    };
    let text = |bytes| format!("{} B", grouped(bytes));
    let strides = [
        (Stride::Sbo, FieldId::Sbo, "arrow tint-sbo", "SBO"),
        (Stride::Lbo, FieldId::Lbo, "arrow tint-lbo", "LBO"),
    ];
    let is_standing = facts.spec.tile().major == Major::Mn && !facts.has_wrong();
    let mut all = Vec::new();
    for (stride, id, class, name) in strides {
        let (wanted, read) = (expected.stride_bytes(stride), read.stride_bytes(stride));
        if facts.has_wrong() && read != wanted && facts.spec.is_read_by_instruction(stride) {
            return vec![
                arrow("arrow is-wrong", read, 86.0, text(read), false),
                arrow("arrow is-expected", wanted, BESIDE, format!("{} expected", text(wanted)), true),
            ];
        }
        let words = format!("{name} {}", text(read));
        if field == Some(id) {
            return vec![arrow(class, read, BESIDE, words, true)];
        }
        // Units that stand are no rows: what is a stride apart is not seen without it.
        if is_standing && facts.spec.is_read_by_instruction(stride) {
            all.iter_mut().for_each(|one: &mut Arrow| one.before += APART);
            all.push(arrow(class, read, BESIDE, words, true));
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use swizzle_view::shown_from_link;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn facts(link: &str) -> Facts {
        Facts::of(&shown_from_link(link).shown).expect("a tile")
    }

    #[test]
    fn matrix_and_memory_have_the_same_units() {
        for link in
            ["", "#/?swizzle=64B", "#/?swizzle=none", "#/?major=MN", "#/?element=tf32&k=128", "#/?mn=8&k=16"]
        {
            let facts = facts(link);
            for dress in [Dress::Place, Dress::View(facts.as_drawn())] {
                let (matrix, memory) = (matrix(&facts, &dress), memory(&facts, &dress, None));
                let count = |scene: &Scene| scene.cells.iter().filter(|cell| cell.id != NONE).count();
                assert_eq!(count(&memory), facts.bytes.len(), "{link}");
                for cell in matrix.cells.iter().filter(|cell| cell.id != NONE) {
                    let at = memory.find(cell.id).expect(link);
                    assert_eq!(memory.cells[at as usize], *cell, "{link}");
                }
            }
        }
    }

    #[test]
    fn the_unit_of_the_drawing_is_where_it_was_drawn() {
        let memory = memory(&facts(""), &Dress::Place, None);
        let (row, slot) = memory.place(memory.find(3 * 8 + 5).expect("the unit"));
        assert_eq!((memory.axes[1].text(row), memory.axes[0].text(slot)), ("0x580".into(), "24".into()));
    }

    #[test]
    fn figures_have_the_numbers_of_the_manual() {
        let facts = facts("#/figure/157");
        let scene = matrix(&facts, &Dress::View(facts.as_drawn()));
        let labels: Vec<String> = scene.cells[8..16].iter().map(|cell| cell.label.to_string()).collect();
        assert_eq!(labels, ["9", "8", "11", "10", "13", "12", "15", "14"]);
    }

    #[test]
    fn a_wrong_read_is_red_here_and_grey_there() {
        let facts = facts("#/wgmma/4000000800010040");
        let (matrix, memory) = (matrix(&facts, &Dress::Place), memory(&facts, &Dress::Place, None));
        assert!(!matrix.has_wrong(0..8) && matrix.has_wrong(8..16));
        let unread = memory.cells.iter().filter(|cell| cell.look == Look::Missing).count();
        assert_eq!((unread / 8, memory.arrows.len()), (49, 2));
    }
}
