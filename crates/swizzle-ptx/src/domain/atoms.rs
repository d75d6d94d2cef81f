//! Atoms: what values are made of where they are not known, and how bits are taken out of sums of them.

use crate::domain::known::{Known, ones, signed};
use crate::domain::linear::{AtomId, Linear, with_number};
use rustc_hash::FxHashMap as HashMap;

/// Something that is not known further.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Atom {
    /// The address of a variable in shared memory.
    Shared(u32),
    /// The address of a variable of a function: a parameter, local memory.
    Variable(u32),
    /// A register of the machine, such as `%tid.x`; by its name's number.
    Special(u32),
    /// The result of an instruction or of a join that is not understood further; by its value's number.
    Opaque(u32),
    /// Bits of a sum: `(of >> low) mod 2^width`.
    Slice(Linear, u32, u32),
    /// The lowest bits of a sum as a number with a sign.
    Signed(Linear, u32),
    /// The remainder of a sum of 32 bits by a number.
    Remainder(Linear, u32),
}

/// All atoms of a kernel.
#[derive(Debug, Default)]
pub struct Atoms {
    list: Vec<(Atom, Known)>,
    index: HashMap<Atom, AtomId>,
}

/// More separate runs of bits are not followed.
const RUNS_MAX: usize = 5;

impl Atoms {
    /// The number of an atom, of which this is known.
    pub fn id(&mut self, atom: Atom, known: Known) -> AtomId {
        if let Some(id) = self.index.get(&atom) {
            self.list[*id as usize].1 = known;
            return *id;
        }
        let id = self.list.len() as AtomId;
        self.list.push((atom.clone(), known));
        self.index.insert(atom, id);
        id
    }

    /// An atom.
    pub fn atom(&self, id: AtomId) -> &Atom {
        &self.list[id as usize].0
    }

    /// Whether an atom is the address of a variable in shared memory.
    pub fn is_shared(&self, id: AtomId) -> bool {
        matches!(self.atom(id), Atom::Shared(_))
    }

    /// Returns the known bits of an atom.
    pub fn known_of(&self, id: AtomId) -> Known {
        self.list[id as usize].1
    }

    /// Returns the known bits of a sum.
    pub fn known(&self, sum: &Linear) -> Known {
        let start = Known::exact(sum.constant);
        sum.terms.iter().fold(start, |known, (atom, by)| known.add(self.known_of(*atom).times(*by)))
    }

    /// The largest value of a sum that does not wrap.
    pub fn most(&self, sum: &Linear) -> Option<u64> {
        let mut most = sum.constant;
        for (atom, by) in &sum.terms {
            most = most.checked_add(self.known_of(*atom).max().checked_mul(*by)?)?;
        }
        Some(most)
    }

    fn wrapped(&mut self, atom: Atom, known: Known) -> Linear {
        Linear::atom(self.id(atom, known))
    }

    /// `(sum >> low) mod 2^width` of a value of `of_width` bits.
    pub fn slice(&mut self, sum: &Linear, of_width: u32, low: u32, width: u32) -> Linear {
        let width = width.min(of_width.saturating_sub(low));
        if width == 0 {
            return Linear::number(0);
        }
        let known = self.known(sum).cut(of_width).right(low).cut(width);
        if let Some(number) = known.number() {
            return Linear::number(number);
        }
        if let Some(part) = self.of_one(sum, low, width) {
            return self.wrapped(part, known);
        }
        let Some(above) = self.above(sum, of_width, low) else {
            // Lower bits can carry into these.
            let sum = sum.modulo((low + width).min(of_width));
            return self.wrapped(Atom::Slice(sum, low, width), known);
        };
        if self.most(&above).is_some_and(|most| most <= ones(width)) {
            return above;
        }
        let above = above.modulo(width);
        if self.most(&above).is_some_and(|most| most <= ones(width)) {
            return above;
        }
        if let Some(Atom::Slice(of, from, _)) = above.as_atom().map(|atom| self.atom(atom).clone()) {
            let sum = of.modulo(from + width);
            return self.wrapped(Atom::Slice(sum, from, width), known);
        }
        self.wrapped(Atom::Slice(above, 0, width), known)
    }

