//! Unspecified strides that leave gaps between the atoms: a padded tile, part of a larger one, or a mistake.

use super::*;
use crate::matrix::candidate::{self, Amount, STRIDES, field};
use swizzle_core::reader::Gap;
use swizzle_infer::wider;
use swizzle_text::{gap_reasons_text, gap_text, stride_name, wider_text};

lint!(Spec, "gaps", Derived, "arithmetic on the canonical layout, as measured on H200",
    silenced_by: OF_LBO,
);

const BY: Silencer = Silencer::by(&["alignment", "field-range", "halves", "phase"]);
const OF_LBO: &[Silencer] = &[BY.on(&[FieldId::Lbo])];
const OF_SBO: &[Silencer] = &[BY.on(&[FieldId::Sbo])];

fn find(spec: &Spec, report: &mut Report) {
    let gaps = spec.gaps();
    let [Some(gap), other] = [gaps[0].or(gaps[1]), gaps[0].and(gaps[1])] else {
        return;
    };
    let is_silent = spec.given().is_none()
        || report.facts.tally.wrong > 0
        || !spec.said().tile.has_extents()
        || spec.shared_byte().is_some();
    let Some(title) = gap_text(spec).filter(|_| !is_silent) else {
        return;
    };
    let fields = match other {
        Some(_) => STRIDES,
        None => field(gap.stride),
    };
    let buffer = spec.tile().buffer;
    let finding = report.warning(
        fields,
        title,
        format!(
            "This is {}. In a packed {} × {} tile it is {}.",
            gap_reasons_text(spec),
            buffer.mn,
            buffer.k,
            Amount(gap.packed_bytes),
        ),
    );
    if gap.stride == Stride::Sbo {
        finding.silenced_by = OF_SBO;
    }
    if let Some(other) = other {
        finding.say(format!(
            " {} is {} bytes; in a packed tile it is {}.",
            stride_name(spec, other.stride),
            other.held_bytes,
            other.packed_bytes
        ));
    }
    say_it(finding, spec, gap, other);
    // The start addresses place the columns of K, which no field of one descriptor changes.
    if spec.said().beside.is_empty() {
        let strides = [Some(gap), other].into_iter().flatten().map(|gap| gap.stride);
        candidate::offer(finding, spec, &candidate::with_packed(spec, strides));
    }
    for found in wider(spec) {
        let label = format!("Set the buffer to {}", wider_text(spec, &found));
        finding.offer(label, &found.said);
    }
}

/// Offers to mark the tile as padded.
fn say_it(finding: &mut Finding, spec: &Spec, gap: Gap, other: Option<Gap>) {
    let gaps = || [Some(gap), other].into_iter().flatten();
    let text = |gap: Gap| format!("{} {} B", stride_name(spec, gap.stride), gap.held_bytes);
    let label = format!("Mark the tile as padded ({})", joined(gaps().map(text), ", "));
    let said = finding.repair(label, spec.said());
    for gap in gaps() {
        *said.tile.stride_bytes_mut(gap.stride) = Some(gap.held_bytes);
    }
}
