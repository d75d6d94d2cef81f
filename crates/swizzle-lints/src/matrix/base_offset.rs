//! The base offset depends on where the repeating pattern starts, not on where the operand starts.

use super::*;
use swizzle_core::law::{LayoutParams, PHASE_BIT};
use swizzle_core::tile::{SaidTile, base_offset_from_pattern};
use swizzle_text::counted;

lint!(Spec, "base-offset", Measured, "PTX ISA, “Matrix Descriptor Format”; the subtraction was measured on H200";
    on ["pattern"],
);

/// Rows after which every pattern has repeated.
const PERIOD: u32 = 16;

const FIELD: &[FieldId] = &[FieldId::BaseOffset];

fn find(spec: &Spec, report: &mut Report) {
    let read = own_read(spec);
    let swizzle = read.swizzle();
    if swizzle == Swizzle::None {
        return;
    }
    let pattern = spec.tile().pattern_of_stage(spec.place().stage);
    if !pattern.is_multiple_of(1 << PHASE_BIT) {
        report.error(
                FIELD,
                "The swizzle pattern origin is not a multiple of 128",
                format!("The base offset counts 128-byte lines: no value describes a pattern that starts at 0x{pattern:x}."),
            )
            .repair("Align the swizzle pattern origin", spec.said())
            .tile = SaidTile {
            pattern_bytes: None,
            pattern_of: None,
            ..spec.said().tile
        };
        return;
    }
    let (held, needed) = (read.params().base_offset, base_offset_from_pattern(swizzle, pattern));
    let lines = 1_u8 << swizzle.xor().bits;
    let boundary = swizzle.pattern_bytes();
    if held % lines != needed % lines {
        mismatch(spec, report, (held, needed));
    } else if held != needed {
        report.note(
                FIELD,
                format!("Base offset {held} has the same effect as {needed}"),
                format!(
                    "{} has {lines} phases: only the base offset modulo {lines} matters. The manual's formula, (address >> 7) & 7, and its table, 0 on a {boundary}-byte boundary, can differ by a multiple of {lines}.",
                    swizzle.name()
                ),
            )
            .by(Confidence::Contested, "PTX ISA, “Matrix Descriptor Format”; H200: both read the same");
    } else if held % lines != 0 && spec.said().tile.pattern_bytes.is_none() {
        assumed(spec, report, held);
    } else if held % lines == 0
        && spec.said().tile.pattern_bytes.is_none()
        && spec.given().is_none()
        && !spec.layout().start_bytes().is_multiple_of(boundary)
    {
        let start = spec.layout().start_bytes();
        report.note(
            &[FieldId::BaseOffset, FieldId::Start],
            format!("The start is not on a {boundary}-byte boundary"),
            format!(
                "0x{start:x} is {} bytes into the pattern.{} The XOR applies to absolute addresses, so the base offset stays 0 as long as the pattern itself starts on such a boundary. CUTLASS and DeepGEMM always write 0; Triton writes a value that is 0 wherever it starts a read.",
                start % boundary,
                relative_text(spec).unwrap_or_default(),
            ),
        );
    } else if swizzle == Swizzle::B32 && spec.reader().arch.is_measured() && needed != 0 {
        report.note(
                FIELD,
                "Sources disagree on the base offset in 32B mode",
                "A comment in CUTLASS says that it applies in 128B and 64B mode only. The ISA defines it for every swizzle mode, and an H200 applies it in 32B mode too.",
            )
            .by(Confidence::Contested, "CUTLASS, comment of the descriptor; PTX ISA; measured on H200");
    }
}

