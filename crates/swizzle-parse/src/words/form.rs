//! Further properties of a tile in words: its contiguous dimension, its sparsity, and the shape of the instruction.

use super::*;

impl Sentence<'_> {
    /// `m64n256k16`: which of its rows count is seen when it is known whose tile it is.
    pub(crate) fn take_shape(&mut self, i: usize) -> Option<usize> {
        let shape = swizzle_ptx::mma_name::shape(self.lower(i))?;
        match self.instruction {
            Some((_, before)) if before != shape => {
                let why = format!("differs from an earlier shape, and {NOT_READ}");
                self.note(i, &why);
            }
            _ => self.instruction = Some((i, shape)),
        }
        Some(1)
    }

    /// Says how many rows of the tile the instruction reads at a time.
    pub(crate) fn resolve_shape(&mut self) {
        let Some((i, [m, n, k])) = self.instruction else {
            return;
        };
        let rows = match self.said_operand().unwrap_or(Operand::A) {
            Operand::A => m,
            Operand::B => n,
        };
        let said = &self.shown.said;
        let own = spec_from_said(said).ok().map(|spec| spec.read_k());
        let is_sparse = said.reader.sparsity == Some(Sparsity::Sparse);
        let is_own = |own: u32| own == k || is_sparse && 2 * own == k;
        if let Some(own) = own.filter(|own| !is_own(*own) && self.facts.contains(&"element")) {
            let why = format!("has K {k}, where the tile’s type has K {own}: it {NOT_READ}");
            self.note(i, &why);
            return;
        }
        self.say("rows", i, |shown| shown.said.reader.rows = Some(rows));
    }
}
