//! The chips: one record each. Chips of one family differ in their record or in the bit table of their descriptors.

mod forms;
mod records;

use crate::hardware::arch::Arch;
use crate::hardware::element::Element;
use crate::hardware::kind::Kind;
use crate::hardware::memory::{AddressSpace, SYSTEM_BYTES};
use crate::hardware::named::Named;
use crate::hardware::named::printed;
use crate::hardware::operand::LboMode;

use records::Record;

/// A chip, as the compiler calls it. The `a` stands for the instructions of that chip alone, wgmma and tcgen05 among them.
///
/// A new chip is a variant, a record in `chip/records`, and a bit table in `descriptor` where its bits differ.
///
/// ```
/// use swizzle_core::hardware::{Arch, Chip, Kind};
/// assert_eq!(Chip::Sm103a.arch(), Some(Arch::Tcgen05));
/// assert!(!Chip::Sm103a.has_kind(Kind::I8));
/// assert_eq!("sm_103a".parse(), Ok(Chip::Sm103a));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Chip {
    /// Turing.
    Sm75,
    /// Ampere, data centre.
    Sm80,
    /// Ampere, workstation.
    Sm86,
    /// Ampere, Orin.
    Sm87,
    /// Ada.
    Sm89,
    /// Hopper, without the instructions of its own.
    Sm90,
    /// Hopper.
    Sm90a,
    /// Blackwell, data centre, without the instructions of its own.
    Sm100,
    /// Blackwell, data centre.
    Sm100a,
    /// Blackwell Ultra.
    Sm103a,
    /// Blackwell, Thor; `sm_101a` in older tool chains.
    Sm110a,
    /// The chip that PTX ISA 9.4 (preview) describes.
    Sm107a,
    /// Blackwell, workstation: TMA, but neither wgmma nor tcgen05.
    Sm120,
    /// The same in GB10.
    Sm121,
}

