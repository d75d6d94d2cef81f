//! What the formulas and the slips are worked out from.

use swizzle_core::Spec;
use swizzle_core::words::quantity;

/// A number of a figure, by its name.
pub(super) fn number(spec: &Spec, name: &str) -> Option<u64> {
    Some(quantity(spec, name).ok()?.value)
}