    /// Bits of an atom that is shifted and of nothing else.
    fn of_one(&self, sum: &Linear, low: u32, width: u32) -> Option<Atom> {
        let [(atom, by)] = sum.terms[..] else {
            return None;
        };
        let shift = by.trailing_zeros();
        if sum.constant != 0 || !by.is_power_of_two() || shift >= low {
            return None;
        }
        let from = low - shift;
        Some(match self.atom(atom) {
            Atom::Slice(of, start, wide) => {
                let width = width.min(wide.saturating_sub(from));
                Atom::Slice(of.modulo(start + from + width), start + from, width)
            }
            _ => Atom::Slice(Linear::atom(atom), from, width),
        })
    }

    /// `sum >> low`, if nothing below `low` can carry.
    fn above(&mut self, sum: &Linear, of_width: u32, low: u32) -> Option<Linear> {
        if low == 0 {
            return Some(sum.clone());
        }
        let mut below = sum.constant & ones(low);
        let mut above = Linear::number(sum.constant >> low);
        for (atom, by) in &sum.terms {
            let (zeros, known) = (by.trailing_zeros(), self.known_of(*atom));
            if zeros >= low {
                above = above.plus(&Linear::atom(*atom), by >> low)?;
            } else if zeros + known.low_zeros() >= low {
                let cut = low - zeros;
                let part = match self.atom(*atom).clone() {
                    Atom::Slice(of, from, width) => Atom::Slice(of, from + cut, width.saturating_sub(cut)),
                    _ => Atom::Slice(Linear::atom(*atom), cut, of_width.saturating_sub(cut)),
                };
                let part = self.wrapped(part, known.right(cut));
                above = above.plus(&part, by >> zeros)?;
            } else {
                below = below.checked_add(known.max().checked_mul(*by)?)?;
            }
        }
        (below <= ones(low)).then_some(above)
    }

    /// A value of 32 bits as one of 64.
    pub fn widened(&mut self, sum: &Linear, from: u32) -> Linear {
        self.slice(sum, 64.min(from), 0, from)
    }

    /// A value as one of 64 bits that repeats its sign.
    pub fn signed(&mut self, sum: &Linear, from: u32) -> Linear {
        let known = self.known(sum).cut(from);
        let sign = 1 << (from - 1);
        if let Some(number) = known.number() {
            return Linear::number(signed(number, from) as u64);
        }
        if known.mask & sign != 0 && known.bits & sign == 0 {
            return self.widened(sum, from);
        }
        let low = Known { mask: known.mask & ones(from - 1), bits: known.bits & ones(from - 1) };
        self.wrapped(Atom::Signed(sum.clone(), from), low)
    }

    /// `sum mod by` of a value of 32 bits.
    pub fn remainder(&mut self, sum: &Linear, by: u32) -> Linear {
        let known = Known::below(32 - (by - 1).leading_zeros());
        self.wrapped(Atom::Remainder(sum.modulo(32), by), known)
    }

    /// `sum & mask` of a value of `of_width` bits; `None` if the mask has too many runs of bits.
    pub fn and(&mut self, sum: &Linear, of_width: u32, mask: u64) -> Option<Linear> {
        let known = self.known(sum).cut(of_width);
        // Bits that are known come from there.
        let mut result = Linear::number(known.bits & mask);
        let mask = mask & ones(of_width);
        if mask & !(known.mask & !known.bits) == mask & known.mask & known.bits {
            return Some(result);
        }
        let (mut from, mut runs) = (0, 0);
        while from < of_width {
            let rest = mask >> from;
            if rest == 0 {
                break;
            }
            from += rest.trailing_zeros();
            let width = (mask >> from).trailing_ones();
            let run = ones(width) << from;
            if known.mask & run != run {
                runs += 1;
                if runs > RUNS_MAX {
                    return None;
                }
                let slice = self.slice(sum, of_width, from, width);
                result.constant &= !run;
                result = result.plus(&slice, 1 << from)?;
            }
            from += width;
        }
        Some(result)
    }

    /// The bitwise or of two values; `None` where their bits meet.
    pub fn or(&mut self, a: &Linear, b: &Linear, width: u32) -> Option<Linear> {
        let (in_a, in_b) = (self.known(a).cut(width), self.known(b).cut(width));
        if in_a.max() & in_b.max() == 0 {
            return a.plus(b, 1);
        }
        let (value, number) = with_number(a, b)?;
        Some(self.and(value, width, !number)?.plus_number(number))
    }

    /// The bitwise exclusive or of a value and a number.
    pub fn xor(&mut self, a: &Linear, number: u64, width: u32) -> Option<Linear> {
        let both = self.and(a, width, number)?;
        a.plus_number(number).plus(&both, 2u64.wrapping_neg())
    }

