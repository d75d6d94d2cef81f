//! A line table of DWARF 2 to 4: from which line of which file each machine instruction is, and where that was inlined.

use std::collections::{BTreeMap, HashMap};

use super::elf::{Elf, number};

/// An address of machine code: the symbol that it is counted from, and bytes.
pub(super) type Address = (usize, u64);

/// The machine code from an address to that of the next row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Row {
    /// The first address of the row.
    pub(super) address: Address,
    /// The file's number in [`LineTable::files`].
    pub(super) file: usize,
    /// The line, from 1.
    pub(super) line: u32,
    /// The row of the call that was inlined.
    pub(super) caller: Option<usize>,
}

/// A line table.
#[derive(Debug, Default)]
pub(super) struct LineTable {
    /// The paths of the files of all units.
    pub(super) files: Vec<String>,
    /// The rows of all sequences.
    pub(super) rows: Vec<Row>,
    /// The last row at each address; none where a sequence ends.
    at: BTreeMap<Address, Option<usize>>,
}

impl LineTable {
    /// Reads a section. What is not understood ends it.
    pub(super) fn of(elf: &Elf<'_>, name: &str) -> Self {
        let symbols = elf.symbols(name);
        let mut table = Self::default();
        let mut cursor = Cursor { bytes: elf.section(name), at: 0 };
        while table.unit(&mut cursor, &symbols).is_some() {}
        table
    }

    /// The row that an address belongs to.
    pub(super) fn row(&self, address: Address) -> Option<&Row> {
        let (found, row) = self.at.range(..=address).next_back()?;
        let row = row.filter(|_| found.0 == address.0)?;
        self.rows.get(row)
    }

    fn unit(&mut self, cursor: &mut Cursor<'_>, symbols: &HashMap<usize, usize>) -> Option<()> {
        let length = cursor.number(4)?;
        let end = cursor.at.checked_add(length)?;
        let bytes = cursor.bytes.get(..end)?;
        let mut unit = Cursor { bytes, ..*cursor };
        cursor.at = end;
        let version = unit.number(2)?;
        if !(2..=4).contains(&version) {
            return Some(());
        }
        let header = unit.number(4)?;
        let program = unit.at.checked_add(header)?;
        let shortest = unit.byte()?;
        // Operations of an instruction, and whether rows are statements: of no consequence here.
        unit.at += if version == 4 { 2 } else { 1 };
        let (base, range, first) = (unit.byte()? as i8, unit.byte()?, unit.byte()?);
        let count = usize::from(first.checked_sub(1)?);
        let operands = bytes.get(unit.at..unit.at.checked_add(count)?)?;
        unit.at += count;
        let files = self.files.len();
        self.read_files(&mut unit)?;
        unit.at = program;
        let rules = Rules {
            shortest: u64::from(shortest),
            base: i64::from(base),
            range: range.max(1),
            first,
            operands,
            files,
        };
        // A program that breaks off keeps its rows.
        let _ = self.run(&rules, &mut unit, symbols);
        Some(())
    }

    fn read_files(&mut self, unit: &mut Cursor<'_>) -> Option<()> {
        let mut folders = Vec::new();
        loop {
            match unit.text()? {
                "" => break,
                folder => folders.push(folder),
            }
        }
        loop {
            let name = unit.text()?;
            if name.is_empty() {
                return Some(());
            }
            let folder = (unit.unsigned()? as usize).checked_sub(1);
            // Time and size.
            unit.unsigned()?;
            unit.unsigned()?;
            let folder = folder.and_then(|at| folders.get(at));
            self.files.push(match folder {
                Some(folder) if !name.starts_with('/') => format!("{folder}/{name}"),
                Some(_) | None => name.to_owned(),
            });
        }
    }

