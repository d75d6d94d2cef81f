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

pub use block_copy::{BlockCopy, block_copies};
pub use blocks::{BLOCK_BYTES, BLOCK_FACTORS, BLOCK_ROWS, BLOCK_SBO_BYTES, ScaleBlocks, padded_rows};
pub use columns::{Copies, ScaleColumns};
pub use followed::Followed;
pub use held::{Held, held};
pub use order::{Order, ProjectName};
pub use pair::{Pair, Recognized, recognized};
pub use scaling::Scaling;
pub use stage::{ScaleReading, ScaleStage, StageBlock, StageShape};
pub use steps::{K_96, ScaleStep, ScaleSteps};
