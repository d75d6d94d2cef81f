//! Start, LBO and SBO are stored in units of 16 bytes: the low four bits of anything else are lost.

use crate::descriptor::FieldId;
use crate::hardware::bytes_as_encoded;
use crate::reader::Spec;
use crate::rules::finding::{Confidence, Report, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "alignment",
    source: "PTX ISA, matrix-descriptor-encode; tcgen05 shared memory descriptor",
    confidence: Confidence::Stated,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    let column = params.column_bytes.filter(|_| spec.has_column_stride());
    let checks: [(&str, Option<u32>, &'static [FieldId]); 4] = [
        ("start", Some(params.start_bytes), &[FieldId::Start]),
        ("LBO", params.lbo_bytes, &[FieldId::Lbo]),
        ("SBO", params.sbo_bytes, &[FieldId::Sbo]),
        ("column stride", column, &[]),
    ];
    for (i, (name, bytes, fields)) in checks.into_iter().enumerate() {
        let Some(bytes) = bytes.filter(|bytes| !bytes.is_multiple_of(16)) else {
            continue;
        };
        let kept = bytes_as_encoded(bytes);
        let mended = report
            .add(
                Severity::Error,
                fields,
                format_args!("{name} is not a multiple of 16"),
                format_args!(
                    "{bytes} bytes are encoded as ({bytes} & 0x3FFFF) >> 4 = {}, which stands for {kept} bytes: the low four bits are lost.",
                    kept >> 4
                ),
            )
            .repair(format_args!("Set {name} to {kept}"), params);
        match i {
            0 => mended.start_bytes = kept,
            1 => mended.lbo_bytes = Some(kept),
            2 => mended.sbo_bytes = Some(kept),
            _ => mended.column_bytes = Some(kept),
        }
    }
}