    fn run(
        &mut self,
        rules: &Rules<'_>,
        unit: &mut Cursor<'_>,
        symbols: &HashMap<usize, usize>,
    ) -> Option<()> {
        let mut state = State::of(self.rows.len());
        while unit.at < unit.bytes.len() {
            let code = unit.byte()?;
            match code {
                _ if code >= rules.first => {
                    let by = code - rules.first;
                    state.advance(u64::from(by / rules.range) * rules.shortest);
                    let lines = rules.base + i64::from(by % rules.range);
                    state.line = state.line.wrapping_add(lines);
                    self.push(&state, rules);
                }
                0 => {
                    let length = unit.unsigned()? as usize;
                    let end = unit.at.checked_add(length)?;
                    match unit.byte()? {
                        1 => {
                            self.at.entry(state.address).or_insert(None);
                            state = State::of(self.rows.len());
                        }
                        2 => {
                            let bytes = number(unit.bytes, unit.at, length.saturating_sub(1))?;
                            state.address = (symbols.get(&unit.at).copied().unwrap_or(0), bytes as u64);
                        }
                        INLINED_CALL => state.caller = unit.unsigned()? as usize,
                        _ => {}
                    }
                    unit.at = end;
                }
                1 => self.push(&state, rules),
                2 => state.advance(unit.unsigned()?.wrapping_mul(rules.shortest)),
                3 => state.line = state.line.wrapping_add(unit.signed()?),
                4 => state.file = unit.unsigned()? as usize,
                8 => {
                    let by = (u8::MAX - rules.first) / rules.range;
                    state.advance(u64::from(by) * rules.shortest);
                }
                9 => state.advance(unit.number(2)? as u64),
                _ => {
                    for _ in 0..*rules.operands.get(usize::from(code) - 1)? {
                        unit.unsigned()?;
                    }
                }
            }
        }
        Some(())
    }

    fn push(&mut self, state: &State, rules: &Rules<'_>) {
        let caller = state.caller.checked_sub(1).and_then(|row| row.checked_add(state.first_row));
        self.at.insert(state.address, Some(self.rows.len()));
        self.rows.push(Row {
            address: state.address,
            file: rules.files.saturating_add(state.file.wrapping_sub(1)),
            line: u32::try_from(state.line).unwrap_or(0),
            caller: caller.filter(|row| *row < self.rows.len()),
        });
    }
}

/// NVIDIA's extended operation: rows from here on were inlined at the call of a row, counted in the sequence from 1.
const INLINED_CALL: u8 = 0x90;

/// The line-program parameters in a unit's header.
struct Rules<'a> {
    shortest: u64,
    base: i64,
    range: u8,
    /// The first operation that is a row by itself.
    first: u8,
    /// Number of operands of each operation before that.
    operands: &'a [u8],
    /// Files of the units before.
    files: usize,
}

/// The registers of the program.
struct State {
    address: Address,
    file: usize,
    line: i64,
    caller: usize,
    first_row: usize,
}

impl State {
    const fn of(first_row: usize) -> Self {
        Self { address: (0, 0), file: 1, line: 1, caller: 0, first_row }
    }

    fn advance(&mut self, bytes: u64) {
        self.address.1 = self.address.1.wrapping_add(bytes);
    }
}

/// Bytes that are read one after another.
#[derive(Clone, Copy)]
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn byte(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied()?;
        self.at += 1;
        Some(byte)
    }

    fn number(&mut self, size: usize) -> Option<usize> {
        let found = number(self.bytes, self.at, size)?;
        self.at += size;
        Some(found)
    }

    fn text(&mut self) -> Option<&'a str> {
        let text = self.bytes.get(self.at..)?.split(|byte| *byte == 0).next()?;
        self.at += text.len() + 1;
        std::str::from_utf8(text).ok()
    }

    /// LEB128: its value and its bits; those beyond 64 are dropped.
    fn leb128(&mut self) -> Option<(u64, u32)> {
        let (mut value, mut bits) = (0, 0);
        loop {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f).checked_shl(bits).unwrap_or(0);
            bits = bits.saturating_add(7);
            if byte & 0x80 == 0 {
                return Some((value, bits));
            }
        }
    }

    fn unsigned(&mut self) -> Option<u64> {
        self.leb128().map(|(value, _)| value)
    }

    fn signed(&mut self) -> Option<i64> {
        let (value, bits) = self.leb128()?;
        let unused = u64::BITS.saturating_sub(bits);
        Some(((value << unused) as i64) >> unused)
    }
}
