//! The shared memory that a tile needs, and how the sequence of reads covers it.

use swizzle_core::hardware::LINE_BYTES;
use swizzle_core::law::{Coord, Extent};
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
    let (tile, layout, t) = (spec.tile(), spec.layout(), spec.tile().element.per_unit());
    let ((width, height), (units, rows)) = (units(spec, spec.window()), units(spec, spec.read_extent()));
    if u64::from(width) * u64::from(height) > COVERED_UNITS_MAX {
        return None;
    }
    let mut taken: Vec<u8> = vec![0; (width * height) as usize];
    let mut coverage = Coverage::default();
    let (at_along, at_across) = tile.at.along_and_across(tile.major);
    // The layout is that of the place's stage.
    let stage_bytes = spec.place().stage.wrapping_mul(tile.stage_bytes);
    for place in spec.places().map(|place| Place { stage: 0, ..place }) {
        let law = spec.read(place);
        let (first_along, first_across) = spec.first_element(place).along_and_across(tile.major);
        for (row, unit) in (0..rows).flat_map(|row| (0..units).map(move |unit| (row, unit))) {
            let here = Coord::at(tile.major, unit * t, row);
            let there = Coord::at(tile.major, first_along + unit * t, first_across + row);
            let in_stage = layout.byte_from_element(there).byte;
            let wanted = spec.space().wrapped(in_stage.wrapping_sub(stage_bytes));
            let is_own = law.byte_from_element(here).byte == wanted;
            let (unit, row) = ((first_along - at_along) / t + unit, first_across - at_across + row);
            match taken.get_mut((row * width + unit) as usize) {
                Some(count) if is_own && unit < width && row < height => *count = count.saturating_add(1),
                _ => coverage.beyond += 1,
            }
        }
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
    let (window, read) = (units(spec, spec.window()), units(spec, spec.read_extent()));
    let [first, at] = [spec.first_element(place), tile.at].map(|at| at.along_and_across(tile.major));
    let inside = |size: u32, first: u32, read: u32| size.saturating_sub(first).min(read);
    let along = inside(window.0, (first.0 - at.0) / tile.element.per_unit(), read.0);
    read.0 * read.1 - along * inside(window.1, first.1 - at.1, read.1)
}

/// Units of 16 bytes along the contiguous dimension, and elements across it.
pub(super) fn units(spec: &Spec, extent: Extent) -> (u32, u32) {
    let (along, across) = extent.along_and_across(spec.tile().major);
    (along.div_ceil(spec.tile().element.per_unit()), across)
}

/// The boundary on which the buffer and each of its stages must start for base offset 0: the period of the swizzle pattern, and
/// at least the 128 bytes that TMA requires of its destination.
///
/// Source: PTX ISA, "Matrix Descriptor Format" (1024, 512, 256) and `cp.async.bulk.tensor`; a destination at +16, 32, 64
/// or 96 faults on an H200 in every mode.
///
/// ```
/// use swizzle_code::build::alignment_bytes;
/// use swizzle_core::Said;
/// use swizzle_infer::spec_from_said;
/// assert_eq!(alignment_bytes(&spec_from_said(&Said::default())?), 1024);
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn alignment_bytes(spec: &Spec) -> u32 {
    spec.tile().swizzle.pattern_bytes().max(LINE_BYTES)
}
