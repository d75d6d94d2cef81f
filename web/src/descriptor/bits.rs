//! The 64 bits, bracketed and coloured by field.

use swizzle_core::{Descriptor, Field};
use yew::prelude::*;

use super::tint::{short_name, tint};

/// Bits that stay together on a line.
const GROUP: u8 = 16;

/// The bits of one field that lie in one group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Segment {
    field: Field,
    high: u8,
    low: u8,
}

/// The row of bits, from 63 down.
pub(super) fn bits(descriptor: Descriptor) -> Html {
    let groups = (0..64 / GROUP).rev().map(|index| group(descriptor, index));
    html! {
        <div class="bits" role="img" aria-label={spoken(descriptor)}>{ for groups }</div>
    }
}

fn group(descriptor: Descriptor, index: u8) -> Html {
    let (high, low) = (index * GROUP + GROUP - 1, index * GROUP);
    html! {
        <div class="bits-group">
            <div class="bits-numbers"><span>{ high }</span><span>{ low }</span></div>
            <div class="bits-row">
                { for segments(descriptor, high, low).into_iter().map(|at| segment(descriptor, at)) }
            </div>
        </div>
    }
}

fn segment(descriptor: Descriptor, at: Segment) -> Html {
    let bit = |index: u8| {
        let is_set = descriptor.raw() >> index & 1 == 1;
        let is_wrong = descriptor.decode().stray_bits >> index & 1 == 1;
        let states = [is_set.then_some("is-set"), is_wrong.then_some("is-wrong")];
        html! {
            <span class={classes!("bit", states.to_vec())}>
                { if is_set { "1" } else { "0" } }
            </span>
        }
    };
    let width = at.high - at.low + 1;
    // A field cut in two by the groups has its name under the wider part.
    let has_name = width * 2 > at.field.width;
    html! {
        <div
            class={classes!("bits-field", tint(at.field.id))}
            style={format!("--bits:{width}")}
            title={words(descriptor, at.field)}
        >
            { for (at.low..=at.high).rev().map(bit) }
            <span class="bits-name">{ if has_name { short_name(at.field.id) } else { "" } }</span>
        </div>
    }
}

/// A field with its value, as the tooltip and a screen reader say it.
fn words(descriptor: Descriptor, field: Field) -> String {
    let value = descriptor.get(field.id);
    let noun = if field.width == 1 { "bit" } else { "bits" };
    format!(
        "{}, {noun} {}: {} = {value}",
        field.name,
        field.bits_text(),
        field.binary_text(value)
    )
}

fn spoken(descriptor: Descriptor) -> String {
    let fields = Descriptor::fields(descriptor.arch()).iter().rev();
    let words: Vec<_> = fields.map(|field| words(descriptor, *field)).collect();
    words.join("; ")
}

fn segments(descriptor: Descriptor, high: u8, low: u8) -> Vec<Segment> {
    Descriptor::fields(descriptor.arch())
        .iter()
        .rev()
        .filter(|field| field.low <= high && field.high() >= low)
        .map(|field| Segment {
            field: *field,
            high: field.high().min(high),
            low: field.low.max(low),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use swizzle_core::{Arch, Named as _};
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn every_bit_once() {
        for arch in Arch::ALL {
            let descriptor = Descriptor::new(*arch, 0);
            let bits: Vec<u8> = [(63, 48), (47, 32), (31, 16), (15, 0)]
                .into_iter()
                .flat_map(|(high, low)| segments(descriptor, high, low))
                .flat_map(|at| (at.low..=at.high).rev())
                .collect();
            assert_eq!(bits, (0..64).rev().collect::<Vec<u8>>());
        }
    }
}
