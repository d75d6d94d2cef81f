//! The formulas of a scale factor, filled with its numbers.

use swizzle_core::Operand;
use swizzle_tmem::Coordinate;
use swizzle_tmem::scale::{
    BLOCK_BYTES, BLOCK_FACTORS, BLOCK_ROWS, Copies, Followed, Order, ScaleBlocks, ScaleStage,
};

/// Computation of a factor's position in one picture.
///
/// ```
/// use swizzle_draw::scene::Formula;
/// use swizzle_view::link::ScaleShown;
/// let stage = ScaleShown::default().stage().unwrap();
/// let at = stage.follow(37, 5).unwrap();
/// let text = |formula: Formula| [vec![formula.title], formula.lines].concat().join("\n");
/// assert_eq!(text(Formula::of_matrix(&stage, &at)), "Row 37, block 5: K 160–191\nblock = K / 32 = 160 / 32 = 5");
/// assert_eq!(text(Formula::of_memory(&stage, &at)), "\
/// Byte 597, at 0x8255
/// block 5/4 + 37/128   =  1
/// line  16 (37 mod 32) = 80
/// word  4 (37/32)      =  4
/// byte  5 mod 4        =  1
/// 512×1 + 16×5 + 4×1 + 1 = 597");
/// assert_eq!(text(Formula::of_tensor(&stage, &at, 0)), "\
/// Lanes 5, 37, 69, 101; column 5, byte 1
/// lane   = 37 mod 32 + {0, 32, 64, 96}
/// column = (5 / 4)(128 / 32) + 37 / 32 = 4×1 + 1 = 5
/// byte   = 5 mod 4 = 1");
/// assert_eq!(text(Formula::of_step(&stage, &at)), "\
/// Step 5, id 1, column 4
/// id     = 5 mod 4 = 1
/// column = (5 / 4) · 4 = 4
/// SFA id: idesc bits 29–30");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Formula {
    /// The answer.
    pub title: String,
    /// How it follows.
    pub lines: Vec<String>,
}

/// An addend that is left out where it is 0.
fn plus(first: u32) -> String {
    match first {
        0 => String::new(),
        first => format!("{first} + "),
    }
}

impl Formula {
    /// Returns the formula of the matrix of factors.
    pub fn of_matrix(stage: &ScaleStage, at: &Followed) -> Self {
        let elements = stage.shape.scaling.elements(swizzle_core::Sparsity::Dense);
        let (first, last) = (at.k.start, at.k.end - 1);
        Self {
            title: format!("Row {}, block {}: K {first}–{last}", at.row, at.factor),
            lines: vec![format!("block = K / {elements} = {first} / {elements} = {}", at.factor)],
        }
    }

    /// Returns the formula of the byte that the copies read.
    pub fn of_memory(stage: &ScaleStage, at: &Followed) -> Self {
        let mut formula = Self::of_block(&stage.read, stage, at);
        let address = stage.shape.first_byte + at.read_byte;
        formula.title = format!("{}, at {address:#x}", formula.title);
        formula
    }

    /// Returns the formula of a byte of blocks in an order.
    fn of_block(blocks: &ScaleBlocks, stage: &ScaleStage, at: &Followed) -> Self {
        let (r, kb) = (at.row, at.factor);
        let byte = blocks.byte_from_factor(r, kb).unwrap_or(0);
        let block = byte / BLOCK_BYTES;
        let in_block = [16 * (r % 32), 4 * (r % BLOCK_ROWS / 32), kb % BLOCK_FACTORS];
        let row = match r < BLOCK_ROWS {
            true => r.to_string(),
            false => format!("({r} mod 128)"),
        };
        let parts = [
            format!("block {}", block_number(blocks.order, stage.block_counts(), r, kb)),
            format!("line  16 ({r} mod 32)"),
            format!("word  4 ({row}/32)"),
            format!("byte  {kb} mod 4"),
        ];
        let wide = parts.iter().map(|part| part.chars().count()).max();
        let wide = wide.unwrap_or(0);
        let values = [block, in_block[0], in_block[1], in_block[2]];
        let digits = values.map(|value| value.to_string().len());
        let digits = digits.into_iter().max().unwrap_or(1);
        let part = |(part, value)| format!("{part:<wide$} = {value:>digits$}");
        let mut lines: Vec<String> = parts.into_iter().zip(values).map(part).collect();
        let [line_byte, word, rest] = in_block;
        lines.push(format!("512×{block} + 16×{} + 4×{} + {rest} = {byte}", line_byte / 16, word / 4));
        Self { title: format!("Byte {byte}"), lines }
    }

    /// Returns the formula of the lanes and the column in a reading.
    pub fn of_tensor(stage: &ScaleStage, at: &Followed, reading: usize) -> Self {
        let (r, kb) = (at.row, at.factor);
        let reading = reading.min(stage.readings.len() - 1);
        let cells = &at.cells[reading];
        let column = cells.first().map_or(0, |cell| cell.column);
        let lanes: Vec<String> = cells.iter().map(|cell| cell.lane.to_string()).collect();
        let rows = stage.readings[reading].columns.rows;
        let columns = &stage.readings[reading].columns;
        let (words, of_word) = (kb / BLOCK_FACTORS, columns.columns_of_word());
        let first = stage.shape.first_column;
        let rest = column - first - words * of_word;
        let sum = format!("{}{of_word}×{words} + {rest}", plus(first));
        let (lane, column_text) = match columns.copies {
            Copies::Four => (
                format!("lane   = {r} mod 32 + {{0, 32, 64, 96}}"),
                format!("column = {}({kb} / 4)({rows} / 32) + {r} / 32 = {sum} = {column}", plus(first)),
            ),
            Copies::Two => {
                let half = rows / 2;
                (
                    format!("lane   = {r} mod 32 + {{0, 32}} + 64 ({r} / {half})"),
                    format!(
                        "column = {}({kb} / 4)({rows} / 64) + ({r} mod {half}) / 32 = {sum} = {column}",
                        plus(first)
                    ),
                )
            }
        };
        let byte = at.byte_of_word();
        Self {
            title: format!("Lanes {}; column {column}, byte {byte}", lanes.join(", ")),
            lines: vec![lane, column_text, format!("byte   = {kb} mod 4 = {byte}")],
        }
    }

