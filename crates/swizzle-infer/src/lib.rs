//! Inference: the tile of a descriptor, and the likely mistakes in a wrong one.

mod assume;
mod cause;
mod explain;
mod extents;
mod frame;
mod other_arch;
mod other_operand;
mod packed;
pub mod rows;
pub mod sequence;
mod several;
mod slip;
mod strided;
mod tiles;
pub mod trace;
mod two_layouts;
mod whole_read;
mod wider;

pub use assume::{is_read_right, said_with, spec_from_said};
pub use cause::{Advance, Cause, Numbering};
pub use explain::{Explanation, causes};
pub use other_arch::on_other_arch;
pub use other_operand::as_other_operand;
pub use several::{said_with_increment, said_with_loop};
pub use strided::{At, Mode, NotCanonical, Strided, said_from_strided};
pub use two_layouts::{Elsewhere, TwoLayouts, offset as offset_in, unit_elsewhere};
pub use whole_read::WholeRead;
pub use wider::{Wider, wider};
