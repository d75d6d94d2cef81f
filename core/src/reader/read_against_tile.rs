//! What a descriptor makes the hardware read, against the tile that is there.

use alloc::vec;
use alloc::vec::Vec;

use crate::hardware::{ADDRESS_BYTES, LINE_UNITS, LboMode, UNIT_BYTES};
use crate::law::{BitAddress, Coord, Extent, Layout, Stride};
use crate::reader::place::Place;
use crate::reader::spec::Spec;

/// Units that a sequence compares at the most: enough for every tile that fits into shared memory.
const SEQUENCE_UNITS: u32 = 1 << 14;

/// Units right, wrong and missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Units that are read where the tile has them.
    pub right: u32,
    /// Units that are read elsewhere.
    pub wrong: u32,
    /// Units of memory that hold a part of the tile that should be read here, and are not read.
    pub missing: u32,
}

/// An element that is not read where the tile has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The element, counted in the buffer.
    pub coord: Coord,
    /// The same, counted in the read.
    pub in_read: Coord,
    /// Where it is read.
    pub read: BitAddress,
    /// Where the tile has it.
    pub wanted: BitAddress,
    /// What the tile has where it is read.
    pub instead: Option<Coord>,
}

impl Tally {
    /// The counts of [`ReadAgainstTile::of`] alone, which are found sooner.
    #[must_use]
    pub fn of_read(spec: &Spec, place: impl Into<Place>) -> Self {
        let place = place.into();
        ReadAgainstTile::tally_of(spec, &spec.read(place), place)
    }

    /// Whether more is wrong than right: then the right ones are what stands out.
    #[must_use]
    pub const fn is_mostly_wrong(self) -> bool {
        self.wrong > self.right
    }
}

impl Difference {
    /// Looks for what the tile has where the element is read: a search through all of it.
    fn with_instead(self, spec: &Spec) -> Self {
        Self {
            instead: spec
                .layout()
                .first_element_from_byte(self.read.byte, spec.extent()),
            ..self
        }
    }
}

/// One read, unit by unit.
///
/// ```
/// use swizzle_core::{Arch, Coord, Descriptor, ReadAgainstTile, Said};
/// use swizzle_core::solve::spec_from_said;
/// let given = Some(Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040)); // SBO of no swizzle
/// let spec = spec_from_said(&Said { given, ..Said::default() })?;
/// let found = ReadAgainstTile::of(&spec, 0);
/// assert_eq!((found.tally().right, found.tally().wrong), (16, 112));
/// let first = found.first().unwrap();
/// assert_eq!((first.coord, first.read.byte, first.wanted.byte), (Coord { mn: 8, k: 0 }, 0x490, 0x800));
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadAgainstTile {
    tally: Tally,
    first: Option<Difference>,
    /// By the read's unit, row by row.
    is_wrong: Vec<bool>,
    /// By memory unit from address 0.
    is_missing: Vec<bool>,
}

impl ReadAgainstTile {
    /// Holds what a place's descriptor reads against the tile.
    #[must_use]
    pub fn of(spec: &Spec, place: impl Into<Place>) -> Self {
        let place = place.into();
        let mut found = Self::without_instead(spec, &spec.read(place), place);
        found.first = found.first.map(|first| first.with_instead(spec));
        found
    }

    /// The counts of what some layout reads at a place.
    pub(crate) fn tally_of(spec: &Spec, read: &Layout, place: Place) -> Tally {
        Self::without_instead(spec, read, place).tally
    }

    /// All but what lies where the first difference is read.
    fn without_instead(spec: &Spec, read: &Layout, place: Place) -> Self {
        let at = spec.looking_at(place);
        let (extent, tile, origin) = (spec.read_extent(), at.layout(), spec.first_element(place));
        let t = read.element().per_unit();
        let (along, rows) = extent.along_and_across(read.major());
        let units = along.div_ceil(t) * rows;
        if is_part_of(read, extent, tile, origin) {
            return Self {
                tally: Tally {
                    right: units,
                    ..Tally::default()
                },
                first: None,
                is_wrong: Vec::new(),
                is_missing: Vec::new(),
            };
        }
        let mut is_wrong = Vec::with_capacity(units as usize);
        let mut is_missing = vec![false; (ADDRESS_BYTES / UNIT_BYTES) as usize];
        let mut is_read = is_missing.clone();
        let mut first = None;
        for across in 0..rows {
            for along in (0..along).step_by(t as usize) {
                let at = Coord::at(read.major(), along, across);
                let coord = Coord {
                    mn: at.mn.wrapping_add(origin.mn),
                    k: at.k.wrapping_add(origin.k),
                };
                let (held, wanted) = (read.byte_from_element(at), tile.byte_from_element(coord));
                is_read[(held.byte / UNIT_BYTES) as usize] = true;
                is_missing[(wanted.byte / UNIT_BYTES) as usize] = true;
                is_wrong.push(held != wanted);
                if held != wanted && first.is_none() {
                    first = Some(Difference {
                        coord,
                        in_read: at,
                        read: held,
                        wanted,
                        instead: None,
                    });
                }
            }
        }
        for (missing, read) in is_missing.iter_mut().zip(&is_read) {
            *missing &= !read;
        }
        let count = |flags: &[bool]| flags.iter().filter(|flag| **flag).count() as u32;
        let wrong = count(&is_wrong);
        Self {
            tally: Tally {
                right: is_wrong.len() as u32 - wrong,
                wrong,
                missing: count(&is_missing),
            },
            first,
            is_wrong,
            is_missing,
        }
    }

