//! What a layout costs: each figure measured on an H200, with how, and the probe with which others can repeat it.
//!
//! The probe of reads and fills keeps more copies in flight than the measurement that is kept here, so that its cycles
//! differ (`tests/data/hopper_costs.csv`); what follows from them is the same.

use crate::law::Swizzle;

/// The tensor core's own read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TensorCoreRead {
    /// Columns of N of one `wgmma` m64nNk16.
    pub n: u32,
    /// Cycles of one instruction, in tenths.
    pub cycles_tenths: u32,
}

/// Cycles of `wgmma` m64nNk16 with bf16 elements. In all 112 layouts alike: every mode, both majors, and strides and starts
/// that were chosen to collide.
pub const READS: [TensorCoreRead; 3] = [
    TensorCoreRead {
        n: 8,
        cycles_tenths: 191,
    },
    TensorCoreRead {
        n: 64,
        cycles_tenths: 332,
    },
    TensorCoreRead {
        n: 256,
        cycles_tenths: 1292,
    },
];

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
        cycles: (278, 280),
        bytes_a_clock_tenths: (589, 584),
    },
    Fill {
        swizzle: Swizzle::B64,
        boxes: 2,
        box_elements: [32, 128, 1],
        cycles: (360, 396),
        bytes_a_clock_tenths: (455, 413),
    },
    Fill {
        swizzle: Swizzle::B32,
        boxes: 4,
        box_elements: [16, 128, 1],
        cycles: (568, 878),
        bytes_a_clock_tenths: (288, 187),
    },
    Fill {
        swizzle: Swizzle::None,
        boxes: 8,
        box_elements: [8, 128, 1],
        cycles: (1080, 1676),
        bytes_a_clock_tenths: (152, 98),
    },
    Fill {
        swizzle: Swizzle::None,
        boxes: 1,
        box_elements: [8, 128, 8],
        cycles: (1082, 1705),
        bytes_a_clock_tenths: (151, 96),
    },
];

/// How a kind of figure was come by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cost {
    /// What was measured.
    pub what: &'static str,
    /// How.
    pub method: &'static str,
    /// What follows from it.
    pub result: &'static str,
    /// The program in the repository that measures the same.
    pub probe: &'static str,
}

/// The three places at which a layout could cost time.
pub const COSTS: [Cost; 3] = [
    Cost {
        what: "Read by the tensor core",
        method: "64 wgmma m64nNk16 bf16 in a chain, both operands in shared memory, one warpgroup on an H200, by the SM's clock; 112 layouts",
        result: "The same in every layout: it has no bank conflicts.",
        probe: "tests/hopper/costs.cu",
    },
    Cost {
        what: "Filled by TMA",
        method: "a 128 × 64 bf16 tile from L2, again and again, by the SM's clock; the median SM of an H200",
        result: "The wider the swizzle, the fewer boxes, and the more bytes a clock.",
        probe: "tests/hopper/costs.cu",
    },
    Cost {
        what: "Read and written by ordinary instructions",
        method: "one access of one warp a launch, counted by ncu on an H200 (wavefronts and bank conflicts of shared memory); 1078 accesses",
        result: "A column of plain 128-byte rows conflicts 8 ways; under a swizzle of the rows' width it does not.",
        probe: "tests/hopper/banks.cu",
    },
];
