//! Figures of tensor memory and of registers: their numbers, their answers, and the slips that wrong answers come from.

mod answer;
mod fragment;
mod plan;
mod slip;
mod stage;

use super::*;
use swizzle_tmem::{plan::Cell, tensor_memory::WARP_LANES};

pub(crate) use answer::judged;
pub(crate) use slip::of_number;
pub use {fragment::*, plan::*, stage::*};

/// Returns the facts that a link of the pages of tensor memory, of scale factors or of fragments shows.
pub(crate) fn facts(link: &str) -> Option<Rc<dyn Facts>> {
    Some(match () {
        () if is_of_scale(link) => Rc::new(Staged::of(link)?),
        () if Dealt::is_of(link) => Rc::new(Dealt::of(link)),
        () => Rc::new(Planned::of(link)?),
    })
}

/// Whether a link is of the page of scale factors.
pub fn is_of_scale(link: &str) -> bool {
    link.starts_with("#/scale")
}

/// A number in decimal.
fn count(value: u32) -> Quantity {
    Quantity { value: value.into(), text: value.to_string() }
}
