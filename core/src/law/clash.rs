//! Two units at one address: a map that is not one-to-one cannot hold a matrix.

use alloc::vec;

use crate::law::coord::{Coord, Extent};
use crate::law::layout::Layout;

/// Two units of a matrix at one address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clash {
    /// First element of the unit that comes first.
    pub first: Coord,
    /// First element of the other.
    pub second: Coord,
    /// The address of both.
    pub byte: u32,
}

impl Layout {
    /// The first pair of units at one address, in order of rows, then units; `None` if there is no such pair.
    ///
    /// ```
    /// use swizzle_core::{Element, Extent, Swizzle, Tile};
    /// let tile = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400);
    /// let layout = Tile { sbo_bytes: 512, ..tile }.layout();
    /// assert_eq!(layout.first_clash(Extent { mn: 64, k: 64 }).unwrap().byte, 0x640);
    /// ```
    #[must_use]
    pub fn first_clash(&self, extent: Extent) -> Option<Clash> {
        const FREE: u32 = u32::MAX;
        // Clashes are found by marking units; the address space has this many.
        let space = self.space().bytes() / self.unit_bytes();
        let mut owners = vec![FREE; space as usize];
        let t = self.per_unit();
        let (along, across) = extent.along_and_across(self.major());
        let units = along.div_ceil(t);
        let coord = |index: u32| Coord::at(self.major(), index % units * t, index / units);
        // One unit more than the address space holds must clash: larger tiles need no longer search.
        let count = u64::from(units) * u64::from(across);
        let looked_at = count.min(u64::from(space) + 1) as u32;
        (0..looked_at).find_map(|index| {
            let byte = self.byte_from_element(coord(index)).byte;
            let owner = &mut owners[(byte / self.unit_bytes()) as usize];
            if *owner == FREE {
                *owner = index;
                return None;
            }
            Some(Clash { first: coord(*owner), second: coord(index), byte })
        })
    }
}