/// The first element that a producer misplaces if it applies the XOR to the offset within the tile instead of the address.
fn relative_text(spec: &Spec) -> Option<String> {
    let (layout, extent) = (*spec.layout(), spec.extent());
    let start = layout.start_bytes();
    let relative = Layout::new(LayoutParams { start_bytes: 0, base_offset: 0, ..layout.params() });
    // The first unit of each row: such a producer moves it off the start of the row wherever its XOR is not 0.
    let row_bytes = layout.swizzle().row_bytes();
    let (_, across) = extent.along_and_across(layout.major());
    let mut rows = (0..across.min(PERIOD)).map(|row| match layout.major() {
        Major::K => Coord { mn: row, k: 0 },
        Major::Mn => Coord { mn: 0, k: row },
    });
    let differs = |at: Coord| {
        let (byte, offset) = (layout.byte_from_element(at).byte, relative.byte_from_element(at).byte);
        let is_moved = !offset.is_multiple_of(row_bytes);
        (is_moved && byte != start + offset).then_some((at, byte, start + offset))
    };
    let (at, byte, wrong) = rows.find_map(differs)?;
    Some(format!(
        " Code that applies the XOR to the offset within the tile puts ({}, {}) at 0x{wrong:x}; its address is 0x{byte:x}.",
        at.mn, at.k
    ))
}

/// Reports a base offset that does not match the specified pattern origin.
fn mismatch(spec: &Spec, report: &mut Report, (held, needed): (u8, u8)) {
    let read = own_read(spec);
    let pattern = spec.tile().pattern_of_stage(spec.place().stage);
    let (pattern, boundary) = (pattern, read.swizzle().pattern_bytes());
    let lines = 1_u8 << read.swizzle().xor().bits;
    let finding = report.error(FIELD, format!("Base offset {held} does not match the pattern"), "");
    // If the start is specified, only a specified pattern origin differs from it.
    if spec.said().tile.start_bytes.is_some() {
        finding.assumes.clear();
    }
    if pattern.is_multiple_of(boundary) {
        finding.say(format!("The pattern starts on {boundary}-byte boundaries, as TMA and CuTe write it, so the base offset is 0 wherever a read starts within the pattern."));
    } else {
        finding.say(format!(
            "A pattern that starts at 0x{pattern:x} needs base offset (0x{pattern:x} >> 7) & 7 = {needed}."
        ));
    }
    let turned = held.wrapping_sub(needed) % lines;
    let turned = counted(turned.into(), "line");
    finding.say(format!(" With {held}, each line is read with the XOR of the line {turned} earlier."));
    let start = read.start_bytes();
    if held % lines != 0 && held % lines == (start >> PHASE_BIT) as u8 % lines {
        finding.say(format!(
            " {held} is (0x{start:x} >> 7) & 7, the line where this step starts; that needs no base offset."
        ));
    }
    if let Some(mended) = said_with(spec, |fields| fields.base_offset = needed) {
        finding.repair(format!("Set base offset to {needed}"), &mended);
    }
}

/// Reports a base offset where the pattern origin is inferred: correct if the pattern starts where the base offset implies.
fn assumed(spec: &Spec, report: &mut Report, held: u8) {
    let swizzle = own_read(spec).swizzle();
    let lines = 1_u8 << swizzle.xor().bits;
    let (start, boundary) = (spec.layout().start_bytes(), swizzle.pattern_bytes());
    let is_start = held % lines == (start >> PHASE_BIT) as u8 % lines;
    // Public kernels write it for a pattern that starts with the tile: a note, not a warning.
    let (severity, why) = match is_start {
        true => (
            Severity::Note,
            format!("{held} equals (0x{start:x} >> 7) & 7, but a start inside an aligned pattern needs 0"),
        ),
        false => (Severity::Warning, "TMA and CuTe write 0".into()),
    };
    let finding = report.add(
        severity,
        FIELD,
        format!("Base offset {held} is correct if the pattern starts {held} lines after a boundary"),
        format!(
            "The swizzle pattern origin is inferred. On a {boundary}-byte boundary the base offset is 0; {held} is for an origin 0x{:x} bytes after a boundary: {why}.",
            u32::from(held % lines) << PHASE_BIT
        ),
    );
    if let Some(mut mended) = said_with(spec, |fields| fields.base_offset = 0) {
        mended.tile.pattern_bytes = None;
        finding.repair("Set base offset to 0", &mended);
    }
}
