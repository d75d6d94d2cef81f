//! The formats of the box, one line each: how sure a text that has its marks is of that format, and what reads it.
//!
//! The surest format that recognises a text reads it. Where several formats are equally sure and read different things, the
//! text is a question: the answer names them. A new format is a file with its reader and a line here.

use crate::calls;
use crate::code;
use crate::fields;
use crate::links;
use crate::numbers;
use crate::places;
use crate::prelude::*;
use crate::prints;
use crate::prints::cute;
use crate::prints::cute::CuteLayout;
use crate::tensor_memory;
use crate::words;
use crate::words::rest;
use crate::words::rest::Taken;
use std::cell::OnceCell;

/// The pasted text, as the formats see it.
pub(crate) struct Input<'t> {
    pub(crate) text: &'t str,
    /// The words of the text, without the addresses that a debugger prints before each line.
    pub(crate) words: &'t Words,
    /// A layout as CuTe prints it, or the error in one.
    layout: OnceCell<Option<Result<CuteLayout, PasteError>>>,
}

impl Input<'_> {
    pub(crate) fn layout(&self) -> Option<&Result<CuteLayout, PasteError>> {
        self.layout.get_or_init(|| cute::read(self.text)).as_ref()
    }
}

/// The input that a format reads, with its reader.
enum Read {
    /// The whole text.
    Text(Reader),
    /// A construct of the text; words beside it are read, too.
    Construct(Reader, Taken),
    /// The words of the text.
    Words(fn(&Words, &PasteChoice, &Shown) -> Option<Answer>),
    /// Words and layout together.
    Input(fn(&Input<'_>, &PasteChoice, &Shown) -> Option<Answer>),
}

/// A format of the box.
pub(crate) struct Format {
    /// Its name, for a text that could be of several formats.
    name: &'static str,
    /// How sure it is of a text that it recognises, of 100.
    confidence: u8,
    read: Read,
}

const fn format(name: &'static str, confidence: u8, read: Read) -> Format {
    Format {
        name,
        confidence,
        read,
    }
}

/// How sure a sentence is: what is less sure reads what is left of its words.
const SENTENCE: u8 = 60;

/// Sorted from the surest down: marks that no other format has, constructs with a name, a layout, sentences, then bare numbers.
const FORMATS: &[Format] = &[
    format("a link", 100, Read::Text(links::read)),
    format("a tensor map", 95, Read::Text(prints::map::read)),
    format("PTX", 94, Read::Text(code::ptx::read)),
    format("a loop", 93, Read::Text(code::walk::read)),
    format("both operands", 92, Read::Text(numbers::operands::read)),
    format(
        "a formula of a swizzle",
        87,
        Read::Text(prints::formula::read),
    ),
    format(
        "a descriptor iterator",
        86,
        Read::Construct(prints::iterator::read, prints::iterator::taken),
    ),
    format(
        "a call that makes a descriptor",
        85,
        Read::Construct(calls::builder::read, calls::builder::taken),
    ),
    format(
        "a call that makes an instruction descriptor",
        84,
        Read::Construct(
            calls::instruction_builder::read,
            calls::instruction_builder::taken,
        ),
    ),
    format(
        "members of a struct",
        83,
        Read::Construct(fields::members::read, fields::members::taken),
    ),
    format(
        "a CuTe atom",
        82,
        Read::Construct(prints::atom::read, prints::atom::taken),
    ),
    format(
        "a Triton layout",
        81,
        Read::Construct(prints::nvmma::read, prints::nvmma::taken),
    ),
    format(
        "code",
        80,
        Read::Construct(code::source::read, code::source::taken),
    ),
    format(
        "a move to or from tensor memory",
        79,
        Read::Construct(tensor_memory::read_line, tensor_memory::taken_lines),
    ),
    format(
        "a place in tensor memory",
        78,
        Read::Text(tensor_memory::read_words),
    ),
    format("a term", 72, Read::Words(words::term::read)),
    format(
        "a canonical layout",
        71,
        Read::Text(prints::layout::canonical),
    ),
    format("a CuTe layout", 70, Read::Input(prints::layout::read)),
    format(
        "a sentence",
        60,
        Read::Input(words::worded::read_beside_layout),
    ),
    format("a place", 50, Read::Words(places::place::read)),
    // A number of many digits may be the 0 that a chain of ors begins with.
    format("a chain of ors", 45, Read::Words(code::source::read_chain)),
    format("fields", 40, Read::Words(fields::caption::read_short)),
    format(
        "several descriptors",
        35,
        Read::Words(numbers::several::read),
    ),
    format("shifts and ors", 30, Read::Words(code::source::read_built)),
    format("a number", 0, Read::Words(numbers::value::read)),
];

/// Reads a text by the surest format that recognises it.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Answer {
    let (bare, is_dump) = numbers::statement::without_addresses(text);
    let words = Words::of(&bare);
    let input = Input {
        text,
        words: &words,
        layout: OnceCell::new(),
    };
    let of_words = PasteChoice {
        // Memory is printed from its lowest word on.
        halves: choice.halves.or(is_dump.then_some(Halves::LowFirst)),
        ..*choice
    };
    let answer = |format: &Format| match format.read {
        Read::Text(read) => read(text, choice, context),
        Read::Construct(read, taken) => rest::read(text, (read, taken), choice, context),
        Read::Words(read) => read(&words, &of_words, context),
        Read::Input(read) => read(&input, &of_words, context),
    };
    best(FORMATS, choice, answer)
        .unwrap_or_else(|| refuse(0..bare.len(), format_args!("Cannot read this")))
        .map(|pasted| {
            let mut pasted = prints::idesc::as_of_pair(pasted, text);
            // Within a link it is a part of that.
            let asks = |odd: &Range<usize>| {
                let behind = &bare[odd.end..];
                bare[odd.clone()] == *"?" && !behind.starts_with(|c: char| c.is_alphanumeric())
            };
            if words.odd.as_ref().is_some_and(asks) && !pasted.is_term() {
                pasted.notices.push(not_read("?"));
            }
            pasted
        })
}

/// Reads words of which a sentence took what it knows.
pub(crate) fn read_left(words: &Words, choice: &PasteChoice, context: &Shown) -> Answer {
    let below = FORMATS.partition_point(|format| format.confidence >= SENTENCE);
    let answer = |format: &Format| match format.read {
        Read::Words(read) => read(words, choice, context),
        Read::Text(_) | Read::Construct(..) | Read::Input(_) => None,
    };
    best(&FORMATS[below..], choice, answer)
        .unwrap_or_else(|| refuse(words.all(), format_args!("Cannot read this")))
}

/// The answer of the surest format; of equally sure ones that differ, the question which.
fn best(
    formats: &[Format],
    choice: &PasteChoice,
    answer: impl Fn(&Format) -> Option<Answer>,
) -> Option<Answer> {
    if let Some(name) = choice.format {
        return formats
            .iter()
            .find(|format| format.name == name)
            .and_then(answer);
    }
    for level in formats.chunk_by(|one, other| one.confidence == other.confidence) {
        let mut found: Vec<_> = level
            .iter()
            .filter_map(|format| Some((format, answer(format)?)))
            .collect();
        found.dedup_by(|later, earlier| later.1 == earlier.1);
        if found.len() > 1 {
            let readings = found.iter();
            let readings = readings.map(|(format, _)| choice.reading(format.name, format.name));
            return Some(Err(PasteError {
                readings: readings.collect(),
                ..error(
                    0..0,
                    format_args!("This text has several readings. Which is it?"),
                )
            }));
        }
        if let Some((_, found)) = found.pop() {
            return Some(found);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pasted::Pasted;

    #[test]
    fn formats_have_names_of_their_own_and_stand_by_confidence() {
        assert!(FORMATS.is_sorted_by(|one, other| one.confidence >= other.confidence));
        let mut names: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FORMATS.len());
    }

    fn reads(what: &'static str) -> Option<Answer> {
        let shown = Shown::default();
        let pasted = crate::read_alone("0x4000004000010040");
        Some(Ok(Pasted {
            what: what.into(),
            shown,
            ..pasted
        }))
    }

    #[test]
    fn the_surest_reads_and_equally_sure_ones_are_asked_for() {
        const ONE: Read = Read::Text(|_, _, _| None);
        let formats = [
            format("deaf", 9, ONE),
            format("left", 5, ONE),
            format("right", 5, ONE),
            format("last", 1, ONE),
        ];
        let answer = |format: &Format| match format.name {
            "deaf" => None,
            name => reads(name),
        };
        let choice = PasteChoice::default();
        let asked = best(&formats, &choice, answer).unwrap().unwrap_err();
        let labels: Vec<_> = asked.readings.iter().map(|(label, _)| &**label).collect();
        assert_eq!(labels, ["left", "right"]);
        let chosen = best(&formats, &asked.readings[1].1, answer).unwrap();
        assert_eq!(chosen.unwrap().what, "right");
        let one = best(&formats[2..], &choice, answer).unwrap();
        assert_eq!(one.unwrap().what, "right");
    }
}
