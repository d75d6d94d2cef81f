//! The wavefronts of `cp.async`, whose two sides count.
//!
//! Source: 536 copies of one warp, counted on an H200 with `ncu` (`tests/data/mma_sync/cp_async_h200.csv.gz`).

use crate::banks::{Lanes, wavefronts_from_lanes};
use crate::instruction::Access;
use swizzle_core::hardware::{BANK_BYTES, BANKS, LINE_BYTES, LINE_UNITS, UNIT_BYTES};

/// The cache that a `cp.async` goes through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Through {
    /// `.ca`: L1 and L2.
    L1,
    /// `.cg`: L2 only, 16 bytes a lane.
    L2,
}

/// The pitch at which four rows of a line each were copied by `.cg` against that law, and the wavefronts that were counted.
///
/// Source: an H200 (`tests/data/copies_h200.csv`, which a test holds this against). Cycles were not measured.
const COUNTED: (u32, u32) = (144, 10);

/// The wavefronts of a `cp.async`, given the addresses of its lanes in shared and in global memory; `None` where no law is known.
///
/// `.ca`: in a group of lanes that fill a line, the number of different pairs of ranks. A lane's rank counts the other words
/// that its bank has met before in the group, in shared memory, and with global addresses banked alike. 378 of 402 copies were as
/// that says; all others have both sides at random, where it is a few too many.
///
/// `.cg`: the law of banks where each 128-byte line of global memory fills one 128-byte line of shared memory, its units exchanged
/// by one XOR. Most else costs more, by no law that was found: rows of 128 bytes at a pitch of 144 took 10 wavefronts, not 4.
pub fn wavefronts_of_copy(access: Access, through: Through, shared: &Lanes, global: &Lanes) -> Option<u32> {
    match through {
        Through::L1 => {
            let group_lanes = (LINE_BYTES / access.bytes()) as usize;
            let groups = shared.chunks(group_lanes).zip(global.chunks(group_lanes));
            let pairs = groups.map(|(shared, global)| {
                let mut pairs: Vec<_> = ranks(shared).into_iter().zip(ranks(global)).collect();
                pairs.retain(|(one, _)| one.is_some());
                pairs.sort_unstable();
                pairs.dedup();
                pairs.len() as u32
            });
            Some(pairs.sum())
        }
        Through::L2 => {
            let both = || shared.iter().zip(global).filter_map(|(shared, global)| (*shared).zip(*global));
            let to = |(shared, global): (u32, u32)| (shared / LINE_BYTES, (shared ^ global) % LINE_BYTES);
            let is_whole = both().all(|one| {
                let of_line = || both().filter(|other| other.1 / LINE_BYTES == one.1 / LINE_BYTES);
                of_line().count() as u32 == LINE_UNITS && of_line().all(|other| to(other) == to(one))
            });
            let is_counted = (0_u32..).zip(shared.iter().zip(global)).all(|(lane, (one, of))| {
                let (row, byte) = (lane / LINE_UNITS, lane % LINE_UNITS * UNIT_BYTES);
                let from_first = one.zip(shared[0]).map(|(one, first)| one.wrapping_sub(first));
                from_first == Some(row * COUNTED.0 + byte) && of.is_some_and(|of| of % LINE_BYTES == byte)
            });
            let by_banks = is_whole.then(|| wavefronts_from_lanes(access, shared).count());
            by_banks.or(is_counted.then_some(COUNTED.1))
        }
    }
}

/// How many other words the bank of each lane's first word has met before.
fn ranks(lanes: &[Option<u32>]) -> Vec<Option<usize>> {
    let mut met: Vec<u32> = Vec::new();
    let rank = |address: &Option<u32>| {
        let word = (*address)? / BANK_BYTES;
        let of_bank = |one: &&u32| **one % BANKS == word % BANKS;
        let rank = met.iter().filter(of_bank).position(|one| *one == word);
        Some(rank.unwrap_or_else(|| {
            let rank = met.iter().filter(of_bank).count();
            met.push(word);
            rank
        }))
    };
    lanes.iter().map(rank).collect()
}
