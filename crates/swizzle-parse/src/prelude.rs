//! What every reader needs: the records of answers, words and trees, and the terms of the crates below.

pub(crate) use crate::pasted::{
    Answer, Destination, Halves, NOT_READ, NumberAs, OtherReading, PasteChoice, PasteError, Pasted,
    Radix, Reader, StrideUnit, ask, checked, error, not_read, notice, other_archs, other_operand,
    read_of, refuse, say_reader, short, tile_text, unknown_here, unseen, wants_number, with_given,
    without_strides,
};
pub(crate) use crate::syntax::{
    tree::{Node, Part, Row, nodes, parts, tree},
    value::{Variable, constant, evaluated, value},
};
pub(crate) use crate::tokens::{
    Words, any_of, first_name, has_any, has_digit_first, is_digits, is_in, is_name, last_name,
    lines, literal, trim_suffix,
};
pub(crate) use std::ops::Range;
pub(crate) use swizzle_code::{build::likely_kinds, number_from_text};
pub(crate) use swizzle_core::{
    descriptor::{
        Descriptor, DescriptorFields, FieldId, InstructionDescriptor, UnknownSwizzleCode,
        swizzle_from_code,
    },
    hardware::{
        ADDRESS_BYTES, Accumulator, Arch, Chip, CopyShape, Element, FIELD_VALUES, Kind, LboMode,
        Major, Named as _, Operand, Sparsity, UNIT_BYTES, bytes_from_field, field_from_bytes,
        quoted,
    },
    law::{Coord, Swizzle},
    reader::{GIVEN_MAX, Said, SaidPlace, Spec},
    tile::{EXTENT_MAX, Order, SaidTile, Tile},
    tma::{DataType, MapSwizzle},
};
pub(crate) use swizzle_expression::Number;
pub(crate) use swizzle_infer::{Strided, said_with_loop, spec_from_said};
pub(crate) use swizzle_lints::tma::{DriverEnum as _, target_from_word};
pub(crate) use swizzle_params::{PARAMS, Param};
pub(crate) use swizzle_ptx::known::Known;
pub(crate) use swizzle_text::vocabulary::{
    Meaning, compared, element_from_word, meaning, name_among,
};
pub(crate) use swizzle_tmem::{
    plan::Place,
    tensor_memory::{Address, WARP_LANES},
};
pub(crate) use swizzle_view::{
    link::{Notice, TensorMemoryShown, TmaShown, key_named, link_from_form},
    state::Shown,
};
