//! An address as wires: from where the law puts an element before the XOR to its byte, a ring for each XOR; and the same in
//! lines of sum.

use super::*;
use swizzle_infer::trace::{Term, Trace, trace_from_element};
use yew::html::IntoPropValue;

/// The way of a unit from its address to its byte: wires, and the same in lines of sum. `missing` are the rings that a writer left
/// out: a bit each, from the lowest.
pub fn traced(facts: &Facts, unit: Option<u32>, width: f64, missing: u32) -> Html {
    let unit = unit.filter(|unit| facts.has(*unit));
    let (layout, at) = facts.law(unit.unwrap_or(0));
    in_turn((wires(&layout, unit.map(|_| at), width, missing, false), unit.map(|unit| sums_of(facts, unit))))
}

/// Where a bit is in the drawing of wires.
struct Wiring {
    bits: u32,
    pitch: f64,
}

impl Wiring {
    fn x(&self, bit: u32) -> f64 {
        self.pitch * (f64::from(self.bits - 1 - bit) + 0.5)
    }

    /// A bracket over bits, with its words.
    fn brace(&self, bits: (u32, u32), y: f64, words: String, class: &'static str) -> Html {
        let half = self.pitch / 2.0 - 1.5;
        let (from, to) = (self.x(bits.0 + bits.1 - 1) - half, self.x(bits.0) + half);
        let (tip, text) = if y < 100.0 { (4.0, y - 8.0) } else { (-4.0, y + 11.0) };
        tag(
            "g",
            class,
            (
                path("brace", format!("M{from} {}v{}H{to}v{tip}", y + tip, -tip)),
                text_at("words", ((from + to) / 2.0, text), words),
            ),
        )
    }
}

/// From the address of a unit to its byte: a wire for each bit, a ring for each XOR that is not `missing`; without numbers where
/// no unit is followed. A slot that is asked for is not told.
pub fn wires(layout: &Layout, unit: Option<Coord>, width: f64, missing: u32, is_asked: bool) -> Html {
    let trace = trace_from_element(layout, unit.unwrap_or(Coord { mn: 0, k: 0 }));
    let xor = layout.swizzle().xor();
    let before = trace.absolute_bytes;
    // A ring that was left out leaves its bit as it was.
    let kept = before >> (xor.base + xor.shift) & missing & ((1 << xor.bits) - 1);
    let after = trace.address.byte ^ kept << xor.base;
    let slot = ((1 << xor.bits) - 1) << xor.base;
    let asked = if is_asked { slot } else { 0 };
    let bits = (32 - (before | after).leading_zeros()).max(14);
    let wiring = Wiring { bits, pitch: width / f64::from(bits) };
    let class = |bit: u32| match bit {
        _ if (xor.base..xor.base + xor.bits).contains(&bit) => "tint-swizzle",
        _ if (xor.base + xor.shift..xor.base + xor.shift + xor.bits).contains(&bit) => "tint-base",
        _ => "tint-start",
    };
    let is_on = |value: u32, bit: u32| unit.is_some() && value >> bit & 1 == 1;
    let wire = |bit: u32| {
        let lit = (is_on(before, bit) && is_on(after & !asked, bit)).then_some("on");
        path(classes!("w", class(bit), lit), format!("M{} 51V161", wiring.x(bit)))
    };
    let gate = |at: u32| {
        let (from, to) = (wiring.x(xor.base + xor.shift + at), wiring.x(xor.base + at));
        let y = 76 + at * 30;
        let lit = is_on(before, xor.base + xor.shift + at).then_some("on");
        html! {
            <g class={classes!("gate", lit, (missing >> at & 1 == 1).then_some("is-missing"))}>
                { path(classes!("w", "tint-base", lit), format!("M{from} {y}H{}", to - 7.0)) }
                <circle class="dot" cx={from.to_string()} cy={y.to_string()} r="2.5" />
                <circle class="ring" cx={to.to_string()} cy={y.to_string()} r="7" />
                { path("plus", format!("M{} {y}h14M{to} {}v14", to - 7.0, y - 7)) }
            </g>
        }
    };
    let chip = |y: f64, value: u32, bit: u32, asked: u32| {
        let (x, is_asked) = (wiring.x(bit), asked >> bit & 1 == 1);
        let lit = is_on(value, bit) && !is_asked;
        let text = if is_asked { "?".into() } else { u8::from(lit).to_string() };
        let block = [x - wiring.pitch / 2.0 + 1.5, y - 11.0, wiring.pitch - 3.0, 22.0];
        tag("g", class(bit), digit(lit, block, (x, y + 0.5), unit.map(|_| text)))
    };
    let shown = Some(after).filter(|_| !is_asked);
    let braces = unit.filter(|_| xor.bits > 0).map(|_| braces(&wiring, &trace, xor.bits, shown));
    div(
        "trace",
        html! { <svg class={classes!("wires", unit.is_none().then_some("ghost"))} width={width.to_string()} height="210" aria-hidden="true">
            { for (0..bits).map(wire) }{ for (0..xor.bits).map(gate) }
            { for (0..bits).map(|bit| chip(40.0, before, bit, 0)) }{ for (0..bits).map(|bit| chip(172.0, after, bit, asked)) }
            { braces }
        </svg> },
    )
}

