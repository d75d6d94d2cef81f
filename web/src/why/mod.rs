//! Why: what a swizzle is for. Scenes in one scroll (threads that go down a column, three layouts of rows, TMA, the tensor core),
//! everything that was measured, and an access of one's own on three layouts.
//!
//! `link → facts → scenes → cells`, and `link → rows → kit → link`: [`facts`] and [`tried`] alone call the crates.

mod access;
mod costs;
mod facts;
mod page;
mod scenes;
mod threads;
mod tried;

use crate::cells::Event;
use crate::prelude::*;
use access::PRESETS;
use costs::score;
use facts::Place;
pub use facts::Threads;
use swizzle_draw::scene::{id_of_pair, pair_of_id};
use swizzle_warp::{Form, *};
pub use threads::{ThreadsPicture, modes};
use tried::Column;

/// The styles of the page.
pub const STYLE: &str = concat!(later_style!(), page_style!("why.css"));

loaded_page!(why, STYLE, |props| html! { <page::Why ..props /> });
