//! A stride that is no multiple of the swizzle's pattern turns the XOR of each group.

use super::candidate::{self, Amount, by_hand, field, set};
use crate::hardware::Named;
use crate::law::Stride;
use crate::reader::Spec;
use crate::rules::finding::{Confidence, Report, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "phase",
    source: "measured on H200: the XOR is on the absolute address, after the strides are added",
    confidence: Confidence::Measured,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    if !candidate::is_open(spec, report) {
        return;
    }
    let pattern = params.swizzle.pattern_bytes();
    for stride in [Stride::Lbo, Stride::Sbo] {
        let bytes = spec.read(params.step).stride_bytes(stride);
        if by_hand(params, stride).is_none()
            || bytes.is_multiple_of(pattern)
            || report.blames(field(stride))
            || !spec.is_read_by_instruction(stride)
        {
            continue;
        }
        let name = stride.name();
        let mut packed = params.clone();
        set(&mut packed, stride, None);
        let finding = report.add(
            Severity::Warning,
            field(stride),
            format_args!("{name} moves the phase of the swizzle"),
            format_args!(
                "{name} is {}, no multiple of the {pattern} bytes after which {} repeats: each repeat begins in another phase of the XOR. Right only for a tile that was written at just these addresses.",
                Amount(bytes),
                params.swizzle.name(),
            ),
        );
        candidate::offer(finding, spec, &packed);
    }
}
