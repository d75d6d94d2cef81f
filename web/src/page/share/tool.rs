//! The button of a bar that opens the ways out of its page; the dialog is loaded when it is pressed.

use yew::prelude::*;

use super::{ShareProps, Sharing};
use crate::browser::late_style;
use crate::control::{Button, button};
use crate::element::{Attr, el, fragment};
use crate::hooks::{link_now, use_value};
use crate::page::load::{Loading, missing, split_point, use_loaded};
use crate::page::look::Look;
use crate::page::over::Over;

/// Properties of [`ShareTool`].
#[derive(Properties, PartialEq)]
pub struct ShareToolProps {
    /// How the page looks.
    pub look: Look,
}

split_point! {
    share: fn load() -> fn(ShareProps) -> Html {
        late_style::add(style!("dialog.css"));
        |props| html! { <Sharing ..props /> }
    }
}

/// The button, and the dialog while it is open.
#[component]
pub fn ShareTool(props: &ShareToolProps) -> Html {
    let (over, on_over) = use_value(|| None::<Over>);
    let open = button(Button {
        words: "Share…",
        on_click: on_over.reform(|_| Some(Over::Share)),
        ..Button::default()
    });
    let dialog = over.is_some().then(|| {
        let props = ShareProps {
            link: link_now(),
            theme: props.look.theme,
            palette: props.look.palette,
            on_close: on_over,
        };
        html! { <Coming ..props /> }
    });
    fragment().child(open).child(dialog).into()
}

#[component]
fn Coming(props: &ShareProps) -> Html {
    let (arrival, ask) = use_loaded(|| -> Loading<_> { Box::pin(load()) });
    match arrival {
        Some(Ok(draw)) => draw(props.clone()),
        Some(Err(lacking)) => el("div")
            .attr(Attr::Role, "alert")
            .child(missing(lacking, "This", &ask))
            .into(),
        None => Html::default(),
    }
}
