//! Figures of the wires of the XOR: their numbers, their answers, and the slips that wrong answers come from.

use std::rc::Rc;

use swizzle_core::hardware::{LINE_BYTES, UNIT_BANKS};
use swizzle_text::Quantity;
use swizzle_view::link::{LanesShown, form_from_link};
use swizzle_warp::{Access, Lanes, Rows, Wires};

use crate::slip::formula::slip;
use crate::{Answer, Facts, Kind, Stop};

include!(concat!(env!("OUT_DIR"), "/wires.rs"));

/// A set of the wires, and the read of one unit of eight rows.
#[derive(Debug, Clone, Copy)]
struct Wired(Wires);

impl Wired {
    /// Returns the wires that a link of the page of conflicts has closed; none if a part of the link does not open.
    fn of(link: &str) -> Option<Self> {
        let opened = form_from_link::<LanesShown>(link);
        let is_whole = opened.notices.is_empty();
        is_whole.then_some(Self(opened.shown.wires))
    }
}

impl Facts for Wired {
    /// For unit 0 of rows of 128 bytes: `ways`, the wavefronts of the `rows` that are read together, and the `wavefronts` of a
    /// warp. `closed`: how many wires are. `slot ROW UNIT`, `bank ROW UNIT`: a unit's slot in its line, and its first bank.
    fn number(&self, name: &str) -> Option<Quantity> {
        let Self(wires) = self;
        let rows = Rows::of_lines(*wires);
        let read = rows.read(Access::Load16, 0);
        let mut words = name.split(' ');
        let what = words.next()?;
        let numbers: Vec<u32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let value = match (what, &numbers[..]) {
            ("ways", []) => read.ways(),
            ("rows", []) => (Lanes::default().len() / read.groups.len()) as u32,
            ("wavefronts", []) => read.count(),
            ("closed", []) => wires.closed(),
            ("row_bytes", []) => LINE_BYTES,
            ("slot", [row, unit]) => rows.slot(*row, *unit),
            ("bank", [row, unit]) => rows.slot(*row, *unit) * UNIT_BANKS,
            _ => return None,
        };
        Some(Quantity { value: value.into(), text: value.to_string() })
    }
}

/// Returns the facts about the wires that a link of the page of conflicts shows.
pub(crate) fn facts(link: &str) -> Option<Rc<dyn Facts>> {
    Some(Rc::new(Wired::of(link)?))
}

/// Whether an answer other than a number is right; none where it answers another question.
pub(crate) fn is_right(stop: &Stop, answer: &Answer) -> Option<bool> {
    match (&stop.ask.kind, answer) {
        (Kind::Make(goal), Answer::State(made)) => Some(Wired::of(made)?.0 == Wired::of(goal)?.0),
        _ => None,
    }
}

/// Describes the likely mistake in a wrong number, in a sentence; none if no slip leads to it.
pub(crate) fn hint(stop: &Stop, answer: &Answer) -> Option<String> {
    let (Kind::Number(name), Answer::Number(given)) = (&stop.ask.kind, answer) else {
        return None;
    };
    slip(&Wired::of(stop.asked_link())?, FORMULAS, name, *given)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slip::formula::worked_out;

    /// The counts were measured: 32, 16, 8 and 4 cycles for a warp, of which eight lanes are a quarter.
    #[test]
    fn each_wire_halves_the_conflict() {
        for (closed, wavefronts) in [(0, 32), (1, 16), (2, 8), (3, 4)] {
            let wired = Wired::of(&format!("#/memory/lanes?wires={closed}")).unwrap();
            let number = |name| wired.number(name).map(|found| found.value);
            assert_eq!(number("closed"), Some(closed));
            assert_eq!(number("wavefronts"), Some(wavefronts));
            assert_eq!(number("ways"), Some(wavefronts / 4));
            assert_eq!((number("rows"), number("row_bytes")), (Some(8), Some(128)));
            assert_eq!(number("weight"), None);
        }
        let wired = Wired::of("#/memory/lanes?wires=1").unwrap();
        let number = |name| wired.number(name).map(|found| found.value);
        assert_eq!((number("slot 3 0"), number("bank 3 0")), (Some(1), Some(4)));
        assert!(Wired::of("#/memory/lanes?wires=9").is_none());
    }

    #[test]
    fn every_formula_is_of_a_known_number() {
        let wired = Wired::of("#/memory/lanes?wires=1").unwrap();
        for (what, formula, _) in FORMULAS {
            assert!(wired.number(what).is_some(), "{what}");
            assert!(worked_out(&wired, formula, "").is_some(), "{formula}");
        }
    }
}
