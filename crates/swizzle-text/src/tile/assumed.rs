//! Text on the inferred values that a verdict depends on.

use crate::tile::gap::stride_name;
use swizzle_core::hardware::{Named as _, Use};
use swizzle_core::law::{Stride, Swizzle};
use swizzle_core::reader::Spec;

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
    let mut parts = of_form(spec);
    parts.extend(strides(spec));
    parts.extend(of_given(spec));
    parts.extend(of_reader(spec));
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn of_form(spec: &Spec) -> Vec<String> {
    let (tile, said) = (spec.tile(), &spec.said().tile);
    let mut parts = Vec::new();
    if said.element.is_none() {
        parts.push(tile.element.name().into());
    }
    if said.major.is_none() {
        parts.push(tile.major.operand_name(spec.reader().operand).into());
    }
    if said.mn.or(said.buffer_mn).is_none() {
        let letter = spec.reader().operand.mn_letter();
        parts.push(format!("{letter} = {}", tile.mn));
    }
    if said.k.or(said.buffer_k).is_none() {
        parts.push(format!("K = {}", tile.k));
    }
    parts
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
    let texts: Vec<String> = open.iter().map(text).collect();
    let mut parts = Vec::new();
    if said.order.is_none() && !open.is_empty() {
        let order = tile.order.name().to_ascii_uppercase();
        parts.push(format!("atom order along {order} first"));
    }
    if !texts.is_empty() {
        let kind = match spec.gap() {
            Some(_) => "strides with gaps",
            None => "packed strides",
        };
        parts.push(format!("{kind} ({})", texts.join(", ")));
    }
    parts
}

/// The inferred values that come from the given descriptor.
fn of_given(spec: &Spec) -> Vec<String> {
    let (tile, said) = (spec.tile(), &spec.said().tile);
    let whose = match (spec.given(), spec.said().beside.is_empty()) {
        (None, _) => "",
        (Some(_), true) => " (from the descriptor)",
        (Some(_), false) => " (from the first descriptor)",
    };
    let mut parts = Vec::new();
    if said.swizzle.is_none() {
        parts.push(match tile.swizzle {
            Swizzle::None => format!("no swizzle{whose}"),
            mode => format!("{} swizzle{whose}", mode.name()),
        });
    }
    if said.start_bytes.is_none() {
        parts.push(format!("start 0x{:x}{whose}", tile.start_bytes));
    }
    let pattern = tile.pattern_bytes % tile.swizzle.pattern_bytes().max(1);
    if said.pattern_bytes.is_none() && tile.swizzle != Swizzle::None && pattern != 0 {
        parts.push(format!("swizzle pattern origin 0x{pattern:x}{whose}"));
    }
    parts
}

fn of_reader(spec: &Spec) -> Vec<String> {
    let (reader, said) = (spec.reader(), &spec.said().reader);
    let mut parts = Vec::new();
    if reader.used_for == Use::Copy {
        return parts;
    }
    if said.operand.is_none() {
        parts.push(format!("operand {}", reader.operand.name()));
    }
    if said.sparsity.is_none() {
        parts.push(reader.sparsity.name().into());
    }
    parts
}
