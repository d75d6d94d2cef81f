//! From a tile to the instructions that take it: what they are, in which order, and what may stand in them.

mod best;
mod buffer;
mod instruction;
mod instruction_faults;
mod sequence;
mod support;

pub use best::{BestSwizzle, best_swizzle};
pub use buffer::{alignment_bytes, buffer_bytes};
pub use instruction::{
    Instruction, SaidInstruction, SourceOfA, spec_for_building, wgmma_accumulators,
};
pub use instruction_faults::{
    InstructionFault, instruction_faults, instruction_faults_beside_tile, kinds_of_instruction,
};
pub use sequence::{Coverage, PlannedRead, coverage, sequence};
pub use support::{Support, SupportCell, support_cells};
