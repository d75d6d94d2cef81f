//! Remainders as compilers work them out, by a multiplication with the reciprocal: `x - n * (x * m >> s)`.

use crate::domain::atoms::{Atom, Atoms};
use crate::domain::known::ones;
use crate::domain::linear::{AtomId, Linear};
use crate::domain::numbers::{number, unknowns};

/// The largest divisor that is looked for.
pub(crate) const DIVISOR_MAX: u64 = 64;

/// The number and the divisor that a sum is the remainder of.
pub(crate) fn divided(atoms: &Atoms, sum: &Linear) -> Option<(Linear, u32)> {
    let (at, by) = sum.terms.iter().enumerate().find_map(|(at, (_, by))| {
        let by = (*by as u32).wrapping_neg();
        (2..=DIVISOR_MAX as u32).contains(&by).then_some((at, by))
    })?;
    let mut of = sum.clone();
    let quotient = of.terms.remove(at).0;
    let Atom::Slice(inner, ..) = atoms.atom(quotient) else {
        return None;
    };
    let unknown = unknowns(atoms, &[inner, &of])?;
    let quotient = Linear::atom(quotient);
    let divides = |first: u64| {
        let value = |atom: AtomId| {
            let at = unknown.iter().position(|one| *one == atom)?;
            Some(first.checked_shr(3 * at as u32).unwrap_or(0))
        };
        let number = |sum: &Linear| number(atoms, sum, &value);
        let of = number(&of).map(|of| of & ones(32));
        // Further up it would not have to be exact: no counter comes there.
        of.is_some_and(|of| of >> 31 == 1 || number(&quotient) == Some(of / u64::from(by)))
    };
    let tried = [0, 1 << 16, 1 << 30];
    tried.iter().flat_map(|from| *from..*from + 4 * u64::from(by)).all(divides).then_some((of, by))
}

#[cfg(test)]
mod tests {
    use super::divided;
    use crate::domain::atoms::{Atom, Atoms};
    use crate::domain::known::Known;
    use crate::domain::linear::Linear;

    /// `x - 7 * (((x - h) / 2 + h) / 4)` with `h = x * m >> 32`, as compilers divide by 7.
    fn seventh(atoms: &mut Atoms, x: &Linear, m: u64) -> Linear {
        let wide = atoms.widened(x, 32);
        let high = atoms.slice(&wide.times(m), 64, 32, 32);
        let half = atoms.slice(&x.plus(&high, u64::MAX).unwrap().modulo(32), 32, 1, 31);
        let sum = half.plus(&high, 1).unwrap().modulo(32);
        let quotient = atoms.slice(&sum, 32, 2, 30);
        x.plus(&quotient, 7u64.wrapping_neg()).unwrap().modulo(32)
    }

    #[test]
    fn a_remainder_by_the_reciprocal_is_one() {
        let mut atoms = Atoms::default();
        let x = Linear::atom(atoms.id(Atom::Opaque(0), Known::below(32)));
        let right = seventh(&mut atoms, &x, 613_566_757);
        assert_eq!(divided(&atoms, &right), Some((x.clone(), 7)));
        let wrong = seventh(&mut atoms, &x, 713_566_757);
        assert_eq!(divided(&atoms, &wrong), None);
    }

    #[test]
    fn a_sum_of_many_parts_is_left_alone() {
        let mut atoms = Atoms::default();
        let x = Linear::atom(atoms.id(Atom::Special(0), Known::below(32)));
        let mut deep = x.clone();
        for _ in 0..200_000 {
            let sum = deep.plus(&x, 3).unwrap().modulo(32);
            deep = atoms.slice(&sum, 32, 1, 31);
        }
        let sum = x.plus(&deep, 7u64.wrapping_neg()).unwrap();
        assert_eq!(divided(&atoms, &sum), None);
    }
}
