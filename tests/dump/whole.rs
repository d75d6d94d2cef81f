//! All reads through a typed descriptor, held against the law as it was written a second time, and against memory by address.

use swizzle_core::{Coord, Descriptor, Extent, Major, Swizzle};
use swizzle_draw::image::{Image, images_of_dump};
use swizzle_draw::ramp;
use swizzle_dump::{Dump, DumpPicture, DumpRead, Found, read_without_layout, recognize, whole_read_of_dump};
use swizzle_tests::{ByHand, coords, grid};

use crate::dump::twin::{BASE, PLAIN, Twin, asked, memory, raw};

/// Elements of 16 bits in all of these: rows, K, K of one read, rows of one read.
const MN: u32 = 128;
const K: u32 = 64;
const STEP: u32 = 16;
const BLOCK: u32 = 64;

/// The bits of a descriptor of wgmma.
fn bits(law: &ByHand) -> u64 {
    let code = [0_u64, 3, 2, 1][law.mode as usize];
    let field = |bytes: u32| u64::from(bytes >> 4 & 0x3fff);
    field(law.start)
        | field(law.lbo) << 16
        | field(law.sbo) << 32
        | u64::from(law.base_offset) << 49
        | code << 62
}

/// Mistakes in a descriptor.
fn mistakes(right: ByHand) -> Vec<ByHand> {
    vec![
        right,
        ByHand { sbo: right.sbo / 2 * 3, ..right },
        ByHand { sbo: 128, ..right },
        ByHand { start: right.start + 128, ..right },
        ByHand { start: right.start - 128, ..right },
        ByHand { lbo: right.sbo, sbo: right.lbo, ..right },
        ByHand { mode: (right.mode + 1) % 4, ..right },
        ByHand { base_offset: 3, ..right },
    ]
}

/// The address of an element through a descriptor that a kernel moves as the right one.
fn byte(given: ByHand, right: ByHand, mn: u32, k: u32) -> u32 {
    // The first element of a read is on the first line of a pattern, where nothing is exchanged.
    let start = |mn, k| right.byte(mn, k).0 - right.start;
    let law = ByHand { start: given.start + start(mn / BLOCK * BLOCK, k / STEP * STEP), ..given };
    law.byte(mn % BLOCK, k % STEP).0
}

fn value_at(memory: &[u8], address: i64) -> Option<u32> {
    let at = usize::try_from(address - i64::from(BASE)).ok()?;
    let pair = memory.get(at..at + 2)?;
    Some(u32::from(pair[0]) | u32::from(pair[1]) << 8)
}

/// Every value of a read of the matrix.
fn check(read: &DumpRead, name: &str, expected: impl Fn(u32, u32) -> Option<u32>) -> u32 {
    assert_eq!((read.extent.mn, read.extent.k), (MN, K), "{name}");
    let mut wrong = 0;
    for (at, (mn, k)) in grid(MN, K).enumerate() {
        let value = expected(mn, k);
        assert_eq!(read.values[at], value, "{name}: ({mn}, {k})");
        let is_right = value == Some(mn * K + k);
        assert_eq!(read.is_right[at], is_right, "{name}: ({mn}, {k})");
        wrong += u32::from(!is_right);
    }
    wrong
}

#[test]
fn all_reads_through_a_descriptor_are_those_of_the_law() {
    let (mut wrong, mut right) = (0, 0);
    for swizzle in [Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128] {
        for major in [Major::K, Major::Mn] {
            let twin = Twin { swizzle, major, mn: MN, k: K, ..PLAIN }.packed(true);
            let (memory, tile) = (twin.memory(), twin.law());
            for (address, moved) in [(Some(BASE), 0), (None, 0x7c00)] {
                let dumps = [raw(address, &memory)];
                let found = recognize(&dumps, &asked(16, MN, K)).expect("an answer");
                for mistake in mistakes(tile) {
                    // Where a dump tells no address, another start is only another address of the dump.
                    if address.is_none() && mistake.start != tile.start {
                        continue;
                    }
                    let name = format!("{swizzle:?} {major:?} {address:?} {mistake:?}");
                    let typed = ByHand { start: mistake.start + moved, ..mistake };
                    let typed = Descriptor::guessed(bits(&typed));
                    let read = whole_read_of_dump(&found[0], typed);
                    let read = read.unwrap_or_else(|| panic!("{name}"));
                    let value = |mn, k| value_at(&memory, byte(mistake, tile, mn, k).into());
                    let count = check(&read, &name, value);
                    assert!(count == 0 || mistake != tile, "{name}");
                    wrong += u32::from(count > 0);
                    right += u32::from(count == 0);
                    let areas = read.areas.iter().map(|(_, area)| area.mn * area.k);
                    assert_eq!(areas.sum::<u32>(), MN * K, "{name}");
                    if address.is_some() && (swizzle, major) == (Swizzle::B128, Major::K) {
                        check_pixels(&dumps, &found[0], read, value, &name);
                    }
                }
            }
        }
    }
    assert!(wrong > 60 && right >= 16, "{wrong} {right}");
}

