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
        let onclick = move |_: MouseEvent| browser::copy(&text, said.clone());
        html! { <button type="button" role="menuitem" {title} {onclick}>{ name }</button> }
    };
    let group = |(name, texts): Texts| html! { <div role="group" aria-label={name}><small aria-hidden="true">{ name }</small>{ for texts.into_iter().map(item) }</div> };
    let list = is_open.then(|| {
        let said = copied.map_or_else(|| props.hint.clone(), AttrValue::from);
        html! {
            <div class="pop is-above menu-list">
                <div role="menu" aria-label="Copy as" onkeydown={move_in_menu}>
                    { for props.texts.emit(()).into_iter().map(group) }{ props.more.clone() }
                </div>
                <p class="hint" aria-live="polite">{ said }</p>
            </div>
        }
    });
    html! {
        <span class="field-place" ref={node} {onkeydown}>
            <button type="button" class="button" aria-haspopup="menu" aria-expanded={is_open.to_string()} onclick={sends(&on_open, !is_open)}>{ "Copy as ▾" }</button>
            { maybe(list) }
        </span>
    }
}
