//! A card: one field, what it holds, what that does here, and who says so.

use swizzle_core::{Effect, FieldReading};
use yew::prelude::*;

use super::tint::tint;

/// The card of a field.
pub(super) fn card(reading: &FieldReading) -> Html {
    let field = reading.field;
    let state = match reading.effect {
        Effect::Used => "is-used",
        Effect::Unused => "is-idle",
        Effect::Invalid => "is-invalid",
    };
    html! {
        <li key={field.low} class={classes!("field", tint(field.id), state)}>
            <div class="field-head">
                <h3>{ field.name }</h3>
                <span class="field-bits">{ field.bits_text() }</span>
                <span class="field-badge">{ reading.effect.name() }</span>
            </div>
            <p class="field-value">
                <b>{ &reading.value }</b>
                <span class="field-raw">{ "field " }<b>{ reading.raw }</b></span>
            </p>
            <p class="field-meaning">{ &reading.meaning }</p>
            if let Some(formula) = &reading.formula {
                <code class="field-formula">{ formula }</code>
            }
            <dl class="field-sources">
                { for reading.isa.as_ref().map(|text| source("ISA", text)) }
                { for reading.measured.as_ref().map(|text| source("Measured", text)) }
            </dl>
        </li>
    }
}

fn source(name: &'static str, text: &str) -> Html {
    html! { <div><dt>{ name }</dt><dd>{ text }</dd></div> }
}
