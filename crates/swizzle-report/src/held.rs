//! Descriptors compared with a tile: a line for each, and one finding on the whole sequence.

use super::*;
use swizzle_core::{Place, Said};
use swizzle_infer::{
    as_other_operand,
    sequence::{Given, Sequence, at_nearest_place},
    spec_from_said,
};
use swizzle_lints::{finding_from_sequence, findings_from_spec};
use swizzle_params::SpecError;
use swizzle_text::sequence_text;

/// One descriptor at its place, and its findings.
pub struct Line {
    /// The tile with the descriptor, at its place.
    pub spec: Spec,
    /// Its findings.
    pub findings: Vec<Finding>,
}

/// All descriptors.
pub struct Held {
    /// The tile and the first descriptor.
    pub spec: Spec,
    /// Each descriptor.
    pub lines: Vec<Line>,
    /// Fault of the sequence as a whole.
    pub fault: Option<String>,
}

impl Held {
    /// Compares descriptors with the specified tile: as its complete sequence, or each at its place.
    ///
    /// # Errors
    /// A value of the tile that is out of range.
    pub fn of(said: &Said, given: &[Descriptor], is_sequence: bool) -> Result<Self, SpecError> {
        let spec = spec_from_said(said)?;
        let whole = is_sequence.then(|| Sequence::of_whole(&spec, given));
        let lines = match &whole {
            Some(whole) => lines_of_sequence(&spec, whole),
            None => each_at_its_place(&spec, given).into_iter().map(Line::of).collect(),
        };
        let fault = whole.and_then(|whole| fault_of_sequence(&spec, &whole));
        Ok(Self { spec, lines, fault })
    }

    /// The comparison as the other operand, if the operand is not specified and the verdict depends on it.
    pub fn as_other_operand(&self, given: &[Descriptor], is_sequence: bool) -> Option<Self> {
        let other = as_other_operand(&self.spec)?;
        let held = Self::of(other.said(), given, is_sequence).ok()?;
        let verdicts =
            |held: &Self| -> Vec<Verdict> { held.lines.iter().map(|line| line.spec.verdict()).collect() };
        (held.code() != self.code() || verdicts(&held) != verdicts(self)).then_some(held)
    }

    /// The exit code: 0 if all match, 1 if one does not or the sequence is not complete, 2 if no tile is specified.
    pub fn code(&self) -> u8 {
        let of_lines = self.lines.iter().map(Line::code).max().unwrap_or(0);
        match self.fault {
            Some(_) => of_lines.max(1),
            None => of_lines,
        }
    }
}

impl Line {
    /// A descriptor with all findings on it.
    pub fn of(spec: Spec) -> Self {
        Self { findings: findings_from_spec(&spec), spec }
    }

    /// The exit code of the descriptor by itself.
    pub fn code(&self) -> u8 {
        let has = |severity: Severity| self.findings.iter().any(|one| one.severity == severity);
        match self.spec.verdict() {
            Verdict::Differs | Verdict::Padded => 1,
            Verdict::Fits | Verdict::Unsaid if has(Severity::Error) => 1,
            Verdict::Unsaid => 2,
            Verdict::Fits => u8::from(has(Severity::Warning)),
        }
    }
}

/// Returns the fault of a sequence as a whole: its length, or the first wrong descriptor.
fn fault_of_sequence(spec: &Spec, whole: &Sequence) -> Option<String> {
    if whole.count != whole.given.len() as u64 {
        return Some(format!(
            "the sequence has {} descriptors, but {} are given",
            whole.count,
            whole.given.len()
        ));
    }
    whole.first_wrong().map(|_| sequence_text(spec, whole))
}

/// The descriptors of a complete sequence. Consequences of the first fault are not repeated.
fn lines_of_sequence(spec: &Spec, whole: &Sequence) -> Vec<Line> {
    let first_wrong = whole.first_wrong();
    let mut known: Vec<(&str, String)> = Vec::new();
    let mut lines = Vec::new();
    for (index, given) in whole.given.iter().enumerate() {
        let at = at_place(spec, given);
        let mut findings = findings_from_spec(&at);
        if !given.is_right {
            let is_first = first_wrong == Some(index);
            let own = findings_beside_the_start(&at, given);
            findings.retain(|finding| match &own {
                // The finding on the sequence has the expected start, and the one on the advance its cause.
                Some(own) => own.contains(&name(finding)) || is_first && finding.is(Tag::OfAdvance),
                None => is_first || !known.contains(&name(finding)),
            });
        }
        known.extend(findings.iter().map(name));
        if first_wrong == Some(index) {
            findings.extend(finding_from_sequence(spec, whole));
            findings.sort_by_key(|finding| finding.severity);
        }
        lines.push(Line { spec: at, findings });
    }
    lines
}

fn name(finding: &Finding) -> (&'static str, String) {
    (finding.id, finding.title.clone())
}

/// The findings that remain with the correct start, if nothing but the start is wrong.
fn findings_beside_the_start(at: &Spec, given: &Given) -> Option<Vec<(&'static str, String)>> {
    let wanted = given.wanted.filter(|_| given.fields == [FieldId::Start])?;
    let right = at.with_given_at(wanted, at.place()).with_place_said();
    Some(findings_from_spec(&right).iter().map(name).collect())
}

/// Each descriptor at the place of the sequence with the same start, otherwise at its place in order, or at the nearest place. A
/// specified place is that of the first.
pub fn each_at_its_place(spec: &Spec, given: &[Descriptor]) -> Vec<Spec> {
    let sequence = Sequence::of(spec);
    let place = |index: usize, descriptor: &Descriptor| {
        if index == 0 && spec.said().place.is_any() {
            return spec.place();
        }
        let at = spec.with_given_at(*descriptor, sequence.rows[0].place);
        let start = at.read(at.place()).start_bytes();
        let found = sequence.rows.iter().find(|row| row.start_bytes == start);
        let in_order = sequence.given.get(index).and_then(|given| given.place);
        found
            .map(|row| row.place)
            .or(in_order)
            .or_else(|| at_nearest_place(&at).map(|at| at.place()))
            .unwrap_or(at.place())
    };
    let one =
        |(index, descriptor): (usize, &Descriptor)| spec.with_given_at(*descriptor, place(index, descriptor));
    match given {
        [_] => vec![spec.clone()],
        _ => given.iter().enumerate().map(one).collect(),
    }
}

/// A descriptor of the complete sequence; one past its end is at the last place.
fn at_place(spec: &Spec, given: &Given) -> Spec {
    let last = Place { stage: spec.tile().stages - 1, block: spec.blocks() - 1, step: spec.steps() - 1 };
    let at = spec.with_given_at(given.descriptor, given.place.unwrap_or(last));
    at.with_place_said()
}
