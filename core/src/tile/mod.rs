//! What a producer put into shared memory.

mod meant;
mod params;

pub use meant::{Meant, MeantTile};
pub use params::{EXTENT_MAX, Order, Params, ParamsError};
