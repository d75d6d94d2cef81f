//! A register fragment as two grids: the cells with their registers, and the registers with their cells.

use crate::fragment::{Fragment, Slot};

/// A fragment, and as much of it as is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FragmentGrid {
    /// The fragment.
    pub fragment: Fragment,
    /// Bits of an element.
    pub bits: u32,
    /// Columns of the matrix that are shown.
    pub columns: u32,
}

impl FragmentGrid {
    /// Rows of the matrix.
    pub const fn rows(&self) -> u32 {
        match self.fragment {
            Fragment::Accumulator | Fragment::OperandA | Fragment::Metadata => 64,
            Fragment::Matrices | Fragment::MatricesTransposed => 8,
        }
    }

    /// The registers that hold what is shown, an element a place: register and part.
    pub const fn places(&self) -> u32 {
        match self.fragment {
            Fragment::Metadata => self.fragment.parts(self.bits),
            _ => self.rows() * self.columns / self.fragment.threads(),
        }
    }

    /// The first element of a column.
    pub const fn element(&self, column: u32) -> u32 {
        column * self.fragment.group(self.bits)
    }

    /// The place of a slot among those of its thread.
    const fn place(&self, slot: Slot) -> u32 {
        slot.register * self.fragment.parts(self.bits) + slot.part
    }

    /// The slot in a place of a thread.
    pub const fn slot(&self, thread: u32, place: u32) -> Slot {
        let parts = self.fragment.parts(self.bits);
        Slot { thread, register: place / parts, part: place % parts }
    }

    /// Row and column of a slot.
    pub const fn cell(&self, slot: Slot) -> (u32, u32) {
        self.fragment.cell_from_slot(slot, self.bits)
    }

    /// The slot of a cell.
    pub const fn slot_of_cell(&self, row: u32, column: u32) -> Slot {
        self.fragment.slot_from_cell(row, column, self.bits)
    }

    /// Describes the threads that hold the elements, in a sentence.
    ///
    /// ```
    /// use swizzle_warp::{Fragment, FragmentGrid};
    /// let grid = FragmentGrid { fragment: Fragment::Accumulator, bits: 32, columns: 16 };
    /// assert_eq!(grid.text(), "128 threads hold 64 × 16 elements, each exactly once");
    /// let grid = FragmentGrid { fragment: Fragment::Metadata, bits: 16, columns: 8 };
    /// assert_eq!(grid.text(), "64 threads hold 4 bits for each group of 4 elements of K, 64 × 8");
    /// ```
    pub fn text(&self) -> String {
        if self.fragment == Fragment::Metadata {
            let (group, threads) =
                (self.fragment.group(self.bits), self.rows() * self.columns / self.places());
            return format!(
                "{threads} threads hold 4 bits for each group of {group} elements of K, 64 × {}",
                self.columns
            );
        }
        format!(
            "{} threads hold {} × {} elements, each exactly once",
            self.fragment.threads(),
            self.rows(),
            self.columns
        )
    }

    /// The place of a cell over the registers: column and line.
    pub const fn register_place(&self, slot: Slot) -> (u32, u32) {
        (self.place(slot), slot.thread)
    }

    /// A slot and its cell in words.
    pub fn told(&self, slot: Slot) -> String {
        let (row, column) = self.cell(slot);
        if self.fragment == Fragment::Metadata {
            let (k, bit) = (self.element(column), 4 * slot.part);
            let whose = match (self.bits, slot.thread % 4) {
                (8, _) => "",
                (_, 0 | 1) => ", selector 0",
                _ => ", selector 1",
            };
            return format!(
                "Row {row}, K {k}–{} is steered by thread {}, bits {bit}–{}{whose}",
                k + self.element(1) - 1,
                slot.thread,
                bit + 3
            );
        }
        let part = match self.fragment.parts(self.bits) {
            1 => String::new(),
            _ => format!(", element {}", slot.part),
        };
        let (who, what) = match self.fragment {
            Fragment::Matrices | Fragment::MatricesTransposed => ("lane", "the matrix's register"),
            _ => ("thread", "register"),
        };
        let number = match self.fragment {
            Fragment::Matrices | Fragment::MatricesTransposed => String::new(),
            _ => format!(" {}", slot.register),
        };
        format!("({row}, {column}) is in {who} {}, {what}{number}{part}", slot.thread)
    }
}
