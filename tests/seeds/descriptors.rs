//! What the descriptor's fields hold.

use swizzle_core::descriptor::{code_from_swizzle, swizzle_from_code};
use swizzle_core::hardware::{bytes_as_encoded, bytes_from_field, field_from_bytes};
use swizzle_core::tile::base_offset_from_pattern;
use swizzle_core::{
    Arch, Descriptor, DescriptorFields, Element, Layout, LayoutParams, LboMode, Major, Named, Operand,
    Swizzle,
};
use swizzle_tests::csv_rows;

/// "The value of base offset is 0 when the repeating pattern starts" at a 1024-, 512-, 256-byte boundary, "otherwise
/// ... (pattern start addr >> 0x7) & 0x7". Where the two disagree (64B at 512 gives 4 by the formula) the boundary wins,
/// and both read alike, since only the low bits count.
#[test]
fn base_offsets() {
    let boundaries = [(Swizzle::B128, 1024), (Swizzle::B64, 512), (Swizzle::B32, 256)];
    for (swizzle, boundary) in boundaries {
        for pattern in 0..1 << 18 {
            let formula = ((pattern >> 7) & 7) as u8;
            let wanted = if pattern % boundary == 0 { 0 } else { formula };
            let found = base_offset_from_pattern(swizzle, pattern);
            assert_eq!(found, wanted, "{} at {pattern}", swizzle.name());
            if pattern % 16 == 0 {
                // The values are equal modulo 2^B, so every address is read alike.
                assert_eq!(
                    swizzle.physical_from_absolute(pattern, found),
                    swizzle.physical_from_absolute(pattern, formula),
                );
            }
        }
        // What it is for: a pattern that starts late looks like an aligned one, moved.
        for pattern in (0..1 << 14).step_by(128) {
            let base_offset = base_offset_from_pattern(swizzle, pattern);
            for inside in (0..2048).step_by(16) {
                assert_eq!(
                    swizzle.physical_from_absolute(pattern + inside, base_offset),
                    pattern + swizzle.physical_from_absolute(inside, 0),
                    "{} at {pattern} + {inside}",
                    swizzle.name()
                );
            }
        }
    }
    for (swizzle, pattern, wanted) in [
        (Swizzle::B64, 512, 0),
        (Swizzle::B64, 640, 5),
        (Swizzle::B32, 128, 1),
        (Swizzle::B32, 256, 0),
        (Swizzle::B32, 384, 3),
        (Swizzle::B128, 0x480, 1),
    ] {
        assert_eq!(base_offset_from_pattern(swizzle, pattern), wanted);
    }
    // "Valid for all swizzling modes except the no-swizzle mode."
    assert!((0..1 << 12).all(|pattern| base_offset_from_pattern(Swizzle::None, pattern) == 0));
}

/// `matrix-descriptor-encode(x) = (x & 0x3FFFF) >> 4`, for every value of 18 bits and some beyond.
#[test]
fn encoding() {
    let beyond = [1 << 18, (1 << 18) + 16, 0x5_4321, 0x7_FFFF, 1 << 19, u32::MAX - 15, u32::MAX];
    for bytes in (0..(1 << 18) + 4096).chain(beyond) {
        let field = (bytes & 0x3FFFF) >> 4;
        assert_eq!(u32::from(field_from_bytes(bytes)), field, "{bytes}");
        assert_eq!(bytes_from_field(field_from_bytes(bytes)), field * 16, "{bytes}");
        assert_eq!(bytes_as_encoded(bytes), field * 16, "{bytes}");
    }
}

/// The hardware sees addresses and strides as encoded: the low four bits are lost and 2^18 is 0, without a word.
#[test]
fn values_beyond_their_field() {
    let params = |start_bytes, lbo_bytes, sbo_bytes| LayoutParams {
        element: Element::Bf16,
        major: Major::Mn,
        swizzle: Swizzle::B128,
        start_bytes,
        lbo_bytes,
        sbo_bytes,
        base_offset: 0,
        lbo_mode: LboMode::Relative,
        space: Default::default(),
    };
    let found = Layout::new(params(0x40_040F, 0x4_0018, 0x8_07FF));
    assert_eq!(found, Layout::new(params(0x400, 0x10, 0x7F0)));
    assert_eq!(found.params(), params(0x400, 0x10, 0x7F0));
}

/// The bit fields of both descriptors: name, lowest and highest bit, and what is fixed.
#[test]
fn descriptor_fields() {
    let rows = csv_rows("manual/fields.tsv");
    for arch in Arch::ALL.iter().copied() {
        let wanted = rows
            .iter()
            .filter(|row| row.get::<Arch>("arch") == arch)
            .map(|row| (row.text("field").to_owned(), row.get("low"), row.get("high"), row.said("fixed")));
        let fields = Descriptor::fields(arch).iter();
        let found = fields.map(|field| (format!("{:?}", field.id), field.low, field.high(), field.fixed));
        assert_eq!(found.collect::<Vec<_>>(), wanted.collect::<Vec<_>>(), "{}", arch.name());
    }
}

/// Swizzle codes of both architectures, and a descriptor with nothing but its swizzle.
#[test]
fn swizzle_codes() {
    for row in csv_rows("manual/codes.tsv") {
        let (arch, code, swizzle) = (row.get::<Arch>("arch"), row.get("code"), row.said("swizzle"));
        assert_eq!(swizzle_from_code(arch, code).ok(), swizzle, "{}", row.at());
        let Some(swizzle) = swizzle else { continue };
        assert_eq!(code_from_swizzle(arch, swizzle), Some(code), "{}", row.at());
        let fields = DescriptorFields {
            start_field: 0,
            lbo_field: 0,
            sbo_field: 0,
            base_offset: 0,
            lbo_mode: LboMode::Relative,
            swizzle: Ok(swizzle),
            stray_bits: 0,
            lut_half: 0,
        };
        let found = Descriptor::encode(arch, fields).map(Descriptor::raw);
        let raw = u64::from_str_radix(row.text("empty"), 16).expect("hex");
        assert_eq!(found, Ok(raw), "{}", row.at());
    }
    assert_eq!(code_from_swizzle(Arch::Wgmma, Swizzle::B128Atom32), None);
}

/// The table of transposition: K-major operands are non-transposed for a column-major BLAS, and `imm-trans` is 0.
#[test]
fn transposition() {
    assert_eq!((Major::K.blas(), Major::Mn.blas()), ("non-transposed", "transposed"));
    assert_eq!((Major::K.transpose_bit(), Major::Mn.transpose_bit()), (0, 1));
    let names =
        [(Major::K, Operand::A), (Major::Mn, Operand::A), (Major::K, Operand::B), (Major::Mn, Operand::B)]
            .map(|(major, operand)| major.operand_name(operand));
    assert_eq!(names, ["K-major", "M-major", "K-major", "N-major"]);
}
