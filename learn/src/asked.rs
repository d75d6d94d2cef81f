//! How far a reader is with a question.

use crate::*;

/// How far the reader is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// Answer that was typed, chosen or made.
    pub typed: String,
    /// Verdict on the last answer; `None` before the first, and for what is not an answer.
    pub judged: Option<bool>,
    /// Likely error in the last answer.
    pub hint: Option<String>,
    /// Whether the reader asked for a hint.
    pub is_hinted: bool,
    /// Whether the reader gave up and asked to be told.
    pub is_told: bool,
}

impl Asked {
    /// State of a question that was answered at an earlier visit and is opened again.
    pub fn former(stop: &Stop, subject: &Subject) -> Self {
        let typed = match &stop.ask.kind {
            Kind::Choose(options) => (0..options.len())
                .find(|place| matches!(subject.judged(stop, &Answer::Choice(*place)), Some((true, _)))),
            _ => None,
        };
        Self {
            typed: typed.map_or_else(String::new, |place| place.to_string()),
            judged: Some(true),
            ..Self::default()
        }
    }

    /// Whether the answer is shown below the question.
    pub const fn is_open(&self) -> bool {
        self.is_told || matches!(self.judged, Some(true))
    }

    /// After an answer; not judged where it answers another question.
    pub fn after(stop: &Stop, subject: &Subject, answer: &Answer, typed: String) -> Self {
        let (judged, hint) = subject.judged(stop, answer).unzip();
        Self { typed, judged, hint: hint.flatten(), ..Self::default() }
    }

    /// An answer that cannot be taken, and why.
    pub fn refused(typed: String, why: String) -> Self {
        Self { typed, judged: Some(false), hint: Some(why), ..Self::default() }
    }
}

/// The cell that is lit once the answer is known, by its element: the question names it, or the number that is asked for.
pub fn lit(stop: &Stop) -> Option<Coord> {
    match stop.ask.kind {
        Kind::Click { element: (mn, k), .. } => Some(Coord { mn, k }),
        Kind::Number(name) => {
            let numbers = name.split(' ').skip(1).filter_map(|word| word.parse().ok());
            match *numbers.collect::<Vec<u32>>() {
                [mn, k] => Some(Coord { mn, k }),
                _ => None,
            }
        }
        _ => None,
    }
}
