//! A dump of shared memory: which layout is in it, what each row is XORed with, and whether a descriptor reads it.
//!
//! `link + bytes → Recognized → Facts → scenes → cells`; values of the link are rows of one table.

mod aside;
mod facts;
mod given;
mod held;
mod input;
mod page;
mod picture;
mod scenes;

use crate::browser::file::Bytes;
use crate::check::scenes::SLOTS;
use crate::frame::Form;
use crate::prelude::*;
pub use aside::rows_of;
use facts::{Against, Facts};
use given::{Given, Recognized};
use held::Held;
use swizzle_dump::{Values, *};

/// The styles of the page, which that of a box shares.
pub const STYLE: &str =
    concat!(later_style!(), page_style!("frame.css"), page_style!("dump.css"), page_style!("tma.css"));

loaded_page!(memory, STYLE, |props| {
    let named = match Route::of(props.named.as_deref().unwrap_or_default()) {
        Route::Memory(Some(name)) if name != "dump" => Some(name.chars().take(40).collect::<String>()),
        _ => None,
    };
    html! { <page::Dump ..PageProps { named, ..props } /> }
});
