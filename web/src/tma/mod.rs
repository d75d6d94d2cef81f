//! A box of TMA: what the driver makes of its tensor map, where the box lands, and whether a descriptor reads that.
//!
//! `link → Facts → scenes → cells`; values of the link are rows of one table.

mod aside;
mod facts;
mod page;
mod scale;
mod scenes;

use yew::prelude::*;

use crate::dump::STYLE;
use crate::page::loaded_page;

loaded_page!(memory, STYLE, |_, look, on_look| html! { <page::Tma {look} {on_look} /> });
