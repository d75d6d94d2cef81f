//! What every reader needs: the records of answers, words and trees, and the terms of the crates below.

pub(crate) use crate::{
    calls::{builder::*, call::*},
    code::{comments::*, ptx::*, source::*, walk::*},
    fields::{names::*, parts::*, read::*},
    formats::read_text,
    numbers::{several::*, statement::*, *},
    pasted::*,
    places::*,
    prints::{formula::*, instruction::*, layout::*, map::*, nvmma::*},
    syntax::{
        tree::{Node, Part, Row, is_type, items, nodes, parts, tree},
        *,
    },
    tokens::*,
    words::{says::*, whole::*, *},
};
pub(crate) use std::{cell::LazyCell, collections::HashMap};
pub(crate) use swizzle_code::{build::*, number_from_text};
pub(crate) use swizzle_core::{
    descriptor::*,
    hardware::{Named as _, *},
    law::{Coord, Swizzle},
    reader::{GIVEN_MAX, Said, SaidPlace, Spec},
    tile::*,
    tma::{DataType, MapSwizzle},
};
pub(crate) use swizzle_expression::Number;
pub(crate) use swizzle_infer::*;
pub(crate) use swizzle_lints::tma::{DriverEnum as _, target_from_word};
pub(crate) use swizzle_params::{PARAMS, Param, check};
pub(crate) use swizzle_ptx::known::Known;
pub(crate) use swizzle_text::{
    joined,
    vocabulary::{Meaning, compared, element_from_word, meaning, name_among},
};
pub(crate) use swizzle_tmem::{
    plan::Place,
    tensor_memory::{Address, WARP_LANES},
};
pub(crate) use swizzle_view::{
    link::{Notice, TensorMemoryShown, TmaShown, key_named, link_from_form},
    state::Shown,
};
