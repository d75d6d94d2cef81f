//! Descriptors of both operands and an instruction descriptor in one text: `desc_a=0x… desc_b=0x… idesc=0x…`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::descriptor::Descriptor;
use crate::hardware::{Arch, Named as _, Operand, bytes_from_field};
use crate::link::Notice;
use crate::paste::filler::{Register, unread};
use crate::paste::idesc;
use crate::paste::operand::operand_of;
use crate::paste::pasted::{
    Destination, NOT_READ, PasteChoice, PasteError, Pasted, other_archs, short, with_given,
};
use crate::paste::statement;
use crate::paste::tokens::{Words, trim_suffix};
use crate::state::Shown;

/// Numbers with names that are looked at: more belong to a list.
const PAIRS_MAX: usize = 16;

/// What a text gives by name.
#[derive(Default)]
struct Named {
    /// Descriptors, each with its operand.
    matrix: Vec<(Option<Operand>, u64)>,
    instruction: Option<u32>,
    others: Vec<String>,
    unread: Vec<Notice>,
}

/// Reads such a text; none where it has not a descriptor of each operand, or one beside an instruction descriptor.
pub(super) fn read(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Result<Pasted, PasteError>> {
    let named = named(text)?;
    let of = |operand| {
        let mut all = named.matrix.iter();
        all.find(|(known, _)| *known == Some(operand))
    };
    let wanted = choice.operand.and_then(of).or(named.matrix.first());
    let arch = match (choice.arch, named.instruction, wanted) {
        (Some(arch), ..) => arch,
        (None, Some(_), _) => Arch::Tcgen05,
        (None, None, Some((_, raw))) => Descriptor::guessed(*raw).arch(),
        (None, None, None) => return None,
    };
    let idesc = named.instruction.map(|raw| idesc::of_bits(raw, choice));
    let mut parts: Vec<String> = named
        .matrix
        .iter()
        .map(|one| matrix_text(*one, arch))
        .collect();
    parts.extend(idesc.map(|idesc| format!("instruction descriptor {}", idesc::text(idesc))));
    let mut shown = *context;
    if let Some((operand, raw)) = wanted {
        shown = with_given(Descriptor::new(arch, *raw), context);
        shown.said.reader.operand = operand.or(choice.operand).or(shown.said.reader.operand);
    }
    if let Some(idesc) = idesc {
        let choice = PasteChoice {
            operand: wanted.and_then(|(operand, _)| *operand).or(choice.operand),
            ..*choice
        };
        match idesc::pasted(idesc, "", &choice, &shown) {
            Ok(pasted) => shown = pasted.shown,
            Err(error) => return Some(Err(error)),
        }
    }
    let mut others: Vec<(String, PasteChoice)> = other_archs(arch, choice).collect();
    others.retain(|_| idesc.is_none());
    for (operand, _) in &named.matrix {
        if let Some(operand) = operand
            && wanted.is_some_and(|(shown, _)| *shown != Some(*operand))
        {
            let choice = PasteChoice {
                operand: Some(*operand),
                ..*choice
            };
            others.push((format!("operand {}", operand.name()), choice));
        }
    }
    let left_out = named.others.iter().map(|part| Notice {
        part: short(part),
        why: NOT_READ.into(),
    });
    let left_out = left_out.chain(named.unread.iter().cloned());
    let which = match wanted {
        Some((Some(operand), _)) if named.matrix.len() > 1 => {
            format!("; shown is operand {}'s", operand.name())
        }
        _ => String::new(),
    };
    Some(Ok(Pasted {
        what: format!("{}{which}", parts.join(", ")),
        shown,
        others,
        notices: left_out.collect(),
        is_from_inside: false,
        is_answer: false,
        goes_to: idesc.map(Destination::Instruction),
    }))
}

fn matrix_text((operand, raw): (Option<Operand>, u64), arch: Arch) -> String {
    let descriptor = Descriptor::new(arch, raw);
    let start = bytes_from_field(descriptor.decode().start_field);
    let whose = match operand {
        Some(operand) => format!("operand {}'s ", operand.name()),
        None => String::new(),
    };
    format!("{whose}descriptor {descriptor} (start 0x{start:x})")
}

/// Every number of a text, by the name before it; none where they are not such a set.
fn named(text: &str) -> Option<Named> {
    if text.contains("+=") {
        return None;
    }
    let words = Words::of(text);
    let mut named = Named::default();
    let mut used = alloc::vec![false; words.at.len()];
    let mut unnamed = Vec::new();
    let mut count = 0;
    for i in 0..words.at.len() {
        let Some((value, digits)) = number(words.word(i)).filter(|_| !used[i]) else {
            continue;
        };
        count += 1;
        if count > PAIRS_MAX {
            return None;
        }
        let label = label(&words, i);
        let name = label.map_or("", |label| words.word(label));
        let is_assigned = label.is_some_and(|label| words.gap_has(label, |b| b == b'='));
        let computed = is_assigned
            .then(|| statement::computed(statement::around(text, words.at[i].clone())))
            .flatten();
        let value = computed.unwrap_or(value);
        // The rest of an expression.
        let is_end = |b: u8| matches!(b, b',' | b';' | b'\n');
        let mut end = i + 1;
        while computed.is_some() && end < words.at.len() && !words.gap_has(end - 1, is_end) {
            used[end] = true;
            end += 1;
        }
        let operand = operand_of(name);
        let is_known = named.matrix.iter().any(|(known, _)| *known == operand);
        if is_instruction(name) && named.instruction.is_none() {
            // CUTLASS carries it in the upper half.
            let bits = if value >> 32 == 0 { value } else { value >> 32 };
            named.instruction = Some(bits as u32);
        } else if digits <= 8 {
            named.others.push(match name {
                "" => words.word(i).into(),
                name => name.into(),
            });
        } else if operand.is_none() {
            unnamed.push((name, value));
        } else if is_known {
            // Two of one operand are a sequence.
            return None;
        } else {
            named.matrix.push((operand, value));
        }
        used[i] = true;
        if let Some(label) = label {
            used[label] = true;
        }
    }
    if named.instruction.is_none() && named.matrix.len() != 2 {
        return None;
    }
    match (&named.matrix[..], &unnamed[..], named.instruction) {
        // They stand in the order in which an instruction takes them.
        ([], [(_, a), (_, b)], Some(_)) => {
            named.matrix = [(Some(Operand::A), *a), (Some(Operand::B), *b)].into();
        }
        ([], [(_, one)], Some(_)) => named.matrix.push((None, *one)),
        ([], [_, _, _, ..], Some(_)) => return None,
        _ => {
            let left = unnamed.iter().map(|(name, value)| match *name {
                "" => format!("0x{value:016x}"),
                name => name.into(),
            });
            named.others.extend(left);
        }
    }
    let is_set = !named.matrix.is_empty() || named.others.is_empty();
    named.unread = unread(&words, &used, Register::of(text));
    is_set.then_some(named)
}

/// The name before a number: the word before it, on its line or with a sign between them.
fn label(words: &Words<'_>, i: usize) -> Option<usize> {
    let before = i.checked_sub(1)?;
    let is_name = !words.word(before).starts_with(|c: char| c.is_ascii_digit());
    let is_apart = words.gap_has(before, |b| matches!(b, b',' | b';' | b'\n'))
        && !words.gap_has(before, |b| matches!(b, b'=' | b':'));
    (is_name && !is_apart).then_some(before)
}

/// Whether a name is that of an instruction descriptor.
fn is_instruction(name: &str) -> bool {
    const NAMES: [&str; 7] = [
        "idesc",
        "instr_desc",
        "i_desc",
        "inst_desc",
        "instruction_descriptor",
        "instruction_desc",
        "instrdesc",
    ];
    let lower = name.to_ascii_lowercase();
    let bare = lower.trim_end_matches('_');
    NAMES.iter().any(|known| bare.ends_with(known)) || bare == "desc_i"
}

/// Longer words are no number of 64 bits.
const WORD_MAX: usize = 48;

/// A number of many digits, hex or decimal, and as how many hex digits it counts.
fn number(word: &str) -> Option<(u64, usize)> {
    if !word.starts_with(|c: char| c.is_ascii_digit()) || word.len() > WORD_MAX {
        return None;
    }
    let digits: String = trim_suffix(word)
        .chars()
        .filter(|c| !matches!(c, '_' | '\''))
        .collect();
    let text = &*digits;
    if let Some(digits) = text.strip_prefix("0x") {
        return Some((u64::from_str_radix(digits, 16).ok()?, digits.len()));
    }
    let value = text.parse::<u64>().ok().filter(|_| text.len() > 6)?;
    Some((value, if value >> 32 == 0 { 8 } else { 16 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_descriptor_stands_behind_its_name() {
        for (text, operands) in [
            ("0x4000404000010040 0x4000404000010440 idesc 0x08200490", 2),
            (
                "0x4000404000010040, 0x4000404000010440, idesc: 0x08200490",
                2,
            ),
            (
                "0x4000404000010040\n0x4000404000010440\nidesc 0x08200490",
                2,
            ),
            (
                "0x4000404000010040\n0x4000404000010440\nidesc: 136316048",
                2,
            ),
            (
                "desc_a 0x4000404000010040 desc_b 0x4000404000010440 i_desc 0x08200490",
                2,
            ),
            (
                "desc_a=0x4000404000010040 desc_b=0x4000404000010440 idesc=136314880 | 0x490",
                2,
            ),
            (
                "4611756662049538112 4611756662049539136 idesc 0x08200490",
                2,
            ),
            ("0x4000404000010040 idesc 0x08200490", 1),
            ("desc = 0x4000404000010040, idesc = 0x08200490", 1),
        ] {
            let read = read(text, &PasteChoice::default(), &Shown::default());
            let pasted = read.unwrap_or_else(|| panic!("{text}")).unwrap();
            assert_eq!(
                pasted.shown.said.given.unwrap().raw(),
                0x4000_4040_0001_0040
            );
            let Some(Destination::Instruction(idesc)) = pasted.goes_to else {
                panic!("{text}");
            };
            assert_eq!(idesc.raw(), 0x0820_0490, "{text}");
            let others = pasted
                .others
                .iter()
                .filter(|(label, _)| label == "operand B");
            assert_eq!(others.count(), operands - 1, "{text}");
            assert_eq!(pasted.notices, [], "{text}");
        }
        let text = "0x4000404000010040 idesc 0x08200490 frob";
        let pasted = read(text, &PasteChoice::default(), &Shown::default());
        assert_eq!(pasted.unwrap().unwrap().notices[0].part, "frob");
    }
}
