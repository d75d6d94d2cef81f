//! What most checks need: the engine and its records, what is judged, and how it is said.

pub(crate) use crate::{about::*, finding::*, lint, lint::*, words::*};
pub(crate) use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    rc::Rc,
};
pub(crate) use swizzle_core::{
    descriptor::{InstructionFieldId as Id, *},
    hardware::*,
    law::*,
    reader::*,
    tile::*,
    tma::*,
};
pub(crate) use swizzle_infer::*;
pub(crate) use swizzle_params::param_of_key;
pub(crate) use swizzle_ptx::{
    address::*,
    event::{Action, Event, cta_form, tensor_map::MadeMap, tma_copy::TmaCopy},
    held::HeldDescriptor,
    kernel::{Kernel, Skewed, Unset},
    kernel_loop::Loop,
    known::*,
    linear::{AtomId, Linear},
    mma::{Held, Mma},
    run::Run,
};
pub(crate) use swizzle_text::*;
