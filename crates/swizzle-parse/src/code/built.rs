//! Source code that builds a descriptor with shifts and ors, line by line: `d |= (uint64_t)((8 * 64) >> 4) << 32;`.

use crate::code::comments::without_comments;
use crate::numbers::operands::is_instruction;
use crate::syntax::machine;
use crate::syntax::tree::tree;
use crate::syntax::value::{Value, Variable};
use swizzle_core::hardware::Arch;

/// The value that a text builds.
pub(crate) struct Built {
    /// The variable that has it.
    pub(crate) name: String,
    pub(crate) value: Value,
    /// Names that the text does not explain.
    pub(crate) unknown: Vec<String>,
}

/// Whether a text is about bits that are put together.
pub(crate) fn is_one(text: &str) -> bool {
    text.contains("<<") || text.contains("|=")
}

/// The 64 bits that a text puts together; none where it does not. Statements that add to a variable are left out: they walk.
pub(crate) fn built(text: &str) -> Option<Built> {
    let variables = variables(&without_comments(text));
    let is_descriptor = |variable: &&Variable| {
        let high = variable.value.bits >> 32 != 0;
        let is_one = variable.is_or || is_instruction(&variable.name);
        high || is_one && variable.value.bits != 0
    };
    let of_words = || words(&variables).map(|(value, unknown)| (value, unknown, String::new()));
    let parts = |one: &Variable| (one.value, one.unknown.clone(), one.name.clone());
    // The result is the variable that is returned or assigned last.
    let whole = variables.iter().rev().find(is_descriptor).map(parts);
    let (value, mut unknown, name) = match whole {
        Some(whole) if whole.0.bits >> 32 != 0 || is_instruction(&whole.2) => whole,
        _ => of_words().or(whole)?,
    };
    unknown.sort();
    unknown.dedup();
    Some(Built {
        name,
        value,
        unknown,
    })
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

/// The variables that the statements of a text without comments set.
pub(crate) fn variables(text: &str) -> Vec<Variable> {
    machine::variables(&tree(text))
}

/// The value of the last variable that a text sets.
pub(crate) fn low_value(text: &str) -> Option<Value> {
    let variables = variables(&without_comments(text));
    variables.last().map(|one| one.value)
}

/// Whether a text without comments calls a function that it defines.
pub(crate) fn calls_own(text: &str) -> bool {
    let rows = tree(text);
    machine::calls_own(&rows, &machine::functions(&rows))
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
