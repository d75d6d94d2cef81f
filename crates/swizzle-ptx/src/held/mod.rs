//! A descriptor as far as it is known: its bits, and where it starts.

pub mod instruction;

use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::hardware::{Arch, Chip, LboMode, UNIT_BYTES};
use swizzle_core::law::Swizzle;

use crate::address::address_bits;
use crate::domain::atoms::{Atom, Atoms};
use crate::domain::known::{Known, ones};
use crate::domain::linear::{AtomId, Linear};

/// A descriptor of which some bits are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldDescriptor {
    /// The chip whose descriptor fields these are.
    pub chip: Chip,
    /// The bits that are known, under the assumption that what is added to a start stays in its field.
    pub known: Known,
    /// The start address in bytes, modulo the chip's address space.
    pub start: Linear,
    /// Whether the start is a sum of addresses and numbers, and not only bits of something unknown.
    pub has_start: bool,
    /// Whether the base offset is that of the start: bits 7 to 9 of it.
    pub base_follows: bool,
}

impl HeldDescriptor {
    pub(crate) fn of(atoms: &mut Atoms, value: &Linear, chip: Chip) -> Self {
        let start = atoms.expanded(&value.times(u64::from(UNIT_BYTES)), address_bits(chip));
        let known = atoms.known(value).and_also(above_start(atoms, value, chip));
        let has_start = start.terms.iter().all(|(atom, _)| is_address(atoms, *atom));
        let base_follows = base_follows(atoms, value, &start, chip);
        Self { chip, known, start, has_start, base_follows }
    }

    /// A field's value, if all of its bits are known.
    pub fn field(&self, id: FieldId) -> Option<u64> {
        let field = Descriptor::field(self.chip, id)?;
        let is_known = self.known.mask & field.mask() == field.mask();
        is_known.then(|| (self.known.bits & field.mask()) >> field.low)
    }

    /// A field of 16-byte units, in bytes.
    pub fn bytes(&self, id: FieldId) -> Option<u32> {
        self.field(id).map(|units| units as u32 * UNIT_BYTES)
    }

    /// The swizzle mode, if its code is known and stands for one.
    pub fn swizzle(&self) -> Option<Swizzle> {
        self.field(FieldId::Swizzle)?;
        Descriptor::new(self.arch(), self.known.bits).on(self.chip).decode().swizzle.ok()
    }

    /// Returns the mode of LBO, if it is known; wgmma has no bit for it, and one mode.
    pub fn lbo_mode(&self) -> Option<LboMode> {
        match Descriptor::field(self.chip, FieldId::LboMode) {
            Some(_) => self.field(FieldId::LboMode).map(|_| self.lowest().decode().lbo_mode),
            None => Some(LboMode::Relative),
        }
    }

    /// Its family.
    pub fn arch(&self) -> Arch {
        self.chip.arch().unwrap_or_default()
    }

    /// The descriptor with zeros where bits are not known.
    pub fn lowest(&self) -> Descriptor {
        Descriptor::new(self.arch(), self.known.bits).on(self.chip)
    }
}

/// Whether the base offset is taken from bits 7 to 9 of the start.
fn base_follows(atoms: &mut Atoms, value: &Linear, start: &Linear, chip: Chip) -> bool {
    let Some(field) = Descriptor::field(chip, FieldId::BaseOffset) else {
        return false;
    };
    if atoms.known(value).mask & field.mask() == field.mask() {
        return false;
    }
    let base = atoms.slice(value, 64, u32::from(field.low), u32::from(field.width));
    // A row is 128 bytes; a pattern is eight rows.
    let pattern = atoms.expanded(&base.times(128), 10);
    pattern.ahead(&atoms.expanded(start, 10), 10).is_some_and(|ahead| (0..128).contains(&ahead))
}

/// The fields that hold values: where they begin, and their bits.
type Fields = [(u32, u32); 3];

fn fields(chip: Chip) -> Fields {
    [FieldId::Start, FieldId::Lbo, FieldId::Sbo].map(|id| {
        Descriptor::field(chip, id).map_or((u64::BITS, 0), |field| (field.low.into(), field.width.into()))
    })
}

/// The bits above the start, if what is put into a field stays in it.
fn above_start(atoms: &Atoms, value: &Linear, chip: Chip) -> Known {
    let fields = fields(chip);
    let start_bits = fields[0].1;
    let above = !ones(start_bits);
    // A number with a mode and strides in it is a descriptor's; what is added to it fills its fields.
    let is_descriptor = value.constant >> 32 != 0;
    let value = &if is_descriptor { unwrapped(atoms, value) } else { value.clone() };
    let has_start =
        |(_, by): &(AtomId, u64)| field_of(&fields, by.trailing_zeros()).is_some_and(|(from, _)| from == 0);
    // Fewer units than none, beside an address: they are subtracted from it, and borrow nothing from the field above.
    let borrows = is_descriptor
        && value.terms.iter().any(has_start)
        && is_borrowed(value.constant, start_bits, fields[1].0);
    let constant = value.constant.wrapping_add(u64::from(borrows) << start_bits);
    let mut known = Known::exact(constant & above);
    for (atom, by) in &value.terms {
        let of_atom = atoms.known_of(*atom).times(*by);
        let term = match field_of(&fields, by.trailing_zeros()) {
            Some((0, _)) if of_atom.mask & above == above => of_atom.and(Known::exact(above)),
            Some(own) if is_descriptor && is_count(atoms, *atom) && is_of_field(*by, own) => {
                let field = ones(own.1) << own.0 & above;
                let is_rest = value.terms.iter().any(|other| is_below(atoms, &fields, *other, (*atom, *by)));
                of_atom.and(Known::exact(if is_rest { 0 } else { field }))
            }
            _ => of_atom,
        };
        known = known.add(term);
    }
    Known { mask: known.mask & above, bits: known.bits & above }
}

