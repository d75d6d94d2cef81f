//! Strides that were not specified: whether they are those of a packed tile, and whether enough is specified to know these.

use crate::hardware::{LINE_BYTES, Major};
use crate::law::{Clash, Stride, Swizzle};
use crate::reader::spec::Spec;
use crate::tile::Order;

/// A stride that was not specified and is not the packed one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// The stride.
    pub stride: Stride,
    /// The tile's stride, inferred so that the tile is read correctly.
    pub held_bytes: u32,
    /// The stride of a packed tile.
    pub packed_bytes: u32,
}

impl Spec {
    /// The first stride that places the tile's atoms, was not specified, and is not the packed one: SBO before LBO.
    ///
    /// ```
    /// use swizzle_core::reader::Gap;
    /// use swizzle_core::{Arch, Element, Stride, Swizzle, Tile};
    /// let packed = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400);
    /// let spec = Tile { sbo_bytes: 4096, ..packed }.read_by(Arch::Wgmma)?;
    /// assert_eq!(spec.gap(), Some(Gap { stride: Stride::Sbo, held_bytes: 4096, packed_bytes: 1024 }));
    /// # Ok::<(), swizzle_core::NoSwizzleCode>(())
    /// ```
    #[must_use]
    pub fn gap(&self) -> Option<Gap> {
        let [sbo, lbo] = self.gaps();
        sbo.or(lbo)
    }

    /// The same for both strides: SBO, LBO.
    #[must_use]
    pub fn gaps(&self) -> [Option<Gap>; 2] {
        [Stride::Sbo, Stride::Lbo].map(|stride| self.gap_of(stride))
    }

    /// The same for one stride.
    #[must_use]
    pub fn gap_of(&self, stride: Stride) -> Option<Gap> {
        let gap = Gap {
            stride,
            held_bytes: self.tile().stride_bytes(stride),
            packed_bytes: self.packed().bytes(stride),
        };
        let is_gap = self.is_unsaid(stride) && gap.held_bytes != gap.packed_bytes;
        is_gap.then_some(gap)
    }

    /// Whether a packed stride that places the tile's atoms follows from an extent that was not specified.
    pub(super) fn rests_on_an_unsaid_extent(&self) -> bool {
        let (tile, said) = (self.tile(), &self.said().tile);
        let is_mn_said = said.mn.or(said.buffer_mn).is_some();
        let is_k_said = said.k.or(said.buffer_k).is_some();
        let (of_columns, of_groups) =
            (Stride::of_columns(tile.major, tile.swizzle), Stride::of_groups(tile.major, tile.swizzle));
        // Along the dimension that comes first, the stride is one atom; the other stride spans all of these.
        let (stride, is_extent_said) = match (tile.major, tile.order) {
            (Major::K, Order::K) => (of_groups, is_k_said),
            (Major::Mn, Order::Mn) => (of_groups, is_mn_said),
            (Major::K, Order::Mn) => (of_columns, is_mn_said),
            (Major::Mn, Order::K) => (of_columns, is_k_said),
        };
        self.is_unsaid(stride) && !is_extent_said
    }

    /// Whether the start of the swizzle pattern is known only from the explicit descriptor's base offset: it is neither on its
    /// boundary nor at the tile's start.
    pub(super) fn rests_on_an_unsaid_pattern(&self) -> bool {
        let tile = self.tile();
        let lines = tile.swizzle.pattern_bytes();
        let into = |bytes: u32| bytes % lines.max(1) / LINE_BYTES;
        let is_open = self.said().tile.pattern_bytes.is_none() && tile.swizzle != Swizzle::None;
        let pattern = into(tile.pattern_bytes);
        is_open && pattern != 0 && pattern != into(tile.start_bytes)
    }

    /// Whether a stride places the tile's atoms and was not specified.
    fn is_unsaid(&self, stride: Stride) -> bool {
        let said = &self.said().tile;
        said.stride_bytes(stride).is_none() && self.tile().row_bytes.is_none() && self.is_read_by_tile(stride)
    }

    /// The first two elements of the tile that share a byte, where the tile is not packed.
    #[must_use]
    pub fn shared_byte(&self) -> Option<Clash> {
        if self.is_packed_in(self.layout()) { None } else { self.layout().first_clash(self.extent()) }
    }
}
