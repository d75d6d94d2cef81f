//! Affine values: a constant and multiples of what is not known, modulo a power of two.

use crate::domain::known::{ones, signed};

/// The number of something that is not known further.
pub type AtomId = u32;

/// `constant + Σ coefficient · atom`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Linear {
    /// The constant.
    pub constant: u64,
    /// Atoms in their order, with coefficients other than 0.
    pub terms: Vec<(AtomId, u64)>,
}

/// A sum of more terms is not followed.
const TERMS_MAX: usize = 12;

impl Linear {
    /// A number.
    pub const fn number(constant: u64) -> Self {
        Self { constant, terms: Vec::new() }
    }

    /// An atom.
    pub fn atom(atom: AtomId) -> Self {
        Self { constant: 0, terms: vec![(atom, 1)] }
    }

    /// The number, if nothing else is in it.
    pub fn as_number(&self) -> Option<u64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The atom, if nothing else is in it.
    pub fn as_atom(&self) -> Option<AtomId> {
        match self.terms[..] {
            [(atom, 1)] if self.constant == 0 => Some(atom),
            _ => None,
        }
    }

    /// The sum with a multiple of another; `None` if that has too many terms.
    pub fn plus(&self, other: &Self, times: u64) -> Option<Self> {
        let constant = self.constant.wrapping_add(other.constant.wrapping_mul(times));
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (Some((a, _)), Some((b, _))) => (*a).min(*b),
                (Some((a, _)), None) => *a,
                (None, Some((b, _))) => *b,
                (None, None) => break,
            };
            let mut coefficient = 0u64;
            if let Some((_, of)) = left.next_if(|(atom, _)| *atom == next) {
                coefficient = *of;
            }
            if let Some((_, of)) = right.next_if(|(atom, _)| *atom == next) {
                coefficient = coefficient.wrapping_add(of.wrapping_mul(times));
            }
            if coefficient != 0 {
                terms.push((next, coefficient));
            }
        }
        (terms.len() <= TERMS_MAX).then_some(Self { constant, terms })
    }

    /// The sum with a number.
    pub fn plus_number(&self, number: u64) -> Self {
        Self { constant: self.constant.wrapping_add(number), terms: self.terms.clone() }
    }

    /// A multiple.
    pub fn times(&self, by: u64) -> Self {
        let terms = self.terms.iter().map(|(atom, of)| (*atom, of.wrapping_mul(by)));
        Self { constant: self.constant.wrapping_mul(by), terms: terms.filter(|(_, of)| *of != 0).collect() }
    }

    /// Modulo `2^width`.
    pub fn modulo(&self, width: u32) -> Self {
        let mask = ones(width);
        let terms = self.terms.iter().map(|(atom, of)| (*atom, of & mask));
        Self { constant: self.constant & mask, terms: terms.filter(|(_, of)| *of != 0).collect() }
    }

    /// Returns the distance from this sum to another, if it is a number; modulo `2^width`, with a sign.
    pub fn ahead(&self, other: &Self, width: u32) -> Option<i64> {
        let difference = other.plus(self, u64::MAX)?.modulo(width).as_number()?;
        Some(signed(difference, width))
    }
}

/// Of two values, the one beside a number, and the number; the second, if both are.
pub(crate) fn with_number<'l>(a: &'l Linear, b: &'l Linear) -> Option<(&'l Linear, u64)> {
    let of_second = || Some((b, a.as_number()?));
    b.as_number().map(|number| (a, number)).or_else(of_second)
}
