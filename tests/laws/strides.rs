//! Strides that are not packed: the law as measured and as in the canonical table.

use swizzle_core::hardware::field_from_bytes;
use swizzle_core::law::{RowXor, XorOf, exact_text};
use swizzle_core::tile::pattern_from_base_offset;
use swizzle_core::{
    Arch, Coord, Element, Extent, FieldId, Layout, LayoutParams, LboMode, Major, Named, Operand, Said,
    SaidPlace, SaidReader, SaidTile, Sparsity, Swizzle,
};
use swizzle_infer::spec_from_said;
use swizzle_tests::{ByHand, CuteText, Swizzled, coords, is_exhaustive, pairs, some};

use crate::laws::{atom_and_functor, first_bit};

/// Strides by hand, of any size and not packed: tile and reads are the measured law. In swizzled K-major layouts the
/// descriptor's LBO is the tile's column stride exactly where one read reaches a second column (64 bytes of K, 32B
/// swizzle); elsewhere the column stride is a value of its own, and LBO has no effect.
#[test]
fn strides_by_hand() {
    let strides = [(16, 128), (592, 33008), (16 * 1031, 16 * 2053), (0, 16), (0x3_FFF0, 0x1_0000)];
    let mut checked = 0_u64;
    let modes: Vec<_> = pairs(Swizzle::ALL, Major::ALL).collect();
    let reads: Vec<_> = pairs(Element::ALL, Sparsity::ALL).collect();
    for ((swizzle, major), (element, sparsity)) in pairs(&modes, &reads) {
        let is_apart = major == Major::K && swizzle != Swizzle::None;
        let reaches = is_apart && swizzle == Swizzle::B32 && sparsity == Sparsity::Sparse;
        for (lbo_bytes, sbo_bytes) in strides {
            // Any column stride that is not the LBO.
            let column_bytes = if is_apart && !reaches { lbo_bytes + 4080 } else { lbo_bytes };
            let said = Said {
                tile: some!(SaidTile {
                    element,
                    major,
                    swizzle,
                    mn: 40,
                    k: 12 * element.per_unit(),
                    start_bytes: 208,
                    lbo_bytes: column_bytes,
                    sbo_bytes,
                    pattern_bytes: pattern_from_base_offset(3)
                }),
                reader: some!(SaidReader { arch: Arch::Tcgen05, operand: Operand::B, sparsity }),
                ..Said::default()
            };
            let spec = spec_from_said(&said).unwrap_or_else(|error| panic!("{said:?}: {error}"));
            let law = ByHand { lbo: column_bytes, ..ByHand::of(&spec.layout().params()) };
            let base_offset = if swizzle == Swizzle::None { 0 } else { 3 };
            assert_eq!((law.start, law.sbo, law.base_offset), (208, sbo_bytes, base_offset), "{said:?}");
            let wanted = |Coord { mn, k }| {
                let (byte, bit) = law.byte(mn, k);
                byte * 8 + bit
            };
            for coord in coords(spec.extent()) {
                let found = first_bit(spec.layout(), coord);
                assert!(found == wanted(coord), "{said:?}: {coord:?} at bit {found}");
                checked += 1;
            }
            for step in 0..spec.steps() {
                let derived = spec.descriptor(step);
                let derived = derived.unwrap_or_else(|error| panic!("{said:?}: {error}"));
                let given = derived.with(FieldId::Lbo, u64::from(field_from_bytes(lbo_bytes)));
                let place = some!(SaidPlace { step });
                let held = spec_from_said(&Said { place, ..said }.with_given(given));
                let held = held.unwrap_or_else(|error| panic!("{said:?}: {error}"));
                assert_eq!(held.layout(), spec.layout(), "{said:?}");
                let read = held.read(step);
                assert_eq!(read.params().lbo_bytes, lbo_bytes, "{said:?}");
                let extent = Extent { k: spec.read_k(), ..spec.extent() };
                for coord in coords(extent) {
                    let in_tile = Coord { k: coord.k + step * spec.read_k(), ..coord };
                    let found = first_bit(&read, coord);
                    assert!(found == wanted(in_tile), "{said:?}: step {step} reads {coord:?} at bit {found}");
                    checked += 1;
                }
            }
        }
    }
    println!("strides by hand: {checked} elements");
}

