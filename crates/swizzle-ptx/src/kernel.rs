//! A kernel: its tensor-core instructions, with their operands as far as the text tells them.

use std::collections::HashMap;

use swizzle_core::descriptor::InstructionDescriptor;
use swizzle_core::hardware::{Arch, Chip, Major, Operand as Side, Sparsity};

use crate::atoms::{Atom, Atoms};
use crate::flat::{Budget, Flat};
use crate::flow::Flow;
use crate::held::HeldDescriptor;
use crate::held_instruction::HeldInstruction;
use crate::linear::{AtomId, Linear};
use crate::mma::{Held, Mma};
use crate::mma_name::{MmaName, mma_name};
use crate::module::{Module, Shared};
use crate::operand::Operand;
use crate::provenance::stop;
use crate::values::Values;

/// A kernel.
#[derive(Debug, Default)]
pub struct Kernel<'a> {
    /// Its name.
    pub name: &'a str,
    /// The chip that it is compiled for.
    pub target: Option<&'a str>,
    /// Its tensor-core instructions, in the order of the text.
    pub mmas: Vec<Mma<'a>>,
    /// The text's variables in shared memory.
    pub shared: Vec<Shared<'a>>,
    /// Whether it has copies by TMA to shared memory, which swizzle by absolute addresses.
    pub has_tma: bool,
    /// What the addresses are made of.
    atoms: Atoms,
}

impl<'a> Kernel<'a> {
    /// Whether an atom is the address of a variable in shared memory.
    #[must_use]
    pub fn is_base(&self, atom: AtomId) -> bool {
        matches!(self.atoms.atom(atom), Atom::Shared(_))
    }

    /// What an atom of an address is a multiple of, as far as that is known.
    #[must_use]
    pub fn alignment(&self, atom: AtomId) -> u64 {
        1 << self.atoms.known_of(atom).low_zeros().min(63)
    }

    /// A start modulo 1024, if the variables in shared memory begin at multiples of that.
    #[must_use]
    pub fn low_bits(&self, start: &Linear) -> Option<u32> {
        const PATTERN: u64 = 1024;
        let is_multiple = |(atom, by): &(AtomId, u64)| {
            let aligned = if self.is_base(*atom) {
                PATTERN
            } else {
                self.alignment(*atom)
            };
            by.saturating_mul(aligned).is_multiple_of(PATTERN)
        };
        start
            .terms
            .iter()
            .all(is_multiple)
            .then_some((start.constant % PATTERN) as u32)
    }

    /// The bytes by which a start moves with each thing in it that is not the address of a variable.
    #[must_use]
    pub fn strides(&self, start: &Linear) -> Vec<u64> {
        let others = start.terms.iter().filter(|(atom, _)| !self.is_base(*atom));
        others
            .map(|(atom, by)| by.saturating_mul(self.alignment(*atom).min(1 << 18)))
            .collect()
    }

    /// The variable in shared memory from which a start is counted, and the bytes; `None` for the bytes where more is added to it.
    #[must_use]
    pub fn place(&self, start: &Linear) -> Option<(Option<&'a str>, Option<u64>)> {
        let mut bases = start
            .terms
            .iter()
            .filter_map(|(atom, by)| match self.atoms.atom(*atom) {
                Atom::Shared(at) if *by == 1 => Some(self.shared[*at as usize].name),
                _ => None,
            });
        let base = bases.next();
        let is_number = start.terms.len() == usize::from(base.is_some());
        (base.is_some() || is_number).then_some((base, is_number.then_some(start.constant)))
    }
}

pub(crate) fn names_of<'a>(module: &Module<'a>) -> HashMap<&'a str, u32> {
    module
        .shared
        .iter()
        .enumerate()
        .map(|(at, one)| (one.name, at as u32))
        .collect()
}

/// Reads the kernels of a module that have tensor-core instructions; functions that no kernel calls count as kernels.
#[must_use]
pub fn kernels<'a>(module: &Module<'a>) -> Vec<Kernel<'a>> {
    let mut found: Vec<(u32, Kernel<'a>)> = Vec::new();
    let mut budget = Budget::of(module);
    let mut seen: Vec<bool> = vec![false; module.functions.len()];
    let is_of_interest = |at: usize| {
        module.functions[at]
            .instructions
            .iter()
            .any(|one| mma_name(one.opcode).is_some())
    };
    for pass in [true, false] {
        for at in 0..module.functions.len() {
            let function = &module.functions[at];
            if function.is_entry != pass || seen[at] {
                continue;
            }
            let calls = function
                .instructions
                .iter()
                .any(|one| one.opcode.starts_with("call"));
            if !(is_of_interest(at) || pass && calls) {
                continue;
            }
            let flat = Flat::of(module, at, &mut budget);
            flat.instances
                .iter()
                .for_each(|instance| seen[instance.function] = true);
            let kernel = kernel(module, &flat);
            if let Some(first) = kernel.mmas.first() {
                found.push((first.line, kernel));
            }
        }
    }
    found.sort_by_key(|(line, _)| *line);
    found.into_iter().map(|(_, kernel)| kernel).collect()
}

