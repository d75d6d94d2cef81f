//! The questions that users ask, with the answers that were computed from the tables.

use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_core::{FieldId, Operand, Sparsity};
use swizzle_tests::json_lines;
use swizzle_tmem::Refusal;
use swizzle_tmem::moves::{Load, LoadShape, Register};
use swizzle_tmem::scale::{
    Copies, Order, ScaleBlocks, ScaleColumns, ScaleStep, ScaleSteps, Scaling, block_copies, held,
};
use swizzle_tmem::tensor_memory::{Accumulator, Address, Pair, Shape, metadata};

/// The numbers of the answer to a question that begins like this, in the order of their keys.
fn answer(question: &str, keys: &[&str]) -> Vec<u32> {
    let all = json_lines("blackwell/questions.jsonl");
    let line = all.iter().find(|line| line.text("q").starts_with(question));
    let data = line.expect("the question").value("data");
    let numbers = keys.iter().flat_map(|key| match data[key].as_array() {
        Some(list) => list.clone(),
        None => vec![data[key].clone()],
    });
    let number = |value: serde_json::Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
    numbers.map(|n| number(n).expect("a number")).collect()
}

fn d(form: CtaForm, m: u32, n: u32) -> Accumulator {
    let sparsity = Sparsity::Dense;
    Accumulator::new(Shape { form, sparsity, m, n }).expect("D")
}

#[test]
fn where_an_element_of_d_is() {
    for (question, d, m, n) in [
        ("D(37,5)", d(CtaForm::One, 64, 64), 37, 5),
        ("D(70,100)", d(CtaForm::Two, 128, 128), 70, 100),
        ("D(200,33)", d(CtaForm::Two, 256, 64), 200, 33),
        ("D(9,100)", d(CtaForm::WeightStationary, 32, 128), 9, 100),
    ] {
        let cell = d.law.points(&[m, n]).expect("an element")[0];
        let found = [cell.cta, cell.lane, cell.column];
        assert_eq!(answer(question, &["at"]), found, "{question}");
    }
    let question = "How many columns does D 128 x 256";
    assert_eq!(answer(question, &["columns"]), [d(CtaForm::One, 128, 256).law.columns()]);
}

#[test]
fn where_a_scale_factor_is() {
    let blocks = |order, rows, factors| ScaleBlocks::new(order, rows, factors).expect("they fit");
    let columns = ScaleColumns::new(Copies::Four, 128, 8).expect("they fit");
    let cells = columns.law.points(&[37, 5]).expect("a factor");
    let scaling = Scaling::new(Kind::Mxf8f6f4, 32).expect("a scaling");
    let steps = ScaleSteps::new(scaling, Sparsity::Dense, 32, &columns).expect("steps");
    let step = steps.step(5).expect("a step");
    let byte = blocks(Order::Tensor, 128, 8).byte_from_factor(37, 5);
    let mut found = vec![byte.expect("a factor")];
    found.extend(cells.iter().map(|cell| cell.lane));
    found.extend([cells[0].column, cells[0].bit / 8, step.id, step.column]);
    let keys = ["smem", "lanes", "column", "byte", "id", "operand_column"];
    assert_eq!(answer("Where is SFA of row 37", &keys), found);

    let found = [Order::Tensor, Order::Stage].map(|order| {
        let byte = blocks(order, 256, 8).byte_from_factor(200, 2);
        byte.expect("a factor")
    });
    assert_eq!(answer("Row 200, k block 2", &["glob", "stage"]), found);

    let rows = held(Operand::B, CtaForm::One, 128, 256).expect("rows")[0].rows;
    let columns = ScaleColumns::new(Copies::Four, rows, 256 / 16).expect("they fit");
    let question = "mxf4nvf4 block16, N 256";
    assert_eq!(answer(question, &["columns"]), [columns.law.columns()]);
}

#[test]
fn what_changes_at_a_step() {
    let scaling = Scaling::new(Kind::Mxf4, 32).expect("a scaling");
    let columns = ScaleColumns::new(Copies::Four, 128, 8).expect("they fit");
    let steps = ScaleSteps::new(scaling, Sparsity::Dense, 64, &columns).expect("steps");
    let [id, word] = answer("mxf4 (vec 32)", &["id", "word"])[..] else { panic!("two numbers") };
    let column = word * columns.columns_of_word();
    assert_eq!(steps.step(3), Ok(ScaleStep { column, id }));
}

#[test]
fn what_a_register_holds() {
    for (question, shape, num, thread, register) in
        [("tcgen05.ld 16x256b.x4", LoadShape::S16x256b, 4, 18, 6), ("16x64b.x2", LoadShape::S16x64b, 2, 7, 1)]
    {
        let load = Load::new(shape, num, false, None).expect("a load");
        let at = Register { thread, register, ..Register::default() };
        let cell = load.cell_from_register(at).expect("a register");
        assert_eq!(answer(question, &["at"]), [cell.lane, cell.column]);
    }
}

#[test]
fn where_metadata_is() {
    let law = metadata(Kind::F16, 128, 32).expect("metadata");
    let cell = law.points(&[77, 20]).expect("an element")[0];
    // Lane, column, byte, first bit of it.
    let found = [cell.lane, cell.column, cell.bit / 8, cell.bit % 8];
    assert_eq!(answer("Sparse f16, metadata of A(77,20)", &["at"]), found);
}

#[test]
fn which_descriptor_copies_scale_factors() {
    let blocks = ScaleBlocks::new(Order::Stage, 128, 4).expect("they fit");
    let copies = block_copies(&blocks, 0).expect("a copy");
    let sbo = u32::try_from(copies[0].descriptor.get(FieldId::Sbo));
    assert_eq!(answer("I copied scale factors", &["sbo"]), [sbo.expect("14 bits")]);
}

#[test]
fn which_bytes_each_of_a_pair_has() {
    let pair = Pair::new(256, 256).expect("a pair");
    let bytes = |operand| pair.operand(operand, 1).len() * 64 * 2;
    let found = [Operand::A, Operand::B].map(|operand| bytes(operand) as u32);
    assert_eq!(answer("cta_group::2, M 256, N 256", &["a", "b"]), found);
}

#[test]
fn which_lanes_a_warp_reaches() {
    let load = Load::new(LoadShape::S32x32b, 1, false, None).expect("a load");
    let lanes = answer("Warp 6 of the CTA", &["lanes"]);
    let address = |lane| Address::new(lane, 0).expect("an address");
    let refusal = Refusal::Warp { warp: 6, lane: 0 };
    assert_eq!(load.check_warp(6, address(0)), Err(refusal));
    assert_eq!(load.check_warp(6, address(lanes[0])), Ok(()));
    assert_eq!(lanes[1], lanes[0] + load.shape.lanes() - 1);
}
