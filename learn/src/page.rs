//! Pages of the lessons, their addresses, and how far a reader is.

use crate::*;
use swizzle_view::{Route, link::is_of_figures};

/// Page that an address opens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearnPage {
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
    /// The figures of the manual.
    Figures,
    /// One byte on its way.
    Journey,
}

impl LearnPage {
    /// Returns the page that an address opens: the nearest one where it does not name one.
    pub fn of(address: &str) -> Self {
        let (name, number) = match Route::of(address) {
            Route::Glossary(name) => {
                // A letter opens its first term.
                let letter = letter_of(address);
                let is_it = |term: &Term| Some(term.slug) == name || Some(term.letter()) == letter;
                return Self::Glossary(TERMS.iter().position(is_it));
            }
            Route::Learn { lesson, stop } => (lesson, stop),
            Route::Journey => return Self::Journey,
            Route::Atlas if is_of_figures(address) => return Self::Figures,
            _ => (None, None),
        };
        let Some(lesson) = LESSONS.iter().position(|lesson| Some(lesson.slug) == name) else {
            return Self::Course;
        };
        if number == Some(WHOLE) {
            return Self::Whole(lesson);
        }
        let stops = LESSONS[lesson].stops.len();
        let stop = number.and_then(|number| number.parse().ok()).unwrap_or(1);
        Self::Stop { lesson, stop: usize::clamp(stop, 1, stops.max(1)) - 1 }
    }

    /// Title in the browser's tab.
    pub fn title(self) -> &'static str {
        match self {
            Self::Course => "Lessons",
            Self::Figures => "Figures of the PTX ISA",
            Self::Journey => "The journey of one byte",
            Self::Stop { lesson, stop } => {
                LESSONS[lesson].stops.get(stop).map_or(LESSONS[lesson].title, |stop| stop.title)
            }
            Self::Whole(lesson) => LESSONS[lesson].title,
            Self::Glossary(term) => term.map_or("Glossary", |term| TERMS[term].title),
        }
    }
}

/// Sentence about what an address names that does not exist.
pub fn unknown(address: &str) -> Option<String> {
    let (kind, name) = match Route::of(address) {
        Route::Learn { lesson: Some(name), .. } if LESSONS.iter().all(|lesson| lesson.slug != name) => {
            ("lesson", name)
        }
        Route::Glossary(Some(name)) if TERMS.iter().all(|term| term.slug != name) => ("word", name),
        _ => return None,
    };
    let short: String = name.chars().take(QUOTED).collect();
    let rest = if short.len() < name.len() { "…" } else { "" };
    Some(format!("There is no {kind} “{short}{rest}”. These are all."))
}

/// Characters of an address at most that are repeated.
const QUOTED: usize = 80;

/// Word for all stops in place of a stop's number.
const WHOLE: &str = "all";

/// The address of all stops of a lesson.
pub fn whole_address(lesson: usize) -> String {
    route(lesson, WHOLE)
}

/// The address of a stop.
pub fn stop_address(lesson: usize, stop: usize) -> String {
    route(lesson, &(stop + 1).to_string())
}

fn route(lesson: usize, stop: &str) -> String {
    let (lesson, stop) = (Some(LESSONS[lesson].slug), Some(stop));
    Route::Learn { lesson, stop }.address()
}

/// Every stop by its lesson and its place there, in the order of the course.
fn stops() -> impl Iterator<Item = (usize, usize)> {
    let of = |(at, lesson): (usize, &Lesson)| (0..lesson.stops.len()).map(move |stop| (at, stop));
    LESSONS.iter().enumerate().flat_map(of)
}

/// The stop that follows one, in its lesson or in the next.
pub fn next(lesson: usize, stop: usize) -> Option<(usize, usize)> {
    stops().skip_while(|at| *at != (lesson, stop)).nth(1)
}

/// The stop before one.
pub fn previous(lesson: usize, stop: usize) -> Option<(usize, usize)> {
    stops().take_while(|at| *at != (lesson, stop)).last()
}

/// The letter that an address of the glossary names: `#/glossary?letter=S`.
fn letter_of(address: &str) -> Option<char> {
    address.split_once("?letter=")?.1.chars().next()
}

