//! Recognition of the layout in a dump of shared memory.
//!
//! A producer wrote a tile of known values; the dump shows the address of each value. [`dump_from_bytes`] reads what a debugger
//! printed, [`recognize`] finds the layouts that match, and [`read_of_dump`] computes what a descriptor reads from it.

mod asked;
mod candidate;
mod example;
mod facts;
mod fill_code;
mod fit;
mod found;
mod grid;
mod lines;
mod list;
mod memory;
mod npy;
mod picture;
mod pixels;
mod places;
mod read;
mod recognize;
mod text;
mod tokens;
mod typed;
mod unit_table;
mod value;
mod values;

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    fmt,
    rc::Rc,
};

use swizzle_core::{
    hardware::{ADDRESS_BYTES, Element, LINE_BYTES, LboMode, Major, Named, UNIT_BYTES},
    law::{Coord, Extent, Layout, LayoutParams, RowXor, Swizzle},
    named,
    tile::{Order, SaidTile},
};

pub use {
    asked::*, candidate::*, example::*, facts::*, fill_code::*, found::*, memory::*, picture::*, pixels::*,
    read::*, recognize::*, text::*, typed::*, unit_table::*, value::*, values::*,
};
use {fit::*, grid::*, lines::*, list::*, npy::*, places::*, tokens::*};
