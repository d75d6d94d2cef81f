//! The box that takes anything: no value is lost in any spelling, no text breaks it, and layouts come back.

mod layouts;
mod places;
mod safe;
mod sentences;
mod sequences;
mod spellings;

use swizzle_core::{Arch, Element, Major, Order, Said, SaidTile, Sparsity, Swizzle};
use swizzle_infer::said_with;
use swizzle_infer::spec_from_said;
use swizzle_parse::PasteChoice;
use swizzle_tests::some;
use swizzle_view::Shown;

const GUESS: PasteChoice = PasteChoice {
    arch: None,
    radix: None,
    halves: None,
    number: None,
    kind: None,
    unit: None,
    operand: None,
    major: None,
};

fn context(change: impl Fn(&mut Said)) -> Shown {
    let mut shown = Shown::default();
    change(&mut shown.said);
    shown
}

/// What may be shown while something is pasted, with everything said that a value must not be mixed with.
fn contexts() -> Vec<Shown> {
    let tile = context(|said| {
        said.tile.major = Some(Major::Mn);
        said.tile.element = Some(Element::Tf32);
        said.tile.order = Some(Order::K);
        said.tile.mn = Some(200);
        said.tile.pattern_bytes = Some(0x480);
        said.place.step = Some(3);
    });
    let given = context(|said| {
        said.reader.arch = Some(Arch::Tcgen05);
        said.reader.sparsity = Some(Sparsity::Sparse);
        said.tile.element = Some(Element::E2m1Packed);
        said.tile.swizzle = Some(Swizzle::B128Atom32);
        said.tile.k = Some(1000);
        said.tile.lbo_bytes = Some(48);
        let spec = spec_from_said(said).expect("a picture");
        let given = said_with(&spec, |fields| {
            fields.lbo_field = 8;
            fields.stray_bits = 1 << 14;
            fields.base_offset = 5;
        });
        *said = given.expect("a code");
    });
    let buffer = context(|said| {
        said.tile = some!(SaidTile {
            start_bytes: 0x8400,
            mn: 64,
            k: 64,
            buffer_mn: 256,
            buffer_k: 256,
            at_mn: 64,
            at_k: 128,
            sbo_bytes: 2048,
            stages: 3
        });
    });
    vec![Shown::default(), tile, given, buffer]
}
