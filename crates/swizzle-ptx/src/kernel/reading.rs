//! Reading a kernel: which operands are asked for, and what they are once all values are settled.

use std::collections::{BTreeSet, HashMap, HashSet};

use swizzle_core::descriptor::InstructionDescriptor;
use swizzle_core::hardware::{Arch, Chip, CtaForm, Major, Operand as Side, Sparsity};

use crate::domain::atoms::Atom;
use crate::domain::linear::{AtomId, Linear};
use crate::event::tensor_map::made_maps;
use crate::event::{Asked, asked, event};
use crate::flat::Flat;
use crate::flow::Flow;
use crate::held::HeldDescriptor;
use crate::held::instruction::HeldInstruction;
use crate::kernel::turns::turns;
use crate::kernel::unset::{skewed, unset};
use crate::kernel::worked_out::work_out;
use crate::kernel::{AtomUse, Kernel, names_of};
use crate::kernel_loop::loops;
use crate::mma::name::{MmaName, mma_name};
use crate::mma::{Held, Mma};
use crate::module::{Function, Module, chip};
use crate::operand::Operand;
use crate::provenance::{Link, stop};
use crate::ring::{first_stage, stages};
use crate::ssa::Origin;
use crate::values::Values;
use crate::values::varies::Dependencies;

/// Values that are one of several, which are one of several, are followed so deep.
const WAYS_MAX: u32 = 8;

/// The operands of an instruction by their roles.
pub(crate) struct Roles<'a> {
    pub(crate) result: Operand<'a>,
    pub(crate) sides: [Operand<'a>; 2],
    pub(crate) idesc: Option<Operand<'a>>,
    pub(crate) scales: Vec<Operand<'a>>,
    pub(crate) transposes: [Option<Operand<'a>>; 2],
    /// Whether the signs of A and B differ.
    pub(crate) is_negative: bool,
    /// Whether D is added to.
    pub(crate) adds: Option<Operand<'a>>,
    /// Where the masks are of lanes of D that stay as they are.
    pub(crate) masks: Option<(u32, u32)>,
    /// Whether all immediates that are numbers have a value that is followed: signs 1 and −1, transposes 0 and 1, no zero columns.
    pub(crate) is_valid: bool,
}

impl<'a> Roles<'a> {
    fn masks<'m>(&self, flat: &Flat<'m, 'a>, position: u32) -> &'m [Operand<'a>] {
        self.masks.map_or(&[], |(first, count)| flat.list(position, first, count))
    }
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
        is_negative: false,
        adds: None,
        masks: None,
        is_valid: true,
    };
    let is_sparse = name.sparsity == Sparsity::Sparse;
    let is_of = |one: Option<&Operand<'a>>, values: &[u64]| match one {
        Some(Operand::Number(number)) => values.contains(number),
        _ => true,
    };
    let all = rest;
    match name.arch {
        Arch::Wgmma => {
            // Metadata and its selector; whether D counts.
            let at = if is_sparse { 2 } else { 0 };
            roles.adds = rest.get(at).copied();
            let rest = rest.get(at + 1..).unwrap_or_default();
            let is_in_registers = matches!(a, Operand::Several(..));
            // The signs of A and B come first.
            roles.transposes = match (is_in_registers, name.has_transposes()) {
                (false, true) => [rest.get(2).copied(), rest.get(3).copied()],
                (true, true) => [None, rest.get(2).copied()],
                (_, false) => [None; 2],
            };
            let (signs, selector) = ([1, u64::MAX], is_sparse.then(|| all.get(1)).flatten());
            let is_minus = |at: usize| matches!(rest.get(at), Some(Operand::Number(u64::MAX)));
            roles.is_negative = is_minus(0) != is_minus(1);
            roles.is_valid = is_of(rest.first(), &signs)
                && is_of(rest.get(1), &signs)
                && is_of(selector, &[0, 1, 2, 3])
                && roles.transposes.iter().all(|one| is_of(one.as_ref(), &[0, 1]));
        }
        Arch::Tcgen05 => {
            let rest = rest.get(usize::from(is_sparse)..).unwrap_or_default();
            roles.idesc = rest.first().copied();
            for operand in rest.iter().skip(1) {
                match operand {
                    Operand::Address(..) => roles.scales.push(*operand),
                    Operand::Several(first, count) => roles.masks = Some((*first, *count)),
                    flag => {
                        roles.adds = Some(*flag);
                        break;
                    }
                }
            }
            // The mask of columns that are zeros is that of none.
            let is_stationary = name.form == Some(CtaForm::WeightStationary);
            roles.is_valid = !is_stationary || is_of(rest.last(), &[0]);
        }
    }
    Some(roles)
}