impl Chip {
    const fn record(self) -> &'static Record {
        match self {
            Self::Sm90 => &records::SM_90,
            Self::Sm90a => &records::SM_90A,
            Self::Sm100 => &records::SM_100,
            Self::Sm100a => &records::SM_100A,
            Self::Sm103a => &records::SM_103A,
            Self::Sm110a => &records::SM_110A,
            Self::Sm107a => &records::SM_107A,
            Self::Sm120 => &records::SM_120,
            Self::Sm121 => &records::SM_121,
            Self::Sm75 => &records::SM_75,
            Self::Sm80 => &records::SM_80,
            Self::Sm86 => &records::SM_86,
            Self::Sm87 => &records::SM_87,
            Self::Sm89 => &records::SM_89,
        }
    }

    /// Every word that names it, lower case, with `_` for `-`: the compiler's names and the products'.
    #[must_use]
    pub const fn words(self) -> &'static [&'static str] {
        self.record().words
    }

    /// The family whose matrix descriptors it reads; `None` if it has neither wgmma nor tcgen05.
    #[must_use]
    pub const fn arch(self) -> Option<Arch> {
        self.record().arch
    }

    /// Whether code for it may use its family's instructions: `sm_90` is Hopper, and only `sm_90a` has wgmma.
    #[must_use]
    pub const fn has_instructions(self) -> bool {
        self.record().has_instructions
    }

    /// Whether its facts were read back from hardware; otherwise they come from documents and code.
    #[must_use]
    pub const fn is_measured(self) -> bool {
        self.record().is_measured
    }

    /// The source of its facts.
    #[must_use]
    pub const fn source(self) -> &'static str {
        self.record().source
    }

    /// The address space of its descriptors.
    #[must_use]
    pub const fn address_space(self) -> AddressSpace {
        self.record().address_space
    }

    /// Maximum shared memory of one block; `None` if no source says.
    #[must_use]
    pub const fn shared_bytes(self) -> Option<u32> {
        self.record().shared_bytes
    }

    /// The end of a block's addresses: what the system keeps plus the block's maximum; `None` if no source says. As much shared
    /// memory has an SM.
    ///
    /// Source: CUDA C++ Programming Guide: the system keeps 1 KiB of each block from compute capability 8.0 on.
    ///
    /// ```
    /// use swizzle_core::hardware::{Chip, SHARED_END};
    /// assert_eq!(Chip::Sm90a.shared_end(), Some(SHARED_END));
    /// assert_eq!(Chip::Sm120.shared_end(), Some(100 * 1024));
    /// assert_eq!(Chip::Sm107a.shared_end(), None);
    /// ```
    #[must_use]
    pub const fn shared_end(self) -> Option<u32> {
        match (self, self.shared_bytes()) {
            (Self::Sm75, bytes) => bytes,
            (_, Some(bytes)) => Some(SYSTEM_BYTES + bytes),
            (_, None) => None,
        }
    }

    /// Maximum columns of tensor memory that one CTA can allocate; 0 if it has none.
    #[must_use]
    pub const fn tensor_columns(self) -> u32 {
        self.record().tensor_columns
    }

    /// Whether its instructions multiply elements of a type. A new type is not supported until a record lists it.
    #[must_use]
    pub fn has_element(self, element: Element) -> bool {
        self.record().elements.contains(&element)
    }

    /// The kinds of `tcgen05.mma` that it has.
    #[must_use]
    pub const fn kinds(self) -> &'static [Kind] {
        self.record().kinds
    }

    /// Whether it has a kind of `tcgen05.mma`.
    #[must_use]
    pub fn has_kind(self, kind: Kind) -> bool {
        self.kinds().contains(&kind)
    }

    /// The ways in which it reads the LBO field.
    #[must_use]
    pub const fn lbo_modes(self) -> &'static [LboMode] {
        self.record().lbo_modes
    }

    /// Most rows of M that one of its instructions reads, of one CTA; 0 without such an instruction.
    #[must_use]
    pub const fn m_max(self) -> u32 {
        match self.arch() {
            Some(arch) => arch.m_max(),
            None => 0,
        }
    }

    /// Most rows of N that one of its instructions reads; 0 without such an instruction.
    #[must_use]
    pub const fn n_max(self) -> u32 {
        match self.arch() {
            Some(arch) => arch.n_max(),
            None => 0,
        }
    }

    /// Whether its assembler accepts a form of an instruction, written as in `tests/data/chips_ptxas.csv` or
    /// `chips_warp_ptxas.csv`; of sm_120 and sm_121 that of their targets with an `a`.
    ///
    /// ```
    /// use swizzle_core::hardware::Chip;
    /// assert!(Chip::Sm100a.has_form("mma.sp i8 cta_group::2"));
    /// assert!(!Chip::Sm107a.has_form("mma.sp i8 cta_group::2"));
    /// assert!(Chip::Sm80.has_form("cp.async.cg 16") && !Chip::Sm75.has_form("cp.async.cg 16"));
    /// ```
    #[must_use]
    pub fn has_form(self, form: &str) -> bool {
        let lists = records::forms(self).iter().chain(records::warp_forms(self).1);
        let mut all = lists.copied().flatten();
        self.has_plain_form(form) || all.any(|parts| forms::is_one_of(form, parts))
    }

    /// Whether it has a form of a warp's instruction without an `a` in the name of its target.
    ///
    /// ```
    /// use swizzle_core::hardware::Chip;
    /// assert!(Chip::Sm120.has_form("setmaxnreg") && !Chip::Sm120.has_plain_form("setmaxnreg"));
    /// assert!(Chip::Sm120.has_plain_form("ldmatrix m8n8.x4.b16"));
    /// ```
    #[must_use]
    pub fn has_plain_form(self, form: &str) -> bool {
        let mut all = records::warp_forms(self).0.iter().copied().flatten();
        all.any(|parts| forms::is_one_of(form, parts))
    }

    /// Whether its tensor maps have swizzles with atoms of 32 and 64 bytes, and sub-byte types; `None` where no source says.
    #[must_use]
    pub const fn has_atoms_and_sub_bytes(self) -> Option<bool> {
        self.record().has_atoms_and_sub_bytes
    }

    /// The chips whose supported tensor maps are known.
    ///
    /// ```
    /// use swizzle_core::hardware::Chip;
    /// assert_eq!(Chip::with_tma().next(), Some(Chip::Sm90));
    /// ```
    pub fn with_tma() -> impl Iterator<Item = Self> {
        let all = <Self as crate::hardware::Named>::ALL.iter().copied();
        all.filter(|chip| chip.has_atoms_and_sub_bytes().is_some())
    }
}

