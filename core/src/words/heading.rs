//! What is drawn, in a few words beside its name.

use alloc::format;
use alloc::string::String;

use crate::reader::{Spec, Tally, Verdict};
use crate::words::caption::step_caption;
use crate::words::read_against_tile::tally_brief;

/// A tile: how large it is, where it lies, and how many reads walk it.
///
/// ```
/// use swizzle_core::words::tile_heading;
/// use swizzle_core::{Said, Spec};
/// let mut said = Said::default();
/// assert_eq!(tile_heading(&Spec::new(&said)?), "8 KiB from 0x400, 4 reads along K");
/// (said.tile.mn, said.tile.k) = (Some(4), Some(16));
/// assert_eq!(tile_heading(&Spec::new(&said)?), "416 bytes from 0x400, one read along K");
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn tile_heading(spec: &Spec) -> String {
    let start = spec.layout().start_bytes();
    let reads = match spec.steps() {
        1 => "one read".into(),
        steps => format!("{steps} reads"),
    };
    let size = match spec.span_bytes() {
        bytes if bytes > 0 && bytes.is_multiple_of(1024) => format!("{} KiB", bytes / 1024),
        bytes => format!("{bytes} bytes"),
    };
    format!("{size} from 0x{start:x}, {reads} along K")
}

/// A read: which one, and what it found where that is not told beside it and something was said of the tile.
///
/// ```
/// use swizzle_core::words::read_heading;
/// use swizzle_core::{Said, Spec, Tally};
/// let spec = Spec::new(&Said::default())?;
/// assert_eq!(read_heading(&spec, None), "step 0 of 4: K 0–15");
/// let found = Tally::of_read(&spec, 0);
/// assert_eq!(read_heading(&spec, Some(found)), "step 0 of 4: K 0–15: all 128 right");
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn read_heading(spec: &Spec, found: Option<Tally>) -> String {
    let step = step_caption(spec);
    match found.filter(|_| spec.verdict() != Verdict::Unsaid) {
        Some(found) => format!("{step}: {}", tally_brief(found)),
        None => step,
    }
}
