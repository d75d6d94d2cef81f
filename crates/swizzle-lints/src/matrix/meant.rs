//! The read does not match the tile, and no other rule explains why.

use super::*;
use crate::matrix::candidate::{self, STRIDES};
use swizzle_text::{difference_text, tally_text};

lint!(Spec, "meant", Derived, "arithmetic on the canonical layout, as measured on H200",
    rests_on: RestsOn::Read,
    silenced_by: &[Silencer::by_all().on(EXPLAINED)],
);

const EXPLAINED: &[FieldId] =
    &[FieldId::Start, FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset, FieldId::Swizzle];

fn find(spec: &Spec, report: &mut Report) {
    let Some(first) = report.facts.first else {
        return;
    };
    let read = own_read(spec);
    if spec.unknown_swizzle().is_some()
        || read.params().lbo_mode == LboMode::Absolute
        || !spec.has_legal_form()
    {
        return;
    }
    if let Some((Cause::OtherOrder, _)) = candidate::cause(spec, report) {
        let name = |order: swizzle_core::tile::Order| order.name().to_ascii_uppercase();
        let order = spec.tile().order;
        let title = "The strides match the other atom order";
        let text = format!(
            "They are packed for atoms ordered along {} first, not along {}.",
            name(order.other()),
            name(order),
        );
        let finding = possible::blame(spec, report, STRIDES, (title, text));
        let label = format!("Set the atom order to along {} first", name(order.other()));
        finding.offer(label, &candidate::in_other_order(spec));
        return;
    }
    let derived = spec.derived_read(spec.place());
    let same_strides = [swizzle_core::law::Stride::Lbo, swizzle_core::law::Stride::Sbo]
        .into_iter()
        .all(|stride| read.stride_bytes(stride) == derived.stride_bytes(stride));
    let is_moved = read.start_bytes() != derived.start_bytes() && same_strides;
    let tally = tally_text(report.facts.tally);
    let (fields, title): (&[FieldId], _) = if is_moved {
        (&[FieldId::Start], "The start does not match the tile")
    } else {
        (STRIDES, "The read does not match the tile")
    };
    let finding = report.add(
        candidate::severity(spec, None),
        fields,
        title,
        format!("{tally}. {}", difference_text(&first)),
    );
    if let (Some(_), Ok(derived)) = (spec.given(), spec.derived_descriptor(spec.place())) {
        let mended = candidate::given(spec, derived);
        if candidate::is_right(&mended) {
            candidate::offer(finding, spec, &mended);
        }
    }
}
