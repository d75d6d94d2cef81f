//! The data paths of the accumulator, which the PTX ISA calls layouts A to G.

use super::*;

named! {
    /// A data path: how rows and columns of D are spread over lanes and columns of tensor memory.
    pub enum DataPath "data path" {
        /// Two CTAs, M = 256: 128 rows in each.
        A => "A",
        /// Two CTAs, M = 128: 64 rows in each, twice beside each other.
        B => "B",
        /// Two CTAs, M = 128, sparse: 64 rows in half the lanes of each.
        C => "C",
        /// One CTA, M = 128.
        D => "D",
        /// One CTA, M = 64, weight stationary: two halves of N below each other.
        E => "E",
        /// One CTA, M = 64: in half the lanes.
        F => "F",
        /// One CTA, M = 32, weight stationary: four quarters of N below each other.
        G => "G",
    }
}

/// A data path according to a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Reading {
    /// The data path.
    pub path: DataPath,
    /// How well it is attested.
    pub mark: Mark,
    /// The source.
    pub source: &'static str,
}

const fn reading(path: DataPath, (mark, source): (Mark, &'static str)) -> Reading {
    Reading { path, mark, source }
}

const PTX_AND_BOTH: &str =
    "PTX ISA 9.1, tcgen05 data-path layout organization; CuTe's D layouts; Triton's TensorMemoryLayout";
const PTX_AND_WS: &str = "PTX ISA 9.1, tcgen05 data-path layout organization; CuTe, tmem_frg_ws";

const TWO_WITNESSES: (Mark, &str) = (Mark::TwoWitnesses, PTX_AND_BOTH);
const CUTE_WS: (Mark, &str) = (Mark::Code, PTX_AND_WS);
const HALF_THE_LANES: (Mark, &str) = (
    Mark::Inferred,
    "PTX ISA 9.1, tcgen05 data-path layout organization: layout C, half the lanes; which rows are where follows from F",
);
const SPARSE_PAIR: (Mark, &str) =
    (Mark::Code, "CuTe, traits of the sparse 2SM instructions: tmem_frg_2sm, as in the dense form");

/// The data paths that sources have for an instruction: first the PTX ISA's, then one that disagrees. M is that of the pair
/// for two CTAs.
///
/// For two CTAs, M = 128 and sparse A the sources disagree, and no measurement is known.
///
/// # Errors
/// [`Refusal::M`] where the PTX ISA has no data path for that M.
///
/// ```
/// use swizzle_core::Sparsity;
/// use swizzle_core::hardware::CtaForm;
/// use swizzle_tmem::tensor_memory::{DataPath, readings};
/// let paths = |sparsity| readings(CtaForm::Two, sparsity, 128).map(|all| all.iter().map(|r| r.path).collect());
/// assert_eq!(paths(Sparsity::Dense), Ok(vec![DataPath::B]));
/// assert_eq!(paths(Sparsity::Sparse), Ok(vec![DataPath::C, DataPath::B]));
/// ```
pub const fn readings(form: CtaForm, sparsity: Sparsity, m: u32) -> Result<&'static [Reading], Refusal> {
    let known: &[u32] = match form {
        CtaForm::One => &[64, 128],
        CtaForm::Two => &[128, 256],
        CtaForm::WeightStationary => &[32, 64, 128],
    };
    Ok(match (form, m, sparsity) {
        (CtaForm::One, 64, _) => const { &[reading(DataPath::F, TWO_WITNESSES)] },
        (CtaForm::One | CtaForm::WeightStationary, 128, _) => {
            const { &[reading(DataPath::D, TWO_WITNESSES)] }
        }
        (CtaForm::Two, 128, Sparsity::Dense) => const { &[reading(DataPath::B, TWO_WITNESSES)] },
        (CtaForm::Two, 128, Sparsity::Sparse) => {
            const { &[reading(DataPath::C, HALF_THE_LANES), reading(DataPath::B, SPARSE_PAIR)] }
        }
        (CtaForm::Two, 256, _) => const { &[reading(DataPath::A, TWO_WITNESSES)] },
        (CtaForm::WeightStationary, 32, _) => const { &[reading(DataPath::G, CUTE_WS)] },
        (CtaForm::WeightStationary, 64, _) => const { &[reading(DataPath::E, CUTE_WS)] },
        _ => return Err(Refusal::M { form, m, known }),
    })
}

impl DataPath {
    /// Parts of N that are in lanes of their own.
    pub const fn n_parts(self) -> u32 {
        match self {
            Self::A | Self::C | Self::D | Self::F => 1,
            Self::B | Self::E => 2,
            Self::G => 4,
        }
    }

    /// Whether it fills 16 of each 32 lanes: those from 0 or those from 16 on.
    pub const fn is_half_the_lanes(self) -> bool {
        match self {
            Self::C | Self::F => true,
            Self::A | Self::B | Self::D | Self::E | Self::G => false,
        }
    }
}
