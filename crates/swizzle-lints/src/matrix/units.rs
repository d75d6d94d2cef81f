//! Bytes instead of 16-byte units, or a value divided by 16 twice.

use super::*;
use crate::matrix::candidate;
use swizzle_core::hardware::SHARED_END;

lint!(Spec, "units", Likely, "PTX ISA, matrix-descriptor-encode: fields count units of 16 bytes; a guess from public reports";
    by ["halves", "plain-rows", "pointer"],
    rests_on: RestsOn::Read,
);

fn find(spec: &Spec, report: &mut Report) {
    if start(spec, report) {
        return;
    }
    let (strides, mended, is_large) = match candidate::cause(spec, report) {
        Some((Cause::Bytes(strides), mended)) => (strides, mended, true),
        Some((Cause::DividedTwice(strides), mended)) => (strides, mended, false),
        _ => return,
    };
    let (subject, fields) = candidate::subject(strides);
    let (name, [held, wanted]) = candidate::held_and_wanted(spec, mended, strides);
    let (size, times, why) = match is_large {
        true => ("large", "16 times", "the field takes bytes / 16, but contains bytes"),
        false => ("small", "a sixteenth of", "it was divided by 16 twice"),
    };
    let title = format!("{subject} 16 times too {size}");
    let text = format!("{name} is {held}, {times} the expected {wanted}: {why}.");
    possible::blame(spec, report, fields, (title, text));
}

/// The address in bits 0 to 15 taken literally, and the values with it divided by 16, where the start is unspecified and a pattern
/// can start there. An address of 14 bits cannot be told from a field.
fn whole_address(spec: &Spec) -> Option<(u32, Said)> {
    let given = spec.given()?;
    let address = (given.raw() & 0xffff) as u32;
    let above = Descriptor::field(given.chip(), FieldId::Reserved14)?.mask();
    let boundary = own_read(spec).swizzle().pattern_bytes();
    let is_whole = given.raw() & above != 0
        && address.is_multiple_of(boundary.max(UNIT_BYTES * UNIT_BYTES))
        && spec.said().tile.start_bytes.is_none();
    // They may be the start's own on another chip.
    let is_elsewhere = stray_bits::chip_with(given, given.raw() & above).is_some();
    let said = said_with(spec, |fields| {
        fields.start_field = spec.space().field_from_bytes(address);
        fields.stray_bits &= !above;
    });
    said.filter(|_| is_whole && !is_elsewhere).map(|said| (address, said))
}

/// Reports a start that was not shifted: compared with the tile's, or past the end of shared memory where a sixteenth would fit.
/// Whether there is one.
fn start(spec: &Spec, report: &mut Report) -> bool {
    if let Some((Cause::Unshifted, mended)) = candidate::cause(spec, report) {
        unshifted(spec, report, mended);
        return true;
    }
    if let Some((address, said)) = whole_address(spec) {
        let finding = report.error(
            &[FieldId::Start, FieldId::Reserved14],
            "Start is 16 times too large",
            format!(
                "Bits 0–15 are 0x{address:x}, a start that was not divided by 16. Divided by 16, the field is 0x{:x}, and bits 14–15 are 0.",
                spec.space().field_from_bytes(address)
            ),
        );
        finding.silenced_by = &[];
        finding.assumes.clear();
        candidate::offer_whole(finding, spec, &said);
        return true;
    }
    let (held, wanted) = (own_read(spec).start_bytes(), spec.start_bytes(spec.place()));
    let meant = held / UNIT_BYTES;
    let is_as_said = spec.given().is_some() && spec.said().tile.start_bytes.is_some();
    let is_meant = if held == wanted {
        !is_as_said
            && held >= SHARED_END
            && spec.reader().chip.shared_bytes().is_some()
            && memory_end::of_read(spec).is_some_and(|end| end.saturating_sub(held) + meant <= SHARED_END)
    } else {
        meant == wanted
    };
    if !is_meant || !held.is_multiple_of(UNIT_BYTES * UNIT_BYTES) {
        return false;
    }
    let finding = report.error(
        &[FieldId::Start],
        "Start is 16 times too large",
        format!("The start is 0x{held:x} (field 0x{meant:x}): the field takes bytes / 16, and a start of 0x{meant:x} would be correct."),
    );
    finding.silenced_by = &[];
    let label = format!("Set start to 0x{meant:x}");
    match said_with(spec, |fields| {
        fields.start_field = spec.space().field_from_bytes(meant);
    }) {
        Some(said) if spec.given().is_some() => {
            finding.repair(label, &said);
        }
        _ => {
            let first = spec.layout().start_bytes();
            let moved = wanted.wrapping_sub(first);
            finding.repair(label, spec.said()).tile.start_bytes = Some(meant.wrapping_sub(moved));
        }
    }
    true
}

/// Reports a start field that contains the low bits of the specified address, not shifted.
fn unshifted(spec: &Spec, report: &mut Report, mended: Descriptor) {
    let start = spec.start_bytes(spec.place());
    let field = spec.given().map_or(0, |given| given.get(FieldId::Start));
    let fields = if spec.given().map(|given| given.get(FieldId::Reserved14)) == Some(0) {
        START
    } else {
        START_AND_ABOVE
    };
    let title = "Start is 16 times too large";
    let text = format!(
        "The field is 0x{field:x}, the low bits of 0x{start:x} without the shift; expected: (0x{start:x} & 0x3FFFF) >> 4 = 0x{:x}.",
        mended.get(FieldId::Start),
    );
    possible::blame(spec, report, fields, (title, text));
}

const START: &[FieldId] = &[FieldId::Start];
const START_AND_ABOVE: &[FieldId] = &[FieldId::Start, FieldId::Reserved14];
