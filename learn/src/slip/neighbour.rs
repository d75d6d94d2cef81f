//! The neighbours of an element, and the layout with its strides exchanged.

use super::*;
use swizzle_core::LayoutParams;

/// The neighbours of an element in the next rows and units, along the layout's contiguous dimension and across it.
pub(super) fn neighbours(spec: &Spec, at: Coord) -> [(Option<Coord>, &'static str); 4] {
    let t = spec.tile().element.per_unit();
    let (row, unit) = match spec.tile().major {
        Major::K => ((1, 0), (0, t)),
        Major::Mn => ((0, 1), (t, 0)),
    };
    let on = |(mn, k): (u32, u32)| Some(Coord { mn: at.mn + mn, k: at.k + k });
    let back = |(mn, k): (u32, u32)| Some(Coord { mn: at.mn.checked_sub(mn)?, k: at.k.checked_sub(k)? });
    [(on(row), ROW_ON), (back(row), ROW_BACK), (on(unit), UNIT_ON), (back(unit), UNIT_BACK)]
}

/// The layout with LBO and SBO exchanged.
pub(super) fn exchanged(layout: &Layout) -> Layout {
    let params = layout.params();
    Layout::new(LayoutParams { lbo_bytes: params.sbo_bytes, sbo_bytes: params.lbo_bytes, ..params })
}
