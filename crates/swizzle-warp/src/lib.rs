//! How the threads of a warp reach shared memory: which lane touches which address, which lanes are served together, and
//! what that costs.

mod arrangement;
mod banks;
mod code;
mod column;
mod copy;
mod cost;
mod formula;
mod fragment;
mod fragment_text;
mod instruction;
mod lane_text;
pub mod mma;
mod named_cost;
mod preset;
mod row_write;
mod rows;
mod side_by_side;
mod spots;
mod towers;
mod wires;
mod wires_cost;

pub use arrangement::{Arranged, Arrangement, Arrangements, Served, TileAccess, TileRows};
pub use banks::{Group, Lanes, WARP_LANES, Wavefronts, wavefronts_from_lanes};
pub use code::{AddressCode, address_code};
pub use column::ColumnBanks;
pub use copy::{Through, wavefronts_of_copy};
pub use cost::{ACCESSES, AccessCost, COSTS, Cost, FILLS, Fill, READS, TensorCoreRead, cycles_of_access};
pub use formula::{Formula, FormulaError, Known};
pub use fragment::{Fragment, FragmentName, Slot};
pub use fragment_text::AskedFragment;
pub use instruction::{Access, Transfer};
pub use lane_text::{LANE_HEADS, lane_rows};
pub use named_cost::cost_from_name;
pub use preset::Preset;
pub use row_write::RowWrites;
pub use rows::Rows;
pub use side_by_side::{Beside, Form, lanes_from_layout, side_by_side};
pub use spots::{Spot, Spots, matrix_spots, memory_spots};
pub use towers::{TowerWord, tower_words};
pub use wires::Wires;
pub use wires_cost::{COLUMN_CYCLES, MEASURED_UNITS};
