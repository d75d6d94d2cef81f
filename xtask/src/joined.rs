//! WebAssembly files that are loaded together, as one: without names and notes, which only a debugger reads, and with each number
//! in as few bytes as it needs. The linker uses five for any number that it may still change, and the splitter keeps them.

use std::io;
use std::mem::discriminant;

use anyhow::{Result, bail};
use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{
    CodeSection, DataCountSection, DataSection, ElementSection, EntityType, FuncType, FunctionSection,
    ImportSection, Module, TypeSection,
};
use wasmparser::{Import, Parser, Payload, TypeRef};

/// The numbers in the one file of what a file has by its own.
#[derive(Default)]
struct Numbers {
    types: Vec<u32>,
    globals: Vec<u32>,
    /// The number of its first function; none is imported.
    functions: u32,
    /// The number of its first run of data.
    data: u32,
    /// The number of its first run of the table.
    elements: u32,
}

/// The number of what a file has; none where it names what it does not have.
fn of(numbers: &[u32], own: u32) -> Result<u32, Error<io::Error>> {
    numbers.get(own as usize).copied().ok_or_else(|| Error::UserError(io::ErrorKind::NotFound.into()))
}

impl Reencode for Numbers {
    type Error = io::Error;

    fn type_index(&mut self, own: u32) -> Result<u32, Error<io::Error>> {
        of(&self.types, own)
    }

    fn global_index(&mut self, own: u32) -> Result<u32, Error<io::Error>> {
        of(&self.globals, own)
    }

    fn function_index(&mut self, own: u32) -> Result<u32, Error<io::Error>> {
        Ok(self.functions + own)
    }

    fn data_index(&mut self, own: u32) -> Result<u32, Error<io::Error>> {
        Ok(self.data + own)
    }

    fn element_index(&mut self, own: u32) -> Result<u32, Error<io::Error>> {
        Ok(self.elements + own)
    }
}

/// The place of a value in a list, at the end of which it is put where it is new.
fn place<T: PartialEq>(list: &mut Vec<T>, value: T) -> u32 {
    let at = list.iter().position(|one| *one == value);
    at.unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    }) as u32
}

/// The sections of the one file so far.
#[derive(Default)]
struct Joined {
    types: Vec<wasmparser::FuncType>,
    /// Module, name and what it is.
    imports: Vec<(String, String, EntityType)>,
    functions: FunctionSection,
    elements: ElementSection,
    code: CodeSection,
    data: DataSection,
}

impl Joined {
    /// The number of what is imported among its kind.
    fn import(&mut self, import: Import) -> Result<u32> {
        let kind = EntityType::try_from(import.ty)?;
        let import = (import.module.to_owned(), import.name.to_owned(), kind);
        let at = place(&mut self.imports, import) as usize;
        let is_of_kind = |(_, _, one): &&(_, _, EntityType)| discriminant(one) == discriminant(&kind);
        Ok(self.imports[..at].iter().filter(is_of_kind).count() as u32)
    }

    fn add(&mut self, wasm: &[u8]) -> Result<()> {
        let mut numbers = Numbers {
            functions: self.functions.len(),
            data: self.data.len(),
            elements: self.elements.len(),
            ..Numbers::default()
        };
        for payload in Parser::new(0).parse_all(wasm) {
            match payload? {
                Payload::TypeSection(section) => {
                    for of_function in section.into_iter_err_on_gc_types() {
                        numbers.types.push(place(&mut self.types, of_function?));
                    }
                }
                Payload::ImportSection(section) => {
                    for import in section.into_imports() {
                        let import = import?;
                        match (import.ty, self.import(import)?) {
                            (TypeRef::Global(_), number) => numbers.globals.push(number),
                            // Every file has the page's own, as the only one.
                            (TypeRef::Memory(_) | TypeRef::Table(_), 0) => (),
                            _ => bail!("a file imports {} {}", import.module, import.name),
                        }
                    }
                }
                Payload::FunctionSection(section) => {
                    for own in section {
                        self.functions.function(of(&numbers.types, own?)?);
                    }
                }
                Payload::ElementSection(section) => {
                    numbers.parse_element_section(&mut self.elements, section)?
                }
                Payload::CodeSectionEntry(body) => numbers.parse_function_body(&mut self.code, body)?,
                Payload::DataSection(section) => numbers.parse_data_section(&mut self.data, section)?,
                // The splitter writes the section, and nothing in it.
                Payload::ExportSection(section) if section.count() == 0 => (),
                // The counts in these sections are made anew.
                Payload::Version { .. }
                | Payload::DataCountSection { .. }
                | Payload::CodeSectionStart { .. }
                | Payload::CustomSection(_)
                | Payload::End(_) => (),
                other => {
                    bail!("a file has a section that xtask/src/joined.rs does not know: {other:?}")
                }
            }
        }
        Ok(())
    }

