use super::*;
use swizzle_core::descriptor::{Descriptor, UnknownSwizzleCode};
use swizzle_core::hardware::Arch;
use swizzle_core::law::Swizzle;
use swizzle_core::reader::Said;
use swizzle_core::tile::{Order, SaidTile};
use swizzle_infer::spec_from_said;

fn read(text: &str) -> Answer {
    pasted_in(text, &PasteChoice::default(), &Shown::default())
}

fn pasted_in(text: &str, choice: &PasteChoice, context: &Shown) -> Answer {
    let words = Words::of(text);
    pasted(&words, &vec![false; words.at.len()], &[], choice, context)
}

fn said(text: &str) -> Said {
    let pasted = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(pasted.notices, [], "{text}");
    pasted.shown.said
}

#[test]
fn plain_names_with_values_like_bytes_are_asked_about() {
    let text = "start=0x400 lbo=16 sbo=1024 swizzle=128B";
    let error = read(text).unwrap_err();
    let choice = error.readings[1].1;
    let pasted = pasted_in(text, &choice, &Shown::default()).unwrap();
    let derived = spec_from_said(&Said::default()).unwrap().descriptor(0).unwrap();
    assert_eq!(pasted.shown.said, Said::default().with_given(derived));
    for text in ["lbo=16 sbo=1024", "lbo=1 sbo=1024 swizzle=128B", "lbo=16 sbo=64 swizzle=128B"] {
        assert!(read(text).is_ok(), "{text}");
    }
}

#[test]
fn one_descriptor_in_many_forms() {
    for text in [
        "start=64 lbo=1 sbo=64 swizzle=128B",
        "LBO: 1; SBO: 0x40; base=0",
        "lbo=1,sbo=64\nswizzle=1",
        "desc = { .start_address_ = 0x40, .leading_byte_offset_ = 1, .stride_byte_offset_ = 64u, .layout_type_ = 1 };",
        "GmmaDescriptor:\n  start_addr :  0x0040\n  leading_off:  0x0001 (1)\n  stride_off :  0x0040 (64)\n  base_offset:  0x0\n  layout_type:  0x1 (B128)",
        "{\"lbo\": 1, \"sbo\": 64, \"swizzle\": \"SWIZZLE_128B\"}",
        "start_bytes=0x400 lbo_bytes=16 sbo_bytes=1024 swizzle=b128",
    ] {
        let derived = spec_from_said(&Said::default()).unwrap().descriptor(0).unwrap();
        assert_eq!(said(text), Said::default().with_given(derived), "{text}");
    }
}

#[test]
fn a_given_descriptor_says_its_architecture_itself() {
    let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040);
    let context = Shown { said: Said::default().with_given(given), ..Shown::default() };
    let pasted = pasted_in("arch=wgmma mn=128", &PasteChoice::default(), &context).unwrap();
    assert_eq!(pasted.shown.said.reader.arch, None);
    assert_eq!(pasted.shown.said.given, Some(given));
}

#[test]
fn values_of_tile_and_place_are_said() {
    let said = said("mn=128 k=64 element=tf32 order=k step=3 block=1");
    assert_eq!((said.given, said.tile.mn), (None, Some(128)));
    assert_eq!(said.tile.order, Some(Order::K));
    assert_eq!((said.place.step, said.place.block), (Some(3), Some(1)));
}

#[test]
fn swizzles_by_name_and_code() {
    for (text, swizzle) in [
        ("swizzle=none", Swizzle::None),
        ("layout_type=INTERLEAVE", Swizzle::None),
        ("swizzle=32", Swizzle::B32),
        ("swizzle=2", Swizzle::B64),
        ("arch=tcgen05 swizzle=2", Swizzle::B128),
        ("swizzle=2 version=1", Swizzle::B128),
        ("swizzle=32B_atom", Swizzle::B128Atom32),
        ("layout_type: SWIZZLE_128B_BASE32B", Swizzle::B128Atom32),
    ] {
        let given = said(text).given.unwrap();
        assert_eq!(given.decode().swizzle, Ok(swizzle), "{text}");
    }
    let given = |text| said(text).given.unwrap();
    assert_eq!(given("swizzle=32B_atom").arch(), Arch::Tcgen05);
    let invalid = given("arch=tcgen05 swizzle=5");
    assert_eq!(invalid.decode().swizzle, Err(UnknownSwizzleCode(5)));
}

#[test]
fn what_is_not_given_stays() {
    let tile = SaidTile { sbo_bytes: Some(2048), pattern_bytes: Some(0x480), ..SaidTile::default() };
    let context = Shown { said: Said { tile, ..Said::default() }, ..Shown::default() };
    let pasted = pasted_in("lbo=7", &PasteChoice::default(), &context).unwrap();
    let fields = pasted.shown.said.given.unwrap().decode();
    assert_eq!((fields.lbo_field, fields.sbo_field, fields.base_offset), (7, 128, 1));
    assert_eq!(pasted.shown.said.tile, tile);
}

