//! The instruction that reads the tile, the sequence of its reads, and what a descriptor reads.

mod all_given;
mod beside;
mod clash;
mod descriptors;
mod form;
mod gap;
mod outside;
mod place;
mod read_against_tile;
mod said;
mod spec;
mod steps;
mod verdict;

use crate::hardware::{
    Arch, Chip, CopyShape, Element, LboMode, Operand, Sparsity, UNIT_BYTES, Use, read_k_bytes, read_mn_max,
};

pub use beside::{Beside, GIVEN_MAX};
pub use form::{FormFault, is_legal_form};
pub use gap::Gap;
pub use place::{Place, SaidPlace};
pub use read_against_tile::{Difference, ReadAgainstTile, SequenceAgainstTile, Tally};
pub use said::{Said, SaidReader};
pub use spec::{LBO_UNUSED_BYTES, Spec};
pub use steps::Read;
pub use verdict::{Unread, Verdict, VerdictKind};

/// An instruction as a reader of one operand, with every value known.
///
/// ```
/// use swizzle_core::Element;
/// use swizzle_core::reader::Reader;
/// let reader = Reader::default();
/// assert_eq!((reader.rows, reader.k(Element::Bf16)), (64, 16));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reader {
    /// Instruction family.
    pub arch: Arch,
    /// The specified chip of the family, or the family's first.
    pub chip: Chip,
    /// Operand.
    pub operand: Operand,
    /// Dense or sparse form of the instruction.
    pub sparsity: Sparsity,
    /// How the LBO field is read; absolute reads 48 bytes of K.
    pub lbo_mode: LboMode,
    /// Rows (M or N) of one instruction.
    pub rows: u32,
    /// Purpose of the descriptor.
    pub used_for: Use,
    /// Shape of the copy, if the descriptor is for one.
    pub shape: CopyShape,
}

impl Default for Reader {
    /// Returns `wgmma` on a dense operand A, the reader that is inferred if nothing is known.
    fn default() -> Self {
        let arch = Arch::default();
        Self {
            arch,
            chip: arch.first_chip(),
            operand: Operand::A,
            sparsity: Sparsity::Dense,
            lbo_mode: LboMode::Relative,
            rows: read_mn_max(arch, Operand::A),
            used_for: Use::Mma,
            shape: CopyShape::R32x128b,
        }
    }
}

impl Reader {
    /// Bytes of K in one read, counted in units.
    #[must_use]
    pub const fn k_bytes(&self) -> u32 {
        match self.used_for {
            Use::Copy => self.shape.row_bytes(),
            Use::Mma => read_k_bytes(self.operand, self.sparsity, self.lbo_mode),
        }
    }

    /// The chip whose bit table applies to a descriptor of a family: the reader's own, or the other family's first.
    #[must_use]
    pub fn chip_of(&self, arch: Arch) -> Chip {
        if arch == self.arch { self.chip } else { arch.first_chip() }
    }

    /// Elements of K in one read.
    #[must_use]
    pub const fn k(&self, element: Element) -> u32 {
        self.k_bytes() / UNIT_BYTES * element.per_unit()
    }
}
