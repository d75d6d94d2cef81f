//! Whether units of a tile collide as a read has it.

use crate::hardware::ADDRESS_BYTES;
use crate::law::{Clash, Layout};
use crate::reader::spec::Spec;

impl Spec {
    /// The first clash of the tile as the strides of the place's read would have it.
    #[must_use]
    pub(crate) fn first_clash(&self) -> Option<Clash> {
        let layout = self.read_over_tile();
        if self.unknown_swizzle().is_some() || self.is_packed_in(&layout) {
            return None;
        }
        layout.first_clash(self.extent())
    }

    /// Whether memory holds the tile as its own strides have it: no two units at one address, and none beyond the last.
    #[must_use]
    pub(crate) fn is_held(&self) -> bool {
        self.span_bytes() <= u64::from(ADDRESS_BYTES)
            && self.layout().first_clash(self.extent()).is_none()
    }

    /// Whether atom follows atom, as far as addresses reach: then nothing can overlap, and nothing need be looked for.
    fn is_packed_in(&self, layout: &Layout) -> bool {
        let (held, packed) = (layout.params(), self.packed());
        held.swizzle == self.tile().swizzle
            && layout.is_canonical()
            && (held.lbo_bytes, held.sbo_bytes) == (packed.lbo_bytes, packed.sbo_bytes)
            && self.span_bytes() <= u64::from(ADDRESS_BYTES)
    }
}