/// The address of a term's entry.
pub fn term_address(slug: &str) -> String {
    Route::Glossary(Some(slug)).address()
}

/// How far a reader is, by the addresses of what was answered, with blanks between, the last one last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Progress(pub String);

impl Progress {
    /// Whether the question of an address was answered right.
    pub fn has(&self, address: &str) -> bool {
        self.0.split(' ').any(|one| one == address)
    }

    /// The same with another one.
    pub fn with(&self, address: &str) -> Self {
        if self.has(address) { self.clone() } else { Self(format!("{} {address}", self.0).trim().to_owned()) }
    }

    /// Whether anything was answered.
    pub const fn is_begun(&self) -> bool {
        !self.0.is_empty()
    }

    /// Which stops of a lesson were answered.
    pub fn stops(&self, lesson: usize) -> impl Iterator<Item = bool> {
        let stops = 0..LESSONS[lesson].stops.len();
        stops.map(move |stop| self.has(&stop_address(lesson, stop)))
    }

    /// The stop to go on with: the first unanswered one after the stop that was answered last, otherwise the first unanswered one
    /// of all. None where all were answered.
    pub fn next(&self) -> Option<(usize, usize)> {
        let all: Vec<_> = stops().collect();
        let address = |(lesson, stop): &(usize, usize)| stop_address(*lesson, *stop);
        let last = self.0.split(' ').next_back();
        let behind = all.iter().position(|one| Some(&*address(one)) == last);
        let from = behind.map_or(0, |last| last + 1);
        let (before, after) = all.split_at(from);
        after.iter().chain(before).find(|one| !self.has(&address(one))).copied()
    }

    /// The stop of a lesson to go on with: the next of all, or the first that was not answered.
    pub fn next_in(&self, lesson: usize) -> usize {
        match self.next() {
            Some((of, stop)) if of == lesson => stop,
            _ => self.stops(lesson).position(|is_done| !is_done).unwrap_or(0),
        }
    }

    /// How many stops of a lesson were answered, in words.
    pub fn text(&self, lesson: usize) -> String {
        let stops = LESSONS[lesson].stops.len();
        match self.stops(lesson).filter(|is_done| *is_done).count() {
            0 => format!("{stops} stops"),
            done if done == stops => "all answered".into(),
            done => format!("{done} of {stops} answered"),
        }
    }
}

/// A stop, by its places.
pub fn stop_at((lesson, stop): (usize, usize)) -> &'static Stop {
    &LESSONS[lesson].stops[stop]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_figures_and_the_journey_have_addresses() {
        assert_eq!(LearnPage::of("#/figures"), LearnPage::Figures);
        assert_eq!(LearnPage::of("#/journey?scene=3"), LearnPage::Journey);
        assert_eq!(LearnPage::of("#/learn"), LearnPage::Course);
    }

    #[test]
    fn a_letter_has_an_address_in_the_glossary() {
        let address = "#/glossary?letter=S";
        let LearnPage::Glossary(Some(first)) = LearnPage::of(address) else {
            panic!("a letter opens a term");
        };
        assert_eq!((TERMS[first].letter(), TERMS[first - 1].letter() < 'S'), ('S', true));
        assert_eq!(unknown(address), None);
        assert_eq!(letter_of("#/glossary/sbo"), None);
    }

    #[test]
    fn a_reader_goes_on_behind_the_last_answer() {
        let [first, second] = [0, 1].map(|stop| stop_address(0, stop));
        let none = Progress::default();
        assert_eq!((none.next(), none.is_begun()), (Some((0, 0)), false));
        let second = none.with(&second);
        assert_eq!((second.next(), second.next_in(0)), (Some((0, 2)), 2));
        assert_eq!(second.with(&first).next(), Some((0, 2)));
        let count = LESSONS[0].stops.len();
        assert_eq!(
            (second.text(0), none.text(0)),
            (format!("1 of {count} answered"), format!("{count} stops"))
        );
        let all = (0..LESSONS.len())
            .flat_map(|lesson| (0..LESSONS[lesson].stops.len()).map(move |stop| stop_address(lesson, stop)));
        let all = all.fold(none, |done, one| done.with(&one));
        assert_eq!((all.next(), &*all.text(0)), (None, "all answered"));
    }
}
