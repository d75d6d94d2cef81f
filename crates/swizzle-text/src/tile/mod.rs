//! Text on the tile and its inferred values.

mod assumed;
mod form;
mod gap;

use super::*;
use swizzle_core::{hardware::Use, tile::Order};
use swizzle_infer::rows::mode_of_tile;
use swizzle_params::{PARAMS, Param, ParamId};

pub use {assumed::*, form::*, gap::*};

/// The tile in short form.
///
/// ```
/// use swizzle_text::tile_text;
/// use swizzle_core::Said;
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// assert_eq!(
///     tile_text(&spec),
///     "64 × 64 bf16 K-major tile with 128B swizzle at 0x400, packed, atoms along MN first",
/// );
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn tile_text(spec: &Spec) -> String {
    let (tile, packed) = (spec.tile(), spec.packed());
    let strides = if (tile.lbo_bytes, tile.sbo_bytes) == (packed.lbo_bytes, packed.sbo_bytes) {
        format!("packed, atoms {}", atoms_text(spec))
    } else {
        strides_text(spec)
    };
    format!("{}, {strides}", short_text(spec))
}

fn strides_text(spec: &Spec) -> String {
    let tile = spec.tile();
    format!("{} {} and SBO {} bytes", tile.lbo_name(), tile.lbo_bytes, tile.sbo_bytes)
}

fn short_text(spec: &Spec) -> String {
    let (tile, operand) = (spec.tile(), spec.reader().operand);
    let swizzle = match (tile.row_bytes, tile.swizzle) {
        (Some(row_bytes), _) => {
            let plain = if tile.row_xor.is_some() { "" } else { "plain " };
            let xor = tile.row_xor.map_or(String::new(), |xor| format!(" with {}", xor.text()));
            let pads = tile.pads.map_or(String::new(), |pads| {
                format!(", {} bytes free after every {}", pads.bytes, pads.every_bytes)
            });
            let mode = mode_of_tile(tile).map_or(String::new(), |mode| format!(" (the {mode} swizzle)"));
            format!("in {plain}rows {row_bytes} bytes apart{xor}{pads}{mode}")
        }
        (None, Swizzle::None) => "without swizzle".into(),
        (None, mode) => format!("with {mode} swizzle"),
    };
    let of_k = match (SparseK::of(spec), operand) {
        (Some(k), Operand::A) => format!("{} stored (logical K {})", k.stored, k.logical),
        (Some(_), Operand::B) | (None, _) => tile.k.to_string(),
    };
    format!(
        "{} × {of_k} {} {} tile {swizzle} at 0x{:x}",
        tile.mn,
        tile.element.name(),
        tile.major.operand_name(operand),
        tile.start_bytes,
    )
}

/// The start of the tile, and the origin of its swizzle pattern if it differs.
///
/// ```
/// use swizzle_text::tile_start_text;
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let text = |start_bytes, pattern_bytes| {
///     let tile = SaidTile { start_bytes: Some(start_bytes), pattern_bytes: Some(pattern_bytes), ..SaidTile::default() };
///     spec_from_said(&Said { tile, ..Said::default() }).map(|spec| tile_start_text(&spec))
/// };
/// assert_eq!(text(0x400, 0)?, "0x400");
/// assert_eq!(text(0x480, 0)?, "0x480, in a swizzle pattern from 0x400");
/// assert_eq!(text(0x480, 0x80)?, "0x480");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn tile_start_text(spec: &Spec) -> String {
    let tile = spec.tile();
    let start = tile.start_bytes;
    let has_pattern = tile.row_bytes.is_none() && tile.swizzle != Swizzle::None;
    // The pattern is periodic, also before its specified origin.
    let (pattern, length) = (tile.pattern_bytes, tile.swizzle.pattern_bytes());
    let behind = (start % length + length - pattern % length) % length;
    match start.checked_sub(behind) {
        Some(begins) if has_pattern && behind > 0 => {
            format!("0x{start:x}, in a swizzle pattern from 0x{begins:x}")
        }
        _ => format!("0x{start:x}"),
    }
}

/// Text on the inferred values with these names that a finding depends on.
pub fn assumption_text(spec: &Spec, names: &[&str]) -> Option<String> {
    parts_text(spec, names).map(|parts| format!("Inferred, not specified: {parts}."))
}

