//! What loads and copies are said to be for: the registers that `stmatrix` stores, and maps of copies that equal those of regions.

use swizzle_core::hardware::{CopyShape, CtaForm, Element};
use swizzle_tmem::moves::{Load, LoadShape, Multicast, Register, SharedCopy};
use swizzle_tmem::scale::{Copies, ScaleColumns};
use swizzle_tmem::tensor_memory::{Alignment, operand_a};
use swizzle_warp::{FragmentName, Slot};

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
    for (thread, register) in (0..32).flat_map(|thread| (0..8).map(move |at| (thread, at))) {
        let expected = of_stmatrix(thread, register / 2, register % 2);
        assert_eq!(cell(&load, thread, register), expected, "{thread} {register}");
    }
}

#[test]
fn packed_registers_of_16x128b_are_those_of_stmatrix() {
    let load = Load::new(LoadShape::S16x128b, 2, true, None).expect("a load");
    for (thread, register) in (0..32).flat_map(|thread| (0..4).map(move |at| (thread, at))) {
        let expected = of_stmatrix(thread, register, 0);
        assert_eq!(cell(&load, thread, register), expected, "{thread} {register}");
    }
}

#[test]
fn warpx2_02_13_writes_the_lanes_of_a_of_a_pair() {
    let copy = SharedCopy::new(CopyShape::R64x128b, Multicast::W02x13).expect("a copy");
    let a = operand_a(CtaForm::Two, 128, 8, Element::F16, Alignment::Zero).expect("A");
    for row in 0..64 {
        let lanes = |cells: Vec<swizzle_tmem::Point>| cells.iter().map(|cell| cell.lane).collect::<Vec<_>>();
        let of_a = lanes(a.points(&[row, 0]).expect("an element"));
        assert_eq!(lanes(copy.law.points(&[row, 0]).expect("a byte")), of_a, "{row}");
    }
}

/// Of N = 128: columns 0 to 31 and 64 to 95 of B, 32 rows of each half of N, are in the lanes of 64 rows of the copy.
#[test]
fn warpx2_01_23_writes_the_lanes_of_two_copies_of_factors() {
    let copy = SharedCopy::new(CopyShape::R64x128b, Multicast::W01x23).expect("a copy");
    let factors = ScaleColumns::new(Copies::Two, 128, 4).expect("SFB");
    for row in 0..64 {
        let lanes = |cells: Vec<swizzle_tmem::Point>| cells.iter().map(|cell| cell.lane).collect::<Vec<_>>();
        let of_factor = lanes(factors.law.points(&[row % 32 + 64 * (row / 32), 0]).expect("a factor"));
        assert_eq!(lanes(copy.law.points(&[row, 0]).expect("a byte")), of_factor, "{row}");
    }
}
