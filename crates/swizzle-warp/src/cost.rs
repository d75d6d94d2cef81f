//! The costs of a layout: each figure measured on an H200, with the method, and the probe with which others can repeat it.
//!
//! Source: in the repository, `tests/data/hopper_costs.csv`, which `tests/hopper/costs.cu` wrote; a test holds this table
//! against it.

use crate::instruction::Access;
use swizzle_core::law::Swizzle;

/// The tensor core's own read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TensorCoreRead {
    /// Columns of N of one `wgmma` m64nNk16.
    pub n: u32,
    /// Cycles of one instruction, in tenths.
    pub cycles_tenths: u32,
}

/// Cycles of `wgmma` m64nNk16 with bf16 elements. In all 16 layouts alike: every mode, both majors, packed, and with groups
/// 4096 bytes apart.
pub const READS: [TensorCoreRead; 2] =
    [TensorCoreRead { n: 8, cycles_tenths: 186 }, TensorCoreRead { n: 64, cycles_tenths: 328 }];

/// Filling a 128 × 64 bf16 K-major tile, 16 KiB, by TMA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fill {
    /// Swizzle mode of the tensor map.
    pub swizzle: Swizzle,
    /// Boxes that make up the tile.
    pub boxes: u32,
    /// Elements of a box: along K, along M, and how many such columns (1 in a map of rank 2).
    pub box_elements: [u32; 3],
    /// Cycles a tile: one SM at work, and all 132.
    pub cycles: (u32, u32),
    /// Bytes a clock that reach one SM, in tenths: the same two.
    pub bytes_a_clock_tenths: (u32, u32),
}

/// The fills that were measured, the fastest first.
pub const FILLS: [Fill; 5] = [
    Fill {
        swizzle: Swizzle::B128,
        boxes: 1,
        box_elements: [64, 128, 1],
        cycles: (258, 392),
        bytes_a_clock_tenths: (634, 418),
    },
    Fill {
        swizzle: Swizzle::B64,
        boxes: 2,
        box_elements: [32, 128, 1],
        cycles: (335, 339),
        bytes_a_clock_tenths: (490, 483),
    },
    Fill {
        swizzle: Swizzle::B32,
        boxes: 4,
        box_elements: [16, 128, 1],
        cycles: (513, 536),
        bytes_a_clock_tenths: (319, 306),
    },
    Fill {
        swizzle: Swizzle::None,
        boxes: 8,
        box_elements: [8, 128, 1],
        cycles: (1025, 1032),
        bytes_a_clock_tenths: (160, 159),
    },
    Fill {
        swizzle: Swizzle::None,
        boxes: 1,
        box_elements: [8, 128, 8],
        cycles: (1025, 1029),
        bytes_a_clock_tenths: (160, 159),
    },
];

/// An ordinary access with and without conflicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccessCost {
    /// The instruction.
    pub access: Access,
    /// How many words one bank is asked for.
    pub ways: u32,
    /// Cycles of one instruction, in hundredths.
    pub cycles_hundredths: u32,
}

const fn cost(access: Access, ways: u32, cycles_hundredths: u32) -> AccessCost {
    AccessCost { access, ways, cycles_hundredths }
}

/// Accesses of one warp, without conflicts and with the most: a cycle a wavefront.
pub const ACCESSES: [AccessCost; 12] = [
    cost(Access::Load4, 1, 109),
    cost(Access::Load4, 32, 3188),
    cost(Access::Load16, 1, 402),
    cost(Access::Load16, 8, 3172),
    cost(Access::Store4, 1, 102),
    cost(Access::Store4, 32, 3166),
    cost(Access::Store16, 1, 402),
    cost(Access::Store16, 8, 3171),
    cost(Access::LoadMatrix4, 1, 402),
    cost(Access::LoadMatrix4, 8, 3172),
    cost(Access::StoreMatrix4, 1, 400),
    cost(Access::StoreMatrix4, 8, 3164),
];

/// Cycles that were measured of an access with conflicts of this degree; `None` where none were.
///
/// ```
/// use swizzle_warp::{Access, cycles_of_access};
/// assert_eq!(cycles_of_access(Access::Load16, 8).as_deref(), Some("31.7"));
/// assert_eq!(cycles_of_access(Access::Load16, 2), None);
/// ```
pub fn cycles_of_access(access: Access, ways: u32) -> Option<String> {
    let mut all = ACCESSES.iter();
    let cost = all.find(|cost| (cost.access, cost.ways) == (access, ways))?;
    let tenths = (cost.cycles_hundredths + 5) / 10;
    Some(format!("{}.{}", tenths / 10, tenths % 10))
}

/// How a kind of figure was come by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// The kind of access that was measured.
    pub what: &'static str,
    /// How.
    pub method: &'static str,
    /// The result of the measurement.
    pub result: &'static str,
    /// The program in the repository that measures the same.
    pub probe: &'static str,
}

/// The three places at which a layout could cost time.
pub const COSTS: [Cost; 3] = [
    Cost {
        what: "Read by the tensor core",
        method: "chained wgmma m64nNk16 bf16, both operands in shared memory, one warpgroup on an H200, in SM clocks; 16 layouts",
        result: "The same in every layout: no bank conflicts.",
        probe: "tests/hopper/costs.cu",
    },
    Cost {
        what: "Filled by TMA",
        method: "a 128 × 64 bf16 tile from L2, repeated, twelve copies in flight, in clocks of one SM of an H200",
        result: "A wider swizzle needs fewer boxes and copies more bytes per clock on one SM. With all SMs active, copies also wait for L2.",
        probe: "tests/hopper/costs.cu",
    },
    Cost {
        what: "Read and written by ordinary instructions",
        method: "the same access of one warp in a loop, in SM clocks of an H200; wavefronts and bank conflicts counted by ncu",
        result: "One cycle per wavefront: a column of plain 128-byte rows has 8-way conflicts and takes 8 times as long; with a swizzle as wide as the rows it has none.",
        probe: "tests/hopper/costs.cu, tests/hopper/banks.cu",
    },
];
