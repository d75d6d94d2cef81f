//! The format of links, and all routes.

mod one;
mod pair;

pub use one::{
    LinkState, Notice, Opened, descriptor_from_hex, link_from_state, link_keys, number_from_text,
    set_by_key, state_from_link,
};
pub use pair::{link_from_pair, pair_from_link, pair_with_itself};
