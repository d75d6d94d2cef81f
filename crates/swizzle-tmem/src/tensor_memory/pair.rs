//! Parts of A, B and D that each CTA of a pair holds.

use super::*;

/// The parts that one CTA of a `.cta_group::2` holds. M and N of the instruction, and of its descriptor, are those of the pair.
///
/// Each CTA has all of K. Source: CuTe's layouts of A, B and D; Triton's maps for two CTAs, of D.
///
/// ```
/// use swizzle_core::Operand;
/// use swizzle_tmem::tensor_memory::Pair;
/// let pair = Pair::new(256, 128)?;
/// assert_eq!(pair.operand(Operand::A, 1), 128..256);
/// assert_eq!(pair.operand(Operand::B, 1), 64..128);
/// assert_eq!(pair.d(1), (128..256, 0..128));
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pair {
    m: u32,
    n: u32,
}

impl Pair {
    /// The pair of an instruction of this M and N.
    ///
    /// # Errors
    /// [`Refusal::M`] for an M that is neither 128 nor 256, [`Refusal::N`] for an N that is not 1 to 256, [`Refusal::Parts`]
    /// for an odd one.
    pub const fn new(m: u32, n: u32) -> Result<Self, Refusal> {
        if let Err(refusal) = readings(CtaForm::Two, Sparsity::Dense, m) {
            return Err(refusal);
        }
        if n == 0 || n > 256 {
            return Err(Refusal::N(n));
        }
        if !n.is_multiple_of(2) {
            return Err(Refusal::Parts { n, parts: 2 });
        }
        Ok(Self { m, n })
    }

    /// Rows of A, or columns of B, in the shared memory of a CTA: 0 for that of even rank, else 1.
    pub const fn operand(self, operand: Operand, cta: u32) -> Range<u32> {
        match operand {
            Operand::A => half(self.m, cta),
            Operand::B => half(self.n, cta),
        }
    }

    /// Rows and columns of D in the tensor memory of a CTA.
    pub const fn d(self, cta: u32) -> (Range<u32>, Range<u32>) {
        (half(self.m, cta), 0..self.n)
    }
}

const fn half(all: u32, cta: u32) -> Range<u32> {
    let half = all / 2;
    let first = cta % 2 * half;
    first..first + half
}
