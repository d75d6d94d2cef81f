//! Whether an answer is right, which the core decides.

use swizzle_core::{Coord, Severity, Spec, Tally, findings_from_spec, quantity, state_from_link};

use crate::{Kind, Stop};

/// What a reader did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Clicked the cell of an element, in the memory view or in the matrix.
    Click {
        /// In the memory view.
        in_memory: bool,
        /// Which one.
        element: Coord,
    },
    /// Gave a number.
    Number(u64),
    /// Chose an option, by its place.
    Choice(usize),
    /// Changed the figure to what this link opens.
    State(String),
}

/// What comes of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    /// It is right.
    Right,
    /// It is wrong, or not there yet.
    Wrong,
    /// It answers another question.
    NotAnAnswer,
}

/// Judges an answer to a stop's question.
#[must_use]
pub fn judge(stop: &Stop, answer: &Answer) -> Judged {
    let Some(is_right) = is_right(stop, answer) else {
        return Judged::NotAnAnswer;
    };
    if is_right {
        Judged::Right
    } else {
        Judged::Wrong
    }
}

fn is_right(stop: &Stop, answer: &Answer) -> Option<bool> {
    let spec = spec_of(stop.figure.link)?;
    match (&stop.ask.kind, answer) {
        (
            Kind::Click { in_memory, element },
            Answer::Click {
                in_memory: there,
                element: clicked,
            },
        ) if in_memory == there => {
            let wanted = Coord {
                mn: element.0,
                k: element.1,
            };
            // A cell is a unit: any element of it will do.
            let unit = |coord: Coord| spec.tile().byte_from_element(coord).byte / 16;
            Some(unit(wanted) == unit(*clicked))
        }
        (Kind::Number(name), Answer::Number(number)) => {
            Some(quantity(&spec, name).ok()?.value == *number)
        }
        (Kind::Choose(options), Answer::Choice(place)) => Some(reads_right(options.get(*place)?.1)),
        (Kind::Make(goal), Answer::State(link)) => {
            let descriptor = |link: &str| spec_of(link)?.descriptor(0).ok();
            Some(descriptor(goal)? == descriptor(link)?)
        }
        _ => None,
    }
}

/// Whether a link opens a state without error that reads what was meant.
#[must_use]
fn reads_right(link: &str) -> bool {
    spec_of(link).is_some_and(|spec| {
        let step = spec.params().step;
        Tally::of_read(&spec, step).wrong == 0
            && findings_from_spec(&spec)
                .iter()
                .all(|finding| finding.severity != Severity::Error)
    })
}

pub(crate) fn spec_of(link: &str) -> Option<Spec> {
    Spec::new(&state_from_link(link).state.params).ok()
}
