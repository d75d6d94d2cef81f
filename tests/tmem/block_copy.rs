//! The descriptors of copies of scale factors, against CuTe's own.

use serde_json::Value;
use swizzle_core::hardware::Kind;
use swizzle_tests::{Report, json_lines};
use swizzle_tmem::scale::{Order, ScaleBlocks, Scaling, block_copies, padded_rows};

#[test]
fn copies_have_the_descriptors_that_cute_writes() {
    let mut report = Report::new();
    let (mut lines, mut copies) = (0, 0);
    for line in json_lines("blackwell/cp_desc.jsonl") {
        lines += 1;
        let at = line.at();
        let kind = match line.text("op").starts_with("MXF4") {
            true => Kind::Mxf4nvf4,
            false => Kind::Mxf8f6f4,
        };
        let scaling = Scaling::new(kind, line.number("vec")).expect("a scaling");
        let tile = line.numbers("tile");
        let rows = tile[usize::from(line.text("which") == "SFB")];
        let factors = tile[2] / scaling.elements(swizzle_core::Sparsity::Dense);
        let blocks = ScaleBlocks::new(Order::Stage, padded_rows(rows), factors).expect("they fit");
        let found: Vec<(u64, u64)> = block_copies(&blocks, line.number("start"))
            .expect("copies")
            .iter()
            .map(|copy| (copy.descriptor.raw(), copy.column.into()))
            .collect();
        let wanted = line.list("copies").iter().map(|pair| {
            let descriptor = pair.get(0).and_then(Value::as_str).expect("a descriptor");
            let raw = u64::from_str_radix(descriptor, 16).expect("a number");
            (raw, pair.get(1).and_then(Value::as_u64).expect("a column"))
        });
        let wanted: Vec<(u64, u64)> = wanted.collect();
        copies += wanted.len();
        report.equal(&at, &"copies", &found, &wanted);
    }
    assert_eq!((lines, copies), (6, 20));
    report.finish("copies of scale factors");
}

#[test]
fn a_tensor_is_copied_to_the_columns_of_its_blocks() {
    let copies = |order, start| {
        let blocks = ScaleBlocks::new(order, 256, 8).expect("they fit");
        let copies = block_copies(&blocks, start)?;
        let start = |raw: u64| (raw & 0x3fff) * 16;
        Ok::<Vec<_>, swizzle_tmem::Refusal>(
            copies.iter().map(|copy| (start(copy.descriptor.raw()), copy.column)).collect(),
        )
    };
    let stage = [(0, 0), (512, 4), (1024, 8), (1536, 12)];
    let tensor = [(0, 0), (1024, 4), (512, 8), (1536, 12)];
    assert_eq!(copies(Order::Stage, 0).expect("copies"), stage);
    assert_eq!(copies(Order::Tensor, 0).expect("copies"), tensor);
    assert!(copies(Order::Stage, 0x40000 - 2048).is_ok());
    for start in [8, 0x40000 - 2032, u32::MAX, u32::MAX - 15] {
        let refusal = copies(Order::Stage, start).expect_err("no descriptor");
        assert_eq!(refusal, swizzle_tmem::Refusal::SharedByte(start));
    }
}
