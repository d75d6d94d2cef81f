//! From a tile to its instructions: which they are, their order, and their legal values.

mod best;
mod buffer;
mod fault;
mod instruction;
mod instruction_beside_tile;
mod instruction_faults;
mod kinds;
mod line;
mod refusal;
mod scale_ids;
mod sequence;
mod support;

pub use best::{BestSwizzle, best_swizzle};
pub use buffer::{alignment_bytes, buffer_bytes};
pub use fault::InstructionFault;
pub use instruction::{
    Instruction, SaidInstruction, SourceOfA, spec_for_building, wgmma_accumulators,
};
pub use instruction_beside_tile::instruction_faults_beside_tile;
pub use instruction_faults::instruction_faults;
pub use kinds::{MatrixHalf, kinds_of_instruction, likely_kinds, matrix_half};
pub use line::verdict_of_build;
pub use refusal::{BuildRefusal, build_refusal, findings_of_build};
pub use scale_ids::ScaleFactors;
pub use sequence::{Coverage, PlannedRead, coverage, sequence};
pub use support::{Support, SupportCell, support_cells};
