//! The law with another address range: sm_107a's start and LBO have 15 bits. It was not run on hardware; the twin is the same
//! law with another modulus, typed once more.

use proptest::prelude::*;
use swizzle_core::hardware::{AddressSpace, Chip};
use swizzle_core::{
    Arch, Coord, Descriptor, Element, Extent, Layout, LayoutParams, LboMode, Major, Named, Said, SaidTile,
    Swizzle,
};
use swizzle_infer::sequence::Sequence;
use swizzle_infer::spec_from_said;
use swizzle_tests::{ByHand, cases, coords, some};

use crate::any::choice;
use crate::laws::first_bit;

proptest! {
    #![proptest_config(cases(1_500, 1_500))]

    #[test]
    fn addresses_wrap_where_the_space_ends(
        (major, swizzle) in (choice::<Major>(), choice::<Swizzle>()),
        element in prop::sample::select(vec![Element::Bf16, Element::Tf32, Element::E4m3, Element::B1]),
        units in [0_u32..1 << 15, 0_u32..1 << 15, 0_u32..1 << 15],
        base_offset in 0_u8..8,
        (mn, k) in (1_u32..200, 1_u32..80),
        seen in any::<u32>(),
    ) {
        for space in [AddressSpace::KIB_256, AddressSpace::KIB_512] {
            let [start_bytes, lbo_bytes, sbo_bytes] = units.map(|unit| unit * 16 % space.bytes());
            let params = LayoutParams {
                element, major, swizzle, start_bytes, lbo_bytes, sbo_bytes, base_offset,
                lbo_mode: LboMode::Relative, space,
            };
            let layout = Layout::new(params);
            let extent = Extent { mn, k };
            let table = layout.byte_table(extent);
            let byte = seen % space.bytes();
            let mut there = Vec::new();
            let held = layout.byte_from_element(Coord { mn: seen % mn, k: seen % k }).byte;
            let mut there_held = Vec::new();
            for (coord, cell) in coords(extent).zip(&table) {
                let (byte_of, slot) = ByHand::of(&params).byte_of_space(coord.mn, coord.k, space.bytes());
                let bit = byte_of * 8 + slot;
                prop_assert_eq!(first_bit(&layout, coord), bit, "{:?}", coord);
                prop_assert_eq!(*cell, bit / 8, "{:?}", coord);
                let last = bit + element.pitch_bits() - 1;
                if (bit / 8..=last / 8).contains(&byte) { there.push(coord); }
                if (bit / 8..=last / 8).contains(&held) { there_held.push(coord); }
            }
            prop_assert_eq!(layout.first_element_from_byte(byte, extent), there.first().copied());
            prop_assert_eq!(layout.elements_from_byte(byte, extent), there);
            prop_assert_eq!(layout.elements_from_byte(held, extent), there_held);
        }
    }

    /// A descriptor of sm_107a: bits 0–14 are the start, 16–30 LBO, 53 a half of a table; all else is Blackwell's.
    #[test]
    fn a_descriptor_of_sm_107a(raw in any::<u64>()) {
        for chip in Chip::ALL.iter().copied() {
            let Some(arch) = chip.arch() else {
                prop_assert!(Descriptor::fields(chip).is_empty());
                continue;
            };
            let descriptor = Descriptor::new(arch, raw).on(chip);
            prop_assert_eq!(Descriptor::encode(chip, descriptor.decode()), Ok(descriptor));
            let covered = Descriptor::fields(chip).iter().fold(0, |all, field| all ^ field.mask());
            prop_assert_eq!(covered, u64::MAX);
        }
        let here = Descriptor::new(Arch::Tcgen05, raw).decode();
        let there = Descriptor::new(Arch::Tcgen05, raw).on(Chip::Sm107a).decode();
        prop_assert_eq!(u64::from(there.start_field), raw & 0x7fff);
        prop_assert_eq!(u64::from(there.lbo_field), raw >> 16 & 0x7fff);
        prop_assert_eq!(u64::from(there.lut_half), raw >> 53 & 1);
        prop_assert_eq!(there.stray_bits, (raw ^ 1 << 46) & 0x1fc1_c000_8000_8000);
        prop_assert_eq!((there.sbo_field, there.base_offset, there.swizzle), (here.sbo_field, here.base_offset, here.swizzle));
    }

    /// A tile beyond 256 KiB, and its descriptors.
    #[test]
    fn a_tile_beyond_256_kib(start_units in 0_u32..1 << 15, step in 0_u32..4, mn in 0_u32..64, k in 0_u32..64) {
        let start_bytes = start_units * 64 % (1 << 19) * 16 % (1 << 19);
        let tile = some!(SaidTile { start_bytes, mn: 64, k: 64 });
        let said = Said { tile, ..Said::default() }.with_chip(Chip::Sm107a);
        let spec = spec_from_said(&said).expect("a picture");
        prop_assert_eq!(spec.space(), AddressSpace::KIB_512);
        let derived = spec.descriptor(step).expect("a code");
        prop_assert_eq!(derived.chip(), Chip::Sm107a);
        prop_assert_eq!(u32::from(derived.decode().start_field) * 16, (start_bytes + step * 32) % (1 << 19));
        let given = spec_from_said(&said.with_given(derived)).expect("a picture");
        prop_assert_eq!((given.place().step, given.stray_bits()), (step, 0));
        let sequence = Sequence::of(&given);
        prop_assert!(sequence.rows.iter().all(|row| row.added_units.is_none_or(|added| added == 2)));
        let address = given.layout().byte_from_element(Coord { mn, k });
        let wanted = ByHand::of(&spec.layout().params()).byte_of_space(mn, k, 1 << 19);
        prop_assert_eq!((address.byte, address.bit), wanted);
        // The chip before has 14 bits: there the same tile starts 256 KiB lower.
        let before = spec_from_said(&said.with_chip(Chip::Sm100a)).expect("a picture");
        let lower = before.descriptor(step).expect("a code");
        prop_assert_eq!(lower.raw(), derived.raw() & !(1 << 14));
    }
}
