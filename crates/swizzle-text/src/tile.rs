//! The tile in words, and what of it was not said.

use crate::sparse::SparseK;
use swizzle_core::hardware::{Major, Named, Operand, Use};
use swizzle_core::law::Swizzle;
use swizzle_core::reader::{Spec, Value};
use swizzle_core::tile::Order;

/// The tile in a few words.
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
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn tile_text(spec: &Spec) -> String {
    let (tile, operand) = (spec.tile(), spec.reader().operand);
    let swizzle = match (tile.row_bytes, tile.swizzle) {
        (Some(row_bytes), _) => match tile.row_xor {
            Some(xor) => format!("in rows {row_bytes} bytes apart with {}", xor.text()),
            None => format!("in plain rows {row_bytes} bytes apart"),
        },
        (None, Swizzle::None) => "without swizzle".into(),
        (None, mode) => format!("with {} swizzle", mode.name()),
    };
    let strides =
        if (tile.lbo_bytes, tile.sbo_bytes) == (spec.packed().lbo_bytes, spec.packed().sbo_bytes) {
            format!(
                "packed, atoms along {} first",
                tile.order.name().to_ascii_uppercase()
            )
        } else {
            format!("LBO {} and SBO {} bytes", tile.lbo_bytes, tile.sbo_bytes)
        };
    let of_k = match (SparseK::of(spec), operand) {
        (Some(k), Operand::A) => format!("{} stored (K logical {})", k.stored, k.logical),
        (Some(_), Operand::B) | (None, _) => format!("{}", tile.k),
    };
    format!(
        "{} × {of_k} {} {} tile {swizzle} at 0x{:x}, {strides}",
        tile.mn,
        tile.element.name(),
        tile.major.operand_name(operand),
        tile.start_bytes,
    )
}

/// Where the tile begins, and where its pattern does if that is elsewhere: what a start inside of a pattern is held against.
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
/// assert_eq!(text(0x480, 0)?, "0x480, in a pattern from 0x400");
/// assert_eq!(text(0x480, 0x80)?, "0x480");
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn tile_start_text(spec: &Spec) -> String {
    let tile = spec.tile();
    let start = tile.start_bytes;
    let has_pattern = tile.row_bytes.is_none() && tile.swizzle != Swizzle::None;
    // The pattern comes again and again, before the place that was said of it too.
    let (pattern, length) = (tile.pattern_bytes, tile.swizzle.pattern_bytes());
    let behind = (start % length + length - pattern % length) % length;
    match start.checked_sub(behind) {
        Some(begins) if has_pattern && behind > 0 => {
            format!("0x{start:x}, in a pattern from 0x{begins:x}")
        }
        _ => format!("0x{start:x}"),
    }
}

/// What something rests on, of the values with these names, that nobody said.
#[must_use]
pub fn assumption_text(spec: &Spec, names: &[&str]) -> Option<String> {
    let parts = parts_text(spec, names)?;
    Some(format!("Assumed, not said: the tile is {parts}."))
}

