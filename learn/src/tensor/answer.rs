//! Whether an answer about tensor memory is right, which its laws and the lints decide.

use swizzle_lints::tensor_memory::plan::findings_from_plan;
use swizzle_lints::{Severity, order_fault};
use swizzle_tmem::plan::Plan;

use crate::tensor::{Dealt, Planned, Staged, is_of_scale};
use crate::{Answer, Kind, Stop};

/// Whether an answer other than a number is right; none where it answers another question.
pub(crate) fn is_right(stop: &Stop, answer: &Answer) -> Option<bool> {
    let link = stop.asked_link();
    match (&stop.ask.kind, answer) {
        (Kind::Cell { part, element }, Answer::Cell { part: there, at }) if part == there => {
            if Dealt::is_of(link) {
                return Some(Dealt::of(link).place(element)? == *at);
            }
            let cell = Planned::of(link)?.cell(element)?;
            Some([cell.cta, cell.lane, cell.column] == *at)
        }
        (Kind::Choose(options), Answer::Choice(place)) => Some(fault(options.get(*place)?.1).is_none()),
        // Any plan of the same regions without a fault: the goal is one of them.
        (Kind::Make(_), Answer::State(made)) => {
            let plan = |link: &str| Some(Planned::of(link)?.shown.plan);
            let whats = |plan: &Plan| plan.places.iter().map(|place| place.what).collect::<Vec<_>>();
            let (asked, own) = (plan(link)?, plan(made)?);
            let is_same = own.mma == asked.mma && whats(&own) == whats(&asked);
            Some(is_same && fault(made).is_none())
        }
        _ => None,
    }
}

/// Describes the most serious fault of a plan or a stage, in a sentence or two; a note is not a fault. Of fragments, the right one
/// has the elements of a register below each other.
pub(super) fn fault(link: &str) -> Option<String> {
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
