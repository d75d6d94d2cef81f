//! Known bits: what is certain of each bit of a value, independent of the others.

/// For each of 64 bits: 0, 1 or unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Known {
    /// The bits that are known.
    pub mask: u64,
    /// Their values; 0 where a bit is unknown.
    pub bits: u64,
}

/// The lowest `width` bits.
pub const fn ones(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// The lowest `width` bits of a number as one with a sign.
pub const fn signed(number: u64, width: u32) -> i64 {
    let above = 64 - width;
    ((number << above) as i64) >> above
}

impl Known {
    /// Nothing is known.
    pub const NOTHING: Self = Self { mask: 0, bits: 0 };

    /// All bits of a number.
    pub const fn exact(bits: u64) -> Self {
        Self { mask: u64::MAX, bits }
    }

    /// Any number of this many bits.
    pub const fn below(width: u32) -> Self {
        Self { mask: !ones(width), bits: 0 }
    }

    /// The number, if all bits are known.
    pub const fn number(self) -> Option<u64> {
        match self.mask {
            u64::MAX => Some(self.bits),
            _ => None,
        }
    }

    /// The largest value that it can be.
    pub const fn max(self) -> u64 {
        self.bits | !self.mask
    }

    /// Returns the number of the lowest bits that are known.
    pub const fn low_known(self) -> u32 {
        self.mask.trailing_ones()
    }

    /// Returns the number of the lowest bits that are known to be 0.
    pub const fn low_zeros(self) -> u32 {
        (self.mask & !self.bits).trailing_ones()
    }

    /// Returns the bits that both have in common.
    pub const fn meet(self, other: Self) -> Self {
        let mask = self.mask & other.mask & !(self.bits ^ other.bits);
        Self { mask, bits: self.bits & mask }
    }

    /// Returns the bits that either knows; where they contradict, those of the first.
    pub const fn and_also(self, other: Self) -> Self {
        Self { mask: self.mask | other.mask, bits: self.bits | (other.bits & !self.mask) }
    }

    /// Bitwise and.
    pub const fn and(self, other: Self) -> Self {
        let bits = self.bits & other.bits;
        let zeros = (self.mask & !self.bits) | (other.mask & !other.bits);
        Self { mask: bits | zeros, bits }
    }

    /// Bitwise or.
    pub const fn or(self, other: Self) -> Self {
        self.not().and(other.not()).not()
    }

    /// Bitwise exclusive or.
    pub const fn xor(self, other: Self) -> Self {
        let mask = self.mask & other.mask;
        Self { mask, bits: (self.bits ^ other.bits) & mask }
    }

    /// All bits inverted.
    pub const fn not(self) -> Self {
        Self { mask: self.mask, bits: !self.bits & self.mask }
    }

    /// The sum: a bit is known where both bits and the carry into it are.
    pub const fn add(self, other: Self) -> Self {
        let (zeros, other_zeros) = (self.mask & !self.bits, other.mask & !other.bits);
        let most = self.max().wrapping_add(other.max());
        let least = self.bits.wrapping_add(other.bits);
        let no_carry = !(most ^ zeros ^ other_zeros);
        let carry = least ^ self.bits ^ other.bits;
        let mask = self.mask & other.mask & (no_carry | carry);
        Self { mask, bits: least & mask }
    }

    /// The product with a number: the known low bits, and where it cannot wrap.
    pub const fn times(self, by: u64) -> Self {
        if by == 0 {
            return Self::exact(0);
        }
        if by.is_power_of_two() {
            return self.left(by.trailing_zeros());
        }
        let low = self.low_known().saturating_add(by.trailing_zeros());
        let mut mask = ones(low);
        if let Some(most) = self.max().checked_mul(by) {
            mask |= !ones(64 - most.leading_zeros());
        }
        Self { mask, bits: self.bits.wrapping_mul(by) & mask }
    }

    /// Shifted to the left.
    pub const fn left(self, by: u32) -> Self {
        if by >= 64 {
            return Self::exact(0);
        }
        Self { mask: self.mask << by | ones(by), bits: self.bits << by }
    }

    /// Shifted to the right, zeros from above.
    pub const fn right(self, by: u32) -> Self {
        if by >= 64 {
            return Self::exact(0);
        }
        Self { mask: self.mask >> by | !(u64::MAX >> by), bits: self.bits >> by }
    }

    /// Cut to its lowest bits.
    pub const fn cut(self, width: u32) -> Self {
        self.and(Self::exact(ones(width)))
    }

    /// Widened: from the lowest bit in which it changed on, nothing is known but zeros above a width.
    pub const fn widened(self, before: Self) -> Self {
        let changed = (self.mask ^ before.mask) | (self.bits ^ before.bits);
        let mask = self.mask & ones(changed.trailing_zeros());
        Self { mask, bits: self.bits & mask }
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, ones};

    /// All numbers of four bits that something known allows.
    fn allowed(known: Known) -> impl Iterator<Item = u64> {
        (0..16).filter(move |number| number & known.mask & 15 == known.bits & 15)
    }

    #[test]
    fn what_is_known_of_a_result_holds_for_all_numbers() {
        let all = (0..16u64).flat_map(|mask| {
            (0..16u64)
                .filter(move |bits| bits & !mask == 0)
                .map(move |bits| Known { mask: mask | !ones(4), bits })
        });
        let all: Vec<Known> = all.collect();
        for a in &all {
            for b in &all {
                for x in allowed(*a) {
                    for y in allowed(*b) {
                        let holds = |known: Known, number: u64| {
                            assert_eq!(number & known.mask, known.bits, "{a:?} {b:?} {x} {y}");
                        };
                        holds(a.add(*b), x + y);
                        holds(a.and(*b), x & y);
                        holds(a.or(*b), x | y);
                        holds(a.xor(*b), x ^ y);
                        holds(a.meet(*b), x);
                        holds(a.times(y), x.wrapping_mul(y));
                        holds(a.left(3), x << 3);
                        holds(a.right(1), x >> 1);
                        holds(a.cut(2), x & 3);
                    }
                }
            }
        }
    }
}
