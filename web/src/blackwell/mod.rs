//! Blackwell: scale factors, tensor memory and registers as stations on one wire, under the plan of its 512 columns. Three links
//! open it, each on a trip of its own.
//!
//! `link → Desk → Facts → scenes → cells` and `Facts → rows → kit → Act → Desk`. The facts, and what can be changed, are those of
//! [`swizzle_view::blackwell`].

mod figure;
mod more;
mod page;
mod plan;
mod scenes;
mod state;
#[cfg(test)]
mod tests;
mod view;

use crate::cells::Event;
use crate::page::Look;
use crate::prelude::*;
use plan::PlanBar;
use scenes::{Station, factors};
use state::Act;
use swizzle_draw::scene::{
    LoadSide, ScalePane, ScalePictures, ScaleWindow, id_of_pair, id_of_place, pair_of_id, place_of_id,
};
use swizzle_tmem::scale::ScaleStage;
use swizzle_tmem::tensor_memory::WARP_LANES;
use swizzle_view::blackwell::{Facts, Key, Shown, Trip};
use view::GUTTER;

pub use figure::load_figure;

/// The styles of the page.
const STYLE: &str = concat!(later_style!(), page_style!("blackwell.css"));

loaded_page!(tensor, STYLE, |props| html! { <page::Blackwell ..props /> });
