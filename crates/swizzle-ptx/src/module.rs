//! A PTX text as data: its variables in shared memory, its functions and their instructions.

use std::collections::HashMap;

use swizzle_core::hardware::{Arch, Chip};

use crate::loc::Locs;
use crate::names::{Bound, Names};
use crate::operand::{Operand, read_operands};
use crate::statement::{Statement, Statements};

/// A text.
#[derive(Debug, Default)]
pub struct Module<'a> {
    /// The text after `.target`, such as `sm_90a`.
    pub target: Option<&'a str>,
    /// Variables in shared memory, those of functions among them.
    pub shared: Vec<Shared<'a>>,
    /// Functions in the order of the text; instructions outside of any are one without a name.
    pub functions: Vec<Function<'a>>,
    /// Places in the source.
    pub locs: Locs<'a>,
    /// Functions by their names.
    pub(crate) by_name: HashMap<&'a str, usize>,
}

/// The chip of a target with a family's instructions: the target's own, whichever letter it ends in, else the family's first.
pub fn chip(target: Option<&str>, arch: Arch) -> Chip {
    let name = target.map(|target| target.trim_end_matches(['a', 'f']));
    let is_named = |chip: &Chip| {
        chip.words().iter().map(|word| word.trim_end_matches('a')).any(|word| Some(word) == name)
    };
    arch.chips().find(is_named).unwrap_or(arch.first_chip())
}

/// A variable in shared memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shared<'a> {
    /// Its name.
    pub name: &'a str,
    /// Its alignment.
    pub align: u32,
    /// Its bytes; `None` where the launch specifies them.
    pub bytes: Option<u64>,
}

/// A function.
#[derive(Debug, Default)]
pub struct Function<'a> {
    /// Its name.
    pub name: &'a str,
    /// Whether it is a kernel.
    pub is_entry: bool,
    /// Whether the text ends before it does.
    pub is_cut: bool,
    /// Number of threads that a block has along x, or has at most, where the text specifies it.
    pub threads: Option<u32>,
    /// Threads along x, y and z, in the same way.
    pub block: Option<[u32; 3]>,
    /// Whether these are what a block has; else as many, or fewer, in any shape.
    pub is_shape_named: bool,
    /// Its instructions.
    pub instructions: Vec<Instruction<'a>>,
    /// Their operands.
    pub operands: Vec<Operand<'a>>,
    /// The names of its registers.
    pub registers: Vec<&'a str>,
    /// The names of its variables: parameters, results, local memory.
    pub variables: Vec<&'a str>,
    /// The variables that are its parameters.
    pub parameters: Vec<u32>,
    /// The variables that are its results.
    pub results: Vec<u32>,
    /// The instruction behind each label, by block and name.
    labels: HashMap<(u32, &'a str), u32>,
    /// The labels of a table of jumps, by the table's block and name.
    tables: HashMap<(u32, &'a str), &'a str>,
    /// The block around each block.
    blocks: Vec<u32>,
}

/// An instruction.
#[derive(Debug, Clone, Copy)]
pub struct Instruction<'a> {
    /// Its opcode with all modifiers.
    pub opcode: &'a str,
    /// The register of its guard.
    pub guard: Option<u32>,
    /// Whether it is carried out where its guard is false.
    pub(crate) is_unless: bool,
    /// Whether an operand is the opposite of a register.
    pub(crate) has_opposite: bool,
    /// The index of its first operand.
    pub(crate) first: u32,
    /// Number of its operands.
    pub(crate) count: u32,
    /// Its line, from 1.
    pub line: u32,
    /// Its place in the source, from 1; 0 without one.
    pub loc: u32,
    /// The block that it is in.
    block: u32,
}

/// Number of enclosing blocks in which a label is looked for.
const BLOCKS_MAX: usize = 64;

impl<'a> Function<'a> {
    /// The operands of an instruction.
    pub fn operands_of(&self, instruction: &Instruction<'a>) -> &[Operand<'a>] {
        self.list(instruction.first, instruction.count)
    }