    /// Returns the formula of the instruction that uses the factor.
    pub fn of_step(stage: &ScaleStage, at: &Followed) -> Self {
        let (name, bits) = match stage.shape.operand {
            Operand::A => ("SFA", "29–30"),
            Operand::B => ("SFB", "4–5"),
        };
        let Some((step, given)) = at.step else {
            return Self {
                title: "Not known".into(),
                lines: vec![
                    "K = 96: no source says where".into(),
                    "an instruction finds its factors".into(),
                    format!("{name} id: idesc bits {bits}"),
                ],
            };
        };
        let columns = stage.readings[0].columns.columns_of_word();
        let first = plus(stage.shape.first_column);
        let rows = match stage.mmas() {
            1 => String::new(),
            mmas => format!(" + {} ({} / {})", columns / mmas, at.row, stage.rows_of_mma()),
        };
        let (id, word) = match stage.shape.scaling.per_step() {
            1 => (format!("{step} mod 4 = "), format!("({step} / 4) · {columns}")),
            2 => (format!("2 ({step} mod 2) = "), format!("({step} / 2) · {columns}")),
            _ => (String::new(), format!("{step} · {columns}")),
        };
        Self {
            title: format!("Step {step}, id {}, column {}", given.id, given.column),
            lines: vec![
                format!("id     = {id}{}", given.id),
                format!("column = {first}{word}{rows} = {}", given.column),
                format!("{name} id: idesc bits {bits}"),
            ],
        }
    }

    /// Returns the formulas of a factor whose block is written in another order than it is read: in its block, as written, as
    /// read, and at its expected position in tensor memory.
    ///
    /// ```
    /// use swizzle_draw::scene::Formula;
    /// use swizzle_tmem::scale::Order;
    /// use swizzle_view::link::ScaleShown;
    /// let shown = ScaleShown { rows: 256, written: Order::Tensor, row: 200, block: 2, ..ScaleShown::default() };
    /// let stage = shown.stage().unwrap();
    /// let titles = Formula::of_wrong(&stage, &stage.follow(200, 2).unwrap()).map(|formula| formula.title);
    /// assert_eq!(titles, ["Row 200, block 2", "K blocks first: byte 1162", "Rows first: byte 650", "Column 6, byte 2"]);
    /// ```
    pub fn of_wrong(stage: &ScaleStage, at: &Followed) -> [Self; 4] {
        let (r, kb) = (at.row, at.factor);
        let inside = Self::of_block(&stage.read, stage, at);
        let in_block = at.read_byte % BLOCK_BYTES;
        let mut parts = inside.lines[1..4].to_vec();
        parts.push(format!("in its block: {in_block}"));
        let ordered = |blocks: &ScaleBlocks| {
            let byte = blocks.byte(r, kb);
            let name = match blocks.order {
                Order::Tensor => "K blocks first",
                Order::Stage => "Rows first",
                Order::Linear => "Linear",
                Order::Rows8 => "8×4",
            };
            let lines = if blocks.order.is_copied() {
                let block = byte / BLOCK_BYTES;
                let number = block_number(blocks.order, stage.block_counts(), r, kb);
                vec![
                    format!("block = {number} = {block}"),
                    format!("byte  = 512×{block} + {in_block} = {byte}"),
                ]
            } else {
                let formula = blocks.law.formula(Coordinate::MemoryByte, &[r, kb]);
                vec![format!("byte  = {}", formula.text), format!("      = {}", formula.sum())]
            };
            Self { title: format!("{name}: byte {byte}"), lines }
        };
        let tensor = Self::of_tensor(stage, at, 0);
        let column = at.cells[0].first().map_or(0, |cell| cell.column);
        [
            Self { title: format!("Row {r}, block {kb}"), lines: parts },
            ordered(&stage.written),
            ordered(&stage.read),
            Self {
                title: format!("Column {column}, byte {}", at.byte_of_word()),
                lines: broken(&tensor.lines[1..]),
            },
        ]
    }
}

/// The lines with a long one broken at its last two signs, for a narrow picture.
fn broken(lines: &[String]) -> Vec<String> {
    let parts = |line: &String| match line.split_once(") + ") {
        Some((head, tail)) => vec![format!("{head})"), format!("       + {tail}")],
        None => vec![line.clone()],
    };
    lines.iter().flat_map(parts).collect()
}

/// The number of a block, in an order, as a formula.
fn block_number(order: Order, (high, wide): (u32, u32), r: u32, kb: u32) -> String {
    let times = |what: String, count: u32| match count {
        1 => what,
        count => format!("({what})·{count}"),
    };
    match order {
        Order::Tensor | Order::Linear | Order::Rows8 => {
            format!("{} + {kb}/4", times(format!("{r}/128"), wide))
        }
        Order::Stage => format!("{} + {r}/128", times(format!("{kb}/4"), high)),
    }
}
