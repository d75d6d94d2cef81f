//! Readings of fields.

use super::*;
use swizzle_core::hardware::Arch;
use swizzle_core::hardware::Chip;
use swizzle_core::reader::{Said, SaidPlace, SaidReader};
use swizzle_core::tile::SaidTile;
use swizzle_infer::spec_from_said;

fn reading(params: &Said, id: FieldId) -> FieldReading {
    let spec = spec_from_said(params).unwrap();
    let descriptor = spec.descriptor(spec.place()).unwrap();
    readings_from_descriptor(&spec, descriptor).into_iter().find(|reading| reading.field.id == id).unwrap()
}

#[test]
fn values_and_fixed_bits_cover_the_descriptor() {
    for arch in Arch::ALL {
        let params =
            Said { reader: SaidReader { arch: Some(*arch), ..SaidReader::default() }, ..Said::default() };
        let spec = spec_from_said(&params).unwrap();
        let descriptor = spec.descriptor(0).unwrap();
        let values: u32 = readings_from_descriptor(&spec, descriptor)
            .iter()
            .map(|reading| u32::from(reading.field.width))
            .sum();
        let fields = Descriptor::fields(descriptor.chip()).iter();
        let fixed: Vec<_> = fields.filter(|field| field.fixed.is_some()).collect();
        let is_kept = |field: &&Field| Some(descriptor.get(field.id)) == field.fixed;
        assert!(fixed.iter().all(is_kept));
        let rest: u32 = fixed.iter().map(|field| u32::from(field.width)).sum();
        assert_eq!(values + rest, 64);
    }
}

#[test]
fn the_value_shows_what_the_encoding_loses() {
    let params = Said {
        tile: SaidTile { sbo_bytes: Some(1034), start_bytes: Some(0x4_0400), ..SaidTile::default() },
        ..Said::default()
    };
    let sbo = reading(&params, FieldId::Sbo);
    assert_eq!(sbo.value, "1024 B");
    let start = reading(&params, FieldId::Start);
    assert_eq!(start.value, "0x400");
}

#[test]
fn start_of_a_later_step() {
    let params = Said { place: SaidPlace { step: Some(1), ..SaidPlace::default() }, ..Said::default() };
    let start = reading(&params, FieldId::Start);
    assert_eq!(start.value, "0x420");
    assert_eq!(start.meaning, "0x400 + 32: K from 16");
}

#[test]
fn base_offset_in_numbers() {
    let moved =
        Said { tile: SaidTile { pattern_bytes: Some(0x480), ..SaidTile::default() }, ..Said::default() };
    let reading_of = |params| reading(params, FieldId::BaseOffset);
    assert_eq!(reading_of(&moved).meaning, "(0x480 >> 7) & 7 = 1");
    let none =
        Said { tile: SaidTile { swizzle: Some(Swizzle::None), ..SaidTile::default() }, ..Said::default() };
    assert_eq!(reading_of(&none).effect, Effect::Unused);
}

#[test]
fn a_code_that_stands_for_nothing() {
    let given = Descriptor::new(Arch::Tcgen05, 0x6000_4000_0000_0000);
    let params = Said::default().with_given(given);
    let reading = reading(&params, FieldId::Swizzle);
    assert_eq!((reading.raw, reading.effect), (3, Effect::Invalid));
}

/// Not as the start, whose bits it has on no chip.
#[test]
fn the_table_half_is_a_number_of_its_own() {
    let given = Descriptor::new(Arch::Tcgen05, 0x4020_4040_0001_0040).on(Chip::Sm107a);
    let params = Said::default().with_chip(Chip::Sm107a).with_given(given);
    let reading = reading(&params, FieldId::LutHalf);
    assert_eq!((reading.raw, reading.value.as_str()), (1, "1"));
    assert!(reading.meaning.contains("24-byte half"), "{}", reading.meaning);
}

#[test]
fn bits_as_the_manual_counts_them() {
    let field = |id| Descriptor::field(Arch::Tcgen05, id).unwrap();
    assert_eq!(field(FieldId::Sbo).bits_text(), "45–32");
    assert_eq!(field(FieldId::LboMode).bits_text(), "52");
    assert_eq!(field(FieldId::Fixed46).binary_text(1), "001");
}

#[test]
fn the_xor_is_told_in_bits_of_the_address() {
    assert_eq!(xor_on_address_text(Swizzle::B128), "address bits 4–6 ^= bits 7–9");
    assert_eq!(xor_on_address_text(Swizzle::B32), "address bit 4 ^= bit 7");
}
