//! The read is not the tile that was meant, and no other rule says why.

use super::candidate::{self, STRIDES};
use crate::descriptor::FieldId;
use crate::hardware::{LboMode, Named};
use crate::reader::{Spec, difference_text, tally_text};
use crate::rules::finding::{Confidence, Report, Rule, Severity};
use crate::tile::Params;

pub(super) const RULE: Rule = Rule {
    id: "meant",
    source: "arithmetic on the canonical layout, as measured on H200",
    confidence: Confidence::Derived,
    find,
};

const EXPLAINED: &[FieldId] = &[
    FieldId::Start,
    FieldId::Lbo,
    FieldId::Sbo,
    FieldId::BaseOffset,
    FieldId::Swizzle,
];

fn find(spec: &Spec, report: &mut Report) {
    let Some(first) = report.first else {
        return;
    };
    let params = spec.params();
    if params.invalid_swizzle.is_some()
        || params.lbo_mode == LboMode::Absolute
        || report.blames(EXPLAINED)
        || !super::operand_form::is_legal(params)
    {
        return;
    }
    let name = |params: &Params| params.order.name().to_ascii_uppercase();
    let other = candidate::in_other_order(spec);
    if candidate::is_right(&other) {
        report
            .add(
                Severity::Note,
                STRIDES,
                format_args!("The strides fit the other order of atoms"),
                format_args!(
                    "They are packed for atoms that follow each other along {} first, not {}.",
                    name(&other),
                    name(params),
                ),
            )
            .at(&[first.coord])
            .repair(format_args!("Set the order to {}", name(&other)), &other);
        return;
    }
    let meant = params.meant;
    let mut mended = params.clone();
    (mended.lbo_bytes, mended.sbo_bytes) = (meant.lbo_bytes, meant.sbo_bytes);
    mended.start_bytes = meant.start_bytes.unwrap_or(params.start_bytes);
    mended.base_offset = None;
    let is_moved = params.lbo_bytes.or(params.sbo_bytes).is_none();
    let tally = tally_text(report.tally);
    let finding = report.add(
        candidate::severity(spec),
        if is_moved { &[FieldId::Start] } else { STRIDES },
        format_args!("The read is not the tile that was meant"),
        format_args!("{tally}. {}", difference_text(&first)),
    );
    if candidate::is_right(&mended) {
        candidate::offer(finding, spec, &mended);
    }
}
