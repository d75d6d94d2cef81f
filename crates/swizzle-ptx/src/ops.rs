//! Effect of instructions on values that are known in part.

use crate::domain::atoms::{Atom, Atoms};
use crate::domain::known::{Known, ones, signed};
use crate::domain::linear::{AtomId, Linear, with_number};
use crate::domain::remainder::{DIVISOR_MAX, divided};
use crate::effect::width;
use crate::operand::Operand;

/// The result of an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// This.
    Value(Linear),
    /// Something of which this is known, plus a sum.
    Part(Known, Linear),
    /// One of these.
    OneOf(Vec<Linear>),
}

impl Outcome {
    pub(crate) fn unknown(known: Known) -> Self {
        Self::Part(known, Linear::number(0))
    }
}

/// Whether the result of an opcode is followed from what it reads.
pub(crate) fn is_followed(opcode: &str) -> bool {
    let base = opcode.split('.').next().unwrap_or_default();
    let is_float = opcode
        .split('.')
        .skip(1)
        .any(|word| matches!(word.as_bytes(), [b'f', b'0'..=b'9', ..] | [b'b', b'f', ..]));
    let is_known = matches!(
        base,
        "mov"
            | "add"
            | "sub"
            | "mul"
            | "mad"
            | "shl"
            | "shr"
            | "and"
            | "or"
            | "xor"
            | "not"
            | "neg"
            | "cvt"
            | "cvta"
            | "bfe"
            | "bfi"
            | "lop3"
            | "prmt"
            | "selp"
            | "setp"
            | "shfl"
            | "rem"
            | "div"
            | "min"
            | "max"
            | "mapa"
            | "ldu"
    );
    is_known && !is_float && !opcode.contains(".cc") && !opcode.contains(".sat")
}

/// The inputs of an instruction, beside its opcode.
pub(crate) struct Read<'r> {
    /// Its opcode.
    pub(crate) opcode: &'r str,
    /// Number of registers that it writes at once, and which of them is asked for.
    pub(crate) parts: (u32, u32),
    /// Whether the first operand that it reads is several registers.
    pub(crate) packs: bool,
    /// The values.
    pub(crate) inputs: &'r [Linear],
}

impl<'r> Read<'r> {
    pub(crate) fn of(opcode: &'r str, operands: &[Operand<'_>], part: u32, inputs: &'r [Linear]) -> Self {
        let count = match operands.first() {
            Some(Operand::Several(_, count)) => *count,
            _ => 1,
        };
        Self {
            opcode,
            parts: (count, part),
            packs: matches!(operands.get(1), Some(Operand::Several(..))),
            inputs,
        }
    }
}

/// The result of an instruction that is followed.
pub(crate) fn outcome(atoms: &mut Atoms, read: &Read<'_>) -> Outcome {
    let bits = width(read.opcode);
    let base = read.opcode.split('.').next().unwrap_or_default();
    result(atoms, read, base, bits).unwrap_or_else(|| Outcome::unknown(known(atoms, read, base, bits)))
}

/// The widths and signs of the types that an opcode ends with: `cvt.s64.s32` from 32 bits with a sign.
fn source_type(opcode: &str) -> (u32, bool) {
    let last = opcode.rsplit('.').next().unwrap_or_default();
    (width(last), last.starts_with('s'))
}

