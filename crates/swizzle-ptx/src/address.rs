//! Use of the address of a variable in shared memory by a start: all of it, once, or otherwise.

use swizzle_core::hardware::Chip;

use crate::domain::atoms::{Atom, Atoms};
use crate::domain::linear::Linear;

/// Bits of an address in a chip's shared memory.
///
/// ```
/// use swizzle_core::hardware::Chip;
/// use swizzle_ptx::address::address_bits;
/// assert_eq!([Chip::Sm100a, Chip::Sm107a].map(address_bits), [18, 19]);
/// ```
pub const fn address_bits(chip: Chip) -> u32 {
    chip.address_space().bytes().ilog2()
}

/// Use of a variable's address by a start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Address {
    /// The address is in it once, or no address that is known.
    #[default]
    Whole,
    /// The address is in it shifted to the left by so many bits; to the right, if negative.
    Shifted(i32),
    /// Some bits of the address are missing, or counted otherwise than the rest.
    InPart,
    /// The start is so many bytes from the variable, where no block has shared memory.
    Outside(i64),
}

/// Maximum number of nested parts that are followed.
const PARTS_MAX: usize = 64;

/// Bits of a sum that are in a start.
struct Part<'a> {
    sum: &'a Linear,
    /// Bit 0 of the sum is at this bit of the start.
    shift: i32,
    /// The bits of the sum that are there.
    from: i32,
    to: i32,
    /// Whether it is multiplied by something else than a power of two.
    is_odd: bool,
}

impl Address {
    /// Classifies a start in bytes, modulo the chip's address space; nothing is outside if no source has a block's memory size.
    pub(crate) fn of(atoms: &Atoms, start: &Linear, chip: Chip) -> Self {
        let all = address_bits(chip) as i32;
        let block_bytes = chip.shared_bytes();
        let mut parts = vec![Part { sum: start, shift: 0, from: 0, to: all, is_odd: false }];
        let (mut shifts, mut is_odd, mut covered, mut unknown) = (Vec::new(), false, 0u64, 0u64);
        for turn in 0.. {
            let Some(part) = parts.pop() else { break };
            if turn > PARTS_MAX {
                return Self::Whole;
            }
            for (atom, by) in &part.sum.terms {
                let at = by.trailing_zeros() as i32;
                let inner = Part {
                    shift: part.shift + at,
                    from: (part.from - at).max(0),
                    to: part.to - at,
                    is_odd: part.is_odd || !by.is_power_of_two(),
                    sum: part.sum,
                };
                match atoms.atom(*atom) {
                    Atom::Shared(_) => {
                        shifts.push(inner.shift);
                        is_odd |= inner.is_odd;
                        covered |= bits(inner.from, inner.to);
                        unknown |= !atoms.known_of(*atom).mask;
                    }
                    Atom::Slice(of, low, width) => {
                        let low = *low as i32;
                        parts.push(Part {
                            sum: of,
                            shift: inner.shift - low,
                            from: inner.from + low,
                            to: inner.to.min(*width as i32) + low,
                            ..inner
                        });
                    }
                    Atom::Signed(of, _) => parts.push(Part { sum: of, ..inner }),
                    Atom::Variable(_) | Atom::Special(_) | Atom::Opaque(_) | Atom::Remainder(..) => {}
                }
            }
        }
        let Some(shift) = shifts.first().copied() else {
            return Self::Whole;
        };
        if is_odd || shifts.iter().any(|other| *other != shift) {
            return Self::InPart;
        }
        if shift != 0 {
            return Self::Shifted(shift);
        }
        // Bits that are missing below are rounded off.
        let rounded = covered & covered.wrapping_neg();
        if unknown & !covered & bits(0, all) & rounded.wrapping_neg() != 0 {
            return Self::InPart;
        }
        match start.terms[..] {
            [_] if block_bytes.is_some_and(|bytes| start.constant >= u64::from(bytes)) => {
                Self::Outside(start.constant as i64 - (1 << all))
            }
            _ => Self::Whole,
        }
    }
}

/// Bits from one on to another.
fn bits(from: i32, to: i32) -> u64 {
    let below = |bit: i32| (1u64 << bit.clamp(0, 63)) - 1;
    below(to) & !below(from)
}

#[cfg(test)]
mod tests {
    use super::{Address, address_bits};
    use crate::domain::atoms::{Atom, Atoms};
    use crate::domain::known::Known;
    use crate::domain::linear::Linear;
    use swizzle_core::hardware::Chip;

    /// Classifies a start that is 16 times what a function computes from an address.
    fn made(of: impl Fn(&mut Atoms, &Linear) -> Linear) -> Address {
        made_on(Chip::Sm90a, of)
    }

    fn made_on(chip: Chip, of: impl Fn(&mut Atoms, &Linear) -> Linear) -> Address {
        let mut atoms = Atoms::default();
        let space = address_bits(chip);
        let known = Known::below(space).and(Known::exact(!1023));
        let base = Linear::atom(atoms.id(Atom::Shared(0), known));
        let units = of(&mut atoms, &base);
        let start = atoms.expanded(&units.times(16), space);
        Address::of(&atoms, &start, chip)
    }

    #[test]
    fn an_address_is_in_a_start_once() {
        let field = |atoms: &mut Atoms, base: &Linear, mask: u64, by: u32| {
            let masked = atoms.and(&base.plus_number(0x1020), 32, mask).unwrap();
            atoms.slice(&masked, 32, by, 28)
        };
        let of = |mask, by| made(move |atoms, base| field(atoms, base, mask, by));
        assert_eq!(of(0x3_fff0, 4), Address::Whole);
        assert_eq!(of(0x3_fc00, 4), Address::Whole);
        assert_eq!(of(0x3_fff0, 3), Address::Shifted(1));
        assert_eq!(of(0x3_fff0, 5), Address::Shifted(-1));
        assert_eq!(of(0x3_eff0, 4), Address::InPart);
        assert_eq!(of(0x1_fff0, 4), Address::InPart);
        assert_eq!(made(|_, base| base.plus_number(32)), Address::Shifted(4));
        assert_eq!(made(|_, _| Linear::number(64)), Address::Whole);
    }

    #[test]
    fn a_start_before_the_variable_is_outside() {
        let on = |chip: Chip, bytes: i64| {
            made_on(chip, move |atoms, base| {
                let moved = base.plus_number(bytes as u64).modulo(32);
                let masked = atoms.and(&moved, 32, 0x3_fff0).unwrap();
                atoms.slice(&masked, 32, 4, 28)
            })
        };
        assert_eq!(on(Chip::Sm90a, -7168), Address::Outside(-7168));
        assert_eq!(on(Chip::Sm90a, 226 * 1024), Address::Whole);
    }

    #[test]
    fn an_address_of_sm_107a_has_a_bit_more() {
        let masked = |chip, mask| {
            made_on(chip, move |atoms, base| {
                let masked = atoms.and(base, 32, mask).unwrap();
                atoms.slice(&masked, 32, 4, 28)
            })
        };
        assert_eq!(masked(Chip::Sm100a, 0x3_fff0), Address::Whole);
        assert_eq!(masked(Chip::Sm107a, 0x7_fff0), Address::Whole);
        assert_eq!(masked(Chip::Sm107a, 0x3_fff0), Address::InPart);
        // No source says how much a block has.
        let far = made_on(Chip::Sm107a, |atoms, base| atoms.slice(&base.plus_number(300 * 1024), 32, 4, 28));
        assert_eq!(far, Address::Whole);
    }
}
