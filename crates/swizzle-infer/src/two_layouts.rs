//! Comparison of two layouts: which units are at different offsets.

use super::*;
use swizzle_core::law::Size;

/// Maximum number of units to compare: four times those of shared memory.
const COMPARED_UNITS_MAX: u64 = 1 << 16;

/// Position of a unit of one layout in the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Elsewhere {
    /// At the same offset.
    Same,
    /// At a different offset, for at least some of its elements.
    Moved,
    /// Absent: the other matrix has none of its elements.
    Absent,
}

/// Counts of units of one layout that are at a different offset in another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TwoLayouts {
    /// Units of the layout.
    pub units: u32,
    /// Units at a different offset in the other layout, or absent from it.
    pub elsewhere: u32,
    /// Units absent from the other layout.
    pub absent: u32,
}

impl TwoLayouts {
    /// Compares every unit of a layout with another; `None` if there are too many to count.
    ///
    /// ```
    /// use swizzle_core::{Said, SaidTile, Swizzle};
    /// use swizzle_infer::TwoLayouts;
    /// use swizzle_infer::spec_from_said;
    /// let here = spec_from_said(&Said { tile: SaidTile { mn: Some(8), ..SaidTile::default() }, ..Said::default() })?;
    /// let there = spec_from_said(&Said { tile: SaidTile { mn: Some(8), swizzle: Some(Swizzle::None), ..SaidTile::default() }, ..Said::default() })?;
    /// let found = TwoLayouts::of(&here, &there).unwrap();
    /// assert_eq!((found.units, found.elsewhere, found.absent), (64, 63, 0));
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    pub fn of(here: &Spec, there: &Spec) -> Option<Self> {
        let Size { columns, rows } = grid(here);
        if u64::from(columns) * u64::from(rows) > COMPARED_UNITS_MAX {
            return None;
        }
        let mut found = Self { units: columns * rows, elsewhere: 0, absent: 0 };
        for unit in (0..found.units).map(|unit| unit_elsewhere(here, there, unit)) {
            found.elsewhere += u32::from(unit != Elsewhere::Same);
            found.absent += u32::from(unit == Elsewhere::Absent);
        }
        Some(found)
    }

    /// Whether most units differ, so that the equal ones are marked.
    pub const fn is_mostly_elsewhere(self) -> bool {
        self.elsewhere * 2 > self.units
    }
}

/// The units of a layout, along the contiguous dimension and across it.
fn grid(spec: &Spec) -> Size {
    spec.layout().unit_grid(spec.extent())
}

/// Returns the position of a unit, counted row by row, in another layout.
pub fn unit_elsewhere(here: &Spec, there: &Spec, unit: u32) -> Elsewhere {
    let (layout, other) = (here.layout(), there.extent());
    let (columns, t) = (grid(here).columns, layout.element().per_unit());
    let (row, first) = (unit / columns, unit % columns * t);
    let (along_end, _) = here.extent().along_and_across(layout.major());
    let coord = |along: u32| Coord::at(layout.major(), along, row);
    let end = (first + t).min(along_end);
    // A unit here is then a unit there: its first element represents all.
    let is_alike = layout.major() == there.layout().major()
        && layout.element() == there.layout().element()
        && other.contains(coord(end - 1));
    let elements = first..if is_alike { first + 1 } else { end };
    let count = elements.len();
    let (mut absent, mut moved) = (0, 0);
    for at in elements.map(coord) {
        if !other.contains(at) {
            absent += 1;
        } else if offset_in(here, at) != offset_in(there, at) {
            moved += 1;
        }
    }
    match (absent, moved) {
        (0, 0) => Elsewhere::Same,
        _ if absent == count => Elsewhere::Absent,
        _ => Elsewhere::Moved,
    }
}

/// Offset of an element from the start of a layout, in bytes and bits.
pub fn offset_in(spec: &Spec, at: Coord) -> BitAddress {
    let address = spec.layout().byte_from_element(at);
    BitAddress {
        byte: spec.space().wrapped(address.byte.wrapping_sub(spec.layout().start_bytes())),
        ..address
    }
}
