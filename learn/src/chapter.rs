//! Groups of lessons that follow each other.

use crate::*;

/// Some lessons in a row that end in one ability.
#[derive(Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The skill that a reader has at its end.
    pub title: &'static str,
    /// The place of its first lesson; it goes on to the next that begins a chapter.
    first: usize,
}

/// All chapters, in the order of their lessons.
pub static CHAPTERS: LazyLock<Vec<Chapter>> = LazyLock::new(|| {
    let lessons = LESSONS.iter().enumerate();
    lessons.filter_map(|(first, lesson)| Some(Chapter { title: lesson.chapter?, first })).collect()
});

impl Chapter {
    /// Its lessons with their places in [`LESSONS`].
    ///
    /// ```
    /// use swizzle_learn::CHAPTERS;
    /// let (place, lesson) = CHAPTERS[0].lessons().next().expect("a chapter has lessons");
    /// assert_eq!((place, lesson.slug), (0, "rows-and-banks"));
    /// ```
    pub fn lessons(&self) -> impl Iterator<Item = (usize, &'static Lesson)> + Clone + use<> {
        let first = self.first;
        let lessons = LESSONS.iter().enumerate().skip(first);
        lessons.take_while(move |(place, lesson)| *place == first || lesson.chapter.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chapters_have_every_lesson_once_and_in_order() {
        let places = CHAPTERS.iter().flat_map(Chapter::lessons);
        let places: Vec<usize> = places.map(|(place, _)| place).collect();
        assert_eq!(places, (0..LESSONS.len()).collect::<Vec<_>>());
        let is_empty = |chapter: &Chapter| chapter.lessons().next().is_none();
        assert!(!CHAPTERS.iter().any(is_empty));
    }
}
