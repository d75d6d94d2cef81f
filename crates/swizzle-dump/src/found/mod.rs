//! A layout that was found in a dump.

mod writer;

use super::*;
use crate::places::Tile as Counted;
use swizzle_core::{
    law::XorOf,
    tile::{Tile, pattern_from_base_offset},
};

use writer::*;

/// The form of a layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// A canonical layout, which a descriptor reads.
    Canonical(Swizzle),
    /// Rows, plain or with permuted units; no descriptor reads them.
    Rows {
        /// The permutation of the units.
        exchange: Exchange,
        /// Bytes from one row to the next.
        pitch: u32,
        /// If rows are split into columns: bytes of a row of one column, and from one column to the next.
        column: Option<(u32, u32)>,
    },
}

/// A layout that matches a dump.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The form of the layout.
    pub form: Form,
    /// Contiguous dimension.
    pub major: Major,
    /// Leading and stride dimension byte offset of a canonical layout.
    pub strides: Option<(u32, u32)>,
    /// Address of the tile's first cell, before the XOR; relative to the dump if it has no address.
    pub start_bytes: i64,
    /// Matrix base offset that a descriptor needs.
    pub base_offset: u8,
    /// Cells at the address that the layout gives.
    pub right: u32,
    /// Cells that it places inside the dump.
    pub of: u32,
    /// Values that the dump does not determine: `lbo`, `sbo`, `base_offset`.
    pub undetermined: Vec<&'static str>,
    /// Possible addresses of the first cell, modulo [`Swizzle::pattern_bytes`], if the dump has no address: the line of the pattern
    /// on which it starts. Empty if the address is known, and for layouts without a pattern.
    pub phases: Vec<u32>,
    /// Stages with blocks of the matrix, and bytes from one to the next.
    pub stages: Option<(u32, u32)>,
    /// Notation of the values.
    pub written: Written,
    /// Extents of the matrix in which the values are counted.
    pub matrix: Extent,
    /// The first cell of the tile.
    pub origin: Coord,
    /// Extents of what was found.
    pub shape: Extent,
    pub(super) fit: Fit,
    pub(super) cells: Rc<Cells>,
}

impl Found {
    /// The layout of a fit.
    pub(super) fn new(fit: Fit, tile: &Counted<'_>) -> Self {
        let Certain { cells, written, .. } = tile.certain;
        let (major, steps) = (fit.candidate.major, fit.steps);
        let mut open = Vec::new();
        let mut phases = Vec::new();
        let (form, strides, base_offset) = match fit.candidate.block {
            Block::Atom(swizzle, base_offset) => {
                let [(lbo, is_lbo_shown), (sbo, is_sbo_shown)] = fit.strides(swizzle);
                if swizzle != Swizzle::None && !cells.has_address {
                    phases = fit.phases(swizzle.pattern_bytes());
                }
                let is_phase_open = swizzle != Swizzle::None && (fit.equals.len() > 1 || !cells.has_address);
                open = vec![("lbo", !is_lbo_shown), ("sbo", !is_sbo_shown), ("base_offset", is_phase_open)];
                (Form::Canonical(swizzle), Some((lbo, sbo)), base_offset)
            }
            Block::Row(exchange, run) => {
                let (along, _) = tile.shape.along_and_across(major);
                let column = (along * cells.width > run).then_some((run, steps.by[COLUMN] as u32));
                (Form::Rows { exchange, pitch: steps.by[GROUP] as u32, column }, None, 0)
            }
        };
        Self {
            form,
            major,
            strides,
            start_bytes: cells.counted(fit.start),
            base_offset,
            right: fit.right,
            of: fit.of,
            undetermined: open.into_iter().filter_map(|(name, is_open)| is_open.then_some(name)).collect(),
            phases,
            stages: fit.stages(tile),
            written: *written,
            matrix: tile.matrix,
            origin: tile.origin,
            shape: tile.shape,
            cells: cells.clone(),
            fit,
        }
    }

    /// An element type of this width with the same address law.
    pub fn element(&self) -> Element {
        element(self.cells.width)
    }

    /// Address of a cell of the tile before the XOR; `None` beyond shared memory.
    pub fn absolute(&self, cell: Coord) -> Option<u32> {
        self.fit.absolute(cell)
    }

    /// The number that is expected in a cell of the tile.
    const fn number(&self, cell: Coord) -> u32 {
        value_of_cell(self.written, self.matrix, behind(self.origin, cell))
    }

    /// Whether a raw value is that of a cell of the tile.
    pub fn is(&self, raw: u32, cell: Coord) -> bool {
        self.written.is(raw, self.number(cell))
    }

