//! What pages that show squares share: how they are looked at, and what is around them, which is the title with its fixes and
//! tools, drawer and sheets. The pages of a dump and of a box also share the squares with the column beside them, the foot with the
//! bits of a descriptor, values that are written, and where all of that is.

mod around;
mod foot;
mod form;
mod looking;
mod page;
mod signs;
mod work;

use crate::prelude::*;
pub use around::*;
pub use foot::*;
pub use form::{Form, *};
pub use looking::{Look, *};
pub use page::*;
pub use signs::*;
pub use work::*;
