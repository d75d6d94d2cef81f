//! The explicit descriptor and the correct one.

use super::*;

/// The explicit descriptor and the one that a tile needs.
pub(super) struct Frame<'a> {
    pub(super) spec: &'a Spec,
    pub(super) given: Descriptor,
    pub(super) right: Descriptor,
}

impl Frame<'_> {
    /// Whether a read of the tile uses a stride.
    pub(super) fn takes(&self, stride: Stride) -> bool {
        let read = self.spec.layout_from_descriptor(self.right);
        read.reaches(stride, self.spec.read_extent())
    }

    /// Whether two descriptors have the same start, base offset and code, and the same strides where a read uses them.
    pub(super) fn is_same(&self, one: Descriptor, other: Descriptor) -> bool {
        let same = |field: FieldId| one.get(field) == other.get(field);
        let mode = self.spec.tile().swizzle;
        let lines = (1_u64 << mode.xor().bits) - 1;
        let turned = one.get(FieldId::BaseOffset) ^ other.get(FieldId::BaseOffset);
        same(FieldId::Start)
            && same(FieldId::Swizzle)
            && turned & lines == 0
            && (same(FieldId::Lbo) || !self.takes(Stride::Lbo))
            && (same(FieldId::Sbo) || !self.takes(Stride::Sbo))
    }

    /// Whether a mistake produces the explicit descriptor. One that does not affect the read is not an explanation.
    pub(super) fn explains(&self, slipped: Descriptor) -> bool {
        !self.is_same(slipped, self.right) && self.is_same(slipped, self.given)
    }

    /// The explicit descriptor with everything that affects the read corrected, and the rest unchanged.
    pub(super) fn mended(&self, cause: Cause) -> Descriptor {
        let mut mended = self.given;
        for (field, is_taken) in [
            (FieldId::Start, true),
            (FieldId::Swizzle, true),
            (FieldId::Lbo, self.takes(Stride::Lbo)),
            (FieldId::Sbo, self.takes(Stride::Sbo)),
        ] {
            if is_taken {
                mended = mended.with(field, self.right.get(field));
            }
        }
        match cause {
            Cause::Exchanged if !self.takes(Stride::Lbo) => {
                mended.with(FieldId::Lbo, self.given.get(FieldId::Sbo))
            }
            Cause::Unshifted => mended.with(FieldId::Reserved14, 0),
            _ => mended,
        }
    }

    /// The rank of a cause: those that only one mistake produces come first, then those that match the specified K, then those that
    /// change the fewest fields.
    pub(super) fn rank(&self, cause: Cause, mended: Descriptor) -> u32 {
        let fits = u32::from(!is_as_wide_as_its_mode(self.spec));
        let changed = [FieldId::Lbo, FieldId::Sbo]
            .into_iter()
            .filter(|field| mended.get(*field) != self.given.get(*field))
            .count() as u32;
        let is_own = mended.get(FieldId::Swizzle) == self.given.get(FieldId::Swizzle);
        let class = match cause {
            Cause::Halves => 0,
            Cause::Bytes(_) | Cause::DividedTwice(_) | Cause::Exchanged => 1,
            Cause::Slice(..) if is_own && changed == 1 => 1,
            Cause::Pointer | Cause::Unshifted | Cause::Advance(_) => 2,
            Cause::OtherOrder => 3 + 4 * fits,
            Cause::Code(_) | Cause::NoCode => 4 + 4 * fits,
            Cause::Slice(..) => 5 + 4 * fits,
            Cause::OtherElement(..) => 6 + 4 * fits,
            Cause::OtherMode(..) => 7 + 4 * fits,
            Cause::OtherCode => 12,
        };
        4 * class + changed
    }
}

/// The place's own start, and that of step 0 before it.
pub(super) fn start_and_first(spec: &Spec) -> (u32, u32) {
    let place = spec.place();
    let first = Place { step: 0, ..place };
    (spec.start_bytes(place), spec.start_bytes(first))
}

/// Whether a row of the tile is as long as its mode's, or as long as the longest.
pub(super) fn is_as_wide_as_its_mode(spec: &Spec) -> bool {
    let tile = spec.tile();
    let (along, _) = tile.buffer.along_and_across(tile.major);
    let bytes = along.saturating_mul(tile.element.slot_bits()) / 8;
    bytes.min(LINE_BYTES) == tile.swizzle.row_bytes()
}
