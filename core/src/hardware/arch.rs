//! The two instruction families whose operands are described by a matrix descriptor.

use crate::hardware::named::Named;

/// An instruction family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arch {
    /// `wgmma.mma_async` of Hopper (sm_90a). Measured on an H200.
    Wgmma,
    /// `tcgen05.mma` of Blackwell (sm_100a, sm_103a). From the PTX ISA and CuTe; not run on hardware.
    Tcgen05,
}

impl Arch {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Wgmma => Self::Tcgen05,
            Self::Tcgen05 => Self::Wgmma,
        }
    }

    /// The chip family's name.
    #[must_use]
    pub const fn family(self) -> &'static str {
        match self {
            Self::Wgmma => "Hopper",
            Self::Tcgen05 => "Blackwell",
        }
    }

    /// Whether the address law was read back from this family's hardware.
    #[must_use]
    pub const fn is_measured(self) -> bool {
        matches!(self, Self::Wgmma)
    }
}

impl Named for Arch {
    const WHAT: &'static str = "architecture";
    const ALL: &'static [Self] = &[Self::Wgmma, Self::Tcgen05];

    fn name(self) -> &'static str {
        match self {
            Self::Wgmma => "wgmma",
            Self::Tcgen05 => "tcgen05",
        }
    }
}