    /// Some operands of the list.
    pub fn list(&self, first: u32, count: u32) -> &[Operand<'a>] {
        self.operands.get(first as usize..(first + count) as usize).unwrap_or_default()
    }

    /// The instruction behind a label, as one instruction names it.
    pub(crate) fn target(&self, from: &Instruction<'a>, label: &'a str) -> Option<u32> {
        self.in_blocks(from, label, &self.labels).copied()
    }

    /// The instructions behind the labels of a table.
    pub(crate) fn targets(&self, from: &Instruction<'a>, table: &'a str) -> Vec<u32> {
        let list = self.in_blocks(from, table, &self.tables).copied().unwrap_or_default();
        list.split(',').map(str::trim).filter_map(|label| self.target(from, label)).collect()
    }

    /// Looks up a name in the block of an instruction or in one around it.
    fn in_blocks<'m, T>(
        &self,
        from: &Instruction<'a>,
        name: &'a str,
        map: &'m HashMap<(u32, &'a str), T>,
    ) -> Option<&'m T> {
        let mut block = from.block;
        for _ in 0..BLOCKS_MAX {
            if let Some(found) = map.get(&(block, name)) {
                return Some(found);
            }
            if block == 0 {
                break;
            }
            block = self.blocks[block as usize];
        }
        None
    }
}

impl<'a> Module<'a> {
    /// Reads a text. What is not understood is passed over.
    pub fn read(text: &'a str) -> Self {
        let mut reader = Reader::default();
        for (line, statement) in Statements::of(text) {
            match statement {
                Statement::Open => reader.open(),
                Statement::Close => reader.close(),
                Statement::Label(name) => reader.label(name),
                Statement::Directive(text) => reader.directive(text),
                Statement::Instruction(text) => reader.instruction(text, line),
            }
        }
        reader.function.is_cut = reader.is_in_function;
        reader.end_function();
        let mut module = reader.module;
        for (at, function) in module.functions.iter().enumerate() {
            module.by_name.entry(function.name).or_insert(at);
        }
        module
    }
}

#[derive(Default)]
struct Reader<'a> {
    module: Module<'a>,
    function: Function<'a>,
    names: Names<'a>,
    /// The open blocks, without the function's own.
    open: Vec<u32>,
    is_in_function: bool,
    loc: u32,
    last_label: &'a str,
}

impl<'a> Reader<'a> {
    fn open(&mut self) {
        if !self.is_in_function && !self.function.name.is_empty() {
            self.is_in_function = true;
            return;
        }
        self.names.open();
        let around = self.block();
        self.function.blocks.push(around);
        self.open.push(self.function.blocks.len() as u32 - 1);
    }

    fn close(&mut self) {
        match self.open.pop() {
            Some(_) => self.names.close(),
            None => self.end_function(),
        }
    }

    fn block(&self) -> u32 {
        self.open.last().copied().unwrap_or(0)
    }

    fn begin_function(&mut self, name: &'a str, is_entry: bool) {
        self.end_function();
        self.function.name = name;
        self.function.is_entry = is_entry;
        self.function.blocks.push(0);
    }

    fn end_function(&mut self) {
        let mut function = std::mem::take(&mut self.function);
        let names = std::mem::take(&mut self.names);
        self.open.clear();
        self.is_in_function = false;
        self.loc = 0;
        if function.instructions.is_empty() {
            return;
        }
        function.registers = names.registers;
        self.module.functions.push(function);
    }

    fn label(&mut self, name: &'a str) {
        let at = self.function.instructions.len() as u32;
        let block = self.block();
        self.function.labels.insert((block, name), at);
        self.last_label = name;
    }