fn cut(function: &Function<'_>) -> Option<u32> {
    let last = function.instructions.last()?;
    function.is_cut.then_some(last.line)
}

/// Reads a kernel.
pub(super) fn kernel<'a>(module: &Module<'a>, flat: &Flat<'_, 'a>) -> Kernel<'a> {
    let flow = Flow::of(flat);
    let (mut found, mut events): (_, Vec<Asked<'a>>) = (Vec::new(), Vec::new());
    let (mut section, mut last_loop, mut has_tma) = (0, None, false);
    let mut opcodes = (0..flat.places.len() as u32).map(|at| flat.instruction(at).opcode);
    let makes_maps = opcodes.any(|opcode| opcode.starts_with("tensormap.replace"));
    for position in 0..flat.places.len() as u32 {
        let instruction = flat.instruction(position);
        if ends_section(instruction.opcode) {
            section += 1;
        }
        has_tma |= is_load_by_tma(instruction.opcode);
        let Some(name) = mma_name(instruction.opcode) else {
            events.extend(asked(flat, position, makes_maps));
            continue;
        };
        let Some(roles) = roles(&name, flat.operands(position)) else {
            continue;
        };
        let in_loop = flow.loop_of[position as usize];
        section += u32::from(in_loop != last_loop);
        last_loop = in_loop;
        found.push((position, name, roles, section));
    }
    let settled = |bases: HashSet<u32>| {
        let mut values = Values::of(flat, &flow, names_of(module));
        values.bases = bases;
        for (position, _, roles, _) in &found {
            let places = roles.sides.iter().chain(&roles.idesc).chain(&roles.scales).chain([&roles.result]);
            let places = places.filter(|operand| !matches!(operand, Operand::Several(..)));
            let all = places.chain(roles.transposes.iter().flatten()).chain(&roles.adds);
            all.chain(roles.masks(flat, *position)).for_each(|operand| values.ask(*position, operand));
        }
        events.iter().for_each(|event| event.ask(&mut values));
        values.settle();
        values
    };
    let mut values = settled(HashSet::new());
    // The high bits of the addresses of scale factors are ids, which instruction descriptors are made of.
    let scaled = found.iter().filter(|(_, _, roles, _)| !roles.scales.is_empty());
    let places = scaled.filter_map(|(position, _, roles, _)| values.of_operand(*position, &roles.result));
    let places: Vec<Linear> = places.collect();
    let bases: HashSet<u32> = places.iter().filter_map(|place| values.base(place)).collect();
    if !bases.is_empty() {
        values = settled(bases);
    }
    let mut kernel = Kernel {
        name: flat.function(0).name,
        target: module.target,
        shared: module.shared.clone(),
        loops: loops(flat, &flow),
        has_tma,
        unset: unset(flat, &flow),
        skewed: skewed(flat),
        cut: cut(flat.function(0)),
        address_bits: values.address_bits,
        threads: flat.function(0).threads,
        has_unknown_calls: flat.has_calls,
        ..Kernel::default()
    };
    let mut accumulators = HashMap::new();
    for (position, name, roles, section) in found {
        let mma = mma(&mut values, position, name, &roles, section, &mut accumulators);
        kernel.mmas.push(mma);
    }
    kernel.mmas.sort_by_key(|mma| mma.line);
    let events = events.iter().filter_map(|one| event(&mut values, one));
    kernel.events = events.collect();
    kernel.events.sort_by_key(|event| event.line);
    kernel.maps = made_maps(&kernel.events);
    for (at, map) in kernel.maps.iter().enumerate() {
        if let Some(address) = &map.address {
            kernel.map_of.entry(address.clone()).and_modify(|only| *only = None).or_insert(Some(at));
        }
    }
    let mut queue: Vec<(AtomId, u32)> = atoms_of(&kernel).into_iter().map(|atom| (atom, 0)).collect();
    let mut seen: HashSet<AtomId> = queue.iter().map(|(atom, _)| *atom).collect();
    let mut dependencies = Dependencies::default();
    while let Some((atom, depth)) = queue.pop() {
        let varies = dependencies.of(&values, atom);
        // Ways of pointers, and of what no loop changes, are followed to their ends; those of counters one step.
        let goes_on = depth == 0 || (varies.shared || !varies.turns) && depth < WAYS_MAX;
        let choices = if goes_on { values.choices(atom).to_vec() } else { Vec::new() };
        let inner = choices.iter().flat_map(|one| &one.terms);
        queue.extend(inner.filter(|(atom, _)| seen.insert(*atom)).map(|(atom, _)| (*atom, depth + 1)));
        let stages = stages(&mut values, atom, varies.turns);
        let of_atom = AtomUse {
            is_loaded: values.is_loaded(atom),
            is_joined: values.is_joined(atom),
            is_turning: varies.turns,
            is_of_shared: varies.shared,
            stages,
            first_stage: stages.and_then(|stages| first_stage(&mut values, atom, stages)),
            choices,
            parameter: parameter(&values, atom),
            each_thread: None,
        };
        kernel.of_atoms.insert(atom, of_atom);
    }
    work_out(&mut kernel, &mut values);
    kernel.turns = turns(&mut values, &kernel.mmas, &kernel.events);
    kernel.atoms = values.atoms;
    kernel
}

