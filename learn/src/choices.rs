//! The values that a control in a lesson offers.

use crate::*;
use swizzle_core::{Arch, Element};

/// The names that a figure's control of a key offers: those of the lesson, else all that the architecture has. None for
/// every other key.
pub fn offered(figure: &Figure, key: &str) -> Option<Vec<&'static str>> {
    if let Some(names) = figure.choices_of(key) {
        return Some(names.to_vec());
    }
    let is_wgmma = spec_of(figure.link)?.reader().arch == Arch::Wgmma;
    match key {
        "swizzle" | "swizzle_alone" => {
            let modes = Swizzle::ALL.iter();
            let known = modes.filter(|mode| !is_wgmma || **mode != Swizzle::B128Atom32);
            Some(known.map(|mode| mode.name()).collect())
        }
        "element" => {
            let types = Element::ALL.iter();
            let known = types.filter(|one| !is_wgmma || one.pitch_bits() >= 8);
            Some(known.map(|one| one.name()).collect())
        }
        _ => None,
    }
}
