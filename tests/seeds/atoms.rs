//! The canonical layouts, units and atoms.

use swizzle_core::law::{CANONICAL, canonical_row, swizzle_text, symbolic_text};
use swizzle_core::{Arch, Coord, Element, Major, Named, Said, SaidReader, SaidTile, Swizzle};

use crate::seeds::{coord_along, plain_layout, spec};
use swizzle_tests::some;

/// The canonical-layout table, the same for both architectures, and the row that CuTe adds for 32B atoms.
#[test]
fn canonical_table() {
    #[rustfmt::skip]
    let rows = [
        (Major::Mn, Swizzle::None,       "((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))", "Swizzle<0,4,3>"),
        (Major::Mn, Swizzle::B32,        "((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))", "Swizzle<1,4,3>"),
        (Major::Mn, Swizzle::B64,        "((T,4,m),(8,k)):((1,T,LBO),(4T,SBO))", "Swizzle<2,4,3>"),
        (Major::Mn, Swizzle::B128,       "((T,8,m),(8,k)):((1,T,LBO),(8T,SBO))", "Swizzle<3,4,3>"),
        (Major::K,  Swizzle::None,       "((8,m),(T,2k)):((1T,SBO),(1,LBO))",    "Swizzle<0,4,3>"),
        (Major::K,  Swizzle::B32,        "((8,m),(T,2k)):((2T,SBO),(1,T))",      "Swizzle<1,4,3>"),
        (Major::K,  Swizzle::B64,        "((8,m),(T,2k)):((4T,SBO),(1,T))",      "Swizzle<2,4,3>"),
        (Major::K,  Swizzle::B128,       "((8,m),(T,2k)):((8T,SBO),(1,T))",      "Swizzle<3,4,3>"),
        (Major::Mn, Swizzle::B128Atom32, "((T,8,m),(4,k)):((1,T,LBO),(8T,SBO))", "Swizzle<2,5,2>"),
    ];
    assert_eq!(CANONICAL.len(), rows.len());
    for (major, swizzle, layout, functor) in rows {
        let row = canonical_row(major, swizzle);
        assert_eq!(row.map(|row| row.text), Some(layout));
        assert_eq!(swizzle_text(swizzle), functor);
        assert_eq!(symbolic_text(major, swizzle), format!("{functor} o {layout}"));
    }
    assert_eq!(canonical_row(Major::K, Swizzle::B128Atom32), None);
}

/// "T represents scale factor which normalizes matrix element types to 128-bits": `128 / sizeof-elements-in-bits`, the
/// padded 4- and 6-bit forms counting their byte-wide slots: 16 elements fill 8 or 12 bytes of a unit, the rest is padding.
#[test]
fn elements_in_a_unit() {
    // Bits of an element, and of the slot that counts for T.
    #[rustfmt::skip]
    let widths = [
        (Element::B1, 1, 1), (Element::E2m1Packed, 4, 4),
        (Element::E4m3, 8, 8), (Element::E5m2, 8, 8), (Element::S8, 8, 8), (Element::U8, 8, 8),
        (Element::E2m3, 6, 8), (Element::E3m2, 6, 8), (Element::E2m1, 4, 8),
        (Element::F16, 16, 16), (Element::Bf16, 16, 16), (Element::Tf32, 32, 32),
    ];
    assert_eq!(widths.len(), Element::ALL.len());
    for (element, bits, slot_bits) in widths {
        let name = element.name();
        assert_eq!(element.per_unit(), 128 / slot_bits, "{name}");
        assert_eq!(element.slot_bits(), slot_bits, "{name}");
        assert_eq!(element.pitch_bits(), bits, "{name}");
        assert_eq!(element.is_padded(), bits != slot_bits, "{name}");
        let layout = plain_layout(element, Major::K, Swizzle::None, 128, 128);
        for i in 0..128 / slot_bits {
            let found = layout.byte_from_element(Coord { mn: 0, k: i });
            assert_eq!((found.byte, found.bit), (i * bits / 8, i * bits % 8), "{name}");
        }
    }
}

/// Rows of the atom table: MN × K in 128-bit elements, by major.
#[rustfmt::skip]
const ATOMS: &[(Swizzle, Major, (u32, u32))] = &[
    (Swizzle::B128, Major::Mn, (8, 8)),
    (Swizzle::B128, Major::K,  (8, 8)),
    (Swizzle::B64,  Major::Mn, (4, 8)),
    (Swizzle::B64,  Major::K,  (8, 4)),
    (Swizzle::B32,  Major::Mn, (2, 8)),
    (Swizzle::B32,  Major::K,  (8, 2)),
    (Swizzle::None, Major::Mn, (1, 8)),
    (Swizzle::None, Major::K,  (8, 1)),
    (Swizzle::B128Atom32, Major::Mn, (8, 4)), // tcgen05's table has this row on top
];

