//! What is looked at. The operand is in the link; what is open, and how the squares are seen, is not.

use swizzle_core::{Named as _, Operand};
use swizzle_lens::{Example, KernelView, Reading};
use swizzle_lints::kernel::Letter;
use swizzle_view::link::{KernelShown, OpenedForm};
use swizzle_view::{Notice, link_from_shown};

use crate::frame::{Look as Squares, ROWS};

/// An operand of an instruction, and a stage of its ring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The instruction.
    pub row: usize,
    /// The operand.
    pub side: Operand,
    /// The stage.
    pub stage: u32,
}

impl Place {
    /// That of a link; of one that names no instruction, the one to look at first.
    pub fn of(view: &KernelView, shown: &KernelShown) -> Self {
        let named = view.rows.iter().position(|row| row.line == shown.line);
        let place = named.map_or_else(
            || Self::first(view),
            |row| Self {
                row,
                side: shown.operand,
                stage: shown.stage,
            },
        );
        let stages = view.stages(place.row, place.side).len() as u32;
        Self {
            stage: place.stage.min(stages.saturating_sub(1)),
            ..place
        }
    }

    /// The one to look at first.
    fn first(view: &KernelView) -> Self {
        let row = view.first_row();
        let side = view.first_side(row);
        Self {
            row,
            side,
            stage: view.first_stage(row, side),
        }
    }

    /// Its link.
    pub fn shown(self, view: &KernelView, shown: &KernelShown) -> KernelShown {
        // An example is found again by its name.
        let part = shown
            .bytes
            .and_then(|_| view.part(self.row, self.side, self.stage));
        KernelShown {
            line: view.rows[self.row].line,
            operand: self.side,
            stage: self.stage,
            read: part
                .map(|part| link_from_shown(&part.shown))
                .unwrap_or_default(),
            ..shown.clone()
        }
    }
}

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
        let squares = Squares {
            open: None,
            sheet: None,
            ..self.squares
        };
        match act {
            Act::Look(squares) => Self { squares, ..*self },
            Act::Chain => Self {
                has_chain: !self.has_chain,
                ..*self
            },
            Act::Line(line) => Self {
                line,
                squares,
                ..*self
            },
            Act::To(_) | Act::Row(..) | Act::Kernel(_) => Self {
                line: None,
                squares: Squares {
                    first: None,
                    pinned: None,
                    ..squares
                },
                ..*self
            },
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
            let of = KernelShown {
                kernel: *kernel,
                ..shown.clone()
            };
            Some(Place::first(view).shown(view, &of))
        }
        Act::Line(_) | Act::Look(_) | Act::Chain | Act::Check => None,
    }
}

/// What a link shows of a text: the kernel that is wrong where the link names none.
pub fn first_shown(shown: &KernelShown, reading: &Reading) -> KernelShown {
    let is_named = shown.line != 0 || shown.kernel != 0;
    let kernel = if is_named {
        shown.kernel
    } else {
        reading.first_kernel()
    };
    KernelShown {
        kernel: kernel.min(reading.kernels.len().saturating_sub(1)),
        ..shown.clone()
    }
}

/// The parts of a link that were not read, with an example that does not exist.
pub fn notices(opened: &OpenedForm<KernelShown>) -> Vec<Notice> {
    let example = &opened.shown.example;
    let unknown = Example::from_name(example).err();
    let unknown = unknown.filter(|_| !example.is_empty()).map(|why| Notice {
        part: format!("try={example}"),
        why: why.to_string(),
    });
    opened.notices.iter().cloned().chain(unknown).collect()
}

/// Keys, and what they do.
pub const KEYS: &[(&str, &str)] = &[
    ("↑ ↓", "instruction"),
    ("← →", "step along K"),
    ("b", "the other operand"),
    ("n", "next finding"),
    ("Enter", "open in Check; in a square, pin the unit"),
    ("arrows in a square", "walk over its units"),
    ("Escape", "close, unpin"),
    ("− +", "more or fewer rows"),
    ("?", "all keys"),
];

