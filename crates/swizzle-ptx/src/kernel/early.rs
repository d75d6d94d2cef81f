//! Registers that are read before anything can have written them.

use crate::effect::written;
use crate::flat::{Flat, Next};
use crate::operand::Operand;

/// An instruction that reads a register which others write, none of them before it: it is carried out with what was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Early<'a> {
    /// The line of the instruction, from 1.
    pub line: u32,
    /// Its place in the source, from 1; 0 without one.
    pub loc: u32,
    /// The register.
    pub register: &'a str,
}

/// Instructions of which each register counts. What others move or add up can be of no use to them.
const COMPUTING: [&str; 23] = [
    "add", "and", "bfe", "bfi", "cp", "cvta", "div", "lop3", "mad", "max", "mbarrier", "min", "mul", "neg", "not",
    "or", "rem", "selp", "setp", "shfl", "shl", "shr", "sub",
];

/// The instructions of a kernel that read a register too early, in the order of the text.
pub(super) fn early<'a>(flat: &Flat<'_, 'a>) -> Vec<Early<'a>> {
    if !flat.function(0).is_entry {
        return Vec::new();
    }
    let positions = 0..flat.places.len() as u32;
    let mut first = vec![None; flat.registers as usize];
    for at in positions.clone() {
        for register in writes(flat, at) {
            first[register as usize].get_or_insert(at);
        }
    }
    let mut all = Vec::new();
    for at in positions.filter(|at| flat.places[*at as usize].instance == 0) {
        for local in reads(flat, at) {
            let register = flat.register(at, local);
            // In the text, too, nothing before it writes the register.
            if first[register as usize].is_some_and(|first| first >= at) && is_unwritten(flat, at, register) {
                let (instruction, name) = (flat.instruction(at), flat.function(0).registers[local as usize]);
                all.push(Early { line: instruction.line, loc: instruction.loc, register: name });
            }
        }
    }
    all
}

/// The registers that an instruction writes.
fn writes(flat: &Flat<'_, '_>, at: u32) -> impl Iterator<Item = u32> {
    let (opcode, operands) = (flat.instruction(at).opcode, flat.operands(at));
    let count = match opcode.split('.').next() {
        // The results of wgmma are what it adds to, too; a call can have its results anywhere.
        Some("wgmma") => 1.min(operands.len()),
        Some("call") => operands.len(),
        _ => written(opcode, operands),
    };
    flat.each(at, &operands[..count]).filter_map(move |one| match one {
        Operand::Register(id) => Some(flat.register(at, *id)),
        _ => None,
    })
}

/// The registers of its function that an instruction needs: its guard, addresses, and what it computes with whatever its guard says.
fn reads(flat: &Flat<'_, '_>, at: u32) -> Vec<u32> {
    let (instruction, operands) = (flat.instruction(at), flat.operands(at));
    let opcode = instruction.opcode;
    let base = opcode.split('.').next().unwrap_or_default();
    let mut all = Vec::from_iter(instruction.guard);
    let is_float = opcode.split('.').any(|word| {
        word.starts_with("bf") && word != base || word.starts_with("tf") || matches!(word.as_bytes(), [b'f', b'0'..=b'9', ..])
    });
    if instruction.guard.is_some() || is_float && base != "wgmma" {
        return all;
    }
    let computes = base == "wgmma" || COMPUTING.contains(&base);
    let read = operands.get(written(opcode, operands)..).unwrap_or_default();
    all.extend(read.iter().filter_map(|operand| match operand {
        Operand::Register(id) if computes => Some(*id),
        Operand::Address(of, _) => match flat.list(at, *of, 1) {
            [Operand::Register(id)] => Some(*id),
            _ => None,
        },
        _ => None,
    }));
    all
}

/// Whether an instruction is reached, and no way to it comes by one that writes a register.
fn is_unwritten(flat: &Flat<'_, '_>, at: u32, register: u32) -> bool {
    let (mut seen, mut open) = (vec![false; flat.places.len()], vec![0]);
    while let Some(here) = open.pop() {
        match seen.get_mut(here as usize) {
            Some(is_seen) if !*is_seen => *is_seen = true,
            _ => continue,
        }
        if here == at {
            continue;
        }
        if writes(flat, here).any(|other| other == register) {
            return false;
        }
        match &flat.next[here as usize] {
            Next::Following => open.push(here + 1),
            Next::Jumps(targets) => {
                open.extend(targets);
                open.extend(flat.instruction(here).guard.map(|_| here + 1));
            }
        }
    }
    seen[at as usize]
}
