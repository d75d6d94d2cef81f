//! Comparison of a descriptor's read with the tile in memory.

use alloc::vec;
use alloc::vec::Vec;

use crate::hardware::{LINE_BYTES, LboMode};
use crate::law::{BitAddress, Coord, Extent, Layout, Stride};
use crate::reader::place::Place;
use crate::reader::spec::Spec;

/// Maximum number of units that a sequence compares: enough for every tile that fits into shared memory.
const SEQUENCE_UNITS: u32 = 1 << 14;

/// Counts of right, wrong and missing units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Units whose actual address is the expected one.
    pub right: u32,
    /// Units whose actual address differs from the expected one.
    pub wrong: u32,
    /// Units of memory that hold a part of the tile that should be read here, but are not read.
    pub missing: u32,
}

/// An element whose actual address differs from the expected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The element, counted in the buffer.
    pub coord: Coord,
    /// The same, counted in the read.
    pub in_read: Coord,
    /// Actual address: the one at which it is read.
    pub read: BitAddress,
    /// Expected address: the one at which it is in the tile.
    pub wanted: BitAddress,
    /// The tile's element at the actual address.
    pub instead: Option<Coord>,
}

impl Tally {
    /// Returns only the counts of [`ReadAgainstTile::of`], which are faster to compute.
    #[must_use]
    pub fn of_read(spec: &Spec, place: impl Into<Place>) -> Self {
        let place = place.into();
        ReadAgainstTile::tally_of(spec, &spec.read(place), place)
    }

    /// Whether more units are wrong than right: then the right ones are the exception.
    #[must_use]
    pub const fn is_mostly_wrong(self) -> bool {
        self.wrong > self.right
    }
}

impl Difference {
    /// Finds the tile's element at the actual address: a search through the whole tile.
    fn with_instead(self, spec: &Spec) -> Self {
        Self { instead: spec.layout().first_element_from_byte(self.read.byte, spec.extent()), ..self }
    }
}

/// One read, unit by unit.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Element, Swizzle, Tile};
/// let tile = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400);
/// let found = tile.compare(Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0042), 1);
/// assert_eq!((found.tally().right, found.first()), (128, None));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadAgainstTile {
    tally: Tally,
    first: Option<Difference>,
    /// Whether each unit of the read is wrong, row by row.
    is_wrong: Vec<bool>,
    /// Whether each memory unit is missing, counted from address 0.
    is_missing: Vec<bool>,
    /// The tile's memory unit for each unit of the read.
    expected: Vec<u32>,
    /// Bytes of these units: the tile's.
    unit_bytes: u32,
}

impl ReadAgainstTile {
    /// Compares the read of a place's descriptor with the tile.
    #[must_use]
    pub fn of(spec: &Spec, place: impl Into<Place>) -> Self {
        let place = place.into();
        let mut found = Self::without_instead(spec, &spec.read(place), place);
        found.first = found.first.map(|first| first.with_instead(spec));
        found
    }

    /// Returns the counts for the read of some layout at a place.
    pub fn tally_of(spec: &Spec, read: &Layout, place: Place) -> Tally {
        Self::without_instead(spec, read, place).tally
    }

    /// Everything except [`Difference::instead`] of the first difference.
    fn without_instead(spec: &Spec, read: &Layout, place: Place) -> Self {
        let at = spec.looking_at(place);
        let (extent, tile, origin) = (spec.read_extent(), at.layout(), spec.first_element(place));
        let (t, unit_bytes) = (tile.per_unit(), tile.unit_bytes());
        let (along, rows) = extent.along_and_across(read.major());
        let units = along.div_ceil(t) * rows;
        if is_part_of(read, extent, tile, origin) {
            return Self {
                tally: Tally { right: units, ..Tally::default() },
                first: None,
                is_wrong: Vec::new(),
                is_missing: Vec::new(),
                expected: Vec::new(),
                unit_bytes,
            };
        }
        let mut is_wrong = Vec::with_capacity(units as usize);
        let mut expected = Vec::with_capacity(units as usize);
        let mut is_missing =
            vec![false; (tile.space().bytes().max(read.space().bytes()) / unit_bytes) as usize];
        let mut is_read = is_missing.clone();
        let mut first = None;
        for across in 0..rows {
            for along in (0..along).step_by(t as usize) {
                let at = Coord::at(read.major(), along, across);
                let coord = Coord { mn: at.mn.wrapping_add(origin.mn), k: at.k.wrapping_add(origin.k) };
                let (held, wanted) = (read.byte_from_element(at), tile.byte_from_element(coord));
                is_read[(held.byte / unit_bytes) as usize] = true;
                is_missing[(wanted.byte / unit_bytes) as usize] = true;
                is_wrong.push(held != wanted);
                expected.push(wanted.byte / unit_bytes);
                if held != wanted && first.is_none() {
                    first = Some(Difference { coord, in_read: at, read: held, wanted, instead: None });
                }
            }
        }
        for (missing, read) in is_missing.iter_mut().zip(&is_read) {
            *missing &= !read;
        }
        let count = |flags: &[bool]| flags.iter().filter(|flag| **flag).count() as u32;
        let wrong = count(&is_wrong);
        Self {
            tally: Tally { right: is_wrong.len() as u32 - wrong, wrong, missing: count(&is_missing) },
            first,
            is_wrong,
            is_missing,
            expected,
            unit_bytes,
        }
    }

