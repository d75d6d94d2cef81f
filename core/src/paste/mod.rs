//! One box that takes anything: a descriptor in any spelling, its fields, a layout of CuTe, a link, or a place to look for.

mod caption;
mod cute;
mod fields;
mod inverse;
mod number;
mod place;
mod value;
mod words;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::descriptor::Descriptor;
use crate::hardware::Arch;
use crate::link::{LinkState, Notice, state_from_link};
use crate::solve::params_from_descriptor;
use crate::state::{Shows, View};
use crate::tile::Params;
use words::{Words, position};

/// In which base a number without prefix is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Radix {
    /// Base 16.
    Hex,
    /// Base 10.
    Decimal,
}

/// Which of two 32-bit halves comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Halves {
    /// Bits 32 to 63.
    HighFirst,
    /// Bits 0 to 31, as memory holds them.
    LowFirst,
}

/// How the reader wants a text to be read. `None` means: guess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct PasteChoice {
    /// Instruction family of a value or of fields.
    pub arch: Option<Arch>,
    /// Base of numbers without prefix.
    pub radix: Option<Radix>,
    /// Order of two 32-bit halves.
    pub halves: Option<Halves>,
    /// Whether even a small number is a descriptor, not an address to look for.
    pub is_descriptor: bool,
}

/// A text that was understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pasted {
    /// One line: what was recognised.
    pub what: String,
    /// What it says, over the context.
    pub state: LinkState,
    /// Other readings of the same text, each with a short label and the choice that gives it.
    pub others: Vec<(String, PasteChoice)>,
    /// Parts that were left out, and why.
    pub notices: Vec<Notice>,
}

/// Why a text was not understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasteError {
    /// What is wrong, in one sentence.
    pub message: String,
    /// Where: bytes of the given text, on boundaries of characters.
    pub at: Range<usize>,
}

impl fmt::Display for PasteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl core::error::Error for PasteError {}

fn refuse<T>(at: Range<usize>, message: fmt::Arguments<'_>) -> Result<T, PasteError> {
    Err(error(at, message))
}

// One copy: this stands at the end of many roads.
#[cold]
#[inline(never)]
fn error(at: Range<usize>, message: fmt::Arguments<'_>) -> PasteError {
    PasteError {
        message: alloc::fmt::format(message),
        at,
    }
}

/// Reads whatever was pasted. What the text does not hold (element type, extents, the view, ...) comes from `context`.
///
/// Understood are
/// - a 64-bit value: hex with or without `0x`, decimal, `0b`, `64'h`, with the separators and suffixes of C, CUDA,
///   Rust and SystemVerilog, alone or as the one long number of a statement;
/// - two 32-bit halves, in either order;
/// - fields: `lbo=1 sbo=64 swizzle=128B`, C designators, what CUTLASS prints, and bytes with their unit: `SBO 1024 bytes`;
/// - a place in what the context shows: `byte 0x5e0`, `element (3, 40)`, or a number that can be but an address;
/// - a layout as CuTe prints it, for which LBO and SBO are found, or shown not to exist;
/// - a link of [`link_from_state`](crate::link::link_from_state), of whatever host.
///
/// Time is linear in the text's length.
///
/// # Errors
/// [`PasteError`] says what is wrong, and where.
///
/// ```
/// use swizzle_core::{LinkState, PasteChoice, Spec, Swizzle, state_from_paste};
/// let (guess, context) = (PasteChoice::default(), LinkState::default());
///
/// let pasted = state_from_paste("uint64_t desc = 0x8000'0020'0001'0080ull;", &guess, &context)?;
/// assert_eq!(pasted.what, "the number in this text: 64-bit hex, wgmma: bit 46 is clear");
/// assert_eq!(pasted.state.params.swizzle, Swizzle::B64);
/// assert_eq!(pasted.others[0].0, "as tcgen05");
///
/// let pasted = state_from_paste("Sw<3,4,3> o ((8,8),64):((64,640),1)", &guess, &context)?;
/// assert_eq!(pasted.state.params.sbo_bytes, Some(1280));
///
/// let text = "lbo=1 sbo=16384";
/// let error = state_from_paste(text, &guess, &context).unwrap_err();
/// assert_eq!((&text[error.at], &*error.message), ("16384", "sbo is at most 16383"));
/// # Ok::<(), swizzle_core::PasteError>(())
/// ```
pub fn state_from_paste(
    text: &str,
    choice: &PasteChoice,
    context: &LinkState,
) -> Result<Pasted, PasteError> {
    if text.trim().is_empty() {
        return refuse(0..0, format_args!("Nothing to read yet"));
    }
    if let Some(link) = link(text) {
        let opened = state_from_link(link);
        return Ok(Pasted {
            what: "a link".into(),
            state: opened.state,
            others: Vec::new(),
            notices: opened.notices,
        });
    }
    if let Some(layout) = cute::read(text) {
        return inverse::pasted(&layout?, context);
    }
    let words = Words::of(text);
    if let Some(place) = place::read(&words, choice, context) {
        return place;
    }
    let has_long = !value::long_numbers(&words).is_empty();
    if let Some(fields) = (!has_long)
        .then(|| caption::read(&words, choice, context))
        .flatten()
    {
        return fields;
    }
    if !has_long && fields::are_in(&words) {
        fields::pasted(&words, choice, context)
    } else {
        value::pasted(&words, choice, context)
    }
}

