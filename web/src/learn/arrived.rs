//! Where reading goes on when one page of the lessons comes in place of another.

use std::cell::Cell;

use yew::prelude::*;

use crate::browser;

thread_local! {
    /// Whether no page of the lessons was shown yet.
    static IS_FIRST: Cell<bool> = const { Cell::new(true) };
}

/// Gives the focus to the title of a page that came in place of another: what was pressed to come here is gone. The first
/// page leaves it where the browser has it.
#[component]
pub(super) fn Arrived() -> Html {
    use_effect_with((), |()| {
        if !IS_FIRST.replace(false) {
            browser::focus("main h1");
        }
    });
    Html::default()
}
