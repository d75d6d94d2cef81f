//! The 14-bit fields hold byte values below 2^18: larger ones wrap silently.

use crate::finding::{Confidence, Severity};
use crate::report::{Report, RestsOn, Rule};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{ADDRESS_BYTES, bytes_from_field, field_from_bytes};
use swizzle_core::law::Stride;
use swizzle_core::reader::Spec;

pub(super) const RULE: Rule = Rule {
    id: "field-range",
    source: "PTX ISA, matrix-descriptor-encode",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&["mn", "k", "order"]),
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let (tile, said) = (spec.tile(), spec.said());
    if let Some(bytes) = too_large(said.tile.start_bytes) {
        let start = bytes % ADDRESS_BYTES;
        let label = format_args!("Set start to 0x{start:x}");
        let finding = say(report, &[FieldId::Start], "Start", bytes);
        finding.assumes.clear();
        finding.repair(label, said).tile.start_bytes = Some(start);
    }
    for stride in [Stride::Lbo, Stride::Sbo] {
        let (by_hand, packed, field): (_, _, &[FieldId]) = match stride {
            Stride::Lbo => (
                said.tile.lbo_bytes,
                spec.packed().lbo_bytes,
                &[FieldId::Lbo],
            ),
            Stride::Sbo => (
                said.tile.sbo_bytes,
                spec.packed().sbo_bytes,
                &[FieldId::Sbo],
            ),
        };
        let is_column = stride == Stride::Lbo && spec.has_column_stride();
        let matters = by_hand.is_some() || spec.is_read_by_tile(stride) && !is_column;
        let held = Some(tile.stride_bytes(stride)).filter(|_| matters);
        let Some(bytes) = too_large(held) else {
            continue;
        };
        let (name, fields): (_, &[FieldId]) = match is_column {
            true => ("Column stride", &[]),
            false => (stride.name(), field),
        };
        let finding = say(report, fields, name, bytes);
        if by_hand.is_some() {
            finding.assumes.clear();
        }
        if packed >= ADDRESS_BYTES || by_hand.is_none() {
            continue;
        }
        let mended = finding.repair(format_args!("Set {name} to the packed {packed} B"), said);
        match stride {
            Stride::Lbo => mended.tile.lbo_bytes = Some(packed),
            Stride::Sbo => mended.tile.sbo_bytes = Some(packed),
        }
    }
}

fn too_large(bytes: Option<u32>) -> Option<u32> {
    bytes.filter(|bytes| *bytes >= ADDRESS_BYTES)
}

fn say<'a>(
    report: &'a mut Report,
    fields: &'static [FieldId],
    name: &str,
    bytes: u32,
) -> &'a mut crate::finding::Finding {
    let field = field_from_bytes(bytes);
    report.add(
        Severity::Error,
        fields,
        format_args!("{name} does not fit its field"),
        format_args!(
            "{bytes} bytes need more than 14 bits in units of 16: ({bytes} & 0x3FFFF) >> 4 = {field}, which means {} bytes.",
            bytes_from_field(field)
        ),
    )
}

/// Cases in which the rule fires, and in which it must not.
#[cfg(test)]
pub(super) fn cases() -> std::vec::Vec<crate::tests::Case> {
    use crate::tests::{given, said, silent, speaks};
    use Severity::Error;
    use swizzle_core::hardware::Major;
    std::vec![
        speaks(
            Error,
            "Start does not fit",
            said(|s| s.tile.start_bytes = Some(1 << 18))
        ),
        speaks(
            Error,
            "SBO does not fit",
            said(|s| s.tile.sbo_bytes = Some(1 << 20))
        ),
        speaks(
            Error,
            "LBO does not fit",
            said(|s| {
                (s.tile.major, s.tile.mn) = (Some(Major::Mn), Some(128));
                s.tile.lbo_bytes = Some(262_160);
            })
        ),
        silent(said(|s| s.tile.start_bytes = Some((1 << 18) - 16))),
        silent(given(|_| (), |fields| fields.start_field = 0x3fff)),
    ]
}
