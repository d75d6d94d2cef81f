//! Source code that builds a descriptor with shifts and ors, line by line: `d |= (uint64_t)((8 * 64) >> 4) << 32;`.

use crate::code::expression::{Value, Variable, evaluated};
use swizzle_core::hardware::Arch;

/// The value that a text builds.
pub(crate) struct Built {
    pub(crate) value: Value,
    /// Names that the text does not explain.
    pub(crate) unknown: Vec<String>,
}

/// Statements that are looked at: more than any function that builds a descriptor has.
const BUILT_STATEMENTS_MAX: usize = 512;

/// Whether a text is about bits that are put together.
pub(crate) fn is_one(text: &str) -> bool {
    text.contains("<<") || text.contains("|=")
}

/// The 64 bits that a text puts together; none where it does not. Statements that add to a variable are left out: they walk.
pub(crate) fn built(text: &str) -> Option<Built> {
    let variables = variables(&without_comments(text));
    let is_descriptor = |variable: &&Variable| {
        let high = variable.value.bits >> 32 != 0;
        high || variable.is_or && variable.value.bits != 0
    };
    let of_words = || words(&variables);
    // The result is the variable that is returned or assigned last.
    let whole = variables.iter().rev().find(is_descriptor);
    let (value, mut unknown) = match whole {
        Some(variable) if variable.value.bits >> 32 != 0 => {
            (variable.value, variable.unknown.clone())
        }
        _ => of_words().or(whole.map(|variable| (variable.value, variable.unknown.clone())))?,
    };
    unknown.sort();
    unknown.dedup();
    Some(Built { value, unknown })
}

/// A descriptor of two words: `desc.lo = …; desc.hi = …;`, `reg32_[0]` and `reg32_[1]`, or any names that end so.
fn words(variables: &[Variable]) -> Option<(Value, Vec<String>)> {
    let ends = |variable: &&Variable, ends: [&str; 4]| {
        let name = &*variable.name;
        ends.iter().any(|end| {
            let before = name.strip_suffix(end);
            before.is_some_and(|before| !before.ends_with(|c: char| c.is_ascii_alphanumeric()))
        })
    };
    let low = variables.iter().rev();
    let low = low
        .clone()
        .find(|one| ends(one, ["lo", "low", "[0]", "x"]))?;
    let mut high = variables.iter().rev();
    let high = high.find(|one| ends(one, ["hi", "high", "[1]", "y"]))?;
    let half = u64::from(u32::MAX);
    let value = Value {
        bits: high.value.bits << 32 | low.value.bits & half,
        known: high.value.known << 32 | low.value.known & half,
    };
    let unknown = [&low.unknown[..], &high.unknown[..]].concat();
    (value.bits != 0).then_some((value, unknown))
}

/// Returns the variables that the statements of a text without comments set.
pub(crate) fn variables(text: &str) -> Vec<Variable> {
    let mut variables: Vec<Variable> = Vec::new();
    let mut is_declared: Vec<bool> = Vec::new();
    for statement in statements(text).into_iter().take(BUILT_STATEMENTS_MAX) {
        let (name, operation, right) = taken_apart(statement);
        let at = variables.iter().position(|known| known.name == name);
        let mut names = Vec::new();
        let Some(value) = evaluated(right, &variables, &mut names) else {
            continue;
        };
        let before = at.map(|at| variables[at].value);
        let value = match (operation, before) {
            (Operation::Set, _) => value,
            // Lines without a declaration set the fields that they touch.
            (Operation::Or, Some(before)) if !is_declared[at.unwrap_or(0)] => {
                with_fields(before, of_touched_fields(value))
            }
            (Operation::Or, Some(before)) => before.or(value),
            (Operation::Or, None) => of_touched_fields(value),
            (Operation::Add, _) => continue,
        };
        let is_or = operation == Operation::Or;
        match at {
            Some(at) => {
                is_declared[at] |= operation == Operation::Set;
                variables[at].value = value;
                variables[at].is_or |= is_or;
                variables[at].unknown.append(&mut names);
            }
            None => {
                is_declared.push(operation == Operation::Set);
                variables.push(Variable {
                    name: name.into(),
                    value,
                    is_or,
                    unknown: names,
                });
            }
        }
    }
    variables
}

