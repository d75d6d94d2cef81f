//! A register fragment as two grids of text: the cells with their registers, and the registers with their cells.

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
    /// Letters of a line before its first cell, in both grids.
    pub const BEFORE: u32 = 6;
    /// Letters of a cell, in both grids.
    pub const LETTERS: u32 = 9;

    /// Rows of the matrix.
    #[must_use]
    pub const fn rows(&self) -> u32 {
        match self.fragment {
            Fragment::Accumulator | Fragment::OperandA => 64,
            Fragment::Matrices | Fragment::MatricesTransposed => 8,
        }
    }

    /// The registers that hold what is shown, an element a place: register and part.
    #[must_use]
    pub const fn places(&self) -> u32 {
        self.rows() * self.columns / self.fragment.threads()
    }

    /// The place of a slot among those of its thread.
    const fn place(&self, slot: Slot) -> u32 {
        slot.register * self.fragment.parts(self.bits) + slot.part
    }

    /// The slot in a place of a thread.
    #[must_use]
    pub const fn slot(&self, thread: u32, place: u32) -> Slot {
        let parts = self.fragment.parts(self.bits);
        Slot {
            thread,
            register: place / parts,
            part: place % parts,
        }
    }

    /// Row and column of a slot.
    #[must_use]
    pub const fn cell(&self, slot: Slot) -> (u32, u32) {
        self.fragment.cell_from_slot(slot, self.bits)
    }

    /// The slot of a cell.
    #[must_use]
    pub const fn slot_of_cell(&self, row: u32, column: u32) -> Slot {
        self.fragment.slot_from_cell(row, column, self.bits)
    }

    /// A slot as it is written in the grid: thread, register, and the part where there are several.
    fn slot_text(&self, slot: Slot) -> String {
        match self.fragment.parts(self.bits) {
            1 => format!("{}.{}", slot.thread, slot.register),
            _ => format!("{}.{}.{}", slot.thread, slot.register, slot.part),
        }
    }

    /// The matrix: a row a line, in each cell `thread.register`, with the part of the register where it has several.
    ///
    /// ```
    /// use swizzle_warp::{Fragment, FragmentGrid};
    /// let grid = FragmentGrid { fragment: Fragment::Accumulator, bits: 32, columns: 16 };
    /// assert!(grid.matrix_text().starts_with("   0 |      0.0      0.1      1.0      1.1"));
    /// assert!(grid.registers_text().starts_with("   0 |      0,0      0,1      8,0      8,1"));
    /// ```
    #[must_use]
    pub fn matrix_text(&self) -> String {
        let cell = |row: u32, column: u32| self.slot_text(self.slot_of_cell(row, column));
        grid_text(self.rows(), self.columns, cell)
    }

    /// The registers: a thread a line, in each place the `row,column` of the cell that it holds.
    #[must_use]
    pub fn registers_text(&self) -> String {
        grid_text(self.fragment.threads(), self.places(), |thread, place| {
            let (row, column) = self.cell(self.slot(thread, place));
            format!("{row},{column}")
        })
    }

    /// The cells of a thread, as the data of a path over the matrix: squares of 1.
    #[must_use]
    pub fn thread_path(&self, thread: u32) -> String {
        let square = |place: u32| {
            let (row, column) = self.cell(self.slot(thread, place));
            format!("M{column} {row}h1v1h-1z")
        };
        (0..self.places()).map(square).collect()
    }

    /// The place of a cell over the registers: column and line.
    #[must_use]
    pub const fn register_place(&self, slot: Slot) -> (u32, u32) {
        (self.place(slot), slot.thread)
    }

    /// A slot and its cell in words.
    #[must_use]
    pub fn told(&self, slot: Slot) -> String {
        let (row, column) = self.cell(slot);
        let part = match self.fragment.parts(self.bits) {
            1 => String::new(),
            _ => format!(", element {}", slot.part),
        };
        let (who, what) = match self.fragment {
            Fragment::Accumulator | Fragment::OperandA => ("thread", "register"),
            Fragment::Matrices | Fragment::MatricesTransposed => ("lane", "the matrix's register"),
        };
        let number = match self.fragment {
            Fragment::Accumulator | Fragment::OperandA => format!(" {}", slot.register),
            Fragment::Matrices | Fragment::MatricesTransposed => String::new(),
        };
        format!(
            "({row}, {column}) is in {who} {}, {what}{number}{part}",
            slot.thread
        )
    }
}

/// A grid: the number of its line, and so many cells.
fn grid_text(lines: u32, cells: u32, cell: impl Fn(u32, u32) -> String) -> String {
    let letters = FragmentGrid::LETTERS as usize;
    let mut text = String::new();
    for line in 0..lines {
        text += &format!("{line:>4} |");
        for at in 0..cells {
            text += &format!("{:>letters$}", cell(line, at));
        }
        text.push('\n');
    }
    text
}
