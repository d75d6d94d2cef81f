//! What no source places, and what is out of range: refused with the reason.

use swizzle_core::Sparsity::{Dense, Sparse};
use swizzle_core::hardware::{CtaForm, Kind, Operand};
use swizzle_tests::rows;
use swizzle_tmem::moves::{Load, LoadShape, Register};
use swizzle_tmem::scale::{
    Copies, Order, ScaleBlocks, ScaleColumns, ScaleSteps, Scaling, block_copies, held,
};
use swizzle_tmem::tensor_memory::{
    Accumulator, Alignment, DataPath, Pair, Shape, metadata, operand_a, readings,
};
use swizzle_tmem::{Mark, Refusal};

fn refused(question: &str) -> Option<Refusal> {
    let words: Vec<&str> = question.split(' ').collect();
    let n = |at: usize| words[at].parse().unwrap_or_else(|error| panic!("{question}: {error}"));
    let form = || match words[1] {
        "1" => CtaForm::One,
        "2" => CtaForm::Two,
        "ws" => CtaForm::WeightStationary,
        _ => panic!("{question}: a form"),
    };
    match words[0] {
        "d" => Accumulator::new(Shape { form: form(), sparsity: Dense, m: n(2), n: n(3) }).err(),
        "a" => operand_a(form(), n(2), n(3), words[4].parse().expect(question), Alignment::Zero).err(),
        "metadata" => metadata(Kind::F16, n(1), n(2)).err(),
        "pair" => Pair::new(n(1), n(2)).err(),
        "blocks" => ScaleBlocks::new(Order::Tensor, n(1), n(2)).err(),
        "columns" => ScaleColumns::new(words[1].parse().expect(question), n(2), n(3)).err(),
        "held" => held(Operand::A, form(), n(2), 64).err(),
        "load" => {
            let split = (words.len() > 3).then(|| n(3));
            Load::new(words[1].parse().expect(question), n(2), false, split).err()
        }
        "copies" => block_copies(&stage(Order::Stage), n(1)).err(),
        _ => panic!("what is {question}?"),
    }
}

fn stage(order: Order) -> ScaleBlocks {
    ScaleBlocks::new(order, 256, 8).expect("they fit")
}

#[test]
fn what_is_refused_says_why() {
    for row in rows(include_str!("refusals.tsv")) {
        let [question, words] = row[..] else { panic!("{row:?}: not two columns") };
        let found = refused(question).unwrap_or_else(|| panic!("not refused: {question}")).to_string();
        assert!(found.contains(words), "{question}: {found}");
    }
}

#[test]
fn elements_and_registers_that_there_are_not() {
    let d = Accumulator::new(Shape { form: CtaForm::One, sparsity: Dense, m: 64, n: 8 }).expect("D");
    let metadata = metadata(Kind::F16, 128, 32).expect("metadata");
    let factors = ScaleColumns::new(Copies::Four, 128, 16).expect("they fit");
    for (law, at) in [
        (&d.law, [64, 0]),
        (&metadata, [128, 0]),
        (&metadata, [0, 32]),
        (&factors.law, [128, 0]),
        (&factors.law, [0, 16]),
    ] {
        let found = law.points(&at).expect_err("outside").to_string();
        assert!(found.contains("is out of range: 0 to"), "{found}");
    }
    let load = Load::new(LoadShape::S32x32b, 1, false, None).expect("a load");
    for (warp, thread, register, half) in [(4, 0, 0, 0), (0, 32, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)] {
        let found = load.cell_from_register(Register { warp, thread, register, half });
        assert!(matches!(found, Err(Refusal::Index { .. })));
    }
    // The path of another form; a step of K = 96; a tile that begins at row 64: CuTe, the branches for N = 64 and N = 192.
    let other = readings(CtaForm::Two, Dense, 256).expect("A")[0];
    assert!(matches!(Accumulator::as_read(d.shape, other, Alignment::Zero), Err(Refusal::Unknown(_))));
    let scaling = Scaling::new(Kind::Mxf4nvf4, 16).expect("a scaling");
    let step = ScaleSteps::new(scaling, Dense, 96, &factors).expect_err("K = 96").to_string();
    assert_eq!(step, "where an instruction with K = 96 finds its scale factors: no source covers it");
    assert_eq!(factors.law.points(&[64, 0]).expect("a factor")[0].column, 2);
    assert_eq!(ScaleBlocks::new(Order::Tensor, 1 << 24, 128).map(|blocks| blocks.bytes()), Ok(1 << 31));
    // Sources that disagree are both there.
    let both = readings(CtaForm::Two, Sparse, 128).expect("two readings");
    let both: Vec<_> = both.iter().map(|r| (r.path, r.mark)).collect();
    assert_eq!(both, [(DataPath::C, Mark::Inferred), (DataPath::B, Mark::Code)]);
}

/// Copies of scale factors go to the columns of their blocks. The descriptors that CuTe writes, the program's own tests ask.
#[test]
fn a_tensor_is_copied_to_the_columns_of_its_blocks() {
    for (order, wanted) in [
        (Order::Stage, [(0, 0), (512, 4), (1024, 8), (1536, 12)]),
        (Order::Tensor, [(0, 0), (1024, 4), (512, 8), (1536, 12)]),
    ] {
        let copies = block_copies(&stage(order), 0).expect("copies");
        let found = copies.iter().map(|copy| ((copy.descriptor.raw() & 0x3fff) * 16, copy.column));
        assert_eq!(found.collect::<Vec<_>>(), wanted);
    }
    assert!(block_copies(&stage(Order::Stage), 0x40000 - 2048).is_ok());
}
