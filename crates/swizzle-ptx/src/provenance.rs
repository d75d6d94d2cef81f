//! From which lines a value follows.

use std::collections::{HashSet, VecDeque};

use crate::atoms::Atom;
use crate::flat::{Budget, Flat};
use crate::flow::Flow;
use crate::kernel::{names_of, roles};
use crate::linear::Linear;
use crate::mma_name::mma_name;
use crate::module::Module;
use crate::operand::Operand;
use crate::ops::is_followed;
use crate::ssa::{Origin, ValueId};
use crate::values::Values;

/// A line from which a value follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link<'a> {
    /// The line of the PTX, from 1.
    pub line: u32,
    /// The instruction's opcode.
    pub opcode: &'a str,
    /// Whether what it reads is followed further.
    pub is_followed: bool,
}

/// More lines than these explain nothing.
const LINES_MAX: usize = 80;

/// The lines from which an operand of the instruction in a line follows.
#[must_use]
pub fn explained<'a>(module: &Module<'a>, line: u32) -> Vec<(&'static str, Vec<Link<'a>>)> {
    let has_line = |at: &usize| {
        module.functions[*at]
            .instructions
            .iter()
            .any(|one| one.line == line)
    };
    let Some(at) = (0..module.functions.len()).find(has_line) else {
        return Vec::new();
    };
    let flat = Flat::of(module, at, &mut Budget::of(module));
    let flow = Flow::of(&flat);
    let mut values = Values::of(&flat, &flow, names_of(module));
    let positions = 0..flat.places.len() as u32;
    let Some(position) = positions
        .into_iter()
        .find(|position| flat.instruction(*position).line == line)
    else {
        return Vec::new();
    };
    let operands = flat.operands(position);
    let named: Vec<(&'static str, Operand<'a>)> =
        match mma_name(flat.instruction(position).opcode).and_then(|name| roles(&name, operands)) {
            Some(roles) => {
                let sides = [
                    ("A", Some(roles.sides[0])),
                    ("B", Some(roles.sides[1])),
                    ("idesc", roles.idesc),
                    ("D", Some(roles.result)),
                ];
                sides
                    .into_iter()
                    .filter_map(|(name, operand)| Some((name, operand?)))
                    .collect()
            }
            None => operands
                .iter()
                .map(|operand| ("operand", *operand))
                .collect(),
        };
    named
        .iter()
        .filter(|(_, operand)| !matches!(operand, Operand::Several(..)))
        .for_each(|(_, operand)| values.ask(position, operand));
    values.settle();
    let mut chains = Vec::new();
    for (name, operand) in named {
        if let Some(id) = values.id_of(position, &operand) {
            chains.push((name, chain(&values, id)));
        }
    }
    chains
}

/// The lines from which a value follows, the nearest first.
pub(crate) fn chain<'a>(values: &Values<'_, '_, 'a>, from: ValueId) -> Vec<Link<'a>> {
    let (mut queue, mut seen) = (VecDeque::from([from]), HashSet::from([from]));
    let mut chain: Vec<Link<'a>> = Vec::new();
    while let Some(id) = queue.pop_front() {
        if let Some(link) = link(values, id)
            && !chain.iter().any(|one| one.line == link.line)
        {
            if chain.len() == LINES_MAX {
                break;
            }
            chain.push(link);
        }
        for source in values.sources(id) {
            if seen.insert(source) && seen.len() < 8 * LINES_MAX {
                queue.push_back(source);
            }
        }
    }
    chain
}

fn link<'a>(values: &Values<'_, '_, 'a>, id: ValueId) -> Option<Link<'a>> {
    match values.ssa.origins[id as usize] {
        Origin::Instruction { position, .. } => {
            let instruction = values.ssa.flat.instruction(position);
            Some(Link {
                line: instruction.line,
                opcode: instruction.opcode,
                is_followed: is_followed(instruction.opcode),
            })
        }
        Origin::Join { .. } | Origin::Unknown(_) => None,
    }
}

/// The instruction at which a value is not followed further.
pub(crate) fn stop<'a>(values: &Values<'_, '_, 'a>, value: &Linear) -> Option<Link<'a>> {
    let ids = value
        .terms
        .iter()
        .filter_map(|(atom, _)| match values.atoms.atom(*atom) {
            Atom::Opaque(id) => Some(*id),
            Atom::Slice(of, ..) | Atom::Signed(of, _) => {
                of.terms
                    .iter()
                    .find_map(|(atom, _)| match values.atoms.atom(*atom) {
                        Atom::Opaque(id) => Some(*id),
                        _ => None,
                    })
            }
            Atom::Shared(_) | Atom::Variable(_) | Atom::Special(_) => None,
        });
    for id in ids {
        let chain = chain(values, id);
        let found = chain
            .iter()
            .find(|link| !link.is_followed)
            .or(chain.first());
        if let Some(link) = found {
            return Some(*link);
        }
    }
    None
}
