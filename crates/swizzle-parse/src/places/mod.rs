//! A place in what is shown that is looked for, a byte or an element: `byte 0x16d0`, `0x16d0`, `element (5, 24)`.

use crate::prelude::*;
use swizzle_draw::scene::Drawing;

/// Words that begin a question.
const ASKING: &str = "where which what find show how";

/// Reads a text that asks where something is; none where it does not. A short number alone is an address if shared memory has
/// that byte: as a descriptor it would hold almost nothing.
pub(crate) fn read_place(words: &Words, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let (place, part) = place(words, choice)?;
    let is_alone = words.at.len() == 1;
    if is_alone && choice.number.is_some() {
        return None;
    }
    let is_long = !long_numbers(words).is_empty();
    let mut others = Vec::new();
    for (label, number) in [
        ("as a descriptor", NumberAs::Descriptor),
        ("as the low half of one", NumberAs::Low),
        ("as the high half of one", NumberAs::High),
    ] {
        let other = choice.with(number);
        if (is_alone || is_long) && pasted_number(words, &other, context).is_ok() {
            others.push((label.into(), other));
        }
    }
    let mut used = vec![false; words.at.len()];
    used[part.clone()].fill(true);
    let at = words.span(part);
    let sought = answer((place, at), others, context);
    Some(sought.map(|pasted| Pasted { notices: unread(words, &used, Register::Sentence), ..pasted }))
}

/// What is looked for, and the words that say so: all, or those of a question without another number.
pub(crate) fn place(words: &Words, choice: &PasteChoice) -> Option<(Sought, Span)> {
    let count = words.at.len();
    let whole = alone(words, choice).map(|place| (place, 0..count));
    let whole = whole.or_else(|| place_at(words, 0, choice).filter(|(_, part)| part.end == count));
    if whole.is_some() || !is_in(ASKING, words.lower(0)) {
        return whole;
    }
    let (place, part) = (1..count).find_map(|start| place_at(words, start, choice))?;
    let has_digit = |i: usize| words.word(i).contains(is_digit);
    let is_alone = (0..count).all(|i| part.contains(&i) || !has_digit(i));
    is_alone.then_some((place, part))
}

/// An address or two coordinates without a word.
fn alone(words: &Words, choice: &PasteChoice) -> Option<Sought> {
    let number = |i: usize| number_from_text(&words.text[words.signed(i)]).ok();
    match words.at.len() {
        1 if words.odd.is_none() => {
            let digits = words.lower(0).trim_start_matches("0x").len();
            let byte = number(0).filter(|byte| *byte < ADDRESS_BYTES && digits < 8)?;
            Some(Sought::Byte(byte))
        }
        2 if are_two_numbers(words) && choice.halves.is_none() && choice.radix.is_none() => {
            Some(Sought::Element(Coord { mn: number(0)?, k: number(1)? }))
        }
        _ => None,
    }
}

/// What the words from one on look for.
fn place_at(words: &Words, start: usize, choice: &PasteChoice) -> Option<(Sought, Span)> {
    let (end, said) = words.first_saying(start, include_str!("phrases.txt"))?;
    let value = |name| said.iter().find(|(known, _)| *known == name)?.1.parse().ok();
    // No memory has an address of more than 32 bits: it is not a descriptor, either.
    let address = |name| value(name).filter(|address| *address < u32::MAX || choice.number.is_none());
    let found = address("byte").map(Sought::Byte).or(address("absolute").map(Sought::Absolute));
    let found = found.or_else(|| {
        // `mn=128 k=64` says extents.
        let has_equals = words.text.contains('=');
        Some(Sought::Element(Coord { mn: value("mn").filter(|_| !has_equals)?, k: value("k")? }))
    });
    Some((found?, start..end))
}

/// Whether a text is two short decimal numbers with a comma between: `(5, 19)`, `5,19`.
fn are_two_numbers(words: &Words) -> bool {
    let is_short = |i: usize| {
        let word = words.word(i);
        word.len() <= 5 && is_digits(word)
    };
    let text = words.text.trim();
    text.starts_with('(') == text.ends_with(')') && words.gap(0).trim() == "," && is_short(0) && is_short(1)
}

// A byte or an element that is looked for in what is shown.

/// The target of a search.
#[derive(Clone, Copy)]
pub(crate) enum Sought {
    Byte(u32),
    /// An address before the XOR.
    Absolute(u32),
    Element(Coord),
}

/// Searches for it in what is shown.
pub(crate) fn answer((place, at): (Sought, Span), others: Vec<OtherReading>, context: &Shown) -> Answer {
    let spec = context.looked_at(&context.spec()?);
    let drawn = Drawing::of(&spec, context.view).drawn;
    let extent = drawn.extent();
    let found = match place {
        Sought::Absolute(address) => drawn.layout().first_element_from_absolute(address, extent),
        Sought::Byte(byte) => drawn.layout().first_element_from_byte(byte, extent),
        Sought::Element(at) => Some(at).filter(|at| extent.contains(*at)),
    };
    if let (None, Sought::Byte(ADDRESS_BYTES..) | Sought::Absolute(ADDRESS_BYTES..)) = (found, place) {
        return ask(
            at,
            format!("Shared memory has no such byte: the largest address is 0x{:x}", ADDRESS_BYTES - 1),
            others,
        );
    }
    Ok(Pasted {
        others,
        is_answer: true,
        ..Pasted::of(what(place, found, &drawn), Shown { pinned: found.or(context.pinned), ..*context })
    })
}

fn what(place: Sought, found: Option<Coord>, drawn: &Spec) -> String {
    let asked = match place {
        Sought::Byte(byte) => format!("byte 0x{byte:x}"),
        Sought::Absolute(address) => format!("absolute address 0x{address:x}"),
        Sought::Element(at) => format!("element ({}, {})", at.mn, at.k),
    };
    let byte = |at| drawn.layout().byte_from_element(at).byte;
    match (place, found) {
        (_, None) => format!("{asked}: nothing of what is shown"),
        (Sought::Byte(_), Some(at)) => format!("{asked}: element ({}, {})", at.mn, at.k),
        (Sought::Absolute(_), Some(at)) => {
            format!("{asked}: byte 0x{:x}, element ({}, {})", byte(at), at.mn, at.k)
        }
        (Sought::Element(_), Some(at)) => format!("{asked}: byte 0x{:x}", byte(at)),
    }
}
