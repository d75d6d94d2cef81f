//! Register fragments: which thread holds which cell of a matrix, and in which register.

use swizzle_core::named;

/// A matrix that is spread over the registers of threads.
///
/// Source: PTX ISA, "Register Fragments" and "Sparse matrix storage" of `wgmma.mma_async`, `ldmatrix`, `stmatrix`; read back
/// from an H200, metadata from an H100.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fragment {
    /// The accumulator of `wgmma`, 64 rows by N columns: one 32-bit number per register, or two 16-bit numbers.
    Accumulator,
    /// Operand A of `wgmma` from registers, 64 rows by 32 bytes of K.
    OperandA,
    /// Four 8 × 8 matrices of 16-bit elements, as `ldmatrix` and `stmatrix` deal them out.
    Matrices,
    /// The same with `.trans`.
    MatricesTransposed,
    /// Metadata of a sparse A of `wgmma`: 64 rows by the groups of one K step, of which 4 bits say what is stored. For elements
    /// of 16 and 32 bits half of the threads hold all of it, those with t mod 4 of 0 and 1: selector 0. With selector 1, those
    /// of 2 and 3 do, in the same order.
    Metadata,
}

named!(
    Fragment,
    "fragment",
    Accumulator => "accumulator",
    OperandA => "a-registers",
    Matrices => "matrices",
    MatricesTransposed => "matrices-trans",
    Metadata => "metadata",
);

/// A place in the registers of a group of threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot {
    /// Thread of the warpgroup, 0 to 127; lane of the warp, 0 to 31, for the matrices of `ldmatrix` and `stmatrix`.
    pub thread: u32,
    /// Register; for the matrices also the number of the matrix.
    pub register: u32,
    /// Element in the register, from its low bits.
    pub part: u32,
}

impl Fragment {
    /// Threads that hold it.
    pub const fn threads(self) -> u32 {
        match self {
            Self::Accumulator | Self::OperandA | Self::Metadata => 128,
            Self::Matrices | Self::MatricesTransposed => 32,
        }
    }

    /// Elements in a register, for elements of this many bits. The accumulator counts each number as a register of its own.
    pub const fn parts(self, bits: u32) -> u32 {
        match self {
            Self::Accumulator => 1,
            Self::OperandA if bits >= 4 && bits <= 32 => 32 / bits,
            Self::OperandA => 1,
            Self::Matrices | Self::MatricesTransposed => 2,
            Self::Metadata => 8,
        }
    }

    /// Elements that a column of the matrix stands for: those of a group for metadata, otherwise one.
    pub const fn group(self, bits: u32) -> u32 {
        match self {
            Self::Metadata if bits == 32 => 2,
            Self::Metadata => 4,
            _ => 1,
        }
    }

    /// Row and column of the cell in a place. For the matrices of `ldmatrix`: in the matrix of the register's number.
    ///
    /// ```
    /// use swizzle_warp::{Fragment, Slot};
    /// let slot = Slot { thread: 37, register: 6, part: 0 };
    /// assert_eq!(Fragment::Accumulator.cell_from_slot(slot, 32), (25, 10));
    /// assert_eq!(Fragment::Accumulator.slot_from_cell(25, 10, 32), slot);
    /// ```
    pub const fn cell_from_slot(self, slot: Slot, bits: u32) -> (u32, u32) {
        let lane = slot.thread % 32;
        let (row, pair) = (lane / 4, lane % 4);
        let warp_row = slot.thread / 32 * 16 + row;
        let parts = self.parts(bits);
        match self {
            Self::Accumulator => {
                let register = slot.register;
                (warp_row + register / 2 % 2 * 8, register / 4 * 8 + pair * 2 + register % 2)
            }
            Self::OperandA => {
                (warp_row + slot.register % 2 * 8, (slot.register / 2 * 4 + pair) * parts + slot.part)
            }
            Self::Matrices => (row, pair * parts + slot.part),
            Self::MatricesTransposed => (pair * parts + slot.part, row),
            Self::Metadata if bits == 8 => (warp_row + pair % 2 * 8, pair / 2 * parts + slot.part),
            Self::Metadata => (warp_row + slot.part / 4 * 8, pair % 2 * 4 + slot.part % 4),
        }
    }

    /// The place of a cell; the inverse of [`cell_from_slot`](Self::cell_from_slot). For the matrices of `ldmatrix`:
    /// register 0 of the matrix that the cell is in.
    pub const fn slot_from_cell(self, row: u32, column: u32, bits: u32) -> Slot {
        let parts = self.parts(bits);
        match self {
            Self::Accumulator => Slot {
                thread: row / 16 * 32 + row % 8 * 4 + column % 8 / 2,
                register: column / 8 * 4 + row / 8 % 2 * 2 + column % 2,
                part: 0,
            },
            Self::OperandA => {
                let group = column / parts;
                Slot {
                    thread: row / 16 * 32 + row % 8 * 4 + group % 4,
                    register: group / 4 * 2 + row / 8 % 2,
                    part: column % parts,
                }
            }
            Self::Matrices => Slot { thread: row % 8 * 4 + column % 8 / 2, register: 0, part: column % 2 },
            Self::MatricesTransposed => Self::Matrices.slot_from_cell(column, row, bits),
            Self::Metadata => {
                let first = row / 16 * 32 + row % 8 * 4;
                let (thread, part) = match bits {
                    8 => (row / 8 % 2 + column / 8 * 2, column % 8),
                    _ => (column / 4, row / 8 % 2 * 4 + column % 4),
                };
                Slot { thread: first + thread, register: 0, part }
            }
        }
    }
}
