//! Codes that are not defined, and bits that must have one value.

use super::*;
use crate::lint::Silencer;
use swizzle_core::descriptor::{FieldValues, InstructionField};

lint!(InstructionWord, "idesc-code", Stated, TABLE);

/// The id of B in these bits has a finding of its own.
const OF_BITS_0_AND_1: &[Silencer] = &[Silencer::by(&["idesc-scale-place"])];

fn find(word: &InstructionWord, report: &mut Report) {
    for field in InstructionDescriptor::fields(word.idesc.kind()) {
        if !field.allows(word.idesc.bits_of(*field)) {
            not_allowed(word.idesc, report, *field);
        }
    }
}

fn not_allowed(idesc: InstructionDescriptor, report: &mut Report, field: InstructionField) {
    let (name, kind, raw) = (field.id.name(), idesc.kind(), idesc.bits_of(field));
    let (bits, are) = match field.width {
        1 => (format!("Bit {}", field.low), "is"),
        _ => (format!("Bits {}–{}", field.low, field.high()), "are"),
    };
    let of_sentence = bits.to_lowercase();
    let found = match (field.values, field.id) {
        (FieldValues::Codes(codes), _) => {
            let known = joined(codes.iter().map(|(code, name)| format!("{code} {name}")), ", ");
            report.error(
                &[],
                format!("{name}: code {raw} is not defined"),
                format!("{bits} of kind {kind}: {known}."),
            )
        }
        (_, Id::Reserved) => report.error(
            &[],
            format!("{bits} must be 0"),
            format!("Reserved in kind {kind}; {of_sentence} {are} {raw}."),
        ),
        _ => report.error(
            &[],
            format!("{name} must be 0"),
            format!("Kind {kind} allows only 0 here; {of_sentence} {are} {raw}."),
        ),
    };
    found.bits = field.mask().into();
    if field.low == 0 {
        found.silenced_by = OF_BITS_0_AND_1;
    }
    match field.values {
        FieldValues::Fixed(only) | FieldValues::Codes(&[(only, _)]) => {
            found.mended(idesc.with_bits(field, only));
        }
        FieldValues::Codes(_) | FieldValues::Extent(_) => {}
    }
}