#[test]
fn faults_are_pointed_at() {
    for (text, part, message) in [
        ("lbo=1 sbx=64", "sbx", "“sbx” is not a field; the fields"),
        ("lbo=1 sbo=16384", "16384", "sbo is at most 16383"),
        ("sbo=-1", "-1", "“-1” is not a whole number"),
        ("sbo=1.5", "1.5", "“1.5” is not a whole number"),
        ("start=0x40.8", "0x40.8", "“0x40.8” is not a whole number"),
        ("lbo=1 sbo=64.f", "64.f", "“64.f” is not a whole number"),
        ("sbo=1,024", "1,024", "“1,024” is not a whole number"),
        ("sbo=64€ lbo=1", "64€", "“64€” is not a whole number"),
        ("k=32.5", "32.5", "“32.5” is not a whole number"),
        ("base_offset_ = 8,", "8", "base_offset is at most 7"),
        ("sbo_bytes=1000", "1000", "sbo_bytes must be a multiple"),
        ("swizzle=4", "4", "swizzle is at most 3"),
        ("swizzle=round", "round", "swizzle “round” is unknown"),
        ("element=f8", "f8", "element “f8” is unknown"),
        ("k=0", "0", "k = 0: must be"),
        ("lbo_mode=1", "1", "lbo_mode is at most 0"),
        ("version=2", "2", "version is at most 1"),
        ("arch=wgmma swizzle=32B_atom", "arch=wgmma swizzle=32B_atom", "swizzle 128B-32B-atom"),
        ("lbo", "lbo", "The value is missing"),
    ] {
        let error = read(text).expect_err(text);
        assert_eq!(&text[error.at], part, "{text}: {}", error.message);
        assert!(error.message.starts_with(message), "{text}: {}", error.message);
    }
}

#[test]
fn right_sides_are_expressions() {
    for (text, lbo, sbo, start) in [
        (
            "desc.stride_byte_offset_ = 1024 >> 4; desc.leading_byte_offset_ = 0; desc.start_address_ = 0x40;",
            0,
            64,
            0x40,
        ),
        ("sbo = 8 * 128 >> 4, lbo = 1, start = 0x400 >> 4", 1, 64, 0x40),
        ("sbo = 8*128 lbo=1 start=0x40", 1, 1024, 0x40),
        ("stride_byte_offset = (8 * 128) / 16, leading_byte_offset = 1, start=0x40", 1, 64, 0x40),
        (
            "desc.start_address_ = static_cast<uint16_t>(0x800 >> 4); desc.sbo = 64u; desc.lbo = 1",
            1,
            64,
            0x80,
        ),
    ] {
        let fields = said(text).given.unwrap().decode();
        assert_eq!((fields.lbo_field, fields.sbo_field, fields.start_field), (lbo, sbo, start), "{text}");
    }
    let text =
        "desc.layout_type_ = static_cast<uint8_t>(cute::UMMA::LayoutType::SWIZZLE_64B); desc.version_ = 1;";
    assert_eq!(said(text).given.unwrap().decode().swizzle, Ok(Swizzle::B64));
}

#[test]
fn what_is_not_known_stays_and_is_named() {
    for text in [
        "sbo = rows * 8 >> 4; lbo = 7",
        "sbo = sboBytes, lbo = 7",
        "desc.sbo_ = encode(&smem[0]); desc.lbo = 7",
    ] {
        let pasted = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let fields = pasted.shown.said.given.unwrap().decode();
        assert_eq!((fields.lbo_field, fields.sbo_field), (7, 64), "{text}");
        assert!(pasted.notices[0].part.starts_with("sbo"), "{text}: {:?}", pasted.notices);
    }
    assert_eq!(
        read("sbo = rows >> 4").unwrap_err().message,
        "“sbo” is not known from this text (rows); unchanged"
    );
}

#[test]
fn a_word_alone_is_noticed() {
    let pasted = read("lbo=1 sbo").unwrap();
    assert_eq!(pasted.notices[0].part, "sbo");
}

#[test]
fn what_the_page_says_is_read_back() {
    let given = Descriptor::new(Arch::Wgmma, 0x4006_0080_0100_0148);
    for context in [Said::default(), Said::default().with_given(given)] {
        let spec = spec_from_said(&context).unwrap();
        let text = swizzle_text::fields_caption(&spec);
        let read = crate::read_alone(&text).shown.said.given;
        assert_eq!(read, spec.descriptor(0).ok(), "{text}");
    }
}

#[test]
fn units_make_bytes() {
    for text in [
        "lbo=32B sbo=2048B",
        "LBO 32 B, SBO: 2048 bytes",
        "sbo 2048 B lbo 32",
        "sbo 2 KiB lbo 32",
        "sbo 128 units lbo 2 units",
    ] {
        let given = crate::read_alone(text).shown.said.given;
        let fields = given.unwrap_or_else(|| panic!("{text}")).decode();
        assert_eq!((fields.lbo_field, fields.sbo_field), (2, 128), "{text}");
    }
}
