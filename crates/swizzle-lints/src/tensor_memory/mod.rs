//! Lints on tensor memory. `plan`: the regions of a kernel, and the load of its D; `issue`: an instruction, its scale factors, the
//! moves around it, and what is required of them.

pub mod issue;
pub mod plan;

pub use crate::about::RequiredBy;
pub use issue::{Constraint, constraints_of_scales, copy_text, store_text};
pub use plan::{ReadPlan, findings_from_read_plan};
