//! What there is to say about the tile and its descriptor, errors first.

use swizzle_core::reader::Verdict;
use swizzle_core::words::sequence_caption;
use swizzle_core::{Coord, Finding, Severity};
use yew::prelude::*;

use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::state::{Action, Dispatch};
use crate::view::Picture;

/// How many notes stand open.
const OPEN_NOTES: usize = 3;

/// The list.
pub fn findings(picture: &Picture, dispatch: &Dispatch) -> Html {
    let findings = &picture.findings;
    // Errors and warnings come first: the list is sorted.
    let (faults, notes) =
        findings.split_at(findings.partition_point(|at| at.severity != Severity::Note));
    let list = |findings: &[Finding]| {
        el("ul")
            .class("findings-list")
            .attr(Attr::Role, "list")
            .children(findings.iter().map(|finding| item(finding, dispatch)))
    };
    let head = el("header")
        .class("findings-head")
        .child(el("h2").attr(Attr::Id, "findings-title").child("Findings"))
        .child(
            el("span")
                .class("findings-count")
                .attr(Attr::AriaLive, "polite")
                .child(counts(findings)),
        );
    let faults = if faults.is_empty() {
        let good = match picture.spec.verdict() {
            Verdict::Unsaid => "No errors; nothing was said of the tile".into(),
            Verdict::Fits | Verdict::Differs => {
                format!("No errors: {}", sequence_caption(&picture.spec))
            }
        };
        let good = el("span").child(good);
        el("p").class("findings-good").child(icon(None)).child(good)
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

fn item(finding: &Finding, dispatch: &Dispatch) -> Element {
    let severity = finding.severity;
    let title = el("h3")
        .child(el("span").class("finding-severity").child(severity.name()))
        .child(&finding.title);
    let body = el("div")
        .class("finding-body")
        .child(title)
        .child(el("p").child(&finding.text))
        .children(repair_button(finding, dispatch))
        .children(finding.cells.first().map(|at| show_button(*at, dispatch)))
        .child(
            el("p")
                .class("finding-source")
                .child(finding.source)
                .child(" · ")
                .child(finding.confidence.name()),
        );
    el("li")
        .attr(Attr::Class, format!("finding is-{}", severity.name()))
        .key(format!("{}: {}", finding.rule, finding.title))
        .child(icon(Some(severity)))
        .child(body)
}

/// A button that makes a finding's repair, where it has one.
pub fn repair_button(finding: &Finding, dispatch: &Dispatch) -> Option<Element> {
    let repair = finding.repairs.first()?;
    let (dispatch, said) = (dispatch.clone(), repair.said);
    let on_click = Callback::from(move |_: MouseEvent| {
        dispatch.dispatch(Action::Repair(said));
    });
    let button = el("button")
        .attr(Attr::Type, "button")
        .class("finding-repair")
        .on_click(on_click)
        .child(&repair.label);
    Some(button)
}

/// A button that shows an element of the tile.
pub fn show_button(at: Coord, dispatch: &Dispatch) -> Element {
    let dispatch = dispatch.clone();
    button(Button {
        words: "Show it",
        class: "small-button is-link",
        name: Some(format!("Show it: element ({}, {})", at.mn, at.k)),
        on_click: Callback::from(move |_| dispatch.dispatch(Action::Show(at))),
        ..Button::default()
    })
}

/// A sign for each severity, each of its own shape; a tick for none.
fn icon(severity: Option<Severity>) -> Html {
    let path = match severity {
        Some(Severity::Error) => {
            "M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2zM5.5 5.5l5 5m0-5l-5 5"
        }
        Some(Severity::Warning) => "M8 1.8L15 14H1zM8 6v4m0 1.6v.6",
        Some(Severity::Note) => "M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13zM8 7.2v4.3M8 4.4v.6",
        None => "M2.5 8.5l3.5 3.5l7.5-8",
    };
    html! {
        <svg class="finding-icon" viewBox="0 0 16 16" aria-hidden="true">
            <path
                d={path}
                fill="none"
                stroke="currentColor"
                stroke-width="1.5"
                stroke-linecap="round"
                stroke-linejoin="round"
            />
        </svg>
    }
}

/// How many of each there are: `1 error, 2 notes`.
fn counts(findings: &[Finding]) -> String {
    let count = |severity: Severity| {
        let count = findings.iter().filter(|at| at.severity == severity).count();
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
    use swizzle_core::{Arch, Descriptor, Said, Spec, findings_from_spec};

    use super::*;

    #[test]
    fn counts_in_words() {
        assert_eq!(counts(&[]), "");
        // Bit 46 is tcgen05's.
        let given = Descriptor::new(Arch::Wgmma, 0x4000_4040_0001_0040);
        let spec = Spec::new(&Said::default().with_given(given)).expect("a tile");
        let findings = findings_from_spec(&spec);
        assert!(counts(&findings).contains("note"));
    }
}
