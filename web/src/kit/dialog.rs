//! A dialog over the page: the browser's own, which keeps the focus inside, closes with Escape and gives the focus back.

use super::*;
use web_sys::HtmlDialogElement;

/// Properties of [`Dialog`].
#[derive(Properties, PartialEq)]
pub struct DialogProps {
    /// Its heading.
    pub title: &'static str,
    /// What is in it.
    pub children: Html,
    /// Called when it has closed. Another callback opens it anew: it has to be the same each time.
    pub on_close: Callback<()>,
}

/// A dialog with a heading and a button that closes it, open as long as it is there.
#[component]
pub fn Dialog(props: &DialogProps) -> Html {
    let node = use_node_ref();
    use_effect_with(props.on_close.clone(), {
        let node = node.clone();
        move |on_close| {
            let on_close = on_close.clone();
            let dialog = node.cast::<HtmlDialogElement>();
            let listener = dialog.map(|dialog| {
                if !dialog.open() {
                    // Refused only to a dialog outside of the document.
                    let _ = dialog.show_modal();
                }
                EventListener::new(&dialog, "close", move |_| on_close.emit(()))
            });
            move || {
                drop(listener);
                close(&node);
            }
        }
    });
    let on_button = Callback::from({
        let node = node.clone();
        move |_: MouseEvent| close(&node)
    });
    let own = node.clone();
    let onclick = move |event: MouseEvent| {
        // Everything in the dialog is on its one child; the rest is the backdrop.
        if event.target().is_some_and(|target| target.has_type::<HtmlDialogElement>()) {
            close(&own);
        }
    };
    html! {
        <dialog ref={node} class="dialog" aria-modal="true" aria-labelledby="dialog-title" {onclick}>
            <div class="dialog-page">
                <header class="dialog-head"><h2 id="dialog-title">{ props.title }</h2>{ text_button("", "Close", on_button) }</header>
                { props.children.clone() }
            </div>
        </dialog>
    }
}

fn close(node: &NodeRef) {
    if let Some(dialog) = node.cast::<HtmlDialogElement>() {
        dialog.close();
    }
}
