//! Values as one thread has them in one turn of a loop, where they follow from numbers, the thread's own and what the loop carries.

use crate::domain::atoms::Atom;
use crate::domain::known::{ones, signed};
use crate::domain::linear::Linear;
use crate::domain::numbers::{number, unknowns};
use crate::effect::{width, written};
use crate::flat::{Flat, Next};
use crate::operand::Operand;
use crate::ops::{Outcome, Read, compared, is_followed, outcome};
use crate::ssa::{Origin, ValueId};
use crate::values::{Input, Values};
use rustc_hash::FxHashMap as HashMap;

/// Values behind values are followed so deep.
const DEPTH_MAX: u32 = 96;

/// Blocks before a block that are looked at.
const WAYS_MAX: u32 = 12;

/// The threads of a warp.
const WARP: u32 = 32;

/// What a launch gives a kernel, as sizes are: a parameter from a byte on, or a register of the machine by its name's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Size {
    Parameter(u32, u64),
    Special(u32),
}

/// Any thread: what follows from its number is not known.
const ANY: u32 = u32::MAX;

/// A loop by its positions.
pub(crate) type Around = (u32, u32);

/// A thread in a turn of a loop, or outside of loops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct At {
    thread: u32,
    around: Option<Around>,
    turn: u32,
}

/// What carries out the instructions behind values. Loops around the one that turns are in their first turn.
pub(crate) struct Machine<'v, 'f, 'm, 'a> {
    values: &'v mut Values<'f, 'm, 'a>,
    found: HashMap<(ValueId, At), Option<u64>>,
    depth: u32,
    steps_left: usize,
    sizes: HashMap<Size, u64>,
    /// The last turns of loops with these sizes.
    last_turns: HashMap<Around, u32>,
    /// Sizes that were asked for and have no number.
    missing: Vec<Size>,
}

impl<'v, 'f, 'm, 'a> Machine<'v, 'f, 'm, 'a> {
    pub(crate) fn of(values: &'v mut Values<'f, 'm, 'a>, steps_left: usize) -> Self {
        Self {
            values,
            found: HashMap::default(),
            depth: 0,
            steps_left,
            sizes: HashMap::default(),
            last_turns: HashMap::default(),
            missing: Vec::new(),
        }
    }

