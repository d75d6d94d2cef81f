//! English text on tiles, reads and descriptors: all sentences except those of findings.

mod access_line;
mod bits;
mod caption;
pub mod chip;
mod count;
mod fields;
mod instruction;
mod layout_spans;
mod quantity;
mod read_against_tile;
mod sequence;
mod shape;
mod sparse;
mod steps;
mod strides;
mod tile;
mod two_layouts;
mod verdict;
mod verdict_line;
pub mod vocabulary;
mod whole_read;

use swizzle_core::{
    descriptor::{Descriptor, FieldId},
    hardware::{
        Arch, BANKS, Chip, Element, LINE_BYTES, LboMode, Major, Named, Operand, SHARED_BYTES, UNIT_BYTES,
        bytes_from_field,
    },
    law::{Coord, Stride, Swizzle},
    reader::{Place, Spec, Tally, Verdict, VerdictKind},
};

pub use {
    access_line::*, bits::*, caption::*, count::*, fields::*, instruction::*, layout_spans::*, quantity::*,
    read_against_tile::*, sequence::*, shape::*, sparse::*, steps::*, strides::*, tile::*, two_layouts::*,
    verdict::*, verdict_line::*, whole_read::*,
};

/// The rows of a table, whose columns are separated by tabs.
fn rows<const COLUMNS: usize>(table: &'static str) -> Vec<[&'static str; COLUMNS]> {
    let lines = table.lines().filter(|line| !line.starts_with("//"));
    let columns = lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into());
    columns.collect::<Result<_, _>>().expect("a row has its columns")
}
