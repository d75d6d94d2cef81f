//! What a descriptor makes the hardware read, against the tile that was meant to be there.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::hardware::ADDRESS_BYTES;
use crate::hardware::LboMode;
use crate::hardware::UNIT_BYTES;
use crate::law::{BitAddress, Coord, Extent, Layout, Stride};
use crate::reader::spec::Spec;
use crate::tile::MeantTile;

/// What the marks of a compared read mean.
pub const MARKS_LEGEND: &str =
    "struck out: read elsewhere than meant · dashed: meant, and not read";

/// Units that a walk compares at the most: enough for every tile that fits into shared memory.
const WALK_UNITS: u32 = 1 << 14;

/// Units right, wrong and missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Units that are read where they were meant to be.
    pub right: u32,
    /// Units that are read elsewhere.
    pub wrong: u32,
    /// Units of memory that were meant to be read and are not.
    pub missing: u32,
}

/// An element that is not read where it was meant to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// The element, counted in the tile.
    pub coord: Coord,
    /// Where it is read.
    pub read: BitAddress,
    /// Where it was meant to be.
    pub meant: BitAddress,
    /// What was meant to lie where it is read.
    pub instead: Option<Coord>,
}

impl Tally {
    /// The counts of [`Comparison::of_read`] alone, which are found sooner.
    #[must_use]
    pub fn of_read(spec: &Spec, step: u32) -> Self {
        Comparison::without_instead(spec, step).tally
    }
}

impl Difference {
    /// Looks for what was meant to lie where the element is read.
    fn with_instead(self, spec: &Spec) -> Self {
        Self {
            instead: MeantTile::of(spec).element_from_byte(self.read.byte),
            ..self
        }
    }
}

/// One read, unit by unit.
///
/// ```
/// use swizzle_core::{Comparison, Coord, Params, Spec};
/// let wrong = Params { sbo_bytes: Some(128), ..Params::default() };
/// let comparison = Comparison::of_read(&Spec::new(&wrong)?, 0);
/// assert_eq!((comparison.tally().right, comparison.tally().wrong), (16, 112));
/// let first = comparison.first().unwrap();
/// assert_eq!((first.coord, first.read.byte, first.meant.byte), (Coord { mn: 8, k: 0 }, 0x490, 0x800));
/// # Ok::<(), swizzle_core::ParamsError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    tally: Tally,
    first: Option<Difference>,
    /// By the read's unit, row by row.
    is_wrong: Vec<bool>,
    /// By memory unit from address 0.
    is_missing: Vec<bool>,
}

impl Comparison {
    /// Compares what a step's descriptor reads with the tile that was meant.
    #[must_use]
    pub fn of_read(spec: &Spec, step: u32) -> Self {
        let mut comparison = Self::without_instead(spec, step);
        comparison.first = comparison.first.map(|first| first.with_instead(spec));
        comparison
    }

