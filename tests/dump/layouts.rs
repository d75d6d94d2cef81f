//! Dumps that the twin wrote: every mode, phase and order, rows and rings.

use swizzle_core::{Arch, Descriptor, Major, Named as _, Said, Swizzle};
use swizzle_dump::{Asked, Dump, Exchange, Form, Found, recognize};
use swizzle_infer::spec_from_said;
use swizzle_lints::{Severity, findings_from_spec};
use swizzle_tests::{pairs, sample};

use crate::dump::twin::{BASE, PLAIN, Twin, asked, first, memory, raw};

#[test]
fn every_mode_major_order_and_phase_is_found() {
    let mut all = Vec::new();
    let modes = [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128];
    for ((swizzle, major), (width, start)) in pairs(&modes, Major::ALL)
        .flat_map(|form| pairs(&[2, 4], &[0x400, 0x600, 0xc80]).map(move |at| (form, at)))
    {
        for (mn_first, (mn, k)) in pairs(&[true, false], &[(64, 64), (128, 32), (32, 128)]) {
            let phases = 0..1 << swizzle.xor().bits;
            let twin = Twin { swizzle, major, width, mn, k, start, ..PLAIN }.packed(mn_first);
            all.extend(phases.map(|base_offset| Twin { base_offset, ..twin }));
        }
    }
    assert!(all.len() > 1000, "{}", all.len());
    sample(&all, 3).into_iter().for_each(|twin| check_twin(*twin));
}

fn check_twin(twin: Twin) {
    let found = recognize(&[raw(Some(BASE), &twin.memory())], &twin.asked()).expect("it can be asked");
    let first = found.first().unwrap_or_else(|| panic!("nothing for {twin:?}"));
    assert_eq!((first.right, first.of), (twin.mn * twin.k, twin.mn * twin.k), "{twin:?}");
    assert_eq!((first.form, first.major), (Form::Canonical(twin.swizzle), twin.major), "{twin:?}");
    let along = match twin.major {
        Major::K => twin.k,
        Major::Mn => twin.mn,
    };
    // In part of a swizzle row, another start is the same as another phase; the dump leaves open which.
    if along * twin.width >= twin.swizzle.row_bytes() {
        let found = (first.start_bytes, u32::from(first.base_offset));
        assert_eq!(found, (i64::from(twin.start), twin.base_offset), "{twin:?}");
    } else if u32::from(first.base_offset) != twin.base_offset {
        assert!(first.undetermined.contains(&"base_offset"), "{twin:?}");
    }
    let canonical = |one: &&Found| matches!(one.form, Form::Canonical(_));
    assert_eq!(found.iter().filter(canonical).count(), 1, "{twin:?}: {found:?}");
}

/// Rows, by how far they are apart and how their units are exchanged.
fn rows_dump(pitch: u32, start: u32, unit: impl Fn(u32, u32) -> u32) -> Dump {
    let cells = (0..64 * 64).map(|index| {
        let (row, byte) = (index / 64, index % 64 * 2);
        (start + row * pitch + unit(byte / 16, row) * 16 + byte % 16, index)
    });
    raw(Some(BASE), &memory(2, 64 * pitch + 4096, cells))
}

/// A buffer that begins inside of a pattern, its rows counted from the buffer: the descriptor that forgets it is mended.
#[test]
fn a_descriptor_is_judged_by_what_the_dump_holds() {
    let asked = asked(16, 64, 64);
    let dump = rows_dump(128, 0x480, |unit, row| unit ^ (row & 7));
    let found = first(&[dump], &asked);
    assert!(!found.rests_on_its_extents(&asked));
    let said = Said { tile: found.said().expect("a tile"), ..Said::default() };
    let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0048);
    let spec = spec_from_said(&said.with_given(given)).expect("a picture");
    let findings = findings_from_spec(&spec);
    let wrong: Vec<_> = (findings.iter()).filter(|finding| finding.severity != Severity::Note).collect();
    let repairs = wrong.iter().flat_map(|finding| &finding.repairs);
    let mended: Vec<u64> = repairs.filter_map(|repair| Some(repair.change.descriptor?.raw())).collect();
    assert_eq!(mended, [0x4002_0040_0001_0048], "{wrong:?}");
}

#[test]
fn the_line_of_the_producer_is_told_as_it_is_and_as_it_should_be() {
    type Unit = fn(u32, u32) -> u32;
    let cases: [(Unit, &str); 3] = [
        (
            |unit, row| unit ^ ((row / 2) & 7),
            "at 128 * row + 16 * (unit ^ (row / 2 & 7)); expected: 128 * row + 16 * (unit ^ (row & 7)),",
        ),
        (|unit, _| unit, "at 128 * row + 16 * unit; expected: 128 * row + 16 * (unit ^ (row & 7)),"),
        (
            |unit, row| (unit + row) % 8,
            "at 128 * row + 16 * ((unit + row) % units of a row); expected: 128 * row + 16 * (unit ^ (row & 7)), which is Swizzle<3,4,3> of the address,",
        ),
    ];
    for (unit, line) in cases {
        let asked = asked(16, 64, 64);
        let found = first(&[rows_dump(128, 0x400, unit)], &asked);
        let mend = found.mend().expect("no descriptor reads it");
        assert!(mend.contains(line), "{mend}");
        let without = Asked { mn: None, k: None, ..asked };
        assert!(found.rests_on_its_extents(&without));
    }
}

