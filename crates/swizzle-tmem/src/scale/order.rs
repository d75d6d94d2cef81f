//! The layouts of scale factors in memory, by name: a row each.

use super::*;

named! {
    /// The layout of scale factors in memory: the order of the blocks that they form, or of their rows.
    ///
    /// A new one is a variant and a row of `ROWS`.
    ///
    /// ```
    /// use swizzle_tmem::scale::Order;
    /// assert_eq!(Order::from_word("SWIZZLED_128x4"), Some(Order::Tensor));
    /// assert_eq!(Order::from_word("SfLayout.layout_8x4"), Some(Order::Rows8));
    /// assert_eq!(Order::Tensor.padded(200, 6), (256, 8));
    /// assert_eq!(Order::Rows8.padded(200, 6), (200, 8));
    /// assert_eq!(Order::Linear.padded(200, 6), (200, 6));
    /// ```
    pub enum Order "order" {
        /// Blocks of 128 × 4 in a whole tensor: the next 4 factors of the same rows follow.
        Tensor => "tensor",
        /// Blocks of 128 × 4 in a stage in shared memory: the same factors of the next 128 rows follow.
        Stage => "stage",
        /// Row by row, without blocks.
        Linear => "linear",
        /// Blocks of 8 × 4: the next 4 factors of the same rows follow.
        Rows8 => "8x4",
    }
}

/// What a project calls a layout, and the file that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProjectName {
    /// The project.
    pub project: &'static str,
    /// Its name for the layout.
    pub name: &'static str,
    /// Where it says so.
    pub source: &'static str,
}

struct Row {
    title: &'static str,
    text: &'static str,
    /// Rows and factors of a block: the padding is to whole blocks.
    block: [u32; 2],
    /// The digits of a row in its block: per so many rows, so many values, bytes.
    digits: &'static [(u32, u32, u32)],
    /// Whether the block of the next rows follows, and not that of the next factors.
    is_down_first: bool,
    law: &'static str,
    source: &'static str,
    words: &'static [&'static str],
}

const DIGITS_128: &[(u32, u32, u32)] = &[(1, 32, 16), (32, 4, 4)];

/// The rows, in the order of [`Order`].
const ROWS: [Row; 4] = [
    Row {
        title: "128×4",
        text: "the next 4 factors of the same rows",
        block: [128, 4],
        digits: DIGITS_128,
        is_down_first: false,
        law: "scale factors of a tensor",
        source: "CuTe, Sm1xxBlockScaledConfig::tile_atom_to_shape_SFA and SFB",
        words: &["128x4", "128×4", "32x4x4"],
    },
    Row {
        title: "128×4, rows first",
        text: "the same 4 factors of the next 128 rows",
        block: [128, 4],
        digits: DIGITS_128,
        is_down_first: true,
        law: "scale factors of a stage",
        source: "CuTe, Sm1xxBlockScaledConfig::deduce_smem_layoutSFA and SFB",
        words: &[],
    },
    Row {
        title: "linear",
        text: "the factors of the next row",
        block: [1, 1],
        digits: &[],
        is_down_first: false,
        law: "scale factors, row by row",
        source: "FlashInfer, QuantizationSFLayout::LINEAR",
        words: &["row-major", "row_major", "unswizzled"],
    },
    Row {
        title: "8×4",
        text: "the next 4 factors of the same 8 rows",
        block: [8, 4],
        digits: &[(1, 8, 4)],
        is_down_first: false,
        law: "scale factors in blocks of 8 × 4",
        source: "FlashInfer, get_sf_out_offset_8x4",
        words: &["8×4"],
    },
];

impl Order {
    const fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// The layout that a word names: its own name, or a project's, with or without the type before it.
    pub fn from_word(word: &str) -> Option<Self> {
        let last = |name: &'static str| name.rsplit(['.', ':']).next().unwrap_or(name);
        let word = word.rsplit(['.', ':']).next().unwrap_or(word);
        Self::ALL.iter().copied().find(|order| {
            let names = order.names().map(|one| last(one.name));
            let mut all = names.chain(order.row().words.iter().copied()).chain([order.name()]);
            all.any(|name| name.eq_ignore_ascii_case(word))
        })
    }

