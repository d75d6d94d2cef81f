//! Parts for the cases of lints.

use super::{About, Extents, Filled, Load, Part, Tensor, Word, Writer};
use swizzle_core::hardware::{CtaForm, Element, Operand};
use swizzle_core::law::Swizzle;
use swizzle_core::tma::{DataType, MapSwizzle};

/// A part for the cases of lints.
pub(super) fn part(about: About) -> Part {
    Part {
        line: 1,
        loc: 0,
        operand: None,
        readers: Vec::new(),
        about,
    }
}

/// A load of 16 KiB in the mode 128B that is right, with a change.
pub(super) fn load(change: impl FnOnce(&mut Load)) -> Part {
    let mut load = Load {
        side: Operand::A,
        types: Some((DataType::Bfloat16, Element::Bf16)),
        written: Some(MapSwizzle::B128),
        read: Swizzle::B128,
        row_written: 128,
        row_read: 128,
        written_bytes: 16384,
        read_bytes: 16384,
        reach: (16384, 16384),
    };
    change(&mut load);
    part(About::Load(load))
}

/// A buffer of 16 KiB for the cases of lints.
pub(super) fn extents(name: &'static str, offset: u64, stages: u32, stride: u64) -> Extents {
    Extents {
        name,
        offset,
        bytes: 16384,
        stages,
        stride,
    }
}

/// A `tcgen05.alloc` of 128 columns that is right, with a change.
pub(super) fn tensor_part(change: impl FnOnce(&mut Tensor)) -> Part {
    let mut tensor = Tensor {
        opcode: "tcgen05.alloc".to_owned(),
        forms: Some((CtaForm::One, CtaForm::One)),
        allocated: Some((128, 128)),
        is_late: false,
        left: None,
        columns: Some((128, 128)),
        unwritten: None,
        lanes: Some((0, 32)),
        half_of_m: None,
        beyond: None,
    };
    change(&mut tensor);
    part(About::Tensor(tensor))
}

/// An instruction descriptor that is right, with a change.
pub(super) fn instruction(change: impl FnOnce(&mut Word)) -> Part {
    let mut word = Word {
        own: 0x0010_0000,
        common: Some(0x0010_0000),
        differs: Vec::new(),
        is_sparse: false,
        sparse_bit: Some(false),
        transposes_tensor_memory: false,
    };
    change(&mut word);
    part(About::Instruction(word))
}

/// Stages of A that threads fill as they are read, with a change.
pub(super) fn filled(change: impl FnOnce(&mut Filled)) -> Part {
    let mut filled = Filled {
        name: "A",
        read: Some(16384),
        writer: Some(Writer::Threads),
        written: None,
        foreign: None,
    };
    change(&mut filled);
    part(About::Filled(filled))
}
