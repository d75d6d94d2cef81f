//! What the blocks of a stage hold, in words.

use swizzle_tmem::scale::{BLOCK_FACTORS, BLOCK_ROWS, ScaleStage};

/// What a block of 512 bytes holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockWords {
    /// Rows and factors.
    pub actual: [String; 2],
    /// Rows and factors that the copies expect there instead.
    pub expected: Option<[String; 2]>,
}

impl BlockWords {
    /// The blocks of a stage in the order of their bytes, as they are written.
    ///
    /// ```
    /// use swizzle_draw::scene::BlockWords;
    /// use swizzle_tmem::scale::Order;
    /// use swizzle_view::link::ScaleShown;
    /// let shown = ScaleShown { rows: 256, written: Order::Tensor, ..ScaleShown::default() };
    /// let block = &BlockWords::of(&shown.stage().unwrap())[1];
    /// assert_eq!(block.actual, ["rows 0–127", "K blocks 4–7"]);
    /// assert_eq!(block.expected, Some(["rows 128–255", "K blocks 0–3"].map(String::from)));
    /// ```
    pub fn of(stage: &ScaleStage) -> Vec<Self> {
        let shape = &stage.shape;
        let words = |(group, word): (u32, u32)| {
            let all = [
                ("rows", group * BLOCK_ROWS, BLOCK_ROWS, shape.rows),
                ("K blocks", word * BLOCK_FACTORS, BLOCK_FACTORS, shape.factors),
            ];
            all.map(|(what, first, count, all)| format!("{what} {first}–{}", (first + count).min(all) - 1))
        };
        let block = |of: swizzle_tmem::scale::StageBlock| Self {
            actual: words(of.actual),
            expected: (of.actual != of.expected).then(|| words(of.expected)),
        };
        stage.blocks().map(block).collect()
    }
}
