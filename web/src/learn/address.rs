//! Addresses of the lessons and the glossary.

use swizzle_learn::{LESSONS, TERMS};
use swizzle_view::Route;

use crate::browser;

/// Page that an address opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LearnPage {
    /// The list of lessons.
    Course,
    /// A stop of a lesson, both by their places.
    Stop {
        /// The lesson.
        lesson: usize,
        /// Its stop.
        stop: usize,
    },
    /// All stops of a lesson, by its place.
    Whole(usize),
    /// The glossary, at a term.
    Glossary(Option<usize>),
}

impl LearnPage {
    /// Returns the page that an address opens: the nearest one where it does not name one.
    pub(super) fn of(address: &str) -> Self {
        let (name, number) = match Route::of(address) {
            Route::Glossary(name) => {
                return Self::Glossary(TERMS.iter().position(|term| Some(term.slug) == name));
            }
            Route::Learn { lesson, stop } => (lesson, stop),
            Route::Atlas
            | Route::Compare
            | Route::Build(_)
            | Route::Support
            | Route::Kernel
            | Route::TensorMemory
            | Route::Scale
            | Route::Journey
            | Route::Memory(_) => (None, None),
        };
        let Some(lesson) = LESSONS.iter().position(|lesson| Some(lesson.slug) == name) else {
            return Self::Course;
        };
        if number == Some(WHOLE) {
            return Self::Whole(lesson);
        }
        let stops = LESSONS[lesson].stops.len();
        let stop = number.and_then(|number| number.parse().ok()).unwrap_or(1);
        Self::Stop {
            lesson,
            stop: usize::clamp(stop, 1, stops.max(1)) - 1,
        }
    }

    /// Title in the browser's tab.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Course => "Lessons",
            Self::Stop { lesson, stop } => LESSONS[lesson]
                .stops
                .get(stop)
                .map_or(LESSONS[lesson].title, |stop| stop.title),
            Self::Whole(lesson) => LESSONS[lesson].title,
            Self::Glossary(term) => term.map_or("Glossary", |term| TERMS[term].title),
        }
    }
}

/// Sentence about what an address names that does not exist.
pub(super) fn unknown(address: &str) -> Option<String> {
    let (kind, name) = match Route::of(address) {
        Route::Learn {
            lesson: Some(name), ..
        } if LESSONS.iter().all(|lesson| lesson.slug != name) => ("lesson", name),
        Route::Glossary(Some(name)) if TERMS.iter().all(|term| term.slug != name) => ("word", name),
        _ => return None,
    };
    let short: String = name.chars().take(QUOTED).collect();
    let rest = if short.len() < name.len() { "…" } else { "" };
    Some(format!(
        "There is no {kind} “{short}{rest}”. These are all."
    ))
}

/// Characters of an address at most that are repeated.
const QUOTED: usize = 80;

/// Word for all stops in place of a stop's number.
const WHOLE: &str = "all";

/// The address of all stops of a lesson.
pub(super) fn whole_address(lesson: usize) -> String {
    route(lesson, WHOLE)
}

/// The address of a stop.
pub(super) fn stop_address(lesson: usize, stop: usize) -> String {
    route(lesson, &(stop + 1).to_string())
}

fn route(lesson: usize, stop: &str) -> String {
    let (lesson, stop) = (Some(LESSONS[lesson].slug), Some(stop));
    Route::Learn { lesson, stop }.address()
}

/// The stop after this one, of this lesson or the next; none after the last.
pub(super) fn next(lesson: usize, stop: usize) -> Option<(usize, usize)> {
    if stop + 1 < LESSONS[lesson].stops.len() {
        return Some((lesson, stop + 1));
    }
    (lesson + 1 < LESSONS.len()).then_some((lesson + 1, 0))
}

/// The stop before this one.
pub(super) fn previous(lesson: usize, stop: usize) -> Option<(usize, usize)> {
    if let Some(stop) = stop.checked_sub(1) {
        return Some((lesson, stop));
    }
    let lesson = lesson.checked_sub(1)?;
    Some((lesson, LESSONS[lesson].stops.len().saturating_sub(1)))
}

/// The key of a letter in the glossary's address.
const LETTER: &str = "letter";

/// The address of a letter in the glossary.
pub(super) fn letter_address(letter: char) -> String {
    format!("{}?{LETTER}={letter}", Route::Glossary(None).address())
}

/// The letter that an address of the glossary names.
pub(super) fn letter_of(address: &str) -> Option<char> {
    browser::value_in(browser::query_of(address), LETTER)?
        .chars()
        .next()
}

/// The address of a term's entry.
pub(super) fn term_address(slug: &str) -> String {
    Route::Glossary(Some(slug)).address()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_letter_has_an_address_in_the_glossary() {
        let address = letter_address('S');
        assert_eq!(letter_of(&address), Some('S'));
        assert_eq!(LearnPage::of(&address), LearnPage::Glossary(None));
        assert_eq!(unknown(&address), None);
        assert_eq!(letter_of("#/glossary/sbo"), None);
    }
}
