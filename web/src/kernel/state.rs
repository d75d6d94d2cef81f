//! What is looked at. The operand is in the link; what is open, and how the squares are seen, is not.

use super::*;
use crate::frame::Look as Squares;

/// How it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Look {
    /// The squares, and what is open; the third view of a narrow screen is the chain.
    pub squares: Squares,
    /// Whether the lines are shown from which the operand follows.
    pub has_chain: bool,
    /// The line that is shown with those around it.
    pub line: Option<u32>,
}

/// Everything that can happen on the page.
#[derive(Debug, Clone, PartialEq)]
pub enum Act {
    /// Another operand.
    To(Place),
    /// Another instruction, and the operand of it; none for the one to look at first.
    Row(usize, Option<Operand>),
    /// Another kernel of the text.
    Kernel(usize),
    /// A line of the text, or none.
    Line(Option<u32>),
    /// The squares are looked at otherwise, or something opens.
    Look(Squares),
    /// The lines from which the operand follows are shown, or no longer.
    Chain,
    /// The operand is opened in Check.
    Check,
}

impl Look {
    /// The look after an act.
    pub fn after(&self, act: Act) -> Self {
        let squares = Squares { open: None, sheet: None, ..self.squares };
        match act {
            Act::Look(squares) => Self { squares, ..*self },
            Act::Chain => Self { has_chain: !self.has_chain, ..*self },
            Act::Line(line) => Self { line, squares, ..*self },
            Act::To(_) | Act::Row(..) | Act::Kernel(_) => {
                Self { line: None, squares: Squares { first: None, pinned: None, ..squares }, ..*self }
            }
            Act::Check => *self,
        }
    }
}

/// The link after an act, if it becomes another one.
pub fn shown_after(act: &Act, reading: &Reading, shown: &KernelShown) -> Option<KernelShown> {
    let view = reading.kernels.get(shown.kernel)?;
    match act {
        Act::To(place) => Some(place.shown(view, shown)),
        Act::Row(row, side) => {
            let place = Place {
                row: *row,
                side: side.unwrap_or_else(|| view.first_side(*row)),
                ..Place::of(view, shown)
            };
            Some(place.shown(view, shown))
        }
        Act::Kernel(kernel) => {
            let view = reading.kernels.get(*kernel)?;
            let of = KernelShown { kernel: *kernel, ..shown.clone() };
            Some(Place::first(view).shown(view, &of))
        }
        Act::Line(_) | Act::Look(_) | Act::Chain | Act::Check => None,
    }
}

/// The parts of a link that were not read, with an example that does not exist.
pub fn notices(opened: &OpenedForm<KernelShown>) -> Vec<Notice> {
    let example = &opened.shown.example;
    let unknown = Example::from_name(example).err();
    let unknown = unknown
        .filter(|_| !example.is_empty())
        .map(|why| Notice { part: format!("try={example}"), why: why.to_string() });
    opened.notices.iter().cloned().chain(unknown).collect()
}

/// Keys, and what they do.
pub const KEYS: &str = "↑ ↓: instruction
← →: step along K
b: the other operand
n: next finding
Enter: open in Check; in a square, pin the unit
arrows in a square: walk over its units
Escape: close, unpin
− +: more or fewer rows
?: all keys";

/// What a key does at a place. `is_pressed`: a control has the focus, which Enter presses.
pub fn act_of_key(key: &str, is_pressed: bool, view: &KernelView, place: Place, look: Look) -> Option<Act> {
    let Place { row, side, .. } = place;
    let on = |at: usize, by: isize, end: usize| at.checked_add_signed(by).filter(|at| *at < end);
    let beside = |by| Some(Act::Row(on(row, by, view.rows.len())?, Some(side)));
    let step = |by| {
        let (walk, at) = view.operand(place).walk?;
        let rows = &view.walks[walk].rows;
        Some(Act::Row(rows[on(at, by, rows.len())?], Some(side)))
    };
    match key {
        "ArrowUp" => beside(-1),
        "ArrowDown" => beside(1),
        "ArrowLeft" => step(-1),
        "ArrowRight" => step(1),
        "n" => {
            let (line, of) = view.next_finding(place, look.line)?;
            let row = view.rows.iter().position(|row| row.line == line);
            Some(row.map_or(Act::Line(Some(line)), |row| Act::Row(row, of)))
        }
        "b" => Some(Act::Row(row, Some(side.other()))),
        "Enter" if !is_pressed => Some(Act::Check),
        "Escape" if look.line.is_some() && look.squares.open.is_none() => Some(Act::Line(None)),
        // There is no drawer.
        "e" => None,
        key => {
            let rows = look.squares.rows_or(ROWS[1]);
            look.squares.after_key(key, rows).map(Act::Look)
        }
    }
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    fn reading(example: Example) -> Reading {
        Reading::of(example.file(), example.text().into())
    }

    fn place(row: usize, side: Operand, stage: u32) -> Place {
        Place { row, side, stage }
    }

    fn key(view: &KernelView, at: Place, key: &str) -> Option<Act> {
        act_of_key(key, false, view, at, Look::default())
    }

    #[test]
    fn keys_go_through_instructions_steps_and_operands() {
        let reading = reading(Example::Right);
        let view = &reading.kernels[0];
        let at = place(1, Operand::A, 0);
        let to = |row, side| Some(Act::Row(row, Some(side)));
        assert_eq!(key(view, at, "ArrowDown"), to(2, Operand::A));
        assert_eq!(key(view, at, "ArrowLeft"), to(0, Operand::A));
        assert_eq!(key(view, at, "b"), to(1, Operand::B));
        assert_eq!(key(view, place(0, Operand::A, 0), "ArrowUp"), None);
        // A walk along K ends where the next block of rows begins.
        assert_eq!(key(view, place(3, Operand::A, 0), "ArrowRight"), None);
        assert_eq!(key(view, at, "Enter"), Some(Act::Check));
        assert_eq!(act_of_key("Enter", true, view, at, Look::default()), None);
    }

    /// Of a fault in a copy the finding is at no instruction.
    #[test]
    fn the_next_finding_may_be_beside_the_instructions() {
        let reading = reading(Example::TmaBox);
        let view = &reading.kernels[0];
        let first = view.first_row();
        let seen = key(view, place(first, Operand::A, 0), "n");
        assert_eq!(seen, Some(Act::Line(Some(126))));
    }

    #[test]
    fn one_thing_is_open_at_a_time() {
        let opened = |look: Look| look.after(Act::Look(look.squares.with_open("findings")));
        let look = opened(Look::default());
        assert_eq!(look.squares.open, Some("findings"));
        assert_eq!(opened(look).squares.open, None);
        assert_eq!(look.after(Act::Line(Some(3))), Look { line: Some(3), ..Look::default() });
        let line = look.after(Act::Line(Some(3)));
        assert_eq!(line.after(Act::Row(0, None)), Look::default());
    }

    /// A text with two kernels opens with the one that is wrong, unless the link names the other.
    #[test]
    fn the_wrong_kernel_is_looked_at_first() {
        let [right, wrong] = [Example::Right, Example::Sbo].map(Example::text);
        let reading = Reading::of("two.ptx", format!("{right}\n{wrong}").into());
        let first = reading.first_shown(&KernelShown::default());
        assert_eq!((reading.kernels.len(), first.kernel), (2, 1));
        let other = shown_after(&Act::Kernel(0), &reading, &first).expect("a link");
        assert_eq!(reading.first_shown(&other).kernel, 0);
    }
}
