//! Figures of tensor memory: their numbers, their answers, and the slips that wrong answers come from.

mod answer;
mod plan;
mod set;
mod slip;
mod stage;

pub(crate) use answer::is_right;
pub use plan::Planned;
pub use set::{set_in_tensor_memory, value_in_tensor_memory};
pub(crate) use slip::hint;
pub use stage::Staged;

use std::rc::Rc;

use swizzle_text::Quantity;

use crate::Facts;

/// Returns the facts that a link of the pages of tensor memory or of scale factors shows.
pub(crate) fn facts(link: &str) -> Option<Rc<dyn Facts>> {
    Some(match is_of_scale(link) {
        true => Rc::new(Staged::of(link)?),
        false => Rc::new(Planned::of(link)?),
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
