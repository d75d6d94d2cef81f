//! Rows of scale factors that a CTA holds.

use super::*;

/// The rows of scale factors that a CTA holds in tensor memory, as a source has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Held {
    /// The first row that CTA 1 of a pair holds; CTA 0 holds those from 0 on.
    pub first_row_of_cta_1: u32,
    /// Rows, padding included.
    pub rows: u32,
    /// Rows of A that each CTA has, where these are fewer: whether those beyond matter is not known.
    pub own_rows: Option<u32>,
    /// Number of times that each factor is there.
    pub copies: Copies,
    /// How well that is attested.
    pub mark: Mark,
    /// The source.
    pub source: &'static str,
}

impl Held {
    /// The first row that a CTA holds.
    pub const fn first_row(&self, cta: u32) -> u32 {
        cta * self.first_row_of_cta_1
    }

    /// Whether each CTA holds rows that the other one does not, and none that it does.
    pub const fn is_split(&self) -> bool {
        self.first_row_of_cta_1 == self.rows
    }
}

/// Returns the rows of scale factors that each CTA holds of A or B, by source: first the PTX ISA, where it has them. M and N
/// are those of the instruction: of the pair, for two CTAs.
///
/// They disagree about SFB of two CTAs and M = 128; CuTe's reading is here for the N that were printed, multiples of 128. For
/// SFA of two CTAs and M = 128, CuTe has a fragment of 128 rows although each CTA has 64 rows of A; whether its second half
/// matters is not known.
///
/// # Errors
/// [`Refusal::N`] for an N that is not 1 to 256; [`Refusal::Unknown`] for an M and form without block scaling.
///
/// ```
/// use swizzle_core::{Operand, hardware::CtaForm};
/// use swizzle_tmem::scale::{Copies, held};
/// let rows = |operand, form, m, n| held(operand, form, m, n).map(|all| all[0].rows);
/// assert_eq!(rows(Operand::B, CtaForm::Two, 256, 192), Ok(256)); // all of N in each CTA, padded
/// let copies: Vec<_> = held(Operand::B, CtaForm::Two, 128, 256)?.iter().map(|h| h.copies).collect();
/// assert_eq!(copies, [Copies::Four, Copies::Two]);
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
pub fn held(operand: Operand, form: CtaForm, m: u32, n: u32) -> Result<Vec<Held>, Refusal> {
    if n == 0 || n > 256 {
        return Err(Refusal::N(n));
    }
    let n_rows = padded_rows(n);
    let one = if n == n_rows { (Mark::TwoWitnesses, ALL) } else { (Mark::Code, PADDED) };
    Ok(match (form, m, operand) {
        (CtaForm::One, 128, Operand::A) => vec![four(0, 128, (Mark::TwoWitnesses, ALL))],
        (CtaForm::One, 128, Operand::B) => vec![four(0, n_rows, one)],
        (CtaForm::Two, 256, Operand::A) => vec![four(128, 128, (Mark::Code, PAIRS))],
        (CtaForm::Two, 256, Operand::B) => vec![four(0, n_rows, (Mark::Code, PAIRS))],
        (CtaForm::Two, 128, Operand::A) => {
            vec![Held { own_rows: Some(64), ..four(64, 128, (Mark::Code, PAIRS)) }]
        }
        (CtaForm::Two, 128, Operand::B) => {
            let docs = four(0, n_rows, (Mark::Docs, PTX));
            let two = Held { copies: Copies::Two, ..four(0, n_rows, (Mark::Code, PAIRS)) };
            if n == n_rows { vec![docs, two] } else { vec![docs] }
        }
        _ => return Err(Refusal::Unknown("scale factors for this M and form")),
    })
}

const PTX: &str = "PTX ISA, scale factors of tcgen05.mma: duplicated to all 32-lane partitions";
const ALL: &str =
    "PTX ISA, scale factors of tcgen05.mma; CuTe's fragments; Triton's TensorMemoryScalesLayout";
const PADDED: &str = "CuTe's fragments, which pad rows of SFB to a multiple of 128";
const PAIRS: &str = "CuTe's fragments of scale factors for two CTAs";

const fn four(first_row_of_cta_1: u32, rows: u32, (mark, source): (Mark, &'static str)) -> Held {
    Held { first_row_of_cta_1, rows, own_rows: None, copies: Copies::Four, mark, source }
}
