//! The link of the support matrix: `#/support?arch=tcgen05&operand=B`.

use crate::link::form::{Form, FormKey, choice};
use swizzle_core::hardware::{Arch, Operand, Sparsity};

/// Which part of the support matrix is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SupportShown {
    /// Instruction family.
    pub arch: Arch,
    /// Operand.
    pub operand: Operand,
    /// Dense or sparse form.
    pub sparsity: Sparsity,
}

/// Frozen: what a link means by silence.
impl Default for SupportShown {
    fn default() -> Self {
        Self {
            arch: Arch::Wgmma,
            operand: Operand::A,
            sparsity: Sparsity::Dense,
        }
    }
}

impl Form for SupportShown {
    const PATH: &'static str = "#/support";
    const KEYS: &'static [FormKey<Self>] = &[
        choice!("arch", arch),
        choice!("operand", operand),
        choice!("sparsity", sparsity),
    ];
}
