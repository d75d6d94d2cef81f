//! A kernel as it is looked at: a score of its tensor-core instructions, each operand as a tile of the atlas, and findings with
//! the edit of a line that mends them.

mod block;
mod door;
mod event;
mod example;
mod map;
mod mend;
mod mend_around;
mod mend_idesc;
mod mend_product;
mod number;
mod operand;
mod place;
mod product;
mod reading;
mod row;
mod score;
mod source;
mod trial;

pub use door::{Text, is_machine_code, texts_from_bytes};
pub use event::{EventView, LoopView};
pub use example::Example;
pub use map::{MapKind, MapPiece, MapView};
pub use mend::mend;
pub use mend_around::mend_finding;
pub use mend_idesc::mend_idesc;
pub use operand::Part;
pub use place::{Fault, Place, mend_at};
pub use reading::Reading;
pub use row::{OperandView, Row, Side, SourceLine};
pub use score::{KernelView, Walked};
pub use source::{Why, WhyLine, why};
pub use trial::{LineEdit, differing};