    fn directive(&mut self, text: &'a str) {
        let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
        match word {
            ".target" => self.module.target = rest.split([',', ' ', '\t']).find(|word| !word.is_empty()),
            ".file" => self.module.locs.read_file(rest),
            ".loc" => self.loc = self.module.locs.read_loc(rest),
            ".reg" => self.names.declare_registers(rest),
            ".local" | ".param" => {
                self.variable(text);
            }
            ".shared" => self.shared(text),
            ".branchtargets" => {
                let table = (self.block(), self.last_label);
                self.function.tables.insert(table, rest);
            }
            ".visible" | ".weak" | ".extern" | ".entry" | ".func" | ".common" => self.header(text),
            _ => {}
        }
    }

    /// A function's header, or a variable that other texts see.
    fn header(&mut self, text: &'a str) {
        let word = text.split(|c: char| c.is_whitespace() || c == '(');
        let mut kinds = word.filter(|word| word.starts_with('.'));
        match kinds.find(|word| matches!(*word, ".entry" | ".func" | ".shared" | ".global" | ".const")) {
            Some(".shared") => self.shared(text),
            Some(".entry") => self.function_header(text, ".entry"),
            Some(".func") => self.function_header(text, ".func"),
            _ => {}
        }
    }

    /// `.func (results) name (parameters)`.
    fn function_header(&mut self, text: &'a str, kind: &str) {
        let Some((_, rest)) = text.split_once(kind) else {
            return;
        };
        let rest = rest.trim_start();
        let (results, rest) = match rest.strip_prefix('(') {
            Some(rest) => rest.split_once(')').unwrap_or((rest, "")),
            None => ("", rest),
        };
        let rest = rest.trim_start();
        let end = rest.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(rest.len());
        self.begin_function(&rest[..end], kind == ".entry");
        self.function.block = block(rest);
        self.function.is_shape_named = rest.contains(".reqntid");
        self.function.threads = self.function.block.map(|[x, ..]| x);
        self.function.results = self.variables(results);
        let parameters = rest[end..].split_once('(').map_or("", |(_, rest)| rest);
        let parameters = parameters.rsplit_once(')').map_or("", |(inner, _)| inner);
        self.function.parameters = self.variables(parameters);
    }

    fn variables(&mut self, list: &'a str) -> Vec<u32> {
        let list = list.split(',').filter(|part| !part.trim().is_empty());
        list.map(|part| self.variable(part)).collect()
    }

    /// Declares a variable: its name is the last word, before the size.
    fn variable(&mut self, text: &'a str) -> u32 {
        let name = name_of(text);
        let id = self.function.variables.len() as u32;
        self.function.variables.push(name);
        self.names.declare(name, Bound::Variable(id));
        id
    }

    fn shared(&mut self, text: &'a str) {
        let mut words = text.split_whitespace();
        let align = words.by_ref().find(|word| *word == ".align").and_then(|_| words.next());
        // A tile has several extents; the first of an external array may be empty.
        let extents = text.split('[').skip(1);
        let mut extents = extents.map(|extent| extent.split(']').next()?.trim().parse::<u64>().ok());
        let size = extents.try_fold(1u64, |size, extent| Some(size.saturating_mul(extent?)));
        let wide = ["64", "32", "16"]
            .into_iter()
            .find(|bits| ["b", "u", "s", "f"].iter().any(|kind| text.contains(&format!(".{kind}{bits} "))));
        let element: u64 = wide.map_or(1, |bits| bits.parse().unwrap_or(8) / 8);
        self.module.shared.push(Shared {
            name: name_of(text),
            align: align.and_then(|align| align.parse().ok()).unwrap_or(element as u32),
            bytes: size.map(|count| count.saturating_mul(element)),
        });
    }

    fn instruction(&mut self, text: &'a str, line: u32) {
        if self.function.blocks.is_empty() {
            // Instructions without a function around them: an excerpt.
            self.function.blocks.push(0);
        }
        let is_unless = text.starts_with("@!");
        let (guard, text) = match text.strip_prefix('@') {
            Some(rest) => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let name = rest[..end].trim_start_matches('!');
                let guard = match self.names.bound(name) {
                    Some(Bound::Register(id)) => Some(id),
                    _ => None,
                };
                (guard, rest[end..].trim_start())
            }
            None => (None, text),
        };
        let is_of_opcode = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | ':');
        let end = text.find(|c| !is_of_opcode(c)).unwrap_or(text.len());
        let (opcode, rest) = text.split_at(end);
        if opcode.is_empty() {
            return;
        }
        let (first, count) = read_operands(rest, &mut self.names, &mut self.function.operands);
        let block = self.block();
        self.function.instructions.push(Instruction {
            opcode,
            guard,
            is_unless,
            has_opposite: rest.contains('!'),
            first,
            count,
            line,
            loc: self.loc,
            block,
        });
    }
}

