//! The formats of the box, a line each, from the surest down: the first that recognises a text reads it. A new format is a file
//! with its reader and a line here.

use crate::{prelude::*, tensor_memory};
use swizzle_view::link::shown_from_link;

/// What a format reads, with its reader.
enum Format {
    /// The whole text.
    Text(Reader),
    /// A construct of the text; words beside it are read, too.
    Construct(ReadConstruct),
    /// The words of the text.
    Bare(ReadWords),
}

use Format::{Bare, Construct, Text};

/// Marks that no other format has, constructs with a name, a layout, then sentences.
const FORMATS: &[Format] = &[
    Text(read_link),
    Text(read_map),
    Text(read_instruction),
    // A loop.
    Text(read_loop),
    Text(read_operands),
    Construct(read_formula),
    Construct(read_iterator),
    Construct(read_maker),
    Construct(read_builder),
    Construct(read_members),
    Construct(read_atom),
    Construct(read_triton),
    Construct(read_chain),
    Construct(tensor_memory::read_line),
    Text(tensor_memory::read_words),
    Bare(read_term),
    Text(canonical),
    Bare(read_layout),
    Bare(read_beside_layout),
];

/// Reads a text by the surest format that recognises it.
pub(crate) fn read_text(text: &str, choice: &PasteChoice, context: &Shown) -> Answer {
    let text = with_moved(&without_removed(text));
    let text = &*with_wholes(&text);
    // Comments of SASS are its encoding.
    let code = if text.contains("MOV ") { without_comments(text) } else { text.into() };
    let (bare, is_dump) = without_addresses(&code);
    let words = Words::of(&bare);
    let of_words = PasteChoice {
        // Memory is printed from its lowest word on.
        halves: choice.halves.or(is_dump.then_some(Halves::LowFirst)),
        ..*choice
    };
    let answer = |format: &Format| match *format {
        Text(read) => read(text, choice, context),
        Construct(read) => read_construct(text, read, choice, context),
        Bare(read) => read(&words, &of_words, context),
    };
    let read = FORMATS.iter().find_map(answer).unwrap_or_else(|| read_left(&words, &of_words, context));
    read.map(|pasted| {
        let mut pasted = as_of_pair(pasted, text);
        // Within a link it is a part of that.
        let asks = |odd: &Span| {
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

/// Reads a link of the page, on any host.
fn read_link(text: &str, _: &PasteChoice, _: &Shown) -> Option<Answer> {
    let opened = shown_from_link(link(text)?);
    Some(Ok(Pasted { notices: opened.notices, ..Pasted::of("a link", opened.shown) }))
}

/// The link in a text, without the characters around it.
fn link(text: &str) -> Option<&str> {
    let is_around = |c: char| c.is_whitespace() || "\"'`<>()[]{}".contains(c);
    let bare = text.trim_start_matches(is_around);
    let starts = ["wgmma/", "tcgen05/", "figure/"];
    let from = bare.find("#/").or_else(|| starts.iter().any(|start| bare.starts_with(start)).then_some(0))?;
    bare[from..].split(is_around).next()
}
