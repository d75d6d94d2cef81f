//! The parts of lessons.

use crate::*;

/// A lesson: a file of `lessons/`.
#[derive(Debug)]
pub struct Lesson {
    /// Its name in the address: the file's name without number and ending.
    pub slug: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// Its subject, in a sentence or two.
    pub summary: Line,
    /// Its small picture in the list.
    pub picture: Small,
    /// The chapter that it begins: the skill that a reader has at the end of that.
    pub chapter: Option<&'static str>,
    /// Its stops, in order.
    pub stops: &'static [Stop],
    /// The points that a reader knows at its end, a sentence or two each.
    pub learned: &'static [Line],
}

/// One idea: a figure, some sentences, and something to do.
#[derive(Debug)]
pub struct Stop {
    /// Its heading.
    pub title: &'static str,
    /// Its figure.
    pub figure: Figure,
    /// Its text.
    pub blocks: &'static [Block],
    /// Its question.
    pub ask: Ask,
}

impl Stop {
    /// Returns the subject of a question and of the numbers in its answer, independent of a reader's changes to the figure: the
    /// goal if there is one, what the question itself names, or otherwise the figure as in the lesson. For
    /// [`shown_from_keys`](crate::shown_from_keys).
    pub fn asked_link(&self) -> &'static str {
        match self.ask.kind {
            Kind::Make(goal) => goal,
            _ => self.ask.about.unwrap_or(self.figure.link),
        }
    }
}

/// An interactive figure.
#[derive(Debug, PartialEq, Eq)]
pub struct Figure {
    /// The initial state, for [`shown_from_keys`](crate::shown_from_keys); for tensor memory and wires, a link of their page.
    pub link: &'static str,
    /// The views that are shown.
    pub show: Show,
    /// Pictures of tensor memory, from the top down; none where the figure is of a tile.
    pub parts: &'static [Part],
    /// The same once the question is answered; none where they stay.
    pub then_parts: &'static [Part],
    /// Whether cells of tensor memory say what they hold only once the question is answered.
    pub no_contents: bool,
    /// When LBO and SBO are drawn and named.
    pub strides: Strides,
    /// The controls beneath it, by the parameter's key in links.
    pub knobs: &'static [&'static str],
    /// The values that a control offers, by the parameter's key, if they are not all there are: the text holds for these.
    pub choices: &'static [(&'static str, &'static [&'static str])],
    /// The element whose address is drawn bit by bit, before and after the XOR.
    pub bits: Option<(u32, u32)>,
    /// Whether both views are shown once the question is answered.
    pub then_both: bool,
    /// Whether what the selected step reads is not outlined: steps play no part.
    pub no_steps: bool,
    /// Whether major-ness and swizzle mode are not named: they are not taught yet.
    pub no_mode: bool,
    /// Words for what a read is compared with, if its address would give away the answer.
    pub against: Option<&'static str>,
    /// Whether the bytes of one unit are drawn: data and padding.
    pub unit: bool,
    /// Whether the digits of its descriptor are drawn, in place of its views until the question is answered.
    pub digits: bool,
}

impl Figure {
    /// Both views of a fresh page, with nothing to change.
    pub const EMPTY: Self = Self {
        link: "",
        show: Show::Both,
        parts: &[],
        then_parts: &[],
        no_contents: false,
        strides: Strides::Drawn,
        knobs: &[],
        choices: &[],
        bits: None,
        then_both: false,
        no_steps: false,
        no_mode: false,
        against: None,
        unit: false,
        digits: false,
    };

    /// Returns the kind of its subject.
    pub fn kind(&self) -> FigureKind {
        let is_of = |path: &str| self.link.starts_with(path);
        if is_of(TensorMemoryShown::PATH) || is_of_scale(self.link) || Dealt::is_of(self.link) {
            FigureKind::TensorMemory
        } else if is_of(LanesShown::PATH) {
            FigureKind::Wires
        } else {
            FigureKind::Tile
        }
    }

    /// Its pictures of tensor memory, before the answer and after it.
    pub const fn parts_when(&self, is_answered: bool) -> &'static [Part] {
        if is_answered && !self.then_parts.is_empty() { self.then_parts } else { self.parts }
    }

    /// Returns the values that the control of a key offers; none if it offers all there are.
    pub fn choices_of(&self, key: &str) -> Option<&'static [&'static str]> {
        self.choices.iter().find(|(known, _)| *known == key).map(|(_, values)| *values)
    }
}

/// The kind of a figure's subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureKind {
    /// A tile, and the descriptor that reads it.
    Tile,
    /// Tensor memory, or scale factors on their way there.
    TensorMemory,
    /// The wires of the XOR, with a switch each.
    Wires,
}

/// When a figure draws LBO and SBO as arrows, and names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strides {
    /// From the beginning.
    Drawn,
    /// Once the question is answered: they would tell.
    Answered,
    /// Not at all: they are not taught yet, or play no part.
    Hidden,
}

/// Views of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// The matrix and the memory.
    Both,
    /// The matrix alone.
    Matrix,
    /// The memory alone.
    Memory,
}

swizzle_core::named! {
    /// A picture of tensor memory, by its name in the lessons.
    pub enum Part "a picture of tensor memory" {
        /// All lanes and columns, with the regions.
        Map => "map",
        /// The columns that regions use, and what is allocated for them.
        Columns => "columns",
        /// The lanes and columns that a load reads.
        Lanes => "lanes",
        /// The threads and registers that get them.
        Registers => "registers",
        /// The matrix of a fragment.
        Matrix => "fragment",
        /// Scale factors, rows by blocks of K.
        Factors => "factors",
        /// Their blocks of 512 bytes in shared memory.
        Blocks => "blocks",
        /// Their words in tensor memory.
        Words => "words",
        /// Column and id of each instruction along K.
        Steps => "steps",
    }
}

