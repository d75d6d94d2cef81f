//! The instruction families whose operands are described by a matrix descriptor.

use crate::hardware::Named;
use crate::hardware::element::Element;
use crate::printed;

/// An instruction family.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Arch {
    /// `wgmma.mma_async` of Hopper (sm_90a). Measured on an H200.
    Wgmma,
    /// `tcgen05.mma` of Blackwell (sm_100a, sm_103a). From the PTX ISA and CuTe; not run on hardware.
    Tcgen05,
}

/// What is known of a family: one record each. Its descriptor's bits and codes are in `descriptor`.
struct Family {
    name: &'static str,
    chip: &'static str,
    /// Whether its address law was read back from hardware.
    is_measured: bool,
    /// Rows of M that one instruction reads at the most.
    m_max: u32,
    /// Rows of N that one instruction reads at the most.
    n_max: u32,
    /// Whether its descriptor can hold an address for LBO.
    has_absolute_lbo: bool,
    /// Element types that its instructions take: a new type is illegal until it stands here.
    ///
    /// Source: PTX ISA, matrix shapes; 4- and 6-bit types are Blackwell's, single bits Hopper's.
    elements: &'static [Element],
}

/// Source: PTX ISA, matrix shapes of `wgmma.mma_async`.
const WGMMA: Family = Family {
    name: "wgmma",
    chip: "Hopper",
    is_measured: true,
    m_max: 64,
    n_max: 256,
    has_absolute_lbo: false,
    elements: &[
        Element::Tf32,
        Element::F16,
        Element::Bf16,
        Element::E4m3,
        Element::E5m2,
        Element::S8,
        Element::U8,
        Element::B1,
    ],
};

/// Source: PTX ISA, matrix shapes of `tcgen05.mma`; M counts the rows of one CTA.
const TCGEN05: Family = Family {
    name: "tcgen05",
    chip: "Blackwell",
    is_measured: false,
    m_max: 128,
    n_max: 256,
    has_absolute_lbo: true,
    elements: &[
        Element::Tf32,
        Element::F16,
        Element::Bf16,
        Element::E4m3,
        Element::E5m2,
        Element::S8,
        Element::U8,
        Element::E2m3,
        Element::E3m2,
        Element::E2m1,
        Element::E2m1Packed,
    ],
};

impl Arch {
    const fn family(self) -> &'static Family {
        match self {
            Self::Wgmma => &WGMMA,
            Self::Tcgen05 => &TCGEN05,
        }
    }

    /// The chip family's name.
    #[must_use]
    pub const fn chip(self) -> &'static str {
        self.family().chip
    }

    /// Whether the address law was read back from this family's hardware.
    #[must_use]
    pub const fn is_measured(self) -> bool {
        self.family().is_measured
    }

    /// Rows of M that one instruction reads at the most; of one CTA.
    #[must_use]
    pub const fn m_max(self) -> u32 {
        self.family().m_max
    }

    /// Rows of N that one instruction reads at the most.
    #[must_use]
    pub const fn n_max(self) -> u32 {
        self.family().n_max
    }

    /// Whether its descriptor can hold an address for LBO.
    #[must_use]
    pub const fn has_absolute_lbo(self) -> bool {
        self.family().has_absolute_lbo
    }

    /// Whether its instruction takes elements of a type.
    #[must_use]
    pub fn has_element(self, element: Element) -> bool {
        self.family().elements.contains(&element)
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

    fn name(self) -> &'static str {
        self.family().name
    }
}
