//! Instructions for a tile: their choice, their order, and their legal values.

mod best;
mod instruction;
mod kinds;
mod line;
mod pair;
mod refusal;
mod sequence;
mod support;
mod support_table;

pub use best::{BestSwizzle, best_swizzle, fill_cycles};
pub use instruction::{Instruction, Pack, SaidInstruction, ScaleVec, SourceOfA, spec_for_building};
pub use kinds::{MatrixHalf, kinds_of_instruction, likely_kinds, matrix_half};
pub use line::verdict_of_build;
pub use pair::{PairOfCtas, PairOperand, pair_of_ctas, pair_text};
pub use refusal::{BuildRefusal, build_refusal, findings_of_build};
pub use sequence::{Coverage, alignment_bytes, coverage, units_outside};
pub use support::{Support, SupportCell, support_cells, support_columns};
pub use support_table::{SupportRow, SupportTable, instruction_facts, support_row, support_table};
