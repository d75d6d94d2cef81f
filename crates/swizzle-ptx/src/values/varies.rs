//! Dependencies of a part of an address.

use rustc_hash::FxHashMap as HashMap;

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

/// The dependencies of atoms, each worked out once.
#[derive(Default)]
pub(crate) struct Dependencies(HashMap<AtomId, Varies>);

impl Dependencies {
    /// Those of an atom, and of all that are behind it.
    pub(crate) fn of(&mut self, values: &Values<'_, '_, '_>, atom: AtomId) -> Varies {
        if let Some(known) = self.0.get(&atom) {
            return *known;
        }
        let (mut all, mut numbers) = (vec![atom], HashMap::from_iter([(atom, 0)]));
        let (mut edges, mut turning, mut shared) = (Vec::new(), Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(atom) = all.get(at).copied() {
            let is_shared = values.atoms.is_shared(atom);
            shared.extend(is_shared.then_some(at));
            behind(values, atom, &mut |atom| {
                if let Some(known) = self.0.get(&atom) {
                    turning.extend(known.turns.then_some(at));
                    shared.extend(known.shared.then_some(at));
                    return;
                }
                let next = all.len();
                let to = *numbers.entry(atom).or_insert(next);
                if to == next {
                    all.push(atom);
                }
                edges.push((at, to));
            });
            at += 1;
        }
        let into = into(all.len(), &edges);
        turning.extend(on_circles(&into, &edges));
        let [turns, shared] = [turning, shared].map(|from| leading_to(&into, from));
        let each = all.into_iter().zip(turns.into_iter().zip(shared));
        self.0.extend(each.map(|(atom, (turns, shared))| (atom, Varies { turns, shared })));
        self.0[&atom]
    }
}

/// The atoms that an atom is made of.
fn behind(values: &Values<'_, '_, '_>, atom: AtomId, found: &mut impl FnMut(AtomId)) {
    let mut of = |sum: &Linear| sum.terms.iter().for_each(|(atom, _)| found(*atom));
    match values.atoms.atom(atom) {
        Atom::Shared(_) | Atom::Variable(_) | Atom::Special(_) => {}
        Atom::Slice(sum, ..) | Atom::Signed(sum, _) | Atom::Remainder(sum, _) => of(sum),
        Atom::Opaque(id) => {
            values.choices(atom).iter().for_each(&mut of);
            let states = &values.states;
            for (input, _) in states.get(*id as usize).iter().flat_map(|state| &state.inputs) {
                match input {
                    Input::Value(value) => {
                        let state = states.get(*value as usize);
                        state.and_then(|state| state.value.as_ref()).iter().for_each(|(sum, _)| of(sum));
                    }
                    Input::Fixed(sum) => of(sum),
                    Input::Unknown => {}
                }
            }
        }
    }
}

/// The nodes from which edges lead into each.
fn into(count: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let mut into = vec![Vec::new(); count];
    edges.iter().for_each(|(at, to)| into[*to].push(*at));
    into
}

/// The nodes from which edges lead on without end, as from what a loop carries from turn to turn.
fn on_circles(into: &[Vec<usize>], edges: &[(usize, usize)]) -> Vec<usize> {
    let mut from = vec![0; into.len()];
    edges.iter().for_each(|(at, _)| from[*at] += 1);
    // Nodes without outgoing edges are removed until none is left.
    let mut ends: Vec<usize> = (0..from.len()).filter(|at| from[*at] == 0).collect();
    while let Some(end) = ends.pop() {
        for at in &into[end] {
            from[*at] -= 1;
            if from[*at] == 0 {
                ends.push(*at);
            }
        }
    }
    (0..from.len()).filter(|at| from[*at] > 0).collect()
}

/// Whether edges lead from each node to one of these.
fn leading_to(into: &[Vec<usize>], mut these: Vec<usize>) -> Vec<bool> {
    let mut leads = vec![false; into.len()];
    while let Some(at) = these.pop() {
        if !std::mem::replace(&mut leads[at], true) {
            these.extend(&into[at]);
        }
    }
    leads
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
    use super::{into, leading_to, on_circles};

    #[test]
    fn a_circle_is_found_behind_other_ways() {
        let of = |count, edges: &[(usize, usize)]| on_circles(&into(count, edges), edges);
        assert_eq!(of(3, &[(0, 1), (1, 2), (2, 1)]), [0, 1, 2]);
        assert_eq!(of(1, &[(0, 0)]), [0]);
        assert_eq!(of(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]), []);
        assert_eq!(leading_to(&into(4, &[(0, 1), (1, 2), (3, 2)]), vec![1]), [true, true, false, false]);
    }
}
