//! Lints on tensor memory. `plan/`: the regions of a kernel; `issue/`: an instruction, its scale factors and the moves around it;
//! `read_plan`: both of a plan and the load of its D. `constraint` and `move_text`: texts beside findings.

mod constraint;
pub mod issue;
mod move_text;
pub mod plan;
mod read_plan;

pub use crate::about::RequiredBy;
pub use constraint::{Constraint, constraints_of_scales};
pub use move_text::{copy_text, store_text};
pub use read_plan::{ReadPlan, findings_from_read_plan};
