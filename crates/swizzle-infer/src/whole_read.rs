//! The units that all reads of a stage get from the tile, if every read's descriptor is moved from the one at hand.

use super::*;
use swizzle_core::law::LayoutParams;

/// No unit of the tile.
const NONE: u32 = u32::MAX;

/// Maximum units of a tile that is read as a whole: more than any shared memory has.
const UNITS_MAX: u64 = 1 << 15;

/// The unit of the tile that arrives in place of each unit: all blocks and steps of the place's stage, each with the descriptor
/// at hand moved by the distance between the tile's own descriptors, as in a kernel whose first descriptor is wrong.
///
/// Units are counted along the contiguous dimension first, from the buffer's first element.
///
/// ```
/// use swizzle_core::{Arch, Coord, Descriptor, Said};
/// use swizzle_infer::WholeRead;
/// use swizzle_infer::spec_from_said;
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040); // SBO of no swizzle
/// let mut said = Said::default().with_given(given);
/// said.tile.start_bytes = Some(0x400);
/// let read = WholeRead::of(&spec_from_said(&said)?).unwrap();
/// assert_eq!((read.wrong(), read.units()), (448, 512));
/// assert_eq!(read.reads(), [(112, 128); 4]);
/// // The second group of eight rows begins one line after the first.
/// assert_eq!(read.element_for(Coord { mn: 8, k: 3 }), Some(Coord { mn: 1, k: 3 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WholeRead {
    tile: Layout,
    extent: Extent,
    units_along: u32,
    /// The unit that arrives in place of each unit of the tile.
    got: Vec<u32>,
    /// Wrong units and all units of each read.
    reads: Vec<(u32, u32)>,
    /// First element and extent of the area that each read covers.
    areas: Vec<(Coord, Extent)>,
    /// The layout that the hardware reads through each read's descriptor.
    layouts: Vec<Layout>,
}

impl WholeRead {
    /// Reads all of the place's stage. `None` for a tile of more than 2^15 units of 16 bytes, which no shared memory has room
    /// for.
    pub fn of(spec: &Spec) -> Option<Self> {
        let (tile, extent) = (*spec.layout(), spec.extent());
        let (major, per_unit) = (tile.major(), tile.per_unit());
        let (along, across) = extent.along_and_across(major);
        let units_along = along.div_ceil(per_unit);
        let most = UNITS_MAX * u64::from(UNIT_BYTES / tile.unit_bytes());
        if u64::from(units_along) * u64::from(across) > most {
            return None;
        }
        let holders = holders(&tile, extent);
        let mut got = vec![NONE; (units_along * across) as usize];
        let (mut reads, mut areas, mut layouts) = (Vec::new(), Vec::new(), Vec::new());
        let whole = spec.read_extent();
        let mut table = vec![0; whole.mn as usize * whole.k as usize];
        for place in spec.places() {
            let (mut wrong, mut units) = (0, 0);
            let first = spec.first_element(place);
            let area = Extent {
                mn: whole.mn.min(extent.mn.saturating_sub(first.mn)),
                k: whole.k.min(extent.k.saturating_sub(first.k)),
            };
            let layout = moved(spec, place);
            layout.fill_byte_table(whole.k, &mut table);
            let (first_along, first_across) = first.along_and_across(major);
            for (at, byte) in first_bytes(&table, whole.k, area, &tile) {
                let (along, across) = at.along_and_across(major);
                let unit = (first_across + across) * units_along + (first_along + along) / per_unit;
                let holder = holders.get((byte / tile.unit_bytes()) as usize);
                let holder = holder.copied().unwrap_or(NONE);
                got[unit as usize] = holder;
                units += 1;
                wrong += u32::from(holder != unit);
            }
            reads.push((wrong, units));
            areas.push((first, area));
            layouts.push(layout);
        }
        Some(Self { tile, extent, units_along, got, reads, areas, layouts })
    }

    /// The size of the tile in elements.
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// Units of the tile.
    pub const fn units(&self) -> u32 {
        self.got.len() as u32
    }

    /// The number of units for which another unit arrives, or data from outside the tile.
    pub fn wrong(&self) -> u32 {
        let wrong = (0..).zip(&self.got).filter(|(unit, got)| unit != *got);
        wrong.count() as u32
    }

    /// Number of wrong units and of all units of each read in turn.
    pub fn reads(&self) -> &[(u32, u32)] {
        &self.reads
    }

    /// First element and extent of the area that each read covers, in turn.
    pub fn areas(&self) -> &[(Coord, Extent)] {
        &self.areas
    }

