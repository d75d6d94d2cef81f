//! Compare: two layouts in the frame of Check. The squares are what A and what B reads, their bits are one under the other.
//!
//! `link → Pair → Both → scenes → cells`; each side is a [`Desk`](crate::check::state::Desk) of Check, and what changes one of
//! them is an act of Check.

mod ask;
mod both;
mod page;
mod state;
#[cfg(test)]
mod tests;

use crate::browser;
use crate::check::Dress;
use crate::check::state::Act as Of;
use crate::frame::Look;
use crate::prelude::*;
use both::Both;
use state::{Act, Pair};

// In one file with the embedded figure, which is as small. It reads its address itself.
loaded_page!(
    pages,
    concat!(later_style!(), page_style!("compare.css")),
    |props| html! { <page::Compare ..props /> }
);
