//! Results of instructions that compute with integers.

use super::step::Step;
use super::value::{Sources, Value};
use crate::domain::known::{ones, signed};
use crate::ops;

/// The width and sign of a type such as `s32`.
fn kind(word: &str) -> (u32, bool) {
    let bits = word.get(1..).and_then(|bits| bits.parse().ok()).unwrap_or(32);
    (bits, word.starts_with('s'))
}

fn cut(value: Value, bits: u32) -> Value {
    Value { number: value.number & ones(bits), ..value }
}

/// The result of an instruction in one lane, from what it reads.
pub(super) fn result<'a>(sources: &mut Sources<'a>, step: &Step<'a>, name: &'a str, of: &[Value]) -> Value {
    let (opcode, bits) = (step.opcode, step.bits);
    let at = |index: usize| of.get(index).copied().unwrap_or_default();
    let (a, b, c) = (at(0), at(1), at(2));
    let last = opcode.rsplit('.').next().unwrap_or_default();
    let is_signed = last.starts_with('s');
    let wide = |sources: &mut Sources<'a>, value: Value| sources.widened(value, bits, is_signed);
    match name {
        "mov" | "cvta" if of.len() == 1 => a,
        // Several registers as one.
        "mov" => {
            let each = (bits as usize / 8 / of.len().max(1)).max(1);
            let bytes: Vec<Value> = of.iter().flat_map(|one| sources.bytes(*one, each)).collect();
            sources.value(&bytes)
        }
        "add" => cut(sources.plus(a, b, 1), bits),
        "sub" => cut(sources.minus(a, b), bits),
        "neg" => cut(sources.minus(Value::of(0), a), bits),
        "mul" | "mad" | "mul24" | "mad24" => {
            let is_wide = opcode.contains(".wide");
            let (a, b) = if is_wide { (wide(sources, a), wide(sources, b)) } else { (a, b) };
            let product = sources.times(a, b);
            let sum = if name.starts_with("mad") { sources.plus(product, c, 1) } else { product };
            cut(sum, if is_wide { 2 * bits } else { bits })
        }
        "shl" => sources.shifted("shl", bits, a, b),
        "shr" => sources.shifted(if is_signed { "shr.s" } else { "shr" }, bits, a, b),
        "and" | "or" | "xor" => match last == "pred" {
            true => predicate(sources, name, a, b),
            false => sources.bitwise(name, bits, a, b),
        },
        "not" if last == "pred" => predicate(sources, "xor", a, Value::of(1)),
        "not" => sources.bitwise("xor", bits, a, Value::of(ones(bits))),
        "cvt" => converted(sources, opcode, a),
        "bfe" => {
            let (Some(from), Some(count)) = (b.as_number(), c.as_number()) else {
                return sources.result(opcode, of);
            };
            let (from, count) = ((from & 0xff) as u32, (count & 0xff) as u32);
            let moved = sources.shifted("shr", bits, a, Value::of(from.into()));
            let field = sources.bitwise("and", bits, moved, Value::of(ones(count.min(bits))));
            match (field.as_number(), is_signed) {
                (Some(number), true) if count > 0 => {
                    Value::of(signed(number, count.min(bits)) as u64 & ones(bits))
                }
                (None, true) => sources.result(opcode, of),
                _ => field,
            }
        }
        "bfi" => {
            let (Some(from), Some(count)) = (c.as_number(), at(3).as_number()) else {
                return sources.result(opcode, of);
            };
            let (from, count) = ((from & 0xff) as u32, (count & 0xff) as u32);
            let mask = ones(count.min(bits)).checked_shl(from).unwrap_or(0) & ones(bits);
            let moved = sources.shifted("shl", bits, a, Value::of(from.into()));
            let put = sources.bitwise("and", bits, moved, Value::of(mask));
            let kept = sources.bitwise("and", bits, b, Value::of(!mask & ones(bits)));
            sources.bitwise("or", bits, kept, put)
        }
        "lop3" => logic(sources, opcode, of),
        "prmt" => permuted(sources, opcode, of),
        "div" | "rem" | "min" | "max" | "abs" => whole(sources, name, opcode, bits, is_signed, of),
        _ => sources.result(opcode, of),
    }
}

/// Conditions, of which one that is a number can be enough.
pub(super) fn predicate<'a>(sources: &mut Sources<'a>, name: &'a str, a: Value, b: Value) -> Value {
    match (name, a.as_number(), b.as_number()) {
        (_, Some(_), Some(_)) => return sources.bitwise(name, 1, a, b),
        ("and", Some(0), _) | ("or", Some(1), _) => return a,
        ("and", _, Some(0)) | ("or", _, Some(1)) => return b,
        ("and", Some(_), _) | ("or" | "xor", Some(0), _) => return b,
        ("and", _, Some(_)) | ("or" | "xor", _, Some(0)) => return a,
        _ => {}
    }
    let [of_a, of_b] = [a, b].map(Value::of_any_size);
    let both = sources.result(name, &[of_a.min(of_b), of_a.max(of_b)]);
    let is_true = match (name, a.as_condition(), b.as_condition()) {
        ("and", Some(false), _) | ("and", _, Some(false)) => Some(false),
        ("or", Some(true), _) | ("or", _, Some(true)) => Some(true),
        ("xor", Some(a), Some(b)) => Some(a != b),
        (_, Some(a), Some(_)) => Some(a),
        _ => None,
    };
    is_true.map_or(both, |is_true| Value::of_large(both, is_true))
}

