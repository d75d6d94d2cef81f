//! How the bits of a coordinate become the bits of an address: the law as wires, one addition, and the gates of the XOR.

mod bundle;
mod place;
mod rung;
mod strand;
pub(crate) mod text;

use bundle::is_set;
pub use bundle::{Bundle, CoordBit, Strand};
use place::{carries, highest, low_place, place};
pub use rung::Rung;
use strand::{address_bits, base, bundle, strands};
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::AddressSpace;
use swizzle_core::law::{BitAddress, Coord, Exchange, Layout, PHASE_BIT, RowXor};
use swizzle_core::reader::Spec;

/// A gate of the XOR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gate {
    /// The address bit that it changes.
    pub target: u32,
    /// The address bit that the phase's bit is read from.
    pub control: u32,
    /// Whether the phase's bit is 1; that of `control`, where the base offset is 0.
    pub phase_is_set: bool,
}

/// The point at which the XOR acts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Crossing {
    /// Nowhere: no swizzle.
    None,
    /// On the sum, the highest gate first.
    Address {
        /// The base offset, which is subtracted first.
        base_offset: u8,
        /// The phase, which is XORed.
        phase: u32,
        /// The gates.
        gates: Vec<Gate>,
    },
    /// On the number of the unit in its row, before anything is added: a writer's own way with plain rows.
    Units {
        /// The writer's kind of XOR.
        row_xor: RowXor,
        /// The phase, which is XORed.
        phase: u32,
        /// The unit after it.
        exchanged: u32,
    },
}

/// The way of one element from the bits of its coordinate to the bits of its address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loom {
    /// The address that the bundles are added to: the start, or the second chunk's address in absolute mode.
    pub base_bytes: u32,
    /// The field that it comes from.
    pub base_field: FieldId,
    /// The parts of the coordinate, by their places, the highest first.
    pub bundles: Vec<Bundle>,
    /// Whether every stride is a power of two, so that each bit has one wire; otherwise only the sum shows it.
    pub is_wired: bool,
    /// The address space, at whose end the sum wraps.
    pub space: AddressSpace,
    /// The sum, modulo the size of memory, in bits.
    pub sum_bits: u32,
    /// The places that another one carries into.
    pub carries: Vec<i32>,
    /// The point at which the XOR acts.
    pub crossing: Crossing,
    /// The address at which the element begins.
    pub address: BitAddress,
    /// The lowest place that is drawn, and the one after the highest; the same for every element of a tile.
    pub places: (i32, i32),
}

impl Loom {
    /// The loom of an element; of a whole unit, where `has_slots` is false and the element its first.
    ///
    /// ```
    /// use swizzle_text::loom::{Crossing, Loom, Strand};
    /// use swizzle_core::{Coord, Said};
    /// use swizzle_infer::spec_from_said;
    /// let spec = spec_from_said(&Said::default())?;
    /// let loom = Loom::of(&spec, Coord { mn: 3, k: 40 }, false);
    /// let row = loom.bundles.iter().find(|bundle| bundle.strand == Strand::Row).unwrap();
    /// assert_eq!((row.value, row.adds_bits / 8), (3, 384));
    /// assert_eq!(row.bits[2].wire, Some(7)); // r0 is address bit 7
    /// assert_eq!(row.bits[2].turned, Some(Coord { mn: 2, k: 40 }));
    /// let Crossing::Address { phase, gates, .. } = &loom.crossing else { panic!() };
    /// assert_eq!((*phase, gates[0].control, gates[0].target), (3, 9, 6));
    /// assert_eq!((loom.sum_bits / 8, loom.address.byte), (0x5d0, 0x5e0));
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    #[must_use]
    pub fn of(spec: &Spec, coord: Coord, has_slots: bool) -> Self {
        let layout = spec.layout();
        let (base_bytes, base_field) = base(layout, coord);
        let mut bundles: Vec<Bundle> = strands(layout, has_slots)
            .into_iter()
            .map(|strand| bundle(spec, coord, strand))
            .filter(|bundle| !bundle.bits.is_empty())
            .collect();
        if !layout.is_canonical() {
            bundles.sort_by_key(|bundle| bundle.stride_bits);
        }
        let crossing = crossing(layout, coord);
        if let Crossing::Units { exchanged, .. } = crossing {
            let units = bundles
                .iter_mut()
                .filter(|bundle| bundle.strand == Strand::Column);
            for bundle in units {
                bundle.adds_bits = u64::from(exchanged) * bundle.stride_bits;
            }
        }
        let low = low_place(layout, has_slots);
        let least = highest(spec, &bundles);
        let most = address_bits(layout);
        let high = place(&mut bundles, least, most);
        let sum = bundles
            .iter()
            .fold(u64::from(base_bytes) * 8, |sum, bundle| {
                sum + bundle.adds_bits
            });
        Self {
            base_bytes,
            base_field,
            is_wired: !matches!(crossing, Crossing::Units { .. })
                && bundles
                    .iter()
                    .all(|bundle| bundle.stride_bits.is_power_of_two()),
            space: layout.space(),
            sum_bits: u32::try_from(sum % u64::from(layout.space().bits())).unwrap_or(0),
            carries: carries(base_bytes, &bundles, most),
            crossing,
            address: layout.byte_from_element(coord),
            places: (low, high),
            bundles,
        }
    }

    /// Whether a place of the sum is 1.
    #[must_use]
    pub const fn sum_at(&self, place: i32) -> bool {
        is_set(self.sum_bits as u64, place)
    }

    /// Whether a place of the address is 1.
    #[must_use]
    pub const fn address_at(&self, place: i32) -> bool {
        is_set(
            self.address.byte as u64 * 8 + self.address.bit as u64,
            place,
        )
    }
}

fn crossing(layout: &Layout, coord: Coord) -> Crossing {
    let (xor, base_offset) = match layout.terms().exchange {
        Exchange::Address { xor, .. } if xor.bits == 0 => return Crossing::None,
        Exchange::Address { xor, base_offset } => (xor, base_offset),
        Exchange::Rows {
            row_xor,
            along,
            per_unit,
        } => {
            return Crossing::Units {
                row_xor,
                phase: row_xor.phase(coord.on(along.other()), 0),
                exchanged: layout.terms().exchange.moved(coord).on(along) / per_unit,
            };
        }
    };
    let phase = xor.phase(layout.absolute_from_element(coord), base_offset);
    let gate = |bit: u32| Gate {
        target: xor.base + bit,
        control: PHASE_BIT + bit,
        phase_is_set: phase >> bit & 1 == 1,
    };
    Crossing::Address {
        base_offset,
        phase,
        gates: (0..xor.bits).rev().map(gate).collect(),
    }
}
