//! Blocks that the copies take for others.

use swizzle_tmem::scale::{BLOCK_BYTES, BLOCK_FACTORS, BLOCK_ROWS, Followed, ScaleStage};

use crate::scene::whole::Plain;
use crate::scene::{Axis, COLOURS, Cell, Label, Mark, PaneKind, Scene, Size};

/// A block of 512 bytes on the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockOnMap {
    /// First byte, from the first of the stage.
    pub byte: u32,
    /// Number of its 128 rows, and of its four factors.
    pub place: (u32, u32),
    /// Rows, in words.
    pub rows: String,
    /// Factors, in words.
    pub factors: String,
    /// Its colour.
    pub class: u8,
    /// Rows and factors that the copies expect there instead.
    pub expected: Option<(String, String)>,
    /// Number of the block at which they read it, if it is another.
    pub belongs: Option<usize>,
}

/// The blocks of a stage in the order of their bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockMap {
    /// How many 128 rows there are, and how many four factors.
    pub size: (u32, u32),
    /// The blocks as they are written.
    pub blocks: Vec<BlockOnMap>,
}

impl BlockMap {
    /// The map of a stage.
    ///
    /// ```
    /// use swizzle_draw::scene::BlockMap;
    /// use swizzle_tmem::scale::Order;
    /// use swizzle_view::link::ScaleShown;
    /// let shown = ScaleShown { rows: 256, written: Order::Tensor, ..ScaleShown::default() };
    /// let map = BlockMap::of(&shown.stage().unwrap());
    /// let block = &map.blocks[1];
    /// assert_eq!((block.byte, &*block.rows, &*block.factors), (512, "rows 0–127", "K blocks 4–7"));
    /// assert_eq!(block.expected, Some(("rows 128–255".into(), "K blocks 0–3".into())));
    /// assert_eq!(block.belongs, Some(2));
    /// ```
    #[must_use]
    pub fn of(stage: &ScaleStage) -> Self {
        let shape = &stage.shape;
        let words = |(group, word): (u32, u32)| {
            let span = |what: &str, first: u32, count: u32, all: u32| {
                let last = (first + count).min(all) - 1;
                format!("{what} {first}–{last}")
            };
            (
                span("rows", group * BLOCK_ROWS, BLOCK_ROWS, shape.rows),
                span(
                    "K blocks",
                    word * BLOCK_FACTORS,
                    BLOCK_FACTORS,
                    shape.factors,
                ),
            )
        };
        let size = stage.block_counts();
        let all: Vec<_> = stage.blocks().collect();
        let block = |(number, of): (u32, &swizzle_tmem::scale::StageBlock)| {
            let is_wrong = of.actual != of.expected;
            let (rows, factors) = words(of.actual);
            let class = (of.actual.0 * size.1 + of.actual.1) % COLOURS;
            BlockOnMap {
                byte: number * BLOCK_BYTES,
                place: of.actual,
                rows,
                factors,
                class: class as u8,
                expected: is_wrong.then(|| words(of.expected)),
                belongs: all
                    .iter()
                    .position(|other| other.expected == of.actual)
                    .filter(|_| is_wrong),
            }
        };
        Self {
            size,
            blocks: (0..).zip(&all).map(block).collect(),
        }
    }
}

/// Tensor memory around a factor that is not where it is expected: for each lane that holds it, the column before, its own and
/// the next, each with the actual row over the expected one.
///
/// ```
/// use swizzle_draw::scene::{Label, actual_and_expected};
/// use swizzle_tmem::scale::Order;
/// use swizzle_view::link::ScaleShown;
/// let shown = ScaleShown { rows: 256, written: Order::Tensor, ..ScaleShown::default() };
/// let stage = shown.stage().unwrap();
/// let bands = actual_and_expected(&stage, &stage.follow(200, 2).unwrap());
/// assert_eq!((bands.len(), &*bands[1].down.heads[0]), (4, "40"));
/// assert_eq!(bands[0].across.heads, ["5", "6", "7"]);
/// let labels = (bands[0].cells[1].label, bands[0].beneath[1]);
/// assert_eq!(labels, (Label::Number(72), Label::Number(200)));
/// ```
#[must_use]
pub fn actual_and_expected(stage: &ScaleStage, at: &Followed) -> Vec<Scene> {
    let (Some(reading), Some(cells)) = (stage.readings.first(), at.cells.first()) else {
        return Vec::new();
    };
    let first_column = stage.shape.first_column;
    let end = reading.columns.columns();
    let band = |cell: &swizzle_tmem::Point| {
        let middle = cell.column - first_column;
        let columns: Vec<u32> = (middle.saturating_sub(1)..end.min(middle + 2)).collect();
        let cell_of = |column: u32| {
            let place = swizzle_tmem::Point { column, ..*cell };
            let found = reading.columns.factor_from_cell(place);
            let expected = found.map(|(row, factor, _)| (row, factor));
            let followed = expected.and_then(|(row, factor)| stage.follow(row, factor).ok());
            let Some(followed) = followed else {
                let none = Cell {
                    class: None,
                    label: Label::Blank,
                    mark: Mark::Plain,
                };
                return (none, Label::Blank);
            };
            let label = |row: u32| Label::Number(row.cast_signed());
            let (_, wide) = stage.block_counts();
            let (row, factor) = followed.actual;
            let class = row / BLOCK_ROWS * wide + factor / BLOCK_FACTORS;
            let cell = Cell {
                class: Some((class % COLOURS) as u8),
                label: label(row),
                mark: match followed.is_right() {
                    true => Mark::Plain,
                    false => Mark::Wrong,
                },
            };
            let beneath = match followed.is_right() {
                true => Label::Blank,
                false => label(followed.row),
            };
            (cell, beneath)
        };
        let axis = |heads: Vec<String>| Axis {
            name: "",
            title: String::new(),
            heads,
        };
        let heads = columns.iter().map(|at| (first_column + at).to_string());
        Plain {
            kind: PaneKind::Matrix,
            title: String::new(),
            size: Size {
                columns: columns.len() as u32,
                rows: 1,
            },
            across: axis(heads.collect()),
            down: axis(vec![cell.lane.to_string()]),
            breaks: (0, 0, 0),
            cells: columns.iter().map(|column| cell_of(*column)).collect(),
        }
        .scene()
    };
    cells.iter().map(band).collect()
}