fn result(atoms: &mut Atoms, read: &Read<'_>, base: &str, bits: u32) -> Option<Outcome> {
    let input = |at: usize| read.inputs.get(at);
    let number = |at: usize| input(at).and_then(Linear::as_number);
    let value = match base {
        "mov" => moved(atoms, read, bits)?,
        // The number of the CTA is above the place in its shared memory.
        "cvta" | "mapa" => input(0)?.clone(),
        "add" if !read.opcode.starts_with("addc") => input(0)?.plus(input(1)?, 1)?.modulo(bits),
        "sub" => input(0)?.plus(input(1)?, u64::MAX)?.modulo(bits),
        "neg" => input(0)?.times(u64::MAX).modulo(bits),
        "not" => input(0)?.times(u64::MAX).plus_number(u64::MAX).modulo(bits),
        "mul" | "mad" => return product(atoms, read, bits),
        "shl" => match number(1)? {
            by if by < u64::from(bits) => input(0)?.times(1 << by).modulo(bits),
            _ => Linear::number(0),
        },
        "shr" => {
            let by = number(1)?.min(63) as u32;
            if read.opcode.contains(".s") && !is_positive(atoms, input(0)?, bits) {
                return None;
            }
            atoms.slice(input(0)?, bits, by, bits)
        }
        "and" => {
            let (of, mask) = with_number(input(0)?, input(1)?)?;
            atoms.and(of, bits, mask)?
        }
        "or" => atoms.or(input(0)?, input(1)?, bits)?.modulo(bits),
        "xor" => {
            let (of, with) = with_number(input(0)?, input(1)?)?;
            atoms.xor(of, with, bits)?.modulo(bits)
        }
        "cvt" => converted(atoms, read.opcode, input(0)?),
        "bfe" => {
            let (from, count) = (number(1)? as u32, number(2)? as u32);
            if read.opcode.contains(".s") || from >= bits {
                return None;
            }
            atoms.slice(input(0)?, bits, from, count)
        }
        "bfi" => {
            let (from, count) = (number(2)? as u32 & 0xff, number(3)? as u32 & 0xff);
            if from >= bits {
                return Some(Outcome::Value(input(1)?.clone()));
            }
            let kept = atoms.and(input(1)?, bits, !(ones(count) << from))?;
            let put = atoms.slice(input(0)?, bits, 0, count.min(bits - from));
            kept.plus(&put, 1 << from)?
        }
        "lop3" => logic(atoms, read, number(3)? as u8)?,
        "prmt" => permuted(atoms, input(0)?, input(1)?, number(2)?)?,
        // What is the same in all lanes comes through as it is.
        "shfl" if read.parts.1 == 0 => {
            let shared = shared_of(atoms, input(0)?);
            let rest = input(0)?.plus(&shared, u64::MAX)?.modulo(bits);
            return match rest.as_number() {
                Some(_) => Some(Outcome::Value(input(0)?.clone())),
                None if shared.terms.is_empty() => None,
                None => Some(Outcome::Part(atoms.known(&rest).cut(bits), shared)),
            };
        }
        "setp" if read.parts.0 == 1 && read.inputs.len() == 2 => {
            Linear::number(compared(read.opcode, number(0)?, number(1)?)?.into())
        }
        "selp" => return Some(Outcome::OneOf(vec![input(0)?.clone(), input(1)?.clone()])),
        "div" => {
            let by = number(1).filter(|by| by.is_power_of_two())?;
            if read.opcode.contains(".s") && !is_positive(atoms, input(0)?, bits) {
                return None;
            }
            atoms.slice(input(0)?, bits, by.trailing_zeros(), bits)
        }
        "rem" => {
            let by = number(1).filter(|by| (2..=DIVISOR_MAX).contains(by))?;
            let is_plain = bits == 32 && is_positive(atoms, input(0)?, bits);
            if !is_plain && read.opcode != "rem.u32" {
                return None;
            }
            atoms.remainder(input(0)?, by as u32)
        }
        _ => return None,
    };
    Some(Outcome::Value(match divided(atoms, &value) {
        Some((of, by)) if bits == 32 => atoms.remainder(&of, by),
        _ => value,
    }))
}

/// The part of a sum that is addresses of variables in shared memory, or bits of them: the same for all threads.
fn shared_of(atoms: &Atoms, sum: &Linear) -> Linear {
    let is_shared = |atom: AtomId| {
        let mut behind = vec![(atom, 0)];
        while let Some((atom, depth)) = behind.pop() {
            match atoms.atom(atom) {
                Atom::Shared(_) => {}
                Atom::Slice(of, ..) | Atom::Signed(of, _) if depth < DEPTH_MAX => {
                    behind.extend(of.terms.iter().map(|(atom, _)| (*atom, depth + 1)));
                }
                _ => return false,
            }
        }
        true
    };
    let terms = sum.terms.iter().copied();
    Linear { constant: 0, terms: terms.filter(|(atom, _)| is_shared(*atom)).collect() }
}

/// Parts of parts of a value that are looked into.
const DEPTH_MAX: u32 = 8;

fn is_positive(atoms: &Atoms, value: &Linear, bits: u32) -> bool {
    atoms.known(value).cut(bits).max() >> (bits - 1) == 0
}

/// The known bits of a result that is not a sum.
fn known(atoms: &Atoms, read: &Read<'_>, base: &str, bits: u32) -> Known {
    let of = |at: usize| read.inputs.get(at).map_or(Known::NOTHING, |sum| atoms.known(sum).cut(bits));
    let found = match base {
        "and" => of(0).and(of(1)),
        "or" => of(0).or(of(1)),
        "xor" => of(0).xor(of(1)),
        "shr" | "div" if of(0).max() >> (bits - 1) == 0 => Known::below(64 - of(0).max().leading_zeros()),
        "min" | "max" => Known::below(64 - (of(0).max() | of(1).max()).leading_zeros()),
        "rem" => Known::below(64 - of(1).max().leading_zeros()),
        "lop3" => {
            let lut = read.inputs.get(3).and_then(Linear::as_number).unwrap_or_default();
            let minterm = |at: u32| {
                let side = |of: Known, bit: u32| if at >> bit & 1 == 1 { of } else { of.not() };
                side(of(0), 2).and(side(of(1), 1)).and(side(of(2), 0))
            };
            (0..8).filter(|at| lut >> at & 1 == 1).fold(Known::exact(0), |known, at| known.or(minterm(at)))
        }
        // The value of another lane; all that is known is known of each lane's.
        "shfl" if read.parts.1 == 0 => of(0),
        _ => Known::NOTHING,
    };
    found.cut(bits)
}

