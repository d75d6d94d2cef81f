//! The page of Blackwell: scale factors, tensor memory and registers. What its three links say together, what follows from that,
//! and the table of what can be changed.

mod facts;
mod shown;
mod table;
#[cfg(test)]
mod tests;
mod words;

use crate::link::{Form, LanesShown, ScaleShown, TensorMemoryShown};
use swizzle_core::Operand;
use swizzle_tmem::Point;
use swizzle_tmem::plan::{Cell, ReadBack, What};
use swizzle_tmem::scale::ScaleStage;
use swizzle_tmem::tensor_memory::{COLUMNS, LANES, WARP_LANES};

pub use facts::*;
pub use shown::*;
pub use table::*;
pub use words::*;