/// Start, LBO, SBO, base offset and swizzle: a field with any bit set is specified as a whole.
const FIELDS: [(u32, u32); 5] = [(0, 14), (16, 14), (32, 14), (49, 3), (61, 3)];

fn of_touched_fields(value: Value) -> Value {
    let mut known = 0;
    for (low, width) in FIELDS {
        let mask = ((1 << width) - 1) << low;
        if value.bits & mask != 0 {
            known |= mask & value.known;
        }
    }
    let outside = FIELDS.iter().fold(u64::MAX, |outside, (low, width)| {
        outside & !(((1 << width) - 1) << low)
    });
    Value {
        bits: value.bits,
        known: known | value.bits & outside,
    }
}

/// Adds the fields of one more line to the bits known before.
fn with_fields(before: Value, more: Value) -> Value {
    Value {
        bits: before.bits | more.bits,
        known: before.known | more.known,
    }
}

/// The architecture that the place of the swizzle's code says: tcgen05 has three bits at 61, wgmma two at 62.
pub(crate) fn arch_of_shift(text: &str) -> Option<Arch> {
    let shifts = text.match_indices("<<").map(|(at, _)| {
        let by = text[at + 2..].trim_start().trim_start_matches('(');
        let end = by.find(|c: char| !c.is_ascii_digit()).unwrap_or(by.len());
        &by[..end]
    });
    shifts
        .filter_map(|by| match by {
            "61" => Some(Arch::Tcgen05),
            "62" => Some(Arch::Wgmma),
            _ => None,
        })
        .next()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Set,
    Or,
    Add,
}

/// The text without the comments of C, Rust and Python.
pub(crate) fn without_comments(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '#']) {
        let (before, comment) = rest.split_at(at);
        bare.push_str(before);
        let end = if comment.starts_with("/*") {
            comment.find("*/").map_or(comment.len(), |end| end + 2)
        } else if comment.starts_with("//") && !comment.starts_with("//=")
            || comment.starts_with('#')
        {
            comment.find('\n').unwrap_or(comment.len())
        } else {
            bare.push('/');
            1
        };
        rest = &comment[end..];
    }
    bare.push_str(rest);
    bare
}

/// The statements of a text: up to a semicolon, a brace, or a line end that is inside of no bracket and behind no operator.
fn statements(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut all, mut start, mut depth) = (Vec::new(), 0, 0_u32);
    for (i, b) in bytes.iter().enumerate() {
        let is_end = match b {
            b'(' | b'[' => {
                depth += 1;
                false
            }
            b')' | b']' => {
                depth = depth.saturating_sub(1);
                false
            }
            b';' | b'{' | b'}' => {
                depth = 0;
                true
            }
            b'\n' if depth == 0 => {
                let goes_on = |b: Option<&u8>| b.is_some_and(|b| b"|&^+*=<>\\,".contains(b));
                let before = text[start..i].trim_end().as_bytes().last();
                let next = bytes[i + 1..]
                    .iter()
                    .take(256)
                    .find(|b| !b.is_ascii_whitespace());
                !goes_on(before) && !goes_on(next)
            }
            _ => false,
        };
        if is_end {
            all.push(&text[start..i]);
            start = i + 1;
        }
    }
    all.push(&text[start..]);
    all.retain(|statement| !statement.trim().is_empty());
    all
}

