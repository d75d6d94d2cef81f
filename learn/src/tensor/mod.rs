//! Figures of tensor memory and of registers: their numbers, their answers, and the slips that wrong answers come from.

mod fragment;
mod plan;
mod stage;

use super::*;
use crate::slip::sentence;
use swizzle_tmem::{plan::Cell, tensor_memory::WARP_LANES};

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