/// The atoms of all addresses of a kernel.
fn atoms_of(kernel: &Kernel<'_>) -> BTreeSet<AtomId> {
    let of_event = kernel.events.iter().flat_map(|event| event.addresses());
    let of_mma = kernel.mmas.iter().flat_map(|mma| {
        let starts = [Side::A, Side::B].map(|side| mma.descriptor(side).map(|held| &held.start));
        starts.into_iter().flatten()
    });
    let of_tensor_memory = kernel.mmas.iter().flat_map(Mma::held).filter_map(Held::place);
    let all = of_event.chain(of_mma).chain(of_tensor_memory);
    all.flat_map(|address| address.terms.iter().map(|(atom, _)| *atom)).collect()
}

/// The parameter of the kernel that an atom is, or that it was loaded from.
fn parameter<'a>(values: &Values<'_, '_, 'a>, atom: AtomId) -> Option<&'a str> {
    let flat = values.ssa.flat;
    let kernel = flat.function(0);
    let name =
        |variable: u32| kernel.parameters.contains(&variable).then(|| kernel.variables[variable as usize]);
    match *values.atoms.atom(atom) {
        Atom::Variable(variable) => name(variable),
        Atom::Opaque(id) => match values.ssa.origins[id as usize] {
            Origin::Instruction { position, .. } => {
                let is_load = flat.instruction(position).opcode.starts_with("ld.param");
                let [_, Operand::Address(at, 0)] = flat.operands(position) else {
                    return None;
                };
                match flat.list(position, *at, 1) {
                    [Operand::Variable(local)] if is_load => name(flat.variable(position, *local)),
                    _ => None,
                }
            }
            Origin::Join { .. } | Origin::Unknown(_) => None,
        },
        _ => None,
    }
}

/// Whether an instruction ends what belongs together.
fn ends_section(opcode: &str) -> bool {
    ["wgmma.commit_group", "wgmma.wait_group", "tcgen05.commit"].iter().any(|one| opcode.starts_with(one))
}

/// Whether an instruction copies a box to shared memory.
fn is_load_by_tma(opcode: &str) -> bool {
    let words = opcode.strip_prefix("cp.async.bulk.tensor.").map(|rest| rest.split('.'));
    let mut spaces =
        words.into_iter().flatten().filter(|word| word.starts_with("shared") || *word == "global");
    spaces.next().is_some_and(|first| first != "global")
}

