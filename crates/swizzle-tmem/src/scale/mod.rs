//! Scale factors of the block-scaled kinds: in shared or global memory, in tensor memory, and which of them a step uses.

mod block_copy;
mod blocks;
mod columns;
mod followed;
mod held;
mod order;
mod pair;
mod scaling;
mod stage;
mod steps;

use super::*;
use swizzle_core::hardware::UNIT_BYTES;

pub use {
    block_copy::*, blocks::*, columns::*, followed::*, held::*, order::*, pair::*, scaling::*, stage::*,
    steps::*,
};
