//! The readers of links, values, CSV, dumps and pasted text: good inputs, what others are made of, and what must hold of
//! each.
//!
//! `tests/readers/mod.rs` feeds them with the same inputs in every run, and `tests/fuzz/lib.rs` by chance. A reader is a word
//! in the list below, and a file.

pub(crate) mod access;
pub(crate) mod changed;
pub(crate) mod dump;
pub(crate) mod layout;
pub(crate) mod link;
pub(crate) mod paste;
pub(crate) mod ptx;
pub(crate) mod rows;
mod state;
pub(crate) mod target;
pub(crate) mod tma;
pub(crate) mod value;
pub(crate) mod watch;

/// Hands all readers to a macro.
macro_rules! each {
    ($feed:ident) => {
        $feed!(link, value, rows, paste, layout, dump, tma, access, ptx);
    };
}
pub(crate) use each;
