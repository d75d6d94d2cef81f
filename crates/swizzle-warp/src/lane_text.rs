//! An access as people look at it: lane by lane, and bank by bank.

use crate::banks::{Lanes, Wavefronts};
use crate::instruction::Access;
use swizzle_core::hardware::{BANK_BYTES, BANKS};

/// Headings of [`lane_rows`].
pub const LANE_HEADS: [&str; 4] = ["lane", "group", "address", "bank"];

/// Returns the request of each lane: the lane, the group that it is served with, its address, and its first bank.
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

/// How many banks an access leaves idle.
///
/// ```
/// use swizzle_warp::{Preset, idle_banks_text, side_by_side};
/// use swizzle_core::{Element, Major};
/// let preset = Preset::ColumnByColumn;
/// let all = side_by_side(preset.access(), &preset.formula(), Element::Bf16, Major::K, (64, 64)).unwrap();
/// assert_eq!(idle_banks_text(&all[0].served), "28 of 32 banks are idle.");
/// assert_eq!(idle_banks_text(&all[5].served), "All 32 banks are busy.");
/// ```
#[must_use]
pub fn idle_banks_text(served: &Wavefronts) -> String {
    let is_idle = |bank: &usize| served.groups.iter().all(|group| group.words[*bank] == 0);
    match (0..BANKS as usize).filter(is_idle).count() {
        0 => format!("All {BANKS} banks are busy."),
        idle => format!("{idle} of {BANKS} banks are idle."),
    }
}

/// Describes the place of a lane's bytes: its address and its banks.
#[must_use]
pub fn lane_place_text(access: Access, lanes: &Lanes, lane: usize) -> Option<String> {
    let address = (*lanes.get(lane)?)?;
    let first = address / BANK_BYTES % BANKS;
    let words = access.bytes().div_ceil(BANK_BYTES);
    let banks = match words {
        1 => format!("bank {first}"),
        _ => format!("banks {first}–{}", (first + words - 1) % BANKS),
    };
    Some(format!("lane {lane}: {address:#x}, {banks}"))
}

/// Describes the cost of an access in a few words: `8-way`, `none`.
#[must_use]
pub fn conflict_text(served: &Wavefronts) -> String {
    match served.ways() {
        0 | 1 => "none".into(),
        ways => format!("{ways}-way"),
    }
}
