//! Findings about the tile and its descriptor, errors first.

use swizzle_core::reader::Verdict;
use swizzle_lints::{Finding, Severity};
use swizzle_text::{own_text, sequence_caption};
use yew::prelude::*;

use super::repair::{more_changes, repair_button, show_button};
use crate::control::icon::{ERROR, GOOD, NOTE, WARNING, icon};
use crate::element::{Attr, Element, el};
use crate::state::Dispatch;
use crate::view::Picture;

/// The most notes that are shown unfolded.
const OPEN_NOTES: usize = 3;

/// The list.
pub fn findings(picture: &Picture, dispatch: &Dispatch) -> Html {
    let all = picture.findings();
    let findings = on_top(all);
    // Errors and warnings come first: the list is sorted.
    let (faults, notes) =
        findings.split_at(findings.partition_point(|at| at.severity != Severity::Note));
    let list = |findings: &[&Finding]| {
        el("ul")
            .class("findings-list stack gap")
            .attr(Attr::Role, "list")
            .children(findings.iter().map(|finding| item(finding, all, dispatch)))
    };
    let head = el("header")
        .class("findings-head")
        .child(el("h2").attr(Attr::Id, "findings-title").child("Findings"))
        .child(
            el("span")
                .class("quiet")
                .attr(Attr::AriaLive, "polite")
                .child(counts(&findings)),
        );
    let faults = if faults.is_empty() {
        let good = match picture.spec.verdict() {
            Verdict::Unsaid => "No errors; the tile is assumed".into(),
            Verdict::Fits | Verdict::Padded | Verdict::Differs => {
                let own = own_text(&picture.spec).map(|own| format!(", {own}"));
                let own = own.unwrap_or_default();
                format!("No errors{own}: {}", sequence_caption(&picture.spec))
            }
        };
        let good = el("span").child(good);
        el("p").class("findings-good").child(icon(GOOD)).child(good)
    } else {
        list(faults)
    };
    let notes = match notes.len() {
        0 => None,
        1..=OPEN_NOTES => Some(list(notes)),
        count => Some(
            el("details")
                .class("findings-more")
                .child(el("summary").child(format!("{count} notes")))
                .child(list(notes)),
        ),
    };
    el("section")
        .class("findings")
        .attr(Attr::AriaLabelledby, "findings-title")
        .child(head)
        .child(faults)
        .child(notes)
        .into()
}

/// The findings that follow from no other.
fn on_top(findings: &[Finding]) -> Vec<&Finding> {
    let is_on_top = |at: &&Finding| at.consequence_of.is_none();
    findings.iter().filter(is_on_top).collect()
}

/// Consequences of a finding, folded.
fn consequences(cause: &Finding, findings: &[Finding]) -> Option<Element> {
    let folded = findings
        .iter()
        .filter(|at| at.consequence_of == Some(cause.lint));
    let lines: Vec<Element> = folded.map(|at| el("li").child(&at.title)).collect();
    (!lines.is_empty()).then(|| {
        el("details")
            .class("finding-more")
            .child(el("summary").child(format!("Also follows ({})", lines.len())))
            .child(el("ul").children(lines.into_iter()))
    })
}

fn item(finding: &Finding, all: &[Finding], dispatch: &Dispatch) -> Element {
    let severity = finding.severity;
    let title = el("h3")
        .child(el("span").class("finding-severity").child(severity.name()))
        .child(&finding.title);
    let offers = el("div")
        .class("finding-offers wraps gap")
        .child(repair_button(finding, dispatch))
        .child(show_button(&finding.cells, dispatch));
    let (first, rest) = finding.text_parts();
    let rest = (!rest.is_empty()).then(|| el("span").class("finding-rest").child(rest.to_owned()));
    let text = el("p").child(first.to_owned()).child(rest);
    let more = more_changes(finding, dispatch);
    let source = el("p")
        .class("finding-source")
        .child(finding.source)
        .child(" · ")
        .child(finding.confidence.name());
    let item = el("li")
        .attr(Attr::Class, format!("finding is-{}", severity.name()))
        .key(format!("{}: {}", finding.lint, finding.title))
        .child(icon(sign(severity)));
    // A note is one line until it is opened.
    if severity == Severity::Note {
        return item.child(
            el("details")
                .class("finding-body row wraps")
                .child(el("summary").child(title))
                .child(text)
                .child(offers)
                .children(more.into_iter())
                .child(source),
        );
    }
    // The summary mentions that the severity rests on inferred values.
    let words = match finding.assumes.is_empty() {
        true => "More",
        false => "Details (some values were assumed)",
    };
    item.child(
        el("div")
            .class("finding-body row wraps")
            .child(title)
            .child(text)
            .child(offers)
            .child(consequences(finding, all))
            .child(
                el("details")
                    .class("finding-more")
                    .child(el("summary").child(words))
                    .children(more.into_iter())
                    .child(source),
            ),
    )
}

/// A sign for each severity, each of its own shape.
pub const fn sign(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => ERROR,
        Severity::Warning => WARNING,
        Severity::Note => NOTE,
    }
}

fn counts(findings: &[&Finding]) -> String {
    counts_of(findings.iter().map(|at| at.severity))
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

#[cfg(test)]
mod tests {
    use swizzle_core::{Arch, Descriptor, Said};
    use swizzle_infer::spec_from_said;
    use swizzle_lints::findings_from_spec;
    use swizzle_view::shown_from_link;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn counts_in_words() {
        assert_eq!(counts(&[]), "");
        // Bit 46 is tcgen05's.
        let given = Descriptor::new(Arch::Wgmma, 0x4000_4040_0001_0040);
        let spec = spec_from_said(&Said::default().with_given(given)).expect("a tile");
        let findings = findings_from_spec(&spec);
        assert!(counts(&on_top(&findings)).contains("note"));
    }

    #[test]
    fn what_follows_from_a_fault_is_not_counted_beside_it() {
        let shown = shown_from_link("#/wgmma/4000004000010040?element=tf32&major=MN").shown;
        let findings = findings_from_spec(&shown.spec().expect("a tile"));
        assert_eq!(findings.len(), 3);
        assert_eq!(counts(&on_top(&findings)), "1 error");
        assert!(consequences(&findings[0], &findings).is_some());
        assert!(consequences(&findings[1], &findings).is_none());
    }
}