    /// How many units are right, wrong and missing.
    #[must_use]
    pub const fn tally(&self) -> Tally {
        self.tally
    }

    /// The first element that is read elsewhere, row by row.
    #[must_use]
    pub const fn first(&self) -> Option<Difference> {
        self.first
    }

    /// Whether a unit of the read, counted row by row, is read elsewhere.
    #[must_use]
    pub fn is_wrong(&self, unit: u32) -> bool {
        self.is_wrong.get(unit as usize).copied().unwrap_or(false)
    }

    /// Whether a memory unit, counted from address 0, should be read and is not.
    #[must_use]
    pub fn is_missing(&self, memory_unit: u32) -> bool {
        self.is_missing
            .get(memory_unit as usize)
            .copied()
            .unwrap_or(false)
    }

    /// The 128-byte lines from the first to the last in which something is missing; none where nothing is.
    #[must_use]
    pub fn missing_lines(&self) -> Option<core::ops::Range<u32>> {
        let first = self.is_missing.iter().position(|missing| *missing)?;
        let last = self.is_missing.iter().rposition(|missing| *missing)?;
        Some(first as u32 / LINE_UNITS..last as u32 / LINE_UNITS + 1)
    }
}

/// Whether a read's layout is the tile's from one of its elements on: then nothing need be looked at. It begins where a
/// swizzle row and a group of rows do, or inside of one that it does not leave.
fn is_part_of(read: &Layout, extent: Extent, tile: &Layout, origin: Coord) -> bool {
    let (params, whole) = (read.params(), tile.params());
    let first = tile.digits_from_element(origin);
    let atom = tile.swizzle().atom(tile.major());
    let (along, across) = extent.along_and_across(tile.major());
    let units = along.div_ceil(tile.element().per_unit());
    let (columns, groups) = read.columns_and_groups(extent);
    let reached = |stride: Stride| match stride == Stride::of_columns(read.major(), read.swizzle())
    {
        true => columns > 1,
        false => groups > 1,
    };
    let same =
        |stride: Stride| read.stride_bytes(stride) == tile.stride_bytes(stride) || !reached(stride);
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
    /// Units of all of them.
    pub tally: Tally,
    /// The first step that reads something elsewhere, and what.
    pub first: Option<(u32, Difference)>,
}

