//! Check: a descriptor against its tile. The verdict is the title, the tile a sentence, matrix and memory are two squares of
//! units, the 64 bits are at the foot.
//!
//! `link → Desk → Facts → scenes → cells` and `Facts → rows → kit → Act → Desk`: [`facts`] is the only caller of the crates.

pub mod bits;
mod conflicts;
pub mod drawn;
pub mod facts;
pub mod findings;
pub mod image;
pub mod moves;
mod overview;
pub mod own_image;
mod page;
pub mod parts;
pub mod reads;
pub mod scenes;
pub mod state;
pub mod table;
#[cfg(test)]
mod tests;
mod wires;
pub mod work;

use crate::frame::Look;
use crate::prelude::*;
use state::{Act, Desk, READS};
use swizzle_core::{Layout, Place, Stride, Tile};
use swizzle_draw::Number;
use swizzle_draw::scene::Window;
use swizzle_warp::RowWrites;
use web_sys::File;

use conflicts::*;
use overview::*;
use own_image::*;
pub use {
    bits::*, facts::*, findings::*, image::*, moves::*, page::eye, parts::*, reads::*, scenes::*, table::*,
    wires::*,
};

loaded_page!(
    check,
    concat!(later_style!(), page_style!("check.css")),
    |props| html! { <page::Check ..props /> }
);
