//! Register fragments: which thread holds which cell of a matrix, in which register and in which part of it.
//!
//! ```text
//! coordinate = digits, the lowest first, each some bits of the thread's number or of the element's: register · parts + part
//! ```

use swizzle_core::named;

/// A place in the registers of a group of threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// Thread of the warpgroup, 0 to 127, or lane of the warp, 0 to 31.
    pub thread: u32,
    /// Register of the operand.
    pub register: u32,
    /// Element in the register, from its low bits.
    pub part: u32,
}

/// A number that digits are taken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Of {
    Thread,
    Element,
}

/// Some neighbouring bits of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Digit {
    pub(crate) of: Of,
    pub(crate) from: u32,
    pub(crate) bits: u32,
}

impl Digit {
    const fn mask(self) -> u32 {
        (1 << self.bits) - 1
    }
}

/// Bits of the thread's number.
pub(crate) const fn t(from: u32, bits: u32) -> Digit {
    Digit { of: Of::Thread, from, bits }
}

/// Bits of the element's number among those of its thread.
pub(crate) const fn e(from: u32, bits: u32) -> Digit {
    Digit { of: Of::Element, from, bits }
}

/// A coordinate: its digits, the lowest first.
pub(crate) type Digits = [Digit; 3];

/// A coordinate that is 0.
pub(crate) const ZERO: Digits = [e(0, 0); 3];

/// As many bits as the registers of any form need: the matrix ends first.
pub(crate) const OPEN: u32 = 8;

/// The law of nearly all fragments, across and along the dimension in which a thread holds neighbours: `1 << run` neighbours a
/// thread, four threads side by side, eight such rows of threads, `1 << groups` groups of eight rows, then the next neighbours
/// along, of which there are `1 << more`. The warps of a warpgroup hold 16 rows each.
pub(crate) const fn across_and_along(run: u32, groups: u32, more: u32) -> (Digits, Digits) {
    ([t(2, 3), e(run, groups), t(5, 2)], [e(0, run), t(0, 2), e(run + groups, more)])
}

/// A matrix that is spread over the registers of threads.
///
/// Source: PTX ISA, the fragments of `wgmma.mma_async`, `mma`, `ldmatrix`, `stmatrix` and `movmatrix`; read back from an H200
/// where it has the instruction, metadata from an H100.
///
/// ```
/// use swizzle_warp::{FragmentName, Slot};
/// let accumulator = FragmentName::Accumulator.of(32, 16);
/// let slot = Slot { thread: 37, register: 6, part: 0 };
/// assert_eq!(accumulator.cell_from_slot(slot), (25, 10));
/// assert_eq!(accumulator.slot_from_cell(25, 10), slot);
/// assert_eq!(accumulator.registers(), 8);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Fragment {
    /// Rows of the matrix.
    pub rows: u32,
    /// Columns of the matrix; of metadata, groups.
    pub columns: u32,
    /// Bits that an element has in its register.
    pub bits: u32,
    /// Threads that hold it.
    pub threads: u32,
    /// Elements in a register.
    pub parts: u32,
    /// Elements that a column stands for: those of a group for metadata, otherwise one.
    pub group: u32,
    /// What its matrices are called, where it has several.
    pub matrix_name: &'static str,
    pub(crate) row: Digits,
    pub(crate) column: Digits,
    pub(crate) matrix: Digits,
}

impl Fragment {
    /// A fragment of one warp, each element once.
    pub(crate) const fn of_warp((rows, columns): (u32, u32), bits: u32, row: Digits, column: Digits) -> Self {
        let parts = if bits < 32 { 32 / bits } else { 1 };
        Self {
            rows,
            columns,
            bits,
            threads: 32,
            parts,
            group: 1,
            matrix_name: "matrix",
            row,
            column,
            matrix: ZERO,
        }
    }