printed!(Chip);

impl crate::hardware::Named for Chip {
    const WHAT: &'static str = "chip";
    const ALL: &'static [Self] = &[
        Self::Sm75,
        Self::Sm80,
        Self::Sm86,
        Self::Sm87,
        Self::Sm89,
        Self::Sm90,
        Self::Sm90a,
        Self::Sm100,
        Self::Sm100a,
        Self::Sm103a,
        Self::Sm110a,
        Self::Sm107a,
        Self::Sm120,
        Self::Sm121,
    ];
    const NAMES: &'static [&'static str] = {
        const NAMES: [&str; Chip::ALL.len()] = {
            let (mut names, mut at) = ([""; Chip::ALL.len()], 0);
            while at < names.len() {
                names[at] = Chip::ALL[at].words()[0];
                at += 1;
            }
            names
        };
        &NAMES
    };

    fn name(self) -> &'static str {
        self.words()[0]
    }
}

impl Arch {
    /// Whether the address law was read back from this family's hardware.
    #[must_use]
    pub const fn is_measured(self) -> bool {
        self.first_chip().is_measured()
    }

    /// Whether its instruction takes elements of a type.
    #[must_use]
    pub fn has_element(self, element: Element) -> bool {
        self.first_chip().has_element(element)
    }

    /// The chip that is inferred if none is specified.
    #[must_use]
    pub const fn first_chip(self) -> Chip {
        match self {
            Self::Wgmma => Chip::Sm90a,
            Self::Tcgen05 => Chip::Sm100a,
        }
    }

    /// The chips that have its instructions.
    ///
    /// ```
    /// use swizzle_core::hardware::{Arch, Chip};
    /// assert!(Arch::Wgmma.chips().eq([Chip::Sm90a]));
    /// ```
    pub fn chips(self) -> impl Iterator<Item = Chip> {
        let all = Chip::ALL.iter().copied();
        all.filter(move |chip| chip.arch() == Some(self) && chip.has_instructions())
    }
}

impl From<Arch> for Chip {
    /// The family's first chip: the one that is inferred if none was specified.
    fn from(arch: Arch) -> Self {
        arch.first_chip()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::Named;
    use alloc::format;
    use alloc::vec::Vec;

    #[test]
    fn a_record_agrees_with_itself() {
        for chip in Chip::ALL.iter().copied() {
            assert!(!chip.source().is_empty(), "{chip}");
            assert_eq!(chip.has_instructions(), !records::forms(chip).is_empty(), "{chip}");
            // A kind is listed if and only if its forms are listed, and so are its types.
            for kind in Kind::ALL.iter().copied() {
                let scaled = if kind.is_block_scaled() { ".block32" } else { "" };
                let has_form = chip.has_form(&format!("mma {kind}{scaled} cta_group::1"));
                assert_eq!(chip.has_kind(kind), has_form, "{chip} {kind}");
            }
            if chip.arch() == Some(Arch::Tcgen05) {
                let of_kinds = chip.kinds().iter().flat_map(|kind| kind.elements());
                let of_kinds: Vec<Element> = of_kinds.copied().collect();
                for element in Element::ALL {
                    assert_eq!(chip.has_element(*element), of_kinds.contains(element));
                }
            }
            let has_tensor_memory = chip.arch() == Some(Arch::Tcgen05);
            assert_eq!(chip.tensor_columns() > 0, has_tensor_memory, "{chip}");
        }
    }

    #[test]
    fn the_first_chip_of_a_family_is_of_it() {
        for arch in Arch::ALL.iter().copied() {
            let first = arch.first_chip();
            assert_eq!((first.arch(), first.has_instructions()), (Some(arch), true));
        }
    }
}
