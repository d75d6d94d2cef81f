//! Registers that are read where nothing has written them.

use crate::effect::written;
use crate::flat::{Flat, Register};
use crate::flow::Flow;
use crate::operand::Operand;
use crate::ssa::each_written;

/// A read of a register that no way through the kernel has written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unset<'a> {
    /// The register's name.
    pub register: &'a str,
    /// The line of the PTX, from 1.
    pub line: u32,
    /// The place in the source; 0 without one.
    pub loc: u32,
}

/// The first such read of a kernel whose text is whole, of a register that is written elsewhere: compilers copy registers that nothing
/// writes. The accumulator of a product, which may ignore it, is no read.
pub(super) fn unset<'a>(flat: &Flat<'_, 'a>, flow: &Flow) -> Option<Unset<'a>> {
    let kernel = flat.function(0);
    if !kernel.is_entry || kernel.is_cut || flat.has_calls {
        return None;
    }
    let all = 0..flat.places.len() as u32;
    let mut writes = vec![Vec::new(); flat.registers as usize];
    for position in all.clone() {
        each_result(flat, position, |register| writes[register as usize].push(position));
    }
    all.clone().find_map(|position| {
        let mut early = None;
        each_read(flat, position, |register, name| {
            let writes = &writes[register as usize];
            let is_behind = writes.first().is_some_and(|first| *first >= position);
            if early.is_none() && is_behind && !is_reached(flow, position, writes) {
                early = Some(name);
            }
        });
        let instruction = flat.instruction(position);
        early.map(|register| Unset { register, line: instruction.line, loc: instruction.loc })
    })
}

/// Calls with each register that an instruction writes, those of an accumulator included.
fn each_result(flat: &Flat<'_, '_>, position: u32, mut call: impl FnMut(Register)) {
    each_written(flat, position, |register, _| call(register));
    if flat.instruction(position).opcode.starts_with("wgmma") {
        let accumulator = flat.operands(position).get(..1).unwrap_or_default();
        for one in flat.each(position, accumulator) {
            if let Operand::Register(local) = one {
                call(flat.register(position, *local));
            }
        }
    }
}

/// Calls with each register of the kernel that an instruction reads, and its name.
fn each_read<'a>(flat: &Flat<'_, 'a>, position: u32, mut call: impl FnMut(Register, &'a str)) {
    let (instruction, operands) = (flat.instruction(position), flat.operands(position));
    let first = match instruction.opcode.starts_with("wgmma") {
        true => 1,
        false => written(instruction.opcode, operands),
    };
    let is_own = flat.places[position as usize].instance == 0;
    let read = operands.get(first..).unwrap_or_default();
    let each = flat.each(position, read).map(|one| match one {
        Operand::Address(at, _) => flat.list(position, *at, 1).first().unwrap_or(one),
        one => one,
    });
    let registers = each.filter_map(|one| match one {
        Operand::Register(local) => Some(*local),
        _ => None,
    });
    for local in registers.chain(instruction.guard).filter(|_| is_own) {
        call(flat.register(position, local), flat.function(0).registers[local as usize]);
    }
}

/// Whether a way from one of the blocks that write a register leads to a position, or none leads there from the kernel's beginning.
fn is_reached(flow: &Flow, position: u32, writes: &[u32]) -> bool {
    let writes: Vec<u32> = writes.iter().map(|write| flow.block_of[*write as usize]).collect();
    let mut seen = vec![false; flow.before.len()];
    let mut open = flow.before[flow.block_of[position as usize] as usize].clone();
    while let Some(block) = open.pop() {
        if writes.contains(&block) {
            return true;
        }
        if !std::mem::replace(&mut seen[block as usize], true) {
            open.extend(&flow.before[block as usize]);
        }
    }
    flow.block_of[position as usize] != 0 && !seen[0]
}
