//! The numbers of the journey against those that were worked out by hand and by a twin of a few lines.

use super::*;
use swizzle_core::Coord;

/// The byte of an absolute address: bits 9 to 7, less the base offset, into bits 6 to 4.
const fn twin_xor(address: u32, base_offset: u32) -> u32 {
    address ^ (((address >> 7).wrapping_sub(base_offset) & 7) << 4)
}

/// Returns the unit from which a row's unit of a step arrives, searched among all units that TMA wrote.
fn twin_unit(row: u32, unit: u32, sbo_bytes: u32, base_offset: u32) -> Option<(u32, u32)> {
    let address = 1024 + row % 8 * 128 + row / 8 * sbo_bytes + unit * 16;
    let byte = twin_xor(address, base_offset);
    let all = (0..64).flat_map(|row| (0..8).map(move |unit| (row, unit)));
    let mut holders = all.filter(|(row, unit)| twin_xor(1024 + row * 128 + unit * 16, 0) == byte);
    holders.next()
}

fn twin_product(row: u32, sbo_bytes: u32, base_offset: u32) -> Option<i32> {
    let mut sum = 0;
    for k in 0..64 {
        let (row, unit) = twin_unit(row, k / 8, sbo_bytes, base_offset)?;
        sum += a(row, unit * 8 + k % 8) * b(k);
    }
    Some(sum)
}

#[test]
fn stations_are_those_that_were_worked_out() {
    let right = JourneyRead::of(1024, 0);
    let places = trail(&right).map(|station| station.place);
    assert_eq!(
        places,
        ["0x6050", "0x5d0", "0x5e0", "0x4000004000010040", "(0x440 + 0x190) ⊕ 0x30", "thread 12, r0"]
    );
    assert_eq!(landing().address(ROW, 80), Some(0x5e0));
    assert_eq!((1024 + 384 + 80, (0x440 + 0x190) ^ 0x30), (0x5d0, 0x5e0));
    let box_bytes = (0..64).flat_map(|row| (0..8).map(move |unit| (row, unit)));
    for (mn, unit) in box_bytes {
        // Writer and reader agree on every unit.
        let coord = Coord { mn, k: unit * 8 };
        let byte = right.spec.layout().byte_from_element(coord).byte;
        assert_eq!(landing().address(mn, unit * 16), Some(byte));
        assert_eq!(byte, twin_xor(1024 + mn * 128 + unit * 16, 0));
    }
}

#[test]
fn data_and_products_are_those_that_were_drawn() {
    // Row 3 of A, column 0 of B, K 32 to 47.
    let drawn = [
        [-3, 0, 3, 0, 3, -1, 3, -1, 3, -1, 2, -1, 2, -2, 2, -2],
        [-2, 0, 2, -1, 2, -1, 1, -2, 1, -2, 0, 2, 0, 2, -1, 1],
    ];
    assert_eq!(drawn[0], std::array::from_fn(|at| a(3, 32 + at as u32)));
    assert_eq!(drawn[1], std::array::from_fn(|at| b(32 + at as u32)));
    let right = JourneyRead::of(1024, 0);
    let after = [16, 32, 48, 64].map(|k| right.sum(ROW, 0..k));
    assert_eq!(after, [13, 16, 35, 43].map(Some));
    let d = [21, -34, 11, 43, 3, -8, 2, 90, -29, -14, 10, 7, -12, -2, 8, -2];
    assert_eq!(d.map(Some), std::array::from_fn(|row| right.product(row as u32)));
    let slot = slot_of_sum();
    assert_eq!((slot.thread, slot.register), (12, 0));
}

#[test]
fn a_broken_field_changes_what_the_twin_says() {
    for sbo in (128..=2048).step_by(128) {
        for base in 0..8 {
            let read = JourneyRead::of(sbo, base);
            let base = u32::from(base);
            assert_eq!(
                read.spec.given().map(|one| one.raw()),
                Some(1 << 62 | u64::from(base) << 49 | u64::from(sbo / 16) << 32 | 1 << 16 | 64)
            );
            for row in 0..64 {
                let twin = twin_product(row, sbo, base);
                assert_eq!(read.product(row), twin, "row {row}, SBO {sbo}, base offset {base}");
                for k in [32, 40] {
                    let got = read.element_for(row, k).map(|got| (got.mn, got.k / 8));
                    assert_eq!(got, twin_unit(row, k / 8, sbo, base));
                }
            }
        }
    }
}

