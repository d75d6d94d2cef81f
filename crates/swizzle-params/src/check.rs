//! Check that there is a picture of the specified values.

use swizzle_core::Said;
use swizzle_core::tile::EXTENT_MAX;

use crate::error::SpecError;
use crate::table::PARAMS;
use crate::{Held, Kind, Unit};

/// The first value for which there is no picture, if any.
///
/// # Errors
/// [`SpecError`] for a number outside of its range in [`PARAMS`], or a window that leaves its buffer.
///
/// ```
/// use swizzle_core::{Said, SaidTile};
/// let said = Said { tile: SaidTile { mn: Some(0), ..SaidTile::default() }, ..Said::default() };
/// assert_eq!(swizzle_params::check(&said).unwrap_err().to_string(), "mn = 0: must be 1 to 65536 elements");
/// ```
pub fn check(said: &Said) -> Result<(), SpecError> {
    let mut held = *said;
    for param in PARAMS {
        if let (Kind::Number { range, unit, .. }, Held::Number(Some(value))) =
            (&param.kind, param.id.held(&mut held))
            && !range.contains(value)
        {
            return Err(SpecError {
                name: param.key,
                value: (*value).into(),
                rule: match (range.start(), range.end()) {
                    (0, most) => format!("must be at most {most}"),
                    (least, most) if *unit == Unit::Elements => {
                        format!("must be {least} to {most} elements")
                    }
                    (least, most) => format!("must be {least} to {most}"),
                },
            });
        }
    }
    let tile = &said.tile;
    for (name, at, extent, buffer) in
        [("at_mn", tile.at_mn, tile.mn, tile.buffer_mn), ("at_k", tile.at_k, tile.k, tile.buffer_k)]
    {
        let end = at.unwrap_or(0) + extent.unwrap_or(1);
        if end > buffer.unwrap_or(EXTENT_MAX) {
            return Err(SpecError {
                name,
                value: at.unwrap_or(0).into(),
                rule: "the tile must be inside its buffer".into(),
            });
        }
    }
    Ok(())
}
