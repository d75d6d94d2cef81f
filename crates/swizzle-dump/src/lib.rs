//! Recognition of the layout in a dump of shared memory.
//!
//! A producer wrote a tile of known values; the dump shows the address of each value. [`dump_from_bytes`] reads what a debugger
//! printed, [`recognize`] finds the layouts that match, and [`read_of_dump`] computes what a descriptor reads from it.

mod asked;
mod candidate;
mod example;
mod facts;
mod fill_code;
mod fit;
mod found;
mod grid;
mod lines;
mod list;
mod memory;
mod npy;
mod picture;
mod pixels;
mod places;
mod read;
mod recognize;
mod text;
mod tokens;
mod typed;
mod unit_table;
mod value;
mod values;

pub use asked::Asked;
pub use candidate::Exchange;
pub use example::Example;
pub use facts::{Fact, Readable};
pub use fill_code::fill_code;
pub use found::{Form, Found};
pub use memory::{Dump, DumpError};
pub use picture::{DumpPicture, DumpUnit, Held, UnitHolds};
pub use pixels::Shades;
pub use read::{Alternative, DumpRead, alternatives, read_of_form, read_of_tile};
pub use recognize::{recognize, recognize_in_turns};
pub use text::{dump_from_bytes, dumps_from_files};
pub use typed::{read_of_dump, read_without_layout, whole_read_of_dump};
pub use unit_table::mode_of_unit_table;
pub use value::Value;
pub use values::{Values, Written};