/// The variable, what is done to it, and with what.
fn taken_apart(statement: &str) -> (&str, Operation, &str) {
    let bytes = statement.as_bytes();
    for (i, b) in bytes.iter().enumerate() {
        let is_equal = *b == b'='
            && bytes.get(i + 1) != Some(&b'=')
            && !(i > 0 && matches!(bytes[i - 1], b'=' | b'!' | b'<' | b'>'));
        if !is_equal {
            continue;
        }
        let (operation, end) = match i.checked_sub(1).map(|before| bytes[before]) {
            Some(b'|') => (Operation::Or, i - 1),
            Some(b'+' | b'-' | b'&' | b'^' | b'*' | b'/' | b'%') => (Operation::Add, i - 1),
            _ => (Operation::Set, i),
        };
        let left = statement[..end].trim_end();
        let is_name =
            |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '>' | '-' | '[' | ']');
        let start = left.trim_end_matches(is_name).len();
        return (&left[start..], operation, &statement[i + 1..]);
    }
    let right = statement.trim();
    let right = right.strip_prefix("return").unwrap_or(right);
    ("return", Operation::Set, right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(text: &str) -> (u64, u64) {
        let built = built(text).unwrap_or_else(|| panic!("{text}"));
        (built.value.bits, !built.value.known)
    }

    #[test]
    fn expressions_of_kernels() {
        let fast_cu = "
            __device__ static inline uint64_t matrix_descriptor_encode(uint64_t x) { return (((x) & 0x3FFFF) >> 0x4); }
            __device__ uint64_t make_smem_desc(bf16* ptr) {
                uint32_t addr = static_cast<uint32_t>(__cvta_generic_to_shared(ptr));
                uint64_t desc = 0x0000000000000000;
                desc |= matrix_descriptor_encode(addr);
                desc |= matrix_descriptor_encode((uint64_t)16) << 16;
                desc |= matrix_descriptor_encode((uint64_t)1024) << 32;
                desc |= 1llu << 62; // 128B swizzle
                return desc;
            }";
        assert_eq!(known(fast_cu), (0x4000_0040_0001_0000, 0x3fff));
        for (text, bits, open) in [
            (
                "(1ull << 62) | (uint64_t(64) << 32) | (1 << 16) | 0x40",
                0x4000_0040_0001_0040,
                0,
            ),
            (
                "uint64_t d = 0;\nd |= (uint64_t)((8 * 64) >> 4) << 32;\nd |= (1024 & 0x3FFFF) >> 4;",
                0x20_0000_0040,
                0,
            ),
            (
                "let desc: u64 = (1u64 << 62) | ((1024u32 as u64 >> 4) << 32) | 1 << 16;",
                0x4000_0040_0001_0000,
                0,
            ),
            (
                "desc = (2 << 61) | (1 << 46) | (64 << 32) | ((addr & 0x3FFFF) >> 4)",
                0x4000_4040_0000_0000,
                0x3fff,
            ),
            (
                "uint64_t const desc = ((uint64_t)1 << 62)\n    | ((uint64_t)(sbo >> 4) << 32)\n    | 1;",
                0x4000_0000_0000_0001,
                0x3fff << 32,
            ),
        ] {
            assert_eq!(known(text), (bits, open), "{text}");
        }
    }

    #[test]
    fn a_line_alone_sets_its_fields() {
        let (bits, open) = known("d |= (uint64_t)((8 * 64) >> 4) << 32;");
        assert_eq!((bits, open), (0x20_0000_0000, !(0x3fff << 32)));
    }

    #[test]
    fn a_mask_is_no_descriptor() {
        for text in [
            "x & 0x3FFF",
            "return (((x) & 0x3FFFF) >> 0x4);",
            "1 << 5",
            "a << b",
        ] {
            assert!(built(text).is_none(), "{text}");
        }
    }

    #[test]
    fn depth_is_no_danger() {
        for text in [
            "(".repeat(100_000) + "1" + &")".repeat(100_000) + " << 62",
            "~".repeat(100_000) + "1 << 62",
        ] {
            assert_eq!(built(&text).map(|built| built.value.bits), Some(1 << 62));
        }
    }
}
