//! A kernel's PTX: its text, what its registers hold, and the operands of its tensor-core instructions.
//!
//! Nothing here is an error: an instruction that is not known makes its result unknown. Each step is linear in the text or has a
//! limit, none follows the input by recursion deeper than a limit, and nothing reads files or starts threads.

pub mod address;
mod domain;
pub mod door;
mod effect;
pub mod event;
pub mod explained;
mod flat;
mod flow;
pub mod held;
pub mod kernel;
pub mod kernel_loop;
pub mod loc;
mod memory;
pub mod mma;
pub mod module;
mod names;
pub mod operand;
mod ops;
pub mod provenance;
pub mod ring;
pub mod run;
mod ssa;
mod statement;
mod values;

pub use domain::{atoms, known, linear};
pub use held::instruction as held_instruction;
pub use mma::name as mma_name;
