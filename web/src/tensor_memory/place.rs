//! Place of a part of tensor memory on its map.

use std::ops::Range;

use swizzle_tmem::tensor_memory::{COLUMNS, LANES};

/// Place of a rectangle of lanes and columns.
pub(super) fn place(lanes: &Range<u32>, columns: &Range<u32>) -> String {
    let share = |part: u32, of: u32| 100.0 * f64::from(part) / f64::from(of);
    let len = |range: &Range<u32>| range.end.saturating_sub(range.start);
    format!(
        "left:{:.3}%;width:{:.3}%;top:{:.3}%;height:{:.3}%",
        share(columns.start, COLUMNS),
        share(len(columns), COLUMNS),
        share(lanes.start, LANES),
        share(len(lanes), LANES)
    )
}
