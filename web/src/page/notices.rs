//! Strips under the bar: what of a link could not be opened, and what of the page could not be loaded.

use swizzle_view::Notice;
use yew::prelude::*;

use super::load::{self, Missing};
use crate::control::{Button, button};
use crate::element::{Attr, Element, el};
use crate::state::{Action, Dispatch};

/// Notices that are told one by one.
const MOST: usize = 5;

/// Characters of a part that are quoted, and of the reason, which may quote it again.
const QUOTED: usize = 80;
const SAID: usize = 240;

/// A text, or its beginning where a link brings more than is worth showing.
fn cut_to(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// A strip under the bar; nothing while everything could be opened.
pub fn notices(notices: &[Notice], dispatch: Dispatch) -> Html {
    if notices.is_empty() {
        return Html::default();
    }
    let dismiss = button(Button {
        words: "Dismiss",
        on_click: Callback::from(move |_| dispatch.dispatch(Action::DismissNotices)),
        ..Button::default()
    });
    listed(notices).child(dismiss).into()
}

/// Lists the parts that could not be opened.
pub fn listed(notices: &[Notice]) -> Element {
    let item = |notice: &Notice| {
        el("li")
            .child(el("code").child(cut_to(&notice.part, QUOTED)))
            .child(" ")
            .child(cut_to(&notice.why, SAID))
    };
    let more = notices.len().saturating_sub(MOST);
    let more = (more > 0).then(|| el("p").child(format!("… and {more} more")));
    el("section")
        .class("notices")
        .attr(Attr::Role, "alert")
        .child(el("h2").child("Part of this link was ignored"))
        .child(el("ul").children(notices.iter().take(MOST).map(item)))
        .child(more)
}

/// Reports the parts of the page that could not be loaded, with a button that tries again.
pub fn not_loaded(missing: Missing, ask: &Callback<()>) -> Html {
    let what = "The parameters, the descriptor's bits, the box, findings and figures";
    el("section")
        .class("notices")
        .attr(Attr::Role, "alert")
        .child(load::missing(missing, what, ask))
        .into()
}

#[cfg(test)]
mod tests {
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn what_a_link_quotes_is_cut_between_letters() {
        assert_eq!(cut_to("short", QUOTED), "short");
        let long = "ü".repeat(200);
        assert_eq!(cut_to(&long, QUOTED), format!("{}…", "ü".repeat(80)));
    }
}
