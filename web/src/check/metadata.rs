//! What a sparse tile stores: units of four groups of K, by an example of their metadata.

use super::*;

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
        html! { <g class="tint-sbo">{ digit(text.is_some(), block, (x + wide / 2.0, y + height / 2.0), Some(words)) }</g> }
    };
    let group = |(group, (bits, kept)): (u32, (u32, [u32; 2]))| {
        let kept = &kept[..cells as usize / 2];
        let own = |at: u32| cell(group * cells + at, side, K, kept.contains(&at).then_some(at * each));
        let stored = |(slot, at): (u32, &u32)| {
            let slot = group * cells / 2 + slot;
            let [x, to] = [f64::from(group * cells + at) + 0.5, f64::from(2 * slot) + 1.0];
            let (x, to, y, end) = (x * side, to * side, K.0 + K.1, STORED.0);
            let middle = (y + end) / 2.0;
            html! { <>{ path("w", format!("M{x} {y}C{x} {middle} {to} {middle} {to} {end}")) }{ cell(slot, 2.0 * side, STORED, Some((group * cells + at) * each)) }</> }
        };
        let middle = (f64::from(group) + 0.5) * f64::from(cells) * side;
        html! { <>{ text_at("bt tint-lbo tinted", (middle, 8.0), format!("{bits:#x}")) }{ for (0..cells).map(own) }{ for (0..).zip(kept).map(stored) }</> }
    };
    html! { <div class="trace"><svg class="wires" width={width.to_string()} height="130" aria-hidden="true">{ for (0..).zip(k.example()).map(group) }</svg></div> }
}
