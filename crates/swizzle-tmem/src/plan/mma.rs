//! The instruction of a plan.

use super::*;
use swizzle_core::hardware::Accumulator;

/// The tile that a `tcgen05.mma`, or a loop of them along K, computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mma {
    /// The kind.
    pub kind: Kind,
    /// How it is issued.
    pub form: CtaForm,
    /// Rows of D: of the pair, for two CTAs.
    pub m: u32,
    /// Columns of D: of the pair, for two CTAs.
    pub n: u32,
    /// Elements of K of the loop.
    pub k: u32,
    /// Elements of K that share a scale factor of dense A, 16 or 32; without effect where the kind has none.
    pub block: u32,
}

/// An element type of A that stands for all of a kind: all of them fill as much of a column.
pub(crate) const fn element_of(kind: Kind) -> Element {
    match kind {
        Kind::F16 => Element::Bf16,
        Kind::Tf32 => Element::Tf32,
        Kind::F8f6f4 | Kind::Mxf8f6f4 => Element::E4m3,
        Kind::I8 => Element::S8,
        Kind::Mxf4 | Kind::Mxf4nvf4 => Element::E2m1Packed,
    }
}

impl Default for Mma {
    fn default() -> Self {
        Self { kind: Kind::Mxf4nvf4, form: CtaForm::One, m: 128, n: 256, k: 256, block: 16 }
    }
}

impl Mma {
    /// CTAs that it is of.
    pub const fn ctas(&self) -> u32 {
        self.form.ctas()
    }

    /// An element type of A that stands for all of the kind.
    pub const fn element(&self) -> Element {
        element_of(self.kind)
    }

    /// The type of D that the kind adds up in at best.
    pub const fn accumulator(&self) -> Accumulator {
        self.kind.accumulators()[0]
    }

    /// The elements of K for each scale factor that its kind has: the own, if that is one of them.
    pub const fn known_block(&self) -> u32 {
        match (self.kind, self.block) {
            (Kind::Mxf4nvf4, 16 | 32) => self.block,
            (Kind::Mxf4nvf4, _) => 16,
            _ => 32,
        }
    }
}

named! {
    /// The source whose reading is used where sources disagree.
    pub enum Witness "reading" {
        /// The PTX ISA's.
        Ptx => "ptx",
        /// CuTe's.
        Cute => "cute",
    }
}

impl Witness {
    /// The reading of a region that is taken unless another one is asked for: the PTX ISA's, but of SFB CuTe's. With layout B,
    /// lanes 64 to 127 of D are of columns from N / 2 on, as CuTe's factors in these lanes are (inferred).
    pub const fn usual(what: What) -> Self {
        match what {
            What::Sfb => Self::Cute,
            What::D | What::A | What::Sfa | What::Metadata => Self::Ptx,
        }
    }

    /// Its own of some readings, the PTX ISA's first and CuTe's last; none of none.
    pub const fn of<T>(self, readings: &[T]) -> Option<&T> {
        match self {
            Self::Ptx => readings.first(),
            Self::Cute => readings.last(),
        }
    }

    /// The other one.
    pub const fn other(self) -> Self {
        match self {
            Self::Ptx => Self::Cute,
            Self::Cute => Self::Ptx,
        }
    }

    /// Returns its name for use in a sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Ptx => "the PTX ISA",
            Self::Cute => "CuTe",
        }
    }
}