    /// What it is called, as sentences have it.
    pub const fn title(self) -> &'static str {
        self.row().title
    }

    /// Returns what follows a block, in words.
    pub const fn text(self) -> &'static str {
        self.row().text
    }

    /// What projects call it.
    pub fn names(self) -> impl Iterator<Item = ProjectName> {
        include_str!("order_names.tsv").lines().skip(1).filter_map(move |line| {
            let [order, project, name, source] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("{line}: not four cells");
            };
            (order == self.name()).then_some(ProjectName { project, name, source })
        })
    }

    /// Rows and factors of a block, to which both are padded.
    pub const fn block(self) -> [u32; 2] {
        self.row().block
    }

    /// Whether its blocks are those of 512 bytes that a `tcgen05.cp` brings to tensor memory.
    pub fn is_copied(self) -> bool {
        self.block() == [128, 4]
    }

    /// Rows and factors with the padding that whole blocks need.
    pub const fn padded(self, rows: u32, factors: u32) -> (u32, u32) {
        let [high, wide] = self.block();
        (rows.div_ceil(high).saturating_mul(high), factors.div_ceil(wide).saturating_mul(wide))
    }

    /// The byte of a row and a block of `rows` × `blocks` as an expression, for any of them, with a sign for whole divisions.
    ///
    /// ```
    /// use swizzle_tmem::scale::Order;
    /// assert_eq!(Order::Linear.expression("/"), "row * blocks + block");
    /// assert_eq!(
    ///     Order::Rows8.expression("//"),
    ///     "row % 8 * 4 + row // 8 * ((blocks + 3) // 4) * 32 + block % 4 + block // 4 * 32",
    /// );
    /// ```
    pub fn expression(self, division: &str) -> String {
        let Row { block: [rows, factors], is_down_first, .. } = *self.row();
        let over = |index: &str, per: u32| match per {
            1 => index.to_owned(),
            per => format!("{index} {division} {per}"),
        };
        let times = |index: String, bytes: u32| match bytes {
            1 => index,
            bytes => format!("{index} * {bytes}"),
        };
        let digits = self.row().digits.iter();
        let digits =
            digits.map(|(per, count, stride)| times(format!("{} % {count}", over("row", *per)), *stride));
        let (down, right) = if is_down_first {
            (over("row", rows), format!("{} * {}", over("block", factors), count("rows", rows, division)))
        } else {
            (
                format!("{} * {}", over("row", rows), count("blocks", factors, division)),
                over("block", factors),
            )
        };
        let byte = (factors > 1).then(|| format!("block % {factors}"));
        let bytes = rows * factors;
        let all = digits.chain([times(down, bytes)]).chain(byte).chain([times(right, bytes)]);
        all.collect::<Vec<_>>().join(" + ")
    }

    /// The bytes of `rows` × `blocks`, padding included, likewise.
    pub fn size_expression(self, division: &str) -> String {
        let [high, wide] = self.block();
        let blocks = format!("{} * {}", count("rows", high, division), count("blocks", wide, division));
        if high * wide == 1 { blocks } else { format!("{blocks} * {}", high * wide) }
    }

    /// The law for so many rows and factors, padded to whole blocks.
    pub(super) fn law(self, all_rows: u32, all_factors: u32) -> Law {
        use Coordinate::MemoryByte;
        let Row { block: [rows, factors], is_down_first, .. } = *self.row();
        let (high, wide) = (all_rows.div_ceil(rows), all_factors.div_ceil(factors));
        let bytes = rows * factors;
        let (down, right) = if is_down_first { (bytes, bytes * high) } else { (bytes * wide, bytes) };
        let digits = self.row().digits.iter().map(|(_, count, stride)| (*count, MemoryByte, *stride));
        Law::new(self.row().law, Mark::Code, self.row().source)
            .over(Index::Row, digits.chain([(high, MemoryByte, down)]))
            .used(all_rows)
            .over(Index::Block, [(factors, MemoryByte, 1), (wide, MemoryByte, right)])
            .used(all_factors)
    }
}

/// Blocks of a buffer along a dimension, as an expression.
fn count(index: &str, per: u32, division: &str) -> String {
    match per {
        1 => index.to_owned(),
        per => format!("(({index} + {}) {division} {per})", per - 1),
    }
}
