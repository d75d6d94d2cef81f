//! The chips that a tensor map is made for, as the compiler calls them.

use crate::hardware::{Arch, named};

/// A chip that has TMA.
///
/// What `sm_90` takes was tried on an H200. The others follow the driver's documentation and were not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// Hopper.
    Sm90,
    /// Hopper, with its own instructions.
    Sm90a,
    /// Blackwell, data centre.
    Sm100,
    /// Blackwell, data centre, with its own instructions.
    Sm100a,
    /// Blackwell Ultra.
    Sm103a,
    /// Blackwell, workstation: neither sub-byte types nor other atoms.
    Sm120,
}

named!(
    Target,
    "target",
    Sm90 => "sm_90",
    Sm90a => "sm_90a",
    Sm100 => "sm_100",
    Sm100a => "sm_100a",
    Sm103a => "sm_103a",
    Sm120 => "sm_120",
);

impl Target {
    /// Whether it has the swizzles with atoms of 32 and 64 bytes, and the sub-byte types.
    #[must_use]
    pub const fn has_atoms_and_sub_bytes(self) -> bool {
        match self {
            Self::Sm90 | Self::Sm90a | Self::Sm120 => false,
            Self::Sm100 | Self::Sm100a | Self::Sm103a => true,
        }
    }

    /// The family whose matrix descriptors its instructions read; none where it has neither wgmma nor tcgen05.
    #[must_use]
    pub const fn arch(self) -> Option<Arch> {
        match self {
            Self::Sm90 | Self::Sm90a => Some(Arch::Wgmma),
            Self::Sm100 | Self::Sm100a | Self::Sm103a => Some(Arch::Tcgen05),
            Self::Sm120 => None,
        }
    }

    /// Whether its answers were tried on hardware.
    #[must_use]
    pub const fn was_run(self) -> bool {
        match self {
            Self::Sm90 | Self::Sm90a => true,
            Self::Sm100 | Self::Sm100a | Self::Sm103a | Self::Sm120 => false,
        }
    }
}
