//! The text around a CuTe layout: the pointer, the type and the name of a tensor as CuTe C++ and the CuTe DSL print them.
//! `sA: tensor<ptr<f16, smem, align<1024>, S<3,4,3>> o …>`, `Sw<3,4,3>_smem_ptr[16b](0x…) o …`.

use super::*;

/// Words around a layout that say nothing.
///
/// Source: CuTe, `cute/pointer.hpp` and `pointer_flagged.hpp`; the CuTe DSL's prints of its types.
const SILENT: &str = "smem_ptr_flag_bits ComposedLayout smem_ptr_flag Int o ∘ 0 _0 tensor memref !cute cute ptr raw_ptr smem shared \
    align unset smem_ptr _smem_ptr _smem data = assumed_align";

/// Other memories than shared memory.
const ELSEWHERE: &str = "gmem rmem tmem generic dsmem";

/// Parts that are named one by one; of more the first are.
const AROUND_NOTICES_MAX: usize = 4;

/// The values that the text around a layout specifies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Around {
    /// Bits of an element, as specified by the pointer.
    pub(crate) bits: Option<u32>,
    /// Its type, as specified by a type of the CuTe DSL.
    pub(crate) element: Option<Element>,
    /// The operand that the tensor's name specifies.
    pub(crate) operand: Option<Operand>,
    /// The pointer's address.
    pub(crate) address: Option<u64>,
    /// The parts that were not read.
    pub(crate) notices: Vec<Notice>,
}

/// Reads the text before a layout, without the swizzle, and the text after it.
pub(crate) fn read(before: [&str; 2], behind: &str) -> Around {
    let mut around = Around::default();
    for part in before {
        around.bits = around.bits.or_else(|| bits(part));
        around.address = around.address.or_else(|| address(part));
    }
    let label = before[0].trim_start();
    let name_end = label
        .find([':', '='])
        .filter(|end| !label[..*end].contains(['<', '(']));
    let rest = match name_end {
        Some(end) => {
            around.operand = operand_of(label[..end].trim());
            &label[end + 1..]
        }
        None => label,
    };
    let mut left_out = 0;
    // A value of a type: `Swizzle<3,4,3>{}`.
    let (rest, behind) = (&*rest.replace("{}", "  "), &*behind.replace("{}", "  "));
    let between = before[1].replace("{}", "  ");
    for part in [rest, &*between, behind] {
        let is_between = |c: char| {
            c.is_whitespace()
                || matches!(
                    c,
                    ',' | '<' | '>' | '(' | ')' | '"' | '\'' | '`' | ';' | '.' | ':'
                )
        };
        for word in part.split(is_between).filter(|word| !word.is_empty()) {
            let name = word.split('[').next().unwrap_or(word);
            let is_number = has_digit_first(word);
            let is_place = word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
            if is_in(SILENT, name) || is_number || is_place {
                continue;
            }
            if let Some(element) = element_from_word(word) {
                around.element = around.element.or(Some(element));
                continue;
            }
            left_out += 1;
            if left_out <= AROUND_NOTICES_MAX {
                around.notices.push(notice(
                    word,
                    if is_in(ELSEWHERE, word) {
                        format!("is not shared memory: no descriptor reads {word}")
                    } else {
                        "was not read".into()
                    },
                ));
            }
        }
    }
    around
}

/// The width of a pointer: `smem_ptr[16b]`, `ptr[16b]`.
fn bits(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("ptr[")?;
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    rest[end..]
        .starts_with("b]")
        .then(|| rest[..end].parse().ok())?
}

/// The address of a pointer: `(0x7f0a94000400)`, `raw_ptr(0x00007f0a94000400: f16, smem)`.
fn address(text: &str) -> Option<u64> {
    let (_, rest) = text.split_once("(0x")?;
    let end = rest.find(|c: char| !c.is_ascii_hexdigit())?;
    let is_whole = rest[end..].starts_with([')', ':']);
    is_whole.then(|| u64::from_str_radix(&rest[..end], 16).ok())?
}
