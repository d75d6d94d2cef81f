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
    let (tile, said, of_reader) = (spec.tile(), &spec.said().tile, &spec.said().reader);
    let whose = match (spec.given(), spec.said().beside.is_empty()) {
        (None, _) => "",
        (Some(_), true) => " (from the descriptor)",
        (Some(_), false) => " (from the first descriptor)",
    };
    let open = |key: &str, is_open: bool, whose: &str| is_open.then(|| phrase(spec, key) + whose);
    let of_tile = [
        open("element", said.element.is_none(), ""),
        open("major", said.major.is_none(), ""),
        open("mn", said.mn.or(said.buffer_mn).is_none(), ""),
        open("k", said.k.or(said.buffer_k).is_none(), ""),
    ];
    let pattern = tile.pattern_bytes % tile.swizzle.pattern_bytes().max(1);
    let has_origin = said.pattern_bytes.is_none() && tile.swizzle != Swizzle::None && pattern != 0;
    let is_of_mma = spec.reader().used_for == Use::Mma;
    let rest = [
        open("swizzle", said.swizzle.is_none(), whose),
        open("start", said.start_bytes.is_none(), whose),
        has_origin.then(|| format!("swizzle pattern origin 0x{pattern:x}{whose}")),
        open("operand", is_of_mma && of_reader.operand.is_none(), ""),
        open("sparsity", is_of_mma && of_reader.sparsity.is_none(), ""),
    ];
    listed_phrases(of_tile.into_iter().flatten().chain(strides(spec)).chain(rest.into_iter().flatten()))
}

/// The inferred atom order and strides, as far as they place the tile's atoms.
fn strides(spec: &Spec) -> Vec<String> {
    let (tile, said) = (spec.tile(), &spec.said().tile);
    let is_open = |stride: &Stride| {
        tile.row_bytes.is_none() && said.stride_bytes(*stride).is_none() && spec.is_read_by_tile(*stride)
    };
    let text = |stride: Stride| {
        let own = if spec.gap_of(stride).is_some() { ", from the descriptor" } else { "" };
        format!("{} {}{own}", stride_name(spec, stride), tile.stride_bytes(stride))
    };
    let Some(texts) = listed_phrases([Stride::Lbo, Stride::Sbo].into_iter().filter(is_open).map(text)) else {
        return Vec::new();
    };
    let order = said.order.is_none().then(|| phrase(spec, "order"));
    let kind = if spec.gap().is_some() { "strides with gaps" } else { "packed strides" };
    order.into_iter().chain([format!("{kind} ({texts})")]).collect()
}