/// A digit in its box, lit where it counts.
pub fn digit(
    is_lit: bool,
    [x, y, width, height]: [f64; 4],
    at: (f64, f64),
    text: Option<impl IntoPropValue<Html>>,
) -> Html {
    let (class, lit) = if is_lit { ("bit1", Some("on")) } else { ("bit0", None) };
    html! { <><rect {class} x={x.to_string()} y={y.to_string()} width={width.to_string()} height={height.to_string()} rx="4" />{ text.map(|text| text_at(classes!("bt", lit), at, text)) }</> }
}

/// What the bits around the XOR are.
fn braces(wiring: &Wiring, trace: &Trace, bits: u32, after: Option<u32>) -> Html {
    let part = |value: u32, at: u32| value >> at & ((1 << bits) - 1);
    let (low, high) = (trace.changed_bits.0, trace.phase_bits.0);
    let before = trace.absolute_bytes;
    let slot = after.map_or("?".into(), |after| part(after, low).to_string());
    in_turn((
        wiring.brace((high, bits), 20.0, format!("line {}", part(before, high)), "tint-base"),
        wiring.brace((low, bits), 20.0, format!("unit {}", part(before, low)), "tint-swizzle"),
        wiring.brace((low, bits), 192.0, format!("slot {slot}"), "tint-swizzle"),
    ))
}

/// The same in lines of sum.
pub fn sums(layout: &Layout, at: Coord, is_wrong: bool, more: Option<Html>) -> Html {
    let trace = trace_from_element(layout, at);
    let (before, after) = (trace.absolute_bytes, trace.address.byte);
    let (from, terms) =
        trace.terms.split_first().map_or((None, &[][..]), |(first, rest)| (Some(first), rest));
    let term = |term: &Term| {
        let class = term.field.map(|id| if is_wrong { "bad b" } else { tint(id) });
        in_turn(("\u{2009}+\u{2009}", span(classes!(class, "tinted-term"), term.formula.replace(' ', ""))))
    };
    html! {
        <div class="kv">
            <span>{ "address" }</span><span>{ for from.map(|from| format!("{:#x}", from.bytes)) }{ for terms.iter().rev().filter(|term| term.bytes > 0).map(term) }</span><span>{ format!("{before:#x}") }</span>
            <span>{ "XOR" }</span><span>{ format!("unit {} ⊕ {} = slot {}", before / 16 % 8, trace.phase, after / 16 % 8) }</span><span>{ format!("{:#x}", trace.phase << trace.changed_bits.0) }</span>
            <span>{ "byte" }</span><span>{ format!("banks {}–{}", trace.banks.0, trace.banks.1) }</span>{ span(if is_wrong { "b bad" } else { "b" }, format!("{after:#x}")) }
            { for more }
        </div>
    }
}

/// The lines of a unit of Check, with what is read instead.
pub fn sums_of(facts: &Facts, unit: u32) -> Html {
    let (layout, at) = facts.law(unit);
    let place = |unit: u32| format!("row {}, unit {}", unit / facts.units[0], unit % facts.units[0]);
    let holds = facts.source(unit).map_or_else(|| "memory outside of the tile".into(), place);
    let is_wrong = facts.is_wrong(unit);
    let more = is_wrong.then(|| {
        in_turn((
            span("", "holds"),
            span("bad", holds),
            span("", ()),
            span("", "expected"),
            span("", place(unit)),
            span("", format!("{:#x}", facts.bytes[unit as usize])),
        ))
    });
    sums(&layout, at, is_wrong, more)
}

/// Tops and heights of the cells of K, and of what is stored of them.
const K: (f64, f64) = (24.0, 30.0);
const STORED: (f64, f64) = (98.0, 30.0);

/// Four groups of K, the bits of metadata over each, and below them what is stored.
pub fn metadata(k: SparseK, width: f64) -> Html {
    let cells = k.group.min(4);
    let (each, side) = (k.group / cells, width / f64::from(4 * cells));
    let cell = |at: u32, wide: f64, (y, height): (f64, f64), text: Option<u32>| {
        let x = f64::from(at) * wide;
        let words = text.map_or_else(|| "·".into(), |text| text.to_string());
        let block = [x + 1.0, y, wide - 2.0, height];
        tag("g", "tint-sbo", digit(text.is_some(), block, (x + wide / 2.0, y + height / 2.0), Some(words)))
    };
    let group = |(group, (bits, kept)): (u32, (u32, [u32; 2]))| {
        let kept = &kept[..cells as usize / 2];
        let own = |at: u32| cell(group * cells + at, side, K, kept.contains(&at).then_some(at * each));
        let stored = |(slot, at): (u32, &u32)| {
            let slot = group * cells / 2 + slot;
            let [x, to] = [f64::from(group * cells + at) + 0.5, f64::from(2 * slot) + 1.0];
            let (x, to, y, end) = (x * side, to * side, K.0 + K.1, STORED.0);
            let middle = (y + end) / 2.0;
            in_turn((
                path("w", format!("M{x} {y}C{x} {middle} {to} {middle} {to} {end}")),
                cell(slot, 2.0 * side, STORED, Some((group * cells + at) * each)),
            ))
        };
        let middle = (f64::from(group) + 0.5) * f64::from(cells) * side;
        in_turn((
            text_at("bt tint-lbo tinted", (middle, 8.0), format!("{bits:#x}")),
            (0..cells).map(own),
            (0..).zip(kept).map(stored),
        ))
    };
    div(
        "trace",
        html! { <svg class="wires" width={width.to_string()} height="130" aria-hidden="true">{ for (0..).zip(k.example()).map(group) }</svg> },
    )
}