    /// The same but for what lies where the first difference is read: a search through the whole tile.
    fn without_instead(spec: &Spec, step: u32) -> Self {
        let (read, extent, meant) = (spec.read(step), spec.read_extent(), MeantTile::of(spec));
        let t = read.element().per_unit();
        let (along, rows) = extent.along_and_across(read.major());
        let units = along.div_ceil(t) * rows;
        let first_k = step.wrapping_mul(extent.k);
        if is_part_of(&read, extent, &meant, first_k) {
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
                    k: at.k.wrapping_add(first_k),
                    ..at
                };
                let (held, wanted) = (read.byte_from_element(at), meant.byte_from_element(coord));
                is_read[(held.byte / UNIT_BYTES) as usize] = true;
                is_missing[(wanted.byte / UNIT_BYTES) as usize] = true;
                is_wrong.push(held != wanted);
                if held != wanted && first.is_none() {
                    first = Some(Difference {
                        coord,
                        read: held,
                        meant: wanted,
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

    /// Whether a memory unit, counted from address 0, was meant to be read and is not.
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
        Some(first as u32 / 8..last as u32 / 8 + 1)
    }
}

/// Whether a read's layout is the meant tile's from one of its elements on: then nothing need be looked at. Steps begin
/// where a swizzle row or a group of rows does, or inside of one that they do not leave.
fn is_part_of(read: &Layout, extent: Extent, meant: &MeantTile, first_k: u32) -> bool {
    let (params, whole) = (read.params(), meant.layout().params());
    let first = Coord { mn: 0, k: first_k };
    let start_bytes = meant
        .layout()
        .absolute_from_place(meant.layout().place_from_element(first));
    let (columns, groups) = read.columns_and_groups(extent);
    let reached = |stride: Stride| match stride == Stride::of_columns(read.major(), read.swizzle())
    {
        true => columns > 1,
        false => groups > 1,
    };
    let same = |stride: Stride| {
        read.stride_bytes(stride) == meant.layout().stride_bytes(stride) || !reached(stride)
    };
    meant.row_bytes().is_none()
        && params.lbo_mode == LboMode::Relative
        && params.swizzle == whole.swizzle
        && params.base_offset == whole.base_offset
        && params.start_bytes == start_bytes
        && same(Stride::Lbo)
        && same(Stride::Sbo)
}

/// All steps of a walk together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WalkComparison {
    /// Steps that were compared: all, unless the tile is larger than shared memory.
    pub steps: u32,
    /// Steps in which everything is right.
    pub right_steps: u32,
    /// Units of all of them.
    pub tally: Tally,
    /// The first step that reads something elsewhere, and what.
    pub first: Option<(u32, Difference)>,
}

impl WalkComparison {
    /// Compares each step with its part of the tile that was meant.
    #[must_use]
    pub fn of(spec: &Spec) -> Self {
        let mut walk = Self {
            steps: 0,
            right_steps: 0,
            tally: Tally::default(),
            first: None,
        };
        while walk.steps < spec.steps() && walk.tally.right + walk.tally.wrong < WALK_UNITS {
            let step = Comparison::without_instead(spec, walk.steps);
            walk.tally.right += step.tally.right;
            walk.tally.wrong += step.tally.wrong;
            walk.tally.missing += step.tally.missing;
            walk.right_steps += u32::from(step.tally.wrong == 0);
            walk.first = walk.first.or(step.first.map(|first| (walk.steps, first)));
            walk.steps += 1;
        }
        walk.first = walk
            .first
            .map(|(step, first)| (step, first.with_instead(spec)));
        walk
    }
}

/// The counts in words.
///
/// ```
/// use swizzle_core::{Tally, tally_text};
/// assert_eq!(tally_text(Tally { right: 128, ..Tally::default() }), "all 128 units right");
/// let tally = Tally { right: 16, wrong: 112, missing: 110 };
/// assert_eq!(tally_text(tally), "16 of 128 units right; 112 are read elsewhere than meant, and 110 that were meant are not read");
/// ```
#[must_use]
pub fn tally_text(tally: Tally) -> String {
    let all = tally.right + tally.wrong;
    if tally.wrong == 0 {
        return format!("all {all} units right");
    }
    format!(
        "{} of {all} units right; {} are read elsewhere than meant, and {} that were meant are not read",
        tally.right, tally.wrong, tally.missing
    )
}

/// The same for a narrow place.
///
/// ```
/// use swizzle_core::{Tally, tally_brief};
/// assert_eq!(tally_brief(Tally { right: 128, ..Tally::default() }), "all 128 right");
/// assert_eq!(tally_brief(Tally { right: 16, wrong: 112, missing: 110 }), "16 of 128 right");
/// ```
#[must_use]
pub fn tally_brief(tally: Tally) -> String {
    let all = tally.right + tally.wrong;
    match tally.wrong {
        0 => format!("all {all} right"),
        _ => format!("{} of {all} right", tally.right),
    }
}

/// A difference with both addresses spelled out.
///
/// ```
/// use swizzle_core::{Comparison, Params, Spec, difference_text};
/// let wrong = Params { sbo_bytes: Some(128), ..Params::default() };
/// let comparison = Comparison::of_read(&Spec::new(&wrong)?, 0);
/// assert_eq!(
///     difference_text(&comparison.first().unwrap()),
///     "Element (8, 0) is read at 0x490, where (1, 0) was meant to be; it was meant to be at 0x800.",
/// );
/// # Ok::<(), swizzle_core::ParamsError>(())
/// ```
#[must_use]
pub fn difference_text(difference: &Difference) -> String {
    let Difference {
        coord,
        read,
        meant,
        instead,
    } = difference;
    let instead = match instead {
        Some(other) => format!(", where ({}, {}) was meant to be", other.mn, other.k),
        None => String::new(),
    };
    format!(
        "Element ({}, {}) is read at 0x{:x}{instead}; it was meant to be at 0x{:x}.",
        coord.mn, coord.k, read.byte, meant.byte
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::{Arch, Element, Major, Named, Operand, Sparsity};
    use crate::law::Swizzle;
    use crate::tile::{Meant, Params};

    fn spec(params: Params) -> Spec {
        Spec::new(&params).unwrap()
    }

    /// Unit by unit, by the addresses alone.
    fn tally_by_addresses(spec: &Spec, step: u32) -> Tally {
        let (read, extent, meant) = (spec.read(step), spec.read_extent(), MeantTile::of(spec));
        let mut tally = Tally::default();
        let mut units = alloc::collections::BTreeMap::new();
        for mn in 0..extent.mn {
            for k in 0..extent.k {
                let at = Coord { mn, k };
                let place = read.place_from_element(at);
                let wanted = meant.byte_from_element(Coord {
                    mn,
                    k: k + step * extent.k,
                });
                let is_right = read.byte_from_element(at) == wanted;
                let unit = (place.column, place.unit, place.group, place.row);
                *units.entry(unit).or_insert(true) &= is_right;
            }
        }
        for is_right in units.values() {
            tally.right += u32::from(*is_right);
            tally.wrong += u32::from(!*is_right);
        }
        tally
    }

    #[test]
    fn counts_are_those_of_the_addresses() {
        for arch in Arch::ALL {
            for major in Major::ALL {
                for swizzle in Swizzle::ALL {
                    for element in [Element::Bf16, Element::Tf32, Element::E4m3] {
                        for (lbo, sbo, base) in [
                            (None, None, None),
                            (Some(256), None, None),
                            (None, Some(128), None),
                            (Some(1024), Some(2048), Some(1)),
                        ] {
                            for (operand, sparsity) in [
                                (Operand::A, Sparsity::Dense),
                                (Operand::B, Sparsity::Sparse),
                            ] {
                                let spec = spec(Params {
                                    arch: *arch,
                                    major: *major,
                                    swizzle: *swizzle,
                                    element,
                                    operand,
                                    sparsity,
                                    k: 128,
                                    lbo_bytes: lbo,
                                    sbo_bytes: sbo,
                                    base_offset: base,
                                    ..Params::default()
                                });
                                for step in 0..2 {
                                    let tally = Comparison::of_read(&spec, step).tally();
                                    let twin = tally_by_addresses(&spec, step);
                                    assert_eq!(
                                        (tally.right, tally.wrong),
                                        (twin.right, twin.wrong),
                                        "{:?}",
                                        spec.params()
                                    );
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_missing_was_meant_and_is_not_read() {
        let spec = spec(Params {
            meant: Meant {
                start_bytes: Some(0x800),
                ..Meant::default()
            },
            ..Params::default()
        });
        let comparison = Comparison::of_read(&spec, 0);
        let Tally {
            right,
            wrong,
            missing,
        } = comparison.tally();
        // The read covers 0x400 to 0x2400, the tile begins one atom later: only the last atom's quarter is not read.
        assert_eq!((right, wrong, missing), (0, 128, 16));
        assert_eq!(comparison.missing_lines(), Some(0x2400 / 128..0x2800 / 128));
    }

    #[test]
    fn a_walk_adds_its_steps_up() {
        let spec = spec(Params {
            base_offset: Some(1),
            ..Params::default()
        });
        let walk = WalkComparison::of(&spec);
        assert_eq!((walk.steps, walk.right_steps), (4, 0));
        assert_eq!(walk.tally.right + walk.tally.wrong, 512);
        let (step, first) = walk.first.unwrap();
        assert_eq!((step, first.coord), (0, Coord { mn: 0, k: 0 }));
    }
}
