//! The one view of cells: a picture of cells as a value ([`Scene`]), where its cells are ([`Geometry`]), and what draws any of
//! them ([`Cells`]), alone or two beside each other ([`Pair`]). It knows no tile.

mod ink;
mod paint;
mod pair;
mod pixels;
mod view;

use crate::prelude::*;
pub use ink::*;
pub use pair::*;
pub use pixels::*;
pub use swizzle_draw::cells::{Look, *};
pub use view::{Event, *};
use web_sys::CanvasRenderingContext2d;
