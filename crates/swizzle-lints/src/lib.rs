//! Faults of a descriptor, an instruction, a copy or a dump, with their causes and fixes. `lint` is the engine; each subject
//! has a list of lints, a row each, and files of their checks.

mod about;
mod finding;
pub mod instruction;
pub mod kernel;
mod lines;
mod lint;
mod matrix;
mod prelude;
mod rules;
mod severity;
mod silencer;
pub mod tensor_memory;
#[cfg(test)]
mod tests;
pub mod tma;
mod words;

pub use finding::{Changed, Confidence, Fields, Finding, Repair, Severity, Tag};
pub use lines::{
    PAIR_NAMES, ReadOfBox, SideSaid, copy_text, mma_text, order_fault, order_text, rows_text, verdict_kind,
    verdict_of_dump, verdict_of_kernel, verdict_of_pair, verdict_of_plan, verdict_of_scale, verdict_of_spec,
    verdict_of_tma, verdict_word,
};
pub use lint::{FindingOf, Lint, Subject};
pub use matrix::{LINTS, finding_from_sequence, findings_from_spec};
pub use rules::{Rule, rule, rules};
