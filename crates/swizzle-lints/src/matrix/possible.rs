//! Several mistakes that produce the same bits: none of them is asserted.

use super::*;
use crate::matrix::candidate::{EXPLANATIONS, changed_fields, given, is_sound, offer, offer_whole, severity};
use std::borrow::Cow;

/// The start of the title of a finding that names several mistakes.
const SEVERAL: &str = "More than one cause fits";

/// Reports the mistake that explains the read best and offers its fix, followed by the other explanations.
pub(super) fn blame<'a>(
    spec: &Spec,
    report: &'a mut Report,
    fields: &'static [FieldId],
    (title, text): (impl Into<String>, impl Into<String>),
) -> &'a mut Finding {
    let causes = report.facts.causes.clone();
    let severity = severity(spec, causes.first().map(|found| found.cause));
    let finding = report.add(severity, fields, title, text);
    if matches!(
        causes.first().map(|found| found.cause),
        Some(Cause::Halves | Cause::Pointer | Cause::OtherOrder)
    ) {
        // It contradicts the specified values, independent of the inferred ones.
        finding.assumes.clear();
    }
    for (rank, found) in causes.iter().take(EXPLANATIONS).enumerate() {
        let mended = given(spec, found.mended);
        match found.cause {
            Cause::Halves | Cause::Pointer | Cause::Exchanged if rank == 0 => {
                offer_whole(finding, spec, &mended);
            }
            _ => offer(finding, spec, &mended),
        }
    }
    assert_none_of_several(finding, spec, &causes);
    finding
}

/// Rewords a finding as a list of possible causes where several mistakes produce the same bits.
fn assert_none_of_several(finding: &mut Finding, spec: &Spec, causes: &[Explanation]) {
    let Some((first, others)) = causes.split_first() else {
        return;
    };
    assert_neither(finding, spec, (&cause_text(first), first), others);
}

/// The same with other words for the first mistake.
pub(super) fn assert_neither(
    finding: &mut Finding,
    spec: &Spec,
    (words, first): (&str, &Explanation),
    others: &[Explanation],
) {
    let mut possible: Vec<(Cow<'_, str>, Descriptor)> = [(words.into(), first.mended)].into();
    for other in others.iter().take(EXPLANATIONS - 1) {
        let text = cause_text(other);
        let is_new = possible.iter().all(|(known, _)| *known != text);
        if is_new && is_rival(first.cause, other.cause) && is_sound(&given(spec, other.mended)) {
            possible.push((text.into(), other.mended));
        }
    }
    let (Some(held), true) = (spec.given(), possible.len() > 1) else {
        return;
    };
    let texts = possible.iter().map(|(text, _)| text);
    let mends = possible.iter().map(|(text, mended)| {
        let changed = changed_fields(held, *mended);
        format!("if {text}, set {changed}")
    });
    let mends = joined(mends, "; ");
    let title = format!("{SEVERAL}: {}", joined(texts, ", or "));
    let text = format!(
        "Each of these produces the same bits, and the specified values do not tell them apart: {mends}. {}",
        finding.text
    );
    finding.brief = SEVERAL.into();
    (finding.title, finding.text) = (title, text);
}

/// Whether a mistake is a separate cause beside another. An arbitrary other code is not, beside a code of a known numbering.
const fn is_rival(first: Cause, other: Cause) -> bool {
    let is_of_code = matches!(first, Cause::Code(_) | Cause::NoCode | Cause::OtherCode);
    !(is_of_code && matches!(other, Cause::OtherCode))
}

/// A mistake in a few words, within a sentence.
fn cause_text(found: &Explanation) -> String {
    match found.cause {
        Cause::Bytes(strides) => format!("{} 16 times too large", be(strides)),
        Cause::DividedTwice(strides) => format!("{} 16 times too small", be(strides)),
        Cause::Exchanged => "LBO and SBO are swapped".into(),
        Cause::OtherElement(strides, _) => {
            format!("{} packed for another element type", be(strides))
        }
        Cause::OtherMode(strides, _) => format!("{} packed for another swizzle mode", be(strides)),
        Cause::OtherOrder => "the strides are packed for the other atom order".into(),
        Cause::Slice(mn, k) => format!("the strides are packed for a {mn} × {k} slice"),
        Cause::Code(Numbering::Of(arch)) => format!("the swizzle code is {}’s", arch.name()),
        Cause::Code(Numbering::TensorMap) => "the swizzle code is the tensor map’s".into(),
        Cause::NoCode => "the swizzle code is missing".into(),
        Cause::OtherCode => {
            let code = found.mended.get(FieldId::Swizzle);
            match found.mended.decode().swizzle {
                Ok(Swizzle::None) | Err(_) => format!("the swizzle code is {code}"),
                Ok(mode) => format!("the swizzle is {}", mode.name()),
            }
        }
        Cause::Halves => "the two halves are swapped".into(),
        Cause::Pointer => "bits of a generic pointer are left in the descriptor".into(),
        Cause::Unshifted => "the start is not divided by 16".into(),
        Cause::Advance(_) => "K is advanced by the wrong amount".into(),
    }
}

fn be(strides: &[Stride]) -> &'static str {
    candidate::subject(strides).0
}
