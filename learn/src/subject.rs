//! The subjects of figures: each kind has its own facts, answers and slips.

use crate::*;

/// How figures of a kind are opened. A page that has only one of them carries only the laws of that.
#[derive(Debug)]
pub struct Subject {
    /// What a figure shows, by its link; none if it has no picture.
    pub facts: fn(&str) -> Option<Rc<dyn Facts>>,
}

/// Tiles, and the descriptors that read them.
pub static TILE: Subject = Subject { facts: |link| Some(Rc::new(spec_of(link)?)) };

/// Tensor memory: a plan of it and the load that reads it, or a stage of scale factors on its way there; fragments.
pub static TENSOR_MEMORY: Subject = Subject { facts: tensor::facts };

/// The wires of the XOR, and the conflicts of a read of eight rows.
pub static WIRES: Subject = Subject { facts: |link| Some(Rc::new(wires::Below::of(link)?)) };

impl Subject {
    /// Whether an answer to a stop's question is right, and the slip behind it if it is not; none where it answers another
    /// question.
    pub(crate) fn judged(&self, stop: &Stop, answer: &Answer) -> Option<Judgement> {
        let asked = (self.facts)(stop.asked_link())?;
        let (is_right, hint) = match (&stop.ask.kind, answer) {
            (Kind::Number(name), Answer::Number(given)) => {
                let slip = asked.slip(name, *given).filter(|sentence| answer::may_say(stop, sentence));
                (asked.number(name)?.value == *given, slip.map(str::to_owned))
            }
            _ => asked.judged(stop, answer)?,
        };
        Some((is_right, hint.filter(|_| !is_right)))
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
    match subject_of(&stop.figure).judged(stop, answer) {
        Some((true, _)) => Judged::Right,
        Some((false, _)) => Judged::Wrong,
        None => Judged::NotAnAnswer,
    }
}

/// Describes the likely mistake in an answer, on any subject, in a sentence; none if the answer is right, or no slip leads to it.
pub fn hint(stop: &Stop, answer: &Answer) -> Option<String> {
    subject_of(&stop.figure).judged(stop, answer)?.1
}
