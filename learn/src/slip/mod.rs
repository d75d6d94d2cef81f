//! The slip that a wrong answer likely comes from: what each slip would lead to is worked out by the core, and compared
//! with the answer that was given.

pub(crate) mod click;
mod element;
pub(crate) mod formula;
mod neighbour;
mod number;
pub(crate) mod read;
pub(crate) mod sentence;
mod value;

use crate::Facts;
use neighbour::{exchanged, neighbours};
use sentence::{EXCHANGED, *};
use swizzle_core::hardware::UNIT_BYTES;
use swizzle_core::{Layout, Major, Spec, Swizzle};
use value::number;

use swizzle_core::Coord;

use crate::answer::spec_of;
use crate::{Stop, Strides};
use sentence::names_stride;

/// Describes the likely mistake behind a number about a tile, in a sentence; none if no slip leads to it.
pub(crate) fn of_number(stop: &Stop, name: &str, given: u64) -> Option<String> {
    let slip = number::slip(&spec_of(stop.asked_link())?, name, given);
    slip.filter(|sentence| knows_strides(stop) || !names_stride(sentence)).map(Into::into)
}

/// Whether a stop's figure shows LBO and SBO.
pub(crate) fn knows_strides(stop: &Stop) -> bool {
    stop.figure.strides != Strides::Hidden
}