    /// The instructions.
    pub(crate) const fn flat(&self) -> &'f Flat<'m, 'a> {
        self.values.ssa.flat
    }

    /// Lets sizes be certain numbers, and no others.
    pub(crate) fn set_sizes(&mut self, sizes: HashMap<Size, u64>) {
        (self.sizes, self.missing) = (sizes, Vec::new());
        self.found.clear();
        self.last_turns.clear();
    }

    /// Lets a loop end after a turn: what follows behind it follows from that one.
    pub(crate) fn set_last_turn(&mut self, around: Around, turn: u32) {
        self.last_turns.insert(around, turn);
    }

    /// The sizes that were asked for and have no number.
    pub(crate) fn missing(&mut self) -> &mut Vec<Size> {
        &mut self.missing
    }

    /// Whether an instruction is carried out in a turn of a loop, as far as its guard says, whatever the thread.
    pub(crate) fn is_let(&mut self, position: u32, around: Option<Around>, turn: u32) -> Option<bool> {
        self.is_let_in(position, At { thread: ANY, around, turn })
    }

    fn is_let_in(&mut self, position: u32, at: At) -> Option<bool> {
        let instruction = self.values.ssa.flat.instruction(position);
        let guard = Operand::Register(instruction.guard?);
        let holds = self.of_operand(position, &guard, at)? & 1 == 1;
        Some(holds != instruction.is_unless)
    }

    /// The values of a sum in each thread, outside of loops.
    pub(crate) fn in_threads(&mut self, sum: &Linear, threads: u32) -> Option<Vec<u64>> {
        (0..threads).map(|thread| self.of_sum(sum, At { thread, around: None, turn: 0 })).collect()
    }

    /// The values of a sum in so many turns of a loop.
    pub(crate) fn in_turns(&mut self, sum: &Linear, around: (u32, u32), turns: u32) -> Option<Vec<u64>> {
        let (thread, around) = (0, Some(around));
        (0..turns).map(|turn| self.of_sum(sum, At { thread, around, turn })).collect()
    }

    /// The value of an operand in a turn of a loop, whatever the thread.
    pub(crate) fn in_turn(
        &mut self,
        position: u32,
        operand: &Operand<'a>,
        around: Option<Around>,
        turn: u32,
    ) -> Option<u64> {
        self.of_operand(position, operand, At { thread: ANY, around, turn })
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
                    "%tid.x" if at.thread != ANY => at.thread.into(),
                    "%laneid" if at.thread != ANY => (at.thread % WARP).into(),
                    of if of.starts_with("%ctaid") || of.starts_with("%nctaid") => {
                        self.size(Size::Special(name))?
                    }
                    _ => return None,
                },
                Atom::Opaque(id) => self.of_value(id, at)?,
                _ => return None,
            };
            known.insert(atom, value);
        }
        number(&self.values.atoms, sum, &|atom| known.get(&atom).copied())
    }

    fn size(&mut self, size: Size) -> Option<u64> {
        let number = self.sizes.get(&size).copied();
        if number.is_none() && !self.missing.contains(&size) {
            self.missing.push(size);
        }
        number
    }

    /// A parameter of the kernel, or a part of one, that is loaded.
    fn of_parameter(&mut self, position: u32, part: u32) -> Option<u64> {
        let flat = self.values.ssa.flat;
        let input = self.values.input(position, flat.operands(position).last()?, &mut Vec::new());
        let address = self.values.read(&input)?;
        let [(atom, 1)] = address.terms[..] else { return None };
        let Atom::Variable(variable) = *self.values.atoms.atom(atom) else { return None };
        let part = part * width(flat.instruction(position).opcode) / 8;
        self.size(Size::Parameter(variable, address.constant.wrapping_add(part.into())))
    }

    fn of_value(&mut self, id: ValueId, at: At) -> Option<u64> {
        // What is before a loop is the same in each of its turns.
        let is_before = |(first, _): &Around| self.values.ssa.position_of(id).is_some_and(|one| one < *first);
        let at = if at.around.as_ref().is_some_and(is_before) { At { turn: 0, ..at } } else { at };
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
            ("setp", [left, right, also @ ..]) => {
                let both = [left, right].map(|one| self.of_operand(position, one, at));
                let own = match both {
                    [Some(left), Some(right)] => compared(opcode, left, right),
                    _ => None,
                };
                let also = also.first().map(|one| self.of_operand(position, one, at));
                let is_opposite = flat.instruction(position).has_opposite;
                let also = also.map(|one| one.map(|one| (one & 1 == 1) != is_opposite));
                let by = opcode.split('.').nth(2)?;
                return also.map_or(own, |also| together(by, own, also)).map(u64::from);
            }
            (name, [left, right]) if opcode.ends_with(".pred") => {
                let [left, right] = [left, right].map(|one| self.of_operand(position, one, at));
                return together(name, left.map(|one| one & 1 == 1), right.map(|one| one & 1 == 1))
                    .map(u64::from);
            }
            ("elect" | "shfl", _) if at.thread == ANY => return None,
            ("ld", _) if opcode.starts_with("ld.param") => return self.of_parameter(position, part),
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
            Outcome::Part(..) | Outcome::OneOf(_) => {
                let numbers = inputs.iter().filter_map(|one| one.as_number().map(|one| one as i64));
                arithmetic(opcode, &numbers.collect::<Vec<_>>())
            }
        }
    }

    /// What ways bring together: at the head of a loop the value from before it, or that of the turn before.
    fn of_join(&mut self, id: ValueId, block: u32, values: &[ValueId], at: At) -> Option<u64> {
        let (ssa, flow) = (&self.values.ssa, self.values.ssa.flow);
        let others = values.iter().filter(|one| **one != id);
        let others: Vec<(u32, ValueId)> =
            others.filter_map(|one| Some((ssa.position_of(*one)?, *one))).collect();
        let around = flow.loop_of[flow.starts[block as usize] as usize];
        let is_inside = |position: &u32| around.is_some_and(|(first, end)| (first..end).contains(position));
        let mut before = flow.before[block as usize].iter();
        let is_head = before.any(|one| !is_inside(&flow.starts[*one as usize]));
        let is_carried = |(position, _): &(u32, ValueId)| is_head && is_inside(position);
        let (carried, entering): (Vec<_>, Vec<_>) = others.into_iter().partition(is_carried);
        let is_around =
            |(first, end): (u32, u32)| at.around.is_some_and(|(own, own_end)| first <= own && own_end <= end);
        if carried.is_empty() || around.is_some_and(is_around) && around != at.around {
            return self.of_all(&entering, at);
        }
        let at = if around == at.around {
            at
        } else {
            // What is behind a loop that has ended.
            let last = *self.last_turns.get(&around?)?;
            // Turn by turn, so that none is far behind.
            for turn in 0..last {
                self.of_value(id, At { around, turn, ..at });
            }
            At { around, turn: last, ..at }
        };
        match at.turn.checked_sub(1) {
            Some(turn) => self.of_all(&carried, At { turn, ..at }),
            None => self.of_all(&entering, at),
        }
    }

    /// The value that all of several have, else that of the last one on the way that is taken.
    fn of_all(&mut self, values: &[(u32, ValueId)], at: At) -> Option<u64> {
        let all: Vec<Option<u64>> = values.iter().map(|(_, id)| self.of_value(*id, at)).collect();
        if all.iter().all(|one| *one == all[0]) {
            return *all.first()?;
        }
        let mut own: Vec<(u32, Option<u64>)> =
            values.iter().map(|(position, _)| *position).zip(all).collect();
        own.sort_by_key(|(position, _)| *position);
        // Where the last of them is not on the way, it is the one before it.
        let first = own[0].0;
        while let [before @ .., (position, value)] = &own[..] {
            if before.is_empty() || self.is_taken(*position, first, at)? {
                return *value;
            }
            own.pop();
        }
        None
    }

    /// Whether an instruction is carried out, as far as jumps and guards behind another position say.
    fn is_taken(&mut self, position: u32, behind: u32, at: At) -> Option<bool> {
        let guard = self.values.ssa.flat.instruction(position).guard;
        let is_let = guard.map_or(Some(true), |_| self.is_let_in(position, at));
        // What is in a loop that has ended is carried out if the loop is.
        let is_around = |(first, end): &&Around, position| (*first..*end).contains(&position);
        let ended = self.last_turns.keys().filter(|one| is_around(one, position) && !is_around(one, behind));
        let first = ended.map(|(first, _)| *first);
        let block = self.values.ssa.flow.block_of[first.min().unwrap_or(position) as usize];
        together("and", self.is_come_to(block, behind, at, WAYS_MAX), is_let)
    }

    fn is_come_to(&mut self, block: u32, behind: u32, at: At, depth: u32) -> Option<bool> {
        let (flat, flow) = (self.values.ssa.flat, self.values.ssa.flow);
        let start = flow.starts[block as usize];
        if start <= behind {
            return Some(true);
        }
        if depth == 0 || self.steps_left == 0 {
            return None;
        }
        self.steps_left -= 1;
        let mut found = Some(false);
        for before in flow.before[block as usize].iter().filter(|one| flow.starts[**one as usize] < start) {
            let last = flow.starts[*before as usize + 1] - 1;
            let jumps = match &flat.next[last as usize] {
                Next::Jumps(targets) => Some(targets.contains(&start)),
                Next::Following => None,
            };
            let is_let = jumps.and_then(|_| flat.instruction(last).guard).map(|_| self.is_let_in(last, at));
            let goes = is_let.map_or(Some(true), |is_let| Some(is_let? == jumps?));
            let comes = match goes {
                Some(false) => goes,
                _ => together("and", self.is_come_to(*before, behind, at, depth - 1), goes),
            };
            found = together("or", found, comes);
        }
        found
    }
}

