//! What there is to say about the tile and its descriptor, errors first.

use swizzle_core::{Finding, Severity, walk_caption};
use yew::prelude::*;

use crate::picture::Picture;
use crate::state::{Action, Dispatch};

/// How many notes stand open.
const OPEN_NOTES: usize = 3;

/// The list.
pub fn findings(picture: &Picture, dispatch: &Dispatch) -> Html {
    let findings = &picture.findings;
    // Errors and warnings come first: the list is sorted.
    let (faults, notes) =
        findings.split_at(findings.partition_point(|at| at.severity != Severity::Note));
    let list = |findings: &[Finding]| {
        html! {
            <ul class="findings-list" role="list">
                { for findings.iter().map(|finding| item(finding, dispatch)) }
            </ul>
        }
    };
    html! {
        <section class="findings" aria-labelledby="findings-title">
            <header class="findings-head">
                <h2 id="findings-title">{ "Findings" }</h2>
                <span class="findings-count" aria-live="polite">{ counts(findings) }</span>
            </header>
            if faults.is_empty() {
                <p class="findings-good">
                    { icon(None) }
                    <span>{ "No errors: " }{ walk_caption(&picture.spec) }</span>
                </p>
            } else {
                { list(faults) }
            }
            if notes.len() > OPEN_NOTES {
                <details class="findings-more">
                    <summary>{ format!("{} notes", notes.len()) }</summary>
                    { list(notes) }
                </details>
            } else if !notes.is_empty() {
                { list(notes) }
            }
        </section>
    }
}

fn item(finding: &Finding, dispatch: &Dispatch) -> Html {
    let severity = finding.severity;
    let repair = finding.repair.as_ref().map(|repair| {
        let (dispatch, params) = (dispatch.clone(), repair.params.clone());
        let on_click = Callback::from(move |_: MouseEvent| {
            dispatch.dispatch(Action::Repair(params.clone()));
        });
        html! {
            <button type="button" class="finding-repair" onclick={on_click}>{ &repair.label }</button>
        }
    });
    html! {
        <li class={classes!("finding", format!("is-{}", severity.name()))} key={format!("{}: {}", finding.rule, finding.title)}>
            { icon(Some(severity)) }
            <div class="finding-body">
                <h3><span class="finding-severity">{ severity.name() }</span>{ &finding.title }</h3>
                <p>{ &finding.text }</p>
                { for repair }
                <p class="finding-source">{ finding.source }</p>
            </div>
        </li>
    }
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
            <path d={path} fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" />
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
    use swizzle_core::{Params, Spec, findings_from_spec};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn counts_in_words() {
        assert_eq!(counts(&[]), "");
        let spec = Spec::new(&Params {
            sbo_bytes: Some(512),
            ..Params::default()
        })
        .expect("a tile");
        let findings = findings_from_spec(&spec);
        assert!(counts(&findings).contains("note"));
    }
}
