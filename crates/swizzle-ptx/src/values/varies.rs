//! Dependencies of a part of an address.

use std::collections::HashMap;

use crate::domain::atoms::Atom;
use crate::domain::linear::{AtomId, Linear};
use crate::values::{Input, Values};

/// The dependencies of an atom, as far as they are followed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Varies {
    /// Something that a loop changes from turn to turn.
    pub(crate) turns: bool,
    /// The address of a variable in shared memory.
    pub(crate) shared: bool,
}

/// More atoms behind one are not looked at.
const ATOMS_MAX: usize = 256;

/// Returns the dependencies of an atom.
pub(crate) fn varies(values: &Values<'_, '_, '_>, atom: AtomId) -> Varies {
    let (mut all, mut numbers) = (vec![atom], HashMap::from([(atom, 0)]));
    let mut edges: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    while at < all.len() {
        for atom in behind(values, all[at]) {
            let next = all.len();
            let to = *numbers.entry(atom).or_insert(next);
            if to == next && next < ATOMS_MAX {
                all.push(atom);
            }
            edges.push((at, to));
        }
        at += 1;
    }
    Varies {
        turns: has_circle(all.len(), &edges),
        shared: all.iter().any(|atom| values.atoms.is_shared(*atom)),
    }
}

/// The atoms that an atom is made of.
fn behind(values: &Values<'_, '_, '_>, atom: AtomId) -> Vec<AtomId> {
    let of = |sum: &Linear| sum.terms.iter().map(|(atom, _)| *atom).collect::<Vec<_>>();
    match values.atoms.atom(atom) {
        Atom::Shared(_) | Atom::Variable(_) | Atom::Special(_) => Vec::new(),
        Atom::Slice(sum, ..) | Atom::Signed(sum, _) | Atom::Remainder(sum, _) => of(sum),
        Atom::Opaque(id) => {
            let states = &values.states;
            let inputs = states.get(*id as usize).map(|state| state.inputs.iter());
            let read = inputs.into_iter().flatten().filter_map(|(input, _)| match input {
                Input::Value(of) => {
                    let (sum, _) = states.get(*of as usize)?.value.as_ref()?;
                    Some(sum)
                }
                Input::Fixed(sum) => Some(sum),
                Input::Unknown => None,
            });
            values.choices(atom).iter().chain(read).flat_map(of).collect()
        }
    }
}

/// Whether a way along edges leads back to where it began, as what a loop carries from turn to turn does.
fn has_circle(count: usize, edges: &[(usize, usize)]) -> bool {
    let (mut into, mut from) = (vec![Vec::new(); count], vec![0; count]);
    for (at, to) in edges.iter().filter(|(_, to)| *to < count) {
        into[*to].push(*at);
        from[*at] += 1;
    }
    // Nodes without outgoing edges are removed until none is left: the rest are on circles or lead to them.
    let mut ends: Vec<usize> = (0..count).filter(|at| from[*at] == 0).collect();
    let mut gone = 0;
    while let Some(end) = ends.pop() {
        gone += 1;
        for at in &into[end] {
            from[*at] -= 1;
            if from[*at] == 0 {
                ends.push(*at);
            }
        }
    }
    gone < count
}

/// The place at which a pointer that a loop moves through shared memory begins, and whether there is such a pointer in an address.
pub(crate) fn entered(values: &Values<'_, '_, '_>, address: Linear) -> (Linear, bool) {
    let entry = |(atom, by): &(AtomId, u64)| {
        let is_own = |sum: &&Linear| sum.terms.iter().any(|(of, _)| of == atom);
        let choices = values.choices(*atom);
        let mut entries = choices.iter().filter(|sum| !is_own(sum));
        let (only, None) = (entries.next()?, entries.next()) else {
            return None;
        };
        let is_pointer = only.terms.iter().any(|(of, _)| values.atoms.is_shared(*of));
        (*by == 1 && is_pointer && choices.iter().any(|sum| is_own(&sum)))
            .then(|| address.plus(&Linear::atom(*atom), u64::MAX)?.plus(only, 1))?
    };
    match address.terms.iter().find_map(entry) {
        Some(entry) => (entry, true),
        None => (address, false),
    }
}

#[cfg(test)]
mod tests {
    use super::has_circle;

    #[test]
    fn a_circle_is_found_behind_other_ways() {
        assert!(has_circle(3, &[(0, 1), (1, 2), (2, 1)]));
        assert!(has_circle(1, &[(0, 0)]));
        assert!(!has_circle(4, &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 9)]));
    }
}
