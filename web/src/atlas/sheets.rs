//! What a verdict blames.

use swizzle_core::FieldId;
use swizzle_core::reader::VerdictKind;
use swizzle_lints::{Severity, verdict_kind};

use crate::view::Picture;

/// How many errors and warnings there are, and for the style sheet the classes of what the first of them blames, and of a
/// verdict that is a warning.
pub fn faults(picture: &Picture) -> (usize, Vec<&'static str>) {
    let findings = picture.findings();
    let faults: Vec<_> = findings
        .iter()
        .filter(|at| at.severity != Severity::Note)
        .collect();
    let first = faults.first();
    let blames = |field| first.is_some_and(|at| at.fields.contains(&field));
    let is_warning = verdict_kind(&picture.spec, findings) == VerdictKind::Warning;
    let classes = [
        blames(FieldId::Lbo).then_some("blames-lbo"),
        blames(FieldId::Sbo).then_some("blames-sbo"),
        is_warning.then_some("has-warning"),
    ];
    (faults.len(), classes.into_iter().flatten().collect())
}
