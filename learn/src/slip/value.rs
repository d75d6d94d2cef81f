//! The numbers from which the formulas and the slips are computed.

use swizzle_core::Spec;
/// A number of a figure, by its name.
pub(super) fn number(spec: &Spec, name: &str) -> Option<u64> {
    Some(crate::words::number(spec, name)?.value)
}
