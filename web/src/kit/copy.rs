//! A menu of texts to copy, in groups.

use super::*;

/// A group of the menu: its name, and its texts by their names.
pub type Texts = (&'static str, Vec<(&'static str, String)>);

/// Properties of [`CopyAs`].
#[derive(Properties, PartialEq)]
pub struct CopyAsProps {
    /// The texts, written when the menu opens.
    pub texts: Callback<(), Vec<Texts>>,
    /// What else can be done.
    #[prop_or_default]
    pub more: Html,
    /// What is said until something is copied.
    #[prop_or_default]
    pub hint: AttrValue,
}

/// The button that opens the menu, and the menu.
#[component]
pub fn CopyAs(props: &CopyAsProps) -> Html {
    let node = use_node_ref();
    let (is_open, on_open, onkeydown) = use_own_pop(&node);
    let (copied, on_copied) = use_value(|| None::<String>);
    let item = |(name, text): (&'static str, String)| {
        let title = text.clone();
        let said = on_copied.reform(move |is_copied| {
            Some(if is_copied { format!("Copied: {name}") } else { "The browser refused to copy".into() })
        });
        let onclick = Callback::from(move |_| browser::copy(&text, said.clone()));
        press("", name, onclick).with("role", "menuitem").with("title", title)
    };
    let group = |(name, texts): Texts| html! { <div role="group" aria-label={name}><small aria-hidden="true">{ name }</small>{ for texts.into_iter().map(item) }</div> };
    let list = is_open.then(|| {
        let said = copied.map_or_else(|| props.hint.clone(), AttrValue::from);
        div(
            "pop is-above menu-list",
            (
                html! { <div role="menu" aria-label="Copy as" onkeydown={move_in_menu}>
                    { for props.texts.emit(()).into_iter().map(group) }{ props.more.clone() }
                </div> },
                p("hint", said).with("aria-live", "polite"),
            ),
        )
    });
    html! {
        <span class="field-place" ref={node} {onkeydown}>
            <button type="button" class="button" aria-haspopup="menu" aria-expanded={is_open.to_string()} onclick={sends(&on_open, !is_open)}>{ "Copy as ▾" }</button>
            { maybe(list) }
        </span>
    }
}

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
    let onclick = Callback::from(move |_| browser::copy(&text, on_copied.reform(Some)));
    let (words, state) = match copied {
        None => ("Copy", None),
        Some(true) => ("Copied", Some("is-done")),
        Some(false) => ("Select it to copy", Some("is-refused")),
    };
    press(
        classes!(props.class, state),
        (
            span("", words).with("aria-live", "polite"),
            span((!props.shows_what).then_some("visually-hidden"), (" ", props.what)),
        ),
        onclick,
    )
}
