//! Major-ness and swizzle.

use swizzle_core::Spec;
use swizzle_params::ParamId;
use swizzle_text::{atom_text, major_text};
use swizzle_warp::RowWrites;
use yew::Html;

use crate::control::{Choice, Edits};

/// The section.
pub fn layout(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let tile = spec.tile();
    let major = Choice::of_param(ParamId::Major, spec, &|_, name| name.into());
    let swizzle = Choice::of_param(ParamId::Swizzle, spec, &|_, name| name.into());
    let writes = RowWrites::of(tile);
    let words = writes.ways.iter();
    let words = words.map(|(_, ways)| RowWrites::ways_text(*ways));
    // Nothing is counted for rows that are not whole units.
    let swizzle = match writes.ways.iter().any(|(_, ways)| ways.is_some()) {
        true => swizzle.notes(words.collect(), writes.text()),
        false => swizzle,
    };
    vec![
        edits.choice(major.hint(major_text(spec))),
        edits.choice(swizzle.hint(atom_text(tile.swizzle, tile.major))),
    ]
}
