//! Values where sizes, which are not known, are certain numbers.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap as HashMap;

use super::value::{Atom, Kind, NUMBER, Sources, Value};
use crate::values::machine::compared;

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
        let number = self.result_where(atom, known);
        known.insert(atom, number);
        number
    }

    fn result_where(&self, atom: u32, known: &mut Known) -> Option<i64> {
        let (name, of) = self.as_result(atom)?;
        let mut numbers = of.iter().map(|one| self.number_where(one.of_any_size(), known));
        let (a, b) = (numbers.next()??, numbers.next()??);
        let unsigned = |number: i64| i64::from(number as u32);
        let is_unsigned = name.rsplit('.').next().is_some_and(|kind| kind.starts_with('u'));
        let wide = |number| if is_unsigned { unsigned(number) } else { number };
        Some(match name.split('.').next()? {
            "setp" => compared(name, a as u64, b as u64)?.into(),
            "selp" => {
                if numbers.next()?? & 1 == 1 {
                    a
                } else {
                    b
                }
            }
            "and" => a & b,
            "or" => a | b,
            "xor" => a ^ b,
            "shl" => a.checked_shl(b.try_into().ok()?)?,
            "shr" if name == "shr.s" => a >> b.clamp(0, 63),
            "shr" => unsigned(a) >> b.clamp(0, 63),
            "mul" if name == "mul" => {
                numbers.try_fold(a.wrapping_mul(b), |all, one| Some(all.wrapping_mul(one?)))?
            }
            "mul" if name.contains(".hi") => wide(a).wrapping_mul(wide(b)) >> 32,
            "div" => wide(a).checked_div(wide(b))?,
            "rem" => wide(a).checked_rem(wide(b))?,
            "min" => wide(a).min(wide(b)),
            "max" => wide(a).max(wide(b)),
            _ => return None,
        })
    }

    /// Adds the atoms from which an atom follows: parameters, registers of the machine, and what is loaded.
    pub fn add_leaves(&self, atom: u32, leaves: &mut BTreeSet<u32>) {
        match self.as_result(atom) {
            Some((name, of)) if !name.is_empty() => {
                let each = of.iter().flat_map(|one| self.terms(one.of_any_size().from));
                each.for_each(|(atom, _)| self.add_leaves(*atom, leaves));
            }
            _ => {
                leaves.insert(atom);
            }
        }
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
