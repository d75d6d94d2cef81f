//! Contents of a cell.

use std::ops::Range;

use swizzle_core::hardware::Operand;

use crate::Point;
use crate::plan::{Cell, Region, What};

/// The contents of a part of a cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Content {
    /// An element of D.
    D {
        /// Row.
        m: u32,
        /// Column.
        n: u32,
    },
    /// Elements of A, several where they share a byte. Of a sparse A those that are stored.
    A {
        /// Row.
        m: u32,
        /// Elements of the row.
        k: Range<u32>,
    },
    /// A scale factor.
    Factor {
        /// Whose.
        operand: Operand,
        /// Row of A, or column of B.
        row: u32,
        /// Block along K.
        block: u32,
    },
    /// Four bits of metadata.
    Group {
        /// Row of A.
        m: u32,
        /// Elements of the logical row that share them.
        k: Range<u32>,
    },
    /// Rows or blocks that are there to fill a block of 128 × 4 factors.
    Padding,
}

impl Content {
    /// The two numbers of its element; none of padding.
    pub const fn pair(&self) -> Option<(u32, u32)> {
        match self {
            Self::D { m, n } => Some((*m, *n)),
            Self::A { m, k } | Self::Group { m, k } => Some((*m, k.start)),
            Self::Factor { row, block, .. } => Some((*row, *block)),
            Self::Padding => None,
        }
    }

    /// In words: `D(44, 12)`.
    pub fn text(&self) -> String {
        self.text_of("")
    }

    /// The same of a region with a number, ` 2 `.
    fn text_of(&self, number: &str) -> String {
        let several = |k: &Range<u32>| match k.len() {
            1 => k.start.to_string(),
            _ => format!("{}–{}", k.start, k.end - 1),
        };
        match self {
            Self::D { m, n } => format!("D{number}({m}, {n})"),
            Self::A { m, k } => format!("A{number}({m}, {})", several(k)),
            Self::Factor { operand, row, block } => match operand {
                Operand::A => format!("SFA{number}({row}, {block})"),
                Operand::B => format!("SFB{number}({row}, {block})"),
            },
            Self::Group { m, k } => {
                format!("metadata{} of A({m}, {})", number.trim_end(), several(k))
            }
            Self::Padding => "padding".into(),
        }
    }
}

/// A part of a cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Item {
    /// The first of its bits of the 32-bit word.
    pub bit: u32,
    /// Number of bits.
    pub bits: u32,
    /// The contents of these bits.
    pub content: Content,
}

/// The part of a cell that a region holds.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Held {
    /// The region's place in the plan.
    pub region: usize,
    /// The region's name.
    pub name: String,
    /// The parts of the cell, from bit 0 on.
    pub items: Vec<Item>,
}

impl Held {
    /// In words: neighbours of a row together, else the first and the last. From the second region of a kind on with its
    /// number, as [`find`](crate::plan::Laid::find) reads it: `D 2 (70, 33)`.
    ///
    /// ```
    /// use swizzle_tmem::plan::{Cell, Plan};
    /// let laid = Plan::default().laid();
    /// let text = |column| laid.at(Cell { cta: 0, lane: 70, column })[0].text();
    /// assert_eq!([text(33), text(261), text(305)], ["D(70, 33)", "SFA(38, 4–7)", "A(70, 8–15)"]);
    /// ```
    pub fn text(&self) -> String {
        let number = self.name.split_once(' ');
        let number = number.map_or(String::new(), |(_, number)| format!(" {number} "));
        let text = |content: &Content| content.text_of(&number);
        let (first, last) = match &self.items[..] {
            [] => return String::new(),
            [one] => return text(&one.content),
            [first, .., last] => (&first.content, &last.content),
        };
        match (first, last) {
            (Content::A { m, k }, Content::A { m: same, k: end }) if m == same => {
                text(&Content::A { m: *m, k: k.start..end.end })
            }
            (Content::Group { m, k }, Content::Group { m: same, k: end }) if m == same => {
                text(&Content::Group { m: *m, k: k.start..end.end })
            }
            (Content::Factor { operand, row, block }, Content::Factor { row: same, block: end, .. })
                if row == same =>
            {
                let name = match operand {
                    Operand::A => What::Sfa,
                    Operand::B => What::Sfb,
                };
                format!("{}{number}({row}, {block}–{end})", name.text())
            }
            (Content::Padding, Content::Padding) => text(first),
            _ => format!("{} to {}", text(first), text(last)),
        }
    }
}

impl Region {
    /// Returns the part of a cell that the region holds; none where it does not fill it.
    pub fn held(&self, cell: Cell) -> Option<Held> {
        if !self.contains(cell) || cell.cta >= self.spread.ctas {
            return None;
        }
        let bits = self.spread.bits;
        let per = self.spread.along().per;
        let item = |bit: u32| {
            let (lane, column) = (cell.lane, cell.column - self.column);
            let point = Point { cta: cell.cta, lane, column, bit, ..Point::default() };
            let at = self.spread.elements(point).into_iter().next()?;
            let ([m, n], k) = (at, at[1]..at[1] + per);
            let content = match self.what {
                What::D => Content::D { m, n },
                What::A => Content::A { m, k },
                What::Metadata => Content::Group { m, k },
                What::Sfa | What::Sfb if self.spread.is_padding(at) => Content::Padding,
                What::Sfa | What::Sfb => Content::Factor { operand: self.what.operand(), row: m, block: n },
            };
            Some(Item { bit, bits, content })
        };
        let items = (0..32).step_by(bits as usize).filter_map(item).collect();
        Some(Held { region: self.index, name: self.name.clone(), items })
    }
}
