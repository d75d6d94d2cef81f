//! The explicit descriptor and the correct one.

use super::*;

/// The explicit descriptor and the one that a tile needs.
pub(super) struct Frame<'a> {
    pub(super) spec: &'a Spec,
    pub(super) given: Descriptor,
    pub(super) right: Descriptor,
}

/// Fields that can affect the read.
const FIELDS: [FieldId; 4] = [FieldId::Start, FieldId::Swizzle, FieldId::Lbo, FieldId::Sbo];

impl<'a> Frame<'a> {
    /// The explicit descriptor of a tile at its place; `None` if there is none, or no code for the swizzle.
    pub(super) fn of(spec: &'a Spec) -> Option<Self> {
        Some(Self { spec, given: spec.given()?, right: spec.derived_descriptor(spec.place()).ok()? })
    }

    /// Whether a read of the tile uses a stride.
    pub(super) fn takes(&self, stride: Stride) -> bool {
        let read = self.spec.layout_from_descriptor(self.right);
        read.reaches(stride, self.spec.read_extent())
    }

    /// The fields that affect the read.
    fn taken(&self) -> impl Iterator<Item = FieldId> {
        FIELDS.into_iter().filter(|field| match field {
            FieldId::Lbo => self.takes(Stride::Lbo),
            FieldId::Sbo => self.takes(Stride::Sbo),
            _ => true,
        })
    }

    /// Whether two descriptors have the same start, base offset and code, and the same strides where a read uses them.
    pub(super) fn is_same(&self, one: Descriptor, other: Descriptor) -> bool {
        let lines = (1_u64 << self.spec.tile().swizzle.xor().bits) - 1;
        let turned = one.get(FieldId::BaseOffset) ^ other.get(FieldId::BaseOffset);
        turned & lines == 0 && self.taken().all(|field| one.get(field) == other.get(field))
    }

    /// The explanation by a mistake that produces the explicit descriptor. One that does not affect the read is none.
    pub(super) fn explained_by(&self, cause: Cause, slipped: Descriptor) -> Option<(u32, Explanation)> {
        let explains = !self.is_same(slipped, self.right) && self.is_same(slipped, self.given);
        explains.then(|| self.with(cause, self.mended(cause)))
    }

    /// An explanation with its rank.
    pub(super) fn with(&self, cause: Cause, mended: Descriptor) -> (u32, Explanation) {
        (self.rank(cause, mended), Explanation { cause, mended, spec: self.spec.clone() })
    }

    /// The explicit descriptor with everything that affects the read corrected, and the rest unchanged.
    fn mended(&self, cause: Cause) -> Descriptor {
        let mended = self.taken().fold(self.given, |mended, field| mended.with(field, self.right.get(field)));
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
    fn rank(&self, cause: Cause, mended: Descriptor) -> u32 {
        let fits = u32::from(!is_as_wide_as_its_mode(self.spec));
        let is_own = |field: FieldId| mended.get(field) == self.given.get(field);
        let changed = [FieldId::Lbo, FieldId::Sbo].iter().filter(|field| !is_own(**field)).count() as u32;
        let class = match cause {
            Cause::Halves => 0,
            Cause::Bytes(_) | Cause::DividedTwice(_) | Cause::Exchanged => 1,
            Cause::Slice(..) if changed == 1 && is_own(FieldId::Swizzle) => 1,
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

/// Whether a row of the tile is as long as its mode's, or as long as the longest.
pub(super) fn is_as_wide_as_its_mode(spec: &Spec) -> bool {
    let tile = spec.tile();
    let (along, _) = tile.buffer.along_and_across(tile.major);
    let bytes = along.saturating_mul(tile.element.slot_bits()) / 8;
    bytes.min(LINE_BYTES) == tile.swizzle.row_bytes()
}
