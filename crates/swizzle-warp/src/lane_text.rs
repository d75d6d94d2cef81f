//! An access as people look at it: lane by lane, and bank by bank.

use std::fmt::Write as _;

use crate::banks::{Group, Lanes, Wavefronts};
use swizzle_core::hardware::{BANK_BYTES, BANKS};

/// Headings of [`lane_rows`].
pub const LANE_HEADS: [&str; 4] = ["lane", "group", "address", "bank"];

/// What each lane asks for: the lane, the group that it is served with, its address, and its first bank.
#[must_use]
pub fn lane_rows(lanes: &Lanes, served: &Wavefronts) -> Vec<[String; 4]> {
    let row = |(lane, address): (usize, &Option<u32>)| {
        let address = (*address)?;
        let group = served
            .groups
            .iter()
            .position(|group| group.lanes.contains(&lane));
        Some([
            format!("{lane}"),
            group.map_or_else(String::new, |group| format!("{group}")),
            format!("{address:#x}"),
            format!("{}", address / BANK_BYTES % BANKS),
        ])
    };
    lanes.iter().enumerate().filter_map(row).collect()
}

/// The words that a group wants of each bank, as the data of a path: squares of 1, a bank a column.
#[must_use]
pub fn banks_path(group: &Group) -> String {
    let mut path = String::new();
    for (words, bank) in group.words.iter().zip(0_u32..) {
        for word in 0..*words {
            // Writing to a string does not fail.
            let _ = write!(path, "M{bank} {word}h1v1h-1z");
        }
    }
    path
}

/// What an access costs, in a few words: `8-way`, `none`.
#[must_use]
pub fn conflict_text(served: &Wavefronts) -> String {
    match served.ways() {
        0 | 1 => "none".into(),
        ways => format!("{ways}-way"),
    }
}
