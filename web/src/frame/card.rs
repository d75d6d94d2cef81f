//! The card of a finding, on every page.

use super::*;

/// A finding: what is wrong and why, what a page adds to that, and its source behind its place.
pub fn card<C>(finding: &Finding<C>, severity: Severity, more: Html, place: &str) -> Html {
    let (tone, drawing) = severity_sign(severity);
    let (text, rest) = finding.text_parts();
    html! {
        <li class={classes!("finding", tone)}>
            { icon(drawing) }
            <h3>{ in_groups(&finding.title) }</h3>
            <p>{ in_groups(text) }{ " " }<span class="q">{ in_groups(rest) }</span></p>
            { more }
            <p class="q s">{ place }{ finding.source }{ " · " }{ finding.confidence }</p>
        </li>
    }
}

/// The cards of all findings; a sentence where there are none.
pub fn cards(all: impl Iterator<Item = Html>) -> Html {
    let all: Vec<Html> = all.collect();
    if all.is_empty() {
        p("q", "No findings.")
    } else {
        html! { <ul class="stack">{ all }</ul> }
    }
}