/// Two conditions together, where one that is not known may not matter.
fn together(by: &str, left: Option<bool>, right: Option<bool>) -> Option<bool> {
    match (by, left, right) {
        ("and", Some(false), _) | ("and", _, Some(false)) => Some(false),
        ("or", Some(true), _) | ("or", _, Some(true)) => Some(true),
        ("and", ..) => Some(left? && right?),
        ("or", ..) => Some(left? || right?),
        ("xor", ..) => Some(left? != right?),
        _ => None,
    }
}

/// The result of an instruction with two numbers or more.
pub(crate) fn arithmetic(opcode: &str, of: &[i64]) -> Option<u64> {
    let (bits, is_signed) = (width(opcode), opcode.rsplit('.').next()?.starts_with('s'));
    let number = |one: i64| {
        i128::from(if is_signed { signed(one as u64, bits) } else { (one as u64 & ones(bits)) as i64 })
    };
    let mut numbers = of.iter().map(|one| number(*one));
    let (a, b) = (numbers.next()?, numbers.next()?);
    let by = u32::try_from(b).unwrap_or(u32::MAX);
    let result = match opcode.split('.').next()? {
        "mul" if opcode.contains(".hi") => (a * b) >> bits,
        "mul" => numbers.fold(a.wrapping_mul(b), i128::wrapping_mul),
        "div" => a.checked_div(b)?,
        "rem" => a.checked_rem(b)?,
        "min" => a.min(b),
        "max" => a.max(b),
        "shl" => a.checked_shl(by).unwrap_or(0),
        "shr" => a >> by.min(63),
        "and" => a & b,
        "or" => a | b,
        "xor" => a ^ b,
        _ => return None,
    };
    Some(result as u64 & ones(if opcode.contains(".wide") { 64 } else { bits }))
}