    /// Matrices that the registers hold beside each other: those of one `ldmatrix`, the products of `mma` m8n8k4 with f16, the
    /// choices of the selector of scale factors. Otherwise 1.
    pub const fn matrices(&self) -> u32 {
        1 << (self.matrix[0].bits + self.matrix[1].bits + self.matrix[2].bits)
    }

    /// Registers of a thread. Those of f64 have 64 bits, all others 32.
    pub const fn registers(&self) -> u32 {
        let held = (self.rows * self.columns * self.matrices()) << self.free_thread_bits().count_ones();
        held / (self.threads * self.parts)
    }

    /// Returns whether the fragment has such a place.
    pub const fn has(&self, slot: Slot) -> bool {
        slot.thread < self.threads && slot.register < self.registers() && slot.part < self.parts
    }

    /// Row and column of the cell in a place; of scale factors and shared memory, in the matrix of
    /// [`matrix_from_slot`](Self::matrix_from_slot).
    pub const fn cell_from_slot(&self, slot: Slot) -> (u32, u32) {
        (self.value(&self.row, slot), self.value(&self.column, slot))
    }

    /// The matrix of a place, from 0.
    pub const fn matrix_from_slot(&self, slot: Slot) -> u32 {
        self.value(&self.matrix, slot)
    }

    /// The first place of a cell of matrix 0.
    pub const fn slot_from_cell(&self, row: u32, column: u32) -> Slot {
        self.slot_in_matrix(0, row, column)
    }

    /// The first place of a cell of a matrix; the inverse of [`cell_from_slot`](Self::cell_from_slot).
    pub const fn slot_in_matrix(&self, matrix: u32, row: u32, column: u32) -> Slot {
        let mut numbers = (0, 0);
        numbers = place(&self.row, row, numbers);
        numbers = place(&self.column, column, numbers);
        let (thread, element) = place(&self.matrix, matrix, numbers);
        Slot { thread, register: element / self.parts, part: element % self.parts }
    }

    /// Every place of a cell, in every matrix: several where threads hold copies.
    pub fn slots_from_cell(&self, row: u32, column: u32) -> Vec<Slot> {
        let free = self.free_thread_bits();
        let copies = (0..self.threads).filter(|copy| copy & !free == 0);
        let of_copy = |copy| {
            (0..self.matrices()).map(move |matrix| {
                let slot = self.slot_in_matrix(matrix, row, column);
                Slot { thread: slot.thread | copy, ..slot }
            })
        };
        let mut slots: Vec<Slot> = copies.flat_map(of_copy).collect();
        slots.sort_unstable();
        slots
    }

    /// Every place, by thread, register and part.
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        let (registers, parts) = (self.registers(), self.parts);
        let elements = (0..registers * parts).map(move |at| (at / parts, at % parts));
        let threads = 0..self.threads;
        threads.flat_map(move |thread| {
            elements.clone().map(move |(register, part)| Slot { thread, register, part })
        })
    }

    /// Rows become columns.
    #[must_use]
    pub(crate) const fn transposed(self) -> Self {
        Self { rows: self.columns, columns: self.rows, row: self.column, column: self.row, ..self }
    }

    const fn value(&self, digits: &Digits, slot: Slot) -> u32 {
        let element = slot.register * self.parts + slot.part;
        let (mut value, mut bits, mut at) = (0, 0, 0);
        while at < digits.len() {
            let digit = digits[at];
            let of = match digit.of {
                Of::Thread => slot.thread,
                Of::Element => element,
            };
            value |= (of >> digit.from & digit.mask()) << bits;
            (bits, at) = (bits + digit.bits, at + 1);
        }
        value
    }

    /// Bits of the thread's number on which no coordinate depends.
    const fn free_thread_bits(&self) -> u32 {
        let mut free = self.threads - 1;
        let mut at = 0;
        while at < 9 {
            let digit = [self.row, self.column, self.matrix][at / 3][at % 3];
            if matches!(digit.of, Of::Thread) {
                free &= !(digit.mask() << digit.from);
            }
            at += 1;
        }
        free
    }
}

