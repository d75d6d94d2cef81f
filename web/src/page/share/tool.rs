//! The ways out of a page in a dialog over it; the dialog is loaded when it is opened.

use super::{ShareProps, Sharing, *};
use crate::page::look::Look;

/// Properties of [`ShareOver`].
#[derive(Properties, PartialEq)]
pub struct ShareOverProps {
    /// How the page looks.
    pub look: Look,
    /// Called when it was closed; the same each time.
    pub on_close: Callback<()>,
}

split_point! {
    share: fn load() -> fn(ShareProps) -> Html {
        late_style::add(over_style!("share.css"));
        |props| html! { <Sharing ..props /> }
    }
}

/// The dialog of the page at the present address.
#[component]
pub fn ShareOver(props: &ShareOverProps) -> Html {
    let (arrival, ask) = use_loaded(|| -> Loading<_> { Box::pin(load()) });
    match arrival {
        Some(Ok(draw)) => {
            draw(ShareProps { link: link_now(), look: props.look, on_close: props.on_close.clone() })
        }
        Some(Err(lacking)) => html! { <div role="alert">{ missing(lacking, "This", &ask) }</div> },
        None => Html::default(),
    }
}
