//! The one kit of controls: each shows a [`Row`], a value that can be changed, and sends [`Change`]s of it. Which control a row
//! has follows from its values and from the room that there is.

mod controls;
mod copy_as;
mod copy_button;
mod dialog;
mod hooks;
pub mod icon;
mod parts;
mod shared;
mod tint;

pub use controls::{
    On, OwnWord, TextWord, editor, field, more, option, segments, switch, tabs, thumbnail, word,
};
pub use copy_as::{CopyAs, Texts};
pub use copy_button::CopyButton;
pub use dialog::Dialog;
pub use hooks::{move_in_menu, use_key_acts, use_outside, use_page_keys, use_window};
pub use icon::icon;
pub use parts::{
    button, close, code_lines, heads, in_groups, keys, maybe, noticed, opener, p, pin, plain, pop,
    sends, table, text_button, titled,
};
pub use shared::Shared;
pub use swizzle_params::{Change, Choice, Row, Values};
pub use tint::tint;
