//! The foot: both descriptors in hex, and their bits one under the other, those that differ in frames.

use super::*;
use crate::check::{Bits, BitsProps, Hex};
use swizzle_text::{bits_text, differing_text};

/// Both descriptors; of the first alone while the second is not known. `which` chooses the one whose fields are edited.
pub fn foot(pair: &Pair, both: &Both, which: Html, on: &Callback<Act>) -> Html {
    let held = both.facts.each_ref().map(|facts| facts.descriptor);
    let (shown, at) = if pair.asks { (1, 0) } else { (2, pair.at) };
    let props = |side: usize, opens: usize| BitsProps {
        facts: both.facts[side].clone(),
        open: pair.sides[opens].look.open,
        against: held[1 - side].filter(|_| shown == 2).map(|other| (PAIR_NAMES[1 - side], other, side == 1)),
        over: which.clone(),
        on: on.reform(move |act: Of| match act {
            Of::Open(_) => Act::Side(opens, act),
            _ => Act::Side(side, act),
        }),
        on_point: Callback::noop(),
    };
    let hex = |side: usize| html! { <div class="row">{ tag(side) }<Hex ..props(side, side) /></div> };
    let differing = held[0].zip(held[1]).filter(|_| shown == 2);
    let copy = differing.map(|(first, second)| {
        let differing = first.raw() ^ second.raw();
        html! { <span class="row s apart"><span class="q" title={bits_text(differing)}>{ differing_text(differing) }</span><CopyButton text={format!("{first} {second}")} what="both" shows_what=true /></span> }
    });
    html! {
        <><div class="stack gap-1">{ for (0..shown).map(hex) }{ maybe(copy) }</div><div class="compare-bits" role="group" aria-label={format!("Bits of {}", PAIR_NAMES[at])}><Bits ..props(at, shown - 1) /></div></>
    }
}

/// The letter of one of the two.
pub fn tag(side: usize) -> Html {
    html! { <span class="tag is-solid">{ PAIR_NAMES[side] }</span> }
}
