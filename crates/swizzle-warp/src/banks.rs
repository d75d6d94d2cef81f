//! Banks and wavefronts: which lanes of an access are served together, and how often the memory has to be asked.
//!
//! Source: counted on an H200 with `ncu` (`tests/hopper/banks.cu`): 473 accesses of every kind, and 605 more in which
//! lanes share addresses or take no part; all agree.

use crate::instruction::{Access, Transfer};
use swizzle_core::hardware::{BANK_BYTES, BANKS, LINE_BYTES};

/// Lanes of a warp.
pub const WARP_LANES: usize = 32;

/// The byte address that each lane gives; `None` where a lane takes no part.
pub type Lanes = [Option<u32>; WARP_LANES];

/// Lanes that are served together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The first lane, and how many there are.
    pub lanes: std::ops::Range<usize>,
    /// Distinct 4-byte words that the group wants of each bank.
    pub words: [u32; BANKS as usize],
}

/// How one access is served.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wavefronts {
    /// Groups of lanes that are served one after another, without those in which no lane takes part.
    pub groups: Vec<Group>,
}

impl Group {
    /// Times that the memory is asked for the group: the most words that it wants of one bank. Lanes that want the same
    /// word get it at once.
    pub fn wavefronts(&self) -> u32 {
        self.words.iter().copied().max().unwrap_or(0)
    }
}

impl Wavefronts {
    /// Times that the memory is asked.
    pub fn count(&self) -> u32 {
        self.groups.iter().map(Group::wavefronts).sum()
    }

    /// Bank conflicts: wavefronts beyond one a group.
    pub fn conflicts(&self) -> u32 {
        self.count() - self.groups.len() as u32
    }

    /// The most words that a group wants of one bank: 1 where nothing conflicts, `8` for “8-way”.
    pub fn ways(&self) -> u32 {
        self.groups.iter().map(Group::wavefronts).max().unwrap_or(0)
    }
}

/// How an access is served, given the addresses of its lanes.
///
/// A group is as many lanes as fill a line of 128 bytes: 32 lanes of 4 bytes, 16 of 8, 8 of 16, and the 8 rows of one
/// matrix. Two neighbouring groups of a load of 8 or 16 bytes are served as one where each lane shares its address with
/// its neighbour: with lane xor 1, or everywhere with lane xor 2. Stores and matrices are never merged.
///
/// ```
/// use swizzle_warp::{Access, wavefronts_from_lanes};
/// // A column of rows that are 128 bytes apart, 16 bytes a lane: one bank for all 8 lanes of a group.
/// let column = std::array::from_fn(|lane| Some(128 * lane as u32));
/// let served = wavefronts_from_lanes(Access::Load16, &column);
/// assert_eq!((served.count(), served.conflicts(), served.ways()), (32, 28, 8));
/// // Half of the lanes read the same: 2 groups of 16 lanes instead of 4 of 8.
/// let shared = std::array::from_fn(|lane| Some(lane as u32 / 2 * 16));
/// assert_eq!(wavefronts_from_lanes(Access::Load16, &shared).count(), 2);
/// assert_eq!(wavefronts_from_lanes(Access::Store16, &shared).count(), 4);
/// ```
pub fn wavefronts_from_lanes(access: Access, lanes: &Lanes) -> Wavefronts {
    let mut group_lanes = (LINE_BYTES / access.bytes()) as usize;
    if access.transfer() == Transfer::Load && access.bytes() > BANK_BYTES && are_shared(lanes) {
        group_lanes *= 2;
    }
    let groups = (0..access.lanes())
        .step_by(group_lanes)
        .map(|first| first..first + group_lanes)
        .filter(|group| lanes[group.clone()].iter().any(Option::is_some))
        .map(|group| Group { words: words_of_banks(access, &lanes[group.clone()]), lanes: group });
    Wavefronts { groups: groups.collect() }
}

/// Whether every lane has the address of lane xor 1, or every lane that of lane xor 2. Lanes without one do not matter.
fn are_shared(lanes: &Lanes) -> bool {
    let share = |distance: usize| {
        (0..WARP_LANES).all(|lane| match (lanes[lane], lanes[lane ^ distance]) {
            (Some(one), Some(other)) => one == other,
            (None, _) | (_, None) => true,
        })
    };
    share(1) || share(2)
}

fn words_of_banks(access: Access, lanes: &[Option<u32>]) -> [u32; BANKS as usize] {
    let mut words: Vec<u32> = lanes
        .iter()
        .flatten()
        .flat_map(|address| {
            let first = address / BANK_BYTES;
            (0..access.bytes() / BANK_BYTES).map(move |word| first.wrapping_add(word))
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    let mut count = [0; BANKS as usize];
    for word in words {
        count[(word % BANKS) as usize] += 1;
    }
    count
}
