//! The numbers of the journey: the element, its addresses, and what a descriptor makes of the product.

use swizzle_core::descriptor::FieldId;
use swizzle_core::reader::{SaidPlace, SaidReader};
use swizzle_core::tile::SaidTile;
use swizzle_core::tma::{DataType, Landing, MapSwizzle, TensorMap, landing_from_map};
use swizzle_core::{Arch, Coord, Descriptor, Element, Major, Said, Spec, Swizzle};
use swizzle_infer::WholeRead;
use swizzle_infer::spec_from_said;
use swizzle_warp::{Fragment, FragmentName, Slot};

/// Elements along either side of the matrix.
pub const WIDTH: u32 = 4096;
/// Elements along either side of the box.
pub const BOX: u32 = 64;
/// Address of the box in shared memory.
pub const START_BYTES: u32 = 0x400;
/// SBO of the tile: from one group of 8 rows to the next.
pub const SBO_BYTES: u32 = 1024;
/// The row of the element.
pub const ROW: u32 = 3;
/// Its column.
pub const K: u32 = 40;
/// The step along K that reads it.
pub const STEP: u32 = 2;
/// Elements in a unit of 16 bytes.
pub(super) const PER_UNIT: u32 = 8;
/// The element's unit in its row.
pub const UNIT: u32 = K / PER_UNIT;
/// The sums, as the registers of a warpgroup hold them.
pub const SUMS: Fragment = FragmentName::Accumulator.of(32, BOX);
/// The element.
pub const ELEMENT: Coord = Coord { mn: ROW, k: K };

/// A of the product: small integers, exact in bf16.
pub const fn a(row: u32, k: u32) -> i32 {
    ((row * 2 + k * 3 + row * k / 8 + 5) % 7) as i32 - 3
}

/// Column 0 of B.
pub const fn b(k: u32) -> i32 {
    ((k * 2 + k / 4 + 3) % 5) as i32 - 2
}

/// The element's byte, from the start of the matrix.
pub const fn matrix_byte() -> u32 {
    (ROW * WIDTH + K) * Element::Bf16.pitch_bits() / 8
}

/// Returns the landing of the box that TMA writes.
///
/// # Panics
/// Never: the landing of a box with this swizzle was measured.
pub fn landing() -> Landing {
    let extent = (WIDTH.into(), WIDTH.into());
    let map = TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B128, extent, (BOX, BOX));
    landing_from_map(&map, START_BYTES).expect("it was measured")
}

/// Thread and register of D\[3\]\[0\].
pub const fn slot_of_sum() -> Slot {
    SUMS.slot_from_cell(ROW, 0)
}

/// The whole tile, as a descriptor with two of its fields changed makes `wgmma` read it, in four steps along K.
///
/// ```
/// use swizzle_draw::journey::JourneyRead;
/// let right = JourneyRead::of(1024, 0);
/// assert_eq!((right.product(3), right.product(10), right.wrong_units()), (Some(43), Some(10), 0));
/// // Row 10 reads the line of row 3.
/// let broken = JourneyRead::of(128, 0);
/// assert_eq!((broken.product(3), broken.product(10), broken.wrong_units()), (Some(43), Some(43), 112));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JourneyRead {
    /// The tile with the descriptor of its first step.
    pub spec: Spec,
    whole: WholeRead,
}

impl JourneyRead {
    /// The read with these values of SBO, in bytes, and base offset.
    ///
    /// # Panics
    /// Never: the tile is one that every descriptor can be held against.
    pub fn of(sbo_bytes: u32, base_offset: u8) -> Self {
        let mut said = Said {
            tile: SaidTile {
                element: Some(Element::Bf16),
                major: Some(Major::K),
                swizzle: Some(Swizzle::B128),
                mn: Some(BOX),
                k: Some(BOX),
                start_bytes: Some(START_BYTES),
                sbo_bytes: Some(SBO_BYTES),
                pattern_bytes: Some(0),
                ..SaidTile::default()
            },
            reader: SaidReader { arch: Some(Arch::Wgmma), ..SaidReader::default() },
            place: SaidPlace { step: Some(0), ..SaidPlace::default() },
            ..Said::default()
        };
        let derived = spec_from_said(&said).expect("a tile").derived_descriptor(0);
        let descriptor = derived
            .expect("wgmma has this mode")
            .with_bytes(FieldId::Sbo, sbo_bytes)
            .with(FieldId::BaseOffset, base_offset.into());
        said.given = Some(descriptor);
        let spec = spec_from_said(&said).expect("a tile");
        let whole = WholeRead::of(&spec).expect("a tile of 512 units");
        Self { spec, whole }
    }

    /// The descriptor of a step.
    ///
    /// # Panics
    /// Never: it has the mode of the first.
    pub fn descriptor(&self, step: u32) -> Descriptor {
        let first = self.spec.given().expect("it was given");
        let [own, there] = [0, step].map(|step| self.spec.start_bytes(step));
        first.with_bytes(FieldId::Start, self.start_bytes() + there - own)
    }

    /// Returns the specified values of the tile and of the descriptor of a step, as the atlas shows them.
    pub fn said(&self, step: u32) -> Said {
        Said {
            given: Some(self.descriptor(step)),
            place: SaidPlace { step: Some(step), ..SaidPlace::default() },
            ..*self.spec.said()
        }
    }

    /// Start of the first step, in bytes.
    const fn start_bytes(&self) -> u32 {
        self.spec.tile().start_bytes
    }

    /// The element that arrives in place of one; `None` where memory outside of the tile is read.
    pub fn element_for(&self, row: u32, k: u32) -> Option<Coord> {
        self.whole.element_for(Coord { mn: row, k })
    }

    /// D\[row\]\[0\]; `None` where a part of it is read outside of the tile.
    pub fn product(&self, row: u32) -> Option<i32> {
        self.sum(row, 0..BOX)
    }

    /// The part of D\[row\]\[0\] over a range of K.
    pub fn sum(&self, row: u32, k: std::ops::Range<u32>) -> Option<i32> {
        k.map(|k| self.element_for(row, k).map(|got| a(got.mn, got.k) * b(k))).sum()
    }

    /// Elements of K of a step.
    pub fn k_of(&self, step: u32) -> std::ops::Range<u32> {
        let per_step = self.spec.read_k();
        step * per_step..(step + 1) * per_step
    }

    /// First columns of the units of a step.
    pub fn units_of(&self, step: u32) -> impl Iterator<Item = u32> + use<> {
        self.k_of(step).step_by(PER_UNIT as usize)
    }

    /// Rows and units of the step that reads the element: the first element of each, and what arrives in its place.
    pub fn units(&self) -> impl Iterator<Item = (Coord, Option<Coord>)> {
        (0..BOX)
            .flat_map(move |mn| self.units_of(STEP).map(move |k| (Coord { mn, k }, self.element_for(mn, k))))
    }

    /// Units of that step that are not read from their own address.
    pub fn wrong_units(&self) -> usize {
        self.units().filter(|(meant, got)| *got != Some(*meant)).count()
    }

    /// Rows that read the element's unit.
    pub fn readers(&self) -> Vec<u32> {
        self.units().filter(|(_, got)| *got == Some(ELEMENT)).map(|(meant, _)| meant.mn).collect()
    }
}
