//! What of a link could not be opened, and why.

use swizzle_core::Notice;
use yew::prelude::*;

use crate::button::{Button, button};
use crate::state::{Action, Dispatch};

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
    html! {
        <section class="notices" role="alert">
            <h2>{ "Not all of this link could be opened" }</h2>
            <ul>
                { for notices.iter().map(|notice| html! {
                    <li><code>{ &notice.part }</code>{ " " }{ &notice.why }</li>
                }) }
            </ul>
            { dismiss }
        </section>
    }
}