#[test]
fn sentences_say_what_was_drawn() {
    let right = JourneyRead::of(1024, 0);
    let all: Vec<String> = (0..SCENES).map(|scene| sentences(scene, &right).replace('\u{a0}', " ")).collect();
    for (scene, words) in [
        (
            0,
            "A 4096 × 4096 bf16 matrix is 32 MiB, and a tile of it is a box of 64 × 64 elements. The orange square is element (3, 40): two bytes, 24,656 bytes from the start of the matrix.",
        ),
        (
            1,
            "Row 3 begins 384 bytes further and K 40 is 80 bytes into the row: 1024 + 384 + 80 = 1488, or 0x5d0.",
        ),
        (
            2,
            "On the way into memory, address bits 9, 8 and 7 are XORed into bits 6, 5 and 4. In line 3 they are 0, 1 and 1, so unit 5 is written to slot 6: 0x5d0 becomes 0x5e0.",
        ),
        (3, "0x4000004000010040"),
        (3, "0x400 + 0x180 + 0x50 = 0x5d0, which the swizzle turns into 0x5e0."),
        (
            4,
            "One wgmma reads 32 bytes of K, so four steps cover 64 columns, and each step starts 32 bytes further. K 40 is read in step 2, which covers K 32–47.",
        ),
        (
            6,
            "The sum over K is D[3][0], and the hardware keeps row 3, column 0 in thread 12, register 0. Lane 12 of warp 0 also holds column 1 of row 3 and columns 0 and 1 of row 11, in registers 1, 2 and 3.",
        ),
    ] {
        assert!(all[scene].contains(words), "{}", all[scene]);
    }
    let said = |sbo, base| broken_words(&JourneyRead::of(sbo, base), &right);
    assert_eq!(
        said(128, 0),
        [
            "rows 10, 17 and 24 read the square as well: D[10][0] is 43, not 10.",
            "row 3 reads the square: D[3][0] is 43."
        ]
    );
    assert_eq!(
        said(1024, 1),
        [
            "every group of 8 rows is read from its own 8 lines.",
            "row 3 reads element (3, 32) in place of the square: D[3][0] is 9, not 43."
        ]
    );
    let wrong = [(1024, 0), (128, 0), (1024, 1)].map(|(sbo, base)| JourneyRead::of(sbo, base).wrong_units());
    assert_eq!(wrong[..2], [0, 112]);
    assert_eq!(where_now(5, &right), "128 of 128 units are read from the expected address");
    // No SBO changes what row 3 reads.
    for sbo in (128..=2048).step_by(128) {
        assert_eq!(JourneyRead::of(sbo, 0).product(ROW), Some(43));
    }
}

/// The note of the drawing on the field without an effect.
#[test]
fn a_field_without_an_effect_is_told() {
    let [effect, meaning] = lbo_notes(&JourneyRead::of(1024, 0));
    assert_eq!(effect, "LBO has no effect here: 32 bytes of K stay inside one 128-byte row.");
    assert!(meaning.starts_with("It is the "));
}

/// The formulas of row and column, for every slot.
#[test]
fn formulas_have_the_numbers_of_their_slot() {
    use super::SUMS;
    use swizzle_warp::Slot;
    for (thread, register) in (0..128).flat_map(|thread| (0..32).map(move |one| (thread, one))) {
        let slot = Slot { thread, register, part: 0 };
        let (row, column) = SUMS.cell_from_slot(slot);
        let [_, _, of_row, of_column] = super::words::cell_formulas(slot);
        let (warp, lane) = (thread / 32, thread % 32);
        let bits = [register / 2 % 2, register % 2];
        assert_eq!(row, 16 * warp + lane / 4 + 8 * bits[0]);
        assert_eq!(column, 8 * (register / 4) + 2 * (lane % 4) + bits[1]);
        assert_eq!(of_row, format!("row {row} = 16 × {warp} + {lane} / 4 + 8 × {}", bits[0]));
        assert_eq!(
            of_column,
            format!("column {column} = 8 × ({register} / 4) + 2 × ({lane} mod 4) + {}", bits[1])
        );
    }
}
