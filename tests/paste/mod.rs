//! The box that takes anything: no value is lost in any spelling, no text breaks it, and layouts come back.

mod layouts;
mod places;
mod safe;
mod sentences;
mod sequences;
mod spellings;

use swizzle_core::Said;
use swizzle_infer::said_with;
use swizzle_infer::spec_from_said;
use swizzle_parse::PasteChoice;
use swizzle_tests::said;
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

/// What may be shown while something is pasted, with everything said that a value must not be mixed with.
fn contexts() -> Vec<Shown> {
    let tile = said("#/?major=MN&element=tf32&order=k&mn=200&pattern=0x480&step=3");
    let of_given =
        said("#/tcgen05?sparsity=sparse&element=e2m1-packed&swizzle=128B-32B-atom&k=1000&column_bytes=48");
    let given = said_with(&spec_from_said(&of_given).expect("a picture"), |fields| {
        fields.lbo_field = 8;
        fields.stray_bits = 1 << 14;
        fields.base_offset = 5;
    });
    let buffer = said(
        "#/?start=0x8400&mn=64&k=64&buffer_mn=256&buffer_k=256&at_mn=64&at_k=128&sbo_bytes=2048&stages=3",
    );
    [Said::default(), tile, given.expect("a code"), buffer].map(Shown::from).into()
}