/// The nine rows of the canonical table, read as functions of T, m, k, LBO and SBO: the address law before the swizzle,
/// for strides that are packed, odd, or overlap.
///
/// The table's swizzled K-major rows run on linearly past a swizzle row. The law steps by LBO there, as measured; so
/// LBO is one row's width where those rows have more than one column.
#[test]
fn canonical_rows_are_the_law() {
    #[rustfmt::skip]
    let rows = [
        (Major::Mn, Swizzle::None,       "((T,1,m),(8,k)):((1,T,SBO),(1T,LBO))"),
        (Major::Mn, Swizzle::B32,        "((T,2,m),(8,k)):((1,T,LBO),(2T,SBO))"),
        (Major::Mn, Swizzle::B64,        "((T,4,m),(8,k)):((1,T,LBO),(4T,SBO))"),
        (Major::Mn, Swizzle::B128,       "((T,8,m),(8,k)):((1,T,LBO),(8T,SBO))"),
        (Major::K,  Swizzle::None,       "((8,m),(T,2k)):((1T,SBO),(1,LBO))"),
        (Major::K,  Swizzle::B32,        "((8,m),(T,2k)):((2T,SBO),(1,T))"),
        (Major::K,  Swizzle::B64,        "((8,m),(T,2k)):((4T,SBO),(1,T))"),
        (Major::K,  Swizzle::B128,       "((8,m),(T,2k)):((8T,SBO),(1,T))"),
        (Major::Mn, Swizzle::B128Atom32, "((T,8,m),(4,k)):((1,T,LBO),(8T,SBO))"),
    ];
    let strides = if is_exhaustive() {
        vec![(1, 8), (8, 1), (8, 64), (520, 72), (3, 5), (0, 7), (129, 1024), (1031, 2053)]
    } else {
        vec![(8, 64), (520, 72), (1031, 2053)]
    };
    let mut checked = 0_u64;
    for (major, swizzle, text) in rows {
        let (_, functor) = atom_and_functor(swizzle, major);
        let w = swizzle.row_units();
        for (&element, &(lbo_units, sbo_units)) in
            Element::ALL.iter().flat_map(|element| strides.iter().map(move |strides| (element, strides)))
        {
            let t = element.per_unit();
            for (m, k) in [(1, 1), (2, 2), (3, 1), (1, 4), (2, 5)] {
                let runs_on = major == Major::K && swizzle != Swizzle::None && 2 * k > w;
                let lbo_units = if runs_on { w } else { lbo_units };
                let row = CuteText::parse_symbols(text, |symbol| match symbol {
                    "T" => t,
                    "m" => m,
                    "k" => k,
                    "LBO" => lbo_units * t,
                    "SBO" => sbo_units * t,
                    other => panic!("{other} is no symbol of the table"),
                });
                let start = 16 * (lbo_units % 7);
                let layout = Layout::new(LayoutParams {
                    element,
                    major,
                    swizzle,
                    start_bytes: start,
                    lbo_bytes: 16 * lbo_units,
                    sbo_bytes: 16 * sbo_units,
                    base_offset: 0,
                    lbo_mode: LboMode::Relative,
                    space: Default::default(),
                });
                let extent = Extent { mn: row.size(0), k: row.size(1) };
                let exact = Swizzled::parse(&exact_text(&layout, extent));
                assert_eq!(exact.functor, functor, "{text}");
                for coord in coords(extent) {
                    let elements = row.offset(coord.mn, coord.k);
                    let unit = functor.apply(start + elements / t * 16) % (1 << 18);
                    let wanted = unit * 8 + elements % t * element.pitch_bits();
                    assert_eq!(first_bit(&layout, coord), wanted, "{text} {coord:?} {layout:?}");
                    let printed = exact.layout.offset(coord.mn, coord.k);
                    assert_eq!(printed, elements, "{text} {coord:?}: exact text");
                    checked += 1;
                }
            }
        }
    }
    println!("canonical rows: {checked} elements");
}

/// Plain rows whose units a writer exchanged, as in the writer's own line of code.
#[test]
fn plain_rows_lie_where_their_writer_puts_them() {
    let phase = |xor: RowXor, row: u32, address: u32| match xor.to_string().as_str() {
        "row-and-1" => row & 1,
        "row-and-3" => row & 3,
        "row-and-7" => row & 7,
        "row/2-and-1" => (row >> 1) & 1,
        "row/2-and-3" => (row >> 1) & 3,
        "row/4-and-1" => (row >> 2) & 1,
        "line-and-1" => (address >> 7) & 1,
        "line-and-3" => (address >> 7) & 3,
        "line-and-7" => (address >> 7) & 7,
        other => panic!("{other}"),
    };
    for element in [Element::Bf16, Element::Tf32, Element::E4m3, Element::E2m1Packed] {
        for &major in Major::ALL {
            for &xor in RowXor::ALL {
                for (start, pitch) in [(0x400, 128), (0x480, 128), (0x410, 144), (0, 64)] {
                    let layout = Layout::plain_rows(element, major, start, pitch, Some(xor));
                    for at in coords(Extent { mn: 40, k: 40 }) {
                        let (along, row) = match major {
                            Major::K => (at.k, at.mn),
                            Major::Mn => (at.mn, at.k),
                        };
                        let bit = along * element.pitch_bits();
                        let (unit, line) = (bit / 128, start + row * pitch);
                        let address = line + unit * 16;
                        let byte = if xor.of() == XorOf::Rows {
                            line + (unit ^ phase(xor, row, address)) * 16
                        } else {
                            address ^ (phase(xor, row, address) << 4)
                        };
                        let found = layout.byte_from_element(at);
                        let wanted = byte * 8 + bit % 128;
                        assert_eq!(found.byte * 8 + found.bit, wanted, "{at:?} of {layout:?}");
                    }
                }
            }
        }
    }
}

/// A mode by hand: rows as wide as the mode's, exchanged as the mode does, in a buffer where a pattern begins.
#[test]
fn rows_exchanged_as_a_mode_does_are_that_mode() {
    for (swizzle, xor) in [
        (Swizzle::B32, RowXor::rows(2, 1)),
        (Swizzle::B64, RowXor::rows(1, 2)),
        (Swizzle::B128, RowXor::rows(0, 3)),
    ] {
        for &major in Major::ALL {
            let width = swizzle.row_bytes();
            let rows = Layout::plain_rows(Element::Bf16, major, 0x400, width, Some(xor));
            let mode = Layout::new(LayoutParams {
                element: Element::Bf16,
                major,
                swizzle,
                start_bytes: 0x400,
                lbo_bytes: 8192,
                sbo_bytes: 8 * width,
                base_offset: 0,
                lbo_mode: LboMode::Relative,
                space: Default::default(),
            });
            assert_eq!(xor.on_bytes(Element::Bf16, width), Some(swizzle.xor()));
            for at in 0..64 * width / 2 {
                let (along, across) = (at % (width / 2), at / (width / 2));
                let at = Coord::at(major, along, across);
                assert_eq!(rows.byte_from_element(at), mode.byte_from_element(at), "{at:?}");
            }
        }
    }
}
