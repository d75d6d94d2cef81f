//! From a tile to the instructions that take it: what they are, in which order, and what may stand in them.

mod instruction_faults;

pub use instruction_faults::{
    InstructionFault, instruction_faults, instruction_faults_beside_tile, kinds_of_instruction,
};
