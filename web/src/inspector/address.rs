//! An address in hex and in bits, with those marked that the XOR reads and changes.

use swizzle_core::{AddressBit, BitRole, Trace, address_bits};
use yew::prelude::*;

/// The line of an address.
pub(super) fn address(bytes: u32, trace: &Trace) -> Html {
    let bits: Vec<AddressBit> = address_bits(bytes, trace).collect();
    let binary: String = bits.iter().map(|bit| digit(bit)).collect();
    html! {
        <p class="address">
            <code>{ format!("0x{bytes:x}") }</code>
            <code class="address-bits" role="img" aria-label={format!("binary {binary}")}>
                { for bits.iter().map(bit) }
            </code>
        </p>
    }
}

fn bit(bit: &AddressBit) -> Html {
    let (role, title) = match bit.role {
        BitRole::Kept => (None, None),
        BitRole::Read => (Some("is-read"), Some("read for the phase")),
        BitRole::Changed => (Some("is-changed"), Some("changed by the XOR")),
    };
    // Fours counted from bit 0, as hex digits are.
    let starts_four = (bit.index % 4 == 3).then_some("starts-four");
    html! { <i class={classes!(role, starts_four)} {title}>{ digit(bit) }</i> }
}

const fn digit(bit: &AddressBit) -> &'static str {
    if bit.is_set { "1" } else { "0" }
}
