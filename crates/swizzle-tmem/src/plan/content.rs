//! Contents of a cell.

use super::*;

/// The contents of a part of a cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Content {
    /// What it is of.
    pub what: What,
    /// Row of D or A; of scale factors row of A, or column of B.
    pub row: u32,
    /// Column of D, block of factors along K, or elements of A: several where they share a byte. Of a sparse A those that are
    /// stored; of metadata those of the logical row that share four bits.
    pub along: Range<u32>,
}

impl Content {
    /// In words: `D(44, 12)`.
    pub fn text(&self) -> String {
        self.text_of("")
    }

    /// The same of a region with a number, ` 2 `.
    fn text_of(&self, number: &str) -> String {
        let Self { what, row, along } = self;
        let along = match along.len() {
            1 => along.start.to_string(),
            _ => format!("{}–{}", along.start, along.end - 1),
        };
        match what {
            What::Metadata => format!("metadata{} of A({row}, {along})", number.trim_end()),
            what => format!("{}{number}({row}, {along})", what.text()),
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
    /// The contents of these bits; none of padding: rows or blocks that are there to fill a block of 128 × 4 factors.
    pub content: Option<Content>,
}

impl Item {
    /// The two numbers of its element; none of padding.
    pub fn pair(&self) -> Option<(u32, u32)> {
        self.content.as_ref().map(|content| (content.row, content.along.start))
    }
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
        let text = |content: &Option<Content>| {
            content.as_ref().map_or_else(|| "padding".into(), |content| content.text_of(&number))
        };
        let (first, last) = match &self.items[..] {
            [] => return String::new(),
            [one] => return text(&one.content),
            [first, .., last] => (&first.content, &last.content),
        };
        match (first, last) {
            (Some(first), Some(last)) if (first.what, first.row) == (last.what, last.row) => {
                Content { along: first.along.start..last.along.end, ..first.clone() }.text_of(&number)
            }
            (None, None) => text(first),
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
            let is_padding = matches!(self.what, What::Sfa | What::Sfb) && self.spread.is_padding(at);
            let content = Content { what: self.what, row: at[0], along: at[1]..at[1] + per };
            let content = (!is_padding).then_some(content);
            Some(Item { bit, bits, content })
        };
        let items = (0..32).step_by(bits as usize).filter_map(item).collect();
        Some(Held { region: self.index, name: self.name.clone(), items })
    }
}
