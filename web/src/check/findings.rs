//! Title and findings: what is right or wrong, why, and what to change.

use super::*;

/// The title: the verdict, what it rests on, and the fix; whether the findings are open, and the last step was a fix.
pub fn verdict(
    facts: &Facts,
    line: &VerdictLine,
    [is_open, is_fixed]: [bool; 2],
    on_fix: &Callback<Said>,
    on: &Callback<Act>,
) -> Html {
    // What is counted is in small letters; words may follow it.
    let counted = line.headline.split_once(" (").and_then(|(head, rest)| {
        let (count, after) = rest.split_once(')')?;
        Some((format!("{head}{after}"), count))
    });
    let (head, count) = counted.unwrap_or_else(|| (line.headline.clone(), ""));
    let tone = tone(facts.has_wrong(), line);
    let fixed = if is_fixed && line.is_good() { "Fixed. " } else { "" };
    // A right figure of the manual is called by its number.
    let figure = figure_of_said(facts.spec.said()).filter(|_| line.is_good());
    let head = match figure {
        Some(figure) if head.starts_with('E') => {
            format!("Figure {} of the PTX ISA: e{}", figure.number, &head[1..])
        }
        _ => head,
    };
    // How many reads there are, the axis of steps says.
    let count = if count.contains("read") { "" } else { count };
    let rests = line.reservation.as_deref().unwrap_or(count);
    let all = facts.causes().count();
    let more = (all > 0).then(|| {
        let words = counts(facts.causes().map(|finding| facts.severity(finding)));
        let found = is_open.then(|| list(facts, on));
        findings_button(words, found, sends(on, Act::Open("findings")))
    });
    in_turn((
        headline(tone, format!("{fixed}{}", in_groups(&head)), Some(rests)),
        fixes(&line.repairs, on_fix),
        more,
        (!fixed.is_empty()).then(|| a("go", Word::Why.way(""), "Why it tore →")),
    ))
}

/// All findings: title, text, fixes and source of each.
pub fn list(facts: &Facts, on: &Callback<Act>) -> Html {
    let one = |finding: &Finding| {
        let follows: Vec<&str> = facts
            .findings
            .iter()
            .filter(|other| other.consequence_of == Some(finding.id))
            .map(|other| other.title.as_str())
            .collect();
        let change = |repair: &Repair| {
            p(
                "row",
                (
                    text_button("", &in_groups(&repair.label), sends(on, Act::fix(repair.change.said))),
                    repair.change.descriptor.map(|descriptor| bare("code", descriptor.to_string())),
                    span("q s", in_groups(&repair.change.reads)),
                ),
            )
        };
        let show = finding.cells.first().map(|at| {
            let name = format!("Show element ({}, {})", at.mn, at.k);
            text_button("is-plain", &name, sends(on, Act::Of(Action::Show(*at))))
        });
        let more = in_turn((
            (!follows.is_empty()).then(|| p("q", ("Also follows: ", follows.join("; ")))),
            finding.repairs.iter().chain(&finding.offers).map(change),
            show,
        ));
        card(finding, facts.severity(finding), more, "")
    };
    cards(facts.causes().map(one))
}
