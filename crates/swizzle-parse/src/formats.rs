//! The formats of the box, one line each: how sure a text that has its marks is of that format, and what reads it.
//!
//! The surest format that recognises a text reads it. Where several formats are equally sure and read different things, the
//! text is a question: the answer names them. A new format is a file with its reader and a line here.

use crate::prelude::*;
use crate::{
    calls, code, fields, links, numbers, places, prints, tensor_memory,
    words::{
        self,
        rest::{self, Taken},
    },
};

/// The input that a format reads, with its reader.
enum Read {
    /// The whole text.
    Text(Reader),
    /// A construct of the text; words beside it are read, too.
    Construct(Reader, Taken),
    /// The words of the text.
    Bare(fn(&Words, &PasteChoice, &Shown) -> Option<Answer>),
}

use Read::{Bare, Construct, Text};

/// A format of the box: its name, for a text that could be of several, and how sure it is of a text that it recognises, of 100.
type Format = (&'static str, u8, Read);

/// How sure a sentence is: what is less sure reads what is left of its words.
const SENTENCE: u8 = 60;

/// Sorted from the surest down: marks that no other format has, constructs with a name, a layout, sentences, then bare numbers.
const FORMATS: &[Format] = &[
    ("a link", 100, Text(links::read)),
    ("a tensor map", 95, Text(prints::map::read)),
    ("PTX", 94, Text(code::ptx::read)),
    ("a loop", 93, Text(code::walk::read)),
    ("both operands", 92, Text(numbers::operands::read)),
    ("a formula of a swizzle", 87, Text(prints::formula::read)),
    ("a descriptor iterator", 86, Construct(prints::iterator::read, prints::iterator::taken)),
    ("a call that makes a descriptor", 85, Construct(calls::builder::read, calls::builder::taken)),
    (
        "a call that makes an instruction descriptor",
        84,
        Construct(calls::instruction_builder::read, calls::instruction_builder::taken),
    ),
    ("members of a struct", 83, Construct(fields::members::read, fields::members::taken)),
    ("a CuTe atom", 82, Construct(prints::atom::read, prints::atom::taken)),
    ("a compiler's layout", 81, Construct(prints::nvmma::read, prints::nvmma::taken)),
    ("code", 80, Construct(code::source::read, code::source::taken)),
    ("a move to or from tensor memory", 79, Construct(tensor_memory::read_line, tensor_memory::taken_lines)),
    ("a place in tensor memory", 78, Text(tensor_memory::read_words)),
    ("a term", 72, Bare(words::term::read)),
    ("a canonical layout", 71, Text(prints::layout::canonical)),
    ("a CuTe layout", 70, Bare(prints::layout::read)),
    (
        "a sentence",
        60,
        Bare(|words, choice, context| words::worded::read_beside_layout(words, choice, context, read_left)),
    ),
    ("a place", 50, Bare(places::place::read)),
    ("several descriptors", 35, Bare(numbers::several::read)),
    ("shifts and ors", 30, Bare(code::source::read_built)),
    ("a number", 0, Bare(numbers::value::read)),
];

/// Reads a text by the surest format that recognises it.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Answer {
    let (bare, is_dump) = numbers::statement::without_addresses(text);
    let words = Words::of(&bare);
    let of_words = PasteChoice {
        // Memory is printed from its lowest word on.
        halves: choice.halves.or(is_dump.then_some(Halves::LowFirst)),
        ..*choice
    };
    let answer = |(.., read): &Format| match *read {
        Text(read) => read(text, choice, context),
        Construct(read, taken) => rest::read(text, (read, taken), choice, context),
        Bare(read) => read(&words, &of_words, context),
    };
    best(FORMATS, choice, answer).unwrap_or_else(|| refuse(0..bare.len(), "Cannot read this")).map(|pasted| {
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
fn read_left(words: &Words, choice: &PasteChoice, context: &Shown) -> Answer {
    let below = FORMATS.partition_point(|(_, confidence, _)| *confidence >= SENTENCE);
    let answer = |(.., read): &Format| match *read {
        Bare(read) => read(words, choice, context),
        Text(_) | Construct(..) => None,
    };
    best(&FORMATS[below..], choice, answer).unwrap_or_else(|| refuse(words.all(), "Cannot read this"))
}

/// The answer of the surest format; of equally sure ones that differ, the question which.
fn best(
    formats: &[Format],
    choice: &PasteChoice,
    answer: impl Fn(&Format) -> Option<Answer>,
) -> Option<Answer> {
    if let Some(name) = choice.format {
        return formats.iter().find(|(own, ..)| *own == name).and_then(answer);
    }
    for level in formats.chunk_by(|one, other| one.1 == other.1) {
        let mut found: Vec<_> = level.iter().filter_map(|format| Some((format, answer(format)?))).collect();
        found.dedup_by(|later, earlier| later.1 == earlier.1);
        if found.len() > 1 {
            let readings = found.iter().map(|((name, ..), _)| choice.reading(*name, *name));
            let which = "This text has several readings. Which is it?";
            return Some(ask(0..0, which, readings.collect()));
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
        assert!(FORMATS.is_sorted_by(|one, other| one.1 >= other.1));
        let mut names: Vec<_> = FORMATS.iter().map(|(name, ..)| name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), FORMATS.len());
    }

    fn reads(what: &'static str) -> Option<Answer> {
        let shown = Shown::default();
        let read = crate::shown_from_paste("0x4000004000010040", &PasteChoice::default(), &shown);
        Some(Ok(Pasted { what: what.into(), shown, ..read.ok()? }))
    }

    #[test]
    fn the_surest_reads_and_equally_sure_ones_are_asked_for() {
        const ONE: Read = Text(|_, _, _| None);
        let formats = [("deaf", 9, ONE), ("left", 5, ONE), ("right", 5, ONE), ("last", 1, ONE)];
        let answer = |(name, ..): &Format| match *name {
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
