//! What a descriptor makes the hardware read, against the tile that was meant to be there.

use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use crate::element::UNIT_BYTES;
use crate::encoding::ADDRESS_BYTES;
use crate::{BitAddress, Coord, Major, MeantTile, Spec};

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
        let (read, extent, meant) = (spec.read(step), spec.read_extent(), MeantTile::of(spec));
        let t = read.element().per_unit();
        let (along, rows) = match read.major() {
            Major::K => (extent.k, extent.mn),
            Major::Mn => (extent.mn, extent.k),
        };
        let first_k = step.wrapping_mul(extent.k);
        let mut is_wrong = Vec::with_capacity((along.div_ceil(t) * rows) as usize);
        let mut is_missing = vec![false; (ADDRESS_BYTES / UNIT_BYTES) as usize];
        let mut is_read = is_missing.clone();
        let mut first = None;
        for across in 0..rows {
            for along in (0..along).step_by(t as usize) {
                let at = match read.major() {
                    Major::K => Coord {
                        mn: across,
                        k: along,
                    },
                    Major::Mn => Coord {
                        mn: along,
                        k: across,
                    },
                };
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
                        instead: meant.element_from_byte(held.byte),
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
            let step = Comparison::of_read(spec, walk.steps);
            walk.tally.right += step.tally.right;
            walk.tally.wrong += step.tally.wrong;
            walk.tally.missing += step.tally.missing;
            walk.right_steps += u32::from(step.tally.wrong == 0);
            walk.first = walk.first.or(step.first.map(|first| (walk.steps, first)));
            walk.steps += 1;
        }
        walk
    }
}

/// The counts in words.
///
/// ```
/// use swizzle_core::{Tally, tally_text};
/// assert_eq!(tally_text(Tally { right: 128, ..Tally::default() }), "all 128 units right");
/// let tally = Tally { right: 16, wrong: 112, missing: 110 };
/// assert_eq!(tally_text(tally), "16 of 128 units right, 112 wrong; 110 missing");
/// ```
#[must_use]
pub fn tally_text(tally: Tally) -> String {
    let all = tally.right + tally.wrong;
    if tally.wrong == 0 {
        return format!("all {all} units right");
    }
    format!(
        "{} of {all} units right, {} wrong; {} missing",
        tally.right, tally.wrong, tally.missing
    )
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
