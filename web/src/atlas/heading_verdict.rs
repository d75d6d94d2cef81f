//! The verdict in the title's row: on what was given, with its repairs.

use swizzle_core::rules::verdict_of_spec;
use yew::prelude::*;

use crate::control::verdict_line;
use crate::state::{Action, Dispatch};
use crate::view::Picture;

/// The verdict on what was given, or the first error or warning with its repairs.
pub fn heading_verdict(picture: &Picture, dispatch: &Dispatch) -> Html {
    let dispatch = dispatch.clone();
    let on_repair = Callback::from(move |said| dispatch.dispatch(Action::Repair(said)));
    let line = verdict_of_spec(&picture.spec, picture.findings());
    verdict_line(&line, &on_repair).into()
}
