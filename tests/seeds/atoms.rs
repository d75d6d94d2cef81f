//! The canonical layouts, units and atoms.

use swizzle_core::law::{CANONICAL, canonical_row, swizzle_text, symbolic_text};
use swizzle_core::{Arch, Coord, Element, Major, Named, Said, SaidReader, SaidTile, Swizzle};

use crate::seeds::{coord_along, forms, plain_layout, spec};
use swizzle_tests::{csv_rows, some};

/// The canonical-layout table, the same for both architectures, and the row that CuTe adds for 32B atoms.
#[test]
fn canonical_table() {
    assert_eq!(CANONICAL.len(), forms().count());
    for (major, swizzle, row) in forms() {
        let (layout, functor) = (row.text("canonical"), row.text("functor"));
        assert_eq!(canonical_row(major, swizzle).map(|row| row.text), Some(layout));
        assert_eq!(swizzle_text(swizzle), functor);
        assert_eq!(symbolic_text(major, swizzle), format!("{functor} o {layout}"));
    }
    assert_eq!(canonical_row(Major::K, Swizzle::B128Atom32), None);
}

/// "T represents scale factor which normalizes matrix element types to 128-bits".
#[test]
fn elements_in_a_unit() {
    let widths = csv_rows("manual/elements.tsv");
    assert_eq!(widths.len(), Element::ALL.len());
    for row in widths {
        let (at, element) = (row.at(), row.get::<Element>("element"));
        let [bits, slot_bits] = ["bits", "slot_bits"].map(|column| row.number(column));
        assert_eq!(element.per_unit(), 128 / slot_bits, "{at}");
        assert_eq!(element.slot_bits(), slot_bits, "{at}");
        assert_eq!(element.pitch_bits(), bits, "{at}");
        assert_eq!(element.is_padded(), bits != slot_bits, "{at}");
        let layout = plain_layout(element, Major::K, Swizzle::None, 128, 128);
        for i in 0..128 / slot_bits {
            let found = layout.byte_from_element(Coord { mn: 0, k: i });
            assert_eq!((found.byte, found.bit), (i * bits / 8, i * bits % 8), "{at}");
        }
    }
}

/// For every width of element: the atom's sides, multiplied by T along the leading dimension, are what one packed atom of
/// memory holds, each byte once.
#[test]
fn atom_table() {
    for (major, swizzle, row) in forms() {
        let units = (row.number("atom_mn"), row.number("atom_k"));
        assert_eq!(swizzle.atom(major).sides(major), units, "{}", row.at());
        for &element in Element::ALL {
            let t = element.per_unit();
            let (mn, k) = match major {
                Major::Mn => (units.0 * t, units.1),
                Major::K => (units.0, units.1 * t),
            };
            let said = Said {
                tile: some!(SaidTile { element, major, swizzle, mn, k, start_bytes: 0 }),
                reader: some!(SaidReader { arch: Arch::Tcgen05 }),
                ..Said::default()
            };
            let spec = spec(&said);
            let tile = spec.layout();
            assert_eq!(tile.columns_and_groups(spec.extent()), (1, 1), "{said:?}");
            let coords = (0..mn).flat_map(|mn| (0..k).map(move |k| Coord { mn, k }));
            let addresses = coords.map(|coord| tile.byte_from_element(coord));
            let mut bits: Vec<u32> = addresses.map(|address| address.byte * 8 + address.bit).collect();
            bits.sort_unstable();
            let pitch = element.pitch_bits();
            let slots = (0..units.0 * units.1).flat_map(|unit| (0..t).map(move |i| unit * 128 + i * pitch));
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

/// Each cell of a figure is the unit of memory that holds the atom's unit.
#[test]
fn atom_figures() {
    for (major, swizzle, row) in forms() {
        for &element in Element::ALL {
            let layout = plain_layout(element, major, swizzle, 0, 0);
            for (across, line) in (0..).zip(row.text("figure").split('|')) {
                for (unit, number) in (0..).zip(line.split(' ')) {
                    let coord = coord_along(major, unit * element.per_unit(), across);
                    let found = layout.byte_from_element(coord).byte;
                    let number: u32 = number.parse().expect(line);
                    assert_eq!(found, number * 16, "{}: unit {unit} of line {across}", row.at());
                }
            }
        }
    }
}
