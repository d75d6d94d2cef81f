//! Blocks that the copies take for others.

use swizzle_tmem::scale::{BLOCK_BYTES, BLOCK_FACTORS, BLOCK_ROWS, ScaleStage};

use crate::scene::COLOURS;

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
