//! The bits that belong to no value, in one line.

use swizzle_core::FixedReading;
use yew::prelude::*;

use super::tint::tint;

/// The line of the fixed and unused fields.
pub(super) fn fixed(readings: &[FixedReading]) -> Html {
    html! {
        <ul role="list" class="descriptor-fixed">
            { for readings.iter().map(item) }
        </ul>
    }
}

fn item(reading: &FixedReading) -> Html {
    let field = reading.field;
    let is_right = reading.held == reading.wanted;
    html! {
        <li
            class={classes!(tint(field.id), (!is_right).then_some("is-wrong"))}
            title={format!("{}. Source: {}", field.meaning, field.source)}
        >
            { field.name }{ " " }
            <span class="field-bits">{ field.bits_text() }</span>{ " " }
            <code>{ field.binary_text(reading.held) }</code>
            if !is_right {
                <strong>{ format!(" must be {}", field.binary_text(reading.wanted)) }</strong>
            }
        </li>
    }
}
