//! A read that does not start where its walk puts it.

use super::*;

lint!(OperandRead, "walk-start", Measured, MEASURED,
    whose: Whose::Own(FactKind::Walk),
);

fn find(read: &OperandRead, report: &mut Report) {
    let (walk, one) = (&read.walk, &read.walk.reads[read.at]);
    let (letter, step) = (read.letter(), read.step());
    if one.is_swapped {
        report.warning(
            &[FieldId::Start],
            format!("Step {step}: the descriptors of A and B are exchanged"),
            "Each is read as the other operand, so this step adds the transposed product. That is right only if A and B contain the same data here.",
        );
        return;
    }
    if let Some((actual, expected)) = walk.turn.filter(|(actual, expected)| actual != expected) {
        report.error(
            &[FieldId::Start],
            format!("{letter}: moves {actual} bytes from one turn of the loop to the next, expected {expected}"),
            format!("The K advance is {} units, expected {}.", units(actual), units(expected)),
        ).fix(format!(
            "Advance by {} units, not {}",
            units(expected),
            units(actual)
        ));
        return;
    }
    let Some(expected) = walk.fit.expected.get(read.at).copied().flatten() else {
        return;
    };
    if one.start == Some(expected) || one.known.mask == 0 {
        return;
    }
    // Counted from a read that is where it belongs.
    let Some(from) = walk.placed_beside(read.at) else {
        return;
    };
    let expected = expected - walk.reads[from].start.unwrap_or_default();
    let beside = from;
    let finding = match one.start.map(|start| start - walk.reads[from].start.unwrap_or_default()) {
        // Bytes were added where units are counted.
        Some(actual) if actual == 16 * expected && read.at == from + 1 => report.error(
            &[FieldId::Start],
            format!("The start field counts units of 16 bytes: a K step of {expected} bytes adds {}, not {expected}", units(expected)),
            format!("{letter}, step {step}: starts {actual} bytes from step {beside}, expected {expected}."),
        ),
        Some(actual) => report.error(
            &[FieldId::Start],
            format!("{letter}, step {step}: starts {actual} bytes from step {beside}, expected {expected}"),
            format!("The start field is {} units of 16 bytes from that of step {beside}, expected {}.", units(actual), units(expected)),
        ),
        None => report.error(
            &[FieldId::Start],
            format!("{letter}, step {step}: starts in another buffer than the other steps"),
            format!("Expected: {expected} bytes from step {beside}."),
        ),
    };
    finding.fix(format!("Start step {step} {expected} bytes ({} units) from step {beside}", units(expected)));
}

/// Bytes in units of 16, with what is left over.
fn units(bytes: i64) -> String {
    match bytes % 16 {
        0 => (bytes / 16).to_string(),
        _ => format!("{:.2}", bytes as f64 / 16.0),
    }
}
