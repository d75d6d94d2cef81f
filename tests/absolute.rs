//! tcgen05's absolute address mode, K = 96 packed 4-bit elements (48 bytes) an instruction: the walk that CUTLASS makes
//! over a tile of 768 elements of K, and the bytes that each of its reads touches.
//!
//! Source: PTX ISA, "Absolute address mode for K dimension being 48B", and CUTLASS's sm_103 mainloop; not run on
//! hardware.

use std::collections::BTreeSet;

use swizzle_core::{
    Arch, Coord, Descriptor, Element, Extent, FieldId, LboMode, Major, Operand, Order, Said, SaidPlace,
    SaidReader, SaidTile, Spec, Stride, Swizzle, Tally, law::exact_text,
};
use swizzle_infer::spec_from_said;
use swizzle_tests::{Functor, Swizzled, grid, some};

const B128: Functor = Functor { bits: 3, base: 4, shift: 3 };
/// K of one instruction, in elements and in units.
const READ_K: u32 = 96;
const READ_UNITS: u32 = 3;

/// A tile of `mn` × 768 packed fp4: three columns of 128 bytes. Atoms adjacent along MN first gives each column a
/// buffer of its own, one after another.
fn tile(mn: u32, order: Order, start_bytes: u32) -> Spec {
    let tile = some!(SaidTile {
        element: Element::E2m1Packed,
        major: Major::K,
        swizzle: Swizzle::B128,
        mn,
        k: 768,
        order,
        start_bytes
    });
    let reader = some!(SaidReader { arch: Arch::Tcgen05, operand: Operand::A, lbo_mode: LboMode::Absolute });
    let said = Said { tile, reader, ..Said::default() };
    spec_from_said(&said).unwrap_or_else(|error| panic!("{error}"))
}

fn descriptor(spec: &Spec, step: u32) -> Descriptor {
    spec.descriptor(step).unwrap_or_else(|error| panic!("{error}"))
}

/// A row of the walk: start (buffer, unit), buffer of the second chunk, and the (buffer, unit) of the three units read.
pub(crate) type Walk = ((u32, u32), u32, [(u32, u32); 3]);

#[rustfmt::skip]
pub(crate) const WALK: [Walk; 8] = [
    ((0, 0), 0, [(0, 0), (0, 1), (0, 2)]),
    ((0, 3), 0, [(0, 3), (0, 4), (0, 5)]),
    ((0, 6), 1, [(0, 6), (0, 7), (1, 0)]),
    ((1, 1), 1, [(1, 1), (1, 2), (1, 3)]),
    ((1, 4), 1, [(1, 4), (1, 5), (1, 6)]),
    ((1, 7), 2, [(1, 7), (2, 0), (2, 1)]),
    ((2, 2), 2, [(2, 2), (2, 3), (2, 4)]),
    ((2, 5), 2, [(2, 5), (2, 6), (2, 7)]),
];

/// The table of CUTLASS's walk: start and second chunk in the descriptor, and the units read in row 0, where nothing is
/// swizzled. The second chunk of a read that stays in its buffer is the buffer itself.
#[test]
fn walk() {
    for mn in [64, 128, 256] {
        let buffer_bytes = mn * 128;
        for start_bytes in [0, 0x400, 0x8000] {
            let spec = tile(mn, Order::Mn, start_bytes);
            assert_eq!(spec.read_k(), READ_K);
            assert_eq!(spec.steps(), 8);
            for (step, ((buffer, unit), second, units)) in (0..).zip(WALK) {
                // Bit 52, SBO 1024, the constant and the code of 128B.
                let start = start_bytes + buffer * buffer_bytes + unit * 16;
                let second = start_bytes + second * buffer_bytes;
                let wanted = 0x4010_4040_0000_0000 | u64::from(second / 16) << 16 | u64::from(start / 16);
                assert_eq!(descriptor(&spec, step).raw(), wanted, "step {step}");
                let read = spec.read(step);
                for (j, (buffer, unit)) in (0..).zip(units) {
                    let found = read.byte_from_element(Coord { mn: 0, k: j * 32 });
                    let wanted = start_bytes + buffer * buffer_bytes + unit * 16;
                    assert_eq!((found.byte, found.bit), (wanted, 0), "step {step}: unit {j}");
                }
            }
        }
    }
}

