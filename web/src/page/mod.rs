//! The frame around any page: which one is open, its look, its bar, and how its parts are loaded.

pub mod anything;
mod bar;
pub mod embedded;
pub mod figure_part;
mod linked;
pub mod load;
mod menu;
mod opening;
pub mod places;
mod route;
pub mod share;
pub mod terms;

use crate::prelude::*;
pub use anything::{Anything, load_reader};
pub use bar::{Bar, edited_bar, other_bar, undo_tools};
pub use linked::{Format, part_of, use_linked};
pub use opening::{Asked, Meant, Reader};
use places::Place;
pub(crate) use route::loaded_page;
pub use route::{DrawPage, Kind, Look, Page};
