//! Properties of an operand that the text does not tell.

use super::*;

lint!(OperandRead, "unresolved", Derived, "the PTX alone"; is [NotFollowed]);

fn find(read: &OperandRead, report: &mut Report) {
    let (walk, one) = (&read.walk, &read.walk.reads[read.at]);
    let held = walk.held(read.at);
    let missing = missing(&held, read);
    // Said once of a walk: of the first read that is like this.
    if missing.is_empty() || !walk.is_first_of_mask(read.at) {
        return;
    }
    let letter = read.letter();
    let choices: Vec<String> = one.choices.iter().map(|choice| choice_text(walk.chip, *choice)).collect();
    let list = missing.join(", ");
    if one.base_follows && missing == ["base offset"] {
        report.note(
            &[FieldId::BaseOffset],
            format!("{letter}: the base offset follows the start: right if the pattern begins at a multiple of 1024 bytes"),
            "The field is bits 7 to 9 of the start address. Where the pattern begins is not in the text.",
        );
        return;
    }
    let stop = match &one.stop {
        Some((line, opcode)) => format!(": {opcode} in line {line}"),
        None => String::new(),
    };
    match choices.is_empty() {
        true => report.note(
            &[FieldId::Swizzle],
            format!("{letter}: {list} not known{stop}"),
            "The text does not determine this operand's descriptor.",
        ),
        false => report.note(
            &[FieldId::Swizzle],
            format!("{letter}: {list} not known; one of {}: {}", choices.len(), choices.join("; ")),
            "The text gives the possible descriptors, but not which of them is read.",
        ),
    };
}

/// The values of a read that are not known, by name.
fn missing(held: &HeldDescriptor, read: &OperandRead) -> Vec<&'static str> {
    let geometry = read.walk.geometry(read.at);
    let mut missing = Vec::new();
    if geometry.swizzle.is_none() && held.field(FieldId::Swizzle).is_none() {
        missing.push("swizzle mode");
    }
    if geometry.major.is_none() {
        missing.push("major-ness");
    }
    for (id, name) in [(FieldId::Lbo, "LBO"), (FieldId::Sbo, "SBO"), (FieldId::BaseOffset, "base offset")] {
        if held.field(id).is_none() {
            missing.push(name);
        }
    }
    missing
}

fn choice_text(chip: swizzle_core::hardware::Chip, known: Known) -> String {
    let held = walk::held_in(chip, known);
    let mode = held.swizzle().map_or("unknown mode", |swizzle| swizzle.name());
    let bytes = |id| held.bytes(id).map_or("unknown".to_owned(), |bytes| bytes.to_string());
    match Descriptor::field(chip, FieldId::Sbo) {
        Some(_) => format!("mode {mode}, LBO {}, SBO {}", bytes(FieldId::Lbo), bytes(FieldId::Sbo)),
        None => mode.to_owned(),
    }
}
