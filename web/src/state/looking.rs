//! The object of the view: a place of the sequence, the tile or one read, and the pinned element of it.

use super::*;
use swizzle_core::{Place, SaidPlace, Tally};

/// Returns the spec at the place that is looked at, if it has a picture.
pub fn looked_at(shown: &Shown) -> Option<Spec> {
    Some(shown.looked_at(&shown.spec().ok()?))
}

/// Looks at another place: an explicit descriptor stays where it is, a computed one moves along.
pub fn look_at(shown: &mut Shown, change: impl FnOnce(&mut Place)) {
    let Ok(spec) = shown.spec() else { return };
    let mut place = shown.at.unwrap_or(spec.place());
    change(&mut place);
    if spec.given().is_some() {
        shown.at = Some(place).filter(|place| *place != spec.place());
    } else {
        say_place(shown, place);
    }
}

/// Says where the descriptor belongs. The first of a sequence is where it is looked for anyway.
pub fn say_place(shown: &mut Shown, place: Place) {
    let later = |at: u32| Some(at).filter(|at| *at > 0);
    shown.at = None;
    shown.said.place =
        SaidPlace { stage: later(place.stage), block: later(place.block), step: later(place.step) };
}

/// Whether the read is correct.
pub fn is_right(spec: &Spec) -> bool {
    Tally::of_read(spec, spec.place()).wrong == 0
}

/// Shows the read if an edit has made it wrong, as after a wrong paste. Once: a reader who turns back to the tile stays there.
pub fn show_what_is_wrong(shown: &mut Shown) {
    if shown.view.shows == Shows::Tile && looked_at(shown).is_some_and(|spec| !is_right(&spec)) {
        *shown = shown.showing(Shows::Read);
    }
}
