//! Output and names of libraries: layouts, atoms, iterators, tensor maps, instruction descriptors.

mod around;
pub(crate) mod atom;
pub(crate) mod cute;
pub(crate) mod formula;
pub(crate) mod idesc;
pub(crate) mod instruction;
pub(crate) mod iterator;
pub(crate) mod layout;
pub(crate) mod map;
mod map_call;
mod map_dialect;
pub(crate) mod nvmma;

use crate::{
    calls::{argument, instruction_builder},
    code::{ptx, source},
    fields::{members, parts},
    prelude::*,
    syntax::machine,
    tensor_map::{
        MapEntry as Entry, MapKey as Key, MapPrint, beside_call, choice_in, key_of, map_from_call,
        map_from_print,
    },
};
use around::{Around, unread_beside};
use cute::CuteLayout;
use map_call::Scope;
use swizzle_code::{instruction_from_pairs, other_key, raw_from_hex};
use swizzle_core::{descriptor::InstructionFieldId as Id, law::symbolic_text};
