//! Everything that was said: of the tile, of the reader, and a descriptor that was given.

use crate::descriptor::Descriptor;
use crate::hardware::{Arch, Chip, CopyShape, LboMode, Operand, Sparsity, Use};
use crate::reader::beside::Beside;
use crate::reader::place::SaidPlace;
use crate::tile::SaidTile;

/// What was said of a [`Reader`](crate::reader::Reader); `None` is assumed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SaidReader {
    /// Instruction family.
    pub arch: Option<Arch>,
    /// The chip; it counts where it is of the family that was said, and says the family where none was.
    pub chip: Option<Chip>,
    /// Operand.
    pub operand: Option<Operand>,
    /// Dense or sparse form of the instruction.
    pub sparsity: Option<Sparsity>,
    /// How the LBO field is read; absolute reads 48 bytes of K.
    pub lbo_mode: Option<LboMode>,
    /// Rows (M or N) of one instruction.
    pub rows: Option<u32>,
    /// What the descriptor is for.
    pub used_for: Option<Use>,
    /// The shape of the copy that it is for.
    pub shape: Option<CopyShape>,
}

/// What somebody said. Nothing but an edit of a value changes it; what was not said is assumed by
/// `spec_from_said` of swizzle-infer.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { start_bytes: Some(0x8400), mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let given = Some(Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0846));
/// let spec = spec_from_said(&Said { tile, given, ..Said::default() })?;
/// assert_eq!(spec.place().step, 3); // found in the tile's own sequence
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Said {
    /// Of the tile.
    pub tile: SaidTile,
    /// Of the reader.
    pub reader: SaidReader,
    /// A descriptor that was given: its 64 bits, which nothing else changes. Without one it is derived.
    pub given: Option<Descriptor>,
    /// Those that were given together with it.
    pub beside: Beside,
    /// Where in the sequence the descriptor belongs.
    pub place: SaidPlace,
}

impl Said {
    /// The same with a descriptor given, in the place of the open one where there are several. It says of itself which
    /// architecture it is for, and how its LBO is read; a chip of that architecture that was said stands.
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

    /// The same for an instruction family: a given descriptor keeps its bits.
    #[must_use]
    pub const fn with_arch(mut self, arch: Arch) -> Self {
        match self.given {
            Some(given) => return self.with_given(Descriptor::new(arch, given.raw())),
            None => self.reader.arch = Some(arch),
        }
        self
    }

    /// The same for a chip, and so for its family. A chip without matrix descriptors is none to say.
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

    /// The chip that was said, where it is of the instruction family that was.
    #[must_use]
    pub fn chip(&self) -> Option<Chip> {
        let chip = self.reader.chip?;
        (chip.arch() == self.arch()).then_some(chip)
    }

    /// The instruction family that was said, by a given descriptor or in words.
    #[must_use]
    pub fn arch(&self) -> Option<Arch> {
        let of_given = self.given.map(Descriptor::arch);
        let of_chip = || self.reader.chip.and_then(Chip::arch);
        of_given.or(self.reader.arch).or_else(of_chip)
    }

    /// The same without a given descriptor: it is derived again, for the same architecture and LBO mode.
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