/// What a key does at a place. `is_pressed`: a control has the focus, which Enter presses.
pub fn act_of_key(
    key: &str,
    is_pressed: bool,
    view: &KernelView,
    place: Place,
    look: Look,
) -> Option<Act> {
    let Place { row, side, .. } = place;
    let on = |at: usize, by: isize, end: usize| at.checked_add_signed(by).filter(|at| *at < end);
    let beside = |by| Some(Act::Row(on(row, by, view.rows.len())?, Some(side)));
    let step = |by| {
        let (walk, at) = view.rows[row].operands[side as usize].walk?;
        let rows = &view.walks[walk].rows;
        Some(Act::Row(rows[on(at, by, rows.len())?], Some(side)))
    };
    match key {
        "ArrowUp" => beside(-1),
        "ArrowDown" => beside(1),
        "ArrowLeft" => step(-1),
        "ArrowRight" => step(1),
        "n" => next_finding(view, place, look.line),
        "b" => Some(Act::Row(row, Some(side.other()))),
        "Enter" if !is_pressed => Some(Act::Check),
        "Escape" if look.line.is_some() && look.squares.open.is_none() => Some(Act::Line(None)),
        // There is no drawer.
        "e" => None,
        key => {
            let rows = look.squares.rows.unwrap_or(ROWS[1]);
            look.squares.after_key(key, rows).map(Act::Look)
        }
    }
}

/// The finding behind; behind the last one the first again. It may be at no instruction.
fn next_finding(view: &KernelView, place: Place, line: Option<u32>) -> Option<Act> {
    let from = line.unwrap_or(view.rows[place.row].line);
    let stops = view.findings.iter();
    let stops = stops.map(|(one, _)| (one.line, one.operand.and_then(Letter::operand)));
    let mut stops: Vec<_> = stops.collect();
    stops.sort_unstable();
    stops.dedup();
    let is_seen = |(line, of): &(u32, Option<Operand>)| {
        *line < from || *line == from && of.is_none_or(|of| of == place.side)
    };
    let at = stops.iter().rposition(is_seen).map_or(0, |at| at + 1);
    let (line, of) = *stops.get(at).or(stops.first())?;
    let row = view.rows.iter().position(|row| row.line == line);
    Some(row.map_or(Act::Line(Some(line)), |row| Act::Row(row, of)))
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
    fn a_link_without_an_instruction_opens_at_the_fault() {
        let nowhere = KernelShown::default();
        let of = |example| Place::of(&reading(example).kernels[0], &nowhere);
        assert_eq!(of(Example::Right), place(0, Operand::A, 0));
        assert_eq!(of(Example::KAdvance), place(1, Operand::A, 0));
        // Stages that are filled elsewhere are first seen in the second.
        assert_eq!(of(Example::Stage), place(0, Operand::A, 1));
    }

    #[test]
    fn a_link_and_its_place_are_each_others_inverse() {
        let reading = reading(Example::Right);
        let view = &reading.kernels[0];
        let at = place(5, Operand::B, 2);
        let shown = at.shown(view, &KernelShown::default());
        assert_eq!(
            (shown.line, Place::of(view, &shown)),
            (view.rows[5].line, at)
        );
        // A ring has three stages.
        let far = KernelShown { stage: 9, ..shown };
        assert_eq!(Place::of(view, &far).stage, 2);
    }

    /// The link of a text that is kept in one browser alone brings the operand for the others.
    #[test]
    fn the_link_of_a_held_text_has_its_operand() {
        let reading = reading(Example::Right);
        let held = KernelShown {
            bytes: Some(7),
            ..KernelShown::default()
        };
        let shown = place(0, Operand::A, 0).shown(&reading.kernels[0], &held);
        assert!(shown.read.starts_with("#/"), "{}", shown.read);
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
        assert_eq!(
            look.after(Act::Line(Some(3))),
            Look {
                line: Some(3),
                ..Look::default()
            }
        );
        let line = look.after(Act::Line(Some(3)));
        assert_eq!(line.after(Act::Row(0, None)), Look::default());
    }

    /// A text with two kernels opens with the one that is wrong, unless the link names the other.
    #[test]
    fn the_wrong_kernel_is_looked_at_first() {
        let [right, wrong] = [Example::Right, Example::Sbo].map(Example::text);
        let reading = Reading::of("two.ptx", format!("{right}\n{wrong}").into());
        let first = first_shown(&KernelShown::default(), &reading);
        assert_eq!((reading.kernels.len(), first.kernel), (2, 1));
        let other = shown_after(&Act::Kernel(0), &reading, &first).expect("a link");
        assert_eq!(first_shown(&other, &reading).kernel, 0);
    }
}
