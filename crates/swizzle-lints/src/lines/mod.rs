//! The verdicts in a line: on a tile with its descriptor, two layouts, a plan, a dump, scale factors, a copy, a kernel.

use crate::prelude::*;
mod dump;
mod kernel;
mod plan;
mod scale;
mod spec;
mod tma;

pub use dump::verdict_of_dump;
pub use kernel::verdict_of_kernel;
pub use plan::verdict_of_plan;
pub use scale::{copy_text, mma_text, order_fault, order_text, rows_text, verdict_of_scale};
pub use spec::{PAIR_NAMES, SideSaid, verdict_kind, verdict_of_pair, verdict_of_spec, verdict_word};
pub use tma::{ReadOfBox, verdict_of_tma};

/// The most serious finding, if it is more than a note.
fn fault<C>(findings: &[Finding<C>]) -> Option<&Finding<C>> {
    findings.iter().find(|one| one.severity != Severity::Note)
}
