//! Whether an answer about tensor memory is right, which its laws and the lints decide.

use super::*;
use swizzle_lints::{order_fault, tensor_memory::plan::findings_from_plan};
use swizzle_tmem::plan::{Held, Plan};

/// Whether an answer other than a number is right, and the mistake in it; none where it answers another question.
pub(crate) fn judged(stop: &Stop, answer: &Answer) -> Option<Judgement> {
    let link = stop.asked_link();
    Some(match (&stop.ask.kind, answer) {
        (Kind::Cell { part, element }, Answer::Cell { part: there, at }) if part == there => {
            let [cta, lane, column] = *at;
            if Dealt::is_of(link) {
                let dealt = Dealt::of(link);
                let told = dealt.0.told(dealt.0.slot(lane, column));
                return Some((dealt.place(element)? == *at, Some(format!("{told}."))));
            }
            let (asked, given) = (Planned::of(link)?, Cell { cta, lane, column });
            let wanted = asked.cell(element)?;
            (wanted == given, Some(clicked(&asked, wanted, given)))
        }
        (Kind::Choose(options), Answer::Choice(place)) => {
            let fault = fault(options.get(*place)?.1);
            (fault.is_none(), fault)
        }
        // Any plan of the same regions without a fault: the goal is one of them.
        (Kind::Make(_), Answer::State(made)) => {
            let plan = |link: &str| Some(Planned::of(link)?.shown.plan);
            let whats = |plan: &Plan| plan.places.iter().map(|place| place.what).collect::<Vec<_>>();
            let (asked, own) = (plan(link)?, plan(made)?);
            let (is_same, fault) = (own.mma == asked.mma && whats(&own) == whats(&asked), fault(made));
            (is_same && fault.is_none(), fault)
        }
        _ => return None,
    })
}

/// Describes the most serious fault of a plan or a stage, in a sentence or two; a note is not a fault. Of fragments, the right one
/// has the elements of a register below each other.
fn fault(link: &str) -> Option<String> {
    if Dealt::is_of(link) {
        let dealt = Dealt::of(link);
        let [first, second] = dealt.pair(1);
        let text = format!("Lane 1 gets {first:?} and {second:?}, which are in one row");
        return (!dealt.is_down()).then_some(text + ".");
    }
    if is_of_scale(link) {
        let [what, why] = order_fault(&Staged::of(link)?.stage)?;
        return Some(format!("{what}. {why}"));
    }
    let mut found = findings_from_plan(&Planned::of(link)?.shown.plan).into_iter();
    let found = found.find(|one| one.severity != Severity::Note)?;
    let mut title = found.title;
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    Some(format!("{title}. {}", found.text))
}

/// Describes the cell that was clicked, and whether its lane or its column is right.
fn clicked(asked: &Planned, wanted: Cell, given: Cell) -> String {
    let held = asked.laid.at(given);
    let held: Vec<String> = held.iter().map(Held::text).collect();
    let held = if held.is_empty() { "no element".into() } else { held.join(" and ") };
    let right = match (given.lane == wanted.lane, given.column == wanted.column) {
        (true, false) => " The lane is right, the column is another.",
        (false, true) => " The column is right, the lane is another.",
        _ if (given.lane, given.column) == (wanted.column, wanted.lane) => {
            " That takes the lane for the column: an element is named by its row first."
        }
        _ => "",
    };
    format!("You clicked lane {}, column {}, which holds {held}.{right}", given.lane, given.column)
}
