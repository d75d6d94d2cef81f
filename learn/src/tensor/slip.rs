//! The slips behind wrong answers about tensor memory.

use crate::slip::formula::slip;
use crate::tensor::answer::fault;
use crate::tensor::{Dealt, Planned, facts, is_of_scale};
use crate::{Answer, Kind, Stop};
use swizzle_tmem::plan::{Cell, Held};

include!(concat!(env!("OUT_DIR"), "/tensor.rs"));

/// Those of a stage of scale factors.
mod stage {
    include!(concat!(env!("OUT_DIR"), "/stage.rs"));
}

/// Those of a fragment.
mod fragment {
    include!(concat!(env!("OUT_DIR"), "/fragment.rs"));
}

/// Describes the likely mistake in a wrong answer, in a sentence; none if no slip leads to it.
pub(crate) fn hint(stop: &Stop, answer: &Answer) -> Option<String> {
    let link = stop.asked_link();
    match (&stop.ask.kind, answer) {
        (Kind::Number(name), Answer::Number(given)) => {
            let formulas = match () {
                () if is_of_scale(link) => stage::FORMULAS,
                () if Dealt::is_of(link) => fragment::FORMULAS,
                () => FORMULAS,
            };
            slip(&*facts(link)?, formulas, name, *given)
        }
        (Kind::Cell { element, .. }, Answer::Cell { at, .. }) => {
            let [cta, lane, column] = *at;
            if Dealt::is_of(link) {
                let fragment = Dealt::of(link).0;
                return Some(format!("{}.", fragment.told(fragment.slot(lane, column))));
            }
            let given = Cell { cta, lane, column };
            let asked = Planned::of(link)?;
            Some(clicked(&asked, asked.cell(element)?, given))
        }
        (Kind::Choose(options), Answer::Choice(place)) => fault(options.get(*place)?.1),
        (Kind::Make(_), Answer::State(made)) => fault(made),
        _ => None,
    }
}

/// Describes the cell that was clicked, and whether its lane or its column is right.
fn clicked(asked: &Planned, wanted: Cell, given: Cell) -> String {
    let held = asked.laid.at(given);
    let held: Vec<String> = held.iter().map(Held::text).collect();
    let held = match held.is_empty() {
        true => "no element".into(),
        false => held.join(" and "),
    };
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
