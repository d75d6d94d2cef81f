//! Values where sizes, which are not known, are certain numbers.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap as HashMap;

use super::value::{Atom, Kind, NUMBER, Sources, Value};
use crate::ops::compared;
use crate::values::machine::arithmetic;

/// The numbers of atoms; what follows from them is added.
pub type Known = HashMap<u32, Option<i64>>;

impl<'a> Sources<'a> {
    /// The number that a value is, of 32 bits, which sizes are: none where something of it has no number.
    pub fn number_where(&self, value: Value, known: &mut Known) -> Option<i64> {
        if value.from != NUMBER && !matches!(self.kind(value.from), Kind::Sum(_)) {
            return None;
        }
        let mut sum = value.number as i64;
        for (atom, by) in self.terms(value.from) {
            sum = sum.wrapping_add(self.atom_where(*atom, known)?.wrapping_mul(*by as i64));
        }
        Some((sum as i32).into())
    }

    /// The number that an atom is.
    pub fn atom_where(&self, atom: u32, known: &mut Known) -> Option<i64> {
        if let Some(number) = known.get(&atom) {
            return *number;
        }
        // What an atom follows from is older. It is worked out first, since no stack is as deep as a text is long.
        for one in self.behind([atom], |one| known.contains_key(&one)) {
            let number = self.result_where(one, known);
            known.insert(one, number);
        }
        known.get(&atom).copied().flatten()
    }

    /// Atoms and what they follow from, each once, without those that are known and what is behind them.
    fn behind(&self, atoms: impl IntoIterator<Item = u32>, is_known: impl Fn(u32) -> bool) -> BTreeSet<u32> {
        let mut all = BTreeSet::new();
        let mut waiting: Vec<u32> = atoms.into_iter().collect();
        while let Some(atom) = waiting.pop() {
            if !is_known(atom) && all.insert(atom) {
                let of = self.made(atom).unwrap_or_default();
                let terms = of.iter().flat_map(|one| self.terms(one.of_any_size().from));
                waiting.extend(terms.map(|(atom, _)| *atom));
            }
        }
        all
    }

    fn result_where(&self, atom: u32, known: &mut Known) -> Option<i64> {
        let (name, of) = self.as_result(atom)?;
        let numbers: Vec<i64> =
            of.iter().map(|one| self.number_where(one.of_any_size(), known)).collect::<Option<_>>()?;
        Some(match (name.split('.').next()?, numbers.as_slice()) {
            ("setp", [a, b, ..]) => compared(name, *a as u64, *b as u64)?.into(),
            ("selp", [a, b, condition]) => {
                if condition & 1 == 1 {
                    *a
                } else {
                    *b
                }
            }
            _ => i64::from(arithmetic(name, &numbers)? as i32),
        })
    }

    /// What an atom is made of by an instruction that has a name.
    fn made(&self, atom: u32) -> Option<&[Value]> {
        self.as_result(atom).filter(|(name, _)| !name.is_empty()).map(|(_, of)| of)
    }

    /// Those from which atoms follow in the end: parameters, registers of the machine, and what is loaded.
    pub fn leaves(&self, atoms: impl IntoIterator<Item = u32>) -> BTreeSet<u32> {
        let mut all = self.behind(atoms, |_| false);
        all.retain(|atom| self.made(*atom).is_none());
        all
    }

    /// The opcode and the sides of a condition that is a comparison.
    pub fn comparison(&self, condition: Value) -> Option<(&'a str, [Value; 2])> {
        let [(atom, 1)] = self.terms(condition.from) else { return None };
        let (name, of) = self.as_result(*atom).filter(|(name, _)| name.starts_with("setp"))?;
        Some((name, [*of.first()?, *of.get(1)?]))
    }

    /// The name of a register of the machine.
    pub fn special(&self, atom: u32) -> Option<&'a str> {
        match self.atom_of(atom) {
            Atom::Special(name) => Some(name),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A value that is used twice by each of many instructions, one behind the other.
    #[test]
    fn what_is_used_often_is_worked_out_once() {
        let mut sources = Sources::default();
        let size = sources.atom(Atom::Special("%ctaid.x"));
        let leaf = sources.terms(size.from)[0].0;
        let mut value = size;
        for _ in 0..50_000 {
            let more = sources.plus(value, Value::of(1), 1);
            value = sources.result("xor", &[value, more]);
        }
        let asked = sources.terms(value.from).iter().map(|(atom, _)| *atom);
        assert_eq!(sources.leaves(asked), BTreeSet::from([leaf]));
        // 6 ^ 7 is 1, 1 ^ 2 is 3, 3 ^ 4 is 7: all ones, one more each time, until 32 are.
        assert_eq!(sources.number_where(value, &mut Known::from_iter([(leaf, Some(6))])), Some(-1));
        assert_eq!(sources.number_where(value, &mut Known::default()), None);
    }
}
