//! What is drawn, in one line of numbers.

use alloc::format;
use alloc::string::String;

use crate::reader::{Spec, Tally, Verdict};
use crate::words::caption::step_caption;
use crate::words::read_against_tile::tally_text;

/// A tile whose place's read found this: where it lies, and what walks it.
///
/// ```
/// use swizzle_core::words::tile_heading;
/// use swizzle_core::{Said, Spec, Tally};
/// let spec = Spec::new(&Said::default())?;
/// assert_eq!(
///     tile_heading(&spec, Tally::of_read(&spec, 0)),
///     "8192 bytes from 0x400, 4 reads along K; step 0 is outlined",
/// );
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn tile_heading(spec: &Spec, tally: Tally) -> String {
    let reads = match spec.steps() {
        1 => ", one read".into(),
        steps => format!(
            ", {steps} reads along K; step {} is outlined",
            spec.place().step
        ),
    };
    let wrong = match tally.wrong {
        0 => String::new(),
        _ => format!(". One read: {}", tally_text(tally)),
    };
    format!(
        "{} bytes from 0x{:x}{reads}{wrong}",
        spec.span_bytes(),
        spec.layout().start_bytes()
    )
}

/// A read that found this, where something was said of the tile that it could be held against.
///
/// ```
/// use swizzle_core::words::read_heading;
/// use swizzle_core::{Said, Spec, Tally};
/// let spec = Spec::new(&Said::default())?;
/// assert_eq!(
///     read_heading(&spec, Tally::of_read(&spec, 0)),
///     "step 0 of 4: K 0–15 starts at 0x400: all 128 units right.",
/// );
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn read_heading(spec: &Spec, tally: Tally) -> String {
    let found = match spec.verdict() {
        Verdict::Unsaid => String::new(),
        Verdict::Fits | Verdict::Differs => format!(": {}", tally_text(tally)),
    };
    format!(
        "{} starts at 0x{:x}{found}.",
        step_caption(spec),
        spec.read(spec.place()).start_bytes()
    )
}
