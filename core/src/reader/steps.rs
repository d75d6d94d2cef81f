//! The sequence of reads that covers a tile.

use crate::descriptor::{Descriptor, NoSwizzleCode};
use crate::law::Coord;
use crate::reader::place::Place;
use crate::reader::spec::Spec;

/// One read of the sequence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Read {
    /// Its place.
    pub place: Place,
    /// Absolute address at which it starts, before the XOR.
    pub start_bytes: u32,
    /// Units of 16 bytes added to the start of the read before it, possibly negative; `None` for the first.
    pub added_units: Option<i32>,
    /// Its descriptor, computed from tile and reader.
    pub descriptor: Result<Descriptor, NoSwizzleCode>,
    /// The first element that it reads, as coordinates in the buffer.
    pub first: Coord,
}

impl Spec {
    /// Every read of the tile: step fastest, then block, then stage.
    ///
    /// ```
    /// use swizzle_core::{Arch, Element, Swizzle, Tile};
    /// let tile = Tile::k_major(Element::Bf16, 128, 128).swizzle(Swizzle::B128).at_byte(0x400);
    /// let spec = tile.read_by(Arch::Wgmma)?;
    /// let added: Vec<_> = spec.reads().take(9).map(|read| read.added_units).collect();
    /// let units = [2, 2, 2, 1018, 2, 2, 2, -518];
    /// assert_eq!((added[0], &added[1..]), (None, &units.map(Some)[..]));
    /// # Ok::<(), swizzle_core::NoSwizzleCode>(())
    /// ```
    pub fn reads(&self) -> impl Iterator<Item = Read> + '_ {
        let mut before = None;
        self.all_places().map(move |place| {
            let start_bytes = self.start_bytes(place);
            let added = |before: u32| self.space().units_between(before, start_bytes);
            Read {
                place,
                start_bytes,
                added_units: before.replace(start_bytes).map(added),
                descriptor: self.derived_descriptor(place),
                first: self.first_element(place),
            }
        })
    }

    /// The place of every read, step fastest, then block, then stage.
    pub fn all_places(&self) -> impl Iterator<Item = Place> + use<> {
        let of_stage = self.places();
        (0..self.tile().stages)
            .flat_map(move |stage| of_stage.clone().map(move |place| Place { stage, ..place }))
    }
}
