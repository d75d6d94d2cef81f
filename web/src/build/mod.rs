//! Build: a tile, and what a kernel needs of it. Title and sentence, the ten layouts to choose from, every read, the code; and
//! over them the table of all supported combinations.
//!
//! `link → Desk → Facts → parts` and `Facts → rows → kit → Act → Desk`: [`facts`] alone asks what follows from a tile.

mod combinations;
mod facts;
mod idesc;
mod page;
mod pair;
mod picker;
mod reads;
mod state;
mod table;
#[cfg(test)]
mod tests;

use crate::check::scenes::matrix_of;
use crate::prelude::*;
use facts::{Facts, name, place_of};
use picker::other;
use state::{Act, Desk, Look, Open, Place};
use table::Key;

pub use picker::picture;

// It reads its address itself.
loaded_page!(
    build,
    concat!(later_style!(), page_style!("build.css"), page_style!("layouts.css")),
    |props| html! { <page::Build ..props /> }
);
