//! The shortest way from a tile to its descriptors: nothing is inferred, everything is the caller's or packed.

use alloc::vec::Vec;

use crate::descriptor::{Descriptor, NoSwizzleCode};
use crate::hardware::{Chip, Element, Major, read_mn_max};
use crate::law::{Extent, Swizzle};
use crate::reader::{Place, ReadAgainstTile, Reader, Said, Spec};
use crate::tile::Tile;

impl Tile {
    /// A packed K-major tile of `mn` × `k` elements at address 0, without swizzle.
    ///
    /// ```
    /// use swizzle_core::{Arch, Element, Swizzle, Tile};
    /// let tile = Tile::k_major(Element::Bf16, 128, 64).swizzle(Swizzle::B128).at_byte(0x400);
    /// let descriptors = tile.descriptors(Arch::Wgmma)?;
    /// assert_eq!(descriptors.len(), 2 * 4); // 64 rows and 16 of K a read, K first
    /// assert_eq!(descriptors[1].to_string(), "0x4000004000010042");
    /// assert_eq!(descriptors[4].to_string(), "0x4000004000010240");
    /// # Ok::<(), swizzle_core::NoSwizzleCode>(())
    /// ```
    #[must_use]
    pub fn k_major(element: Element, mn: u32, k: u32) -> Self {
        Self::of_major(Major::K, element, mn, k)
    }

    /// A packed MN-major tile of `mn` × `k` elements at address 0, without swizzle.
    #[must_use]
    pub fn mn_major(element: Element, mn: u32, k: u32) -> Self {
        Self::of_major(Major::Mn, element, mn, k)
    }

    fn of_major(major: Major, element: Element, mn: u32, k: u32) -> Self {
        let buffer = Extent { mn, k };
        let tile =
            Self { element, major, swizzle: Swizzle::None, mn, k, buffer, start_bytes: 0, ..Self::default() };
        tile.packed_as_one_stage()
    }

    /// The same tile in another swizzle mode, packed again.
    #[must_use]
    pub fn swizzle(self, swizzle: Swizzle) -> Self {
        Self { swizzle, ..self }.packed_as_one_stage()
    }

    /// The same tile at another address of shared memory.
    #[must_use]
    pub const fn at_byte(self, start_bytes: u32) -> Self {
        Self { start_bytes, ..self }
    }

    fn packed_as_one_stage(self) -> Self {
        let packed = self.packed();
        Self { stages: 1, stage_bytes: u32::try_from(packed.span_bytes()).unwrap_or(u32::MAX), ..packed }
    }

    /// The tile as operand A of a chip's instruction.
    ///
    /// # Errors
    /// [`NoSwizzleCode`] where the chip has no matrix descriptors.
    pub fn read_by(&self, of: impl Into<Chip>) -> Result<Spec, NoSwizzleCode> {
        let chip = of.into();
        let Some(arch) = chip.arch() else {
            let swizzle = self.swizzle;
            return Err(NoSwizzleCode { chip, swizzle });
        };
        let reader =
            Reader { arch, chip, rows: read_mn_max(arch, Reader::default().operand), ..Reader::default() };
        let (said, place) = (Said::default(), Place::default());
        Ok(Spec::assembled(&said, *self, reader, place))
    }

    /// What an instruction reads of the tile as operand A through a descriptor, such as one of a log, at a place of the sequence.
    ///
    /// ```
    /// use swizzle_core::{Coord, Descriptor, Element, Swizzle, Tile};
    /// let tile = Tile::k_major(Element::Bf16, 64, 64).swizzle(Swizzle::B128).at_byte(0x400);
    /// let logged: Descriptor = "0x4000000800010040".parse()?;
    /// let found = tile.compare(logged, 0);
    /// assert_eq!((found.tally().right, found.tally().wrong), (16, 112)); // SBO is that of no swizzle
    /// let first = found.first().unwrap();
    /// assert_eq!((first.coord, first.read.byte, first.wanted.byte), (Coord { mn: 8, k: 0 }, 0x490, 0x800));
    /// # Ok::<(), swizzle_core::DescriptorError>(())
    /// ```
    #[must_use]
    pub fn compare(&self, descriptor: Descriptor, place: impl Into<Place>) -> ReadAgainstTile {
        let place = place.into();
        // A descriptor is of a chip that has descriptors.
        let spec = self.read_by(descriptor.chip()).expect("a chip of descriptors");
        let said = Said::default().with_given(descriptor);
        let spec = Spec::assembled(&said, *self, *spec.reader(), place);
        ReadAgainstTile::of(&spec, place)
    }

    /// The descriptors of operand A, in the order in which a loop uses them: block after block of as many rows as one
    /// instruction reads, each with its steps along K.
    ///
    /// # Errors
    /// [`NoSwizzleCode`] where the instruction has no code for the tile's mode.
    pub fn descriptors(&self, of: impl Into<Chip>) -> Result<Vec<Descriptor>, NoSwizzleCode> {
        let spec = self.read_by(of)?;
        spec.places().map(|place| spec.derived_descriptor(place)).collect()
    }
}
