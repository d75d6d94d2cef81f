//! Inference: the tile of a descriptor, and the likely mistakes in a wrong one.

mod assume;
mod cause;
mod explain;
mod frame;
mod inputs;
mod other_arch;
mod other_operand;
pub mod rows;
pub mod sequence;
mod several;
mod slip;
mod strided;
pub mod trace;
mod two_layouts;
mod whole_read;
mod wider;

use swizzle_core::{
    descriptor::{Descriptor, FieldId, code_from_swizzle},
    hardware::{Arch, Element, LINE_BYTES, LboMode, Major, Named, UNIT_BYTES, Use, bytes_from_field},
    law::{BitAddress, Coord, Extent, Layout, RowXor, Stride, Swizzle, Xor, XorOf},
    reader::{Place, Reader, Said, Spec, Verdict, is_legal_form},
    tile::{EXTENT_MAX, Order, SaidTile, Tile},
};
use swizzle_params::SpecError;

pub use {
    assume::*, cause::*, explain::*, other_arch::*, other_operand::*, several::*, strided::*, two_layouts::*,
    whole_read::*, wider::*,
};
use {frame::*, inputs::*, slip::*};

/// The address at which a descriptor starts.
fn start_of(descriptor: Descriptor) -> u32 {
    bytes_from_field(descriptor.decode().start_field)
}

/// The specified element type of a tile, or the default.
fn element_of(tile: &SaidTile) -> Element {
    tile.element.unwrap_or(Tile::default().element)
}

/// The specified contiguous dimension of a tile, or the default.
fn major_of(tile: &SaidTile) -> Major {
    tile.major.unwrap_or(Tile::default().major)
}
