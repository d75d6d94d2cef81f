//! A box of TMA: what the driver makes of its tensor map, where the box lands, and whether a descriptor reads that.
//!
//! `link → Facts → scenes → cells`; values of the link are rows of one table.

mod aside;
mod facts;
mod page;
mod scale;
mod scenes;

use crate::dump::STYLE;
use crate::prelude::*;
use facts::{Facts, Landed};
use swizzle_code::tma::*;
use swizzle_core::tma::*;
use swizzle_draw::scene::BoxPicture;
use swizzle_lints::tma::*;

loaded_page!(memory, STYLE, |props| html! { <page::Tma ..props /> });