/// Each pixel is that of the cell whose index is read.
fn check_pixels(
    dumps: &[Dump],
    found: &Found,
    read: DumpRead,
    value: impl Fn(u32, u32) -> Option<u32>,
    name: &str,
) {
    let picture = DumpPicture::new(dumps, &asked(16, MN, K), Some(found), Some(read));
    let drawing = Image::balloon(found.shape);
    let [left, actual] = images_of_dump(&picture, &drawing, &picture.shades(false));
    assert_eq!(left, drawing);
    for at in coords(Extent { mn: MN, k: K }) {
        let pixel = actual.pixel(at);
        match value(at.mn, at.k).filter(|value| *value < MN * K) {
            Some(value) => {
                let source = Coord { mn: value / K, k: value % K };
                assert_eq!(pixel, drawing.pixel(source), "{name} {at:?}");
            }
            None => assert_eq!(pixel, [pixel[0]; 3], "{name} {at:?}: not grey"),
        }
    }
}

/// Values that are not indices: halves from -4 to 4, as in any matrix.
fn real(mn: u32, k: u32) -> u32 {
    let mixed = (mn * 2_654_435 + k * 40_503) >> 3 & 0x3fff;
    // Sign, and an exponent below that of 4.
    (mixed & 1) << 15 | mixed >> 1 & 0x43ff
}

#[test]
fn a_matrix_of_real_values_is_read_without_a_layout() {
    let tile = Twin { mn: MN, k: K, ..PLAIN }.packed(true).law();
    let cells = (0..MN * K).map(|at| (tile.byte(at / K, at % K).0, real(at / K, at % K)));
    let memory = memory(2, MN * K * 2 + 512, cells);
    for (address, moved) in [(Some(BASE), 0), (None, 0x7c00)] {
        let dumps = [raw(address, &memory)];
        for mode in [3, 2, 0] {
            // As a packed tile has them: what does not count is written as 1.
            let given = ByHand { mode, start: BASE + moved, lbo: 16, ..tile };
            let typed = Descriptor::guessed(bits(&given));
            let Some(read) = read_without_layout(&dumps, &asked(16, MN, K), Major::K, typed) else {
                panic!("no read of {given:?}");
            };
            if mode == 3 {
                let expected: Vec<_> = (0..MN * K).map(|at| Some(real(at / K, at % K))).collect();
                assert!(read.values == expected, "{address:?}");
            } else {
                assert!(read.values[..64] != [Some(real(0, 0)); 64]);
            }
            check_shades(&dumps, read, &memory);
        }
    }
}

/// The pixels of memory and matrix: lighter for a larger half.
fn check_shades(dumps: &[Dump], read: DumpRead, memory: &[u8]) {
    let half = |raw: u32| {
        let (exponent, fraction) = ((raw >> 10 & 31) as i32, f64::from(raw & 0x3ff));
        let size = match exponent {
            0 => fraction * 2_f64.powi(-24),
            _ => (1.0 + fraction / 1024.0) * 2_f64.powi(exponent - 15),
        };
        if raw >> 15 == 1 { -size } else { size }
    };
    let mut all: Vec<f64> = memory
        .as_chunks::<2>()
        .0
        .iter()
        .map(|pair| half(u32::from(pair[0]) | u32::from(pair[1]) << 8))
        .collect();
    all.sort_by(f64::total_cmp);
    all.dedup();
    let shade = |raw: u32| {
        let smaller = all.iter().filter(|other| **other < half(raw)).count();
        (smaller * 255 / (all.len() - 1)) as u8
    };
    let values = read.values.clone();
    let picture = DumpPicture::new(dumps, &asked(16, MN, K), None, Some(read));
    let drawing = Image::balloon(picture.shape().1);
    let [lines, matrix] = images_of_dump(&picture, &drawing, &picture.shades(false));
    for (at, value) in values.iter().enumerate().step_by(37) {
        let at = Coord { mn: at as u32 / K, k: at as u32 % K };
        let pixel = matrix.pixel(at);
        match value {
            Some(value) => assert_eq!(pixel, ramp(shade(*value)), "{at:?}"),
            None => assert_eq!(pixel, [pixel[0]; 3], "{at:?}: not grey"),
        }
    }
    for at in (0..memory.len() as u32 / 2).step_by(41) {
        let value = value_at(memory, i64::from(BASE + 2 * at)).expect("a value");
        let pixel = lines.pixel(Coord { mn: at / 64, k: at % 64 });
        assert_eq!(pixel, ramp(shade(value)), "element {at} of memory");
    }
}
