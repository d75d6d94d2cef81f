//! Short captions of what is drawn.

use crate::caption::step_caption;
use crate::read_against_tile::tally_brief;
use crate::sparse::sparse_k_text;
use swizzle_core::reader::{Spec, Tally, Verdict};

/// Caption of a tile: its size, its start, and how many reads cover it.
///
/// ```
/// use swizzle_text::tile_heading;
/// use swizzle_core::Said;
/// use swizzle_infer::spec_from_said;
/// let mut said = Said::default();
/// assert_eq!(tile_heading(&spec_from_said(&said)?), "8 KiB from 0x400, 4 reads along K");
/// (said.tile.mn, said.tile.k) = (Some(4), Some(16));
/// assert_eq!(tile_heading(&spec_from_said(&said)?), "1 KiB from 0x400, 1 read along K");
/// said.reader.sparsity = Some(swizzle_core::Sparsity::Sparse);
/// let sparse = "1 KiB from 0x400, stored K 16, logical K 32, 16 bytes of metadata, 1 read along K";
/// assert_eq!(tile_heading(&spec_from_said(&said)?), sparse);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn tile_heading(spec: &Spec) -> String {
    let bytes = spec.span_bytes();
    let (size, unit) = match bytes.is_multiple_of(1024) {
        true => (bytes / 1024, "KiB"),
        false => (bytes, "bytes"),
    };
    let (start, steps) = (spec.layout().start_bytes(), spec.steps());
    let plural = if steps == 1 { "" } else { "s" };
    let of_k = sparse_k_text(spec).map_or(String::new(), |text| format!("{text}, "));
    format!("{size} {unit} from 0x{start:x}, {of_k}{steps} read{plural} along K")
}

/// Caption of a read: which step, and its counts if they are given and the tile is specified.
///
/// ```
/// use swizzle_text::read_heading;
/// use swizzle_core::{Said, Tally};
/// use swizzle_infer::spec_from_said;
/// let spec = spec_from_said(&Said::default())?;
/// assert_eq!(read_heading(&spec, None), "step 0 of 4: K 0–15");
/// let found = Tally::of_read(&spec, 0);
/// assert_eq!(read_heading(&spec, Some(found)), "step 0 of 4: K 0–15: all 128 correct");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
#[must_use]
pub fn read_heading(spec: &Spec, found: Option<Tally>) -> String {
    let step = step_caption(spec);
    match found.filter(|_| spec.verdict() != Verdict::Unsaid) {
        Some(found) => format!("{step}: {}", tally_brief(found)),
        None => step,
    }
}
