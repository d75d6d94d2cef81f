//! Text on the inferred values that a verdict depends on.

use super::*;

/// The inferred values of tile and reader, and which of them come from the descriptor; `None` where all are specified.
///
/// ```
/// use swizzle_text::rests_on_text;
/// use swizzle_core::{Arch, Descriptor, Element, Major, Operand, Said, SaidReader, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { element: Some(Element::Bf16), major: Some(Major::K), mn: Some(128), k: Some(64), ..SaidTile::default() };
/// let reader = SaidReader { operand: Some(Operand::B), ..SaidReader::default() };
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040);
/// let spec = spec_from_said(&Said { tile, reader, ..Said::default() }.with_given(given))?;
/// assert_eq!(
///     rests_on_text(&spec).unwrap(),
///     "atom order along MN first, packed strides (SBO 1024), 128B swizzle (from the descriptor), start 0x400 (from the descriptor), dense",
/// );
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn rests_on_text(spec: &Spec) -> Option<String> {
    let (tile, reader, said) = (spec.tile(), spec.reader(), &spec.said().tile);
    let of_reader = &spec.said().reader;
    let whose = match (spec.given(), spec.said().beside.is_empty()) {
        (None, _) => "",
        (Some(_), true) => " (from the descriptor)",
        (Some(_), false) => " (from the first descriptor)",
    };
    let is_of_mma = reader.used_for == Use::Mma;
    let open = |rows: &[(&str, bool)], whose: &str| -> Vec<String> {
        let open = rows.iter().filter(|(_, is_open)| *is_open);
        open.map(|(key, _)| phrase(spec, key) + whose).collect()
    };
    let mut parts = open(
        &[
            ("element", said.element.is_none()),
            ("major", said.major.is_none()),
            ("mn", said.mn.or(said.buffer_mn).is_none()),
            ("k", said.k.or(said.buffer_k).is_none()),
        ],
        "",
    );
    parts.extend(strides(spec));
    parts.extend(open(&[("swizzle", said.swizzle.is_none()), ("start", said.start_bytes.is_none())], whose));
    let pattern = tile.pattern_bytes % tile.swizzle.pattern_bytes().max(1);
    if said.pattern_bytes.is_none() && tile.swizzle != Swizzle::None && pattern != 0 {
        parts.push(format!("swizzle pattern origin 0x{pattern:x}{whose}"));
    }
    parts.extend(open(
        &[
            ("operand", is_of_mma && of_reader.operand.is_none()),
            ("sparsity", is_of_mma && of_reader.sparsity.is_none()),
        ],
        "",
    ));
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// The inferred atom order and strides, as far as they place the tile's atoms.
fn strides(spec: &Spec) -> Vec<String> {
    let (tile, said) = (spec.tile(), &spec.said().tile);
    if tile.row_bytes.is_some() {
        return Vec::new();
    }
    let is_open = |stride: &Stride| said.stride_bytes(*stride).is_none() && spec.is_read_by_tile(*stride);
    let open: Vec<Stride> = [Stride::Lbo, Stride::Sbo].into_iter().filter(is_open).collect();
    let text = |stride: &Stride| {
        let bytes = tile.stride_bytes(*stride);
        let own = spec.gap_of(*stride).map_or("", |_| ", from the descriptor");
        format!("{} {bytes}{own}", stride_name(spec, *stride))
    };
    let texts = joined(open.iter().map(text), ", ");
    let mut parts = Vec::new();
    if said.order.is_none() && !open.is_empty() {
        parts.push(phrase(spec, "order"));
    }
    if !texts.is_empty() {
        let kind = match spec.gap() {
            Some(_) => "strides with gaps",
            None => "packed strides",
        };
        parts.push(format!("{kind} ({texts})"));
    }
    parts
}
