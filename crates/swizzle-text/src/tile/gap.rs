//! Text on strides that leave gaps.

use super::*;
use swizzle_core::reader::Gap;
use swizzle_infer::{Wider, wider};

/// The gap that an unspecified stride leaves between atoms: `SBO 4096 leaves 3072 bytes between groups of rows`. `None` where
/// there is no such stride.
pub fn gap_text(spec: &Spec) -> Option<String> {
    let Gap { stride, held_bytes, packed_bytes } = spec.gap()?;
    let tile = spec.tile();
    let is_of_columns = stride == Stride::of_columns(tile.major, tile.swizzle);
    let between = match (tile.major, is_of_columns) {
        (Major::K, true) => "K columns",
        (Major::K, false) => "groups of rows",
        (Major::Mn, true) => match spec.reader().operand {
            Operand::A => "M columns",
            Operand::B => "N columns",
        },
        (Major::Mn, false) => "groups of K",
    };
    let name = capital(stride_name(spec, stride));
    Some(match held_bytes.checked_sub(packed_bytes) {
        Some(left) => format!("{name} {held_bytes} leaves {left} bytes between {between}"),
        None => format!("{name} {held_bytes} is not the packed {packed_bytes}"),
    })
}

/// The tiles for which such a stride is correct: a padded one, and part of each larger buffer with that stride.
///
/// ```
/// use swizzle_text::{gap_reasons_text, verdict_text};
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { mn: Some(128), k: Some(64), ..SaidTile::default() };
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0100_0001_0040);
/// let spec = spec_from_said(&Said { tile, ..Said::default() }.with_given(given))?;
/// assert_eq!(
///     gap_reasons_text(&spec),
///     "correct for a padded tile, or for part of a buffer 4 columns wide (K = 256, K first)",
/// );
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn gap_reasons_text(spec: &Spec) -> String {
    let larger = wider(spec);
    let parts = larger.iter().map(|found| format!("part of a buffer {}", wider_text(spec, found)));
    joined([String::from("correct for a padded tile")].into_iter().chain(parts), ", or for ")
}

/// A larger buffer: `4 columns wide (K = 256, K first)`.
pub fn wider_text(spec: &Spec, found: &Wider) -> String {
    let operand = spec.reader().operand;
    let extent = match (found.mn, found.k) {
        (Some(mn), _) => format!("{} = {mn}", operand.mn_letter()),
        (None, k) => format!("K = {}", k.unwrap_or(spec.tile().k)),
    };
    let first = order_text(operand, found.order);
    match found.columns {
        Some(columns) => format!("{columns} columns wide ({extent}, {first})"),
        None => format!("with {extent} ({first})"),
    }
}

/// The name of a stride: in swizzled K-major layouts the distance of the tile's columns of K need not be in any field.
pub fn stride_name(spec: &Spec, stride: Stride) -> &'static str {
    if stride == Stride::Lbo { spec.tile().lbo_name() } else { stride.name() }
}
