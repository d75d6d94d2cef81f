//! Number of scale factors.

use super::*;

/// A kind with scale factors, and how many elements of K share one.
///
/// Source: PTX ISA, `tcgen05.mma`, block scaling; for sparse A also CuTe's traits.
///
/// ```
/// use swizzle_core::{Sparsity, hardware::Kind};
/// use swizzle_tmem::scale::Scaling;
/// let scaling = Scaling::new(Kind::Mxf4nvf4, 16)?;
/// assert_eq!((scaling.per_step(), scaling.name()), (4, "4X"));
/// assert_eq!(scaling.elements(Sparsity::Sparse), 32);
/// assert_eq!(
///     Scaling::new(Kind::Mxf4, 16).unwrap_err().to_string(),
///     "kind mxf4 does not have a scale factor for each 16 elements of K",
/// );
/// # Ok::<(), swizzle_tmem::Refusal>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scaling {
    kind: Kind,
    block: u32,
}

impl Scaling {
    /// The scaling of a kind with a factor for so many elements of K of a dense A: 16 or 32.
    ///
    /// # Errors
    /// [`Refusal::Scaling`] where the kind has none such.
    pub const fn new(kind: Kind, block: u32) -> Result<Self, Refusal> {
        match (kind, block) {
            (Kind::Mxf8f6f4 | Kind::Mxf4 | Kind::Mxf4nvf4, 32) | (Kind::Mxf4nvf4, 16) => {
                Ok(Self { kind, block })
            }
            _ => Err(Refusal::Scaling { kind, block }),
        }
    }

    /// The kind.
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Elements of K that share a factor of a row. Twice as many where A is sparse, of the rows of A and of B.
    pub const fn elements(self, sparsity: Sparsity) -> u32 {
        match sparsity {
            Sparsity::Dense => self.block,
            Sparsity::Sparse => 2 * self.block,
        }
    }

    /// Factors of each row of a stage: one for the elements of K that share it.
    ///
    /// # Errors
    /// [`Refusal::Steps`] for a K that is not a whole number of instructions, each of so many elements.
    ///
    /// ```
    /// use swizzle_core::{Sparsity, hardware::Kind};
    /// use swizzle_tmem::scale::Scaling;
    /// let scaling = Scaling::new(Kind::Mxf8f6f4, 32)?;
    /// assert_eq!(scaling.factors(Sparsity::Sparse, 512, 64), Ok(8));
    /// let refused = scaling.factors(Sparsity::Dense, 40, 32).unwrap_err();
    /// assert_eq!(refused.to_string(), "K = 40 is not a multiple of 32, the K of an instruction");
    /// # Ok::<(), swizzle_tmem::Refusal>(())
    /// ```
    pub const fn factors(self, sparsity: Sparsity, k: u32, step: u32) -> Result<u32, Refusal> {
        if k.is_multiple_of(step) {
            Ok(k.div_ceil(self.elements(sparsity)))
        } else {
            Err(Refusal::Steps { k, step })
        }
    }

    /// Factors of one row that an instruction uses: 1, 2 or 4, of dense and of sparse A.
    pub const fn per_step(self) -> u32 {
        self.kind.k(Sparsity::Dense) / self.block
    }

    /// `.scale_vec` as PTX writes it.
    pub const fn name(self) -> &'static str {
        match self.per_step() {
            1 => "1X",
            2 => "2X",
            _ => "4X",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::Named as _;

    #[test]
    fn four_scalings_exist() {
        let all = Kind::ALL.iter().flat_map(|kind| {
            let blocks = 0..=128;
            blocks.filter_map(|block| Scaling::new(*kind, block).ok())
        });
        let all: Vec<_> = all.map(|s| (s.kind(), s.elements(Sparsity::Dense), s.name())).collect();
        let wanted = [
            (Kind::Mxf8f6f4, 32, "1X"),
            (Kind::Mxf4, 32, "2X"),
            (Kind::Mxf4nvf4, 16, "4X"),
            (Kind::Mxf4nvf4, 32, "2X"),
        ];
        assert_eq!(all, wanted);
    }
}