/// The chip of a target, as far as its tensor cores go.
fn chip(target: Option<&str>, arch: Arch) -> Chip {
    let target = target.unwrap_or_default();
    let chips = [
        ("sm_103", Chip::Sm103a),
        ("sm_110", Chip::Sm110a),
        ("sm_101", Chip::Sm110a),
        ("sm_107", Chip::Sm107a),
    ];
    let found = chips
        .iter()
        .find(|(name, _)| target.starts_with(name))
        .map(|(_, chip)| *chip);
    found
        .filter(|chip| chip.arch() == Some(arch))
        .unwrap_or(arch.first_chip())
}

/// The operands of an instruction by their roles.
pub(crate) struct Roles<'a> {
    pub(crate) result: Operand<'a>,
    pub(crate) sides: [Operand<'a>; 2],
    pub(crate) idesc: Option<Operand<'a>>,
    pub(crate) scales: Vec<Operand<'a>>,
    pub(crate) transposes: [Option<Operand<'a>>; 2],
}

pub(crate) fn roles<'a>(name: &MmaName, operands: &[Operand<'a>]) -> Option<Roles<'a>> {
    let [result, a, b, rest @ ..] = operands else {
        return None;
    };
    let mut roles = Roles {
        result: *result,
        sides: [*a, *b],
        idesc: None,
        scales: Vec::new(),
        transposes: [None; 2],
    };
    let is_sparse = name.sparsity == Sparsity::Sparse;
    match name.arch {
        Arch::Wgmma => {
            // Metadata and its selector; whether D counts.
            let rest = rest
                .get(if is_sparse { 3 } else { 1 }..)
                .unwrap_or_default();
            let is_in_registers = matches!(a, Operand::Several(..));
            // The signs of A and B come first.
            roles.transposes = match (is_in_registers, name.has_transposes()) {
                (false, true) => [rest.get(2).copied(), rest.get(3).copied()],
                (true, true) => [None, rest.get(2).copied()],
                (_, false) => [None; 2],
            };
        }
        Arch::Tcgen05 => {
            let rest = rest.get(usize::from(is_sparse)..).unwrap_or_default();
            roles.idesc = rest.first().copied();
            let scales = rest
                .iter()
                .skip(1)
                .filter(|one| matches!(one, Operand::Address(..)));
            roles.scales = scales.copied().collect();
        }
    }
    Some(roles)
}

fn kernel<'a>(module: &Module<'a>, flat: &Flat<'_, 'a>) -> Kernel<'a> {
    let flow = Flow::of(flat);
    let mut values = Values::of(flat, &flow, names_of(module));
    let mut asked = Vec::new();
    let (mut section, mut last_loop, mut has_tma) = (0, 0, false);
    for position in 0..flat.places.len() as u32 {
        let instruction = flat.instruction(position);
        if ends_section(instruction.opcode) {
            section += 1;
        }
        has_tma |= is_load_by_tma(instruction.opcode);
        let Some(name) = mma_name(instruction.opcode) else {
            continue;
        };
        let Some(roles) = roles(&name, flat.operands(position)) else {
            continue;
        };
        let in_loop = flow.loop_of[position as usize];
        section += u32::from(in_loop != last_loop);
        last_loop = in_loop;
        for operand in roles
            .sides
            .iter()
            .chain(&roles.idesc)
            .chain(&roles.scales)
            .chain([&roles.result])
        {
            if !matches!(operand, Operand::Several(..)) {
                values.ask(position, operand);
            }
        }
        for operand in roles.transposes.iter().flatten() {
            values.ask(position, operand);
        }
        asked.push((position, name, roles, section));
    }
    values.settle();
    let mut kernel = Kernel {
        name: flat.function(0).name,
        target: module.target,
        mmas: Vec::with_capacity(asked.len()),
        shared: module.shared.clone(),
        has_tma,
        atoms: Atoms::default(),
    };
    let mut accumulators = HashMap::new();
    for (position, name, roles, section) in asked {
        let mma = mma(
            &mut values,
            position,
            name,
            &roles,
            section,
            &mut accumulators,
        );
        kernel.mmas.push(mma);
    }
    kernel.mmas.sort_by_key(|mma| mma.line);
    kernel.atoms = values.atoms;
    kernel
}

/// Whether an instruction ends what belongs together.
fn ends_section(opcode: &str) -> bool {
    ["wgmma.commit_group", "wgmma.wait_group", "tcgen05.commit"]
        .iter()
        .any(|one| opcode.starts_with(one))
}

/// Whether an instruction copies a box to shared memory.
fn is_load_by_tma(opcode: &str) -> bool {
    let words = opcode
        .strip_prefix("cp.async.bulk.tensor.")
        .map(|rest| rest.split('.'));
    let mut spaces = words
        .into_iter()
        .flatten()
        .filter(|word| word.starts_with("shared") || *word == "global");
    spaces.next().is_some_and(|first| first != "global")
}

