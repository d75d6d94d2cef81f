//! The tables that define the leading and the stride dimension.

use swizzle_core::law::isa_ignores_lbo;
use swizzle_core::{
    Arch, Coord, Element, Extent, FieldId, LboMode, Major, Named, Operand, Said, SaidReader, SaidTile,
    Stride, Swizzle,
};
use swizzle_text::stride_meaning;

use crate::seeds::{plain_layout, spec};
use swizzle_tests::some;

/// A cell of the manual's two tables of definitions.
struct Definition {
    stride: Stride,
    major: Major,
    swizzle: Swizzle,
    /// From element (0, 0) to which element the stride leads: MN and K, in elements; a `T` factor where `in_units`.
    to: (u32, u32),
    in_units: bool,
    /// Words of the cell that the core's text must have.
    words: &'static [&'static str],
}

#[rustfmt::skip]
const DEFINITIONS: &[Definition] = &[
    // Leading dimension. K-major, no swizzling: from the first column to the second column of the 8x2 tile in the
    // 128-bit element type normalized matrix.
    Definition { stride: Stride::Lbo, major: Major::K,  swizzle: Swizzle::None, to: (0, 1), in_units: true,  words: &["first", "second", "column"] },
    // MN-major, interleave: from the first 8 columns to the next 8 columns.
    Definition { stride: Stride::Lbo, major: Major::Mn, swizzle: Swizzle::None, to: (0, 8), in_units: false, words: &["first 8 columns", "next 8"] },
    // MN-major, swizzled: from the first (swizzle-byte-size/16) rows to the next (swizzle-byte-size/16) rows.
    Definition { stride: Stride::Lbo, major: Major::Mn, swizzle: Swizzle::B32,  to: (2, 0), in_units: true,  words: &["first 2", "next 2"] },
    Definition { stride: Stride::Lbo, major: Major::Mn, swizzle: Swizzle::B64,  to: (4, 0), in_units: true,  words: &["first 4", "next 4"] },
    Definition { stride: Stride::Lbo, major: Major::Mn, swizzle: Swizzle::B128, to: (8, 0), in_units: true,  words: &["first 8", "next 8"] },
    Definition { stride: Stride::Lbo, major: Major::Mn, swizzle: Swizzle::B128Atom32, to: (8, 0), in_units: true, words: &["first 8", "next 8"] },
    // Stride dimension. K-major: the offset from the first 8 rows to the next 8 rows.
    Definition { stride: Stride::Sbo, major: Major::K,  swizzle: Swizzle::None, to: (8, 0), in_units: false, words: &["offset", "first 8 rows", "next 8"] },
    Definition { stride: Stride::Sbo, major: Major::K,  swizzle: Swizzle::B32,  to: (8, 0), in_units: false, words: &["offset", "first 8 rows", "next 8"] },
    Definition { stride: Stride::Sbo, major: Major::K,  swizzle: Swizzle::B64,  to: (8, 0), in_units: false, words: &["offset", "first 8 rows", "next 8"] },
    Definition { stride: Stride::Sbo, major: Major::K,  swizzle: Swizzle::B128, to: (8, 0), in_units: false, words: &["offset", "first 8 rows", "next 8"] },
    // MN-major, interleave: offset from the first row to the next row (of the normalized matrix).
    Definition { stride: Stride::Sbo, major: Major::Mn, swizzle: Swizzle::None, to: (1, 0), in_units: true,  words: &["offset", "first", "next"] },
    // MN-major, swizzled: offset from the first 8 columns to the next 8 columns.
    Definition { stride: Stride::Sbo, major: Major::Mn, swizzle: Swizzle::B32,  to: (0, 8), in_units: false, words: &["offset", "first 8 columns", "next 8"] },
    Definition { stride: Stride::Sbo, major: Major::Mn, swizzle: Swizzle::B64,  to: (0, 8), in_units: false, words: &["offset", "first 8 columns", "next 8"] },
    Definition { stride: Stride::Sbo, major: Major::Mn, swizzle: Swizzle::B128, to: (0, 8), in_units: false, words: &["offset", "first 8 columns", "next 8"] },
    // The manual has no row for 32B atoms; CuTe's has 4 columns of K in an atom.
    Definition { stride: Stride::Sbo, major: Major::Mn, swizzle: Swizzle::B128Atom32, to: (0, 4), in_units: false, words: &["offset"] },
];

