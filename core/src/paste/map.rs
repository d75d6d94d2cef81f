//! A tensor map as a program prints it: an answer of the page on TMA.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use crate::descriptor::Descriptor;
use crate::link::{Notice, TmaShown};
use crate::paste::map_call;
use crate::paste::pasted::{Destination, PasteChoice, PasteError, Pasted, not_read};
use crate::state::Shown;
use crate::tma::{MapPrint, map_from_print};

/// Reads such a print; none where there is none.
pub(super) fn read(
    text: &str,
    _: &PasteChoice,
    context: &Shown,
) -> Option<Result<Pasted, PasteError>> {
    let print = map_call::read(text).or_else(|| map_from_print(text))?;
    let given = context.said.given;
    let form = TmaShown {
        target: print.target.unwrap_or(TmaShown::default().target),
        map: print.typed.clone(),
        // Only one that was given is held against the box.
        descriptor: given.map_or(String::new(), |given: Descriptor| alloc::format!("{given}")),
        ..TmaShown::default()
    };
    Some(Ok(Pasted {
        what: print.text(),
        shown: *context,
        others: Vec::new(),
        notices: notices(&print),
        is_from_inside: false,
        is_answer: true,
        goes_to: Some(Destination::TensorMap(Box::new(form))),
    }))
}

/// What was not read, and what is not known.
fn notices(print: &MapPrint) -> Vec<Notice> {
    let unread = print.unread.iter().map(|word| not_read(word));
    let unknown = print.unknown.iter().map(|(name, text)| Notice {
        part: text.clone(),
        why: alloc::format!("{name} is not known from the text"),
    });
    unread.chain(unknown).collect()
}
