//! What a descriptor reads of a dump: the matrix that the tensor core would see.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::descriptor::Descriptor;
use crate::dump::asked::Asked;
use crate::dump::canonical::element;
use crate::dump::found::Found;
use crate::dump::memory::Dump;
use crate::dump::places::Cells;
use crate::dump::values::Written;
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

    /// The matrix value by value, a row a line; a wrong value has a `*` behind it, what the dump does not show is `?`.
    #[must_use]
    pub fn text(&self, found: &Found) -> String {
        let value = |(value, is_right): (&Option<u32>, &bool)| {
            let number = value.map(|raw| match found.written.rounded(raw) {
                Some(number) if found.written != Written::Pair => number.to_string(),
                Some(_) => format!("{},{}", raw >> 16, raw & 0xffff),
                None => format!("{raw:#x}"),
            });
            let mark = if *is_right { " " } else { "*" };
            format!("{:>6}{mark}", number.unwrap_or_else(|| "?".into()))
        };
        let cells: Vec<String> = self.values.iter().zip(&self.is_right).map(value).collect();
        let mut text = String::new();
        let per_row = self.extent.k.max(1) as usize;
        for (row, mn) in cells.chunks(per_row).zip(self.first.mn..) {
            text += &format!("{mn:>4} |{}\n", row.concat().trim_end());
        }
        text
    }
}

/// What a descriptor reads of a dump in which a layout was found: up to 64 rows and 32 bytes of K, held against the block
/// and step whose start it has; where it has none of them, against the step that fits best. Of a dump without an address
/// the descriptor says where it lies.
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
    let blocks = (0..found.shape.mn).step_by(64);
    let firsts: Vec<Coord> = blocks
        .flat_map(|mn| {
            let steps = (0..found.shape.k).step_by(step as usize);
            steps.map(move |k| Coord { mn, k })
        })
        .collect();
    let read = |first: Coord, moved: i64| held(found, &cells, &layout, (first, extent), moved);
    if cells.has_address {
        let is_start = |first: &Coord| found.absolute(*first) == Some(layout.start_bytes());
        if let Some(first) = firsts.iter().copied().find(is_start) {
            return Some(read(first, 0));
        }
        let reads = firsts.into_iter().map(|first| read(first, 0));
        return reads.max_by_key(best);
    }
    // The dump lies where the descriptor finds one of the steps in it.
    let reads = firsts.into_iter().filter_map(|first| {
        let at = i64::from(found.absolute(first)?);
        Some(read(first, at - i64::from(layout.start_bytes())))
    });
    reads.max_by_key(best)
}

fn best(read: &DumpRead) -> (u32, Reverse<Coord>) {
    (read.right_of().0, Reverse(read.first))
}

/// What the layout reads, its addresses moved by so many bytes, held against the block that begins at a cell.
fn held(
    found: &Found,
    cells: &Cells,
    layout: &Layout,
    (first, extent): (Coord, Extent),
    moved: i64,
) -> DumpRead {
    let of_extent = (0..extent.mn).flat_map(|mn| (0..extent.k).map(move |k| Coord { mn, k }));
    let (mut values, mut is_right) = (Vec::new(), Vec::new());
    for cell in of_extent {
        let value = cells.at(i64::from(layout.byte_from_element(cell).byte) + moved);
        let meant = Coord {
            mn: first.mn + cell.mn,
            k: first.k + cell.k,
        };
        values.push(value);
        is_right.push(value.is_some_and(|value| found.is(value, meant)));
    }
    DumpRead {
        first,
        extent,
        values,
        is_right,
    }
}
