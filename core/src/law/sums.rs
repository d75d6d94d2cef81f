//! Running sums of one axis: the amount that each index adds to the address, without a division for each.

use crate::law::coord::Axis;
use crate::law::terms::{Count, Term, Terms};

/// The bits that the indices of one axis add to the address, one after the other: an odometer over the axis' terms.
pub(crate) struct Sums<'a> {
    terms: &'a Terms,
    axis: Axis,
    digits: [u32; Terms::CAPACITY],
    index: u32,
    sum: u32,
}

impl Terms {
    /// The sums of an axis from an index on.
    pub(crate) fn sums(&self, axis: Axis, index: u32) -> Sums<'_> {
        let mut digits = [0; Self::CAPACITY];
        for (digit, term) in digits.iter_mut().zip(self.terms()) {
            if term.axis == axis {
                *digit = term.digit(index);
            }
        }
        Sums { terms: self, axis, digits, index, sum: self.sum_bits(axis, index) }
    }
}

impl Iterator for Sums<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let sum = self.sum;
        self.index = self.index.wrapping_add(1);
        let is_of_axis = |(term, _): &(&Term, &mut u32)| term.axis == self.axis;
        let mut carries = true;
        let digits = self.terms.terms().iter().zip(&mut self.digits);
        for (term, digit) in digits.filter(is_of_axis) {
            match term.count {
                Count::Step if self.index == term.per => {}
                Count::Of(_) | Count::Open if carries => {}
                Count::Of(_) | Count::Open | Count::Step => continue,
            }
            *digit += 1;
            self.sum = self.sum.wrapping_add(term.stride_bits);
            match term.count {
                Count::Of(size) if *digit == size => {
                    self.sum = self.sum.wrapping_sub(size.wrapping_mul(term.stride_bits));
                    *digit = 0;
                }
                Count::Of(_) | Count::Open => carries = false,
                Count::Step => {}
            }
        }
        Some(sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hardware::{Element, LboMode, Major, Named as _};
    use crate::law::{Layout, LayoutParams, Swizzle};

    #[test]
    fn they_are_the_sums_of_each_index() {
        let modes = || Swizzle::ALL.iter().flat_map(|s| LboMode::ALL.iter().map(move |m| (*s, *m)));
        for (element, major) in Element::ALL.iter().flat_map(|e| Major::ALL.iter().map(move |m| (*e, *m))) {
            for (swizzle, lbo_mode) in modes() {
                let layout = Layout::new(LayoutParams {
                    element,
                    major,
                    swizzle,
                    start_bytes: 0x470,
                    lbo_bytes: 2064,
                    sbo_bytes: 1040,
                    base_offset: 0,
                    lbo_mode,
                    space: Default::default(),
                });
                for (axis, first) in [(Axis::Mn, 0), (Axis::K, 0), (Axis::K, 77)] {
                    let sums = layout.terms().sums(axis, first).take(600);
                    for (index, sum) in (first..).zip(sums) {
                        assert_eq!(sum, layout.terms().sum_bits(axis, index), "{layout:?} {index}");
                    }
                }
            }
        }
    }
}