/// Division and the like. A remainder by what is not known is taken to be what is divided: rows are inside of the matrix.
fn whole<'a>(
    sources: &mut Sources<'a>,
    name: &'a str,
    opcode: &'a str,
    bits: u32,
    is_signed: bool,
    of: &[Value],
) -> Value {
    let number = |at: usize| {
        let value: &Value = of.get(at)?;
        value
            .as_number()
            .map(|one| if is_signed { i128::from(signed(one, bits)) } else { (one & ones(bits)).into() })
    };
    let (Some(a), Some(b)) = (number(0), number(1).or_else(|| (name == "abs").then_some(0))) else {
        let (a, by) = (of[0], of.get(1).copied().unwrap_or_default());
        return match (name, by.as_number()) {
            ("rem", None) => {
                sources.is_taken_inside = true;
                a
            }
            ("div", Some(by)) if by.is_power_of_two() => {
                sources.shifted("shr", bits, a, Value::of(by.trailing_zeros().into()))
            }
            ("rem", Some(by)) if by.is_power_of_two() => sources.bitwise("and", bits, a, Value::of(by - 1)),
            _ => sources.result(opcode, of),
        };
    };
    let result = match name {
        "div" => a.checked_div(b),
        "rem" => a.checked_rem(b),
        "min" => Some(a.min(b)),
        "max" => Some(a.max(b)),
        _ => Some(a.abs()),
    };
    match result {
        Some(result) => Value::of(result as u64 & ones(bits)),
        None => sources.result(opcode, of),
    }
}

fn converted<'a>(sources: &mut Sources<'a>, opcode: &'a str, value: Value) -> Value {
    let mut words = opcode.rsplit('.');
    let (from, is_signed) = kind(words.next().unwrap_or_default());
    let (to, _) = kind(words.next().unwrap_or_default());
    match to > from {
        true => cut(sources.widened(value, from, is_signed), to),
        false if value.as_number().is_none() && to < 32 => {
            let bytes = sources.bytes(value, (to / 8) as usize);
            sources.value(&bytes)
        }
        false => cut(value, to),
    }
}

/// `lop3` as the or of those of its eight terms that its table has, or as one of its common forms.
fn logic<'a>(sources: &mut Sources<'a>, opcode: &'a str, of: &[Value]) -> Value {
    let Some(table) = of.get(3).and_then(|one| one.as_number()) else {
        return sources.result(opcode, of);
    };
    let (a, b, c) = (of[0], of[1], of[2]);
    if let (Some(a), Some(b), Some(c)) = (a.as_number(), b.as_number(), c.as_number()) {
        let side = |value: u64, is_set: bool| if is_set { value } else { !value };
        let term = |at: u64| side(a, at & 4 != 0) & side(b, at & 2 != 0) & side(c, at & 1 != 0);
        let all = (0..8).filter(|at| table >> at & 1 == 1).fold(0, |all, at| all | term(at));
        return Value::of(all & ones(32));
    }
    let (first, second) = match table {
        0xc0 => return sources.bitwise("and", 32, a, b),
        0x3c => return sources.bitwise("xor", 32, a, b),
        0xfc => return sources.bitwise("or", 32, a, b),
        0x80 => ("and", "and"),
        0xfe => ("or", "or"),
        0x96 => ("xor", "xor"),
        0xf8 => {
            let both = sources.bitwise("and", 32, b, c);
            return sources.bitwise("or", 32, a, both);
        }
        0x78 => {
            let both = sources.bitwise("and", 32, b, c);
            return sources.bitwise("xor", 32, a, both);
        }
        0xea => ("and", "or"),
        0x6a => ("and", "xor"),
        0xa8 => ("or", "and"),
        0x28 => ("xor", "and"),
        0xbe => ("xor", "or"),
        0x56 => ("or", "xor"),
        _ => return sources.result(opcode, of),
    };
    let both = sources.bitwise(first, 32, a, b);
    sources.bitwise(second, 32, both, c)
}

/// `prmt` in its plain mode.
fn permuted<'a>(sources: &mut Sources<'a>, opcode: &'a str, of: &[Value]) -> Value {
    let selector = of.get(2).and_then(|one| one.as_number());
    let Some(selector) = selector.filter(|one| one & 0x8888 == 0 && opcode == "prmt.b32") else {
        return sources.result(opcode, of);
    };
    let bytes = [sources.bytes(of[0], 4), sources.bytes(of[1], 4)].concat();
    let chosen: Vec<Value> = (0..4).map(|at| bytes[(selector >> (4 * at) & 7) as usize]).collect();
    sources.value(&chosen)
}

/// The outcome of a comparison.
pub(super) fn compared<'a>(
    sources: &mut Sources<'a>,
    opcode: &'a str,
    bits: u32,
    a: Value,
    b: Value,
) -> Value {
    let outcome = |a: u64, b: u64| ops::compared(opcode, a, b);
    let known = match (a.as_number(), b.as_number()) {
        (Some(a), Some(b)) => outcome(a, b),
        // Two sums of the same that is not known.
        _ => {
            let apart = sources.minus(a, b);
            let order = match apart.as_number() {
                Some(apart) => Some(signed(apart, bits).signum()),
                // That a size is a certain one is a case of its own.
                None if matches!(opcode.split('.').nth(1), Some("eq" | "ne")) => None,
                None => sources.is_growing(apart.from).map(|is_growing| if is_growing { 1 } else { -1 }),
            };
            let is_true = order.and_then(|order| outcome(u64::from(order > 0), u64::from(order < 0)));
            if apart.as_number().is_none() {
                let open = sources.result(opcode, &[a, b]);
                return is_true.map_or(open, |is_true| Value::of_large(open, is_true));
            }
            is_true
        }
    };
    match known {
        Some(is_true) => Value::of(is_true.into()),
        None => sources.result(opcode, &[a, b]),
    }
}