/// A sum in which halves of 32 bits are what they are sums of: what is added to a half stays in it.
fn unwrapped(atoms: &Atoms, value: &Linear) -> Linear {
    let mut result = value.clone();
    // Each turn goes one half deeper.
    for _ in 0..64 {
        let half = result.terms.iter().find_map(|(atom, by)| match atoms.atom(*atom) {
            Atom::Slice(of, 0, 32) | Atom::Signed(of, 32) if by.trailing_zeros() % 32 == 0 => {
                Some((*atom, *by, of))
            }
            _ => None,
        });
        let Some((atom, by, of)) = half else { break };
        // A subtracted number is a large number modulo 2^32.
        let signed = |number: u64| number as u32 as i32 as i64 as u64;
        let inner = Linear {
            constant: signed(of.constant),
            terms: of.terms.iter().map(|(atom, by)| (*atom, signed(*by))).collect(),
        };
        let rest = result.plus(&Linear::atom(atom), by.wrapping_neg());
        match rest.and_then(|rest| rest.plus(&inner, by)) {
            Some(sum) => result = sum,
            None => break,
        }
    }
    result
}

/// Whether the bits between the start and the next field are all set.
const fn is_borrowed(constant: u64, from: u32, to: u32) -> bool {
    let between = ones(to - from);
    constant >> from & between == between
}

/// The field in which a bit is.
fn field_of(fields: &Fields, bit: u32) -> Option<(u32, u32)> {
    fields.iter().copied().find(|(from, width)| (*from..from + width).contains(&bit))
}

/// Whether a multiple of something can stay in one field: units are added or subtracted.
const fn is_of_field(by: u64, (from, width): (u32, u32)) -> bool {
    by >> (from + width) == 0 || by.wrapping_neg() >> (from + width) == 0
}

/// Whether one term is of the same number as another, and of its lower bits, in a field below.
fn is_below(atoms: &Atoms, fields: &Fields, low: (u32, u64), high: (u32, u64)) -> bool {
    let part = |(atom, by): (u32, u64)| match atoms.atom(atom) {
        Atom::Slice(of, from, _) => Some((of, by.trailing_zeros().checked_sub(*from)?, by.trailing_zeros())),
        _ => None,
    };
    match (part(low), part(high)) {
        (Some((of_low, shift, at)), Some((of_high, other, above))) => {
            let is_same = of_low.terms == of_high.terms && shift == other;
            is_same && at < above && field_of(fields, at) < field_of(fields, above)
        }
        _ => false,
    }
}

/// Whether an atom is a number that can advance a start, and not a descriptor itself.
fn is_count(atoms: &Atoms, atom: u32) -> bool {
    atoms.known_of(atom).bits >> 32 == 0
}

/// Whether an atom of a start is something that addresses are made of.
fn is_address(atoms: &Atoms, atom: u32) -> bool {
    match atoms.atom(atom) {
        Atom::Shared(_) | Atom::Special(_) => true,
        Atom::Variable(_) | Atom::Opaque(_) | Atom::Slice(..) | Atom::Signed(..) | Atom::Remainder(..) => {
            false
        }
    }
}

#[cfg(test)]
mod tests {
    use swizzle_core::descriptor::FieldId;
    use swizzle_core::hardware::Chip;

    use super::HeldDescriptor;
    use crate::address::address_bits;
    use crate::domain::atoms::{Atom, Atoms};
    use crate::domain::known::Known;
    use crate::domain::linear::Linear;

    const RAW: u64 = 0x4000_0040_0010_0000;

    /// LBO and SBO in units of a sum of a start's units, so many times, and a number.
    fn strides(times: u64, number: u64) -> [Option<u64>; 2] {
        strides_on(Chip::Sm90a, times, number)
    }

    fn strides_on(chip: Chip, times: u64, number: u64) -> [Option<u64>; 2] {
        let mut atoms = Atoms::default();
        let units = Known::below(address_bits(chip) - 4).and(Known::exact(!63));
        let units = Linear::atom(atoms.id(Atom::Special(0), units));
        let value = units.times(times).plus_number(number);
        let held = HeldDescriptor::of(&mut atoms, &value, chip);
        [FieldId::Lbo, FieldId::Sbo].map(|id| held.field(id))
    }

    #[test]
    fn units_that_are_subtracted_borrow_nothing() {
        assert_eq!(strides(1, RAW), [Some(0x10), Some(0x40)]);
        assert_eq!(strides(1, RAW + 64), [Some(0x10), Some(0x40)]);
        assert_eq!(strides(1, RAW - 64), [Some(0x10), Some(0x40)]);
    }

    #[test]
    fn a_start_of_15_bits_leaves_the_strides_known() {
        let of = |number| strides_on(Chip::Sm107a, 1, number);
        assert_eq!(of(RAW), [Some(0x10), Some(0x40)]);
        assert_eq!(of(RAW + 64), [Some(0x10), Some(0x40)]);
        assert_eq!(of(RAW - 64), [Some(0x10), Some(0x40)]);
    }

    #[test]
    fn an_address_in_two_fields_leaves_the_upper_one_open() {
        assert_eq!(strides(1 << 32 | 1, RAW)[1], None);
    }
}
