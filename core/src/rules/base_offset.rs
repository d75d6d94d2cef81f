//! The base offset belongs to where the repeating pattern starts, not to where the operand does.

use alloc::format;

use crate::finding::{Confidence, Report, Rule, Severity};
use crate::{FieldId, Params, Spec, Swizzle, base_offset_from_pattern};

pub(super) const RULE: Rule = Rule {
    id: "base-offset",
    source: "PTX ISA, “Matrix Descriptor Format”; the subtraction was measured on H200",
    confidence: Confidence::Measured,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    let swizzle = params.swizzle;
    if swizzle == Swizzle::None {
        return;
    }
    let pattern = params.pattern_bytes.unwrap_or(0);
    let boundary = swizzle.pattern_bytes();
    if !pattern.is_multiple_of(128) {
        report
            .add(
                Severity::Error,
                &[FieldId::BaseOffset],
                "The pattern cannot start there",
                format!(
                    "The base offset counts 128-byte lines: no value of it describes a pattern that starts at 0x{pattern:x}."
                ),
            )
            .repair(
                "Start the pattern on an aligned boundary",
                Params { pattern_bytes: None, ..params.clone() },
            );
        return;
    }
    let needed = base_offset_from_pattern(swizzle, pattern);
    let lines = 1_u8 << swizzle.xor().bits;
    if let Some(given) = params.base_offset
        && given % lines != needed % lines
    {
        let why = if params.pattern_bytes.is_none() {
            format!(
                "The data's pattern repeats from {boundary}-byte boundaries, as TMA and CuTe write it, so the base offset is 0, wherever inside the pattern a read starts. "
            )
        } else {
            format!(
                "A pattern that starts at 0x{pattern:x} needs (0x{pattern:x} >> 7) & 7 = {needed}. "
            )
        };
        report
            .add(
                Severity::Error,
                &[FieldId::BaseOffset],
                format!("Base offset {given} does not match the pattern"),
                format!(
                    "{why}With {given} each line is read with the XOR that belongs {} before it.",
                    match given.wrapping_sub(needed) % lines {
                        1 => "one line".into(),
                        lines => format!("{lines} lines"),
                    }
                ),
            )
            .repair(
                "Set base offset to automatic",
                Params {
                    base_offset: None,
                    ..params.clone()
                },
            );
    } else if params.base_offset.is_none()
        && params.pattern_bytes.is_none()
        && !params.start_bytes.is_multiple_of(boundary)
    {
        report.add(
            Severity::Note,
            &[FieldId::BaseOffset, FieldId::Start],
            format!("The start is not on a {boundary}-byte boundary"),
            format!(
                "0x{:x} is {} bytes into the pattern. The XOR is taken on absolute addresses, so the base offset stays 0 as long as the pattern itself starts on such a boundary.",
                params.start_bytes,
                params.start_bytes % boundary
            ),
        );
    }
}
