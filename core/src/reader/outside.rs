//! The units that an instruction reads outside the tile, because its shape is larger than the part of the tile at its place.

use crate::hardware::{Operand, Use};
use crate::law::Extent;
use crate::reader::spec::Spec;

/// M of the smallest instruction, except for the weight-stationary one of 32 rows.
const M_MIN: u32 = 64;
/// Step of N.
const N_STEP: u32 = 8;

impl Spec {
    /// Returns the extent that the place's instruction reads, inside and outside the tile.
    #[must_use]
    pub fn instruction_extent(&self) -> Extent {
        let (rows, reader) = (self.read_extent().mn, self.reader());
        let mn = match (reader.used_for, reader.operand) {
            (Use::Copy, _) => rows,
            (Use::Mma, Operand::A) if rows == reader.arch.m_min() => rows,
            (Use::Mma, Operand::A) => rows.next_multiple_of(M_MIN),
            (Use::Mma, Operand::B) => rows.next_multiple_of(N_STEP),
        };
        Extent { mn, ..self.read_extent() }
    }

    /// Number of units that the place's instruction reads outside the tile, and in total.
    ///
    /// ```
    /// use swizzle_core::{Arch, Element, Swizzle, Tile};
    /// let tile = Tile::k_major(Element::Bf16, 64, 8).swizzle(Swizzle::B128);
    /// assert_eq!(tile.read_by(Arch::Wgmma)?.units_outside(), (64, 128));
    /// # Ok::<(), swizzle_core::NoSwizzleCode>(())
    /// ```
    #[must_use]
    pub fn units_outside(&self) -> (u32, u32) {
        let (tile, place) = (self.tile(), self.place());
        let read = self.instruction_extent();
        let left = |extent: u32, at: u32, each: u32, read: u32| {
            extent.saturating_sub(at.saturating_mul(each)).min(read)
        };
        let rows = left(tile.mn, place.block, self.read_extent().mn, read.mn);
        // With fewer rows, operand B is that of an instruction with a smaller N.
        let is_smaller = self.reader().operand == Operand::B && rows > 0;
        let read = if is_smaller { Extent { mn: rows.next_multiple_of(N_STEP), ..read } } else { read };
        let inside = Extent { mn: rows, k: left(tile.k, place.step, self.read_k(), read.k) };
        let units = |extent: Extent| {
            let (along, across) = extent.along_and_across(tile.major);
            along.div_ceil(tile.element.per_unit()) * across
        };
        (units(read) - units(inside), units(read))
    }
}
