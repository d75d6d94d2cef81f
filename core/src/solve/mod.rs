//! From what is known back to what is not: the tile behind a descriptor or a layout.

mod decode;

pub use decode::params_from_descriptor;
