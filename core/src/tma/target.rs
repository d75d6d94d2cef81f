//! The chips that a tensor map is made for, as the compiler calls them.

use crate::descriptor::Descriptor;
use crate::hardware::{Arch, LboMode, Named as _};
use crate::named;
use crate::tile::vocabulary::{Meaning, compared, meaning};

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
    /// The chip that a word names: by the compiler's name, the product's, the architecture's or the instructions'.
    ///
    /// ```
    /// use swizzle_core::tma::Target;
    /// for (word, target) in [("sm_100a", Target::Sm100a), ("B200", Target::Sm100a), ("GB300", Target::Sm103a),
    ///     ("H100", Target::Sm90a), ("sm90", Target::Sm90), ("sm_120a", Target::Sm120)] {
    ///     assert_eq!(Target::from_word(word), Some(target), "{word}");
    /// }
    /// assert_eq!(Target::from_word("A100"), None); // It has no TMA.
    /// ```
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        if let Ok(named) = Self::from_name(word) {
            return Some(named);
        }
        let bare = compared(word);
        let number = bare.trim_start_matches(|c: char| !c.is_ascii_digit());
        Some(match (meaning(&bare)?, number) {
            (Meaning::Arch(Arch::Wgmma), "90") => Self::Sm90,
            (Meaning::Arch(Arch::Wgmma), _) => Self::Sm90a,
            (Meaning::Arch(Arch::Tcgen05), "103" | "103a" | "103f" | "300") => Self::Sm103a,
            // Chips that are not in this list.
            (Meaning::Arch(Arch::Tcgen05), "101" | "101a" | "107a" | "110" | "110a" | "110f") => {
                return None;
            }
            (Meaning::Arch(Arch::Tcgen05), _) if bare == "thor" => return None,
            (Meaning::Arch(Arch::Tcgen05), "100") if bare.starts_with("sm") => Self::Sm100,
            (Meaning::Arch(Arch::Tcgen05), _) => Self::Sm100a,
            (Meaning::NoArch, "120" | "120a") => Self::Sm120,
            _ => return None,
        })
    }

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

    /// What the chip's instructions take for a descriptor: the same meaning in their family's bits. None where the chip has no
    /// such instruction, or its family no code for the mode.
    ///
    /// ```
    /// use swizzle_core::Descriptor;
    /// use swizzle_core::tma::Target;
    /// let wgmma = Descriptor::guessed(0x4000_0040_0001_0040);
    /// let tcgen05 = Target::Sm100a.descriptor_from(wgmma).unwrap();
    /// assert_eq!(tcgen05.raw(), 0x4000_4040_0001_0040);
    /// assert_eq!(Target::Sm90a.descriptor_from(tcgen05), Some(wgmma));
    /// assert_eq!(Target::Sm120.descriptor_from(wgmma), None);
    /// ```
    #[must_use]
    pub fn descriptor_from(self, descriptor: Descriptor) -> Option<Descriptor> {
        let arch = self.arch()?;
        let mut fields = descriptor.decode();
        fields.stray_bits = 0;
        if fields.lbo_mode != LboMode::Relative {
            return None;
        }
        Descriptor::encode(arch, fields).ok()
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