    fn finish(self) -> Result<Vec<u8>> {
        let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
        for of_function in self.types {
            types.ty().func_type(&FuncType::try_from(of_function)?);
        }
        for (module, name, kind) in self.imports {
            imports.import(&module, &name, kind);
        }
        let count = DataCountSection { count: self.data.len() };
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&self.functions);
        module.section(&self.elements).section(&count);
        module.section(&self.code).section(&self.data);
        Ok(module.finish())
    }
}

/// Files of the splitter in one: all import the page's memory, table and globals, and give each other their functions by the
/// table.
pub(crate) fn joined<'a>(files: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<u8>> {
    let mut joined = Joined::default();
    for file in files {
        joined.add(file)?;
    }
    joined.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &[u8] = b"\0asm\x01\0\0\0";

    /// A section of entries.
    fn section(id: u8, entries: &[&[u8]]) -> Vec<u8> {
        let content = entries.concat();
        [&[id, content.len() as u8 + 1, entries.len() as u8], &*content].concat()
    }

    const TABLE: &[u8] = b"\x01p\x01t\x01\x70\0\x09";
    const MEMORY: &[u8] = b"\x01p\x01m\x02\0\x01";

    /// A type without parameters, with this result.
    fn result(kind: u8) -> [u8; 4] {
        [0x60, 0, 1, kind]
    }

    /// A number that is imported and changes.
    fn global(name: u8) -> [u8; 7] {
        [1, b'p', 1, name, 3, 0x7f, 1]
    }

    /// A run of data or of the table from a place on.
    fn run(place: u8, what: &[u8]) -> Vec<u8> {
        [&[0, 0x41, place, 0x0b, what.len() as u8], what].concat()
    }

    /// A body that reads a global and calls a function.
    fn body(global: u8, function: &[u8]) -> Vec<u8> {
        let content = [&[0, 0x23, global, 0x10], function, &[0x0b]].concat();
        [&[content.len() as u8], &*content].concat()
    }

    /// A file as the splitter writes it, with notes, and each number in five bytes: its function, which calls itself, goes to the
    /// table.
    fn file(kind: u8, name: u8, place: u8) -> Vec<u8> {
        let note = [0, 3, 1, b'x', 9];
        [
            HEAD,
            &note,
            &section(1, &[&result(kind)]),
            &section(2, &[TABLE, MEMORY, &global(name)]),
            &section(3, &[&[0]]),
            &section(9, &[&run(place, &[0])]),
            &section(10, &[&body(0, &[0x80, 0x80, 0x80, 0x80, 0])]),
            &section(11, &[&run(place, b"data")]),
            &note,
        ]
        .concat()
    }

    #[test]
    fn each_file_keeps_its_own_in_few_bytes() {
        let (i32, i64) = (0x7f, 0x7e);
        let files = [file(i32, b'a', 1), file(i64, b'b', 3), file(i32, b'a', 5)];
        let expected = [
            HEAD,
            &section(1, &[&result(i32), &result(i64)]),
            &section(2, &[TABLE, MEMORY, &global(b'a'), &global(b'b')]),
            &section(3, &[&[0], &[1], &[0]]),
            &section(9, &[&run(1, &[0]), &run(3, &[1]), &run(5, &[2])]),
            &[12, 1, 3],
            &section(10, &[&body(0, &[0]), &body(1, &[1]), &body(0, &[2])]),
            &section(11, &[&run(1, b"data"), &run(3, b"data"), &run(5, b"data")]),
        ];
        assert_eq!(joined(files.iter().map(Vec::as_slice)).expect("one file"), expected.concat());
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        let exports = section(7, &[b"\x01a\x02\0"]);
        let two_memories = section(2, &[MEMORY, b"\x01p\x01o\x02\0\x01"]);
        for section in [&exports, &two_memories] {
            assert!(joined([&*[HEAD, section].concat()]).is_err());
        }
        let one = file(0x7f, b'a', 1);
        assert!(joined([&one[..one.len() - 1]]).is_err());
    }
}