/// Table 38 and its tcgen05 twin, for every width of element: the atom's sides, multiplied by T along the leading
/// dimension, are what one packed atom of memory holds, each byte once.
#[test]
fn atom_table() {
    for &(swizzle, major, units) in ATOMS {
        assert_eq!(swizzle.atom(major).sides(major), units, "{} {}", swizzle.name(), major.name());
        for &element in Element::ALL {
            let t = element.per_unit();
            let (mn, k) = match major {
                Major::Mn => (units.0 * t, units.1),
                Major::K => (units.0, units.1 * t),
            };
            let bytes = units.0 * units.1 * 16;
            let said = Said {
                tile: some!(SaidTile { element, major, swizzle, mn, k, start_bytes: 0 }),
                reader: some!(SaidReader { arch: Arch::Tcgen05 }),
                ..Said::default()
            };
            let spec = spec(&said);
            let tile = spec.layout();
            assert_eq!(tile.columns_and_groups(spec.extent()), (1, 1), "{said:?}");
            let mut bits: Vec<u32> = (0..mn)
                .flat_map(|mn| (0..k).map(move |k| Coord { mn, k }))
                .map(|coord| tile.byte_from_element(coord))
                .map(|address| address.byte * 8 + address.bit)
                .collect();
            bits.sort_unstable();
            let pitch = element.pitch_bits();
            let slots = (0..bytes / 16).flat_map(|unit| (0..t).map(move |i| unit * 128 + i * pitch));
            assert_eq!(bits, slots.collect::<Vec<_>>(), "{said:?}");
        }
    }
}

/// "128B MN major swizzle atom would have a shape of (8*(128/32))x8 = 32x8 for tf32."
#[test]
fn atom_of_the_text() {
    let (mn, k) = Swizzle::B128.atom(Major::Mn).sides(Major::Mn);
    assert_eq!((mn * Element::Tf32.per_unit(), k), (32, 8));
}

/// The numbers in figures 156 to 163 (220 to 227, and 219): rows across the contiguous side, each cell the unit of
/// memory that holds the atom's unit. Figure 157 was seen; the others follow from the table.
#[test]
fn atom_figures() {
    let b128: [&[u32]; 8] = [
        &[0, 1, 2, 3, 4, 5, 6, 7],
        &[9, 8, 11, 10, 13, 12, 15, 14],
        &[18, 19, 16, 17, 22, 23, 20, 21],
        &[27, 26, 25, 24, 31, 30, 29, 28],
        &[36, 37, 38, 39, 32, 33, 34, 35],
        &[45, 44, 47, 46, 41, 40, 43, 42],
        &[54, 55, 52, 53, 50, 51, 48, 49],
        &[63, 62, 61, 60, 59, 58, 57, 56],
    ];
    let b64: [&[u32]; 8] = [
        &[0, 1, 2, 3],
        &[4, 5, 6, 7],
        &[9, 8, 11, 10],
        &[13, 12, 15, 14],
        &[18, 19, 16, 17],
        &[22, 23, 20, 21],
        &[27, 26, 25, 24],
        &[31, 30, 29, 28],
    ];
    let b32: [&[u32]; 8] = [&[0, 1], &[2, 3], &[4, 5], &[6, 7], &[9, 8], &[11, 10], &[13, 12], &[15, 14]];
    let none: [&[u32]; 8] = [&[0], &[1], &[2], &[3], &[4], &[5], &[6], &[7]];
    let atom32: [&[u32]; 4] = [
        &[0, 1, 2, 3, 4, 5, 6, 7],
        &[10, 11, 8, 9, 14, 15, 12, 13],
        &[20, 21, 22, 23, 16, 17, 18, 19],
        &[30, 31, 28, 29, 26, 27, 24, 25],
    ];
    let figures: [(Swizzle, Major, &[&[u32]]); 9] = [
        (Swizzle::B128, Major::Mn, &b128),
        (Swizzle::B128, Major::K, &b128),
        (Swizzle::B64, Major::Mn, &b64),
        (Swizzle::B64, Major::K, &b64),
        (Swizzle::B32, Major::Mn, &b32),
        (Swizzle::B32, Major::K, &b32),
        (Swizzle::None, Major::Mn, &none),
        (Swizzle::None, Major::K, &none),
        (Swizzle::B128Atom32, Major::Mn, &atom32),
    ];
    for (swizzle, major, lines) in figures {
        for &element in Element::ALL {
            let layout = plain_layout(element, major, swizzle, 0, 0);
            for (across, line) in (0..).zip(lines) {
                for (unit, &number) in (0..).zip(*line) {
                    let coord = coord_along(major, unit * element.per_unit(), across);
                    let found = layout.byte_from_element(coord).byte;
                    let name = swizzle.name();
                    assert_eq!(found, number * 16, "{name} {major:?}: unit {unit} of line {across}");
                }
            }
        }
    }
}
