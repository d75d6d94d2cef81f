//! The numbers of a fragment in registers.

use super::*;
use swizzle_warp::{Fragment, WARP_LANES};

/// A fragment: which lane holds which element, and in which register.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dealt(pub Fragment);

impl Dealt {
    /// Returns the fragment that a link of the page of fragments shows.
    ///
    /// ```
    /// use swizzle_learn::{Dealt, Facts as _};
    /// let of = |fragment| Dealt::of(&format!("#/memory/lanes?tab=registers&fragment={fragment}&fragment_bits=16"));
    /// let number = |fragment, name| of(fragment).number(name).map(|found| found.value);
    /// assert_eq!((number("matrices", "lane 5 3"), number("matrices", "part 5 3")), (Some(21), Some(1)));
    /// assert_eq!((number("matrices-trans", "lane 5 3"), number("matrices-trans", "part 5 3")), (Some(14), Some(1)));
    /// assert_eq!((number("matrices", "lane 8 0"), number("matrices", "pointer 2 5")), (None, Some(21)));
    /// ```
    pub fn of(link: &str) -> Self {
        Self(form_from_link::<LanesShown>(link).shown.shown_fragment().fragment)
    }

    /// Whether a link is of that page.
    pub fn is_of(link: &str) -> bool {
        link.starts_with("#/memory/lanes?tab=registers")
    }

    /// CTA, lane and place among those of the lane, of an element.
    pub(super) fn place(self, element: &str) -> Option<[u32; 3]> {
        let number = |what: &str| Some(self.number(&format!("{what} {element}"))?.value as u32);
        Some([0, number("lane")?, number("column")?])
    }

    /// Row and column of both elements of a lane's first register.
    pub(super) fn pair(self, lane: u32) -> [(u32, u32); 2] {
        [0, 1].map(|place| self.0.cell_from_slot(self.0.slot(lane, place)))
    }

    /// Whether these two are below each other.
    pub(super) fn is_down(self) -> bool {
        let [first, second] = self.pair(0);
        first.1 == second.1
    }
}

impl Facts for Dealt {
    /// For an element by row and column: the `lane` that holds it, the `register` there, the `part` of that, the `column` that both
    /// are in a picture of registers, `row` and `col`, the numbers themselves. `pointer MATRIX ROW`: the lane that gives the
    /// address of a row. `lanes`; `rows` and `columns` of the matrix.
    fn number(&self, name: &str) -> Option<Quantity> {
        let Self(fragment) = self;
        let (what, numbers) = asked(name)?;
        Some(count(match (what, &numbers[..]) {
            ("lanes", []) => fragment.threads.min(WARP_LANES as u32),
            ("rows", []) => fragment.rows,
            ("columns", []) => fragment.columns,
            ("pointer", [matrix, row]) => matrix * fragment.rows + row,
            (_, [row, column]) if *row < fragment.rows && *column < fragment.columns => {
                let slot = fragment.slot_from_cell(*row, *column);
                match what {
                    "cta" => 0,
                    "lane" => slot.thread,
                    "register" => slot.register,
                    "part" => slot.part,
                    "column" => fragment.register_place(slot).0,
                    "row" => *row,
                    "col" => *column,
                    _ => return None,
                }
            }
            _ => return None,
        }))
    }

    fn judged(&self, stop: &Stop, answer: &Answer) -> Option<Judgement> {
        Some(match (&stop.ask.kind, answer) {
            (Kind::Cell { part, element }, Answer::Cell { part: there, at }) if part == there => {
                let told = self.0.told(self.0.slot(at[1], at[2]));
                (self.place(element)? == *at, Some(told + "."))
            }
            // In the right one the elements of a register are below each other.
            (Kind::Choose(options), Answer::Choice(place)) => {
                let chosen = Self::of(options.get(*place)?.1);
                let [first, second] = chosen.pair(1);
                let told = format!("Lane 1 gets {first:?} and {second:?}, which are in one row.");
                (chosen.is_down(), Some(told))
            }
            _ => return None,
        })
    }

    fn slip(&self, name: &str, given: u64) -> Option<&'static str> {
        sentence(self, include_str!("../../slips/fragment.txt"), name, given)
    }
}