/// Sets the bits of thread and element from which a coordinate comes.
const fn place(digits: &Digits, mut value: u32, (mut thread, mut element): (u32, u32)) -> (u32, u32) {
    let mut at = 0;
    while at < digits.len() {
        let digit = digits[at];
        let part = (value & digit.mask()) << digit.from;
        match digit.of {
            Of::Thread => thread |= part,
            Of::Element => element |= part,
        }
        (value, at) = (value >> digit.bits, at + 1);
    }
    (thread, element)
}

named! {
    /// Fragments by the names that links give them.
    pub enum FragmentName "fragment" {
        /// The accumulator of `wgmma`, 64 rows by N columns: one 32-bit number per register, or two 16-bit numbers, of which each
        /// counts as a register of its own.
        Accumulator => "accumulator",
        /// Operand A of `wgmma` from registers, 64 rows by 32 bytes of K.
        OperandA => "a-registers",
        /// An 8 × 8 matrix of 16-bit elements, as `ldmatrix` and `stmatrix` deal it out.
        Matrices => "matrices",
        /// The same with `.trans`.
        MatricesTransposed => "matrices-trans",
        /// Metadata of a sparse A of `wgmma`: 64 rows by the groups of one K step, of which 4 bits say what is stored. For elements
        /// of 16 and 32 bits half of the threads hold all of it, those with t mod 4 of 0 and 1: selector 0. With selector 1, those
        /// of 2 and 3 do, in the same order.
        Metadata => "metadata",
    }
}

/// The fragments that are shown: bits of an element, columns in view, and what they are called.
pub(crate) type Shown = (FragmentName, u32, u32, &'static str);

impl FragmentName {
    /// Those that are shown; those of a name are neighbours, the usual one first.
    pub const SHOWN: [Shown; 8] = [
        (Self::Accumulator, 32, 16, "accumulator of wgmma, f32"),
        (Self::OperandA, 16, 16, "operand A of wgmma from registers, 16 bits"),
        (Self::OperandA, 8, 32, "operand A of wgmma, 8 bits"),
        (Self::Matrices, 16, 8, "ldmatrix and stmatrix, one of the matrices"),
        (Self::MatricesTransposed, 16, 8, "ldmatrix and stmatrix with .trans"),
        (Self::Metadata, 16, 8, "metadata of sparse wgmma, 16 bits"),
        (Self::Metadata, 32, 8, "metadata, tf32"),
        (Self::Metadata, 8, 16, "metadata, 8 bits"),
    ];

    /// The fragment, for elements of this many bits, as many columns of it as are asked for.
    pub const fn of(self, bits: u32, columns: u32) -> Fragment {
        let (row, column) = match self {
            Self::Accumulator => across_and_along(1, 1, OPEN),
            Self::OperandA if bits <= 8 => across_and_along(2, 1, OPEN),
            Self::OperandA if bits <= 16 => across_and_along(1, 1, OPEN),
            Self::OperandA => across_and_along(0, 1, OPEN),
            Self::Matrices | Self::MatricesTransposed => across_and_along(1, 0, 0),
            Self::Metadata if bits == 8 => ([t(2, 3), t(0, 1), t(5, 2)], [e(0, 3), t(1, 1), e(0, 0)]),
            Self::Metadata => ([t(2, 3), e(2, 1), t(5, 2)], [e(0, 2), t(0, 1), e(0, 0)]),
        };
        let warp = Fragment::of_warp((64, columns), bits, row, column);
        match self {
            Self::Accumulator => Fragment { threads: 128, parts: 1, ..warp },
            Self::OperandA => Fragment { threads: 128, ..warp },
            Self::Matrices => Fragment { rows: 8, ..warp },
            Self::MatricesTransposed => Fragment { rows: 8, ..warp }.transposed(),
            Self::Metadata => {
                let group = if bits == 32 { 2 } else { 4 };
                Fragment { threads: 128, parts: 8, group, bits: 4, ..warp }
            }
        }
    }
}
