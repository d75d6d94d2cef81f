//! How the sequence of reads covers a tile.

use std::fmt;

use swizzle_core::law::Coord;
use swizzle_core::reader::{Place, Spec};

/// How often a sequence reads the units of one stage of its tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coverage {
    /// Units of the tile that are read exactly once, at their own element.
    pub once: u32,
    /// Units of the tile that are never read.
    pub never: u32,
    /// Units of the tile that are read more than once.
    pub again: u32,
    /// Units read that are outside the tile, or not those of the same elements.
    pub beyond: u32,
}

impl Coverage {
    /// Whether the sequence reads the tile exactly once, and nothing else.
    pub const fn is_exact(self) -> bool {
        self.never == 0 && self.again == 0 && self.beyond == 0
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { once, never, again, beyond } = *self;
        if self.is_exact() {
            return write!(
                f,
                "Each of the tile's {once} units is read exactly once, and nothing else is read."
            );
        }
        write!(
            f,
            "{once} units are read once, {never} never and {again} more than once; {beyond} units outside the tile or of other elements are read, too."
        )
    }
}

/// Maximum number of units to count.
const COVERED_UNITS_MAX: u64 = 1 << 20;

/// Counts unit by unit how often the reads of the first stage read each unit of the tile at the address of its elements. `None`
/// if the tile is larger than shared memory could be.
///
/// ```
/// use swizzle_code::build::coverage;
/// use swizzle_core::Said;
/// use swizzle_infer::spec_from_said;
/// let coverage = coverage(&spec_from_said(&Said::default())?).unwrap();
/// assert!(coverage.is_exact());
/// assert_eq!(coverage.once, 64 * 64 / 8);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn coverage(spec: &Spec) -> Option<Coverage> {
    let (tile, window) = (spec.tile(), spec.window());
    let t = tile.element.per_unit();
    let (along, across) = window.along_and_across(tile.major);
    let width = along.div_ceil(t);
    if u64::from(width) * u64::from(across) > COVERED_UNITS_MAX {
        return None;
    }
    let mut taken: Vec<u8> = vec![0; (width * across) as usize];
    let mut coverage = Coverage::default();
    for place in spec.places().map(|place| Place { stage: 0, ..place }) {
        each_unit(spec, place, |unit_along, at_across, is_own| {
            let is_inside = unit_along < width && at_across < across;
            match taken.get_mut((at_across * width + unit_along) as usize) {
                Some(count) if is_own && is_inside => *count = count.saturating_add(1),
                _ => coverage.beyond += 1,
            }
        });
    }
    for count in taken {
        match count {
            0 => coverage.never += 1,
            1 => coverage.once += 1,
            _ => coverage.again += 1,
        }
    }
    Some(coverage)
}

/// The units that a read takes from outside of the tile, whose size its instruction does not divide.
///
/// ```
/// use swizzle_code::build::{coverage, units_outside};
/// use swizzle_core::{Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { mn: Some(100), k: Some(70), ..SaidTile::default() };
/// let spec = spec_from_said(&Said { tile, ..Said::default() })?;
/// let outside: Vec<u32> = spec.all_places().map(|place| units_outside(&spec, place)).collect();
/// // 64 rows of one unit; then 28 rows of two units, and of the last read all but 36 rows of one.
/// assert_eq!(outside, [0, 0, 0, 0, 64, 56, 56, 56, 56, 92]);
/// assert_eq!(outside.iter().sum::<u32>(), coverage(&spec).unwrap().beyond);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn units_outside(spec: &Spec, place: Place) -> u32 {
    let tile = spec.tile();
    let t = tile.element.per_unit();
    let [window, read] =
        [spec.window(), spec.read_extent()].map(|extent| extent.along_and_across(tile.major));
    let [first, at] = [spec.first_element(place), tile.at].map(|at| at.along_and_across(tile.major));
    let inside = |size: u32, first: u32, read: u32| size.saturating_sub(first).min(read);
    let units = read.0.div_ceil(t);
    let along = inside(window.0.div_ceil(t), (first.0 - at.0) / t, units);
    units * read.1 - along * inside(window.1, first.1 - at.1, read.1)
}

/// Calls `tell` for each unit of a read: its unit along and element across in the window, and whether it is read from the address
/// that the tile has for these elements.
fn each_unit(spec: &Spec, place: Place, mut tell: impl FnMut(u32, u32, bool)) {
    let (tile, layout) = (spec.tile(), spec.layout());
    let (law, extent, t) = (spec.read(place), spec.read_extent(), tile.element.per_unit());
    let first = spec.first_element(place);
    let (first_along, first_across) = first.along_and_across(tile.major);
    let (at_along, at_across) = tile.at.along_and_across(tile.major);
    let (along, across) = extent.along_and_across(tile.major);
    let stages = place.stage.wrapping_sub(spec.place().stage);
    for row in 0..across {
        for unit in 0..along.div_ceil(t) {
            let here = Coord::at(tile.major, unit * t, row);
            let there = Coord::at(tile.major, first_along + unit * t, first_across + row);
            let in_stage = layout.byte_from_element(there).byte;
            let wanted = spec.space().wrapped(in_stage.wrapping_add(stages.wrapping_mul(tile.stage_bytes)));
            let is_own = law.byte_from_element(here).byte == wanted;
            tell((first_along - at_along) / t + unit, first_across - at_across + row, is_own);
        }
    }
}
