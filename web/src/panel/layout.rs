//! Major-ness and swizzle.

use swizzle_core::{Named, Spec};
use swizzle_text::{atom_text, major_text};
use yew::Html;

use crate::control::{Choice, Edits};
use crate::state::Edit;

/// The section.
pub(super) fn layout(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let (tile, said) = (spec.tile(), &spec.said().tile);
    let major = Choice::of_value(
        "Major",
        tile.major,
        Some(said.major.is_some()),
        |major| major.name().into(),
        Edit::Major,
    );
    let swizzle = Choice::of_value(
        "Swizzle",
        tile.swizzle,
        Some(said.swizzle.is_some()),
        |swizzle| swizzle.name().into(),
        Edit::Swizzle,
    );
    vec![
        edits.choice(major.hint(major_text(spec))),
        edits.choice(swizzle.hint(atom_text(tile.swizzle, tile.major))),
    ]
}
