//! A button, in one place for all.

use yew::prelude::*;

/// What a button shows and does.
#[derive(Default)]
pub struct Button {
    /// What is on it.
    pub words: &'static str,
    /// Its style.
    pub class: &'static str,
    /// What it is called where its words do not say enough.
    pub name: Option<String>,
    /// The key that does the same.
    pub keys: Option<&'static str>,
    /// Whether it does nothing now.
    pub is_off: bool,
    /// Whether it is in force, for a button that stays pressed.
    pub is_pressed: Option<bool>,
    /// Called when it is pressed.
    pub on_click: Callback<MouseEvent>,
}

/// The button.
pub fn button(button: Button) -> Html {
    let class = if button.class.is_empty() {
        "button"
    } else {
        button.class
    };
    html! {
        <button
            type="button"
            {class}
            aria-label={button.name}
            title={button.keys}
            disabled={button.is_off}
            aria-pressed={button.is_pressed.map(|is_pressed| if is_pressed { "true" } else { "false" })}
            onclick={button.on_click}
        >
            { button.words }
        </button>
    }
}
