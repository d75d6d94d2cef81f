//! Strides that are packed for another element type or another swizzle mode.

use super::*;
use crate::matrix::candidate;

lint!(Spec, "other-stride", Likely, "PTX ISA, “Canonical Layouts”; that the strides are packed for another tile is a guess",
    rests_on: RestsOn::Read,
    silenced_by: &[GUESSES_FIRST],
);

fn find(spec: &Spec, report: &mut Report) {
    let Some((cause, mended)) = candidate::cause(spec, report) else {
        return;
    };
    let tile = spec.tile();
    let strides = match cause {
        // Colliding groups 128 bytes apart are those of a layout without swizzle.
        Cause::OtherElement(strides, _) if !is_group_without_swizzle(spec) => strides,
        // Too small for a group: the lint `overlap` says so.
        Cause::OtherMode(strides, _) if spec.first_clash().is_none() => strides,
        _ => return,
    };
    let (names, fields) = candidate::subject(strides);
    let (name, [held, wanted]) = candidate::held_and_wanted(spec, mended, strides);
    let (of, as_of) = match cause {
        Cause::OtherMode(_, mode) => {
            let [mode, own] = [mode, tile.swizzle].map(|mode| match mode {
                Swizzle::None => "no swizzle".to_string(),
                mode => format!("{mode} swizzle"),
            });
            let as_of = format!("in a packed tile with {mode}; with {own}");
            ("swizzle mode", as_of)
        }
        Cause::OtherElement(_, element) => {
            // The stride spans atoms, and another type has a different number of them.
            let [bits, own_bits] = [element, tile.element].map(Element::slot_bits);
            let own = tile.element;
            let as_of = format!("for {bits}-bit {element} elements; for {own_bits}-bit {own} elements");
            ("element type", as_of)
        }
        _ => return,
    };
    let title = format!("{names} packed for another {of}");
    let text = format!("{name} is {held}, as {as_of} it is {wanted}.");
    possible::blame(spec, report, fields, (title, text));
}

/// Whether groups are 128 bytes apart and collide.
fn is_group_without_swizzle(spec: &Spec) -> bool {
    let bytes = own_read(spec).group_bytes();
    let group = Swizzle::None.atom(spec.tile().major).bytes();
    bytes == group && spec.first_clash().is_some()
}
