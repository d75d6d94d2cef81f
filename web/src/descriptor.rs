//! The descriptor of the selected step: hex, bits, and a card for each field.

mod bits;
mod card;
mod fixed;
mod tint;

use swizzle_core::{fixed_from_descriptor, readings_from_descriptor, step_caption};
use yew::prelude::*;

use crate::copy_button::CopyButton;
use crate::picture::Picture;
use crate::state::Dispatch;
use bits::bits;
use card::card;
use fixed::fixed;
pub use tint::tint;

/// The descriptor.
pub fn descriptor(picture: &Picture, _: &Dispatch) -> Html {
    let spec = &picture.spec;
    let body = match picture.descriptor {
        Ok(descriptor) => {
            let hex = descriptor.to_string();
            let readings = readings_from_descriptor(spec, descriptor);
            html! {
                <>
                    <p class="descriptor-value">
                        { digits(&hex) }
                        <CopyButton text={hex} what="descriptor" />
                    </p>
                    { bits(descriptor) }
                    <ul role="list" class={format!("descriptor-cards is-of-{}", readings.len())}>
                        { for readings.iter().map(card) }
                    </ul>
                    { fixed(&fixed_from_descriptor(descriptor)) }
                </>
            }
        }
        Err(none) => html! {
            <p class="descriptor-none">
                <strong>{ "There is no descriptor of this tile" }</strong>
                { none.to_string() }
            </p>
        },
    };
    html! {
        <section class="descriptor" aria-labelledby="descriptor-title">
            <header class="descriptor-head">
                <h2 id="descriptor-title">{ "Descriptor" }</h2>
                <span class="descriptor-step">{ step_caption(spec) }</span>
            </header>
            { body }
        </section>
    }
}

/// The hex digits, in fours to the eye and in one piece to the clipboard.
fn digits(hex: &str) -> Html {
    let (prefix, digits) = hex.split_at(2);
    let four = |at: usize| {
        html! { <span class="descriptor-four">{ &digits[at..(at + 4).min(digits.len())] }</span> }
    };
    html! {
        <code class="descriptor-hex">
            <span class="descriptor-prefix">{ prefix }</span>
            { for (0..digits.len()).step_by(4).map(four) }
        </code>
    }
}
