//! Which layout is this: every canonical layout and every way of rows, held against the whole dump.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Reverse;

use crate::dump::canonical::{Fit, Ring, canonical_fits, element};
use crate::dump::places::{Cells, Tile, certain};
use crate::dump::rows::{Exchange, RowsFit, rows_fits};
use crate::dump::values::{Values, Written, value_of_cell};
use crate::dump::{Dump, DumpError};
use crate::hardware::{Element, Major, Named as _};
use crate::law::{Coord, Extent, Swizzle};

/// What somebody knows of a dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Asked {
    /// Bits of an element: 8, 16 or 32.
    pub element_bits: u32,
    /// Extent of the matrix along M or N.
    pub mn: Option<u32>,
    /// Extent along K: the values count by it.
    pub k: Option<u32>,
    /// Shared address of the first byte, over what the dump says.
    pub address: Option<u32>,
    /// What was written.
    pub values: Option<Values>,
}

/// What a layout is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// A canonical layout, which a descriptor reads.
    Canonical(Swizzle),
    /// Rows, as they are or with their units exchanged; no descriptor of this form reads them.
    Rows {
        /// How the units are exchanged.
        exchange: Exchange,
        /// Bytes from one row to the next.
        pitch: u32,
        /// Where rows are cut into columns: bytes of a row of one, and from one to the next.
        column: Option<(u32, u32)>,
    },
}

/// A layout that fits a dump.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// What it is.
    pub form: Form,
    /// Contiguous dimension.
    pub major: Major,
    /// Leading and stride dimension byte offset of a canonical layout.
    pub strides: Option<(u32, u32)>,
    /// Address of the tile's first cell, before the XOR; counted from the dump where it tells no address.
    pub start_bytes: i64,
    /// Matrix base offset that a descriptor needs.
    pub base_offset: u8,
    /// Cells that lie where the layout has them.
    pub right: u32,
    /// Cells that it places inside of the dump.
    pub of: u32,
    /// What so small a dump does not decide: `lbo`, `sbo`, `base_offset`.
    pub undetermined: Vec<&'static str>,
    /// Stages that hold blocks of the matrix, and bytes from one to the next.
    pub stages: Option<(u32, u32)>,
    /// How the values are written.
    pub written: Written,
    /// Extents of the matrix, by which the values count.
    pub matrix: Extent,
    /// The cell that the tile begins with, and the extents of what is there.
    pub origin: Coord,
    /// Extents of what is there.
    pub shape: Extent,
    fit: Option<Fit>,
    width: u32,
    /// The start, as the cells are addressed.
    start: u32,
}

/// Matrices that are tried with every way of rows, where the extents are not known.
const TILES_MAX: usize = 8;
/// Layouts that are told at the most.
const FOUND_MAX: usize = 8;

/// The layouts that fit a dump, the best first; those behind the first fit as well. Empty where none fits.
///
/// The values that lie in the dump once give the places of their cells. For each mode, phase and major the XOR is undone;
/// a sample, then all cells tell whether the rest is the canonical form. Rows are tried alike, plain, padded, and with
/// their units exchanged.
///
/// Two dumps of 8-bit elements are the low and the high byte of the index; with [`Values::MnAndK`] they are MN and K.
///
/// # Errors
/// For an element of another width than 8, 16 or 32 bits, and for more or fewer than one or two dumps.
pub fn recognize(dumps: &[Dump], asked: &Asked) -> Result<Vec<Found>, DumpError> {
    if !matches!(asked.element_bits, 8 | 16 | 32) {
        return Err(DumpError(format!(
            "elements of {} bits are not recognized: 8, 16 and 32 are",
            asked.element_bits
        )));
    }
    let width = asked.element_bits / 8;
    let is_pair = asked.values == Some(Values::MnAndK) || dumps.len() == 2 && width > 1;
    match (dumps.len(), is_pair) {
        (1, false) | (2, _) => {}
        (1, true) => return Err(DumpError("mn,k takes two dumps: MN, then K".into())),
        (count, _) => return Err(DumpError(format!("{count} dumps: there are one or two"))),
    }
    let cells = Cells::new(dumps, width, asked.address, is_pair);
    let mut found = Vec::new();
    let mut tiles = Vec::new();
    for written in written(asked, width, is_pair, dumps.len()) {
        let matrices = matrices(asked, &cells, written);
        let largest = matrices
            .iter()
            .map(|one| one.mn.saturating_mul(one.k))
            .max();
        let numbers = certain(&cells, written, largest.unwrap_or(0));
        for matrix in matrices {
            let Some(tile) = Tile::new(written, matrix, &numbers) else {
                continue;
            };
            canonical(&tile, &cells, &mut found);
            let is_whole =
                |one: &Found| one.right == one.of && one.right as usize >= tile.points.len();
            if found.iter().any(is_whole) {
                // Rows that are the same thing, of this matrix; nothing else fits better.
                rows(&tile, &cells, false, &mut found);
                return Ok(best(found));
            }
            tiles.push(tile);
        }
    }
    for tile in tiles.iter().take(TILES_MAX) {
        rows(tile, &cells, true, &mut found);
    }
    Ok(best(found))
}

