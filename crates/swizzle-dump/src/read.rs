//! What a descriptor reads of a dump: the matrix that the tensor core would see.

use std::cmp::Reverse;

use crate::asked::Asked;
use crate::canonical::element;
use crate::found::Found;
use crate::memory::Dump;
use crate::places::Cells;
use crate::values::Written;
use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::{LboMode, bytes_from_field};
use swizzle_core::law::{Coord, Extent, Layout, LayoutParams, Swizzle};

/// What one descriptor reads of a dump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpRead {
    /// The expected first cell of the matrix.
    pub first: Coord,
    /// Rows and K of the read.
    pub extent: Extent,
    /// The raw values, MN outer; `None` where they are not in the dump.
    pub values: Vec<Option<u32>>,
    /// Whether each value is the expected one.
    pub is_right: Vec<bool>,
}

impl DumpRead {
    /// Correct cells, and all cells.
    #[must_use]
    pub fn right_of(&self) -> (u32, u32) {
        let right = self.is_right.iter().filter(|is_right| **is_right).count();
        (right as u32, self.is_right.len() as u32)
    }

    /// The wrong values as path data: squares of size 1, one line per row of the matrix.
    #[must_use]
    pub fn wrong_path(&self) -> String {
        let mut path = String::new();
        let per_row = self.extent.k.max(1);
        for (is_right, at) in self.is_right.iter().zip(0..) {
            if !is_right {
                path += &format!("M{} {}h1v1h-1z", at % per_row, at / per_row);
            }
        }
        path
    }

    /// The values as text: `?` where not in the dump, hex where not a cell's number.
    fn words(&self, found: &Found) -> Vec<String> {
        let word = |value: &Option<u32>| match value.map(|raw| (raw, found.written.rounded(raw))) {
            None => "?".into(),
            Some((raw, Some(_))) if found.written == Written::Pair => {
                format!("{},{}", raw >> 16, raw & 0xffff)
            }
            Some((_, Some(number))) => number.to_string(),
            Some((raw, None)) => format!("{raw:#x}"),
        };
        self.values.iter().map(word).collect()
    }

    /// Text on a value, by its row and position along K; `None` outside the read.
    #[must_use]
    pub fn told(&self, found: &Found, row: u32, along_k: u32) -> Option<String> {
        if row >= self.extent.mn || along_k >= self.extent.k {
            return None;
        }
        let at = (row * self.extent.k + along_k) as usize;
        let (mn, k) = (self.first.mn + row, self.first.k + along_k);
        let meant = found.value_of(Coord { mn, k });
        let word = &self.words(found)[at];
        Some(match self.is_right[at] {
            true => format!("(mn {mn}, k {k}) gets {word}, as expected."),
            false => {
                let of = self.values[at].and_then(|raw| found.cell_of_value(raw));
                let of = of.map_or_else(String::new, |cell| {
                    format!(", the value of (mn {}, k {}),", cell.mn, cell.k)
                });
                format!("(mn {mn}, k {k}) gets {word}{of} instead of {meant}.")
            }
        })
    }

    /// The matrix as text, one line per row; `*` marks a wrong value.
    #[must_use]
    pub fn text(&self, found: &Found) -> DumpText {
        let words = self.words(found);
        let longest = words.iter().map(String::len).max().unwrap_or(0);
        let cells: Vec<String> = (words.iter().zip(&self.is_right))
            .map(|(word, is_right)| {
                let mark = if *is_right { " " } else { "*" };
                format!(" {word:>longest$}{mark}")
            })
            .collect();
        let mut lines = String::new();
        let per_row = self.extent.k.max(1) as usize;
        for (row, mn) in cells.chunks(per_row).zip(self.first.mn..) {
            lines += &format!("{mn:>4} |{}\n", row.concat());
        }
        DumpText {
            lines,
            before: 6,
            letters: longest as u32 + 2,
        }
    }
}

/// A matrix as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpText {
    /// One line per row.
    pub lines: String,
    /// Letters of a line before its first value.
    pub before: u32,
    /// Letters of a value.
    pub letters: u32,
}

/// What a descriptor reads of a dump in which a layout was found: up to 64 rows and 32 bytes of K, compared with the block
/// and step with the same start, otherwise with the step that matches best. The descriptor determines the address of a dump
/// without one.
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
        space: descriptor.chip().address_space(),
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
    // The dump is at the address where the descriptor reads one of the steps.
    let reads = firsts.into_iter().filter_map(|first| {
        let at = i64::from(found.absolute(first)?);
        Some(read(first, at - i64::from(layout.start_bytes())))
    });
    reads.max_by_key(best)
}

fn best(read: &DumpRead) -> (u32, Reverse<Coord>) {
    (read.right_of().0, Reverse(read.first))
}

/// What the layout reads with its addresses moved by an offset, compared with the block that starts at a cell.
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
