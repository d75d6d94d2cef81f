//! What no source places, and what is out of range: refused with the reason.

use swizzle_core::Named as _;
use swizzle_core::Sparsity::{Dense, Sparse};
use swizzle_core::hardware::CtaForm::{self, One, Two, WeightStationary};
use swizzle_core::hardware::{Element, Kind, Operand};
use swizzle_tmem::moves::{Load, LoadShape, Register};
use swizzle_tmem::scale::{
    Copies, Order, ScaleBlocks, ScaleColumns, ScaleSteps, Scaling, block_copies, held,
};
use swizzle_tmem::tensor_memory::{
    Accumulator, Alignment, DataPath, Pair, Shape, metadata, operand_a, readings,
};
use swizzle_tmem::{Law, Mark, Refusal};

const MAX: u32 = u32::MAX;

/// What is refused, and words of the reason.
fn check(all: impl IntoIterator<Item = (Option<Refusal>, &'static str)>) {
    for (found, words) in all {
        let found = found.unwrap_or_else(|| panic!("not refused: {words}")).to_string();
        assert!(found.contains(words), "{found}, not {words}");
    }
}

#[test]
fn what_tensor_memory_does_not_hold() {
    let d = |form, m, n| Accumulator::new(Shape { form, sparsity: Dense, m, n }).err();
    let a = |form, m, k, element| operand_a(form, m, k, element, Alignment::Zero).err();
    let meta = |rows, k| metadata(Kind::F16, rows, k).err();
    let outside = |law: &Law, at: [u32; 2]| law.points(&at).err();
    let of_d = Accumulator::new(Shape { form: One, sparsity: Dense, m: 64, n: 8 }).expect("D");
    let of_meta = metadata(Kind::F16, 128, 32).expect("metadata");
    let other = readings(Two, Dense, 256).expect("A")[0];
    check([
        (d(One, 32, 64), "no data path is known for M = 32 and cta-group-1: M is one of 64, 128"),
        (d(One, 128, 0), "N = 0"),
        (d(One, 128, 257), "N = 257"),
        (d(One, 128, MAX), "N = 4294967295"),
        (d(WeightStationary, 32, 10), "N = 10 is not a multiple of 4, the parts of this data path"),
        (outside(&of_d.law, [64, 0]), "row m 64 is out of range: 0 to 63"),
        (Accumulator::as_read(of_d.shape, other, Alignment::Zero).err(), "no source covers it"),
        (a(One, 128, 64, Element::E2m1Packed), "no source covers it"),
        (a(One, 128, 64, Element::B1), "no source covers it"),
        (a(WeightStationary, 128, 16, Element::F16), "no source covers it"),
        (a(Two, 64, 16, Element::F16), "M = 64"),
        (a(One, 128, 0, Element::F16), "K = 0"),
        (a(One, 128, 3, Element::F16), "K = 3"),
        (a(One, 128, 1026, Element::F16), "513 columns"),
        (meta(0, 32), "no source covers it"),
        (meta(64, 32), "no source covers it"),
        (meta(256, 32), "no source covers it"),
        (meta(128, 0), "K = 0"),
        (meta(128, 16), "K = 16"),
        (meta(128, 513 * 32), "513 columns"),
        (outside(&of_meta, [128, 0]), "128 is out of range"),
        (outside(&of_meta, [0, 32]), "32 is out of range"),
    ]);
    for form in [One, Two, WeightStationary] {
        check([0, 1, 16, 96, 512, MAX].map(|m| (d(form, m, 64), "no data path is known for M = ")));
    }
    // Sources that disagree are both there.
    let both = readings(Two, Sparse, 128).expect("two readings");
    let both: Vec<_> = both.iter().map(|r| (r.path, r.mark)).collect();
    assert_eq!(both, [(DataPath::C, Mark::Inferred), (DataPath::B, Mark::Code)]);
    let pair = |m, n| Pair::new(m, n).err();
    check([0, 64, 192, 512].map(|m| (pair(m, 64), "M = ")));
    check([
        (pair(256, 0), "N = 0"),
        (pair(256, 258), "N = 258"),
        (pair(256, 9), "N = 9 is not a multiple of 2"),
    ]);
}

#[test]
fn scale_factors_that_no_source_covers() {
    let scaling = Scaling::new(Kind::Mxf4nvf4, 16).expect("a scaling");
    let columns = |copies, rows, factors| ScaleColumns::new(copies, rows, factors);
    let whole = columns(Copies::Four, 128, 16).expect("they fit");
    let at = |row, factor| whole.law.points(&[row, factor]);
    let size = |rows, factors| ScaleBlocks::new(Order::Tensor, rows, factors);
    let rows = |form: CtaForm, m| held(Operand::A, form, m, 64).err();
    check([
        (
            ScaleSteps::new(scaling, Dense, 96, &whole).err(),
            "where an instruction with K = 96 finds its scale factors: no source covers it",
        ),
        (size(0, 4).err(), "0"),
        (size(4, 0).err(), "0"),
        (size((1 << 24) + 1, 128).err(), "16777217"),
        (columns(Copies::Four, 256, 257).err(), "520 columns"),
        (at(128, 0).err(), "128 is out of range"),
        (at(0, 16).err(), "16 is out of range"),
        (rows(One, 64), "no source covers it"),
        (rows(WeightStationary, 128), "no source covers it"),
    ]);
    for copies in Copies::ALL {
        check(
            [1, 31, 96, 127, 192, 200].map(|rows| (columns(*copies, rows, 4).err(), "no source covers it")),
        );
    }
    assert!(Order::ALL.iter().all(|order| ScaleBlocks::new(*order, MAX, MAX).is_err()));
    assert_eq!(size(1 << 24, 128).map(|blocks| blocks.bytes()), Ok(1 << 31));
    // A tile that begins at row 64: CuTe, the branches for N = 64 and N = 192 of the block-scaled kernels.
    assert_eq!(at(64, 0).expect("a factor")[0].column, 2);
}

#[test]
fn loads_that_do_not_exist() {
    let new = |shape, num, split| Load::new(shape, num, false, split);
    let load = new(LoadShape::S32x32b, 1, None).expect("a load");
    let at = |[warp, thread, register, half]: [u32; 4]| {
        load.cell_from_register(Register { warp, thread, register, half }).err()
    };
    check([
        (new(LoadShape::S16x256b, 64, None).err(), "16x256b.x64 does not exist: a power of two from 1 to 32"),
        (new(LoadShape::S16x64b, 1, Some(8)).err(), "16x64b has no split: only 16x32bx2 reads two halves"),
        (new(LoadShape::S16x32bx2, 1, Some(512)).err(), "512 columns"),
        (new(LoadShape::S16x32bx2, 1, Some(MAX)).err(), "4294967295 columns"),
        (at([4, 0, 0, 0]), "out of range"),
        (at([0, 32, 0, 0]), "out of range"),
        (at([0, 0, 1, 0]), "out of range"),
        (at([0, 0, 0, 1]), "out of range"),
    ]);
}

/// Copies of scale factors go to the columns of their blocks. The descriptors that CuTe writes, the program's own tests ask.
#[test]
fn a_tensor_is_copied_to_the_columns_of_its_blocks() {
    let copies = |order, start| block_copies(&ScaleBlocks::new(order, 256, 8).expect("they fit"), start);
    for (order, wanted) in [
        (Order::Stage, [(0, 0), (512, 4), (1024, 8), (1536, 12)]),
        (Order::Tensor, [(0, 0), (1024, 4), (512, 8), (1536, 12)]),
    ] {
        let copies = copies(order, 0).expect("copies");
        let found = copies.iter().map(|copy| ((copy.descriptor.raw() & 0x3fff) * 16, copy.column));
        assert_eq!(found.collect::<Vec<_>>(), wanted);
    }
    assert!(copies(Order::Stage, 0x40000 - 2048).is_ok());
    for start in [8, 0x40000 - 2032, MAX, MAX - 15] {
        assert_eq!(copies(Order::Stage, start).err(), Some(Refusal::SharedByte(start)));
    }
}
