//! The text around a CuTe layout: the pointer, the type and the name of a tensor as CuTe C++ and the CuTe DSL print them.
//! `sA: tensor<ptr<f16, smem, align<1024>, S<3,4,3>> o …>`, `Sw<3,4,3>_smem_ptr[16b](0x…) o …`.

use super::*;

/// Words around a layout that say nothing.
///
/// Source: CuTe, `cute/pointer.hpp` and `pointer_flagged.hpp`; the CuTe DSL's prints of its types.
const SILENT: &str = "smem_ptr_flag_bits ComposedLayout smem_ptr_flag Int o ∘ 0 _0 tensor memref !cute cute ptr raw_ptr smem shared \
    align unset smem_ptr _smem_ptr _smem data = assumed_align tuple";

/// Other memories than shared memory.
const ELSEWHERE: &str = "gmem rmem tmem generic dsmem";

/// The values that the text around a layout specifies.
#[derive(Clone)]
pub(crate) struct Around {
    /// Bits of an element, as specified by the pointer.
    pub(crate) bits: Option<u32>,
    /// The operand that the tensor's name specifies.
    pub(crate) operand: Option<Operand>,
    /// The pointer's address.
    pub(crate) address: Option<u64>,
}

/// Reads the text before a layout, without the swizzle: the width and the address of its pointer, `smem_ptr[16b](0x7f0a94000400)`
/// or `raw_ptr(0x00007f0a94000400: f16, smem)`, and the operand of its name.
pub(crate) fn read(before: [&str; 2]) -> Around {
    let label = before[0].split([':', '=']).next().unwrap_or_default();
    let words = before.map(Words::of);
    let each = || words.iter().flat_map(|words| words.each().map(move |i| (words, i)));
    let bits = |(words, i): (&Words, usize)| {
        let bits = words.word(i).strip_suffix('b')?.parse().ok();
        bits.filter(|_| words.before(i) == "[")
    };
    let address = |(words, i): (&Words, usize)| {
        let is_one = words.before(i).ends_with('(') && words.gap(i).starts_with([')', ':']);
        literal(words.word(i)).filter(|_| is_one && words.word(i).starts_with("0x"))
    };
    Around {
        bits: each().find_map(bits),
        operand: operand_of(label.trim()),
        address: each().find_map(address),
    }
}

/// The words that nothing read, and those of other memories; of a layout's text before it, numbers are its pointer's.
pub(crate) fn unread_beside(sentence: &Sentence<'_>, end: usize) -> Vec<Notice> {
    let words = sentence.words;
    let mut used = sentence.used.clone();
    let mut notices = Vec::new();
    for i in words.each() {
        let word = words.word(i);
        let is_place = word.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
        let is_elsewhere = !used[i] && is_in(ELSEWHERE, word);
        if is_elsewhere {
            let why = format!("is not shared memory: no descriptor reads {word}");
            notices.push(notice(word, why));
        }
        let is_label = i == 0 && words.gap(0).trim_start().starts_with([':', '=']);
        used[i] |= is_elsewhere
            || is_label
            || is_place
            || is_in(SILENT, word)
            || has_digit_first(word) && words.at[i].start < end;
    }
    notices.extend(sentence.notices.iter().cloned());
    notices.extend(unread(words, &used, Register::Sentence));
    notices
}
