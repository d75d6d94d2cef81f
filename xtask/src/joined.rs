//! WebAssembly files that are loaded together, as one: without names and notes, which only a debugger reads, and with each number
//! in as few bytes as it needs. The linker uses five for any number that it may still change, and the splitter keeps them.

use std::mem::discriminant;

use anyhow::{Context as _, Result, anyhow, bail};
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

/// A file names what it does not have.
#[derive(Debug)]
struct Unknown;

fn of(numbers: &[u32], own: u32) -> Result<u32, Error<Unknown>> {
    let number = usize::try_from(own).ok().and_then(|own| numbers.get(own));
    number.copied().ok_or(Error::UserError(Unknown))
}

impl Reencode for Numbers {
    type Error = Unknown;

    fn type_index(&mut self, own: u32) -> Result<u32, Error<Unknown>> {
        of(&self.types, own)
    }

    fn global_index(&mut self, own: u32) -> Result<u32, Error<Unknown>> {
        of(&self.globals, own)
    }

    fn function_index(&mut self, own: u32) -> Result<u32, Error<Unknown>> {
        Ok(self.functions + own)
    }

    fn data_index(&mut self, own: u32) -> Result<u32, Error<Unknown>> {
        Ok(self.data + own)
    }

    fn element_index(&mut self, own: u32) -> Result<u32, Error<Unknown>> {
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
        let kind = EntityType::try_from(import.ty).map_err(|fault| anyhow!("{fault}"))?;
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
        let unknown = |fault: Error<Unknown>| anyhow!("cannot read a compiled file: {fault:?}");
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
                        self.functions.function(of(&numbers.types, own?).map_err(unknown)?);
                    }
                }
                Payload::ElementSection(section) => {
                    numbers.parse_element_section(&mut self.elements, section).map_err(unknown)?
                }
                Payload::CodeSectionEntry(body) => {
                    numbers.parse_function_body(&mut self.code, body).map_err(unknown)?
                }
                Payload::DataSection(section) => {
                    numbers.parse_data_section(&mut self.data, section).map_err(unknown)?
                }
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
            let of_function = FuncType::try_from(of_function);
            types.ty().func_type(&of_function.ok().context("a type of no plain values")?);
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
    use wasm_encoder::{ConstExpr, Elements, Function, GlobalType, MemoryType, RefType, TableType, ValType};
    use wasmparser::Operator;

    use super::*;

    const MEMORY: MemoryType =
        MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None };

    /// A file as the splitter writes it: its functions go to the table from a place on, the second calls the first, and where
    /// there is a global, reads it.
    fn file(global: Option<&str>, result: ValType, place: i32) -> Vec<u8> {
        let (mut types, mut imports) = (TypeSection::new(), ImportSection::new());
        types.ty().function([], [ValType::F64]);
        types.ty().function([], [result]);
        let table = TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 9,
            maximum: None,
            shared: false,
        };
        imports.import("page", "table", table);
        imports.import("page", "memory", MEMORY);
        if let Some(global) = global {
            let kind = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
            imports.import("page", global, kind);
        }
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for of_function in [1, 0] {
            functions.function(of_function);
        }
        let mut first = Function::new([]);
        first.instructions().unreachable().end();
        let mut second = Function::new([]);
        second.instructions().call(0);
        if global.is_some() {
            second.instructions().global_get(0);
        }
        second.instructions().unreachable().end();
        code.function(&first).function(&second);
        let mut elements = ElementSection::new();
        let all = Elements::Functions([0, 1][..].into());
        elements.active(None, &ConstExpr::i32_const(place), all);
        let mut data = DataSection::new();
        data.active(0, &ConstExpr::i32_const(place), *b"data");
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions);
        module.section(&elements).section(&code).section(&data);
        module.finish()
    }

    /// The file's imports, the types of its functions, which functions go to the table, and what each function names.
    fn read(wasm: &[u8]) -> (Vec<String>, Vec<u32>, Vec<u32>, Vec<String>) {
        let mut read = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.expect("a file") {
                Payload::ImportSection(section) => {
                    let names = section.into_imports().map(|import| import.expect("one").name.into());
                    read.0.extend(names);
                }
                Payload::FunctionSection(section) => read.1.extend(section.into_iter().flatten()),
                Payload::ElementSection(section) => {
                    for run in section {
                        if let wasmparser::ElementItems::Functions(functions) = run.expect("one").items {
                            read.2.extend(functions.into_iter().flatten());
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => {
                    for operator in body.get_operators_reader().expect("a body") {
                        match operator.expect("one") {
                            Operator::Call { function_index } => {
                                read.3.push(format!("call {function_index}"))
                            }
                            Operator::GlobalGet { global_index } => {
                                read.3.push(format!("get {global_index}"))
                            }
                            _ => (),
                        }
                    }
                }
                _ => (),
            }
        }
        read
    }

    #[test]
    fn each_file_keeps_its_own() {
        let files = [
            file(Some("a"), ValType::I32, 1),
            file(None, ValType::I64, 3),
            file(Some("b"), ValType::I32, 5),
            file(Some("a"), ValType::I64, 7),
        ];
        let (imports, types, table, names) =
            read(&joined(files.iter().map(Vec::as_slice)).expect("one file"));
        assert_eq!(imports, ["table", "memory", "a", "b"]);
        assert_eq!(types, [1, 0, 2, 0, 1, 0, 2, 0]);
        assert_eq!(table, [0, 1, 2, 3, 4, 5, 6, 7]);
        let of_each = ["call 0", "get 0", "call 2", "call 4", "get 1", "call 6", "get 0"];
        assert_eq!(names, of_each);
    }

    #[test]
    fn numbers_take_few_bytes_and_notes_go() {
        let head = b"\0asm\x01\0\0\0";
        let note = [0, 3, 1, b'x', 9];
        let none = [2, 1, 0];
        // One type of a function without parameters and results, one function of it, and its body: no locals, a call of
        // itself, the end. The number of what it calls has five bytes, or one.
        let types = [1, 4, 1, 0x60, 0, 0];
        let functions = [3, 2, 1, 0];
        let long = [10, 10, 1, 8, 0, 0x10, 0x80, 0x80, 0x80, 0x80, 0, 0x0b];
        let short = [10, 6, 1, 4, 0, 0x10, 0, 0x0b];
        let counts = [[9, 1, 0], [12, 1, 0], [11, 1, 0]];
        let wasm = [&head[..], &note, &types, &functions, &long, &note].concat();
        let joined = joined([&*wasm]).expect("sections");
        let [elements, data_count, data] = &counts;
        let plain = [&head[..], &types, &none, &functions, elements, data_count, &short, data];
        assert_eq!(joined, plain.concat());
    }

    #[test]
    fn one_file_is_itself() {
        let one = file(Some("a"), ValType::I32, 1);
        let joined = joined([&*one]).expect("one file");
        assert_eq!(read(&joined), read(&one));
    }

    #[test]
    fn what_is_not_known_is_an_error() {
        let mut exports = wasm_encoder::ExportSection::new();
        exports.export("a", wasm_encoder::ExportKind::Memory, 0);
        let mut module = Module::new();
        module.section(&exports);
        assert!(joined([&*module.finish()]).is_err());
        let mut imports = ImportSection::new();
        imports.import("page", "memory", MEMORY);
        imports.import("page", "other", MEMORY);
        let mut module = Module::new();
        module.section(&imports);
        assert!(joined([&*module.finish()]).is_err());
        let one = file(None, ValType::I32, 1);
        assert!(joined([&one[..one.len() - 1]]).is_err());
    }
}
