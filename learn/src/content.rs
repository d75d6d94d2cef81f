//! What lessons are made of.

use crate::{Line, Span};

/// A lesson: a file of `lessons/`.
#[derive(Debug)]
pub struct Lesson {
    /// What its address calls it: the file's name without number and ending.
    pub slug: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What it is about, in a sentence or two.
    pub summary: Line,
    /// Its small picture in the list.
    pub picture: Small,
    /// Its stops, in order.
    pub stops: &'static [Stop],
    /// What a reader knows at its end, a sentence or two each.
    pub learned: &'static [Line],
}

/// One idea: a figure, some sentences, and something to do.
#[derive(Debug)]
pub struct Stop {
    /// Its heading.
    pub title: &'static str,
    /// What it shows.
    pub figure: Figure,
    /// What it says.
    pub blocks: &'static [Block],
    /// What it asks.
    pub ask: Ask,
}

impl Stop {
    /// What a question and the numbers of its answer are about, independent of a reader's changes to the figure: the goal if
    /// there is one, what the question itself names, or otherwise the figure as in the lesson. For
    /// [`shown_from_keys`](crate::shown_from_keys).
    #[must_use]
    pub const fn asked_link(&self) -> &'static str {
        match self.ask.kind {
            Kind::Make(goal) => goal,
            Kind::Click { .. } | Kind::Cell { .. } | Kind::Number(_) | Kind::Choose(_) => {
                match self.ask.about {
                    Some(about) => about,
                    None => self.figure.link,
                }
            }
        }
    }
}

/// An interactive figure.
#[derive(Debug)]
pub struct Figure {
    /// Where it starts, for [`shown_from_keys`](crate::shown_from_keys); for tensor memory and wires, a link of their page.
    pub link: &'static str,
    /// Which views of it.
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
    /// What a control offers, by the parameter's key, where that is not all there is: the text holds for these.
    pub choices: &'static [(&'static str, &'static [&'static str])],
    /// The element whose address is drawn bit by bit, before and after the XOR.
    pub bits: Option<(u32, u32)>,
    /// Whether both views are shown once the question is answered.
    pub then_both: bool,
    /// Whether what the selected step reads is not outlined: steps play no part.
    pub no_steps: bool,
    /// Whether major-ness and swizzle mode are not named: they are not taught yet.
    pub no_mode: bool,
    /// What a read is held against, where its address would tell the answer.
    pub against: Option<&'static str>,
    /// Whether the bytes of one unit are drawn: data and padding.
    pub unit: bool,
    /// Whether the digits of its descriptor are drawn, in place of its views until the question is answered.
    pub digits: bool,
}

impl Figure {
    /// What it is of.
    #[must_use]
    pub fn kind(&self) -> FigureKind {
        match self.parts {
            [_, ..] => FigureKind::TensorMemory,
            [] if self.link.starts_with("#/memory/lanes") => FigureKind::Wires,
            [] => FigureKind::Tile,
        }
    }

    /// Its pictures of tensor memory, before the answer and after it.
    #[must_use]
    pub const fn parts_when(&self, is_answered: bool) -> &'static [Part] {
        match (is_answered, self.then_parts) {
            (false, _) | (true, []) => self.parts,
            (true, then) => then,
        }
    }

    /// What the control of a key offers; none where it offers all there is.
    #[must_use]
    pub fn choices_of(&self, key: &str) -> Option<&'static [&'static str]> {
        let found = self.choices.iter().find(|(known, _)| *known == key)?;
        Some(found.1)
    }
}

/// What a figure is of.
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

/// A picture of tensor memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All lanes and columns, with the regions.
    Map,
    /// The columns that regions use, and what is allocated for them.
    Columns,
    /// The lanes and columns that a load reads.
    Lanes,
    /// The threads and registers that get them.
    Registers,
    /// Scale factors, rows by blocks of K.
    Factors,
    /// Their blocks of 512 bytes in shared memory.
    Blocks,
    /// Their words in tensor memory.
    Words,
    /// Column and id of each instruction along K.
    Steps,
}

