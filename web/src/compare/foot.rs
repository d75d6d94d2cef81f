//! The foot: both descriptors in hex, and their bits one under the other, those that differ in frames.

use swizzle_core::Descriptor;
use swizzle_lints::PAIR_NAMES;
use swizzle_text::{bits_text, differing_text};
use yew::prelude::*;

use super::both::Both;
use super::state::{Act, Pair};
use crate::check::bits::{Bits, BitsProps, Hex};
use crate::check::state::Act as Of;
use crate::kit::{CopyButton, maybe};

/// Both descriptors; of the first alone while the second is not known.
pub fn foot(pair: &Pair, both: &Both, on: &Callback<Act>) -> Html {
    let held = both.facts.each_ref().map(|facts| facts.descriptor);
    let shown = if pair.asks { 1 } else { 2 };
    let props = |side: usize| BitsProps {
        facts: both.facts[side].clone(),
        open: pair.sides[side].open,
        against: held[1 - side]
            .filter(|_| shown == 2)
            .map(|other| (PAIR_NAMES[1 - side], other)),
        on: on.reform(move |act: Of| Act::Side(side, act)),
        on_point: Callback::noop(),
    };
    let hex = |side: usize| html! { <div class="row">{ tag(side) }<Hex ..props(side) /></div> };
    let bits = |side: usize| html! { <div role="group" aria-label={format!("Bits of {}", PAIR_NAMES[side])}><Bits ..props(side) /></div> };
    let differing = held[0].zip(held[1]).filter(|_| shown == 2);
    let copy = differing.map(|(first, second)| {
        let differing = first.raw() ^ second.raw();
        html! { <span class="row s"><CopyButton text={format!("{first} {second}")} what="both" shows_what=true class="plain" /><span class="q" title={bits_text(differing)}>{ differing_text(differing) }</span></span> }
    });
    html! {
        <footer class="foot"><div class="stack gap-1">{ for (0..shown).map(hex) }{ maybe(copy) }</div><div class="compare-bits">{ for (0..shown).map(bits) }</div></footer>
    }
}

/// The letter of one of the two.
pub fn tag(side: usize) -> Html {
    html! { <span class="tag is-solid">{ PAIR_NAMES[side] }</span> }
}

/// A descriptor in hex, with the digits marked that another one has otherwise.
pub fn digits(own: Descriptor, other: Option<Descriptor>) -> Html {
    let (own, other) = (own.to_string(), other.unwrap_or(own).to_string());
    let digit = |(own, other): (char, char)| match own == other {
        true => html! { own },
        false => html! { <mark>{ own }</mark> },
    };
    own.chars().zip(other.chars()).map(digit).collect()
}
