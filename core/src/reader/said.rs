//! All specified values: those of the tile, those of the reader, and an explicit descriptor.

use crate::descriptor::Descriptor;
use crate::hardware::{Arch, Chip, CopyShape, LboMode, Operand, Sparsity, Use};
use crate::reader::beside::Beside;
use crate::reader::place::SaidPlace;
use crate::tile::SaidTile;

/// The specified values of a [`Reader`](crate::reader::Reader); `None` is inferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SaidReader {
    /// Instruction family.
    pub arch: Option<Arch>,
    /// The chip; it applies if it is of the specified family, and determines the family if none was specified.
    pub chip: Option<Chip>,
    /// Operand.
    pub operand: Option<Operand>,
    /// Dense or sparse form of the instruction.
    pub sparsity: Option<Sparsity>,
    /// How the LBO field is read; absolute reads 48 bytes of K.
    pub lbo_mode: Option<LboMode>,
    /// Rows (M or N) of one instruction.
    pub rows: Option<u32>,
    /// Purpose of the descriptor.
    pub used_for: Option<Use>,
    /// Shape of the copy, if the descriptor is for one.
    pub shape: Option<CopyShape>,
}

/// The specified values. Only an edit of a value changes them; a caller infers those that were not specified, and
/// assembles a [`Spec`](crate::Spec) of all.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Said};
/// let said = Said::default().with_given(Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0846));
/// assert_eq!(said.arch(), Some(Arch::Wgmma)); // that of its descriptor
/// assert_eq!(said.tile.mn, None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Said {
    /// The tile's values.
    pub tile: SaidTile,
    /// The reader's values.
    pub reader: SaidReader,
    /// The explicit descriptor: its 64 bits, which nothing else changes. Without one, the descriptor is computed.
    pub given: Option<Descriptor>,
    /// The other explicit descriptors of the same input.
    pub beside: Beside,
    /// The descriptor's place in the sequence.
    pub place: SaidPlace,
}

impl Said {
    /// Returns these values with an explicit descriptor, which replaces the open one if there are several. The descriptor
    /// determines its architecture and how its LBO is read; a specified chip of that architecture is kept.
    #[must_use]
    pub const fn with_given(mut self, descriptor: Descriptor) -> Self {
        self.given = Some(match self.reader.chip {
            Some(chip) => descriptor.on(chip),
            None => descriptor,
        });
        self.reader.arch = None;
        self.reader.lbo_mode = None;
        self
    }

    /// Returns these values for an instruction family: an explicit descriptor keeps its bits.
    #[must_use]
    pub const fn with_arch(mut self, arch: Arch) -> Self {
        match self.given {
            Some(given) => return self.with_given(Descriptor::new(arch, given.raw())),
            None => self.reader.arch = Some(arch),
        }
        self
    }

    /// Returns these values for a chip, and thereby for its family; unchanged for a chip without matrix descriptors.
    ///
    /// ```
    /// use swizzle_core::hardware::Chip;
    /// use swizzle_core::{Arch, Said};
    /// let said = Said::default().with_chip(Chip::Sm107a);
    /// assert_eq!((said.chip(), said.arch()), (Some(Chip::Sm107a), Some(Arch::Tcgen05)));
    /// assert_eq!(said.with_arch(Arch::Wgmma).chip(), None);
    /// ```
    #[must_use]
    pub fn with_chip(mut self, chip: Chip) -> Self {
        let Some(arch) = chip.arch() else {
            return self;
        };
        self.reader.chip = Some(chip);
        match self.given {
            Some(given) if given.arch() == arch => self.with_given(given),
            Some(_) | None => self.with_arch(arch),
        }
    }

    /// The specified chip, if it is of the specified instruction family.
    #[must_use]
    pub fn chip(&self) -> Option<Chip> {
        let chip = self.reader.chip?;
        (chip.arch() == self.arch()).then_some(chip)
    }

    /// The specified instruction family: that of an explicit descriptor, or the one named.
    #[must_use]
    pub fn arch(&self) -> Option<Arch> {
        let of_given = self.given.map(Descriptor::arch);
        let of_chip = || self.reader.chip.and_then(Chip::arch);
        of_given.or(self.reader.arch).or_else(of_chip)
    }

    /// Returns these values without an explicit descriptor: it is computed again, for the same architecture and LBO mode.
    #[must_use]
    pub fn without_given(mut self) -> Self {
        self.beside = Beside::NONE;
        if let Some(given) = self.given.take() {
            self.reader.arch = Some(given.arch());
            self.reader.lbo_mode = match given.decode().lbo_mode {
                LboMode::Relative => None,
                LboMode::Absolute => Some(LboMode::Absolute),
            };
        }
        self
    }
}
