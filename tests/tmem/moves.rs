//! Loads, stores and copies against CuTe's maps, their inverse, and their tables.

use swizzle_core::Named as _;
use swizzle_core::hardware::{Chip, CopyShape};
use swizzle_tests::{Report, fnv1a, json_lines};
use swizzle_tmem::moves::{Load, LoadShape, Multicast, Register, SharedCopy};
use swizzle_tmem::tensor_memory::Address;
use swizzle_tmem::{Point, Refusal};

use crate::tmem::inverse::check_inverse;
use crate::tmem::twin;

#[test]
fn registers_are_of_the_cells_that_cute_has() {
    let mut report = Report::new();
    let (mut lines, mut values) = (0, 0);
    for line in json_lines("blackwell/ldst.jsonl") {
        lines += 1;
        let at = line.at();
        let shape = LoadShape::from_name(line.text("shape")).expect("a shape");
        // Packed maps are not among these lines.
        let load = Load::new(shape, line.number("num"), false, None).expect("a load");
        report.equal(&at, &"registers", &load.registers(), &line.number("regs"));
        let registers = load.registers();
        let cell = |thread, register| {
            let at = Register { thread, register, ..Register::default() };
            load.cell_from_register(at).expect("a register")
        };
        let map = (0..32)
            .flat_map(|thread| (0..registers).map(move |register| cell(thread, register)))
            .flat_map(|cell| {
                let low = cell.lane << 21 | cell.column << 5;
                [low, low | 16]
            });
        report.equal(&at, &"hash", &fnv1a(map), &line.hex("fnv"));
        values += 32 * registers;
    }
    assert_eq!((lines, values), (74, 81_344));
    report.finish("ld and st");
}

/// Every load: each shape and repetition, packed and not.
fn every() -> Vec<Load> {
    let shapes = LoadShape::ALL.iter();
    let all = shapes.flat_map(|shape| (0..8).map(|twos| (*shape, 1 << twos)));
    all.flat_map(|(shape, num)| [false, true].map(|packed| Load::new(shape, num, packed, None)))
        .flatten()
        .collect()
}

#[test]
fn registers_are_of_the_cells_that_the_table_has() {
    let mut report = Report::new();
    let split = [(3, 0), (3, 2), (4, 1), (2, 400)];
    let split = split.map(|(twos, split)| {
        let load = Load::new(LoadShape::S16x32bx2, 1 << twos, false, Some(split));
        (load.expect("a load"), split)
    });
    let all = every().into_iter().map(|load| {
        let split = load.num;
        (load, split)
    });
    let mut loads = 0;
    for (load, split) in all.chain(split) {
        loads += 1;
        for (warp, thread) in (0..4).flat_map(|w| (0..32).map(move |t| (w, t))) {
            for register in 0..load.registers() {
                let [lane, column] = twin::load(load.shape, split, thread, register);
                for half in 0..=u32::from(load.is_packed) {
                    let at = Register { warp, thread, register, half };
                    let wide = 1 + u32::from(load.is_packed);
                    let wanted =
                        Point { lane: lane + 32 * warp, column: wide * column + half, ..Point::default() };
                    let found = load.cell_from_register(at);
                    report.equal(&load.shape, &"cell", &found, &Ok(wanted));
                }
            }
        }
        check_inverse(&mut report, &load.law);
    }
    // 8 repetitions of three shapes, 7 and 6 of the others; 4 with a split.
    assert_eq!(loads, 2 * (3 * 8 + 7 + 6) + 4);
    report.finish("ld and st against their table");
}

#[test]
fn repetitions_are_those_that_the_assembler_takes() {
    for shape in LoadShape::ALL {
        for num in 0..=256 {
            for (packed, form) in [(false, ""), (true, ".pack::16b")] {
                let form = format!("ld {shape}.x{num}{form}");
                let load = Load::new(*shape, num, packed, None);
                assert_eq!(load.is_ok(), Chip::Sm100a.has_form(&form), "{form}");
            }
        }
    }
}

