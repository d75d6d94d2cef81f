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

/// How the last press went.
#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    Copied,
    Refused,
}

/// The button.
#[component]
pub fn CopyButton(props: &CopyButtonProps) -> Html {
    let (outcome, on_outcome) = use_value(|| None::<Outcome>);
    // The word holds for the text that was copied, and for a moment.
    let (over, said) = (on_outcome.clone(), outcome.map(|_| SAID_MS));
    use_timeout((props.text.clone(), outcome), said, move || over.emit(None));
    let text = props.text.clone();
    let onclick = Callback::from(move |_: MouseEvent| {
        let on_outcome = on_outcome.clone();
        browser::copy(&text, move |is_copied| {
            on_outcome.emit(Some(if is_copied { Outcome::Copied } else { Outcome::Refused }));
        });
    });
    let (words, state) = match outcome {
        None => ("Copy", None),
        Some(Outcome::Copied) => ("Copied", Some("is-done")),
        Some(Outcome::Refused) => ("Select it to copy", Some("is-refused")),
    };
    html! {
        <button type="button" class={classes!(props.class, state)} {onclick}>
            <span aria-live="polite">{ words }</span>
            <span class={(!props.shows_what).then_some("visually-hidden")}>{ " " }{ props.what }</span>
        </button>
    }
}
