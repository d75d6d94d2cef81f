//! Start, LBO and SBO are stored in units of 16 bytes: the low four bits of anything else are lost.

use alloc::format;

use crate::encoding::bytes_as_encoded;
use crate::finding::{Confidence, Report, Rule, Severity};
use crate::{FieldId, Params, Spec};

pub(super) const RULE: Rule = Rule {
    id: "alignment",
    source: "PTX ISA, matrix-descriptor-encode; tcgen05 shared memory descriptor",
    confidence: Confidence::Stated,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    let mut check = |name: &str,
                     bytes: Option<u32>,
                     fields: &'static [FieldId],
                     mend: &dyn Fn(u32) -> Params| {
        let Some(bytes) = bytes.filter(|bytes| !bytes.is_multiple_of(16)) else {
            return;
        };
        let kept = bytes_as_encoded(bytes);
        report
                .add(
                    Severity::Error,
                    fields,
                    format!("{name} is not a multiple of 16"),
                    format!(
                        "{bytes} bytes are encoded as ({bytes} & 0x3FFFF) >> 4 = {}, which stands for {kept} bytes: the low four bits are lost.",
                        kept >> 4
                    ),
                )
                .repair(format!("Set {name} to {kept}"), mend(kept));
    };
    let with = |change: &dyn Fn(&mut Params)| {
        let mut params = params.clone();
        change(&mut params);
        params
    };
    check(
        "start",
        Some(params.start_bytes),
        &[FieldId::Start],
        &|kept| with(&|p| p.start_bytes = kept),
    );
    check("LBO", params.lbo_bytes, &[FieldId::Lbo], &|kept| {
        with(&|p| p.lbo_bytes = Some(kept))
    });
    check("SBO", params.sbo_bytes, &[FieldId::Sbo], &|kept| {
        with(&|p| p.sbo_bytes = Some(kept))
    });
    if spec.has_column_stride() {
        check("column stride", params.column_bytes, &[], &|kept| {
            with(&|p| p.column_bytes = Some(kept))
        });
    }
}
