//! The verdict in the title's row: on what was given, with its repairs.

use swizzle_lints::verdict_of_spec;
use swizzle_view::link::Unread;
use yew::prelude::*;

use super::still::Draw;
use crate::control::verdict_line;
use crate::state::{Action, Dispatch};
use crate::view::Picture;

/// Returns the function that draws the verdict on the user's input, given how much of it was not read.
pub fn heading_verdict(unread: Unread) -> Draw {
    match unread {
        Unread::Nothing => |picture, dispatch| draw(picture, Unread::Nothing, dispatch),
        Unread::Part => |picture, dispatch| draw(picture, Unread::Part, dispatch),
        Unread::All => |picture, dispatch| draw(picture, Unread::All, dispatch),
    }
}

/// The verdict, or the first error or warning with its repairs.
fn draw(picture: &Picture, unread: Unread, dispatch: &Dispatch) -> Html {
    let dispatch = dispatch.clone();
    let on_repair = Callback::from(move |said| dispatch.dispatch(Action::Repair(said)));
    let line = verdict_of_spec(&picture.spec, picture.findings()).as_far_as_read(unread);
    verdict_line(&line, &on_repair).into()
}
