//! A button that copies a text and says so.

use super::*;

/// How long the button says that it has copied.
const SAID_MS: u32 = 2000;

/// Properties of [`CopyButton`].
#[derive(Properties, PartialEq)]
pub struct CopyButtonProps {
    /// The text to copy.
    pub text: AttrValue,
    /// Name of what is copied: “Copy …” is the button's name for readers who do not see where it is.
    pub what: &'static str,
    /// Whether the name is shown as well.
    #[prop_or_default]
    pub shows_what: bool,
    /// Its look.
    #[prop_or("button copy-button")]
    pub class: &'static str,
}

/// The button.
#[component]
pub fn CopyButton(props: &CopyButtonProps) -> Html {
    let (copied, on_copied) = use_value(|| None::<bool>);
    // The word holds for the text that was copied, and for a moment.
    let (over, said) = (on_copied.clone(), copied.map(|_| SAID_MS));
    use_timeout((props.text.clone(), copied), said, move || over.emit(None));
    let text = props.text.clone();
    let onclick = move |_: MouseEvent| browser::copy(&text, on_copied.reform(Some));
    let (words, state) = match copied {
        None => ("Copy", None),
        Some(true) => ("Copied", Some("is-done")),
        Some(false) => ("Select it to copy", Some("is-refused")),
    };
    html! {
        <button type="button" class={classes!(props.class, state)} {onclick}>
            <span aria-live="polite">{ words }</span>
            <span class={(!props.shows_what).then_some("visually-hidden")}>{ " " }{ props.what }</span>
        </button>
    }
}
