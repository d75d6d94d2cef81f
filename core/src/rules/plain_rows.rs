//! A plain row-major tile read without swizzle: the units of a row lie together, where 8 × 16-byte blocks belong.

use super::candidate::{self, Amount, STRIDES};
use crate::hardware::{Major, Named, UNIT_BYTES};
use crate::law::{Stride, Swizzle};
use crate::reader::Spec;
use crate::rules::finding::{Confidence, Report, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "plain-rows",
    source: "PTX ISA, “Canonical Layouts”: without swizzle, 8 rows of 16 bytes lie together; a guess from public reports",
    confidence: Confidence::Likely,
    find,
};

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
        report
            .add(
                Severity::Error,
                STRIDES,
                format_args!("No descriptor reads this plain tile"),
                format_args!(
                    "Its {row}s lie {row_bytes} bytes apart. The tensor core wants blocks of 8 {row}s × {} bytes that lie together, with the XOR of the mode: copy it so, or let TMA write it.",
                    spec.tile().swizzle().row_bytes()
                ),
            )
            .repair(format_args!("Pack the tile as the mode wants it"), params)
            .meant
            .row_bytes = None;
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
    let mut mended = params.clone();
    (mended.lbo_bytes, mended.sbo_bytes) = (None, None);
    let (if_tma, mode, wrote) = match swizzle {
        Some(swizzle) => {
            mended.swizzle = swizzle;
            (
                " If TMA wrote the tile with swizzle ",
                swizzle.name(),
                ", its code is missing.",
            )
        }
        None => ("", "", ""),
    };
    if swizzle.is_some() && !candidate::is_right(&mended) {
        mended.swizzle = Swizzle::None;
    }
    let finding = report.add(
        Severity::Error,
        STRIDES,
        format_args!("This reads plain rows, where 8 × 16-byte blocks belong"),
        format_args!(
            "{along} 16 (field 1) takes the next 16 bytes of a {row}, and {across} {} fits {row}s of {bytes} bytes. Without swizzle 8 {row}s of 16 bytes lie together, a block of 128 bytes; the next 16 bytes of each are in another block.{if_tma}{mode}{wrote}",
            Amount(group)
        ),
    );
    candidate::offer(finding, spec, &mended);
}
