//! Origins of values: registers as values with one origin each, for those only that are asked for.
//!
//! Registers with one definition are that; others are looked up through the blocks before, and a block with several
//! before it gets a join. How much is looked up has a limit: beyond it a register is of unknown origin.

use crate::effect::written;
use crate::flat::{Flat, Register};
use crate::flow::Flow;
use crate::operand::Operand;
use rustc_hash::FxHashMap as HashMap;

/// The number of a value.
pub(crate) type ValueId = u32;

/// The origin of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The instruction at a position, and which of the registers that it writes.
    Instruction { position: u32, part: u32 },
    /// Any of these, in a block.
    Join { block: u32, values: Vec<ValueId> },
    /// Nowhere, or it was not looked up.
    Unknown(Register),
}

/// Number of lookups at blocks: some, and so many for each instruction.
const LOOKUPS_MAX: (usize, usize) = (100_000, 40);

/// The inputs of a join.
enum Pending {
    /// The values of the register at the ends of the blocks before.
    Blocks(u32),
    /// The value that a guarded instruction writes, and the register's value before.
    Guard { position: u32, written: ValueId },
}

/// Values of a kernel.
pub(crate) struct Ssa<'f, 'm, 'a> {
    pub(crate) flat: &'f Flat<'m, 'a>,
    pub(crate) flow: &'f Flow,
    pub(crate) origins: Vec<Origin>,
    /// Positions at which each register is written, with the part; `starts` says where a register's list begins.
    writes: Vec<(u32, u32)>,
    starts: Vec<u32>,
    of_write: HashMap<(u32, u32), ValueId>,
    of_guard: HashMap<(u32, u32), ValueId>,
    at_block: HashMap<(Register, u32), ValueId>,
    unknown: HashMap<Register, ValueId>,
    /// Joins whose values are still to be looked up.
    joins: Vec<(ValueId, Register, Pending)>,
    lookups_left: usize,
}

/// Calls with each register that an instruction writes.
pub(crate) fn each_written(flat: &Flat<'_, '_>, position: u32, mut call: impl FnMut(Register, u32)) {
    let operands = flat.operands(position);
    let written = &operands[..written(flat.instruction(position).opcode, operands)];
    for (part, one) in flat.each(position, written).enumerate() {
        if let Operand::Register(local) = one {
            call(flat.register(position, *local), part as u32);
        }
    }
}

