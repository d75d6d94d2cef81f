//! The instruction families whose operands are described by a matrix descriptor.

use crate::hardware::Named;
use crate::hardware::named::printed;
use crate::hardware::operand::Operand;
use crate::hardware::usage::Use;

/// An instruction family.
/// The default is the one that is inferred if nothing specifies the family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Arch {
    /// `wgmma.mma_async` of Hopper (sm_90a). Measured on an H200.
    #[default]
    Wgmma,
    /// `tcgen05.mma` of Blackwell (sm_100a, sm_103a). From the PTX ISA and CuTe; not run on hardware.
    Tcgen05,
}

/// The facts known of a family: one record each. Its descriptor's bits and codes are in `descriptor`.
struct Family {
    name: &'static str,
    /// Fewest rows of M that one instruction reads.
    m_min: u32,
    /// Most rows of M that one instruction reads.
    m_max: u32,
    /// Most rows of N that one instruction reads.
    n_max: u32,
    /// Whether its descriptor can hold an address for LBO.
    has_absolute_lbo: bool,
    /// Whether a 32-bit descriptor holds the instruction's types and shape: then the instruction has a kind.
    has_instruction_descriptor: bool,
    /// Whether matrix descriptors are for copies to tensor memory, too.
    has_copy: bool,
}

/// Source: PTX ISA, matrix shapes of `wgmma.mma_async`.
const WGMMA: Family = Family {
    name: "wgmma",
    m_min: 64,
    m_max: 64,
    n_max: 256,
    has_absolute_lbo: false,
    has_instruction_descriptor: false,
    has_copy: false,
};

/// Source: PTX ISA, matrix shapes of `tcgen05.mma`; M counts the rows of one CTA.
const TCGEN05: Family = Family {
    name: "tcgen05",
    // In the weight-stationary form.
    m_min: 32,
    m_max: 128,
    n_max: 256,
    has_absolute_lbo: true,
    has_instruction_descriptor: true,
    has_copy: true,
};

impl Arch {
    const fn family(self) -> &'static Family {
        match self {
            Self::Wgmma => &WGMMA,
            Self::Tcgen05 => &TCGEN05,
        }
    }

    /// Fewest rows of M that one instruction reads, of one CTA.
    #[must_use]
    pub const fn m_min(self) -> u32 {
        self.family().m_min
    }

    /// Whether M is the same for every instruction.
    #[must_use]
    pub const fn has_one_m(self) -> bool {
        self.m_min() == self.m_max()
    }

    /// Whether a 32-bit descriptor holds the instruction's types and shape: then the instruction has a kind.
    #[must_use]
    pub const fn has_instruction_descriptor(self) -> bool {
        self.family().has_instruction_descriptor
    }

    /// Whether a matrix descriptor can be for this.
    #[must_use]
    pub const fn has_use(self, used_for: Use) -> bool {
        match used_for {
            Use::Mma => true,
            Use::Copy => self.family().has_copy,
        }
    }

    /// Most rows of M that one instruction reads, of one CTA.
    #[must_use]
    pub const fn m_max(self) -> u32 {
        self.family().m_max
    }

    /// Most rows of N that one instruction reads.
    #[must_use]
    pub const fn n_max(self) -> u32 {
        self.family().n_max
    }

    /// Whether its descriptor can hold an address for LBO.
    #[must_use]
    pub const fn has_absolute_lbo(self) -> bool {
        self.family().has_absolute_lbo
    }

    /// The other families.
    pub fn others(self) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |arch| *arch != self)
    }
}

printed!(Arch);

impl Named for Arch {
    const WHAT: &'static str = "architecture";
    const ALL: &'static [Self] = &[Self::Wgmma, Self::Tcgen05];
    const NAMES: &'static [&'static str] = &[WGMMA.name, TCGEN05.name];

    fn name(self) -> &'static str {
        self.family().name
    }
}

/// The largest number of rows that one instruction reads of an operand.
#[must_use]
pub const fn read_mn_max(arch: Arch, operand: Operand) -> u32 {
    match operand {
        Operand::A => arch.m_max(),
        Operand::B => arch.n_max(),
    }
}
