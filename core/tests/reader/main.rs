//! What an instruction reads, asked through specs, which are inferred above this crate.

mod read_against_tile;
