//! A kernel: the verdict on all operands of its tensor-core instructions is the title, the edit that mends it is across the top,
//! and the operand in view is two squares, with shared memory as a ruler.
//!
//! `link → Reading → Place → Facts of its tile → Read → scenes → cells`; all that happens is an [`Act`].

mod at;
mod chain;
mod fix;
mod held;
mod page;
mod scenes;
mod score;
mod squares;
mod start;
mod state;
mod told;

use crate::check::{Facts, traced, use_facts};
use crate::prelude::*;
use at::*;
use chain::{fields, instruction};
pub use held::kept_link;
use held::*;
use page::AtHand;
use scenes::*;
use squares::*;
use start::*;
use state::{Act, Look};
use swizzle_lens::{Place, Row, differing, *};
use told::*;

loaded_page!(kernel, concat!(later_style!(), page_style!("ruler.css"), page_style!("kernel.css")), |props| {
    div("check", (other_bar(&props), html! { <page::Kernel ..props /> }))
});