    /// Counts of right, wrong and missing units.
    #[must_use]
    pub const fn tally(&self) -> Tally {
        self.tally
    }

    /// The first element, row by row, whose actual address differs from the expected one.
    #[must_use]
    pub const fn first(&self) -> Option<Difference> {
        self.first
    }

    /// Whether the actual address of a unit of the read, counted row by row, differs from the expected one.
    #[must_use]
    pub fn is_wrong(&self, unit: u32) -> bool {
        self.is_wrong.get(unit as usize).copied().unwrap_or(false)
    }

    /// Whether a memory unit, counted from address 0, should be read and is not.
    #[must_use]
    pub fn is_missing(&self, memory_unit: u32) -> bool {
        self.is_missing.get(memory_unit as usize).copied().unwrap_or(false)
    }

    /// Returns the memory unit, from address 0, in which the tile has each unit of the read, row by row; nothing where the read is
    /// a part of the tile as it is.
    #[must_use]
    pub fn expected_units(&self) -> &[u32] {
        &self.expected
    }

    /// The 128-byte lines from the first to the last in which a unit is missing; `None` if no unit is.
    #[must_use]
    pub fn missing_lines(&self) -> Option<core::ops::Range<u32>> {
        let first = self.is_missing.iter().position(|missing| *missing)?;
        let last = self.is_missing.iter().rposition(|missing| *missing)?;
        let line_units = LINE_BYTES / self.unit_bytes;
        Some(first as u32 / line_units..last as u32 / line_units + 1)
    }
}

/// Whether a read's layout is the tile's from one of its elements on: then no unit needs to be compared. The read begins
/// where a swizzle row and a group of rows begin, or stays inside the one that it begins in.
fn is_part_of(read: &Layout, extent: Extent, tile: &Layout, origin: Coord) -> bool {
    let (params, whole) = (read.params(), tile.params());
    let first = tile.digits_from_element(origin);
    let atom = tile.swizzle().atom(tile.major());
    let (along, across) = extent.along_and_across(tile.major());
    let units = along.div_ceil(tile.element().per_unit());
    let (columns, groups) = read.columns_and_groups(extent);
    let reached = |stride: Stride| {
        if stride == Stride::of_columns(read.major(), read.swizzle()) { columns > 1 } else { groups > 1 }
    };
    let same = |stride: Stride| read.stride_bytes(stride) == tile.stride_bytes(stride) || !reached(stride);
    tile.is_canonical()
        && first.slot == 0
        && (first.unit == 0 || first.unit + units <= atom.row_units)
        && (first.row == 0 || first.row + across <= atom.rows)
        && params.lbo_mode == LboMode::Relative
        && params.swizzle == whole.swizzle
        && params.base_offset == whole.base_offset
        && params.start_bytes == tile.absolute_from_element(origin)
        && same(Stride::Lbo)
        && same(Stride::Sbo)
}

/// The steps of the place's block together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SequenceAgainstTile {
    /// Steps that were compared: all, unless the tile is larger than shared memory.
    pub steps: u32,
    /// Steps in which everything is right.
    pub right_steps: u32,
    /// Counts of the units of all these steps.
    pub tally: Tally,
    /// The first step in which an actual address differs from the expected one, and the difference.
    pub first: Option<(u32, Difference)>,
}

impl SequenceAgainstTile {
    /// Compares each step with its part of the tile.
    #[must_use]
    pub fn of(spec: &Spec) -> Self {
        let mut all = Self { steps: 0, right_steps: 0, tally: Tally::default(), first: None };
        while all.steps < spec.steps() && all.tally.right + all.tally.wrong < SEQUENCE_UNITS {
            let place = Place { step: all.steps, ..spec.place() };
            let step = ReadAgainstTile::without_instead(spec, &spec.read(place), place);
            all.tally.right += step.tally.right;
            all.tally.wrong += step.tally.wrong;
            all.tally.missing += step.tally.missing;
            all.right_steps += u32::from(step.tally.wrong == 0);
            all.first = all.first.or(step.first.map(|first| (all.steps, first)));
            all.steps += 1;
        }
        all.first = all.first.map(|(step, first)| (step, first.with_instead(spec)));
        all
    }
}