#[test]
fn a_warp_reaches_its_own_lanes() {
    let address = |lane, column| Address::new(lane, column).expect("an address");
    for shape in LoadShape::ALL {
        let load = Load::new(*shape, 1, false, None).expect("a load");
        for warp in 0..12 {
            let own = warp % 4 * 32..warp % 4 * 32 + 32;
            for lane in 0..128 {
                let is_reached = (lane..lane + shape.lanes()).all(|lane| own.contains(&lane));
                let found = load.check_warp(warp, address(lane, 0));
                assert_eq!(found.is_ok(), is_reached, "{shape} {warp} {lane}");
            }
        }
    }
    let load = Load::new(LoadShape::S32x32b, 128, false, None).expect("a load");
    assert_eq!(load.check_warp(0, address(0, 384)), Ok(()));
    assert_eq!(load.check_warp(0, address(0, 385)), Err(Refusal::Columns(513)));
}

#[test]
fn what_does_not_exist_is_refused() {
    let refused = |shape, num, split| Load::new(shape, num, false, split).expect_err("refused");
    assert_eq!(
        refused(LoadShape::S16x256b, 64, None).to_string(),
        "16x256b.x64 does not exist: a power of two from 1 to 32"
    );
    assert_eq!(
        refused(LoadShape::S16x64b, 1, Some(8)).to_string(),
        "16x64b has no split: only 16x32bx2 reads two halves"
    );
    for split in [512, u32::MAX] {
        let found = refused(LoadShape::S16x32bx2, 1, Some(split));
        assert_eq!(found, Refusal::Columns(split));
    }
    let load = Load::new(LoadShape::S32x32b, 1, false, None).expect("a load");
    for (warp, thread, register, half) in [(4, 0, 0, 0), (0, 32, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)] {
        let at = Register { warp, thread, register, half };
        let found = load.cell_from_register(at);
        assert!(matches!(found, Err(Refusal::Index { .. })), "{at:?}");
    }
}

/// Which bytes go where, `tmem_golden.rs` of the program asks of the same lines.
#[test]
fn copies_have_the_rows_that_cute_has() {
    let lines = json_lines("blackwell/cp.jsonl");
    assert_eq!(lines.len(), 12);
    for line in lines {
        let shape = CopyShape::from_name(line.text("shape")).expect("a shape");
        let golden = (line.number("rows"), line.number("row_bytes"));
        assert_eq!((shape.rows(), shape.row_bytes()), golden, "{}", line.at());
    }
}

#[test]
fn rows_are_copied_to_the_lanes_that_the_table_has() {
    let mut report = Report::new();
    let mut taken = Vec::new();
    let all = CopyShape::ALL.iter();
    for (shape, multicast) in all.flat_map(|s| Multicast::ALL.iter().map(move |m| (*s, *m))) {
        let Ok(copy) = SharedCopy::new(shape, multicast) else {
            continue;
        };
        taken.push(format!("{shape} {multicast}"));
        check_inverse(&mut report, &copy.law);
        for (row, byte) in (0..shape.rows()).flat_map(|r| (0..shape.row_bytes()).map(move |b| (r, b))) {
            let cells = copy.law.points(&[row, byte]).expect("a byte");
            let lanes: Vec<u32> = cells.iter().map(|cell| cell.lane).collect();
            let wanted = twin::copy_lanes(shape, multicast, row);
            report.equal(&shape, &"lanes", &lanes, &wanted);
            for (copies, cell) in (0..).zip(cells) {
                let found = (cell.column, cell.bit);
                report.equal(&shape, &"column and bit", &found, &(byte / 4, byte % 4 * 8));
                let found = copy.law.element(cell);
                report.equal(&shape, &"byte", &found, &Some([row, byte, copies]));
            }
        }
        assert!(copy.law.points(&[shape.rows(), 0]).is_err());
        assert!(copy.law.points(&[0, shape.row_bytes()]).is_err());
    }
    let wanted =
        ["128x256b none", "4x256b none", "128x128b none", "64x128b 02_13", "64x128b 01_23", "32x128b warpx4"];
    assert_eq!(taken, wanted);
    report.finish("cp against its table");
}