/// Every cell of both tables, for both architectures and every element: with strides that nothing else could produce,
/// the addresses before the swizzle differ by the stride between the elements that the cell names, and the span that the
/// core shows names the same elements.
#[test]
fn stride_definitions() {
    const LBO: u32 = 16 * 1031;
    const SBO: u32 = 16 * 2053;
    for definition in DEFINITIONS {
        let Definition { stride, major, swizzle, .. } = *definition;
        for &element in Element::ALL {
            let layout = plain_layout(element, major, swizzle, LBO, SBO);
            let scale = if definition.in_units { element.per_unit() } else { 1 };
            let to = Coord { mn: definition.to.0 * scale, k: definition.to.1 * scale };
            let address = |coord| layout.absolute_from_element(coord);
            let wanted = match stride {
                Stride::Lbo => LBO,
                Stride::Sbo => SBO,
            };
            // "From the first 8 rows to the next 8 rows" holds for each of the rows in them.
            for i in 0..to.mn.max(to.k) {
                let from = if to.mn > 0 { Coord { mn: i, k: 0 } } else { Coord { mn: 0, k: i } };
                let next = Coord { mn: from.mn + to.mn, k: from.k + to.k };
                assert_eq!(
                    address(next) - address(from),
                    wanted,
                    "{} {} {}: {from:?} → {next:?}",
                    stride.name(),
                    major.name(),
                    swizzle.name()
                );
            }
            for &arch in Arch::ALL {
                let meaning = stride_meaning(stride, arch, element, major, swizzle, LboMode::Relative);
                for word in definition.words {
                    assert!(meaning.isa.contains(word), "{:?} lacks {word:?}", meaning.isa);
                }
                // tcgen05's leading dimension is a "stride", wgmma's an "offset".
                let word = match (stride, arch) {
                    (Stride::Lbo, Arch::Tcgen05) => "stride",
                    _ => "offset",
                };
                assert!(meaning.isa.contains(word), "{:?} lacks {word:?}", meaning.isa);
                let step = to.mn.max(to.k);
                let ends = format!("0–{} → ", step - 1);
                assert!(meaning.span.contains(&ends) || step == 1, "{:?}", meaning.span);
                assert!(meaning.span.contains(&format!("{step}–{}", 2 * step - 1)), "{:?}", meaning.span);
            }
        }
    }
}

/// "Swizzled layouts: not used, assumed to be 1" (K-major LBO): one instruction's 32 bytes of K are the same under any
/// LBO, and the automatic field is 1.
#[test]
fn unused_leading_dimension() {
    for &swizzle in Swizzle::ALL {
        assert_eq!(isa_ignores_lbo(Major::K, swizzle), swizzle != Swizzle::None);
        assert!(!isa_ignores_lbo(Major::Mn, swizzle));
    }
    for (swizzle, &arch, &element) in [Swizzle::B32, Swizzle::B64, Swizzle::B128]
        .into_iter()
        .flat_map(|swizzle| Arch::ALL.iter().map(move |arch| (swizzle, arch)))
        .flat_map(|(s, a)| Element::ALL.iter().map(move |e| (s, a, e)))
    {
        let meaning = |mode| stride_meaning(Stride::Lbo, arch, element, Major::K, swizzle, mode);
        let text = meaning(LboMode::Relative).isa;
        assert!(text.contains("not used") && text.contains("assumed to be 1"), "{text}");
        let said = Said {
            tile: some!(SaidTile {
                element,
                major: Major::K,
                swizzle,
                mn: 64,
                k: 4 * element.per_unit(),
                start_bytes: 0x400
            }),
            reader: some!(SaidReader { arch, operand: Operand::B }),
            ..Said::default()
        };
        let spec_1 = spec(&said);
        for step in 0..spec_1.steps() {
            let descriptor = spec_1.descriptor(step).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(descriptor.get(FieldId::Lbo), 1);
            for lbo in [0, 2, 37] {
                let given = descriptor.with(FieldId::Lbo, lbo);
                let other = spec(&said.with_given(given));
                assert_eq!(other.place(), step.into());
                let Extent { mn, k } = other.read_extent();
                for coord in (0..mn).flat_map(|mn| (0..k).map(move |k| Coord { mn, k })) {
                    assert_eq!(
                        other.read(step).byte_from_element(coord),
                        spec_1.read(step).byte_from_element(coord),
                    );
                }
            }
        }
    }
}

/// Absolute address mode: the field is an address, and the text says so.
#[test]
fn absolute_leading_dimension() {
    let meaning = stride_meaning(
        Stride::Lbo,
        Arch::Tcgen05,
        Element::E2m1Packed,
        Major::K,
        Swizzle::B128,
        LboMode::Absolute,
    );
    for word in ["address", "second chunk"] {
        assert!(meaning.isa.contains(word), "{meaning:?}");
        assert!(meaning.span.contains(word), "{meaning:?}");
    }
}
