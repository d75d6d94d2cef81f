//! The subjects of figures: each kind has its own facts, answers and slips.

use crate::*;

/// How figures of a kind are opened, and how questions about them are answered. A page that has only one of them carries
/// only the laws of that.
#[derive(Debug)]
pub struct Subject {
    /// The facts that a figure shows, by its link; none if it has no picture.
    pub facts: fn(&str) -> Option<Rc<dyn Facts>>,
    /// Whether an answer other than a number is right, and the likely mistake in it; none where it answers another question.
    judged: fn(&Stop, &Answer) -> Option<Judgement>,
    /// The likely mistake behind a number, by the name of what is asked for.
    slip: fn(&Stop, &str, u64) -> Option<String>,
}

/// Whether an answer is right, and the mistake that it shows if it is wrong.
pub(crate) type Judgement = (bool, Option<String>);

/// Tiles, and the descriptors that read them.
pub static TILE: Subject =
    Subject { facts: |link| Some(Rc::new(spec_of(link)?)), judged: answer::judged, slip: slip::of_number };

/// Tensor memory: a plan of it and the load that reads it, or a stage of scale factors on its way there.
pub static TENSOR_MEMORY: Subject =
    Subject { facts: tensor::facts, judged: tensor::judged, slip: tensor::of_number };

/// The wires of the XOR, and the conflicts of a read of eight rows.
pub static WIRES: Subject = Subject { facts: wires::facts, judged: wires::judged, slip: wires::of_number };

impl Subject {
    /// Judges an answer to a stop's question.
    pub fn judge(&self, stop: &Stop, answer: &Answer) -> Judged {
        match self.judged(stop, answer) {
            Some((true, _)) => Judged::Right,
            Some((false, _)) => Judged::Wrong,
            None => Judged::NotAnAnswer,
        }
    }

    /// Describes the likely mistake in an answer, in a sentence; none if the answer is right, or no slip leads to it.
    pub fn hint(&self, stop: &Stop, answer: &Answer) -> Option<String> {
        let (is_right, hint) = self.judged(stop, answer)?;
        hint.filter(|_| !is_right)
    }

    /// Whether an answer is right, and the slip behind it; none where it answers another question.
    pub(crate) fn judged(&self, stop: &Stop, answer: &Answer) -> Option<Judgement> {
        let (Kind::Number(name), Answer::Number(given)) = (&stop.ask.kind, answer) else {
            return (self.judged)(stop, answer);
        };
        let wanted = (self.facts)(stop.asked_link())?.number(name)?.value;
        Some((wanted == *given, (self.slip)(stop, name, *given)))
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
