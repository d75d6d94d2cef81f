//! Faults of a descriptor, an instruction, a copy or a dump, with their causes and fixes. `lint` is the engine; each subject
//! has a folder with a list of lints, one file per lint.

mod dump_line;
mod finding;
pub mod instruction;
pub mod kernel;
mod kernel_line;
mod kind;
mod lint;
mod matrix;
mod pair_line;
mod plan_line;
mod rules;
mod scale_line;
mod severity;
mod silencer;
mod spec_line;
pub mod tensor_memory;
#[cfg(test)]
mod tests;
pub mod tma;
mod tma_line;
mod words;

pub use dump_line::verdict_of_dump;
pub use finding::{Confidence, Finding, Repair, Severity};
pub use kernel_line::verdict_of_kernel;
pub use kind::{verdict_kind, verdict_word};
pub use lint::{FindingOf, Lint, RestsOn, Subject};
pub use matrix::{LINTS, finding_from_sequence, findings_from_spec};
pub use pair_line::{PAIR_NAMES, SideSaid, verdict_of_pair};
pub use plan_line::{verdict_of_found, verdict_of_plan};
pub use rules::{Rule, rule, rules};
pub use scale_line::{copy_text, mma_text, order_fault, order_text, rows_text, verdict_of_scale};
pub use spec_line::verdict_of_spec;
pub use tma_line::{ReadOfBox, verdict_of_tma};
