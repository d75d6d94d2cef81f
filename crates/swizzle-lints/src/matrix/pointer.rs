//! A generic pointer instead of a shared-memory address: its upper bits are in the stride fields.

use super::*;

lint!(Spec, "pointer", Likely, "PTX ISA, matrix-descriptor-encode: (x & 0x3FFFF) >> 4; that a pointer was not masked is a guess";
    by ["halves", "plain-rows"],
);

const FIELDS: &[FieldId] = &[FieldId::Lbo, FieldId::Reserved30, FieldId::Sbo];

fn find(spec: &Spec, report: &mut Report) {
    let is_named = report.facts.causes.first().map(|found| found.cause) == Some(Cause::Pointer);
    if !is_named {
        return;
    }
    let start = own_read(spec).start_bytes();
    let title = "Bits of a generic pointer are left above the start";
    let text = format!(
        "The start 0x{start:x} is correct, and so is every bit that the strides need; the other bits are those of an address that was shifted but not masked. Use cvta.to.shared, or (x & 0x3FFFF) >> 4."
    );
    possible::blame(spec, report, FIELDS, (title, text));
}
