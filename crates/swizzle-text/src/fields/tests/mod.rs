//! Readings of fields.

use super::*;
use swizzle_core::hardware::Arch;
use swizzle_infer::spec_from_said;
use swizzle_view::shown_from_link;

fn readings(link: &str) -> (Descriptor, Vec<FieldReading>) {
    let opened = shown_from_link(link);
    assert_eq!(opened.notices, [], "{link}");
    let spec = spec_from_said(&opened.shown.said).unwrap();
    let descriptor = spec.descriptor(spec.place()).unwrap();
    (descriptor, readings_from_descriptor(&spec, descriptor))
}

#[test]
fn values_and_fixed_bits_cover_the_descriptor() {
    for arch in Arch::ALL {
        let (descriptor, readings) = readings(&format!("#/{}", arch.name()));
        let values: u32 = readings.iter().map(|reading| u32::from(reading.field.width)).sum();
        let fields = Descriptor::fields(descriptor.chip()).iter();
        let fixed: Vec<_> = fields.filter(|field| field.fixed.is_some()).collect();
        let is_kept = |field: &&Field| Some(descriptor.get(field.id)) == field.fixed;
        assert!(fixed.iter().all(is_kept));
        let rest: u32 = fixed.iter().map(|field| u32::from(field.width)).sum();
        assert_eq!(values + rest, 64);
    }
}

#[test]
fn each_field_says_its_value_and_what_it_does() {
    use Effect::{Invalid, Unused, Used};
    for (link, id, raw, value, effect, meaning) in [
        // What the encoding loses.
        ("#/?sbo_bytes=1034&start=0x40400", FieldId::Sbo, 64, "1024 B", Used, "rows 0–7 → rows 8–15"),
        ("#/?sbo_bytes=1034&start=0x40400", FieldId::Start, 64, "0x400", Used, ""),
        // The start of a later step.
        ("#/?step=1", FieldId::Start, 66, "0x420", Used, "0x400 + 32: K from 16"),
        ("#/?pattern=0x480", FieldId::BaseOffset, 1, "1", Used, "(0x480 >> 7) & 7 = 1"),
        ("#/?swizzle=none", FieldId::BaseOffset, 0, "0", Unused, "no XOR"),
        // A code that stands for nothing.
        ("#/tcgen05/6000400000000000", FieldId::Swizzle, 3, "undefined", Invalid, ""),
        // Not as the start, whose bits it has on no chip.
        ("#/tcgen05/4020404000010040?chip=sm_107a", FieldId::LutHalf, 1, "1", Used, "24-byte half"),
    ] {
        let (_, readings) = readings(link);
        let found = readings.into_iter().find(|reading| reading.field.id == id).unwrap();
        assert_eq!((found.raw, &*found.value, found.effect), (raw, value, effect), "{link} {id:?}");
        assert!(found.meaning.contains(meaning), "{link} {id:?}: {}", found.meaning);
    }
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
