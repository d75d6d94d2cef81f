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
use wasmparser::{FunctionBody, Import, Parser, Payload, TypeRef};

/// The numbers in the one file of what a file has by its own.
#[derive(Default)]
struct Numbers {
    types: Vec<u32>,
    globals: Vec<u32>,
    /// Those of its functions; none is imported.
    functions: Vec<u32>,
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
        of(&self.functions, own)
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

/// What the files have in common.
#[derive(Default)]
struct Joined<'a> {
    types: Vec<wasmparser::FuncType>,
    /// Module, name and what it is.
    imports: Vec<(String, String, EntityType)>,
    files: Vec<Numbers>,
    /// Runs of the table and of data, with the number of the file.
    runs: Vec<(usize, Payload<'a>)>,
    /// The functions: the number of the file, the number in it, the type and the body.
    functions: Vec<(usize, usize, u32, FunctionBody<'a>)>,
}

impl<'a> Joined<'a> {
    /// The number of what is imported among its kind.
    fn import(&mut self, import: Import) -> Result<u32> {
        let kind = EntityType::try_from(import.ty)?;
        let import = (import.module.to_owned(), import.name.to_owned(), kind);
        let at = place(&mut self.imports, import) as usize;
        let is_of_kind = |(_, _, one): &&(_, _, EntityType)| discriminant(one) == discriminant(&kind);
        Ok(self.imports[..at].iter().filter(is_of_kind).count() as u32)
    }

    fn add(&mut self, wasm: &'a [u8]) -> Result<()> {
        let (at, mut numbers, mut types) = (self.files.len(), Numbers::default(), Vec::new());
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
                        types.push(of(&numbers.types, own?)?);
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    let own = numbers.functions.len();
                    self.functions.push((at, own, of(&types, own as u32)?, body));
                    numbers.functions.push(0);
                }
                run @ (Payload::ElementSection(_) | Payload::DataSection(_)) => self.runs.push((at, run)),
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
        self.files.push(numbers);
        Ok(())
    }
}

/// Files of the splitter in one: all import the page's memory, table and globals, and give each other their functions by the
/// table. Functions stand by their length: what is alike is near, where a packer sees it, which saves three parts in a hundred.
pub(crate) fn joined<'a>(files: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<u8>> {
    let mut joined = Joined::default();
    files.into_iter().try_for_each(|one| joined.add(one))?;
    let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
    for of_function in joined.types {
        types.ty().func_type(&FuncType::try_from(of_function)?);
    }
    for (module, name, kind) in joined.imports {
        imports.import(&module, &name, kind);
    }
    joined.functions.sort_by_key(|(.., body)| body.range().len());
    let mut functions = FunctionSection::new();
    for (at, own, kind, _) in &joined.functions {
        joined.files[*at].functions[*own] = functions.len();
        functions.function(*kind);
    }
    let (mut elements, mut code, mut data) = (ElementSection::new(), CodeSection::new(), DataSection::new());
    for (at, run) in joined.runs {
        let numbers = &mut joined.files[at];
        match run {
            Payload::ElementSection(section) => {
                numbers.elements = elements.len();
                numbers.parse_element_section(&mut elements, section)?;
            }
            Payload::DataSection(section) => {
                numbers.data = data.len();
                numbers.parse_data_section(&mut data, section)?;
            }
            _ => {}
        }
    }
    for (at, .., body) in joined.functions {
        joined.files[at].parse_function_body(&mut code, body)?;
    }
    let count = DataCountSection { count: data.len() };
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions);
    module.section(&elements).section(&count).section(&code).section(&data);
    Ok(module.finish())
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

    /// A body that does nothing some times, reads a global and calls a function.
    fn body(pauses: u8, global: u8, function: &[u8]) -> Vec<u8> {
        let content = [&[0], &*vec![1; pauses.into()], &[0x23, global, 0x10], function, &[0x0b]].concat();
        [&[content.len() as u8], &*content].concat()
    }

    /// A file as the splitter writes it, with notes, and each number in five bytes: its function, which calls itself, goes to the
    /// table.
    fn file(kind: u8, name: u8, place: u8, pauses: u8) -> Vec<u8> {
        let note = [0, 3, 1, b'x', 9];
        [
            HEAD,
            &note,
            &section(1, &[&result(kind)]),
            &section(2, &[TABLE, MEMORY, &global(name)]),
            &section(3, &[&[0]]),
            &section(9, &[&run(place, &[0])]),
            &section(10, &[&body(pauses, 0, &[0x80, 0x80, 0x80, 0x80, 0])]),
            &section(11, &[&run(place, b"data")]),
            &note,
        ]
        .concat()
    }

    #[test]
    fn each_file_keeps_its_own_in_few_bytes() {
        let (i32, i64) = (0x7f, 0x7e);
        let files = [file(i32, b'a', 1, 2), file(i64, b'b', 3, 0), file(i32, b'a', 5, 1)];
        let expected = [
            HEAD,
            &section(1, &[&result(i32), &result(i64)]),
            &section(2, &[TABLE, MEMORY, &global(b'a'), &global(b'b')]),
            // The shortest function is first.
            &section(3, &[&[1], &[0], &[0]]),
            &section(9, &[&run(1, &[2]), &run(3, &[0]), &run(5, &[1])]),
            &[12, 1, 3],
            &section(10, &[&body(0, 1, &[0]), &body(1, 0, &[1]), &body(2, 0, &[2])]),
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
        let one = file(0x7f, b'a', 1, 0);
        assert!(joined([&one[..one.len() - 1]]).is_err());
    }
}
