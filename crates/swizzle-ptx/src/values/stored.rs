//! Loads and stores of memory of a function's own, as the fixpoint sees them.

use crate::domain::atoms::Atom;
use crate::domain::linear::Linear;
use crate::effect::{is_store, width};
use crate::operand::Operand;
use crate::ops::Outcome;
use crate::ssa::ValueId;
use crate::values::{Item, State, Values};

impl<'a> Values<'_, '_, 'a> {
    /// The first load of memory that a kernel stores to asks for all that is stored.
    pub(crate) fn start_stores(
        &mut self,
        position: u32,
        operands: &[Operand<'a>],
        started: &mut Vec<ValueId>,
    ) {
        let flat = self.ssa.flat;
        let is_kernels = operands.iter().any(|operand| match operand {
            Operand::Address(at, _) => flat.list(position, *at, 1).iter().any(|base| match base {
                Operand::Variable(local) => {
                    flat.places[position as usize].instance == 0
                        && flat.function(0).parameters.contains(local)
                }
                _ => false,
            }),
            _ => false,
        });
        if is_kernels || self.has_stores {
            return;
        }
        self.has_stores = true;
        for position in 0..flat.places.len() as u32 {
            if !is_store(flat.instruction(position).opcode) {
                continue;
            }
            let read = flat.each(position, flat.operands(position));
            let inputs: Vec<_> = read.map(|one| self.input(position, one, started)).collect();
            self.states.resize_with(self.ssa.origins.len(), State::default);
            let item = Item::Store(self.stores.len() as u32);
            self.use_inputs(&inputs, item);
            self.stores.push((position, inputs));
            self.enqueue(item);
        }
    }

    /// The variable in an address, and the offset in it, where that is known.
    fn place(&self, address: &Linear) -> Option<(u32, Option<u64>)> {
        let mut rest = address.clone();
        let at = rest
            .terms
            .iter()
            .position(|(atom, by)| *by == 1 && matches!(self.atoms.atom(*atom), Atom::Variable(_)))?;
        let (atom, _) = rest.terms.remove(at);
        match self.atoms.atom(atom) {
            Atom::Variable(variable) => Some((*variable, rest.as_number())),
            _ => None,
        }
    }

    pub(crate) fn loaded(&mut self, id: ValueId, position: u32, part: u32) -> Option<Outcome> {
        let opcode = self.ssa.flat.instruction(position).opcode;
        let address = self.read(self.states[id as usize].inputs.first()?)?;
        let (variable, offset) = self.place(&address)?;
        let offset = offset.map(|offset| offset.wrapping_add(u64::from(part * width(opcode) / 8)));
        let found = self.memory.load(variable, offset, id)?;
        (!found.is_empty()).then_some(Outcome::OneOf(found))
    }

    pub(crate) fn store(&mut self, at: u32) {
        let (position, inputs) = self.stores[at as usize].clone();
        if inputs.iter().any(|input| self.is_pending(input)) {
            return;
        }
        let Some(address) = inputs.first().and_then(|input| self.read(input)) else {
            return;
        };
        let Some((variable, offset)) = self.place(&address) else {
            return;
        };
        let bytes = u64::from(width(self.ssa.flat.instruction(position).opcode) / 8);
        for (part, input) in inputs.iter().enumerate().skip(1) {
            let Some(value) = self.read(input) else {
                self.memory.open(variable);
                continue;
            };
            if self.ssa.flat.has_calls
                && let Some((escaped, _)) = self.place(&value)
            {
                self.memory.open(escaped);
            }
            let offset = offset.map(|offset| offset.wrapping_add((part as u64 - 1) * bytes));
            for reader in self.memory.store(variable, offset, (at, part as u32), &value) {
                self.enqueue(Item::Value(reader));
            }
        }
    }
}