/// Every element of every read, three ways: by the tile, by the read's layout, and by the rule that
/// was taken from CUTLASS: units before the end of the start's 128-byte line follow the start, the rest follows the
/// second chunk's address; rows step 128 bytes and groups of 8 SBO in both; then the XOR on the absolute address.
#[test]
fn reads_are_the_tiles() {
    for order in [Order::Mn, Order::K] {
        // The start of a line of the pattern: column breaks are line breaks.
        for start_bytes in [0, 0x80, 0x400, 0x1_0000] {
            let spec = tile(128, order, start_bytes);
            for step in 0..spec.steps() {
                let fields = descriptor(&spec, step);
                let [start, second, sbo] =
                    [FieldId::Start, FieldId::Lbo, FieldId::Sbo].map(|id| fields.get(id) as u32 * 16);
                let read = spec.read(step);
                for (mn, k) in grid(128, READ_K) {
                    let in_tile = Coord { mn, k: step * READ_K + k };
                    let found = read.byte_from_element(Coord { mn, k });
                    assert_eq!(found, spec.layout().byte_from_element(in_tile), "{in_tile:?}");

                    let row = mn % 8 * 128 + mn / 8 * sbo;
                    let (first_unit, j) = (start / 16 % 8, k / 32);
                    let absolute = if first_unit + j < 8 {
                        start - start % 128 + row + 16 * (first_unit + j)
                    } else {
                        second + row + 16 * (first_unit + j - 8)
                    };
                    let (unit, bits) = (B128.apply(absolute), k % 32 * 4);
                    assert_eq!((found.byte, found.bit), (unit + bits / 8, bits % 8), "{in_tile:?}");
                }
            }
        }
    }
}

/// The two chunks are within aligned 128-byte lines, which is the purpose of the mode; and only straddling reads use LBO.
#[test]
fn chunks_stay_in_their_lines() {
    let spec = tile(128, Order::Mn, 0);
    for step in 0..spec.steps() {
        let said = Said { place: some!(SaidPlace { step }), ..*spec.said() };
        let at_step = spec_from_said(&said).unwrap_or_else(|error| panic!("{error}"));
        let read = at_step.read(step);
        let straddles = matches!(step, 2 | 5);
        let uses_lbo = at_step.is_read_by_instruction(Stride::Lbo);
        assert_eq!(uses_lbo, straddles, "step {step}");
        for mn in 0..128 {
            let lines: BTreeSet<u32> = (0..READ_UNITS)
                .map(|unit| read.byte_from_element(Coord { mn, k: unit * 32 }).byte / 128)
                .collect();
            assert_eq!(lines.len(), if straddles { 2 } else { 1 }, "step {step}, row {mn}");
        }
    }
}

/// The text of a read names each chunk with its address; taken together they are the read's own bytes.
#[test]
fn texts_name_both_chunks() {
    let spec = tile(128, Order::Mn, 0x400);
    let mut split = 0;
    for step in 0..spec.steps() {
        let read = spec.read(step);
        let extent = Extent { mn: 128, k: READ_K };
        let text = exact_text(&read, extent);
        let chunks: Vec<(u32, u32, &str)> = match text.strip_prefix("K 0–") {
            None => vec![(0, read.start_bytes(), &text)],
            Some(rest) => {
                split += 1;
                let (first, second) = rest.split_once(", K ").expect("two chunks");
                let (_, first) = first.split_once(' ').expect("a layout");
                let (range, second) = second.split_once(" from 0x").expect("an address");
                let (from, _) = range.split_once('–').expect("a range");
                let (address, second) = second.split_once(' ').expect("a layout");
                let address = u32::from_str_radix(address, 16).expect("hex");
                vec![(0, read.start_bytes(), first), (from.parse().expect("a number"), address, second)]
            }
        };
        let mut covered = 0;
        for (from, address, text) in chunks {
            let swizzled = Swizzled::parse(text);
            for (mn, k) in grid(128, swizzled.layout.size(1)) {
                let bits = swizzled.layout.offset(mn, k) * 4;
                let wanted = swizzled.functor.apply(address + bits / 8);
                let found = read.byte_from_element(Coord { mn, k: from + k });
                assert_eq!((found.byte, found.bit), (wanted, bits % 8), "step {step}");
                covered += 1;
            }
        }
        assert_eq!(covered, 128 * READ_K, "step {step}: {text}");
    }
    assert_eq!(split, 2);
}

/// Of each step's descriptor alone the step is found: the second chunk's address tells it, where the start does not.
#[test]
fn a_step_is_found_without_the_start() {
    let spec = tile(128, Order::Mn, 0x400);
    for step in 0..spec.steps() {
        let mut said = *spec.said();
        said.tile.start_bytes = None;
        let found = spec_from_said(&said.with_given(descriptor(&spec, step))).expect("a picture");
        assert_eq!(Tally::of_read(&found, found.place()).wrong, 0, "step {step}");
        if [2, 5].contains(&step) {
            assert_eq!(found.place().step % 3, step % 3);
        }
    }
}
