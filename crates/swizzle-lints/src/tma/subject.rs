//! The copy of a box as a subject of lints.

use super::*;
use crate::lint::Subject;
use swizzle_core::tma::{NoLanding, landing_from_map};

/// A copy whose map could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct CopyOfBox {
    /// The copy as typed.
    pub typed: TypedCopy,
    /// Its map.
    pub map: TensorMap,
}

impl Subject for CopyOfBox {
    type Field = &'static str;
    type Change = MapChange;
    /// The landing of the box and the memory that it covers, or the reason why they are not known.
    type Facts = Result<(Landing, Covered), NoLanding>;
}

impl CopyOfBox {
    /// Returns the landing of the box and the memory that it covers.
    pub(crate) fn landed(&self) -> Result<(Landing, Covered), NoLanding> {
        let landing = landing_from_map(&self.map, self.typed.destination_bytes)?;
        Ok((landing, Covered::of(&landing)))
    }

    /// The driver function that encodes the map.
    pub(super) const fn function(&self) -> &'static str {
        match self.map.im2col {
            Some(_) => "cuTensorMapEncodeIm2col",
            None => "cuTensorMapEncodeTiled",
        }
    }
}
