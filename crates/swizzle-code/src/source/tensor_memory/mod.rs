//! Use of tensor memory by a tcgen05 kernel, for any language: its regions, the copies of scale factors, the loads of D.

mod formula;
mod read_of_d;
mod regions;
mod scale_copies;

use crate::source::{Language, Sourced};
use crate::template::Facts;

/// Adds the parts of a kernel in tensor memory; of each that no source covers, why it is left out. Returns that of the scale factors.
pub(super) fn add(facts: &mut Facts, language: Language, sourced: &Sourced<'_>) -> Option<String> {
    let is_python = language == Language::CuteDsl;
    let no_regions = regions::add(facts, is_python, sourced).err();
    let no_scales = scale_copies::add(facts, sourced).err();
    let no_read = read_of_d::add(facts, is_python, sourced.instruction).err();
    let left_out = [
        ("tensor memory", no_regions),
        ("copies of scale factors", no_scales.clone()),
        ("reading D", no_read),
    ];
    let sentence = |(what, why): (&str, Option<String>)| Some(format!("Not generated: {what}: {}.", why?));
    facts.list("left_out", left_out.into_iter().filter_map(sentence).map(|text| [("text", text)]));
    no_scales
}
