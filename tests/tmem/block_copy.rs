//! Copies of scale factors. The descriptors that CuTe writes, the program's own tests ask.

use swizzle_tmem::scale::{Order, ScaleBlocks, block_copies};

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
