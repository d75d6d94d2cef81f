//! The copy of a box as a subject of lints.

use crate::lint::{FindingOf, Lint, Report, Subject};
use crate::tma::covered::Covered;
use crate::tma::repair::MapRepair;
use crate::tma::typed::TypedCopy;
use crate::tma::{tma_buffer, tma_destination, tma_refused, tma_shared_end};
use swizzle_core::tma::{Landing, TensorMap, landing_from_map};

/// A copy whose map could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct CopyOfBox {
    /// As it is typed.
    pub typed: TypedCopy,
    /// Its map.
    pub map: TensorMap,
}

/// The lints on a copy, in the order in which findings of one severity are shown.
pub const TMA_LINTS: &[Lint<CopyOfBox>] = &[
    tma_refused::LINT,
    tma_destination::LINT,
    tma_shared_end::LINT,
    tma_buffer::LINT,
];

/// A finding on a copy; its fields are those of [`TypedFault`](crate::tma::TypedFault), `destination` and `buffer`.
pub type CopyFinding = FindingOf<CopyOfBox>;

impl Subject for CopyOfBox {
    type Field = &'static str;
    type Repair = MapRepair;
    /// Where the box lands and what it covers, where that is known.
    type Facts = Option<(Landing, Covered)>;
}

impl CopyOfBox {
    /// The driver function that encodes the map.
    pub(super) const fn function(&self) -> &'static str {
        match self.map.im2col {
            Some(_) => "cuTensorMapEncodeIm2col",
            None => "cuTensorMapEncodeTiled",
        }
    }
}

/// All that is wrong with a copy, the most serious first.
#[must_use]
pub fn findings_from_copy(copy: &CopyOfBox) -> Vec<CopyFinding> {
    findings_of(TMA_LINTS, copy)
}

/// What a list of lints finds, the most serious first.
pub(crate) fn findings_of(lints: &'static [Lint<CopyOfBox>], copy: &CopyOfBox) -> Vec<CopyFinding> {
    let landing = landing_from_map(&copy.map, copy.typed.destination_bytes).ok();
    let facts = landing.map(|landing| (landing, Covered::of(&landing)));
    let (mut found, _) = Report::of(lints, copy, facts).into_parts();
    found.sort_by_key(|finding| finding.severity);
    found
}

/// A copy of the default map to 0x400 with a change, for the cases of lints.
#[cfg(test)]
pub(super) fn copy(change: impl FnOnce(&mut TypedCopy)) -> CopyOfBox {
    let mut typed = TypedCopy {
        map: crate::tma::TypedMap::default(),
        target: swizzle_core::hardware::Chip::Sm90,
        destination_bytes: 0x400,
        buffer_bytes: None,
    };
    change(&mut typed);
    let map = typed.map.map().expect("a map");
    CopyOfBox { typed, map }
}
