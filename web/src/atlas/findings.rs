//! Signs and counts of findings.

use swizzle_lints::Severity;

use crate::control::icon::{ERROR, NOTE, WARNING};

/// A sign for each severity, each of its own shape.
pub const fn sign(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
        Severity::Note => NOTE,
    }
}

/// How many of each there are: `1 error, 2 notes`.
pub fn counts_of(findings: impl Iterator<Item = Severity> + Clone) -> String {
    let count = |severity: Severity| {
        let count = findings.clone().filter(|at| *at == severity).count();
        let plural = if count == 1 { "" } else { "s" };
        (count > 0).then(|| format!("{count} {}{plural}", severity.name()))
    };
    let words: Vec<_> = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .filter_map(count)
        .collect();
    words.join(", ")
}