impl SequenceAgainstTile {
    /// Holds each step against its part of the tile.
    #[must_use]
    pub fn of(spec: &Spec) -> Self {
        let mut all = Self {
            steps: 0,
            right_steps: 0,
            tally: Tally::default(),
            first: None,
        };
        while all.steps < spec.steps() && all.tally.right + all.tally.wrong < SEQUENCE_UNITS {
            let place = Place {
                step: all.steps,
                ..spec.place()
            };
            let step = ReadAgainstTile::without_instead(spec, &spec.read(place), place);
            all.tally.right += step.tally.right;
            all.tally.wrong += step.tally.wrong;
            all.tally.missing += step.tally.missing;
            all.right_steps += u32::from(step.tally.wrong == 0);
            all.first = all.first.or(step.first.map(|first| (all.steps, first)));
            all.steps += 1;
        }
        all.first = all
            .first
            .map(|(step, first)| (step, first.with_instead(spec)));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::{Descriptor, DescriptorFields};
    use crate::hardware::{Arch, Element, Major, Named, Operand, Sparsity};
    use crate::law::Swizzle;
    use crate::reader::{Said, SaidReader};
    use crate::solve::said_with;
    use crate::solve::spec_from_said;
    use crate::tile::SaidTile;

    /// Unit by unit, by the addresses alone.
    fn tally_by_addresses(spec: &Spec, step: u32) -> Tally {
        let (read, extent) = (spec.read(step), spec.read_extent());
        let mut tally = Tally::default();
        let mut units = alloc::collections::BTreeMap::new();
        for mn in 0..extent.mn {
            for k in 0..extent.k {
                let at = Coord { mn, k };
                let digits = read.digits_from_element(at);
                let wanted = spec.layout().byte_from_element(Coord {
                    mn,
                    k: k + step * extent.k,
                });
                let is_right = read.byte_from_element(at) == wanted;
                let unit = (digits.column, digits.unit, digits.group, digits.row);
                *units.entry(unit).or_insert(true) &= is_right;
            }
        }
        for is_right in units.values() {
            tally.right += u32::from(*is_right);
            tally.wrong += u32::from(!*is_right);
        }
        tally
    }

    /// The tile as it is said, and a descriptor of it with other fields.
    fn given(said: &Said, change: impl FnOnce(&mut DescriptorFields)) -> Option<Spec> {
        let said = said_with(&spec_from_said(said).unwrap(), change)?;
        Some(spec_from_said(&said).unwrap())
    }

    fn said(arch: Arch, major: Major, swizzle: Swizzle, element: Element) -> Said {
        let tile = SaidTile {
            element: Some(element),
            major: Some(major),
            swizzle: Some(swizzle),
            mn: Some(64),
            k: Some(128),
            start_bytes: Some(0x400),
            lbo_bytes: Some(0x4000),
            sbo_bytes: Some(0x800),
            ..SaidTile::default()
        };
        Said {
            tile,
            reader: SaidReader {
                arch: Some(arch),
                ..SaidReader::default()
            },
            ..Said::default()
        }
    }

    #[test]
    fn counts_are_those_of_the_addresses() {
        let mut wrong = 0;
        for (arch, major) in [
            (Arch::Wgmma, Major::K),
            (Arch::Wgmma, Major::Mn),
            (Arch::Tcgen05, Major::K),
            (Arch::Tcgen05, Major::Mn),
        ] {
            for swizzle in Swizzle::ALL {
                for element in [Element::Bf16, Element::Tf32, Element::E4m3] {
                    for (operand, sparsity) in [
                        (Operand::A, Sparsity::Dense),
                        (Operand::B, Sparsity::Sparse),
                    ] {
                        let mut said = said(arch, major, *swizzle, element);
                        said.reader.operand = Some(operand);
                        said.reader.sparsity = Some(sparsity);
                        for (lbo, sbo, base_offset) in [(1024, 128, 0), (16, 64, 0), (64, 8, 1)] {
                            let change = |fields: &mut DescriptorFields| {
                                (fields.lbo_field, fields.sbo_field) = (lbo, sbo);
                                fields.base_offset = base_offset;
                            };
                            let Some(spec) = given(&said, change) else {
                                continue;
                            };
                            for step in 0..2 {
                                let tally = ReadAgainstTile::of(&spec, step).tally();
                                let twin = tally_by_addresses(&spec, step);
                                assert_eq!(
                                    (tally.right, tally.wrong),
                                    (twin.right, twin.wrong),
                                    "{said:?}"
                                );
                                wrong += tally.wrong;
                            }
                        }
                    }
                }
            }
        }
        assert!(wrong > 1000);
    }

    #[test]
    fn what_is_missing_is_of_the_tile_and_is_not_read() {
        let tile = SaidTile {
            start_bytes: Some(0x800),
            ..SaidTile::default()
        };
        let said = Said {
            tile,
            ..Said::default()
        };
        let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040);
        let found = ReadAgainstTile::of(&spec_from_said(&said.with_given(given)).unwrap(), 0);
        let Tally {
            right,
            wrong,
            missing,
        } = found.tally();
        // The read covers 0x400 to 0x2400, the tile begins one atom later: only the last atom's quarter is not read.
        assert_eq!((right, wrong, missing), (0, 128, 16));
        assert_eq!(found.missing_lines(), Some(0x2400 / 128..0x2800 / 128));
    }

    #[test]
    fn a_sequence_adds_its_steps_up() {
        let tile = SaidTile {
            pattern_bytes: Some(0),
            ..SaidTile::default()
        };
        let said = Said {
            tile,
            ..Said::default()
        };
        let spec = given(&said, |fields| fields.base_offset = 1).unwrap();
        let all = SequenceAgainstTile::of(&spec);
        assert_eq!((all.steps, all.right_steps), (4, 3));
        assert_eq!(all.tally.right + all.tally.wrong, 512);
        let (step, first) = all.first.unwrap();
        assert_eq!((step, first.coord), (0, Coord { mn: 0, k: 0 }));
    }

    #[test]
    fn a_window_that_begins_inside_an_atom_is_no_part_of_the_law() {
        let tile = SaidTile {
            major: Some(Major::Mn),
            mn: Some(96),
            k: Some(64),
            buffer_mn: Some(192),
            at_mn: Some(96),
            ..SaidTile::default()
        };
        let said = Said {
            tile,
            reader: SaidReader {
                operand: Some(Operand::B),
                ..SaidReader::default()
            },
            ..Said::default()
        };
        let spec = spec_from_said(&said).unwrap();
        // The read starts 32 elements into an atom of 64: where the line ends, it goes on in the next row.
        let tally = Tally::of_read(&spec, 0);
        assert_eq!((tally.right, tally.wrong), (128, 64));
    }
}
