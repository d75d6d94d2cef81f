//! Contents of registers: a fixpoint over the values that are asked for.
//!
//! A join takes over what all its sources have in common; where they differ it becomes an atom of its own, of which the bits are
//! known that all have in common. Bits that change again and again are given up from the lowest on, so that the end is near.

mod joined;
pub(crate) mod machine;
mod stored;
pub(crate) mod varies;

use std::collections::{BTreeSet, HashSet};

use rustc_hash::FxHashMap as HashMap;
use swizzle_core::hardware::Arch;

use crate::address::address_bits;
use crate::domain::atoms::{Atom, Atoms};
use crate::domain::known::Known;
use crate::domain::linear::{AtomId, Linear};
use crate::effect::{is_load, width, written};
use crate::flat::Flat;
use crate::flow::Flow;
use crate::memory::Memory;
use crate::module::chip;
use crate::operand::Operand;
use crate::ops::{Outcome, Read, is_followed, outcome};
use crate::ssa::{Origin, Ssa, ValueId};

/// Number of changes of a join before its bits are widened, and of a value before it is given up.
const CHANGES: (u8, u8) = (3, 24);

/// Something that an instruction reads.
#[derive(Debug, Clone)]
pub(crate) enum Input {
    Value(ValueId),
    Fixed(Linear),
    Unknown,
}

#[derive(Default)]
pub(crate) struct State {
    pub(crate) value: Option<(Linear, Known)>,
    pub(crate) inputs: Vec<(Input, u64)>,
    users: Vec<Item>,
    choices: Vec<Linear>,
    changes: u8,
    is_atom: bool,
    is_started: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Item {
    Value(ValueId),
    Store(u32),
}

/// The values of a kernel.
pub(crate) struct Values<'f, 'm, 'a> {
    pub(crate) ssa: Ssa<'f, 'm, 'a>,
    pub(crate) atoms: Atoms,
    pub(crate) states: Vec<State>,
    pub(crate) stores: Vec<(u32, Vec<(Input, u64)>)>,
    pub(crate) has_stores: bool,
    pub(crate) memory: Memory,
    queue: BTreeSet<(u32, Item)>,
    shared: HashMap<&'a str, u32>,
    pub(crate) specials: Vec<&'a str>,
    pub(crate) address_bits: u32,
    /// The positions of loads of an address at which an allocation of tensor memory begins.
    pub(crate) bases: HashSet<u32>,
}

impl<'f, 'm, 'a> Values<'f, 'm, 'a> {
    pub(crate) fn of(flat: &'f Flat<'m, 'a>, flow: &'f Flow, shared: HashMap<&'a str, u32>) -> Self {
        let mut memory = Memory::default();
        flat.returned.iter().for_each(|variable| memory.open(*variable));
        Self {
            ssa: Ssa::of(flat, flow),
            atoms: Atoms::default(),
            states: Vec::new(),
            stores: Vec::new(),
            has_stores: false,
            memory,
            queue: BTreeSet::new(),
            shared,
            specials: Vec::new(),
            address_bits: address_bits(chip(flat.module.target, Arch::Tcgen05)),
            bases: HashSet::new(),
        }
    }

    /// Asks for an operand, so that [`Self::settle`] finds it.
    pub(crate) fn ask(&mut self, position: u32, operand: &Operand<'a>) {
        let mut started = Vec::new();
        self.input(position, operand, &mut started);
        self.start(started);
    }

    /// Returns the settled value of an operand.
    pub(crate) fn of_operand(&mut self, position: u32, operand: &Operand<'a>) -> Option<Linear> {
        let input = self.input(position, operand, &mut Vec::new());
        self.read(&input)
    }

    /// The value behind a register operand.
    pub(crate) fn id_of(&mut self, position: u32, operand: &Operand<'a>) -> Option<ValueId> {
        match self.input(position, operand, &mut Vec::new()).0 {
            Input::Value(id) => Some(id),
            Input::Fixed(_) | Input::Unknown => None,
        }
    }

    /// Returns the values from which a value is made.
    pub(crate) fn sources(&self, id: ValueId) -> Vec<ValueId> {
        match &self.ssa.origins[id as usize] {
            Origin::Join { values, .. } => values.clone(),
            Origin::Unknown(_) => Vec::new(),
            Origin::Instruction { .. } => {
                let inputs = self.states.get(id as usize).map(|state| state.inputs.iter());
                let values = inputs.into_iter().flatten().filter_map(|(input, _)| match input {
                    Input::Value(id) => Some(*id),
                    Input::Fixed(_) | Input::Unknown => None,
                });
                values.collect()
            }
        }
    }

    /// Where an atom that is a value of its own comes from.
    fn origin(&self, atom: AtomId) -> Option<&Origin> {
        match self.atoms.atom(atom) {
            Atom::Opaque(id) => Some(&self.ssa.origins[*id as usize]),
            _ => None,
        }
    }