/// The ways of writing that are tried.
fn written(asked: &Asked, width: u32, is_pair: bool, dumps: usize) -> Vec<Written> {
    let numbers: &[Written] = match width {
        1 if dumps == 2 => &[],
        1 => &[Written::E4m3, Written::E5m2],
        2 => &[Written::Bf16, Written::F16],
        _ => &[Written::F32],
    };
    let mut all = Vec::new();
    if is_pair {
        all.push(Written::Pair);
        return all;
    }
    if asked.values != Some(Values::Numbers) || width == 1 {
        all.push(Written::Integer);
    }
    if asked.values != Some(Values::Index) {
        all.extend(numbers);
    }
    all
}

/// The matrices by whose K the values may count.
fn matrices(asked: &Asked, cells: &Cells, written: Written) -> Vec<Extent> {
    let mut largest = Extent { mn: 1, k: 1 };
    let mut count = 1_u32;
    // Values of which there are more than elements are no indices.
    let end = cells.raw.len() as u64 * 4 + 1024;
    for number in cells.raw.iter().filter_map(|raw| written.rounded((*raw)?)) {
        if written == Written::Pair {
            let (mn, k) = (number >> 16, number & 0xffff);
            if u64::from(mn) < end.min(4096) && u64::from(k) < end.min(4096) {
                largest = Extent {
                    mn: largest.mn.max(mn + 1),
                    k: largest.k.max(k + 1),
                };
            }
        } else if u64::from(number) < end {
            // The largest number may have been rounded up.
            let is_exact = !written.is_rounded() || number % 2 == 1;
            count = count.max(number + u32::from(is_exact));
        }
    }
    let rows = |k: u32| Extent {
        mn: asked.mn.unwrap_or(count.div_ceil(k.max(1))),
        k,
    };
    match (asked.mn, asked.k) {
        (Some(mn), Some(k)) => [Extent { mn, k }].into(),
        (mn, k) if written == Written::Pair => [Extent {
            mn: mn.unwrap_or(largest.mn),
            k: k.unwrap_or(largest.k),
        }]
        .into(),
        (None, Some(k)) => [rows(k)].into(),
        (mn, None) => {
            let usual = [64, 32, 128, 16, 256, 8, 512];
            let multiples = (1..=64)
                .map(|units| units * 8)
                .filter(|k| !usual.contains(k));
            let by_rows = mn.map(|mn| count.div_ceil(mn.max(1)));
            let all = by_rows.into_iter().chain(usual).chain(multiples);
            all.filter(|k| *k <= count).map(rows).collect()
        }
    }
}

/// What all layouts of a tile have in common.
const fn found_in(tile: &Tile, width: u32, (right, of): (u32, u32)) -> Found {
    Found {
        form: Form::Canonical(Swizzle::None),
        major: Major::K,
        strides: None,
        start_bytes: 0,
        base_offset: 0,
        right,
        of,
        undetermined: Vec::new(),
        stages: None,
        written: tile.written,
        matrix: tile.matrix,
        origin: tile.origin,
        shape: tile.shape,
        fit: None,
        width,
        start: 0,
    }
}

/// Whether most of what a layout places, and most of what is certain, lies where it should.
const fn fits_well(tile: &Tile, right: u32, of: u32) -> bool {
    right as u64 * 2 > of as u64 && right as usize * 2 > tile.points.len()
}

/// The canonical layouts of a tile.
fn canonical(tile: &Tile, cells: &Cells, found: &mut Vec<Found>) {
    for fit in canonical_fits(tile, cells) {
        if !fits_well(tile, fit.right, fit.of) {
            continue;
        }
        let [(lbo, is_lbo_shown), (sbo, is_sbo_shown)] = fit.strides();
        let has_phase = fit.swizzle != Swizzle::None;
        let open = [
            ("lbo", !is_lbo_shown),
            ("sbo", !is_sbo_shown),
            (
                "base_offset",
                has_phase && (fit.is_phase_open || !cells.has_address),
            ),
        ];
        found.push(Found {
            form: Form::Canonical(fit.swizzle),
            major: fit.major,
            strides: Some((lbo, sbo)),
            start_bytes: cells.counted(fit.start),
            start: fit.start,
            base_offset: fit.base_offset,
            undetermined: open
                .iter()
                .filter(|(_, is_open)| *is_open)
                .map(|(name, _)| *name)
                .collect(),
            stages: fit.ring.map(|ring| stages(tile, cells, &fit, ring)),
            fit: Some(fit.clone()),
            ..found_in(tile, cells.width, (fit.right, fit.of))
        });
    }
}

