//! An operand of a kernel: which one a link is about, what was found of it, and what mends it.

use swizzle_core::hardware::Operand;
use swizzle_core::reader::VerdictKind;
use swizzle_lints::kernel::Letter;
use swizzle_lints::{Finding, Severity};
use swizzle_view::link::KernelShown;
use swizzle_view::link_from_shown;

use crate::map::{MapKind, MapPiece, MapView};
use crate::mend::mend;
use crate::mend_around::mend_finding;
use crate::mend_idesc::mend_idesc;
use crate::reading::Reading;
use crate::row::OperandView;
use crate::score::KernelView;
use crate::trial::LineEdit;

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
    ///
    /// ```
    /// use swizzle_core::Operand;
    /// use swizzle_lens::{Example, Place, Reading};
    /// use swizzle_view::link::KernelShown;
    /// let view = &Reading::of("k", Example::KAdvance.text().into()).kernels[0];
    /// let place = Place::of(view, &KernelShown::default());
    /// assert_eq!((place.row, place.side), (1, Operand::A));
    /// ```
    pub fn of(view: &KernelView, shown: &KernelShown) -> Self {
        let named = view.rows.iter().position(|row| row.line == shown.line);
        let place = named
            .map_or_else(|| Self::first(view), |row| Self { row, side: shown.operand, stage: shown.stage });
        let stages = view.stages(place.row, place.side).len() as u32;
        Self { stage: place.stage.min(stages.saturating_sub(1)), ..place }
    }

    /// The one to look at first.
    pub fn first(view: &KernelView) -> Self {
        let row = view.first_row();
        let side = view.first_side(row);
        Self { row, side, stage: view.first_stage(row, side) }
    }

    /// Its link.
    pub fn shown(self, view: &KernelView, shown: &KernelShown) -> KernelShown {
        // An example is found again by its name.
        let part = shown.bytes.and_then(|_| view.part(self.row, self.side, self.stage));
        KernelShown {
            line: view.rows[self.row].line,
            operand: self.side,
            stage: self.stage,
            read: part.map(|part| link_from_shown(&part.shown)).unwrap_or_default(),
            ..shown.clone()
        }
    }
}

impl Reading {
    /// What a link shows of the text: the kernel that is wrong where the link names none.
    pub fn first_shown(&self, shown: &KernelShown) -> KernelShown {
        let is_named = shown.line != 0 || shown.kernel != 0;
        let kernel = if is_named { shown.kernel } else { self.first_kernel() };
        KernelShown { kernel: kernel.min(self.kernels.len().saturating_sub(1)), ..shown.clone() }
    }
}

/// The fault of an operand.
#[derive(Debug, Clone, Copy)]
pub struct Fault<'v> {
    /// What is wrong.
    pub message: &'v str,
    /// Why, in a sentence.
    pub why: &'v str,
    /// Its line, from 1.
    pub line: u32,
    /// The finding; none where nothing tells whether the operand is right.
    pub finding: Option<&'v Finding<()>>,
}

/// Why an operand that nothing was found of is not judged.
const OPEN: [&str; 2] = [
    "The PTX does not show what to compare this read with",
    "No other step confirms it, or part of its descriptor is not known.",
];

impl KernelView {
    /// The operand at a place.
    pub fn operand(&self, Place { row, side, .. }: Place) -> &OperandView {
        &self.rows[row].operands[side as usize]
    }

    /// Whether a finding concerns an operand: a fault outside of the instructions concerns all of them, unless it is about the
    /// other operand.
    pub fn concerns(&self, place: Place, found: &Finding<()>) -> bool {
        let other = match place.side {
            Operand::A => Letter::B,
            Operand::B => Letter::A,
        };
        let is_of_row = self.rows.iter().any(|row| row.line == found.line);
        let is_own = found.is_of_line(self.rows[place.row].line);
        found.operand != Some(other) && (is_own || !is_of_row && found.severity != Severity::Note)
    }

    /// The fault of an operand: the first finding on it that is more than a note; none of one that is right.
    pub fn fault(&self, place: Place) -> Option<Fault<'_>> {
        let mut found = self.found();
        let found = found.find(|one| one.severity != Severity::Note && self.concerns(place, one));
        let is_open = self.operand(place).verdict == Some(VerdictKind::Incomplete);
        let [message, why] = OPEN;
        match found {
            Some(finding) => Some(Fault {
                message: &finding.title,
                why: sentence(&finding.text),
                line: finding.line,
                finding: Some(finding),
            }),
            None => is_open.then(|| Fault { message, why, line: self.rows[place.row].line, finding: None }),
        }
    }

    /// The finding behind a place, or behind a line; behind the last one the first again: its line, and its operand if it is of one.
    pub fn next_finding(&self, place: Place, line: Option<u32>) -> Option<(u32, Option<Operand>)> {
        let from = line.unwrap_or(self.rows[place.row].line);
        let stops = self.found();
        let stops = stops.map(|one| (one.line, one.operand.and_then(Letter::operand)));
        let mut stops: Vec<_> = stops.collect();
        stops.sort_unstable();
        stops.dedup();
        let is_seen = |(line, of): &(u32, Option<Operand>)| {
            *line < from || *line == from && of.is_none_or(|of| of == place.side)
        };
        let at = stops.iter().rposition(is_seen).map_or(0, |at| at + 1);
        stops.get(at).or(stops.first()).copied()
    }

    /// The map that an operand is in.
    pub fn map_of(&self, place: Place) -> Option<&MapView> {
        let mut maps = self.maps.iter();
        let of = maps.find(|map| map.pieces.iter().any(|piece| piece.is_at(place)));
        of.or(self.maps.first())
    }
}