/// The identity of an accumulator.
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
            flat.list(position, *first, *count).iter().find_map(|one| match one {
                Operand::Register(local) => Some(Accumulator::Register(flat.register(position, *local))),
                _ => None,
            })
        }
        (_, Held::TensorMemory(Some(place))) => Some(Accumulator::Place(values.without_loads(place))),
        _ => None,
    };
    let mut masks = roles.masks(flat, position).iter();
    let mut number = |operand: &Operand<'a>| values.of_operand(position, operand)?.as_number();
    let leaves_lanes = masks.any(|operand| number(operand).is_some_and(|mask| mask != 0));
    let adds = roles.adds.and_then(|operand| Some(number(&operand)? != 0));
    let next = accumulators.len() as u32;
    let accumulator =
        *accumulators.entry(accumulator.unwrap_or(Accumulator::Position(position))).or_insert(next);
    let idesc = roles.idesc.and_then(|operand| {
        let value = values.of_operand(position, &operand)?;
        let known = values.atoms.known(&value).cut(32);
        Some(HeldInstruction { known, lowest: InstructionDescriptor::new(name.kind?, known.bits as u32) })
    });
    let majors = match name.arch {
        // What is not in the manual has no meaning.
        _ if !roles.is_valid => [None; 2],
        Arch::Wgmma => roles.transposes.map(|operand| match operand {
            Some(operand) => values.of_operand(position, &operand)?.as_number().map(MmaName::major),
            None => Some(Major::K),
        }),
        Arch::Tcgen05 => [Side::A, Side::B].map(|side| idesc?.major(side)),
    };
    Mma {
        opcode: instruction.opcode,
        name,
        line: instruction.line,
        loc: instruction.loc,
        operands: roles.sides.map(|operand| held(values, position, &operand, chip)),
        majors,
        is_negative: roles.is_negative,
        adds,
        leaves_lanes,
        result,
        scales: roles.scales.iter().map(|operand| held(values, position, operand, chip)).collect(),
        idesc,
        accumulator,
        section,
        stops: roles.sides.map(|operand| unknown_at(values, position, &operand)),
        turns: roles.sides.map(|operand| turn(values, position, &operand)),
        position,
    }
}

/// Returns the line at which a descriptor is not followed further, if a part of it is not known.
pub(crate) fn unknown_at<'a>(
    values: &mut Values<'_, '_, 'a>,
    position: u32,
    operand: &Operand<'a>,
) -> Option<Link<'a>> {
    let value = values.of_operand(position, operand)?;
    let is_known = values.atoms.known(&value).mask >> 46 == u64::MAX >> 46;
    if is_known { None } else { stop(values, &value) }
}

/// Returns the bytes by which a start moves from one turn of a loop to the next: the change of the loop's own value in it.
fn turn<'a>(values: &mut Values<'_, '_, 'a>, position: u32, operand: &Operand<'a>) -> Option<i64> {
    if !matches!(operand, Operand::Register(_)) {
        return None;
    }
    let start = values.of_operand(position, operand)?.times(16);
    let start = values.atoms.expanded(&start, values.address_bits);
    for (atom, by) in &start.terms {
        let itself = Linear::atom(*atom);
        for next in values.choices(*atom).to_vec() {
            let next = values.atoms.expanded(&next.times(*by), values.address_bits);
            if next.terms.iter().any(|(of, _)| of == atom) {
                return values
                    .atoms
                    .expanded(&itself.times(*by), values.address_bits)
                    .ahead(&next, values.address_bits);
            }
        }
    }
    None
}

pub(crate) fn held<'a>(
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
                let choices = choices.map(|one| HeldDescriptor::of(&mut values.atoms, &one, chip)).collect();
                Held::Descriptor(HeldDescriptor::of(&mut values.atoms, &value, chip), choices)
            }
        },
    }
}

/// The values that a sum can have, where one of its atoms is one of a few values.
fn choices(values: &Values<'_, '_, '_>, sum: &Linear) -> Vec<Linear> {
    for (atom, by) in &sum.terms {
        let list = values.choices(*atom);
        // A loop's own value is not a choice.
        if list.is_empty() || list.iter().any(|one| one.terms.iter().any(|(of, _)| of == atom)) {
            continue;
        }
        let rest = sum.plus(&Linear::atom(*atom), by.wrapping_neg());
        return list.iter().filter_map(|one| rest.as_ref()?.plus(one, *by)).collect();
    }
    Vec::new()
}