/// Values of the tile and its reader by their names, as words that go behind “the tile is”.
pub fn parts_text(spec: &Spec, names: &[&str]) -> Option<String> {
    let (tile, operand) = (spec.tile(), spec.reader().operand);
    let has = |name: &str| names.contains(&name);
    let mut parts: Vec<String> = Vec::new();
    if has("for") {
        parts.push(match spec.reader().used_for {
            Use::Mma => "read by an MMA".into(),
            Use::Copy => "copied by tcgen05.cp".into(),
        });
    }
    if has("element") {
        parts.push(tile.element.name().into());
    }
    if has("major") {
        parts.push(tile.major.operand_name(operand).into());
    }
    match (has("mn"), has("k")) {
        (true, true) => parts.push(format!("{} × {}", tile.mn, tile.k)),
        (true, false) => parts.push(format!("{} = {}", operand.mn_letter(), tile.mn)),
        (false, true) => parts.push(format!("K = {}", tile.k)),
        (false, false) => {}
    }
    if has("swizzle") {
        parts.push(match tile.swizzle {
            Swizzle::None => "without swizzle".into(),
            mode => format!("with {} swizzle", mode.name()),
        });
    }
    match (has("lbo_bytes"), has("sbo_bytes")) {
        (true, true) => parts.push(format!(
            "LBO {} and SBO {} bytes",
            tile.lbo_bytes, tile.sbo_bytes
        )),
        (true, false) => parts.push(format!("LBO {} bytes", tile.lbo_bytes)),
        (false, true) => parts.push(format!("SBO {} bytes", tile.sbo_bytes)),
        (false, false) => {}
    }
    if has("order") {
        let order = tile.order.name().to_ascii_uppercase();
        parts.push(format!("packed along {order} first"));
    }
    if has("operand") {
        parts.push(format!("operand {}", operand.name()));
    }
    if has("sparsity") {
        parts.push(spec.reader().sparsity.name().into());
    }
    if has("start") {
        parts.push(format!("at 0x{:x}", tile.start_bytes));
    }
    if has("pattern") {
        parts.push(format!("its pattern from 0x{:x} on", tile.pattern_bytes));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Whether the order of atoms is the one in which TMA leaves them: a box as wide as the swizzle goes across all of the tile.
///
/// Source: CUDA driver API, `cuTensorMapEncodeTiled`: the inner box is at most the swizzle's span.
///
/// ```
/// use swizzle_text::box_order_text;
/// use swizzle_core::{Major, Order};
/// assert_eq!(box_order_text(Major::K, Order::Mn), "TMA’s box order: one box a column of atoms");
/// assert_eq!(box_order_text(Major::K, Order::K), "Not TMA’s box order: it takes a box for each atom");
/// ```
#[must_use]
pub const fn box_order_text(major: Major, order: Order) -> &'static str {
    match (major, order) {
        (Major::K, Order::Mn) | (Major::Mn, Order::K) => {
            "TMA’s box order: one box a column of atoms"
        }
        (Major::K, Order::K) | (Major::Mn, Order::Mn) => {
            "Not TMA’s box order: it takes a box for each atom"
        }
    }
}

/// Along which dimension the atoms follow each other first.
///
/// ```
/// use swizzle_text::order_text;
/// use swizzle_core::{Operand, Order};
/// assert_eq!(order_text(Operand::B, Order::Mn), "N first");
/// assert_eq!(order_text(Operand::B, Order::K), "K first");
/// ```
#[must_use]
pub fn order_text(operand: Operand, order: Order) -> String {
    let letter = match order {
        Order::Mn => operand.mn_letter(),
        Order::K => "K",
    };
    format!("{letter} first")
}

/// What was not said, by the names of the values; `None` where everything was.
///
/// ```
/// use swizzle_text::assumed_text;
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let spec = spec_from_said(&Said { tile, ..Said::default() })?;
/// assert!(assumed_text(&spec).unwrap().starts_with("element, major, swizzle, order, "));
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn assumed_text(spec: &Spec) -> Option<String> {
    let names = assumed_names(spec);
    (!names.is_empty()).then(|| names.join(", "))
}

/// What was not said, in words with the values that are taken; `None` where everything was said.
///
/// ```
/// use swizzle_text::assumed_values_text;
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let spec = spec_from_said(&Said { tile, ..Said::default() })?;
/// assert!(assumed_values_text(&spec).unwrap().starts_with("bf16, K-major, with 128B swizzle, LBO "));
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn assumed_values_text(spec: &Spec) -> Option<String> {
    parts_text(spec, &assumed_names(spec))
}

fn assumed_names(spec: &Spec) -> Vec<&'static str> {
    // A buffer, its window and its stages, and a copy, are there only for those who say so.
    const OF_BUFFER: [&str; 12] = [
        "buffer_mn",
        "buffer_k",
        "at_mn",
        "at_k",
        "row_bytes",
        "row_xor",
        "pattern_of",
        "stages",
        "stage_bytes",
        "rows",
        "for",
        "shape",
    ];
    let is_copy = spec.reader().used_for == Use::Copy;
    let is_of_mma = |name: &str| is_copy && matches!(name, "operand" | "sparsity");
    let is_assumed = |value: &Value| {
        !value.is_said && !OF_BUFFER.contains(&value.name) && !is_of_mma(value.name)
    };
    let (tile, reader) = (spec.tile_values(), spec.reader_values());
    let names = tile.iter().chain(&reader).filter(|value| is_assumed(value));
    names.map(|value| value.name).collect()
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
            "Assumed, not said: the tile is bf16, K-major, 64 × 64.",
        );
        assert_eq!(assumption_text(&spec, &[]), None);
    }
}
