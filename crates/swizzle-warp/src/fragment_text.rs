//! A register fragment in words, and as a grid whose columns are the places of a thread.

use crate::fragment::{Fragment, Slot};

impl Fragment {
    /// The places of a thread: each register, part by part.
    pub const fn places(&self) -> u32 {
        self.registers() * self.parts
    }

    /// The first element of a column.
    pub const fn element(&self, column: u32) -> u32 {
        column * self.group
    }

    /// The slot in a place of a thread.
    pub const fn slot(&self, thread: u32, place: u32) -> Slot {
        Slot { thread, register: place / self.parts, part: place % self.parts }
    }

    /// The place of a cell over the registers: column and line.
    pub const fn register_place(&self, slot: Slot) -> (u32, u32) {
        (slot.register * self.parts + slot.part, slot.thread)
    }

    const fn is_metadata(&self) -> bool {
        self.group > 1
    }

    /// Describes the threads that hold the elements, in a sentence.
    ///
    /// ```
    /// use swizzle_warp::FragmentName;
    /// let fragment = FragmentName::Accumulator.of(32, 16);
    /// assert_eq!(fragment.text(), "128 threads hold 64 × 16 elements, each exactly once");
    /// let fragment = FragmentName::Metadata.of(16, 8);
    /// assert_eq!(fragment.text(), "64 threads hold 4 bits for each group of 4 elements of K, 64 × 8");
    /// ```
    pub fn text(&self) -> String {
        let (rows, columns) = (self.rows, self.columns);
        if self.is_metadata() {
            let threads = rows * columns / self.places();
            return format!(
                "{threads} threads hold 4 bits for each group of {} elements of K, {rows} × {columns}",
                self.group
            );
        }
        let matrices = match self.matrices() {
            1 => String::new(),
            matrices => format!("{matrices} × "),
        };
        format!("{} threads hold {matrices}{rows} × {columns} elements, each exactly once", self.threads)
    }

    /// A slot and its cell in words.
    pub fn told(&self, slot: Slot) -> String {
        let Slot { thread, register, part } = slot;
        let (row, column) = self.cell_from_slot(slot);
        if self.is_metadata() {
            let (k, bit) = (self.element(column), 4 * part);
            let whose = match (self.slots_from_cell(row, column).len(), thread % 4) {
                (1, _) => "",
                (_, 0 | 1) => ", selector 0",
                _ => ", selector 1",
            };
            let (last, end) = (k + self.group - 1, bit + 3);
            return format!("Row {row}, K {k}–{last} is steered by thread {thread}, bits {bit}–{end}{whose}");
        }
        let part = match self.parts {
            1 => String::new(),
            _ => format!(", element {part}"),
        };
        let who = if self.threads == 32 { "lane" } else { "thread" };
        let of_matrix = match self.matrices() {
            1 => String::new(),
            _ => format!(" of matrix {}", self.matrix_from_slot(slot)),
        };
        format!("({row}, {column}){of_matrix} is in {who} {thread}, register {register}{part}")
    }
}
