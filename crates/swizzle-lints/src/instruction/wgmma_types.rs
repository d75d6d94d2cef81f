//! Types of a wgmma that do not go together.

use super::*;

use swizzle_core::hardware::wgmma_accumulators;

lint!(@cases; InstructionValues, "wgmma-types", Stated, WGMMA);

fn is_pair(a: Element, b: Element) -> bool {
    let is_both = |x, y| [a, b].iter().all(|one| *one == x || *one == y);
    a == b || is_both(Element::E4m3, Element::E5m2) || is_both(Element::S8, Element::U8)
}

fn find(values: &InstructionValues, report: &mut Report<InstructionValues>) {
    let Some(InstructionFields { a, b, d, .. }) = values.of_wgmma() else {
        return;
    };
    let known = wgmma_accumulators(a);
    if !known.contains(&d) {
        report.error(
            &[],
            format!("{a} cannot use {d} accumulators"),
            format!("The accumulator must be {}.", joined(known, " or ")),
        );
    }
    if !is_pair(a, b) {
        report.error(
            &[],
            format!("A is {a} but B is {b}"),
            "A and B must have the same type, except that e4m3 can be combined with e5m2, and s8 with u8.",
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<InstructionValues>> {
    use crate::finding::Severity;
    use crate::instruction::values;
    use crate::tests::{silent, speaks};
    use swizzle_core::hardware::Accumulator;
    vec![
        speaks(
            Severity::Error,
            "bf16 cannot use f16 accumulators",
            values(None, |fields| fields.d = Accumulator::F16),
        ),
        speaks(Severity::Error, "A is bf16 but B is f16", values(None, |fields| fields.b = Element::F16)),
        silent(values(None, |fields| (fields.a, fields.b) = (Element::E4m3, Element::E5m2))),
    ]
}
