//! The base offset belongs to where the repeating pattern starts, not to where the operand does.

use crate::descriptor::FieldId;
use crate::hardware::{Arch, Named};
use crate::law::Swizzle;
use crate::reader::{Spec, base_offset_from_pattern};
use crate::rules::finding::{Confidence, Report, Rule, Severity};

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
                format_args!("The pattern cannot start there"),
                format_args!(
                    "The base offset counts 128-byte lines: no value of it describes a pattern that starts at 0x{pattern:x}."
                ),
            )
            .repair(format_args!("Start the pattern on an aligned boundary"), params)
            .pattern_bytes = None;
        return;
    }
    let needed = base_offset_from_pattern(swizzle, pattern);
    let lines = 1_u8 << swizzle.xor().bits;
    if let Some(given) = params.base_offset
        && given % lines != needed % lines
    {
        let finding = report.add(
            Severity::Error,
            &[FieldId::BaseOffset],
            format_args!("Base offset {given} does not match the pattern"),
            format_args!(""),
        );
        if params.pattern_bytes.is_none() {
            finding.say(format_args!(
                "The data's pattern repeats from {boundary}-byte boundaries, as TMA and CuTe write it, so the base offset is 0, wherever inside the pattern a read starts."
            ));
        } else {
            finding.say(format_args!(
                "A pattern that starts at 0x{pattern:x} needs (0x{pattern:x} >> 7) & 7 = {needed}."
            ));
        }
        let turned = given.wrapping_sub(needed) % lines;
        let plural = if turned == 1 { "" } else { "s" };
        finding.say(format_args!(
            " With {given} each line is read with the XOR that belongs {turned} line{plural} before it."
        ));
        let start = spec.read(params.step).start_bytes();
        if given % lines != 0 && given % lines == (start >> 7) as u8 % lines {
            finding.say(format_args!(
                " {given} is (0x{start:x} >> 7) & 7: the line where this step starts, which needs no base offset."
            ));
        }
        finding
            .repair(format_args!("Set base offset to automatic"), params)
            .base_offset = None;
    } else if let Some(given) = params.base_offset.filter(|given| *given != needed) {
        report
            .add(
                Severity::Note,
                &[FieldId::BaseOffset],
                format_args!("Base offset {given} reads like {needed}"),
                format_args!(
                    "{} has {lines} phases: only the base offset modulo {lines} counts. The manual's formula, (address >> 7) & 7, and its table, 0 on a {boundary}-byte boundary, can differ by such a multiple.",
                    swizzle.name()
                ),
            )
            .by(Confidence::Contested, "PTX ISA, “Matrix Descriptor Format”; H200: both read alike");
    } else if params.base_offset.is_none()
        && params.pattern_bytes.is_none()
        && !params.start_bytes.is_multiple_of(boundary)
    {
        report.add(
            Severity::Note,
            &[FieldId::BaseOffset, FieldId::Start],
            format_args!("The start is not on a {boundary}-byte boundary"),
            format_args!(
                "0x{:x} is {} bytes into the pattern. The XOR is taken on absolute addresses, so the base offset stays 0 as long as the pattern itself starts on such a boundary. CUTLASS and DeepGEMM always write 0; Triton writes a value that is 0 wherever it starts a read.",
                params.start_bytes,
                params.start_bytes % boundary
            ),
        );
    } else if swizzle == Swizzle::B32 && params.arch == Arch::Wgmma && needed != 0 {
        report
            .add(
                Severity::Note,
                &[FieldId::BaseOffset],
                format_args!("Sources differ on a base offset with 32B"),
                format_args!("A comment in CUTLASS says that it counts in 128B and 64B mode only. The ISA gives it to every swizzle mode, and an H200 heeds it in 32B mode too."),
            )
            .by(Confidence::Contested, "CUTLASS, comment of the descriptor; PTX ISA; measured on H200");
    }
}
