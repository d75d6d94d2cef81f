//! The formats of the box, a line each, from the surest down: the first that recognises a text reads it. A new format is a file
//! with its reader and a line here.

use crate::prelude::*;
use crate::{
    calls, code, fields, links, numbers, prints, tensor_memory,
    words::{
        self,
        rest::{self, Taken},
    },
};

/// What a format reads, with its reader.
enum Format {
    /// The whole text.
    Text(Reader),
    /// A construct of the text; words beside it are read, too.
    Construct(Reader, Taken),
    /// The words of the text.
    Bare(words::whole::ReadWords),
}

use Format::{Bare, Construct, Text};

/// Marks that no other format has, constructs with a name, a layout, then sentences.
const FORMATS: &[Format] = &[
    Text(links::read),
    Text(prints::map::read),
    Text(code::ptx::read),
    // A loop.
    Text(code::walk::read),
    Text(numbers::operands::read),
    Construct(prints::formula::read, prints::formula::taken),
    Construct(prints::iterator::read, prints::iterator::taken),
    Construct(calls::builder::read, calls::builder::taken),
    Construct(calls::instruction_builder::read, calls::instruction_builder::taken),
    Construct(fields::members::read, fields::members::taken),
    Construct(prints::atom::read, prints::atom::taken),
    Construct(prints::nvmma::read, prints::nvmma::taken),
    Construct(code::source::read, code::source::taken),
    Construct(tensor_memory::read_line, tensor_memory::taken_lines),
    Text(tensor_memory::read_words),
    Bare(words::term::read),
    Text(prints::layout::canonical),
    Bare(prints::layout::read),
    Bare(words::whole::read_beside_layout),
];

/// Reads a text by the surest format that recognises it.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Answer {
    let text = code::ptx::with_moved(&numbers::statement::without_removed(text));
    let text = &*numbers::statement::with_wholes(&text);
    // Comments of SASS are its encoding.
    let code = if text.contains("MOV ") { without_comments(text) } else { text.into() };
    let (bare, is_dump) = numbers::statement::without_addresses(&code);
    let words = Words::of(&bare);
    let of_words = PasteChoice {
        // Memory is printed from its lowest word on.
        halves: choice.halves.or(is_dump.then_some(Halves::LowFirst)),
        ..*choice
    };
    let answer = |format: &Format| match *format {
        Text(read) => read(text, choice, context),
        Construct(read, taken) => rest::read(text, (read, taken), choice, context),
        Bare(read) => read(&words, &of_words, context),
    };
    let read = FORMATS
        .iter()
        .find_map(answer)
        .unwrap_or_else(|| words::whole::read_left(&words, &of_words, context));
    read.map(|pasted| {
        let mut pasted = prints::idesc::as_of_pair(pasted, text);
        // Within a link it is a part of that.
        let asks = |odd: &Range<usize>| {
            let behind = &bare[odd.end..];
            bare[odd.clone()] == *"?" && !behind.starts_with(|c: char| c.is_alphanumeric())
        };
        // That of a term is read.
        let is_term = matches!(pasted.goes_to, Some(Destination::Term(_)));
        if words.odd.as_ref().is_some_and(asks) && !is_term {
            pasted.notices.push(not_read("?"));
        }
        pasted
    })
}
