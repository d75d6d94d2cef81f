//! The subjects of figures: each kind has its own facts, answers and slips.

use std::rc::Rc;

use crate::answer::{self, Answer, Judged, spec_of};
use crate::{Facts, Figure, FigureKind, Kind, Stop, slip, tensor, wires};

/// How figures of a kind are opened, and how questions about them are answered. A page that has only one of them carries
/// only the laws of that.
#[derive(Debug)]
pub struct Subject {
    /// The facts that a figure shows, by its link; none if it has no picture.
    pub facts: fn(&str) -> Option<Rc<dyn Facts>>,
    /// Whether an answer other than a number is right; none where it answers another question.
    is_right: fn(&Stop, &Answer) -> Option<bool>,
    /// The likely mistake in a wrong answer.
    hint: fn(&Stop, &Answer) -> Option<String>,
}

/// Tiles, and the descriptors that read them.
pub static TILE: Subject =
    Subject { facts: |link| Some(Rc::new(spec_of(link)?)), is_right: answer::is_right, hint: slip::hint };

/// Tensor memory: a plan of it and the load that reads it, or a stage of scale factors on its way there.
pub static TENSOR_MEMORY: Subject =
    Subject { facts: tensor::facts, is_right: tensor::is_right, hint: tensor::hint };

/// The wires of the XOR, and the conflicts of a read of eight rows.
pub static WIRES: Subject = Subject { facts: wires::facts, is_right: wires::is_right, hint: wires::hint };

impl Subject {
    /// Judges an answer to a stop's question.
    pub fn judge(&self, stop: &Stop, answer: &Answer) -> Judged {
        let is_right = match (&stop.ask.kind, answer) {
            (Kind::Number(name), Answer::Number(given)) => {
                let facts = (self.facts)(stop.asked_link());
                let wanted = facts.and_then(|facts| facts.number(name));
                wanted.map(|wanted| wanted.value == *given)
            }
            _ => (self.is_right)(stop, answer),
        };
        match is_right {
            Some(true) => Judged::Right,
            Some(false) => Judged::Wrong,
            None => Judged::NotAnAnswer,
        }
    }

    /// Describes the likely mistake in an answer, in a sentence; none if the answer is right, or no slip leads to it.
    pub fn hint(&self, stop: &Stop, answer: &Answer) -> Option<String> {
        let is_wrong = self.judge(stop, answer) == Judged::Wrong;
        (self.hint)(stop, answer).filter(|_| is_wrong)
    }
}

/// Returns the subject of a figure. A page that calls it carries the laws of all subjects.
///
/// ```
/// use swizzle_learn::{LESSONS, TILE, subject_of};
/// assert!(std::ptr::eq(subject_of(&LESSONS[0].stops[0].figure), &TILE));
/// ```
pub fn subject_of(figure: &Figure) -> &'static Subject {
    match figure.kind() {
        FigureKind::Tile => &TILE,
        FigureKind::TensorMemory => &TENSOR_MEMORY,
        FigureKind::Wires => &WIRES,
    }
}

/// Judges an answer to a stop's question, on any subject.
pub fn judge(stop: &Stop, answer: &Answer) -> Judged {
    subject_of(&stop.figure).judge(stop, answer)
}

/// Describes the likely mistake in an answer, on any subject.
pub fn hint(stop: &Stop, answer: &Answer) -> Option<String> {
    subject_of(&stop.figure).hint(stop, answer)
}
