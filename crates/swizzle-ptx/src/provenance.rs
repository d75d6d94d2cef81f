//! The lines from which a value follows.

use std::collections::{HashSet, VecDeque};

use crate::domain::atoms::Atom;
use crate::domain::linear::{AtomId, Linear};
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
    let opaque = |(atom, _): &(AtomId, u64)| match values.atoms.atom(*atom) {
        Atom::Opaque(id) => Some(*id),
        _ => None,
    };
    let ids = value.terms.iter().filter_map(|term| {
        opaque(term).or_else(|| match values.atoms.atom(term.0) {
            Atom::Slice(of, ..) | Atom::Signed(of, _) | Atom::Remainder(of, _) => {
                of.terms.iter().find_map(opaque)
            }
            _ => None,
        })
    });
    for id in ids {
        let chain = chain(values, id);
        let found = chain.iter().find(|link| !link.is_followed).or(chain.first());
        if let Some(link) = found {
            return Some(*link);
        }
    }
    None
}
