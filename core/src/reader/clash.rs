//! Whether units of a tile collide in the layout of a read.

use alloc::vec;
use alloc::vec::Vec;

use crate::law::{Clash, Coord, Layout};
use crate::reader::place::Place;
use crate::reader::spec::Spec;

/// Maximum number of stages of a ring that are compared.
const CLASH_STAGES_MAX: u32 = 16;

impl Spec {
    /// The first clash of the tile if it had the strides of the place's read.
    #[must_use]
    pub fn first_clash(&self) -> Option<Clash> {
        let layout = self.read_over_tile();
        if self.unknown_swizzle().is_some() || self.is_packed_in(&layout) {
            return None;
        }
        layout.first_clash(self.extent())
    }

    /// Whether memory can hold the tile with its own strides: no two units at one address, and none beyond the last address.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.span_bytes() <= u64::from(self.space().bytes())
            && self.layout().first_clash(self.extent()).is_none()
    }

    /// Whether a stage ends before the next one starts, if the distance between stages was specified.
    #[must_use]
    pub fn has_room_between_stages(&self) -> bool {
        let tile = self.tile();
        let is_said = self.said().tile.stage_bytes.is_some() && tile.stages > 1;
        !is_said || self.span_bytes() <= u64::from(tile.stage_bytes)
    }

    /// Whether two stages have elements at the same address, if the distance between stages was specified.
    #[must_use]
    pub fn stages_overlap(&self) -> bool {
        if self.has_room_between_stages() {
            return false;
        }
        let own = self.units_of_stage(0);
        // Each further stage overlaps the first one less: what the first few leave free stays free.
        (1..self.tile().stages.min(CLASH_STAGES_MAX)).any(|stage| {
            let other = self.units_of_stage(stage);
            own.iter().zip(&other).any(|(one, other)| *one && *other)
        })
    }

    /// The units of memory that a stage covers.
    fn units_of_stage(&self, stage: u32) -> Vec<bool> {
        let at = self.looking_at(Place { stage, ..Place::default() });
        let (layout, extent) = (at.layout(), self.extent());
        let mut units = vec![false; (self.space().bytes() / layout.unit_bytes()) as usize];
        let (along, across) = extent.along_and_across(layout.major());
        let t = layout.per_unit();
        let count = u64::from(along.div_ceil(t)) * u64::from(across);
        for index in 0..count.min(units.len() as u64) as u32 {
            let (unit, row) = (index % along.div_ceil(t), index / along.div_ceil(t));
            let coord = Coord::at(layout.major(), unit * t, row);
            units[(layout.byte_from_element(coord).byte / layout.unit_bytes()) as usize] = true;
        }
        units
    }

    /// Whether the atoms are adjacent, as far as addresses reach: then nothing can overlap, and no search is needed.
    pub(super) fn is_packed_in(&self, layout: &Layout) -> bool {
        let (held, packed) = (layout.params(), self.packed());
        held.swizzle == self.tile().swizzle
            && layout.is_canonical()
            && (held.lbo_bytes, held.sbo_bytes) == (packed.lbo_bytes, packed.sbo_bytes)
            && self.span_bytes() <= u64::from(self.space().bytes())
    }
}