    /// Whether an atom is what several values have in common.
    pub(crate) fn is_joined(&self, atom: AtomId) -> bool {
        matches!(self.origin(atom), Some(Origin::Join { .. }))
    }

    /// Whether an atom is loaded from memory.
    pub(crate) fn is_loaded(&self, atom: AtomId) -> bool {
        matches!(self.origin(atom), Some(Origin::Instruction { position, .. })
            if self.ssa.flat.instruction(*position).opcode.starts_with("ld."))
    }

    /// Where the base is loaded from which a place in tensor memory is counted.
    pub(crate) fn base(&self, place: &Linear) -> Option<u32> {
        let (atom, _) = place.terms.iter().find(|(atom, by)| *by == 1 && self.is_loaded(*atom))?;
        match self.origin(*atom) {
            Some(Origin::Instruction { position, .. }) => Some(*position),
            _ => None,
        }
    }

    /// A place in tensor memory without the base that was loaded: a kernel loads the same base again and again.
    pub(crate) fn without_loads(&self, place: &Linear) -> Linear {
        let terms = place.terms.iter().copied();
        Linear { constant: place.constant, terms: terms.filter(|(atom, _)| !self.is_loaded(*atom)).collect() }
    }

    /// The values that an atom can have, where it is one of a few.
    pub(crate) fn choices(&self, atom: AtomId) -> &[Linear] {
        match self.atoms.atom(atom) {
            Atom::Opaque(id) => self.states.get(*id as usize).map_or(&[], |state| &state.choices),
            _ => &[],
        }
    }

    pub(crate) fn input(
        &mut self,
        position: u32,
        operand: &Operand<'a>,
        started: &mut Vec<ValueId>,
    ) -> (Input, u64) {
        let flat = self.ssa.flat;
        let plain = match operand {
            Operand::Register(local) => {
                let id = self.ssa.value(flat.register(position, *local), position);
                started.push(id);
                Input::Value(id)
            }
            Operand::Number(number) => Input::Fixed(Linear::number(*number)),
            Operand::Variable(local) => {
                let variable = Atom::Variable(flat.variable(position, *local));
                Input::Fixed(Linear::atom(self.atoms.id(variable, Known::NOTHING)))
            }
            Operand::Name(name) => self.named(name),
            Operand::Address(at, offset) => {
                let base = flat.list(position, *at, 1).first().copied();
                let base = base.filter(|base| !matches!(base, Operand::Address(..)));
                let input = base.map_or(Input::Unknown, |base| self.input(position, &base, started).0);
                return (input, *offset as u64);
            }
            Operand::Several(..) | Operand::Nothing => Input::Unknown,
        };
        (plain, 0)
    }

