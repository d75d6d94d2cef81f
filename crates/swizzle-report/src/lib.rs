//! Reports of the program `swizzle` and the Python package: the same records, JSON and lines from one place.

mod answer;
pub mod conflicts;
pub mod descriptors;
pub mod dump;
pub mod fragment;
pub mod held;
pub mod kernel;
pub mod scale;

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;
use serde_json::{Value, json};
use swizzle_core::{
    Descriptor, Named, Spec,
    descriptor::{FieldId, InstructionDescriptor},
    hardware::Operand,
    reader::{Verdict, VerdictKind},
};
use swizzle_lints::{Finding, Severity, Tag, tensor_memory::issue::Issue};

pub use answer::*;