    /// The expected value of a cell of the tile.
    pub fn expected_value(&self, cell: Coord) -> Value {
        self.value_from_number(self.number(cell))
    }

    const fn value_from_number(&self, number: u32) -> Value {
        match self.written {
            Written::Pair => Value::Pair(number >> 16, number & 0xffff),
            _ => Value::Index(number),
        }
    }

    /// A raw value, by the cell of the matrix that it names.
    pub fn value_from_raw(&self, raw: u32) -> Value {
        let value = self.written.rounded(raw).map(|number| self.value_from_number(number));
        let is_known =
            |value: &Value| self.cell_of_matrix(*value).is_some_and(|cell| self.matrix.contains(cell));
        value.filter(is_known).unwrap_or(Value::Raw(raw, self.cells.width))
    }

    /// The cell of the matrix that a value names.
    pub(super) fn cell_of_matrix(&self, value: Value) -> Option<Coord> {
        let k = self.matrix.k;
        match value {
            Value::Index(index) => Some(Coord { mn: index.checked_div(k)?, k: index.checked_rem(k)? }),
            Value::Pair(mn, k) => Some(Coord { mn, k }),
            Value::Raw(..) => None,
        }
    }

    /// The cell of the tile that a value names; `None` if it names none of the tile.
    pub(super) fn cell_named(&self, value: Value) -> Option<Coord> {
        counted_from(self.origin, self.cell_of_matrix(value)?).filter(|cell| self.shape.contains(*cell))
    }

    /// Whether other extents are possible: they are unspecified, and rows of another width may have the same bytes.
    pub const fn rests_on_its_extents(&self, asked: &Asked) -> bool {
        asked.mn.is_none() && asked.k.is_none() && matches!(self.form, Form::Rows { .. })
    }

    /// Bytes after which the pattern of the layout repeats.
    const fn pattern_bytes(&self) -> u32 {
        match self.form {
            Form::Canonical(swizzle) => swizzle.pattern_bytes(),
            Form::Rows { .. } => 1,
        }
    }

    /// A possible start address if the dump has none: at the first phase that matches.
    fn assumed_start(&self) -> Option<u32> {
        let (first, pattern) = (self.phases.first()?, self.pattern_bytes());
        // A block's dynamic shared memory begins at `DYNAMIC_START`.
        Some(DYNAMIC_START / pattern * pattern + first)
    }

    /// The start as text: an address, or the possible addresses, `0x80 + n · 0x400`.
    pub fn start_text(&self) -> String {
        // It may be before the dump.
        let sign = if self.start_bytes < 0 { "-" } else { "" };
        let counted = format!("{sign}{:#x}", self.start_bytes.unsigned_abs());
        if self.phases.is_empty() {
            return counted;
        }
        let of_dump = if self.start_bytes == 0 { String::new() } else { format!(" ({counted} of the dump)") };
        format!("{} + n · {:#x}{of_dump}", alternatives(&self.phases), self.pattern_bytes())
    }

    /// Text on the undetermined start of a dump without an address; `None` if the address is known or makes no difference.
    pub fn open_start_text(&self) -> Option<String> {
        let pattern = self.pattern_bytes();
        match &*self.phases {
            [] => None,
            [phase] => Some(format!(
                "start {phase:#x} or {:#x}: not determined by the dump; every {phase:#x} + n · {pattern:#x} reads the same",
                phase + pattern
            )),
            phases => Some(format!(
                "start {}, each + n · {pattern:#x}: not determined by the dump",
                alternatives(phases)
            )),
        }
    }

    /// Type, major-ness, size and, where the dump has one, address of what was found.
    pub(super) fn tile(&self) -> SaidTile {
        let start = u32::try_from(self.start_bytes).ok();
        SaidTile {
            element: Some(self.element()),
            major: Some(self.major),
            mn: Some(self.shape.mn),
            k: Some(self.shape.k),
            start_bytes: start.filter(|start| self.cells.has_address && *start < ADDRESS_BYTES),
            ..SaidTile::default()
        }
    }

    /// The layout as a specified tile; `None` for rows that a tile cannot describe, and for stages of blocks.
    pub fn said(&self) -> Option<SaidTile> {
        let tile = self.tile();
        let tile = SaidTile { start_bytes: tile.start_bytes.or_else(|| self.assumed_start()), ..tile };
        match self.form {
            Form::Canonical(swizzle) if self.stages.is_none() => {
                let (lbo, sbo) = self.strides?;
                let pattern = pattern_from_base_offset(self.base_offset);
                Some(SaidTile {
                    swizzle: Some(swizzle),
                    lbo_bytes: Some(lbo),
                    sbo_bytes: Some(sbo),
                    pattern_bytes: (self.base_offset > 0).then_some(pattern),
                    ..tile
                })
            }
            Form::Rows { exchange, pitch, column: None } => Some(SaidTile {
                row_bytes: Some(pitch),
                row_xor: match exchange {
                    Exchange::None => None,
                    Exchange::Xor { shift, bits } => Some(RowXor::rows(shift, bits)),
                    // Without an address its phase is not known.
                    Exchange::Address(xor) if self.cells.has_address => {
                        Some(RowXor::new(XorOf::Address, xor)?)
                    }
                    Exchange::Rotation { .. } | Exchange::Address(_) => return None,
                },
                ..tile
            }),
            Form::Canonical(_) | Form::Rows { .. } => None,
        }
    }

