//! The page of Blackwell: scale factors, tensor memory and registers. What its three links say together, what follows from that,
//! and the table of what can be changed.

mod facts;
mod pops;
mod set;
mod shown;
mod table;
#[cfg(test)]
mod tests;
mod words;

pub use facts::Facts;
pub use pops::{Pop, Table, steps};
pub use set::{region_fields, set};
pub use shown::{Shown, Trip, region_of};
pub use table::{Choice, Field, Key, Part, REGIONS, Values, field, sections, sentences};
pub use words::{Line, Source};