    /// The read that covers an element: its number in turn, its law, and the element's place in it.
    ///
    /// ```
    /// use swizzle_core::{Arch, Coord, Descriptor, Said};
    /// use swizzle_infer::{WholeRead, spec_from_said};
    /// let given = Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040); // SBO of no swizzle
    /// let mut said = Said::default().with_given(given);
    /// said.tile.start_bytes = Some(0x400);
    /// let read = WholeRead::of(&spec_from_said(&said)?).unwrap();
    /// let (step, law, at) = read.read_of(Coord { mn: 8, k: 35 }).unwrap();
    /// assert_eq!((step, at), (2, Coord { mn: 8, k: 3 }));
    /// // The second group begins 128 bytes after the start 0x440; bit 7 is XORed into bit 4.
    /// assert_eq!(law.byte_from_element(at).byte, (0x440 + 128 ^ 1 << 4) + 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_of(&self, coord: Coord) -> Option<(usize, &Layout, Coord)> {
        let in_read = |(first, area): &(Coord, Extent)| {
            let at = Coord { mn: coord.mn.checked_sub(first.mn)?, k: coord.k.checked_sub(first.k)? };
            area.contains(at).then_some(at)
        };
        let mut reads = self.areas.iter().map(in_read).enumerate();
        reads.find_map(|(read, at)| Some((read, &self.layouts[read], at?)))
    }

    /// Every element of the tile with the element that arrives in its place, unit by unit: [`element_for`](Self::element_for)
    /// of all.
    pub fn elements_read(&self) -> impl Iterator<Item = (Coord, Option<Coord>)> {
        let per_unit = self.tile.per_unit();
        (0..).zip(&self.got).flat_map(move |(unit, got)| {
            let own = self.elements_of(unit);
            let source = (*got != NONE).then(|| self.elements_of(*got));
            (0..per_unit).filter_map(move |by| {
                let source = source.as_ref();
                Some((own(by)?, source.and_then(|source| source(by))))
            })
        })
    }

    /// The elements of a unit of the tile by their place in it; the last unit of a row may end with what pads it.
    fn elements_of(&self, unit: u32) -> impl Fn(u32) -> Option<Coord> + use<> {
        let (major, extent) = (self.tile.major(), self.extent);
        let first = unit % self.units_along * self.tile.per_unit();
        let across = unit / self.units_along;
        move |by| {
            let coord = Coord::at(major, first + by, across);
            extent.contains(coord).then_some(coord)
        }
    }

    /// The element that arrives in place of one; `None` where memory outside of the tile is read.
    ///
    /// # Panics
    /// If the tile has no such element.
    pub fn element_for(&self, coord: Coord) -> Option<Coord> {
        let (major, per_unit) = (self.tile.major(), self.tile.per_unit());
        let (along, across) = coord.along_and_across(major);
        let got = self.got[(across * self.units_along + along / per_unit) as usize];
        (got != NONE).then(|| self.elements_of(got)(along % per_unit))?
    }
}

/// The read at hand, moved to another place.
fn moved(spec: &Spec, place: Place) -> Layout {
    let (own, there) = (spec.derived_read(spec.place()), spec.derived_read(place));
    if spec.given().is_none() {
        return there;
    }
    let at_hand = spec.read(spec.place());
    let distance = |of: fn(&Layout) -> u32| of(&there).wrapping_sub(of(&own));
    let params = at_hand.params();
    // An LBO that is an address moves, too; one that is a distance does not differ between places.
    Layout::new(LayoutParams {
        start_bytes: params.start_bytes.wrapping_add(distance(|read| read.params().start_bytes)),
        lbo_bytes: params.lbo_bytes.wrapping_add(distance(|read| read.params().lbo_bytes)),
        ..params
    })
}

/// The tile's unit in each unit of memory; the first of several.
fn holders(tile: &Layout, extent: Extent) -> Vec<u32> {
    let mut holders = vec![NONE; (tile.space().bytes() / tile.unit_bytes()) as usize];
    let (along, across) = extent.along_and_across(tile.major());
    let units = along.div_ceil(tile.per_unit());
    for (unit, byte) in (0..).zip(tile.unit_table(units, across)) {
        let holder = &mut holders[(byte / tile.unit_bytes()) as usize];
        if *holder == NONE {
            *holder = unit;
        }
    }
    holders
}

/// The first element of each unit of an area, counted along the contiguous dimension first, and its byte in a table of so
/// many columns.
fn first_bytes(
    table: &[u32],
    columns: u32,
    area: Extent,
    layout: &Layout,
) -> impl Iterator<Item = (Coord, u32)> {
    let (major, per_unit) = (layout.major(), layout.per_unit());
    let (along, across) = area.along_and_across(major);
    (0..across).flat_map(move |across| {
        (0..along).step_by(per_unit as usize).map(move |along| {
            let at = Coord::at(major, along, across);
            (at, table[(at.mn * columns + at.k) as usize])
        })
    })
}
