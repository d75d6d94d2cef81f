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
    let left_out = [
        ("tensor memory", regions::add(facts, is_python, sourced)),
        ("copies of scale factors", scale_copies::add(facts, sourced)),
        ("reading D", read_of_d::add(facts, is_python, sourced.instruction)),
    ];
    let left_out = left_out.map(|(what, added)| (what, added.err().map(|why| why.to_string())));
    let sentence = |(what, why): &(&str, Option<String>)| {
        why.as_ref().map(|why| format!("Not generated: {what}: {why}."))
    };
    facts.texts("left_out", left_out.iter().filter_map(sentence));
    let [_, (_, no_scales), _] = left_out;
    no_scales
}
