//! The format of links, and all routes of the page. Links open for ever.

mod defaults;
mod keys;
mod pair;
mod read;
mod route;
mod write;

pub(crate) use keys::key_named;
pub use keys::link_keys;
pub use pair::{link_from_pair, pair_from_link, pair_to_open, pair_with_itself};
pub use read::{Notice, Opened, shown_from_link};
pub use route::{Route, build_address, figure_address};
pub use write::link_from_shown;