/// What tells accumulators apart.
#[derive(PartialEq, Eq, Hash)]
enum Accumulator {
    Register(u32),
    Place(Linear),
    Position(u32),
}

fn mma<'a>(
    values: &mut Values<'_, '_, 'a>,
    position: u32,
    name: MmaName,
    roles: &Roles<'a>,
    section: u32,
    accumulators: &mut HashMap<Accumulator, u32>,
) -> Mma<'a> {
    let flat = values.ssa.flat;
    let instruction = flat.instruction(position);
    let chip = chip(flat.module.target, name.arch);
    let result = held(values, position, &roles.result, chip);
    let accumulator = match (&roles.result, &result) {
        (Operand::Several(first, count), _) => {
            flat.list(position, *first, *count)
                .iter()
                .find_map(|one| match one {
                    Operand::Register(local) => {
                        Some(Accumulator::Register(flat.register(position, *local)))
                    }
                    _ => None,
                })
        }
        (_, Held::TensorMemory(Some(place))) => {
            Some(Accumulator::Place(values.without_loads(place)))
        }
        _ => None,
    };
    let next = accumulators.len() as u32;
    let accumulator = *accumulators
        .entry(accumulator.unwrap_or(Accumulator::Position(position)))
        .or_insert(next);
    let idesc = roles.idesc.and_then(|operand| {
        let value = values.of_operand(position, &operand)?;
        let known = values.atoms.known(&value).cut(32);
        Some(HeldInstruction {
            known,
            lowest: InstructionDescriptor::new(name.kind?, known.bits as u32),
        })
    });
    let majors = match name.arch {
        Arch::Wgmma => roles.transposes.map(|operand| match operand {
            Some(operand) => values
                .of_operand(position, &operand)?
                .as_number()
                .map(MmaName::major),
            None => Some(Major::K),
        }),
        Arch::Tcgen05 => [Side::A, Side::B].map(|side| idesc?.major(side)),
    };
    Mma {
        opcode: instruction.opcode,
        name,
        line: instruction.line,
        loc: instruction.loc,
        operands: roles
            .sides
            .map(|operand| held(values, position, &operand, chip)),
        majors,
        result,
        scales: roles
            .scales
            .iter()
            .map(|operand| held(values, position, operand, chip))
            .collect(),
        idesc,
        accumulator,
        section,
        stops: roles.sides.map(|operand| {
            let value = values.of_operand(position, &operand)?;
            let is_known = values.atoms.known(&value).mask >> 46 == u64::MAX >> 46;
            if is_known { None } else { stop(values, &value) }
        }),
        turns: roles.sides.map(|operand| turn(values, position, &operand)),
        position,
    }
}

/// By how many bytes a start moves from one turn of a loop to the next: what the loop's own value in it does.
fn turn<'a>(values: &mut Values<'_, '_, 'a>, position: u32, operand: &Operand<'a>) -> Option<i64> {
    if !matches!(operand, Operand::Register(_)) {
        return None;
    }
    let start = values.of_operand(position, operand)?.times(16);
    let start = values.atoms.expanded(&start, 18);
    for (atom, by) in &start.terms {
        let itself = Linear::atom(*atom);
        for next in values.choices(*atom) {
            let next = values.atoms.expanded(&next.times(*by), 18);
            if next.terms.iter().any(|(of, _)| of == atom) {
                return values
                    .atoms
                    .expanded(&itself.times(*by), 18)
                    .ahead(&next, 18);
            }
        }
    }
    None
}

fn held<'a>(
    values: &mut Values<'_, '_, 'a>,
    position: u32,
    operand: &Operand<'a>,
    chip: Chip,
) -> Held {
    match operand {
        Operand::Several(..) => Held::Registers,
        Operand::Address(..) => Held::TensorMemory(values.of_operand(position, operand)),
        Operand::Nothing | Operand::Name(_) | Operand::Variable(_) => Held::Unknown,
        Operand::Register(_) | Operand::Number(_) => match values.of_operand(position, operand) {
            None => Held::Unknown,
            Some(value) => {
                let choices = choices(values, &value).into_iter();
                let choices = choices
                    .map(|one| HeldDescriptor::of(&mut values.atoms, &one, chip))
                    .collect();
                Held::Descriptor(HeldDescriptor::of(&mut values.atoms, &value, chip), choices)
            }
        },
    }
}

/// The values that a sum can have, where one of its atoms is one of a few values.
fn choices(values: &Values<'_, '_, '_>, sum: &Linear) -> Vec<Linear> {
    for (atom, by) in &sum.terms {
        let list = values.choices(*atom);
        // A loop's own value is no choice.
        if list.is_empty()
            || list
                .iter()
                .any(|one| one.terms.iter().any(|(of, _)| of == atom))
        {
            continue;
        }
        let rest = sum.plus(&Linear::atom(*atom), by.wrapping_neg());
        let chosen = list.iter().filter_map(|one| rest.as_ref()?.plus(one, *by));
        return chosen.collect();
    }
    Vec::new()
}