impl<'f, 'm, 'a> Ssa<'f, 'm, 'a> {
    pub(crate) fn of(flat: &'f Flat<'m, 'a>, flow: &'f Flow) -> Self {
        let mut starts = vec![0u32; flat.registers as usize + 1];
        for position in 0..flat.places.len() as u32 {
            each_written(flat, position, |register, _| starts[register as usize] += 1);
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut writes = vec![(0, 0); sum as usize];
        // Filled from behind, each list ends up in order.
        for position in (0..flat.places.len() as u32).rev() {
            each_written(flat, position, |register, part| {
                starts[register as usize] -= 1;
                writes[starts[register as usize] as usize] = (position, part);
            });
        }
        Self {
            flat,
            flow,
            origins: Vec::new(),
            writes,
            starts,
            of_write: HashMap::default(),
            of_guard: HashMap::default(),
            at_block: HashMap::default(),
            unknown: HashMap::default(),
            joins: Vec::new(),
            lookups_left: LOOKUPS_MAX.0 + LOOKUPS_MAX.1 * flat.places.len(),
        }
    }

    /// The position at which a value begins to be, if it is known.
    pub(crate) fn position_of(&self, id: ValueId) -> Option<u32> {
        match self.origins[id as usize] {
            Origin::Instruction { position, .. } => Some(position),
            Origin::Join { block, .. } => Some(self.flow.starts[block as usize]),
            Origin::Unknown(_) => None,
        }
    }

    fn new_value(&mut self, origin: Origin) -> ValueId {
        self.origins.push(origin);
        self.origins.len() as ValueId - 1
    }

    fn unknown(&mut self, register: Register) -> ValueId {
        if let Some(id) = self.unknown.get(&register) {
            return *id;
        }
        let id = self.new_value(Origin::Unknown(register));
        self.unknown.insert(register, id);
        id
    }

    /// The value of a register that an instruction reads.
    pub(crate) fn value(&mut self, register: Register, position: u32) -> ValueId {
        let block = self.flow.block_of[position as usize];
        let id = self.look_up(register, block, position);
        self.fill_joins();
        id
    }

    /// The values that a join brings together are looked up one by one, since each may need others.
    fn fill_joins(&mut self) {
        while let Some((id, register, pending)) = self.joins.pop() {
            let mut found = Vec::new();
            match pending {
                Pending::Blocks(block) => {
                    let flow = self.flow;
                    for before in &flow.before[block as usize] {
                        let end = flow.starts[*before as usize + 1];
                        found.push(self.look_up(register, *before, end));
                    }
                    // A kernel's first block is also entered from outside.
                    if block == 0 {
                        found.push(self.unknown(register));
                    }
                }
                Pending::Guard { position, written } => {
                    let block = self.flow.block_of[position as usize];
                    found.extend([written, self.look_up(register, block, position)]);
                }
            }
            found.sort_unstable();
            found.dedup();
            if let Origin::Join { values, .. } = &mut self.origins[id as usize] {
                *values = found;
            }
        }
    }

    /// The value of a register in a block, before an end in it.
    fn look_up(&mut self, register: Register, mut block: u32, mut end: u32) -> ValueId {
        let range = self.starts[register as usize] as usize..self.starts[register as usize + 1] as usize;
        match self.writes[range] {
            [] => return self.unknown(register),
            [(only, part)] if self.flat.instruction(only).guard.is_none() => {
                return self.written(only, part);
            }
            _ => {}
        }
        let mut passed = Vec::new();
        let id = loop {
            let start = self.flow.starts[block as usize];
            if let Some((at, part)) = self.write_before(register, start, end) {
                break self.guarded(register, at, part);
            }
            if let Some(id) = self.at_block.get(&(register, block)) {
                break *id;
            }
            if self.lookups_left == 0 {
                break self.unknown(register);
            }
            self.lookups_left -= 1;
            match self.flow.before[block as usize][..] {
                [] => break self.unknown(register),
                // In a circle of blocks that nothing enters, the limit ends the way.
                [only] if block != 0 => {
                    passed.push(block);
                    end = self.flow.starts[only as usize + 1];
                    block = only;
                }
                _ => {
                    let join = Origin::Join { block, values: Vec::new() };
                    let id = self.new_value(join);
                    self.at_block.insert((register, block), id);
                    self.joins.push((id, register, Pending::Blocks(block)));
                    break id;
                }
            }
        };
        for block in passed {
            self.at_block.insert((register, block), id);
        }
        id
    }

    /// The last write of a register in a range of positions.
    fn write_before(&self, register: Register, start: u32, end: u32) -> Option<(u32, u32)> {
        let range = self.starts[register as usize] as usize..self.starts[register as usize + 1] as usize;
        let writes = &self.writes[range];
        let at = writes.partition_point(|(position, _)| *position < end);
        writes[..at].last().copied().filter(|(position, _)| *position >= start)
    }

    /// The value of a write, joined with what the register held before where the write is guarded.
    fn guarded(&mut self, register: Register, position: u32, part: u32) -> ValueId {
        if self.flat.instruction(position).guard.is_none() {
            return self.written(position, part);
        }
        if let Some(id) = self.of_guard.get(&(position, part)) {
            return *id;
        }
        let written = self.written(position, part);
        let block = self.flow.block_of[position as usize];
        let id = self.new_value(Origin::Join { block, values: Vec::new() });
        self.of_guard.insert((position, part), id);
        self.joins.push((id, register, Pending::Guard { position, written }));
        id
    }

    fn written(&mut self, position: u32, part: u32) -> ValueId {
        if let Some(id) = self.of_write.get(&(position, part)) {
            return *id;
        }
        let id = self.new_value(Origin::Instruction { position, part });
        self.of_write.insert((position, part), id);
        id
    }
}
