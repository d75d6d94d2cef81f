//! Expected places of the units of a read: their memory units in the tile.

use swizzle_core::law::Coord;
use swizzle_core::reader::{Place, Spec};

/// Units of a read by their expected memory units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// The tile's memory unit for each unit of the read, row by row.
    places: Vec<u32>,
    /// For each memory unit from address 0: one more than the first unit of the read that is expected there, 0 for none.
    owners: Vec<u32>,
}

impl Meant {
    /// Enters every unit that a place's read is expected to find.
    ///
    /// ```
    /// use swizzle_draw::scene::Meant;
    /// use swizzle_core::{Arch, Descriptor, ReadAgainstTile, Said};
    /// use swizzle_infer::spec_from_said;
    /// let given = Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040); // SBO of no swizzle
    /// let spec = spec_from_said(&Said::default().with_given(given))?;
    /// let meant = Meant::of(&spec, spec.place());
    /// assert_eq!(meant.place(16), 0x800 / 16); // row 8, unit 0
    /// assert_eq!(meant.unit_at(0x800 / 16), Some(16));
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    pub fn of(spec: &Spec, place: impl Into<Place>) -> Self {
        let place = place.into();
        let at = spec.looking_at(place);
        let (tile, extent, origin) = (at.layout(), spec.read_extent(), spec.first_element(place));
        let major = spec.read(place).major();
        let (along, across) = extent.along_and_across(major);
        let per_unit = tile.per_unit() as usize;
        let mut places = Vec::new();
        let mut owners = vec![0; (spec.space().bytes() / tile.unit_bytes()) as usize];
        for across in 0..across {
            for along in (0..along).step_by(per_unit) {
                let in_read = Coord::at(major, along, across);
                let coord =
                    Coord { mn: in_read.mn.wrapping_add(origin.mn), k: in_read.k.wrapping_add(origin.k) };
                let memory = tile.byte_from_element(coord).byte / tile.unit_bytes();
                places.push(memory);
                if let Some(owner @ 0) = owners.get_mut(memory as usize) {
                    *owner = places.len() as u32;
                }
            }
        }
        Self { places, owners }
    }

    /// Returns the expected memory unit of a unit of the read, counted row by row.
    pub fn place(&self, unit: u32) -> u32 {
        self.places.get(unit as usize).copied().unwrap_or(0)
    }

    /// Returns the unit of the read that is expected in a memory unit.
    pub fn unit_at(&self, memory_unit: u32) -> Option<u32> {
        self.owners.get(memory_unit as usize).and_then(|owner| owner.checked_sub(1))
    }
}
