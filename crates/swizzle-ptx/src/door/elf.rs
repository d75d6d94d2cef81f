//! Sections of a 64-bit little-endian ELF file, and relocations in them.

use std::collections::HashMap;

/// Bytes of an entry in the table of sections.
pub(super) const ENTRY_BYTES: usize = 64;

/// Sections by their names.
pub(super) struct Elf<'a> {
    sections: Vec<(&'a [u8], &'a [u8])>,
    /// The end of the file, as far as its sections tell.
    pub(super) end: usize,
    /// Number of sections that the file declares, as many as were read.
    pub(super) count: usize,
}

impl<'a> Elf<'a> {
    /// Reads at most `most` sections; bytes that are not an ELF file have none.
    pub(super) fn of(elf: &'a [u8], most: usize) -> Self {
        let mut read = Self { sections: Vec::new(), end: 0, count: 0 };
        read.read(elf, most);
        read
    }

    fn read(&mut self, elf: &'a [u8], most: usize) -> Option<()> {
        let table = number(elf, 0x28, 8)?;
        let [size, count, names] = [0x3a, 0x3c, 0x3e].map(|at| number(elf, at, 2));
        let (size, count, names) = (size?, count?, names?);
        // Offset of a section's name in the table of names, the section's bytes, and their end.
        let section = |at: usize| {
            let entry = table.checked_add(at.checked_mul(size)?)?;
            let field = |offset: usize, size| number(elf, entry.checked_add(offset)?, size);
            let start = field(0x18, 8)?;
            let end = start.checked_add(field(0x20, 8)?)?;
            Some((field(0, 4)?, elf.get(start..end)?, end))
        };
        let (_, names, _) = section(names)?;
        self.count = count.min(most);
        for (name, bytes, end) in (0..self.count).filter_map(section) {
            self.end = self.end.max(end);
            let name = names.get(name..).unwrap_or_default();
            let name = name.split(|byte| *byte == 0).next().unwrap_or_default();
            if NAMES.contains(&name) {
                self.sections.push((name, bytes));
            }
        }
        Some(())
    }

    /// The bytes of a section; empty where there is none.
    pub(super) fn section(&self, name: &str) -> &'a [u8] {
        self.sections.iter().find(|(of, _)| *of == name.as_bytes()).map_or(&[], |(_, bytes)| bytes)
    }

    /// The symbol that is added to the number at each offset of a section.
    pub(super) fn symbols(&self, name: &str) -> HashMap<usize, usize> {
        let (with, without) = (format!(".rela{name}"), format!(".rel{name}"));
        let of = |name: &str, size: usize| {
            let entries = self.section(name).chunks_exact(size);
            entries.filter_map(|entry| Some((number(entry, 0, 8)?, number(entry, 12, 4)?)))
        };
        of(&with, 24).chain(of(&without, 16)).collect()
    }
}

/// The sections that are kept.
const NAMES: [&[u8]; 7] = [
    super::TEXT.as_bytes(),
    super::FROM_SOURCE.as_bytes(),
    super::FROM_PTX.as_bytes(),
    b".rela.debug_line",
    b".rel.debug_line",
    b".rela.nv_debug_line_sass",
    b".rel.nv_debug_line_sass",
];

/// A little-endian number.
pub(super) fn number(bytes: &[u8], at: usize, size: usize) -> Option<usize> {
    let field = bytes.get(at..at.checked_add(size)?)?;
    let number = field.iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    usize::try_from(number).ok()
}
