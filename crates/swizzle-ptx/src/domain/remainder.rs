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
    let (mut unknown, mut queue) = (Vec::new(), vec![(inner, 0), (&of, 0)]);
    while let Some((sum, depth)) = queue.pop() {
        for (atom, _) in &sum.terms {
            match atoms.atom(*atom) {
                Atom::Slice(inner, ..) | Atom::Signed(inner, _) if depth < DEPTH_MAX => {
                    queue.push((inner, depth + 1));
                }
                _ if unknown.contains(atom) => {}
                _ => unknown.push(*atom),
            }
        }
    }
    let quotient = Linear::atom(quotient);
    let divides = |first: u64| {
        let values = |atom: AtomId| {
            let at = unknown.iter().position(|one| *one == atom);
            at.map_or(0, |at| first >> (3 * at))
        };
        let of = number(atoms, &of, &values) & ones(32);
        // Further up it would not have to be exact: no counter comes there.
        of >> 31 == 1 || number(atoms, &quotient, &values) == of / u64::from(by)
    };
    let tried = [0, 1 << 16, 1 << 30];
    let mut tried = tried
        .iter()
        .flat_map(|from| *from..*from + 4 * u64::from(by));
    tried.all(divides).then_some((of, by))
}

/// Sums of parts of sums that are looked into.
const DEPTH_MAX: u32 = 8;

/// The value of a sum for values of its unknowns.
fn number(atoms: &Atoms, sum: &Linear, of: &impl Fn(AtomId) -> u64) -> u64 {
    let terms = sum.terms.iter().map(|(atom, by)| {
        let value = match atoms.atom(*atom) {
            Atom::Slice(inner, low, width) => number(atoms, inner, of) >> low & ones(*width),
            Atom::Signed(inner, width) => {
                let above = 64 - width;
                (((number(atoms, inner, of) << above) as i64) >> above) as u64
            }
            _ => of(*atom),
        };
        value.wrapping_mul(*by)
    });
    terms.fold(sum.constant, u64::wrapping_add)
}
