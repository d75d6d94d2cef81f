//! The shapes of one instruction: its legal M and N for each type, kind and form.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::hardware::element::Element;
use crate::hardware::kind::{Accumulator, Kind};
use crate::hardware::named::named;
use crate::hardware::operand::Sparsity;

named! {
    /// How a `tcgen05.mma` is issued.
    pub enum CtaForm "form" {
        /// `.cta_group::1`.
        One => "cta-group-1",
        /// `.cta_group::2`: M and N are those of the pair.
        Two => "cta-group-2",
        /// `.ws`, weight stationary, of one CTA.
        WeightStationary => "ws",
    }
}

/// Reason that a number of CTAs and weight stationarity do not make a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CtaFormFault {
    /// `.cta_group` is 1 or 2.
    Group(u32),
    /// A pair has no weight-stationary form.
    PairOfWs,
}

impl fmt::Display for CtaFormFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Group(group) => write!(f, "cta_group {group} is unknown: one of 1, 2"),
            Self::PairOfWs => f.write_str("ws exists with cta_group 1 only"),
        }
    }
}

impl core::error::Error for CtaFormFault {}

impl CtaForm {
    /// The form of a `.cta_group`, weight stationary or not.
    ///
    /// # Errors
    /// [`CtaFormFault::Group`] for a number other than 1 and 2, [`CtaFormFault::PairOfWs`] for a pair with `.ws`.
    ///
    /// ```
    /// use swizzle_core::hardware::{CtaForm, CtaFormFault};
    /// assert_eq!(CtaForm::of_group(1, true), Ok(CtaForm::WeightStationary));
    /// assert_eq!(CtaForm::of_group(3, true), Err(CtaFormFault::Group(3)));
    /// ```
    pub const fn of_group(group: u32, is_ws: bool) -> Result<Self, CtaFormFault> {
        match (group, is_ws) {
            (1, false) => Ok(Self::One),
            (1, true) => Ok(Self::WeightStationary),
            (2, false) => Ok(Self::Two),
            (2, true) => Err(CtaFormFault::PairOfWs),
            _ => Err(CtaFormFault::Group(group)),
        }
    }

    /// CTAs of an instruction.
    #[must_use]
    pub const fn ctas(self) -> u32 {
        match self {
            Self::One | Self::WeightStationary => 1,
            Self::Two => 2,
        }
    }
}

/// A set of legal extents: some by name, then every `step` from `from` to 256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extents {
    /// Single values.
    pub single: &'static [u32],
    /// The first of the evenly spaced ones.
    pub from: u32,
    /// Their distance; 0 where there are none.
    pub step: u32,
}

/// Largest N of any instruction.
const N_MAX: u32 = 256;

const fn every(step: u32) -> Extents {
    Extents { single: &[], from: step, step }
}

const fn only(single: &'static [u32]) -> Extents {
    Extents { single, from: 0, step: 0 }
}

/// N of integers and single bits.
const INTEGER_N: Extents = Extents { single: &[8, 16, 24, 32], from: 48, step: 16 };

impl Extents {
    /// Whether it holds a value.
    #[must_use]
    pub fn contains(&self, value: u32) -> bool {
        self.single.contains(&value)
            || self.step > 0
                && (self.from..=N_MAX).contains(&value)
                && (value - self.from).is_multiple_of(self.step)
    }

    /// In words: `8, 16, 24, 32, then 48 to 256 in steps of 16`.
    #[must_use]
    pub fn text(&self) -> String {
        let single: Vec<String> = self.single.iter().map(ToString::to_string).collect();
        let even = format!("{} to {N_MAX} in steps of {}", self.from, self.step);
        match (single.is_empty(), self.step) {
            (true, _) => even,
            (false, 0) => single.join(", "),
            (false, _) => format!("{}, then {even}", single.join(", ")),
        }
    }
}

impl Kind {
    /// Legal M, of the pair for [`CtaForm::Two`]; empty where the kind has no such form.
    ///
    /// Source: PTX ISA, "Matrix shapes" of `tcgen05.mma`.
    #[must_use]
    pub const fn m_extents(self, form: CtaForm, sparsity: Sparsity) -> Extents {
        match (form, self.is_block_scaled(), sparsity) {
            (CtaForm::One, false, _) => only(&[64, 128]),
            (CtaForm::One, true, _) => only(&[128]),
            (CtaForm::Two, true, Sparsity::Sparse) => only(&[256]),
            (CtaForm::Two, _, _) => only(&[128, 256]),
            (CtaForm::WeightStationary, false, _) => only(&[32, 64, 128]),
            (CtaForm::WeightStationary, true, _) => only(&[]),
        }
    }

    /// Legal N, of the pair for [`CtaForm::Two`]; 8-bit operands read N-major take twice the step.
    ///
    /// Source: PTX ISA, "Matrix shapes" of `tcgen05.mma`, and its table of transposed 8-bit operands.
    ///
    /// ```
    /// use swizzle_core::Sparsity;
    /// use swizzle_core::hardware::{CtaForm, Kind};
    /// let n = Kind::I8.n_extents(CtaForm::One, Sparsity::Dense, false);
    /// assert_eq!(n.text(), "8, 16, 24, 32, then 48 to 256 in steps of 16");
    /// assert!(!n.contains(40));
    /// ```
    #[must_use]
    pub const fn n_extents(self, form: CtaForm, sparsity: Sparsity, b_is_transposed_8_bit: bool) -> Extents {
        match (form, self, b_is_transposed_8_bit) {
            (CtaForm::WeightStationary, _, _) => match sparsity {
                Sparsity::Dense => only(&[64, 128, 256]),
                Sparsity::Sparse => only(&[64, 128]),
            },
            (CtaForm::One, _, true) => every(16),
            (CtaForm::Two, _, true) => every(32),
            (CtaForm::One, Self::I8, false) => INTEGER_N,
            (CtaForm::Two, Self::I8, false) => every(32),
            (CtaForm::One, _, false) => every(8),
            (CtaForm::Two, _, false) => every(16),
        }
    }
}

/// The accumulator types of a `wgmma`.
///
/// Source: PTX ISA, `wgmma.mma_async`, types of D.
#[must_use]
pub const fn wgmma_accumulators(a: Element) -> &'static [Accumulator] {
    match a {
        Element::F16 | Element::E4m3 | Element::E5m2 => &[Accumulator::F32, Accumulator::F16],
        Element::S8 | Element::U8 | Element::B1 => &[Accumulator::S32],
        _ => &[Accumulator::F32],
    }
}

/// Legal N of a `wgmma`; its M is always 64.
///
/// Source: PTX ISA, "Matrix shapes" of `wgmma.mma_async`.
#[must_use]
pub const fn wgmma_n_extents(element: Element) -> Extents {
    match element {
        Element::S8 | Element::U8 | Element::B1 => INTEGER_N,
        Element::F16 | Element::Bf16 | Element::Tf32 | Element::E4m3 | Element::E5m2 => every(8),
        // Not types of wgmma; handled like its floats.
        Element::E2m3 | Element::E3m2 | Element::E2m1 | Element::E2m1Packed => every(8),
    }
}