impl MapPiece {
    /// Whether it is the buffer of an operand, in its stage.
    pub fn is_at(&self, place: Place) -> bool {
        self.kind == MapKind::Operand(place.side)
            && self.stage == place.stage
            && self.rows.contains(&place.row)
    }
}

/// Returns the edit that fixes an operand, or otherwise the first error beside the instructions, with the line of what it fixes.
pub fn mend_at(reading: &Reading, kernel: usize, place: Place) -> Option<(u32, LineEdit)> {
    let view = reading.kernels.get(kernel)?;
    let Place { row, side, .. } = place;
    let of_row = || {
        let found = mend(reading, kernel, row, side).or_else(|| mend_idesc(reading, kernel, row));
        Some((view.rows[row].line, found?))
    };
    let beside = || {
        let mut errors = view.found().filter(|one| one.severity == Severity::Error);
        let first = errors.find(|one| view.rows.iter().all(|row| row.line != one.line))?;
        Some((first.line, mend_finding(reading, kernel, first)?))
    };
    of_row().or_else(beside)
}

/// The first sentence of a text.
fn sentence(text: &str) -> &str {
    text.split_once(". ").map_or(text, |(first, _)| &text[..=first.len()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Example, differing};

    fn reading(example: Example) -> (Reading, Place) {
        let reading = Reading::of(example.file(), example.text().into());
        let place = Place::of(&reading.kernels[0], &KernelShown::default());
        (reading, place)
    }

    fn place(row: usize, side: Operand, stage: u32) -> Place {
        Place { row, side, stage }
    }

    #[test]
    fn a_link_without_an_instruction_opens_at_the_fault() {
        let of = |example| reading(example).1;
        assert_eq!(of(Example::Right), place(0, Operand::A, 0));
        assert_eq!(of(Example::KAdvance), place(1, Operand::A, 0));
        // Stages that are filled elsewhere are first seen in the second.
        assert_eq!(of(Example::Stage), place(0, Operand::A, 1));
    }

    #[test]
    fn a_link_and_its_place_are_each_others_inverse() {
        let (reading, _) = reading(Example::Right);
        let view = &reading.kernels[0];
        let at = place(5, Operand::B, 2);
        let shown = at.shown(view, &KernelShown::default());
        assert_eq!((shown.line, Place::of(view, &shown)), (view.rows[5].line, at));
        // A ring has three stages.
        let far = KernelShown { stage: 9, ..shown };
        assert_eq!(Place::of(view, &far).stage, 2);
    }

    /// The link of a text that is kept in one browser alone brings the operand for the others.
    #[test]
    fn the_link_of_a_held_text_has_its_operand() {
        let (reading, _) = reading(Example::Right);
        let held = KernelShown { bytes: Some(7), ..KernelShown::default() };
        let shown = place(0, Operand::A, 0).shown(&reading.kernels[0], &held);
        assert!(shown.read.starts_with("#/"), "{}", shown.read);
    }

    #[test]
    fn a_fault_of_one_operand_is_not_the_other_ones() {
        let (reading, place) = reading(Example::TmaBox);
        let view = &reading.kernels[0];
        assert!(view.fault(place).is_some());
        let side = place.side.other();
        assert!(view.fault(Place { side, ..place }).is_none());
    }

    #[test]
    fn a_right_kernel_has_nothing_to_fix() {
        let (reading, place) = reading(Example::Right);
        assert!(reading.kernels[0].fault(place).is_none());
        assert_eq!(mend_at(&reading, 0, place), None);
    }

    #[test]
    fn the_edit_of_the_fault_is_found_at_its_place() {
        let (reading, place) = reading(Example::KAdvance);
        let (line, edit) = mend_at(&reading, 0, place).expect("an edit");
        let fault = reading.kernels[0].fault(place).expect("a fault");
        assert!(fault.finding.is_some_and(|found| found.is_of_line(line)));
        let [_, changed, _] = differing(&edit.new, &edit.old);
        assert_eq!((edit.line, changed), (736, "2"));
    }

    #[test]
    fn one_sentence_is_the_first() {
        assert_eq!(sentence("SBO is 512 bytes. The same in block 1."), "SBO is 512 bytes.");
        assert_eq!(sentence("One."), "One.");
    }
}
