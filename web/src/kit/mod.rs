//! The one kit of controls: each shows a [`Row`], a value that can be changed, and sends [`Change`]s of it. Which control a row
//! has follows from its values and from the room that there is.

mod controls;
mod copy;
mod dialog;
mod hooks;
pub mod icon;
mod parts;
mod shared;
mod tint;

use crate::prelude::*;
pub use controls::*;
pub use copy::*;
pub use dialog::Dialog;
pub use hooks::*;
pub use icon::icon;
pub use parts::*;
pub use shared::Shared;
pub use swizzle_params::{Change, Choice, Row, Values};
pub use tint::tint;
