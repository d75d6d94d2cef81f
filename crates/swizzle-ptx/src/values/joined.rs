//! Values that several ways through a kernel bring, and those that are one of two.

use crate::domain::atoms::Atom;
use crate::domain::known::Known;
use crate::domain::linear::Linear;
use crate::memory::CHOICES_MAX;
use crate::ssa::{Origin, ValueId};
use crate::values::{CHANGES, Values};

impl Values<'_, '_, '_> {
    /// The common value of several, or an atom that is one of them.
    pub(super) fn one_of(&mut self, id: ValueId, list: Vec<Linear>) -> (Linear, Known) {
        let known = list.iter().map(|value| self.atoms.known(value)).reduce(Known::meet);
        let mut known = known.unwrap_or(Known::NOTHING);
        let state = &mut self.states[id as usize];
        if let [only] = &list[..] {
            if !state.is_atom {
                return (only.clone(), known);
            }
        } else if list.iter().all(|value| value == &list[0]) && !state.is_atom {
            return (list[0].clone(), known);
        }
        state.is_atom = true;
        if state.changes > CHANGES.0
            && let Some((_, before)) = &state.value
        {
            known = known.meet(*before).widened(*before);
        }
        state.choices = if list.len() < CHOICES_MAX { list } else { Vec::new() };
        self.opaque(id, known)
    }

    pub(super) fn joined(&mut self, id: ValueId) -> Option<(Linear, Known)> {
        let itself = Linear::atom(self.atoms.id(Atom::Opaque(id), self.known_as_atom(id)));
        let mut list: Vec<Linear> = Vec::new();
        for input in self.states[id as usize].inputs.clone() {
            // A source that was not reached yet says nothing; the join itself says nothing new.
            let Some(value) = self.read(&input) else {
                continue;
            };
            if value != itself && !list.contains(&value) && list.len() < 64 {
                list.push(value);
            }
        }
        // What was never written is used on no way: a predicate leaves it, which the use has too.
        if list.iter().any(|value| !self.is_unwritten(value)) {
            list.retain(|value| !self.is_unwritten(value));
        }
        (!list.is_empty()).then(|| self.one_of(id, list))
    }

    /// Whether a value is that of a register before anything is written to it.
    fn is_unwritten(&self, value: &Linear) -> bool {
        let origin = value.as_atom().and_then(|atom| self.origin(atom));
        matches!(origin, Some(Origin::Unknown(_)))
    }

    fn known_as_atom(&self, id: ValueId) -> Known {
        let state = &self.states[id as usize];
        match &state.value {
            Some((_, known)) if state.is_atom => *known,
            _ => Known::NOTHING,
        }
    }
}