    /// A sum modulo `2^width`, with bits that are taken out of sums put back where that is the same, and those that reach above
    /// the width cut there.
    pub fn expanded(&mut self, sum: &Linear, width: u32) -> Linear {
        let mut result = Linear::number(sum.constant);
        let mut rest = sum.terms.clone();
        // Each turn goes one slice deeper.
        for turn in 0..1024 {
            let Some((atom, by)) = rest.pop() else { break };
            let by = by & ones(width);
            if by == 0 {
                continue;
            }
            let inner = match self.atom(atom) {
                Atom::Slice(of, low, wide) => {
                    let is_whole = by.trailing_zeros() + wide >= width && by.trailing_zeros() >= *low;
                    let known = self.known(of);
                    (is_whole && known.low_known() >= *low && turn < 1000)
                        .then(|| (of.plus_number((known.bits & ones(*low)).wrapping_neg()), by >> low))
                }
                Atom::Signed(of, wide) if by.trailing_zeros() + wide >= width => Some((of.clone(), by)),
                _ => None,
            };
            match inner {
                Some((of, by)) => {
                    result = result.plus_number(of.constant.wrapping_mul(by));
                    rest.extend(of.terms.iter().map(|(atom, of)| (*atom, of.wrapping_mul(by))));
                }
                None => match result.plus(&self.cut(atom, by, width), by) {
                    Some(sum) => result = sum,
                    None => return sum.modulo(width),
                },
            }
        }
        result.modulo(width)
    }
}

impl Atoms {
    /// A term's atom without the bits that are above a width once it is multiplied.
    fn cut(&mut self, atom: AtomId, by: u64, width: u32) -> Linear {
        let left = width - by.trailing_zeros().min(width);
        match self.atom(atom) {
            Atom::Slice(of, low, wide) if *wide > left && left > 0 => {
                let (low, of) = (*low, of.modulo(low + left));
                let known = self.known_of(atom).cut(left);
                self.wrapped(Atom::Slice(of, low, left), known)
            }
            _ => Linear::atom(atom),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Atom, Atoms};
    use crate::domain::known::Known;
    use crate::domain::linear::Linear;

    #[test]
    fn a_field_of_an_address_is_its_units() {
        let mut atoms = Atoms::default();
        let known = Known::below(18).and(Known::exact(!15));
        let smem = Linear::atom(atoms.id(Atom::Shared(0), known));
        let unit = |atoms: &mut Atoms, byte: u64| {
            let masked = atoms.and(&smem.plus_number(byte), 32, 0x3_fff0).unwrap();
            atoms.slice(&masked, 32, 4, 28)
        };
        let (first, second) = (unit(&mut atoms, 0), unit(&mut atoms, 32));
        let mut bytes = |sum: &Linear| atoms.expanded(&sum.times(16), 18);
        let (from, to) = (bytes(&first), bytes(&second));
        assert_eq!(from.ahead(&to, 18), Some(32));
        assert_eq!(bytes(&first.plus_number(2)), to);
    }

    #[test]
    fn the_upper_half_is_not_touched_by_the_start() {
        let mut atoms = Atoms::default();
        let start = atoms.id(Atom::Special(0), Known::below(14));
        let descriptor = Linear::atom(start).plus_number(0x4000_0040_0001_0002);
        assert_eq!(atoms.slice(&descriptor, 64, 32, 32).as_number(), Some(0x4000_0040));
        assert_eq!(atoms.known(&descriptor).bits >> 32, 0x4000_0040);
    }

    #[test]
    fn bits_above_the_width_are_no_difference() {
        let mut atoms = Atoms::default();
        let base = Linear::atom(atoms.id(Atom::Shared(0), Known::below(18)));
        let aligned = atoms.and(&base.plus_number(1023), 32, !1023).unwrap();
        let field = atoms.and(&aligned, 32, 0x3_fc00).unwrap();
        let [whole, cut] = [aligned, field].map(|sum| atoms.expanded(&sum, 18));
        assert_eq!(whole, cut);
    }

    #[test]
    fn a_mask_hides_what_it_covers() {
        let mut atoms = Atoms::default();
        let aligned = Linear::atom(atoms.id(Atom::Special(0), Known::below(32).and(Known::exact(!1023))));
        let of = |atoms: &mut Atoms, byte| atoms.and(&aligned.plus_number(byte), 32, 0x3_fc20);
        assert_eq!(of(&mut atoms, 8224), of(&mut atoms, 8352));
    }
}
