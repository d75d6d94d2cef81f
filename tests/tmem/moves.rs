//! Loads, stores and copies: which there are, which lanes a warp reaches, and what they are said to be for: the registers that
//! `stmatrix` stores, and maps of copies that equal those of regions.

use swizzle_core::Named as _;
use swizzle_core::hardware::{Chip, CopyShape, CtaForm, Element};
use swizzle_tests::grid;
use swizzle_tmem::Refusal;
use swizzle_tmem::moves::{Load, LoadShape, Multicast, Register, SharedCopy};
use swizzle_tmem::scale::{Copies, ScaleColumns};
use swizzle_tmem::tensor_memory::{Address, Alignment, operand_a};
use swizzle_warp::{FragmentName, Slot};

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

/// Row and column of register i of `stmatrix.x4`, low or high half: matrices 1 and 3 are rows 8 to 15, 2 and 3 columns from 8
/// on. Source of the fragment: PTX ISA, read back from an H200.
fn of_stmatrix(thread: u32, register: u32, part: u32) -> (u32, u32) {
    let slot = Slot { thread, register: 0, part };
    let (row, column) = FragmentName::Matrices.of(16, 8).cell_from_slot(slot);
    (row + 8 * (register % 2), column + 8 * (register / 2))
}

/// Lane and column of a register of a thread of warp 0.
fn cell(load: &Load, thread: u32, register: u32) -> (u32, u32) {
    let at = Register { warp: 0, thread, register, half: 0 };
    let cell = load.cell_from_register(at).expect("a register");
    (cell.lane, cell.column)
}

#[test]
fn pairs_of_registers_of_16x256b_are_those_of_stmatrix() {
    let load = Load::new(LoadShape::S16x256b, 2, false, None).expect("a load");
    for (thread, register) in grid(32, 8) {
        let expected = of_stmatrix(thread, register / 2, register % 2);
        assert_eq!(cell(&load, thread, register), expected, "{thread} {register}");
    }
}

#[test]
fn packed_registers_of_16x128b_are_those_of_stmatrix() {
    let load = Load::new(LoadShape::S16x128b, 2, true, None).expect("a load");
    for (thread, register) in grid(32, 4) {
        let expected = of_stmatrix(thread, register, 0);
        assert_eq!(cell(&load, thread, register), expected, "{thread} {register}");
    }
}

/// The lanes of the 64 rows of a copy are those of what it is said to be for: A of a pair, and two copies of scale factors.
/// Of N = 128, columns 0 to 31 and 64 to 95 of B are 32 rows of each half of N.
#[test]
fn copies_of_64_rows_write_the_lanes_that_they_are_for() {
    let a = operand_a(CtaForm::Two, 128, 8, Element::F16, Alignment::Zero).expect("A");
    let factors = ScaleColumns::new(Copies::Two, 128, 4).expect("SFB").law;
    for row in 0..64 {
        for (multicast, law, other) in
            [(Multicast::W02x13, &a, row), (Multicast::W01x23, &factors, row % 32 + 64 * (row / 32))]
        {
            let copy = SharedCopy::new(CopyShape::R64x128b, multicast).expect("a copy");
            let [found, wanted] = [(&copy.law, row), (law, other)].map(|(law, row)| {
                let cells = law.points(&[row, 0]).expect("an element");
                cells.iter().map(|cell| cell.lane).collect::<Vec<_>>()
            });
            assert_eq!(found, wanted, "{multicast} {row}");
        }
    }
}
