//! Title and findings: what is right or wrong, why, and what to change.

use swizzle_core::Said;
use swizzle_core::reader::VerdictKind;
use swizzle_lints::{Finding, Repair, Severity};
use swizzle_text::VerdictLine;
use yew::prelude::*;

use super::facts::Facts;
use super::state::{Act, Open};
use crate::control::icon;
use crate::frame::{fixes, headline};
use crate::kit::{Shared, icon, in_groups, maybe, p, sends, text_button};
use crate::state::Action;

/// The sign of a verdict.
pub fn sign(tone: Option<&str>) -> Html {
    match tone {
        None => html! { <span class="ok">{ icon(icon::GOOD) }</span> },
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

/// Properties of [`Verdict`].
#[derive(Properties, PartialEq)]
pub struct VerdictProps {
    /// What it judges.
    pub facts: Shared<Facts>,
    /// The verdict, as far as the link or the text was read.
    pub line: VerdictLine,
    /// Whether the last step was a fix.
    pub is_fixed: bool,
    /// Takes the fixed values.
    pub on_fix: Callback<Said>,
    /// Opens the findings.
    pub on: Callback<Act>,
}

/// The title: the verdict, what it rests on, and the fix.
#[component]
pub fn Verdict(props: &VerdictProps) -> Html {
    let VerdictProps {
        facts,
        line,
        is_fixed,
        on_fix,
        on,
    } = props;
    let (head, count) = line
        .headline
        .split_once(" (")
        .unwrap_or((&line.headline, ""));
    let count = count.trim_end_matches(')');

    let tone = tone(facts.has_wrong(), line);
    let fixed = if *is_fixed && line.is_good() {
        "Fixed. "
    } else {
        ""
    };
    let rests = line.reservation.as_deref().unwrap_or(count);
    let all = facts.causes().count();
    let more = (all > 0).then(|| {
        let words = counts(facts.causes().map(|finding| finding.severity));
        html! { <button type="button" class="plain s" aria-haspopup="dialog" onclick={sends(on, Act::Open(Open::Findings))}>{ words }</button> }
    });
    html! {
        <>
            { headline(tone, format!("{fixed}{}", in_groups(head)), Some(rests)) }
            { fixes(&line.repairs, on_fix) }
            { maybe(more) }
        </>
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
    let mut counts = [0_usize; 3];
    let all = [Severity::Error, Severity::Warning, Severity::Note];
    for severity in findings {
        let at = all.iter().position(|one| *one == severity);
        counts[at.unwrap_or(2)] += 1;
    }
    let word = |(severity, count): (Severity, usize)| {
        let plural = if count == 1 { "" } else { "s" };
        (count > 0).then(|| format!("{count} {}{plural}", severity.name()))
    };
    let words: Vec<String> = all.into_iter().zip(counts).filter_map(word).collect();
    words.join(", ")
}

/// All findings: title, text, fixes and source of each.
pub fn list(facts: &Facts, on: &Callback<Act>) -> Html {
    let one = |finding: &Finding| {
        let (text, rest) = finding.text_parts();
        let (tone, drawing) = match finding.severity {
            // Whatever was assumed: other bytes are read than the tile has.
            Severity::Warning if facts.has_wrong() && !finding.cells.is_empty() => {
                severity_sign(Severity::Error)
            }
            severity => severity_sign(severity),
        };
        let follows: Vec<&str> = facts
            .findings
            .iter()
            .filter(|other| other.consequence_of == Some(finding.lint))
            .map(|other| other.title.as_str())
            .collect();
        let change = |repair: &Repair| {
            html! {
                <p class="row">
                    { text_button("", &repair.label, sends(on, Act::fix(repair.said))) }
                    if let Some(descriptor) = repair.descriptor { <code>{ descriptor.to_string() }</code> }<span class="q s">{ in_groups(&repair.reads) }</span>
                </p>
            }
        };
        let show = finding.cells.first().map(|at| {
            let name = format!("Show element ({}, {})", at.mn, at.k);
            text_button("is-plain", &name, sends(on, Act::Of(Action::Show(*at))))
        });
        html! {
            <li class={classes!("finding", tone)}>
                { icon(drawing) }
                <h3>{ in_groups(&finding.title) }</h3>
                <p>{ in_groups(text) }{ " " }<span class="q">{ in_groups(rest) }</span></p>
                if !follows.is_empty() { <p class="q">{ "Also follows: " }{ follows.join("; ") }</p> }
                { for finding.repairs.iter().chain(&finding.offers).map(change) }
                { maybe(show) }
                <p class="q s">{ finding.source }{ " · " }{ finding.confidence.name() }</p>
            </li>
        }
    };
    if facts.causes().next().is_none() {
        return p("q", "No findings.");
    }
    html! { <ul class="stack">{ for facts.causes().map(one) }</ul> }
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
