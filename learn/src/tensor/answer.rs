//! Whether an answer about tensor memory is right, which its laws and the lints on plans decide.

use swizzle_lints::Severity;
use swizzle_lints::tensor_memory::plan::{PlanFinding, findings_from_plan};
use swizzle_tmem::plan::Plan;

use crate::tensor::Planned;
use crate::{Answer, Facts as _, Kind, Stop};

/// Whether an answer is right; none where it answers another question.
pub(crate) fn is_right(stop: &Stop, answer: &Answer) -> Option<bool> {
    let asked = Planned::of(stop.asked_link())?;
    match (&stop.ask.kind, answer) {
        (Kind::Number(name), Answer::Number(given)) => Some(asked.number(name)?.value == *given),
        (Kind::Cell { part, element }, Answer::Cell { part: there, at }) if part == there => {
            let cell = asked.cell(element)?;
            Some([cell.cta, cell.lane, cell.column] == *at)
        }
        (Kind::Choose(options), Answer::Choice(place)) => {
            Some(first_fault(options.get(*place)?.1).is_none())
        }
        // Any plan of the same regions without a fault: the goal is one of them.
        (Kind::Make(_), Answer::State(link)) => {
            let made = Planned::of(link)?.shown.plan;
            let whats = |plan: &Plan| {
                plan.places
                    .iter()
                    .map(|place| place.what)
                    .collect::<Vec<_>>()
            };
            let is_same =
                made.mma == asked.shown.plan.mma && whats(&made) == whats(&asked.shown.plan);
            Some(is_same && first_fault(link).is_none())
        }
        _ => None,
    }
}

/// What is wrong with a plan, the most serious first; a note is not.
pub(super) fn first_fault(link: &str) -> Option<PlanFinding> {
    let found = findings_from_plan(&Planned::of(link)?.shown.plan).into_iter();
    let mut found = found.filter(|one| one.severity != Severity::Note);
    found.next()
}
