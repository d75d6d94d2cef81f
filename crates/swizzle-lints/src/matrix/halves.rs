//! Swapped 32-bit halves.

use super::*;

lint!(
    Spec,
    "halves",
    Likely,
    "the descriptor tables of both architectures; that the halves were swapped is a guess"
);

const FIELDS: &[FieldId] = &[
    FieldId::Start,
    FieldId::Reserved14,
    FieldId::Lbo,
    FieldId::Reserved30,
    FieldId::Sbo,
    FieldId::Fixed46,
    FieldId::BaseOffset,
    FieldId::Reserved,
    FieldId::Swizzle,
];

fn find(spec: &Spec, report: &mut Report) {
    let Some(given) = spec.given() else {
        return;
    };
    let turned = given.with_raw(given.raw().rotate_left(32));
    let is_garbled = |descriptor: Descriptor| {
        let fields = descriptor.decode();
        fields.stray_bits != 0 || fields.swizzle.is_err()
    };
    if !is_garbled(given) || is_garbled(turned) {
        return;
    }
    let said = candidate::given(spec, turned);
    let Ok(mended) = spec_from_said(&said) else {
        return;
    };
    let is_sound = mended.has_legal_form()
        && mended.span_bytes() > 0
        && Tally::of_read(&mended, mended.place()).wrong == 0
        && mended.first_clash().is_none()
        && has_packed_strides(&mended);
    if is_sound {
        let finding = report.error(
            FIELDS,
            "The 32-bit halves are swapped",
            format!("Bits 0–31 and bits 32–63 are swapped. As given, fixed bits have wrong values; with the halves swapped back, {turned}, nothing is wrong."),
        );
        candidate::offer_whole(finding, spec, &said);
    }
}

/// Whether the strides are those of a packed tile.
fn has_packed_strides(spec: &Spec) -> bool {
    let (tile, packed) = (spec.tile(), spec.packed());
    (tile.lbo_bytes, tile.sbo_bytes) == (packed.lbo_bytes, packed.sbo_bytes)
}