#[test]
fn rows_that_no_descriptor_reads_are_named_with_pitch_and_exchange() {
    let asked = asked(16, 64, 64);
    let xor = |shift, bits| Exchange::Xor { shift, bits };
    type Unit = fn(u32, u32) -> u32;
    let cases: [(u32, u32, Unit, Exchange); 9] = [
        (128, 0x400, |unit, _| unit, Exchange::None),
        (144, 0x400, |unit, _| unit, Exchange::None),
        (136, 0x400, |unit, _| unit, Exchange::None),
        (160, 0x410, |unit, _| unit, Exchange::None),
        (128, 0x400, |unit, row| unit ^ (row & 3), xor(0, 2)),
        (128, 0x480, |unit, row| unit ^ (row & 1), xor(0, 1)),
        (144, 0x400, |unit, row| unit ^ (row & 7), xor(0, 3)),
        (128, 0x400, |unit, row| unit ^ ((row / 2) & 3), xor(1, 2)),
        (128, 0x400, |unit, row| (unit + row) % 8, Exchange::Rotation { shift: 0 }),
    ];
    for (pitch, start, unit, exchange) in cases {
        let first = first(&[rows_dump(pitch, start, unit)], &asked);
        let form = Form::Rows { exchange, pitch, column: None };
        assert_eq!((first.form, first.start_bytes), (form, i64::from(start)), "{exchange:?} {pitch}");
        assert_eq!((first.major, first.right), (Major::K, 64 * 64));
    }
}

#[test]
fn a_ring_of_blocks_is_one_tile_or_has_stages() {
    let ring = |stage_k: u32, stage_bytes: u32| {
        let stages = 256 / stage_k;
        let twin = Twin { swizzle: Swizzle::B64, k: stage_k, ..PLAIN }.packed(true);
        let cells = (0..stages).flat_map(move |stage| {
            let cells = Twin { start: BASE + stage * stage_bytes, ..twin }.cells();
            cells.map(move |(at, index)| (at, index / stage_k * 256 + stage * stage_k + index % stage_k))
        });
        let memory = memory(2, stages * stage_bytes + 1024, cells);
        first(&[raw(Some(BASE), &memory)], &asked(16, 64, 256))
    };
    let one = ring(32, 4096 + 128);
    assert_eq!((one.strides, one.stages, one.right), (Some((4224, 512)), None, 64 * 256));
    let stages = ring(64, 8192 + 1024);
    assert_eq!((stages.strides, stages.stages), (Some((4096, 512)), Some((4, 9216))));
    assert_eq!(stages.right, 64 * 256);
}

#[test]
fn noise_has_no_layout() {
    let mut state = 1_u32;
    let mut noise = |count: usize| -> Vec<u8> {
        let next = std::iter::repeat_with(|| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        });
        next.take(count).collect()
    };
    for count in [4096, 65536, 1 << 20] {
        let dump = raw(None, &noise(count));
        for element_bits in [8, 16, 32] {
            for (mn, k) in [(None, None), (Some(64), Some(64))] {
                let asked = Asked { element_bits, mn, k, ..Asked::default() };
                let found = recognize(std::slice::from_ref(&dump), &asked).expect("it can be asked");
                assert_eq!(found, [], "{count} bytes, {element_bits} bits");
            }
        }
    }
}

#[test]
fn some_wrong_cells_are_counted_and_do_not_hide_the_layout() {
    // Rows 8 to 15 were never written.
    let cells = PLAIN.cells().filter(|(_, index)| !(8 * 64..16 * 64).contains(index));
    let found = first(&[raw(Some(BASE), &memory(2, 8192, cells))], &PLAIN.asked());
    assert_eq!(found.form, Form::Canonical(Swizzle::B128));
    assert_eq!((found.right, found.of), (64 * 56, 64 * 64));
}

/// Rows cut into columns, of which nothing is known: matrices of which they are the halves fit worse.
#[test]
fn rows_in_columns_are_found_without_extents() {
    let (rows, columns, run) = (256_u32, 128_u32, 64_u32);
    for (mask, exchange) in [(0, Exchange::None), (3, Exchange::Xor { shift: 0, bits: 2 })] {
        let mut bytes = vec![0; 2 * (rows * columns) as usize];
        for index in 0..rows * columns {
            let (row, column) = (index / columns, index % columns);
            let unit = (column / 8 % 8) ^ (row & mask);
            let at = column / run * rows * 128 + row * 128 + unit * 16 + column % 8 * 2;
            bytes[at as usize..][..2].copy_from_slice(&(index as u16).to_le_bytes());
        }
        let dump = Dump { address: Some(0x400), bytes: bytes.into_iter().map(Some).collect() };
        let asked = Asked { element_bits: 16, ..Asked::default() };
        let found = recognize(&[dump], &asked).expect("an answer");
        let wanted = Form::Rows { exchange, pitch: 128, column: Some((128, rows * 128)) };
        assert_eq!(found.first().map(|one| one.form), Some(wanted));
        assert_eq!((found[0].shape.mn, found[0].shape.k), (rows, columns));
    }
}