/// `mov`: a value, several registers as one, or one as several.
/// The result of a comparison of two integers.
pub fn compared(opcode: &str, left: u64, right: u64) -> Option<bool> {
    let bits = width(opcode);
    let (compare, kind) = (opcode.split('.').nth(1)?, opcode.rsplit('.').next()?);
    let order = match kind.as_bytes().first()? {
        b's' => signed(left, bits).cmp(&signed(right, bits)),
        b'u' | b'b' => (left & ones(bits)).cmp(&(right & ones(bits))),
        _ => return None,
    };
    Some(match compare {
        "eq" => order.is_eq(),
        "ne" => order.is_ne(),
        "lt" | "lo" => order.is_lt(),
        "le" | "ls" => order.is_le(),
        "gt" | "hi" => order.is_gt(),
        "ge" | "hs" => order.is_ge(),
        _ => return None,
    })
}

fn moved(atoms: &mut Atoms, read: &Read<'_>, bits: u32) -> Option<Linear> {
    let (count, part) = read.parts;
    if count > 1 {
        let each = bits / count;
        return Some(atoms.slice(read.inputs.first()?, bits, part * each, each));
    }
    if !read.packs {
        return read.inputs.first().cloned();
    }
    let each = bits / (read.inputs.len() as u32).max(1);
    let mut sum = Linear::number(0);
    for (at, input) in read.inputs.iter().enumerate() {
        let input = atoms.widened(input, each);
        sum = sum.plus(&input, 1u64.checked_shl(at as u32 * each)?)?;
    }
    Some(sum)
}

fn converted(atoms: &mut Atoms, opcode: &str, input: &Linear) -> Linear {
    let (from, is_signed) = source_type(opcode);
    let to = opcode.rsplit('.').nth(1).map_or(from, width);
    match (to > from, is_signed) {
        (false, _) => input.modulo(to),
        (true, true) => atoms.signed(input, from).modulo(to),
        (true, false) => atoms.widened(input, from),
    }
}

/// `mul` and `mad`, low or wide.
fn product(atoms: &mut Atoms, read: &Read<'_>, bits: u32) -> Option<Outcome> {
    let (mut a, mut b) = (read.inputs.first()?.clone(), read.inputs.get(1)?.clone());
    let is_wide = read.opcode.contains(".wide");
    if read.opcode.contains(".hi") {
        return None;
    }
    let to = if is_wide { 2 * bits } else { bits };
    if is_wide {
        let is_signed = source_type(read.opcode).1;
        let mut wide = |sum: &Linear| {
            if is_signed { atoms.signed(sum, bits) } else { atoms.widened(sum, bits) }
        };
        (a, b) = (wide(&a), wide(&b));
    }
    let plus = match read.inputs.get(2) {
        Some(plus) if read.opcode.starts_with("mad") => plus.clone(),
        _ => Linear::number(0),
    };
    let Some((sum, by)) = with_number(&a, &b) else {
        let zeros = atoms.known(&a).low_zeros() + atoms.known(&b).low_zeros();
        let known = Known { mask: ones(zeros), bits: 0 };
        return Some(Outcome::Part(known.cut(to), plus));
    };
    Some(Outcome::Value(sum.times(by).plus(&plus, 1)?.modulo(to)))
}

/// `lop3`, where its table is one of two steps.
fn logic(atoms: &mut Atoms, read: &Read<'_>, table: u8) -> Option<Linear> {
    // Each input with its own table.
    let [a, b, c] = [(0, 0xf0), (1, 0xcc), (2, 0xaa)].map(|(at, table)| Some((read.inputs.get(at)?, table)));
    let (a, b, c) = (a?, b?, c?);
    let mut step = |is_and: bool, one: &Linear, other: &Linear| {
        if !is_and {
            return atoms.or(one, other, 32);
        }
        let (of, mask) = with_number(one, other)?;
        atoms.and(of, 32, mask)
    };
    let of = |is_and: bool, one: u8, other: u8| if is_and { one & other } else { one | other };
    for (one, other, last) in [(a, b, c), (a, c, b), (b, c, a)] {
        for first in [true, false] {
            let both = of(first, one.1, other.1);
            if table == both {
                return step(first, one.0, other.0);
            }
            if let Some(second) = [true, false].into_iter().find(|second| table == of(*second, both, last.1))
            {
                let both = step(first, one.0, other.0)?;
                return step(second, &both, last.0);
            }
        }
    }
    None
}

/// `prmt` in its plain mode: four bytes out of eight.
fn permuted(atoms: &mut Atoms, a: &Linear, b: &Linear, selector: u64) -> Option<Linear> {
    let mut sum = Linear::number(0);
    let byte = |at: u32| (selector >> (4 * at) & 15) as u32;
    let mut at = 0;
    while at < 4 {
        let from = byte(at);
        if from > 7 {
            return None;
        }
        // Bytes that stay together are taken together.
        let mut count = 1;
        while at + count < 4 && byte(at + count) == from + count && (from + count) % 4 != 0 {
            count += 1;
        }
        let source = if from < 4 { a } else { b };
        let bytes = atoms.slice(source, 32, from % 4 * 8, count * 8);
        sum = sum.plus(&bytes, 1 << (8 * at))?;
        at += count;
    }
    Some(sum)
}
