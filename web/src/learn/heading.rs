//! The heading of a page.

use std::cell::Cell;

use yew::prelude::*;

use crate::browser;
use crate::element::{Attr, el};

thread_local! {
    /// Whether no page of the lessons was shown yet.
    static IS_FIRST: Cell<bool> = const { Cell::new(true) };
}

/// Properties of [`Heading`].
#[derive(Properties, PartialEq)]
pub(super) struct HeadingProps {
    /// What it says.
    pub words: &'static str,
}

/// The heading of a page that came in place of another takes the focus: what was pressed to come here is gone, and
/// reading goes on at the top. The first page leaves it where the browser has it.
#[component]
pub(super) fn Heading(props: &HeadingProps) -> Html {
    use_effect_with((), |()| {
        if !IS_FIRST.replace(false) {
            browser::focus("main h1");
        }
    });
    el("h1")
        .attr(Attr::Tabindex, "-1")
        .child(props.words)
        .into()
}
