//! What spans the crates: golden data, laws, figures, and the page in real browsers.
//!
//! This library holds what the test files beside it share, and nothing that the core could share with them: code that
//! computes an expected address here is written a second time, from the manual's tables and CuTe's definitions.
//!
//! - [`csv_rows`], [`json_lines`]: golden files, every value with the line that it came from.
//! - [`Report`]: comparisons that continue after the first difference, and are counted.
//! - [`CuteText`]: a shape and a stride as a function of a coordinate.
//! - [`Functor`]: CuTe's swizzle, bit by bit.
//! - [`place_atoms`]: a tile built by writing one atom after another into memory.
//! - [`ByHand`]: the address law as numbers.
//! - [`at_once`]: work on all cores.
//! - [`fnv1a`]: the hash of the golden lines.
//! - [`run`], [`printed`]: what a program prints, with each compiler that this machine has.
//! - [`is_exhaustive`], [`sample`]: what is tested in every run, and what every night.
//! - [`seed`], [`cases`]: the seed of arbitrary inputs, the same in every run, and how many there are.
//! - [`grid`], [`coords`], [`pairs`]: every place of a matrix, every pair of two lists.
//! - [`said`], [`some!`], [`legal_forms`]: what is said of a tile, as a link or as values, and its forms.
//! - [`rows`]: the rows of a table beside a test.
//! - [`given`], [`layout_of`]: what must hold for any explicit descriptor beside specified values, and what it reads.

mod at_once;
mod by_hand;
mod compilers;
mod cute_text;
mod extent;
mod fnv;
mod functor;
mod given;
mod golden;
mod report;
mod said;
mod seed;
mod twin;
mod walks;
#[cfg(feature = "browser")]
pub mod webdriver;

pub use at_once::at_once;
pub use by_hand::{ByHand, mode};
pub use compilers::{CHECKS, File, HASH, STRICT, SYNTAX, assert_printed, cutlass, printed, run};
pub use cute_text::{CuteText, Swizzled};
pub use extent::{is_exhaustive, sample};
pub use fnv::fnv1a;
pub use functor::Functor;
pub use given::{given, layout_of};
pub use golden::{At, CsvRow, JsonLine, csv_rows, json_lines, rows};
pub use report::Report;
pub use said::{legal_forms, said};
pub use seed::{cases, seed};
pub use twin::{AtomSides, PlacedTile, place_atoms};
pub use walks::{coords, grid, pairs};