/// The link in a text, without what stands around it.
fn link(text: &str) -> Option<&str> {
    let is_around = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '"' | '\'' | '`' | '<' | '>' | '(' | ')' | '[' | ']' | '{' | '}'
            )
    };
    let bare = text.trim_start_matches(is_around);
    let starts = ["wgmma/", "tcgen05/", "figure/"];
    let from = position(bare, b"#/").or_else(|| {
        starts
            .iter()
            .any(|start| bare.starts_with(start))
            .then_some(0)
    })?;
    bare[from..].split(is_around).next()
}

/// The state whose descriptor is this one.
fn state_from_descriptor(
    descriptor: Descriptor,
    params: &Params,
    context: &LinkState,
    text: &str,
) -> Result<LinkState, PasteError> {
    match params_from_descriptor(descriptor, params) {
        Ok(params) => Ok(LinkState {
            params,
            // Who brings a descriptor wants to know what it reads.
            view: View {
                shows: Shows::Read,
                ..context.view
            },
            pinned: None,
        }),
        Err(error) => refuse(0..text.len(), format_args!("{error}")),
    }
}

/// The notice of a part that nobody asked for.
fn not_read(part: &str) -> Notice {
    Notice {
        part: part.into(),
        why: "was not read".into(),
    }
}

/// The other instruction family, one click away.
fn other_arch(arch: Arch, choice: &PasteChoice) -> (String, PasteChoice) {
    let (label, other) = match arch {
        Arch::Wgmma => ("as tcgen05", Arch::Tcgen05),
        Arch::Tcgen05 => ("as wgmma", Arch::Wgmma),
    };
    let choice = PasteChoice {
        arch: Some(other),
        ..*choice
    };
    (label.into(), choice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;

    fn read(text: &str) -> Result<Pasted, PasteError> {
        state_from_paste(text, &PasteChoice::default(), &LinkState::default())
    }

    #[test]
    fn links_of_any_host() {
        for text in [
            "#/wgmma/8000002000010080?k=32",
            "see <https://example.org/a/#/wgmma/8000002000010080?k=32>.",
            "\"wgmma/8000002000010080?k=32\"",
        ] {
            let pasted = read(text).unwrap();
            assert_eq!(
                (pasted.state.params.k, pasted.notices.len()),
                (32, 0),
                "{text}"
            );
        }
        assert_eq!(
            read("figure/163").unwrap().state.params.k,
            state_from_link("#/figure/163").state.params.k
        );
        assert_eq!(read("#/wgmma?foo=1").unwrap().notices[0].part, "foo=1");
    }

    #[test]
    fn nothing_is_said_to_be_nothing() {
        for text in ["", " \n"] {
            let error = read(text).unwrap_err();
            assert_eq!((&*error.message, error.at), ("Nothing to read yet", 0..0));
        }
    }

    #[test]
    fn the_context_must_have_a_picture() {
        let mut context = LinkState::default();
        context.params.mn = 0;
        let error = state_from_paste("0x40", &PasteChoice::default(), &context).unwrap_err();
        assert_eq!(error.to_string(), "mn = 0: must be 1 to 65536 elements");
    }
}