/// The threads along x, y and z that `.reqntid` or `.maxntid` names.
fn block(header: &str) -> Option<[u32; 3]> {
    let behind = |word| header.split_once(word).map(|(_, rest)| rest);
    let rest = behind(".reqntid").or_else(|| behind(".maxntid"))?;
    let line = rest.split(['\n', '.', '{']).next()?;
    let mut numbers = line.split(',').map(|number| number.trim().parse::<u32>().ok().filter(|one| *one > 0));
    let x = numbers.next()??;
    let mut next = || numbers.next().flatten().unwrap_or(1);
    Some([x, next(), next()])
}

/// The name in a declaration: its last word, without a size.
fn name_of(text: &str) -> &str {
    let text = text.split('[').next().unwrap_or(text).trim_end();
    text.rsplit(char::is_whitespace).next().unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use swizzle_core::Named as _;
    use swizzle_core::hardware::{Arch, Chip};

    use super::{Module, chip};

    #[test]
    fn a_module_has_functions_variables_and_places() {
        let text = ".version 8.0\n.target sm_90a, debug\n.extern .shared .align 1024 .b8 smem[];\n.func (.param .b64 r) f(.param .b32 a)\n{ .reg .b64 x; mov.b64 x, 1; ret; }\n\
            .visible .entry k(.param .u64 p)\n.reqntid 128\n{\n.shared .align 16 .b32 s[2][2];\n.loc 1 7 3\n$L: { .reg .b64 x; mov.b64 x, smem; } bra $L;\n}\n.file 1 \"/a.py\"";
        let module = Module::read(text);
        assert_eq!(module.target, Some("sm_90a"));
        let shared: Vec<_> = module.shared.iter().map(|one| (one.name, one.align, one.bytes)).collect();
        assert_eq!(shared, [("smem", 1024, None), ("s", 16, Some(16))]);
        let names: Vec<_> =
            module.functions.iter().map(|one| (one.name, one.is_entry, one.instructions.len())).collect();
        assert_eq!(names, [("f", false, 2), ("k", true, 2)]);
        let kernel = &module.functions[1];
        assert_eq!(kernel.threads, Some(128));
        let jump = &kernel.instructions[1];
        assert_eq!(kernel.target(jump, "$L"), Some(0));
        let place = module.locs.chain(jump.loc)[0];
        assert_eq!((module.locs.file(place.file), place.line, jump.line), (Some("/a.py"), 7, 11));
    }

    #[test]
    fn an_excerpt_is_a_function_without_a_name() {
        let module = Module::read("or.b64 %rd1, %rd2, 7;\nwgmma.fence.sync.aligned;");
        assert_eq!((module.functions.len(), module.functions[0].name), (1, ""));
    }

    #[test]
    fn a_target_is_its_chip_whichever_letter_it_ends_in() {
        for arch in Arch::ALL {
            for of_arch in arch.chips() {
                assert_eq!(chip(Some(of_arch.name()), *arch), of_arch);
            }
        }
        for (target, of_target) in [
            ("sm_100f", Chip::Sm100a),
            ("sm_101a", Chip::Sm110a),
            ("sm_103f", Chip::Sm103a),
            ("sm_90", Chip::Sm100a),
            ("sm_200a", Chip::Sm100a),
        ] {
            assert_eq!(chip(Some(target), Arch::Tcgen05), of_target, "{target}");
        }
        assert_eq!(chip(None, Arch::Wgmma), Chip::Sm90a);
    }
}
