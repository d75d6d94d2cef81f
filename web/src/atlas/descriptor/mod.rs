//! Bits and field cards of a descriptor, as Compare has them.

pub mod bits;
pub mod card;
pub mod needs;
