//! The signs of verdicts and findings, and their tones.

use super::*;
use swizzle_core::Named as _;

/// The tone and the sign of what is right or wrong.
pub const fn right_sign(is_right: bool) -> (&'static str, &'static str) {
    if is_right { ("is-good", icon::GOOD) } else { ("is-wrong", icon::ERROR) }
}

/// The sign of a verdict.
pub fn sign(tone: Option<&str>) -> Html {
    match tone {
        None => span("ok", icon(icon::GOOD)),
        Some("is-wrong") => icon(icon::ERROR),
        Some(_) => icon(icon::WARNING),
    }
}

/// The tone of a verdict: a wrong read is red, whatever was assumed for it; amber is in doubt.
pub fn tone<C>(has_wrong: bool, line: &VerdictLine<C>) -> Option<&'static str> {
    match line.kind {
        _ if has_wrong => Some("is-wrong"),
        VerdictKind::Wrong => Some("is-wrong"),
        _ if line.is_good() => None,
        _ => Some("is-doubtful"),
    }
}

/// The tone of a severity, and its drawing.
pub const fn severity_sign(severity: Severity) -> (&'static str, &'static str) {
    match severity {
        Severity::Error => ("is-wrong", icon::ERROR),
        Severity::Warning => ("is-doubtful", icon::WARNING),
        Severity::Note => ("is-note", icon::NOTE),
    }
}

/// How many findings of each severity there are: `1 error, 2 notes`.
pub fn counts(findings: impl Iterator<Item = Severity>) -> String {
    let found: Vec<Severity> = findings.collect();
    let word = |severity: Severity| {
        let count = found.iter().filter(|one| **one == severity).count();
        (count > 0).then(|| counted(count, severity.name()))
    };
    let all = [Severity::Error, Severity::Warning, Severity::Note];
    all.into_iter().filter_map(word).collect::<Vec<_>>().join(", ")
}

/// A finding: what is wrong and why, what a page adds to that, and its source behind its place.
pub fn card<C>(finding: &Finding<C>, severity: Severity, more: Html, place: &str) -> Html {
    let (tone, drawing) = severity_sign(severity);
    let (text, rest) = finding.text_parts();
    tag(
        "li",
        classes!("finding", tone),
        (
            icon(drawing),
            bare("h3", in_groups(&finding.title)),
            p("", (in_groups(text), " ", span("q", in_groups(rest)))),
            more,
            p("q s", (place.to_owned(), finding.source, " · ", finding.confidence.to_string())),
        ),
    )
}

/// The cards of all findings; a sentence where there are none.
pub fn cards(all: impl Iterator<Item = Html>) -> Html {
    let all: Vec<Html> = all.collect();
    if all.is_empty() { p("q", "No findings.") } else { tag("ul", "stack", all) }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn findings_are_counted_by_severity() {
        let all = [Severity::Note, Severity::Error, Severity::Note];
        assert_eq!(counts(all.into_iter()), "1 error, 2 notes");
        assert_eq!(counts([].into_iter()), "");
    }
}
