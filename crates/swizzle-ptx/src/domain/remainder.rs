//! Remainders as compilers work them out, by a multiplication with the reciprocal: `x - n * (x * m >> s)`.

use crate::domain::atoms::{Atom, Atoms};
use crate::domain::known::ones;
use crate::domain::linear::{AtomId, Linear};

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
    let unknown = unknowns(atoms, [inner, &of])?;
    let quotient = Linear::atom(quotient);
    let divides = |first: u64| {
        let value = |atom: AtomId| {
            let at = unknown.iter().position(|one| *one == atom)?;
            Some(first.checked_shr(3 * at as u32).unwrap_or(0))
        };
        let of = number(atoms, &of, &value) & ones(32);
        // Further up it would not have to be exact: no counter comes there.
        of >> 31 == 1 || number(atoms, &quotient, &value) == of / u64::from(by)
    };
    let tried = [0, 1 << 16, 1 << 30];
    let mut tried = tried
        .iter()
        .flat_map(|from| *from..*from + 4 * u64::from(by));
    tried.all(divides).then_some((of, by))
}

/// What sums are made of: what is not known, and parts of parts that are not looked into. None where there are too many parts.
fn unknowns(atoms: &Atoms, sums: [&Linear; 2]) -> Option<Vec<AtomId>> {
    let (mut unknown, mut queue, mut parts) = (Vec::new(), sums.map(|sum| (sum, 0)).to_vec(), 0);
    while let Some((sum, depth)) = queue.pop() {
        for (atom, _) in &sum.terms {
            match atoms.atom(*atom) {
                Atom::Slice(inner, ..) | Atom::Signed(inner, _) if depth < DEPTH_MAX => {
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

/// Sums of parts of sums that are looked into, and how many of them.
const DEPTH_MAX: u32 = 8;
const PARTS_MAX: usize = 64;

/// The value of a sum for values of its unknowns.
fn number(atoms: &Atoms, sum: &Linear, of: &impl Fn(AtomId) -> Option<u64>) -> u64 {
    let terms = sum.terms.iter().map(|(atom, by)| {
        let value = of(*atom).unwrap_or_else(|| match atoms.atom(*atom) {
            Atom::Slice(inner, low, width) => number(atoms, inner, of) >> low & ones(*width),
            Atom::Signed(inner, width) => {
                let above = 64 - width;
                (((number(atoms, inner, of) << above) as i64) >> above) as u64
            }
            _ => 0,
        });
        value.wrapping_mul(*by)
    });
    terms.fold(sum.constant, u64::wrapping_add)
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
