//! Output and names of libraries: layouts, atoms, iterators, tensor maps, instruction descriptors.

pub(crate) mod formula;
pub(crate) mod instruction;
pub(crate) mod layout;
pub(crate) mod map;
pub(crate) mod nvmma;

use crate::{
    prelude::*,
    tensor_map::{
        MapEntry as Entry, MapKey as Key, MapPrint, beside_call, choice_in, key_of, map_from_call,
        map_from_print,
    },
};
use swizzle_code::{instruction_from_pairs, other_key, raw_from_hex};
use swizzle_core::{descriptor::InstructionFieldId as Id, law::symbolic_text};
