//! Values as one thread has them in one turn of a loop, where they follow from numbers, the thread's own and what the loop carries.

use crate::domain::atoms::Atom;
use crate::domain::known::{ones, signed};
use crate::domain::linear::Linear;
use crate::domain::numbers::{number, unknowns};
use crate::effect::{width, written};
use crate::operand::Operand;
use crate::ops::{Outcome, Read, is_followed, outcome};
use crate::ssa::{Origin, ValueId};
use crate::values::{Input, Values};
use rustc_hash::FxHashMap as HashMap;

/// Values behind values are followed so deep.
const DEPTH_MAX: u32 = 96;

/// More instructions are not carried out for one kernel.
const STEPS_MAX: usize = 1 << 17;

/// The threads of a warp.
const WARP: u32 = 32;

/// A thread in a turn of the loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct At {
    thread: u32,
    turn: u32,
}

/// What carries out the instructions behind values. Loops around the one that turns are in their first turn.
pub(crate) struct Machine<'v, 'f, 'm, 'a> {
    values: &'v mut Values<'f, 'm, 'a>,
    /// The positions of the loop that turns.
    turning: Option<(u32, u32)>,
    found: HashMap<(ValueId, At), Option<u64>>,
    depth: u32,
    steps_left: usize,
}

impl<'v, 'f, 'm, 'a> Machine<'v, 'f, 'm, 'a> {
    pub(crate) fn of(values: &'v mut Values<'f, 'm, 'a>) -> Self {
        Self { values, turning: None, found: HashMap::default(), depth: 0, steps_left: STEPS_MAX }
    }

    /// The values of a sum in each thread, outside of loops.
    pub(crate) fn in_threads(&mut self, sum: &Linear, threads: u32) -> Option<Vec<u64>> {
        self.turn(None);
        (0..threads).map(|thread| self.of_sum(sum, At { thread, turn: 0 })).collect()
    }

    /// The values of a sum in so many turns of a loop.
    pub(crate) fn in_turns(&mut self, sum: &Linear, around: (u32, u32), turns: u32) -> Option<Vec<u64>> {
        self.turn(Some(around));
        let thread = 0;
        (0..turns).map(|turn| self.of_sum(sum, At { thread, turn })).collect()
    }

    fn turn(&mut self, around: Option<(u32, u32)>) {
        if self.turning != around {
            self.turning = around;
            self.found.clear();
        }
    }

    fn of_sum(&mut self, sum: &Linear, at: At) -> Option<u64> {
        if let Some(number) = sum.as_number() {
            return Some(number);
        }
        let unknown = unknowns(&self.values.atoms, &[sum])?;
        let mut known = HashMap::default();
        for atom in unknown {
            let value = match *self.values.atoms.atom(atom) {
                // Variables are aligned: nothing carries from what is added to them.
                Atom::Shared(_) => 0,
                Atom::Special(name) => match self.values.specials[name as usize] {
                    "%tid.x" => at.thread.into(),
                    "%laneid" => (at.thread % WARP).into(),
                    _ => return None,
                },
                Atom::Opaque(id) => self.of_value(id, at)?,
                _ => return None,
            };
            known.insert(atom, value);
        }
        number(&self.values.atoms, sum, &|atom| known.get(&atom).copied())
    }

    fn of_value(&mut self, id: ValueId, at: At) -> Option<u64> {
        if let Some(found) = self.found.get(&(id, at)) {
            return *found;
        }
        if self.steps_left == 0 || self.depth == DEPTH_MAX {
            return None;
        }
        self.steps_left -= 1;
        self.depth += 1;
        // What leads back to itself in one turn has no value.
        self.found.insert((id, at), None);
        let value = match self.values.ssa.origins[id as usize].clone() {
            Origin::Instruction { position, part } => self.of_instruction(position, part, at),
            Origin::Join { block, values } => self.of_join(id, block, &values, at),
            Origin::Unknown(_) => None,
        };
        self.depth -= 1;
        self.found.insert((id, at), value);
        value
    }

    /// The value that an operand has.
    fn of_operand(&mut self, position: u32, operand: &Operand<'a>, at: At) -> Option<u64> {
        let (input, offset) = self.values.input(position, operand, &mut Vec::new());
        let value = match input {
            Input::Value(id) => self.of_value(id, at)?,
            Input::Fixed(sum) => self.of_sum(&sum, at)?,
            Input::Unknown => return None,
        };
        Some(value.wrapping_add(offset))
    }