/// A part of a text.
#[derive(Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph.
    Paragraph(Line),
    /// A list, an item a line.
    List(&'static [Line]),
}

impl Block {
    /// Its lines.
    pub const fn lines(&self) -> &[Line] {
        match self {
            Self::Paragraph(line) => core::slice::from_ref(line),
            Self::List(lines) => lines,
        }
    }
}

/// A question, and the text once it is answered.
#[derive(Debug)]
pub struct Ask {
    /// The question.
    pub question: Line,
    /// The kind of answer.
    pub kind: Kind,
    /// The subject of the question, if that is not the figure: its keys.
    pub about: Option<&'static str>,
    /// The hint for a wrong number, or a figure that is set wrong, if no known slip leads to it; otherwise empty. Its numbers
    /// are those of [`Stop::asked_link`].
    pub hint: Line,
    /// The text after the answer, and the reason. Its numbers are those of [`Stop::asked_link`].
    pub answer: Line,
}

/// The kind of answer that a question asks for. The core computes the right answer from the figure as in the lesson.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A click on the cell of an element.
    Click {
        /// In the memory view, rather than the matrix.
        in_memory: bool,
        /// Row of the element along MN, and its K.
        element: (u32, u32),
    },
    /// A click on a cell of tensor memory, or on the register that gets it.
    Cell {
        /// In which picture.
        part: Part,
        /// The element that the cell holds, as the numbers of a figure name it: `70 33`, `sfa 37 5`.
        element: &'static str,
    },
    /// A number, by the name that [`Facts::number`](crate::Facts::number) has for it.
    Number(&'static str),
    /// One of these, each with its words and its keys: the one without error whose read is right.
    Choose(&'static [(&'static str, &'static str)]),
    /// Another state of the figure: one whose descriptor is that of these keys.
    Make(&'static str),
}

/// A picture without words: of a tile, or of the regions of a plan of tensor memory.
#[derive(Debug, PartialEq, Eq)]
pub struct Small {
    /// The link of what is drawn.
    pub link: &'static str,
    /// The view of a tile that is drawn.
    pub show: Show,
    /// The marked part, as a path in cells: an area, or an arrow if the path is not closed. Empty for all of it.
    pub mark: &'static str,
}

impl Small {
    /// The plan whose regions it shows; none of a tile.
    pub fn plan(&self) -> Option<Planned> {
        self.link.starts_with(TensorMemoryShown::PATH).then_some(self.link).and_then(Planned::of)
    }
}

/// An entry of the glossary.
#[derive(Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name in links.
    pub slug: &'static str,
    /// The word.
    pub title: &'static str,
    /// A small figure of it.
    pub figure: Figure,
    /// A smaller picture beside the word, where one helps.
    pub picture: Small,
    /// Its explanation.
    pub blocks: &'static [Block],
}

impl Term {
    /// The letter under which it is found, in upper case.
    pub fn letter(&self) -> char {
        self.title.chars().next().unwrap_or('?').to_ascii_uppercase()
    }

    /// Returns the lesson and the stop that explain it, by their places: the first stop whose text leads to it.
    ///
    /// ```
    /// use swizzle_learn::{LESSONS, TERMS};
    /// let phase = TERMS.iter().find(|term| term.slug == "phase").unwrap();
    /// let (lesson, stop) = phase.taught_in().unwrap();
    /// assert_eq!(LESSONS[lesson].slug, "the-xor");
    /// assert_eq!(LESSONS[lesson].stops[stop].title, "The phase");
    /// ```
    pub fn taught_in(&self) -> Option<(usize, usize)> {
        let names = |line: &Line| {
            let leads = |span| matches!(span, Span::Term(_, slug) if slug == self.slug);
            line.spans().any(leads)
        };
        let explains = |stop: &Stop| stop.blocks.iter().flat_map(Block::lines).any(names);
        let mut lessons = LESSONS.iter().enumerate();
        lessons.find_map(|(at, lesson)| Some((at, lesson.stops.iter().position(explains)?)))
    }

    /// Its first sentence, which says what the word means by itself.
    ///
    /// ```
    /// let atom = swizzle_learn::TERMS.iter().find(|term| term.slug == "atom").unwrap();
    /// assert_eq!(atom.sentence(), "The block that a swizzle mode repeats.");
    /// ```
    pub fn sentence(&self) -> String {
        let Some(Block::Paragraph(line)) = self.blocks.first() else {
            return String::new();
        };
        let words = line.spans().map(|span| match span {
            Span::Text(words) | Span::Code(words) | Span::Term(words, _) | Span::Link(words, _) => words,
            // These are about the figure, which is not there yet.
            Span::Value(_) | Span::If(..) | Span::Knob(_) => "",
        });
        let text: String = words.collect();
        text.split_once(". ").map_or_else(|| text.clone(), |(first, _)| format!("{first}."))
    }

    /// The other words that its text leads to, in order.
    ///
    /// ```
    /// use swizzle_learn::TERMS;
    /// let phase = TERMS.iter().find(|term| term.slug == "phase").unwrap();
    /// assert!(phase.related().any(|term| term.slug == "line"));
    /// ```
    pub fn related(&self) -> impl Iterator<Item = &'static Term> {
        let spans = self.blocks.iter().flat_map(Block::lines).flat_map(|line| line.spans());
        let mut seen = BTreeSet::from([self.slug]);
        let slugs = spans.filter_map(move |span| match span {
            Span::Term(_, slug) => seen.insert(slug).then_some(slug),
            _ => None,
        });
        slugs.filter_map(|slug| TERMS.iter().find(|term| term.slug == slug))
    }
}
