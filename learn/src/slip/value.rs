//! The numbers from which the formulas and the slips are computed.

use super::*;

/// A number of a figure, by its name.
pub(super) fn number(spec: &Spec, name: &str) -> Option<u64> {
    Some(Facts::number(spec, name)?.value)
}
