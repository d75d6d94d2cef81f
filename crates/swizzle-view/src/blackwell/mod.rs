//! The page of Blackwell: scale factors, tensor memory and registers. What its three links say together, what follows from that,
//! and the table of what can be changed.

mod facts;
mod pops;
mod shown;
mod table;
#[cfg(test)]
mod tests;
mod words;

pub use facts::Facts;
pub use pops::{Pop, Table, steps};
pub use shown::{Shown, Trip, region_of};
pub use table::{Key, Part, region_rows, row, sections, sentences, set};
pub use words::{Line, Source};
