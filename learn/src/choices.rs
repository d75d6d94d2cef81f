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
        "swizzle" | "swizzle_alone" => Some(names(|mode: Swizzle| !is_wgmma || mode != Swizzle::B128Atom32)),
        "element" => Some(names(|element: Element| !is_wgmma || element.pitch_bits() >= 8)),
        _ => None,
    }
}

/// The names of those that are known.
fn names<T: Named>(is_known: impl Fn(T) -> bool) -> Vec<&'static str> {
    T::ALL.iter().filter(|one| is_known(**one)).map(|one| one.name()).collect()
}
