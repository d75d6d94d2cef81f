//! A plain row-major tile read without swizzle: the units of a row lie together, where 8 × 16-byte blocks belong.

use alloc::format;

use super::candidate::{self, amount, with};
use crate::finding::{Confidence, Report, Rule, Severity};
use crate::{FieldId, Major, Meant, Named, Spec, Stride, Swizzle, UNIT_BYTES};

pub(super) const RULE: Rule = Rule {
    id: "plain-rows",
    source: "PTX ISA, “Canonical Layouts”: without swizzle, 8 rows of 16 bytes lie together; a guess from public reports",
    confidence: Confidence::Likely,
    find,
};

const FIELDS: &[FieldId] = &[FieldId::Lbo, FieldId::Sbo];

fn find(spec: &Spec, report: &mut Report) {
    if !candidate::is_open(spec, report) {
        return;
    }
    let params = spec.params();
    let row = match params.major {
        Major::K => "row",
        Major::Mn => "column",
    };
    // Rows of one unit are blocks without swizzle.
    if let Some(row_bytes) = params.meant.row_bytes.filter(|bytes| *bytes != UNIT_BYTES) {
        let first = report.first;
        report
            .add(
                Severity::Error,
                FIELDS,
                "No descriptor reads this plain tile",
                format!(
                    "Its {row}s lie {row_bytes} bytes apart. The tensor core wants blocks of 8 {row}s × {} bytes that lie together, with the XOR of the mode: copy it so, or let TMA write it.",
                    spec.tile().swizzle().row_bytes()
                ),
            )
            .at(first.map(|first| first.coord))
            .repair(
                "Pack the tile as the mode wants it",
                with(spec, |p| {
                    p.meant = Meant { row_bytes: None, ..p.meant };
                }),
            );
        return;
    }
    let read = spec.read(params.step);
    let along = Stride::of_columns(params.major, params.swizzle);
    if params.swizzle != Swizzle::None
        || read.column_bytes() != UNIT_BYTES
        || !spec.is_read_by_instruction(along)
    {
        return;
    }
    let group = read.group_bytes();
    let across = Stride::of_groups(params.major, params.swizzle).name();
    let along = along.name();
    let units = match params.major {
        Major::K => params.k,
        Major::Mn => params.mn,
    } / params.element.per_unit();
    let bytes = if group == units * UNIT_BYTES {
        group
    } else {
        group / 8
    };
    let swizzle = [Swizzle::B32, Swizzle::B64, Swizzle::B128]
        .into_iter()
        .find(|swizzle| swizzle.row_bytes() * 8 == group);
    let mode = match swizzle {
        Some(swizzle) => format!(
            " If TMA wrote the {row}s with the {0} swizzle, its code is missing from the descriptor.",
            swizzle.name()
        ),
        None => "".into(),
    };
    let first = report.first;
    let finding = report
        .add(
            Severity::Error,
            FIELDS,
            "This reads plain rows, where 8 × 16-byte blocks belong",
            format!(
                "{along} 16 (field 1) takes the next 16 bytes of a {row}, and {across} {} fits {row}s of {bytes} bytes. Without swizzle 8 {row}s of 16 bytes lie together, a block of 128 bytes; the next 16 bytes of each are in another block.{mode}",
                amount(group)
            ),
        )
        .at(first.map(|first| first.coord));
    let packed = with(spec, |p| (p.lbo_bytes, p.sbo_bytes) = (None, None));
    match swizzle.map(|swizzle| {
        (
            swizzle,
            crate::Params {
                swizzle,
                ..packed.clone()
            },
        )
    }) {
        Some((swizzle, params)) if candidate::is_right(&params) => {
            finding.repair(format!("Use {} swizzle", swizzle.name()), params);
        }
        _ => finding.repair(candidate::label(spec, &packed), packed),
    }
}
