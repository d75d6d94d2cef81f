//! The one kit of controls: each shows a [`Row`], a value that can be changed, and sends [`Change`]s of it. Which control a row
//! has follows from its values and from the room that there is.

mod controls;
mod hooks;
mod parts;
mod row;
mod shared;
mod tint;

pub use controls::{
    On, OwnWord, TextWord, editor, field, more, option, segments, switch, thumbnail, word,
};
pub use hooks::{move_in_menu, on_control, use_key_acts, use_outside, use_page_keys, use_window};
pub use parts::{
    button, close, heads, icon, in_groups, keys, maybe, noticed, p, pin, sends, table, text_button,
    titled,
};
pub use row::{Change, Choice, Row, Values};
pub use shared::Shared;
pub use tint::tint;