    fn named(&mut self, name: &'a str) -> Input {
        if let Some(shared) = self.shared.get(name) {
            let align = u64::from(self.ssa.flat.module.shared[*shared as usize].align.max(1));
            let known = Known::below(self.address_bits).and(Known::exact(!(align - 1)));
            return Input::Fixed(Linear::atom(self.atoms.id(Atom::Shared(*shared), known)));
        }
        let Some(special) = name.strip_prefix('%') else {
            return Input::Unknown;
        };
        let at = self.specials.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.specials.push(name);
            self.specials.len() - 1
        });
        // Source: PTX ISA, "Special registers"; a block has at most 1024 threads.
        let bits = match special.split('.').next().unwrap_or_default() {
            "tid" if name == "%tid.x" => {
                let threads = self.ssa.flat.function(0).threads.unwrap_or(1024);
                32 - threads.saturating_sub(1).leading_zeros()
            }
            "tid" => 10,
            "ntid" => 11,
            "laneid" => 5,
            _ => 32,
        };
        Input::Fixed(Linear::atom(self.atoms.id(Atom::Special(at as u32), Known::below(bits))))
    }

    /// Looks up what values are made from, and what that is made from.
    fn start(&mut self, mut list: Vec<ValueId>) {
        while let Some(id) = list.pop() {
            if self.states.len() <= id as usize {
                self.states.resize_with(self.ssa.origins.len().max(id as usize + 1), State::default);
            }
            if std::mem::replace(&mut self.states[id as usize].is_started, true) {
                continue;
            }
            let inputs = match self.ssa.origins[id as usize].clone() {
                Origin::Join { values, .. } => {
                    list.extend(&values);
                    values.into_iter().map(|value| (Input::Value(value), 0)).collect()
                }
                Origin::Unknown(_) => Vec::new(),
                Origin::Instruction { position, .. } => self.inputs_at(position, &mut list),
            };
            self.states.resize_with(self.ssa.origins.len(), State::default);
            self.use_inputs(&inputs, Item::Value(id));
            self.states[id as usize].inputs = inputs;
            self.enqueue(Item::Value(id));
        }
    }

    pub(crate) fn use_inputs(&mut self, inputs: &[(Input, u64)], user: Item) {
        for (input, _) in inputs {
            if let Input::Value(of) = input {
                self.states[*of as usize].users.push(user);
            }
        }
    }

    /// Returns the inputs of an instruction, if its result is followed.
    fn inputs_at(&mut self, position: u32, started: &mut Vec<ValueId>) -> Vec<(Input, u64)> {
        let flat = self.ssa.flat;
        let opcode = flat.instruction(position).opcode;
        let operands = flat.operands(position);
        if is_load(opcode) {
            self.start_stores(position, operands, started);
        } else if !is_followed(opcode) {
            return Vec::new();
        }
        let read = flat.each(position, &operands[written(opcode, operands)..]);
        read.map(|one| self.input(position, one, started)).collect()
    }

    pub(crate) fn enqueue(&mut self, item: Item) {
        let position = match item {
            Item::Store(at) => self.stores[at as usize].0,
            Item::Value(id) => self.ssa.position_of(id).unwrap_or(0),
        };
        self.queue.insert((position, item));
    }

    /// Evaluates until nothing changes.
    pub(crate) fn settle(&mut self) {
        while let Some((_, item)) = self.queue.pop_first() {
            match item {
                Item::Store(at) => self.store(at),
                Item::Value(id) => {
                    if let Some((value, known)) = self.evaluate(id) {
                        self.set(id, value, known);
                    }
                }
            }
        }
    }

    pub(crate) fn read(&self, (input, offset): &(Input, u64)) -> Option<Linear> {
        let value = match input {
            Input::Value(id) => &self.states.get(*id as usize)?.value.as_ref()?.0,
            Input::Fixed(value) => value,
            Input::Unknown => return None,
        };
        Some(value.plus_number(*offset))
    }

    /// Whether an input is still to be found, as sources of a loop are at first.
    pub(crate) fn is_pending(&self, (input, _): &(Input, u64)) -> bool {
        matches!(input, Input::Value(id) if self.states[*id as usize].value.is_none())
    }

    fn evaluate(&mut self, id: ValueId) -> Option<(Linear, Known)> {
        match self.ssa.origins[id as usize].clone() {
            Origin::Unknown(_) => Some(self.opaque(id, Known::NOTHING)),
            Origin::Join { .. } => self.joined(id),
            Origin::Instruction { position, part } => {
                let opcode = self.ssa.flat.instruction(position).opcode;
                if self.states[id as usize].inputs.iter().any(|input| self.is_pending(input)) {
                    return None;
                }
                let bits = width(opcode).min(64);
                let result = if is_load(opcode) {
                    self.loaded(id, position, part)
                } else {
                    self.result_of(id, position, part)
                };
                Some(match result {
                    Some(Outcome::Value(value)) if !self.states[id as usize].is_atom => {
                        let known = self.atoms.known(&value);
                        (value, known)
                    }
                    Some(Outcome::Value(value)) => {
                        let known = self.atoms.known(&value).cut(bits);
                        self.opaque(id, known)
                    }
                    Some(Outcome::Part(known, plus)) => {
                        let (atom, _) = self.opaque(id, known);
                        let sum = atom.plus(&plus, 1).unwrap_or(atom);
                        let known = self.atoms.known(&sum);
                        (sum, known)
                    }
                    Some(Outcome::OneOf(list)) => self.one_of(id, list),
                    // Lane 0, and one of 512 columns, a multiple of 32.
                    None if self.bases.contains(&position) => {
                        self.opaque(id, Known::below(9).and(Known::exact(!31)))
                    }
                    None => self.opaque(id, Known::below(bits)),
                })
            }
        }
    }

    fn opaque(&mut self, id: ValueId, known: Known) -> (Linear, Known) {
        (Linear::atom(self.atoms.id(Atom::Opaque(id), known)), known)
    }

    fn result_of(&mut self, id: ValueId, position: u32, part: u32) -> Option<Outcome> {
        let flat = self.ssa.flat;
        let (opcode, operands) = (flat.instruction(position).opcode, flat.operands(position));
        if !is_followed(opcode) {
            return None;
        }
        let inputs = self.states[id as usize].inputs.iter().map(|input| self.read(input));
        let inputs: Vec<Linear> = inputs.collect::<Option<_>>()?;
        let read = Read::of(opcode, operands, part, &inputs);
        Some(outcome(&mut self.atoms, &read))
    }

    fn set(&mut self, id: ValueId, value: Linear, known: Known) {
        let state = &mut self.states[id as usize];
        if state.value.as_ref() == Some(&(value.clone(), known)) {
            return;
        }
        if state.changes >= CHANGES.1 {
            return;
        }
        state.changes += 1;
        let (value, known) = if state.changes == CHANGES.1 {
            // It never settles: nothing is known of it.
            state.is_atom = true;
            state.choices.clear();
            self.opaque(id, Known::NOTHING)
        } else {
            (value, known)
        };
        let state = &mut self.states[id as usize];
        state.value = Some((value, known));
        let users = std::mem::take(&mut state.users);
        users.iter().for_each(|user| self.enqueue(*user));
        self.states[id as usize].users = users;
    }
}
