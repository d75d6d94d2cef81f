//! What a descriptor reads of a dump: the matrix that the tensor core would see.

use alloc::vec::Vec;

use crate::descriptor::Descriptor;
use crate::dump::canonical::element;
use crate::dump::places::Cells;
use crate::dump::recognize::{Asked, Found};
use crate::dump::{Dump, Written};
use crate::hardware::{LboMode, bytes_from_field};
use crate::law::{Coord, Extent, Layout, LayoutParams, Swizzle};

/// What one descriptor reads of a dump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpRead {
    /// The cell of the matrix that should come first.
    pub first: Coord,
    /// Rows and K of the read.
    pub extent: Extent,
    /// The raw values, MN outer; `None` where the dump shows nothing.
    pub values: Vec<Option<u32>>,
    /// Whether each is the value that belongs there.
    pub is_right: Vec<bool>,
}

impl DumpRead {
    /// Cells that came out right, and how many there are.
    #[must_use]
    pub fn right_of(&self) -> (u32, u32) {
        let right = self.is_right.iter().filter(|is_right| **is_right).count();
        (right as u32, self.is_right.len() as u32)
    }
}

/// What a descriptor reads of a dump in which a layout was found: up to 64 rows and 32 bytes of K, held against the block
/// and step whose start it has; where it has none of them, against the step that fits best.
#[must_use]
pub fn read_of_dump(
    dumps: &[Dump],
    asked: &Asked,
    found: &Found,
    descriptor: Descriptor,
) -> Option<DumpRead> {
    let width = asked.element_bits / 8;
    let cells = Cells::new(dumps, width, asked.address, found.written == Written::Pair);
    let fields = descriptor.decode();
    let layout = Layout::new(LayoutParams {
        element: element(width),
        major: found.major,
        swizzle: fields.swizzle.unwrap_or(Swizzle::None),
        start_bytes: bytes_from_field(fields.start_field),
        lbo_bytes: bytes_from_field(fields.lbo_field),
        sbo_bytes: bytes_from_field(fields.sbo_field),
        base_offset: fields.base_offset,
        lbo_mode: LboMode::Relative,
    });
    let step = 32 / width;
    let extent = Extent {
        mn: found.shape.mn.min(64),
        k: found.shape.k.min(step),
    };
    let mut values = Vec::new();
    for mn in 0..extent.mn {
        for k in 0..extent.k {
            let at = layout.byte_from_element(Coord { mn, k });
            values.push(cells.at(at.byte.into()));
        }
    }
    let held = |first: Coord| {
        let is_right = values.iter().zip(0..).map(|(value, at)| {
            let cell = Coord {
                mn: first.mn + at / extent.k,
                k: first.k + at % extent.k,
            };
            value.is_some_and(|value| found.is(value, cell))
        });
        let is_right: Vec<bool> = is_right.collect();
        DumpRead {
            first,
            extent,
            values: values.clone(),
            is_right,
        }
    };
    let firsts = || {
        let blocks = (0..found.shape.mn).step_by(64);
        blocks.flat_map(|mn| {
            (0..found.shape.k)
                .step_by(step as usize)
                .map(move |k| Coord { mn, k })
        })
    };
    let is_start = |first: &Coord| found.absolute(*first) == Some(layout.start_bytes());
    match firsts().find(is_start) {
        Some(first) => Some(held(first)),
        None => firsts()
            .map(held)
            .max_by_key(|read| (read.right_of().0, core::cmp::Reverse(read.first))),
    }
}
