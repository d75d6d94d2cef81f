//! Contents of a cell.

use std::ops::Range;

use swizzle_core::hardware::Operand;

use crate::plan::region::Map;
use crate::plan::{Cell, Region, What};
use crate::{Coordinate, Point};

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
        if !self.contains(cell) || cell.cta >= self.ctas {
            return None;
        }
        let items: Vec<Item> = match &self.map {
            Map::D(_) => self.items(cell, 32, |_, [m, n, _]| Content::D { m, n }),
            Map::A(map, per_slot) => {
                let bits = map.element.slot_bits();
                self.items(cell, bits, |_, [m, slot, _]| Content::A {
                    m,
                    k: slot * per_slot..(slot + 1) * per_slot,
                })
            }
            Map::Scale(map, held, rows) => {
                let operand = match self.what {
                    What::Sfb => Operand::B,
                    What::D | What::A | What::Sfa | What::Metadata => Operand::A,
                };
                let first = held.first_row(cell.cta);
                let is_inside = |row: u32, block: u32| row < *rows && block < map.factors;
                self.items(cell, 8, |_, [row, block, _]| match is_inside(row, block) {
                    true => Content::Factor { operand, row: first + row, block },
                    false => Content::Padding,
                })
            }
            Map::Metadata(map) => {
                let group = map.group();
                self.items(cell, 4, |cta, [m, at, _]| Content::Group {
                    m: 128 * cta + m,
                    k: at * group..(at + 1) * group,
                })
            }
        };
        Some(Held { region: self.index, name: self.name.clone(), items })
    }

    /// The parts of a cell, of so many bits each, by the inverse of the law.
    fn items(&self, cell: Cell, bits: u32, content: impl Fn(u32, [u32; 3]) -> Content) -> Vec<Item> {
        let law = self.law();
        let has_cta = law.span(Coordinate::Cta) > 1;
        let item = |at: u32| {
            let point = Point {
                cta: if has_cta { cell.cta } else { 0 },
                lane: cell.lane,
                column: cell.column - self.column,
                bit: at * bits,
                memory_byte: 0,
            };
            let found = law.indices(point).into_iter().next()?;
            let index = |at: usize| found.get(at).copied().unwrap_or(0);
            Some(Item { bit: at * bits, bits, content: content(cell.cta, [index(0), index(1), index(2)]) })
        };
        (0..32 / bits).filter_map(item).collect()
    }
}