    /// Returns the name of the stride from column to column.
    pub(crate) fn lbo_name(&self, swizzle: Swizzle) -> &'static str {
        let tile = Tile { major: self.major, swizzle, ..Tile::default() };
        tile.lbo_name()
    }

    /// The names of the values that the dump does not determine; `None` if it determines all.
    pub fn undetermined_text(&self) -> Option<String> {
        let name = |key: &&'static str| match (*key, self.form) {
            ("lbo", Form::Canonical(swizzle)) => self.lbo_name(swizzle),
            ("sbo", _) => "SBO",
            ("base_offset", _) => "base offset",
            (key, _) => key,
        };
        let names: Vec<&str> = self.undetermined.iter().map(name).collect();
        (!names.is_empty()).then(|| names.join(", "))
    }

    /// The layout as text.
    pub fn text(&self) -> String {
        let (major, start) = (self.major.name(), self.start_text());
        match self.form {
            Form::Canonical(swizzle) => {
                let (lbo, sbo) = self.strides.unwrap_or_default();
                let mut text = format!(
                    "{} {major}-major at {start}, {} {lbo}, SBO {sbo}",
                    swizzle.name(),
                    self.lbo_name(swizzle)
                );
                if self.base_offset > 0 {
                    text += &format!(
                        ", base offset {}: the pattern starts at the buffer, not at address 0",
                        self.base_offset
                    );
                }
                if let Some((count, bytes)) = self.stages {
                    text += &format!(", in {count} stages {bytes} bytes apart");
                }
                text
            }
            Form::Rows { exchange, pitch, column } => {
                let mut text = format!("{major}-major rows {pitch} bytes apart at {start}");
                if let Some((run, bytes)) = column {
                    text += &format!(", in columns of {run} bytes, {bytes} bytes apart");
                }
                match exchange {
                    Exchange::None => text,
                    exchange => format!("{text}, units permuted by {}", exchange.text()),
                }
            }
        }
    }

    /// The fix that makes it readable by a descriptor; `None` if it is readable.
    pub fn mend(&self) -> Option<String> {
        match self.form {
            Form::Canonical(_) if self.base_offset == 0 => None,
            Form::Canonical(swizzle) => Some(format!(
                "Set the descriptor's base offset to {}, or align the buffer itself, not only the memory that contains it, to {} bytes.",
                self.base_offset,
                swizzle.pattern_bytes()
            )),
            Form::Rows { pitch, exchange, .. } => {
                let (swizzle, row_bytes) = (self.swizzle(), self.row_bytes());
                let span = swizzle.row_bytes();
                let line = match Exchange::of_mode(swizzle) {
                    Exchange::None => "unit".into(),
                    exchange => exchange.text(),
                };
                let columns =
                    if row_bytes > span { format!(" of each column of {span} bytes") } else { String::new() };
                let is = written_line(pitch, exchange);
                let should = match (swizzle, exchange) {
                    (Swizzle::None, _) | (_, Exchange::None | Exchange::Xor { .. }) => String::new(),
                    (swizzle, Exchange::Rotation { .. } | Exchange::Address(_)) => {
                        let xor = Exchange::Address(swizzle.xor());
                        format!(", which is {} of the address", xor.text())
                    }
                };
                Some(format!(
                    "No descriptor reads such rows. The producer puts each 16-byte unit at {is}; expected: {span} * row + 16 * ({line}){columns}{should}, from a multiple of {} bytes. A descriptor with swizzle {} reads that layout.",
                    swizzle.pattern_bytes().max(128),
                    swizzle.name()
                ))
            }
        }
    }
}

/// Start of dynamic shared memory in a block without static shared memory (seen in cuda-gdb on an H200).
const DYNAMIC_START: u32 = 0x400;

/// Alternative addresses: `0x0, 0x80 or 0x100`.
fn alternatives(addresses: &[u32]) -> String {
    let all: Vec<String> = addresses.iter().map(|address| format!("{address:#x}")).collect();
    match &*all {
        [before @ .., last] if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        _ => all.concat(),
    }
}
