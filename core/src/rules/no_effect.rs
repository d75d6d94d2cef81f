//! Fields that are written into the descriptor and change nothing in this mode and shape.

use alloc::format;

use crate::finding::{Confidence, Report, Rule, Severity};
use crate::{Arch, FieldId, LboMode, Spec, Stride, Swizzle, isa_ignores_lbo};

pub(super) const RULE: Rule = Rule {
    id: "no-effect",
    source: "PTX ISA, “Leading Dimension Byte Offset”; LBO of swizzled K-major layouts measured on H200",
    confidence: Confidence::Measured,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    lbo(spec, report);
    if !spec.is_read_by_instruction(Stride::Sbo) {
        report.add(
            Severity::Note,
            &[FieldId::Sbo],
            "SBO has no effect in this shape",
            "One read stays inside the first group: any value reads the same bytes.",
        );
    }
    if params.swizzle == Swizzle::None && params.base_offset.is_some_and(|given| given != 0) {
        report.add(
            Severity::Note,
            &[FieldId::BaseOffset],
            "Base offset has no effect without swizzle",
            "There is no XOR whose phase it could move. Measured on H200: it is ignored.",
        );
    }
}

fn lbo(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    let used = spec.is_read_by_instruction(Stride::Lbo);
    if params.lbo_mode == LboMode::Absolute {
        if !used {
            report.add(
                Severity::Note,
                &[FieldId::Lbo],
                "LBO has no effect in this step",
                "All 48 bytes of K lie inside the first 128-byte line: the second chunk is not read.",
            );
        }
        return;
    }
    if isa_ignores_lbo(params.major, params.swizzle) {
        let row = params.swizzle.row_bytes();
        let run = match params.arch {
            Arch::Wgmma => "Measured on H200",
            Arch::Tcgen05 => "Measured on H200 for wgmma; tcgen05 was not run",
        };
        let k_bytes = spec.read_k() / params.element.per_unit() * 16;
        if used {
            report.add(
                Severity::Note,
                &[FieldId::Lbo],
                "LBO is used here, against the manual",
                format!(
                    "The ISA says that LBO is not used in swizzled K-major layouts. {run}: a read of {k_bytes} bytes of K leaves its {row}-byte column, and LBO leads to the next."
                ),
            );
        } else {
            report.add(
                Severity::Note,
                &[FieldId::Lbo],
                "LBO has no effect in this shape",
                format!(
                    "{k_bytes} bytes of K stay inside one {row}-byte column: any value reads the same bytes, and 1 is the habit. {run}: LBO matters where a read is longer in K than the swizzle row, as for B of sparse wgmma with 32B swizzle."
                ),
            );
        }
    } else if !used {
        report.add(
            Severity::Note,
            &[FieldId::Lbo],
            "LBO has no effect in this shape",
            "One read stays inside the first repeat along this dimension: any value reads the same bytes.",
        );
    }
}