/// The ways of rows of a tile.
fn rows(tile: &Tile, cells: &Cells, with_rare: bool, found: &mut Vec<Found>) {
    let mut rows: Vec<RowsFit> = rows_fits(tile, cells, with_rare);
    rows.retain(|fit| fits_well(tile, fit.right, fit.of));
    rows.sort_by_key(|fit| Reverse(fit.right));
    for fit in rows.into_iter().take(FOUND_MAX) {
        found.push(Found {
            form: Form::Rows {
                exchange: fit.exchange,
                pitch: fit.pitch,
                column: fit.column,
            },
            major: fit.major,
            start_bytes: cells.counted(fit.start),
            start: fit.start,
            ..found_in(tile, cells.width, (fit.right, fit.of))
        });
    }
}

fn stages(tile: &Tile, cells: &Cells, fit: &Fit, ring: Ring) -> (u32, u32) {
    let atom = fit.swizzle.atom(fit.major);
    let (along, across) = tile.shape.along_and_across(fit.major);
    let all = if ring.is_of_columns {
        along.div_ceil(atom.row_units * element(cells.width).per_unit())
    } else {
        across.div_ceil(atom.rows)
    };
    (all.div_ceil(ring.count), ring.bytes)
}

/// The best first, and those behind it that fit as well.
fn best(mut found: Vec<Found>) -> Vec<Found> {
    found.sort_by_key(|one| {
        let (kind, complexity) = match one.form {
            Form::Canonical(_) => (0, u32::from(one.base_offset > 0)),
            Form::Rows {
                exchange, column, ..
            } => (1 + u32::from(column.is_some()), exchange_rank(exchange)),
        };
        (
            Reverse(one.right),
            kind,
            one.stages.is_some(),
            one.undetermined.len(),
            complexity,
        )
    });
    let most = found.first().map_or(0, |one| one.right);
    found.retain(|one| one.right == most);
    let mut kept: Vec<Found> = Vec::new();
    for one in found {
        // A matrix of another width that fits as well is no other layout.
        let is_same = |kept: &Found| {
            let is_same_form = match (kept.form, one.form) {
                (
                    Form::Rows {
                        exchange, pitch, ..
                    },
                    Form::Rows {
                        exchange: of_one,
                        pitch: pitch_of_one,
                        ..
                    },
                ) => exchange == of_one && pitch == pitch_of_one,
                (kept, one) => kept == one,
            };
            is_same_form && kept.major == one.major
        };
        if !kept.iter().any(is_same) {
            kept.push(one);
        }
    }
    kept.truncate(FOUND_MAX);
    kept
}

const fn exchange_rank(exchange: Exchange) -> u32 {
    match exchange {
        Exchange::None => 0,
        Exchange::Xor { shift, .. } => 1 + shift,
        Exchange::Address(_) => 8,
        Exchange::Rotation { .. } => 9,
    }
}

impl Found {
    /// The element type of this width under whose law it stands.
    #[must_use]
    pub const fn element(&self) -> Element {
        element(self.width)
    }

    /// Address of a cell of the tile before the XOR; `None` beyond shared memory.
    #[must_use]
    pub fn absolute(&self, cell: Coord) -> Option<u32> {
        let (along, across) = cell.along_and_across(self.major);
        if let Form::Rows { pitch, column, .. } = self.form {
            let byte = along * self.width;
            let (run, bytes) = column.unwrap_or((u32::MAX, 0));
            return Some(self.start + byte / run * bytes + byte % run + across * pitch);
        }
        let fit = self.fit.as_ref()?;
        let at = fit.address(self.element(), cell);
        let physical = u32::try_from(at + i64::from(fit.shift)).ok()?;
        let absolute = fit
            .swizzle
            .physical_from_absolute(physical, fit.base_offset);
        absolute.checked_sub(fit.shift)
    }

    /// Whether a raw value is that of a cell of the tile.
    #[must_use]
    pub fn is(&self, raw: u32, cell: Coord) -> bool {
        let at = Coord {
            mn: cell.mn + self.origin.mn,
            k: cell.k + self.origin.k,
        };
        self.written
            .is(raw, value_of_cell(self.written, self.matrix, at))
    }

    /// What it is, in words; and where it is not what a descriptor reads, what would mend it.
    #[must_use]
    pub fn text(&self) -> String {
        let major = self.major.name();
        let start = self.start_bytes;
        match self.form {
            Form::Canonical(swizzle) => {
                let (lbo, sbo) = self.strides.unwrap_or_default();
                let mut text = format!(
                    "{} {major}-major at {start:#x}, LBO {lbo}, SBO {sbo}",
                    swizzle.name()
                );
                if self.base_offset > 0 {
                    text += &format!(
                        ": its pattern is counted from the buffer, not from address 0. A descriptor reads it with base offset {}; or start the buffer at a multiple of {} bytes",
                        self.base_offset,
                        swizzle.pattern_bytes()
                    );
                }
                if let Some((count, bytes)) = self.stages {
                    text += &format!(", in {count} stages {bytes} bytes apart");
                }
                text
            }
            Form::Rows {
                exchange, pitch, ..
            } => {
                let exchanged = match exchange {
                    Exchange::None => String::new(),
                    exchange => format!(", units exchanged by {}", exchange.text()),
                };
                format!(
                    "{major}-major rows {pitch} bytes apart at {start:#x}{exchanged}: no descriptor reads them as they are"
                )
            }
        }
    }
}
