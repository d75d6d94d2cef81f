//! Contents of a link: the specified values and how they are looked at; and the figures of the ISA as such.

mod face;
mod figures;
mod mend;
mod shown;

use swizzle_core::law::Swizzle;
use swizzle_core::reader::{Said, Spec};
use swizzle_draw::View;

pub use {face::*, figures::*, mend::*, shown::*};
