//! An access as people look at it: lane by lane, and bank by bank.

use crate::banks::{Lanes, Wavefronts};
use swizzle_core::hardware::{BANK_BYTES, BANKS};

/// Headings of [`lane_rows`].
pub const LANE_HEADS: [&str; 4] = ["lane", "group", "address", "bank"];

/// Returns the request of each lane: the lane, the group that it is served with, its address, and its first bank.
pub fn lane_rows(lanes: &Lanes, served: &Wavefronts) -> Vec<[String; 4]> {
    let row = |(lane, address): (usize, &Option<u32>)| {
        let address = (*address)?;
        let group = served.groups.iter().position(|group| group.lanes.contains(&lane));
        Some([
            format!("{lane}"),
            group.map_or_else(String::new, |group| format!("{group}")),
            format!("{address:#x}"),
            format!("{}", address / BANK_BYTES % BANKS),
        ])
    };
    lanes.iter().enumerate().filter_map(row).collect()
}
