//! What Check makes of links and edits, asked without a document: state, rows and scenes are values.

mod edits;
mod pictures;
mod rows;

use swizzle_view::{link_from_shown, shown_from_link};

use super::facts::Facts;
use super::state::Desk;

/// The state of a link that opens wholly.
fn desk(link: &str) -> Desk {
    let desk = Desk::from_address(link);
    assert_eq!(desk.notices, [], "{link}");
    desk
}

/// What follows from the values in view.
fn facts(desk: &Desk) -> Facts {
    Facts::of(desk.in_view()).expect("a tile")
}

/// The link of a state, which opens as that state again.
fn link(desk: &Desk) -> String {
    let link = link_from_shown(&desk.shown);
    let opened = shown_from_link(&link);
    assert_eq!((opened.shown, opened.notices), (desk.shown, Vec::new()));
    link
}
