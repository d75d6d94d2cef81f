//! Types of a wgmma that do not go together.

use super::*;
use crate::words::or;
use swizzle_core::hardware::wgmma_accumulators;

lint!(InstructionValues, "wgmma-types", Stated, WGMMA);

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
            format!("The accumulator must be {}.", or(known.iter().map(|d| d.name()))),
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
