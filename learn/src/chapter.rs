//! Groups of lessons that follow each other.

use crate::*;

/// Some lessons in a row that end in one ability.
#[derive(Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The skill that a reader has at its end.
    pub title: &'static str,
    /// The slug of its first lesson; it goes on to the next chapter's.
    first: &'static str,
}

/// All chapters, in the order of their lessons.
pub const CHAPTERS: &[Chapter] = &[
    Chapter { title: "Read shared memory without conflicts", first: "rows-and-banks" },
    Chapter { title: "Explain what a swizzle does", first: "rows-are-not-enough" },
    Chapter { title: "Lay out a tile, K-major or MN-major", first: "k-major" },
    Chapter { title: "Write the descriptor of every read", first: "the-descriptor" },
    Chapter { title: "Check descriptors and kernels of others", first: "manual-and-silicon" },
    Chapter { title: "Use the tensor memory of Blackwell", first: "lanes-and-columns" },
];

impl Chapter {
    /// Its lessons with their places in [`LESSONS`].
    ///
    /// ```
    /// use swizzle_learn::CHAPTERS;
    /// let (place, lesson) = CHAPTERS[0].lessons().next().expect("a chapter has lessons");
    /// assert_eq!((place, lesson.slug), (0, "rows-and-banks"));
    /// ```
    pub fn lessons(&self) -> impl Iterator<Item = (usize, &'static Lesson)> + Clone + use<> {
        let mut firsts = CHAPTERS.iter().skip_while(|one| *one != self);
        let [first, next] = [firsts.next(), firsts.next()].map(|one| one.map(|one| one.first));
        LESSONS
            .iter()
            .enumerate()
            .skip_while(move |(_, lesson)| Some(lesson.slug) != first)
            .take_while(move |(_, lesson)| Some(lesson.slug) != next)
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
