//! Sums as numbers, where everything that they are made of has one.

use crate::domain::atoms::{Atom, Atoms};
use crate::domain::known::{ones, signed};
use crate::domain::linear::{AtomId, Linear};

/// Sums of parts of sums that are looked into, and how many of them.
const DEPTH_MAX: u32 = 8;
const PARTS_MAX: usize = 64;

/// The sum that an atom is a part of.
const fn whole(atom: &Atom) -> Option<&Linear> {
    match atom {
        Atom::Slice(sum, ..) | Atom::Signed(sum, _) | Atom::Remainder(sum, _) => Some(sum),
        Atom::Shared(_) | Atom::Variable(_) | Atom::Special(_) | Atom::Opaque(_) => None,
    }
}

/// What sums are made of: what is not known, and parts of parts that are not looked into. None where there are too many parts.
pub(crate) fn unknowns(atoms: &Atoms, sums: &[&Linear]) -> Option<Vec<AtomId>> {
    let (mut unknown, mut parts) = (Vec::new(), 0);
    let mut queue: Vec<(&Linear, u32)> = sums.iter().map(|sum| (*sum, 0)).collect();
    while let Some((sum, depth)) = queue.pop() {
        for (atom, _) in &sum.terms {
            match whole(atoms.atom(*atom)) {
                Some(inner) if depth < DEPTH_MAX => {
                    parts += 1;
                    queue.push((inner, depth + 1));
                }
                _ if unknown.contains(atom) => {}
                _ => unknown.push(*atom),
            }
        }
        if parts > PARTS_MAX {
            return None;
        }
    }
    Some(unknown)
}

/// The value of a sum for values of its unknowns; `None` where one of them has none.
pub(crate) fn number(atoms: &Atoms, sum: &Linear, of: &impl Fn(AtomId) -> Option<u64>) -> Option<u64> {
    let mut terms = sum.terms.iter();
    terms.try_fold(sum.constant, |before, (atom, by)| {
        let value = of(*atom).or_else(|| {
            let inner = number(atoms, whole(atoms.atom(*atom))?, of)?;
            Some(match atoms.atom(*atom) {
                Atom::Slice(_, low, width) => inner >> low & ones(*width),
                Atom::Signed(_, width) => signed(inner, *width) as u64,
                Atom::Remainder(_, by) => (inner & ones(32)) % u64::from(*by),
                Atom::Shared(_) | Atom::Variable(_) | Atom::Special(_) | Atom::Opaque(_) => inner,
            })
        })?;
        Some(before.wrapping_add(value.wrapping_mul(*by)))
    })
}
