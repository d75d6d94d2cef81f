//! Place where reading goes on when one page of the lessons replaces another.

use std::cell::{Cell, RefCell};

use yew::prelude::*;

use crate::browser;

thread_local! {
    /// Whether no page of the lessons was shown yet.
    static IS_FIRST: Cell<bool> = const { Cell::new(true) };
    /// The address of the page that came last.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Gives the focus to the title of a page that replaces another, since what was pressed to come here is gone. The first
/// page leaves the focus where the browser put it.
#[component]
pub(super) fn Arrived() -> Html {
    use_effect_with((), |()| {
        // The code that draws a figure may load after its page: by then the reader may have gone on.
        let hash = browser::hash();
        let is_same = LAST.replace(hash.clone()) == hash;
        let has_gone_on = is_same && browser::is_there("*:focus");
        if !IS_FIRST.replace(false) && !has_gone_on {
            browser::focus("main h1");
        }
    });
    Html::default()
}