/// The values of the tile and its reader as short phrases, by their keys.
fn phrases(spec: &Spec) -> [(&'static str, String); 13] {
    let (tile, reader) = (spec.tile(), spec.reader());
    let used_for = match reader.used_for {
        Use::Mma => "MMA operand",
        Use::Copy => "tcgen05.cp source",
    };
    let swizzle = match tile.swizzle {
        Swizzle::None => "no swizzle".into(),
        mode => format!("{mode} swizzle"),
    };
    [
        ("for", used_for.into()),
        ("element", tile.element.to_string()),
        ("major", tile.major.operand_name(reader.operand).into()),
        ("mn", format!("{} = {}", reader.operand.mn_letter(), tile.mn)),
        ("k", format!("K = {}", tile.k)),
        ("swizzle", swizzle),
        ("lbo_bytes", format!("{} {} bytes", tile.lbo_name(), tile.lbo_bytes)),
        ("sbo_bytes", format!("SBO {} bytes", tile.sbo_bytes)),
        ("order", format!("atom order {}", atoms_text(spec))),
        ("operand", format!("operand {}", reader.operand)),
        ("sparsity", reader.sparsity.to_string()),
        ("start", format!("start 0x{:x}", tile.start_bytes)),
        ("pattern", format!("swizzle pattern origin 0x{:x}", tile.pattern_bytes)),
    ]
}

/// The value with a key as a short phrase.
fn phrase(spec: &Spec, key: &str) -> String {
    phrases(spec).into_iter().find(|(name, _)| *name == key).map_or_else(String::new, |(_, phrase)| phrase)
}

/// What atoms are along first.
fn atoms_text(spec: &Spec) -> String {
    format!("along {} first", spec.tile().order.name().to_ascii_uppercase())
}

/// Several phrases as a list; `None` if there are none.
fn listed_phrases(phrases: impl IntoIterator<Item = String>) -> Option<String> {
    Some(joined(phrases, ", ")).filter(|text| !text.is_empty())
}

/// Values of the tile and its reader with these names, as a list of short phrases.
pub fn parts_text(spec: &Spec, names: &[&str]) -> Option<String> {
    let has = |name: &str| names.contains(&name);
    let part = |(key, phrase): (&str, String)| match key {
        "mn" if has("k") => Some(format!("{} × {}", spec.tile().mn, spec.tile().k)),
        "lbo_bytes" if has("sbo_bytes") => Some(strides_text(spec)),
        "k" if has("mn") => None,
        "sbo_bytes" if has("lbo_bytes") => None,
        _ => Some(phrase),
    };
    listed_phrases(phrases(spec).into_iter().filter(|(key, _)| has(key)).filter_map(part))
}

/// The dimension along which atoms are ordered first.
///
/// ```
/// use swizzle_text::order_text;
/// use swizzle_core::{Operand, Order};
/// assert_eq!(order_text(Operand::B, Order::Mn), "N first");
/// assert_eq!(order_text(Operand::B, Order::K), "K first");
/// ```
pub fn order_text(operand: Operand, order: Order) -> String {
    let letter = if order == Order::Mn { operand.mn_letter() } else { "K" };
    format!("{letter} first")
}

/// Names of the inferred values; `None` if all values are specified.
///
/// ```
/// use swizzle_text::assumed_text;
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let spec = spec_from_said(&Said { tile, ..Said::default() })?;
/// assert!(assumed_text(&spec).unwrap().starts_with("element, major, swizzle, order, "));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn assumed_text(spec: &Spec) -> Option<String> {
    let is_copy = spec.reader().used_for == Use::Copy;
    // A copy has neither.
    let is_of_mma = |id: ParamId| is_copy && matches!(id, ParamId::Operand | ParamId::Sparsity);
    let is_assumed = |param: &&Param| param.is_told && !is_of_mma(param.id) && !param.is_said(spec);
    listed_phrases(PARAMS.iter().filter(is_assumed).map(|param| param.key.into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::reader::Said;
    use swizzle_infer::spec_from_said;

    #[test]
    fn what_a_finding_rests_on_is_one_sentence() {
        let spec = spec_from_said(&Said::default()).unwrap();
        assert_eq!(
            assumption_text(&spec, &["element", "major", "mn", "k"]).unwrap(),
            "Inferred, not specified: bf16, K-major, 64 × 64.",
        );
        assert_eq!(assumption_text(&spec, &[]), None);
    }
}