    fn of_instruction(&mut self, position: u32, part: u32, at: At) -> Option<u64> {
        let flat = self.values.ssa.flat;
        let (opcode, operands) = (flat.instruction(position).opcode, flat.operands(position));
        let read = &operands[written(opcode, operands)..];
        match (opcode.split('.').next()?, read) {
            ("setp", [left, right]) => {
                let left = self.of_operand(position, left, at)?;
                let right = self.of_operand(position, right, at)?;
                return compared(opcode, left, right).map(u64::from);
            }
            ("selp", [if_true, if_false, by]) => {
                let is_true = self.of_operand(position, by, at)? & 1 == 1;
                let chosen = if is_true { if_true } else { if_false };
                return self.of_operand(position, chosen, at);
            }
            ("shfl", [value, lane, ..]) if opcode.contains(".idx") && part == 0 => {
                let lane = self.of_operand(position, lane, at)? as u32 % WARP;
                let thread = at.thread / WARP * WARP + lane;
                return self.of_operand(position, value, At { thread, ..at });
            }
            _ if !is_followed(opcode) => return None,
            _ => {}
        }
        let inputs = flat.each(position, read);
        let inputs: Vec<Linear> = inputs
            .map(|one| self.of_operand(position, one, at).map(Linear::number))
            .collect::<Option<_>>()?;
        let read = Read::of(opcode, operands, part, &inputs);
        match outcome(&mut self.values.atoms, &read) {
            Outcome::Value(value) => value.as_number(),
            Outcome::Part(..) | Outcome::OneOf(_) => None,
        }
    }

    /// What ways bring together: at the head of a loop the value from before it, or that of the turn before.
    fn of_join(&mut self, id: ValueId, block: u32, values: &[ValueId], at: At) -> Option<u64> {
        let (ssa, flow) = (&self.values.ssa, self.values.ssa.flow);
        let others = values.iter().filter(|one| **one != id);
        let others: Vec<(u32, ValueId)> =
            others.filter_map(|one| Some((ssa.position_of(*one)?, *one))).collect();
        let around = flow.loop_around(flow.starts[block as usize], 1);
        let is_inside = |position: &u32| around.is_some_and(|(first, end)| (first..end).contains(position));
        let mut before = flow.before[block as usize].iter();
        let is_head = before.any(|one| !is_inside(&flow.starts[*one as usize]));
        let is_carried = |(position, _): &(u32, ValueId)| is_head && is_inside(position);
        let (carried, entering): (Vec<_>, Vec<_>) = others.into_iter().partition(is_carried);
        let is_around = |(first, end): (u32, u32)| {
            self.turning.is_some_and(|(own, own_end)| first <= own && own_end <= end)
        };
        if carried.is_empty() || around.is_some_and(is_around) && around != self.turning {
            return self.of_all(&entering, at);
        }
        match (around == self.turning, at.turn.checked_sub(1)) {
            (true, Some(turn)) => self.of_all(&carried, At { turn, ..at }),
            (true, None) => self.of_all(&entering, at),
            (false, _) => None,
        }
    }

    /// The value that all of several have.
    fn of_all(&mut self, values: &[(u32, ValueId)], at: At) -> Option<u64> {
        let mut all = values.iter().map(|(_, id)| self.of_value(*id, at));
        let first = all.next()??;
        all.all(|one| one == Some(first)).then_some(first)
    }
}

/// The result of a comparison of two integers.
pub fn compared(opcode: &str, left: u64, right: u64) -> Option<bool> {
    let bits = width(opcode);
    let (compare, kind) = (opcode.split('.').nth(1)?, opcode.rsplit('.').next()?);
    let order = match kind.as_bytes().first()? {
        b's' => signed(left, bits).cmp(&signed(right, bits)),
        b'u' | b'b' => (left & ones(bits)).cmp(&(right & ones(bits))),
        _ => return None,
    };
    Some(match compare {
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        "lt" | "lo" => order.is_lt(),
        "le" | "ls" => order.is_le(),
        "gt" | "hi" => order.is_gt(),
        "ge" | "hs" => order.is_ge(),
        _ => return None,
    })
}
