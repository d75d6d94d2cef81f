//! The slips behind wrong answers about tensor memory.

use crate::slip::formula::{sentence_of, slips_of};
use crate::tensor::answer::{fault, is_right};
use crate::tensor::{Planned, facts, is_of_scale};
use crate::{Answer, Facts, Kind, Stop};
use swizzle_text::Quantity;
use swizzle_tmem::plan::{Cell, Held};

include!(concat!(env!("OUT_DIR"), "/tensor.rs"));

/// Those of a stage of scale factors.
mod stage {
    include!(concat!(env!("OUT_DIR"), "/stage.rs"));
}

type Formulas = &'static [(&'static str, &'static str, &'static str)];

/// Describes the likely mistake in an answer, in a sentence; none if it is right, or no slip leads to it.
pub(crate) fn hint(stop: &Stop, answer: &Answer) -> Option<String> {
    if is_right(stop, answer)? {
        return None;
    }
    let link = stop.asked_link();
    match (&stop.ask.kind, answer) {
        (Kind::Number(name), Answer::Number(given)) => {
            let formulas = match is_of_scale(link) {
                true => stage::FORMULAS,
                false => FORMULAS,
            };
            number((&*facts(link)?, formulas), name, *given).map(Into::into)
        }
        (Kind::Cell { element, .. }, Answer::Cell { at, .. }) => {
            let [cta, lane, column] = *at;
            let given = Cell { cta, lane, column };
            let asked = Planned::of(link)?;
            Some(clicked(&asked, asked.cell(element)?, given))
        }
        (Kind::Choose(options), Answer::Choice(place)) => fault(options.get(*place)?.1),
        (Kind::Make(_), Answer::State(made)) => fault(made),
        _ => None,
    }
}

/// The numbers of a plan, where what has a region is of this one.
struct OfRegion<'a>(&'a dyn Facts, &'a str);

impl Facts for OfRegion<'_> {
    fn number(&self, name: &str) -> Option<Quantity> {
        let Self(plan, region) = self;
        let (what, numbers) = name.split_once(' ').unwrap_or((name, ""));
        let of_region = format!("{what} {region} {numbers}");
        let of_region = (!region.is_empty()).then(|| plan.number(of_region.trim()));
        of_region.flatten().or_else(|| plan.number(name))
    }
}

fn number(
    (asked, formulas): (&dyn Facts, Formulas),
    name: &str,
    given: u64,
) -> Option<&'static str> {
    let wanted = asked.number(name)?.value;
    let (what, arguments) = name.split_once(' ').unwrap_or((name, ""));
    let (region, numbers) = match arguments.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
        true => arguments.split_once(' ').unwrap_or((arguments, "")),
        false => ("", arguments),
    };
    let facts = OfRegion(asked, region);
    let own = slips_of(formulas, &facts, &format!("{what}_{region}"), numbers);
    let slips = [own, slips_of(formulas, &facts, what, numbers)].concat();
    sentence_of(slips, wanted, given)
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
    format!(
        "You clicked lane {}, column {}, which holds {held}.{right}",
        given.lane, given.column
    )
}
