//! An address in hex and in bits, with those marked that the XOR reads and changes.

use swizzle_core::reader::Trace;
use swizzle_core::words::{AddressBit, BitRole, address_bits};

use crate::element::{Attr, Element, el};

/// The line of an address.
pub fn address(bytes: u32, trace: &Trace) -> Element {
    let bits: Vec<AddressBit> = address_bits(bytes, trace).collect();
    let binary: String = bits.iter().map(|bit| digit(bit)).collect();
    let code = el("code")
        .class("address-bits")
        .attr(Attr::Role, "img")
        .attr(Attr::AriaLabel, format!("binary {binary}"))
        .children(bits.iter().map(bit));
    el("p")
        .class("address")
        .child(el("code").child(format!("0x{bytes:x}")))
        .child(code)
}

fn bit(bit: &AddressBit) -> Element {
    let (role, title) = match bit.role {
        BitRole::Kept => ("", None),
        BitRole::Read => ("is-read", Some("read for the phase")),
        BitRole::Changed => ("is-changed", Some("changed by the XOR")),
    };
    // Fours counted from bit 0, as hex digits are.
    let starts_four = bit.index % 4 == 3;
    el("i")
        .class_if(!role.is_empty(), role)
        .class_if(starts_four, "starts-four")
        .attr(Attr::Title, title)
        .child(digit(bit))
}

const fn digit(bit: &AddressBit) -> &'static str {
    if bit.is_set { "1" } else { "0" }
}
