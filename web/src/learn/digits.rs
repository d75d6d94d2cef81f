//! The digits of a descriptor, each over its four bits, in the colours of the fields.

use super::*;
use swizzle_core::Field;

/// A descriptor, digit by digit, each over its four bits in the colours of the fields; and the bits of each field.
pub fn digits_of(descriptor: Descriptor) -> Html {
    let fields = Descriptor::fields(descriptor.chip());
    let bit_text = |bit: u8| (descriptor.raw() >> bit & 1).to_string();
    let bit = |bit: u8| {
        let field = fields.iter().find(|field| (field.low..=field.high()).contains(&bit));
        html! { <i class={classes!(field.map(|field| tint(field.id)))}>{ bit_text(bit) }</i> }
    };
    let digit = |low: u8| {
        html! { <li><b>{ format!("{:x}", descriptor.raw() >> low & 0xf) }</b><span>{ for (low..low + 4).rev().map(bit) }</span><small>{ low }</small></li> }
    };
    let name = |field: &Field| {
        // In groups of four from its lowest bit, as a number.
        let group = |at: u8| {
            if at > field.low && (at - field.low).is_multiple_of(4) { " " } else { "" }
        };
        let bits: String = (field.low..=field.high()).rev().map(|at| bit_text(at) + group(at)).collect();
        html! { <li class={tint(field.id)}><span class="tinted">{ field.name }</span><small>{ format!("bits {}–{}", field.high(), field.low) }</small><code>{ bits }</code></li> }
    };
    let named = fields.iter().rev().filter(|field| field.fixed.is_none());
    html! {
        <div class="learn-digits">
            <ol aria-label="Digits, each with its bits and the lowest of them">{ for (0..64).step_by(4).rev().map(digit) }</ol>
            <ul aria-label="Fields">{ for named.map(name) }</ul>
        </div>
    }
}
