//! The 14-bit fields hold byte values below 2^18: larger ones wrap without a word.

use crate::descriptor::FieldId;
use crate::hardware::LboMode;
use crate::hardware::{ADDRESS_BYTES, field_from_bytes};
use crate::reader::Spec;
use crate::rules::finding::{Confidence, Report, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "field-range",
    source: "PTX ISA, matrix-descriptor-encode",
    confidence: Confidence::Stated,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    let automatic_lbo = (!spec.has_column_stride() && params.lbo_mode == LboMode::Relative)
        .then_some(spec.packed().lbo_bytes);
    let lbo_matters = spec.is_read_by_tile(crate::law::Stride::Lbo) || params.lbo_bytes.is_some();
    let sbo_matters = spec.is_read_by_tile(crate::law::Stride::Sbo) || params.sbo_bytes.is_some();
    let checks: [(&str, Option<u32>, &'static [FieldId]); 4] = [
        ("Start", Some(params.start_bytes), &[FieldId::Start]),
        (
            "LBO",
            params.lbo_bytes.or(automatic_lbo).filter(|_| lbo_matters),
            &[FieldId::Lbo],
        ),
        (
            "SBO",
            Some(params.sbo_bytes.unwrap_or(spec.packed().sbo_bytes)).filter(|_| sbo_matters),
            &[FieldId::Sbo],
        ),
        (
            "Column stride",
            params.column_bytes.filter(|_| spec.has_column_stride()),
            &[],
        ),
    ];
    for (i, (name, bytes, fields)) in checks.into_iter().enumerate() {
        if let Some(bytes) = bytes.filter(|bytes| *bytes >= ADDRESS_BYTES) {
            let field = field_from_bytes(bytes);
            let finding = report.add(
                Severity::Error,
                fields,
                format_args!("{name} does not fit its field"),
                format_args!(
                    "{bytes} bytes need more than 14 bits in units of 16: ({bytes} & 0x3FFFF) >> 4 = {field}, which stands for {} bytes.",
                    u32::from(field) << 4
                ),
            );
            let packed = match i {
                1 => automatic_lbo.unwrap_or(0),
                2 => spec.packed().sbo_bytes,
                _ => 0,
            };
            if packed >= ADDRESS_BYTES {
                continue;
            }
            if i == 0 {
                let start = bytes % ADDRESS_BYTES;
                let label = format_args!("Set start to 0x{start:x}");
                finding.repair(label, params).start_bytes = start;
                continue;
            }
            let mended = finding.repair(format_args!("Set {name} to automatic"), params);
            *match i {
                1 => &mut mended.lbo_bytes,
                2 => &mut mended.sbo_bytes,
                _ => &mut mended.column_bytes,
            } = None;
        }
    }
}