/// A part of a text.
#[derive(Debug)]
pub enum Block {
    /// A paragraph.
    Paragraph(Line),
    /// A list, an item a line.
    List(&'static [Line]),
}

/// A question, and what is said once it is answered.
#[derive(Debug)]
pub struct Ask {
    /// The question.
    pub question: Line,
    /// What is asked for.
    pub kind: Kind,
    /// What is asked about, where that is not the figure: its keys.
    pub about: Option<&'static str>,
    /// What to look at, for a wrong number, or a figure that is set wrong, that no known slip leads to; else empty.
    /// Its numbers are those of [`Stop::asked_link`].
    pub hint: Line,
    /// What is said after it, and why. Its numbers are those of [`Stop::asked_link`].
    pub answer: Line,
}

/// What a question asks for. The core computes the right answer from the figure as in the lesson.
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
    /// A number, by the name that [`number`](crate::number) has for it.
    Number(&'static str),
    /// One of these, each with its words and its keys: the one without error whose read is right.
    Choose(&'static [(&'static str, &'static str)]),
    /// Another state of the figure: one whose descriptor is that of these keys.
    Make(&'static str),
}

/// A picture without words.
#[derive(Debug)]
pub enum Small {
    /// Of a tile.
    Tile {
        /// The link of what is drawn.
        link: &'static str,
        /// Which view of it.
        show: Show,
        /// What of it is meant, as a path in cells: an area, or where it is not closed an arrow. Empty where all of it is.
        mark: &'static str,
    },
    /// Of tensor memory: the link of a plan, and what its regions fill, worked out while the crate is built.
    Regions {
        /// The link.
        link: &'static str,
        /// Colour, first lane, lanes, first column and columns of each part of a region.
        blocks: &'static [[u32; 5]],
    },
}

/// An entry of the glossary.
#[derive(Debug)]
pub struct Term {
    /// What links call it.
    pub slug: &'static str,
    /// The word.
    pub title: &'static str,
    /// A small figure of it.
    pub figure: Figure,
    /// A smaller picture beside the word, where one helps.
    pub picture: Option<Small>,
    /// What it means.
    pub blocks: &'static [Block],
}

impl Term {
    /// The letter under which it is found, in upper case.
    #[must_use]
    pub fn letter(&self) -> char {
        let first = self.title.chars().next().unwrap_or('?');
        first.to_ascii_uppercase()
    }

    /// Where the course explains it: lesson and stop, by their places, of the first stop whose text leads to it.
    ///
    /// ```
    /// use swizzle_learn::{LESSONS, TERMS};
    /// let phase = TERMS.iter().find(|term| term.slug == "phase").unwrap();
    /// let (lesson, stop) = phase.taught_in().unwrap();
    /// assert_eq!(LESSONS[lesson].slug, "the-xor");
    /// assert_eq!(LESSONS[lesson].stops[stop].title, "The phase");
    /// ```
    #[must_use]
    pub fn taught_in(&self) -> Option<(usize, usize)> {
        let names = |line: &Line| {
            let leads = |span| matches!(span, Span::Term(_, slug) if slug == self.slug);
            line.spans().any(leads)
        };
        let explains = |stop: &Stop| {
            stop.blocks.iter().any(|block| match block {
                Block::Paragraph(line) => names(line),
                Block::List(lines) => lines.iter().any(names),
            })
        };
        let mut lessons = crate::LESSONS.iter().enumerate();
        lessons.find_map(|(at, lesson)| Some((at, lesson.stops.iter().position(explains)?)))
    }

    /// Its first sentence, which says what the word means by itself.
    ///
    /// ```
    /// let atom = swizzle_learn::TERMS.iter().find(|term| term.slug == "atom").unwrap();
    /// assert_eq!(atom.sentence(), "The block that a swizzle mode repeats.");
    /// ```
    #[must_use]
    pub fn sentence(&self) -> String {
        let mut sentence = String::new();
        let Some(Block::Paragraph(line)) = self.blocks.first() else {
            return sentence;
        };
        for span in line.spans() {
            match span {
                Span::Text(words) => match words.split_once(". ") {
                    Some((last, _)) => return sentence + last + ".",
                    None => sentence.push_str(words),
                },
                Span::Code(words) | Span::Term(words, _) | Span::Link(words, _) => {
                    sentence.push_str(words)
                }
                // Of its figure, which is not there yet.
                Span::Value(_) | Span::If(..) | Span::Knob(_) => {}
            }
        }
        sentence
    }
}
