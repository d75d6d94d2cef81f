//! One box that takes anything: a descriptor in any spelling, its fields, a layout of CuTe, a link, or a place to look for.

mod calls;
mod code;
mod examples;
mod fields;
mod formats;
mod numbers;
mod pasted;
mod places;
mod prelude;
mod prints;
mod syntax;
pub mod tensor_map;
mod tensor_memory;
#[cfg(test)]
mod tests;
mod tokens;
mod words;

use crate::prelude::*;

pub use examples::{EXAMPLES, Example};
pub use numbers::several::given_from_text;
pub use pasted::{
    Destination, FactValue, Halves, InTensorMemory, NumberAs, PasteChoice, PasteError, Pasted, Radix,
    StrideUnit,
};
pub use prints::instruction::{ReadInstruction, instruction_from_text};
pub use prints::map::{form_from_map, map_from_text};
pub use swizzle_text::vocabulary::{Meaning, vocabulary};
pub use syntax::number_from_expression;

/// Reads a pasted text. Values that it does not contain (element type, extents, the view, ...) come from `context`.
///
/// It understands
/// - a 64-bit value: hex with or without `0x`, decimal, `0b`, `64'h`, with the separators and suffixes of C, CUDA,
///   Rust and SystemVerilog, alone or as the one long number of a statement;
/// - two 32-bit halves, in either order, or by name: `lo=0x10040 hi=0x40000040`;
/// - several descriptors: a list, a column that was printed, a debugger's lines, an array, or a loop: `desc += 2`;
/// - source code that builds one with shifts and ors, line by line; names that it does not explain stay as they are;
/// - fields: `lbo=1 sbo=64 swizzle=128B`, C designators, what CUTLASS prints, and bytes with their unit: `SBO 1024 bytes`;
/// - a place in what the context shows: `byte 0x5e0`, `absolute 0x5e0`, `row 3 k 40`, `(3, 40)`, or a short number;
/// - a question where something is, and a term of the glossary: `where does element (3, 40) go?`, `what is LBO?`;
/// - a layout as CuTe prints it, for which LBO and SBO are found, or shown not to exist;
/// - a swizzle as code computes it: `smem[row][col ^ ((row & 7) << 3)]`;
/// - a link of [`link_from_shown`](swizzle_view::link::link_from_shown), on any host.
///
/// An ambiguous text is an error until a reading is chosen: [`PasteError::readings`] names the choices. A result from
/// inside a longer text is marked ([`Pasted::is_from_inside`]): a page holds it back until the text is finished.
/// A text adds to its context: a second text is read over the result of the first.
///
/// Time is linear in the text's length.
///
/// # Errors
/// [`PasteError`] says what is wrong, and where; or what the text could be.
///
/// ```
/// use swizzle_parse::{PasteChoice, shown_from_paste};
/// use swizzle_view::Shown;
/// use swizzle_core::Swizzle;
/// let (guess, context) = (PasteChoice::default(), Shown::default());
///
/// let pasted = shown_from_paste("uint64_t desc = 0x8000'0020'0001'0080ull;", &guess, &context)?;
/// assert_eq!(pasted.what, "the number in this text: 64-bit hex, wgmma: bit 46 is clear");
/// assert_eq!(pasted.shown.spec().unwrap().tile().swizzle, Swizzle::B64);
/// assert_eq!(pasted.others[0].0, "as tcgen05");
///
/// let pasted = shown_from_paste("Sw<3,4,3> o ((8,8),64):((64,640),1)", &guess, &context)?;
/// assert_eq!(pasted.shown.said.tile.sbo_bytes, Some(1280));
///
/// let error = shown_from_paste("0x40004040", &guess, &context).unwrap_err();
/// let labels: Vec<_> = error.readings.iter().map(|(label, _)| &**label).collect();
/// assert_eq!(labels[..2], ["the high half, 0x40004040", "the low half, 0x40004040"]);
/// let high = shown_from_paste("0x40004040", &error.readings[0].1, &context)?;
/// assert_eq!(high.shown.said.given.unwrap().raw(), 0x4000_4040_0001_0040);
///
/// let text = "lbo=1 sbo=16384";
/// let error = shown_from_paste(text, &guess, &context).unwrap_err();
/// assert_eq!((&text[error.at], &*error.message), ("16384", "sbo is at most 16383"));
/// # Ok::<(), swizzle_parse::PasteError>(())
/// ```
pub fn shown_from_paste(text: &str, choice: &PasteChoice, context: &Shown) -> Result<Pasted, PasteError> {
    if text.trim().is_empty() {
        return refuse(0..0, "The text is empty");
    }
    let mut pasted = read_text(text, choice, context).map_err(|error| {
        // Only a whole descriptor is offered.
        let is_whole = |text: String| {
            let read = read_text(&text, choice, &Shown::default());
            read.is_ok_and(|pasted| pasted.shown.said.given.is_some())
        };
        let is_offered = error.instead(text).is_some_and(is_whole);
        let extra = if is_offered { error.extra } else { Vec::new() };
        PasteError { extra, ..error }
    })?;
    if let Some(given) = pasted.shown.said.given
        && pasted.shown.said.given != context.said.given
    {
        let doubts = fields::parts::of_strides(given, &pasted.shown);
        pasted.notices.extend(doubts);
    }
    // An encoding may have no code for what the text says.
    pasted.others.retain(|(_, other)| read_text(text, other, context).is_ok());
    Ok(pasted)
}

impl PasteError {
    /// The text without what is wrong in it, where that can be read.
    ///
    /// ```
    /// use swizzle_parse::{PasteChoice, shown_from_paste};
    /// use swizzle_view::Shown;
    /// let (guess, context) = (PasteChoice::default(), Shown::default());
    /// let text = "0x4000004000010040zz";
    /// let error = shown_from_paste(text, &guess, &context).unwrap_err();
    /// assert_eq!((&*error.message, &text[error.at.clone()]), ("“zz” are not hex digits", "zz"));
    /// assert_eq!(error.instead(text).as_deref(), Some("0x4000004000010040"));
    /// ```
    pub fn instead(&self, text: &str) -> Option<String> {
        let mut rest = text.to_owned();
        for part in self.extra.iter().rev() {
            rest.replace_range(part.clone(), "");
        }
        (!self.extra.is_empty()).then_some(rest)
    }
}
