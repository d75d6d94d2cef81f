//! Descriptors of both operands and an instruction descriptor in one text: `desc_a=0x… desc_b=0x… idesc=0x…`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::descriptor::Descriptor;
use crate::hardware::{Arch, Named as _, Operand, bytes_from_field};
use crate::link::Notice;
use crate::paste::call::is_name;
use crate::paste::idesc;
use crate::paste::operand::operand_of;
use crate::paste::pasted::{
    Destination, PasteChoice, PasteError, Pasted, other_archs, short, with_given,
};
use crate::state::Shown;

/// Numbers with names that are looked at: more belong to a list.
const PAIRS_MAX: usize = 16;

/// What a text gives by name.
#[derive(Default)]
struct Named {
    /// Descriptors, each with its operand.
    matrix: Vec<(Operand, u64)>,
    instruction: Option<u32>,
    others: Vec<String>,
}

/// Reads such a text; none where it has not a descriptor of each operand, or one beside an instruction descriptor.
pub(super) fn read(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Result<Pasted, PasteError>> {
    let named = named(text)?;
    let of = |operand| named.matrix.iter().find(|(known, _)| *known == operand);
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
        shown.said.reader.operand = Some(*operand);
    }
    if let Some(idesc) = idesc {
        let choice = PasteChoice {
            operand: wanted.map(|(operand, _)| *operand).or(choice.operand),
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
        if wanted.is_some_and(|(shown, _)| shown != operand) {
            let choice = PasteChoice {
                operand: Some(*operand),
                ..*choice
            };
            others.push((format!("operand {}", operand.name()), choice));
        }
    }
    let left_out = named.others.iter().map(|part| Notice {
        part: short(part),
        why: "was not read".into(),
    });
    let which = match wanted {
        Some((operand, _)) if named.matrix.len() > 1 => {
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

fn matrix_text((operand, raw): (Operand, u64), arch: Arch) -> String {
    let descriptor = Descriptor::new(arch, raw);
    let start = bytes_from_field(descriptor.decode().start_field);
    format!(
        "operand {}'s descriptor {descriptor} (start 0x{start:x})",
        operand.name()
    )
}

/// Every number with a name before it; none where they are not such a set.
fn named(text: &str) -> Option<Named> {
    let mut named = Named::default();
    let mut count = 0;
    if text.contains("+=") {
        return None;
    }
    for (at, _) in text.match_indices(['=', ':']).take(8 * PAIRS_MAX) {
        let right = text[at + 1..].trim_start();
        let Some((value, digits)) = number(right) else {
            continue;
        };
        let left = text[..at].trim_end();
        let name = &left[left.trim_end_matches(is_name).len()..];
        let lower = name.to_ascii_lowercase();
        count += 1;
        if count > PAIRS_MAX || name.is_empty() {
            return None;
        }
        let is_idesc = [
            "idesc",
            "instr_desc",
            "i_desc",
            "inst_desc",
            "instruction_descriptor",
            "idesc_",
        ]
        .iter()
        .any(|known| lower.ends_with(known.trim_end_matches('_')) || lower == "desc_i");
        match (is_idesc, operand_of(name)) {
            (true, _) if named.instruction.is_none() => {
                // CUTLASS carries it in the upper half.
                let bits = if value >> 32 == 0 { value } else { value >> 32 };
                named.instruction = Some(bits as u32);
            }
            (false, Some(operand))
                if digits > 8 && named.matrix.iter().all(|(known, _)| *known != operand) =>
            {
                named.matrix.push((operand, value));
            }
            // Two of one operand are a sequence.
            (false, Some(_)) if digits > 8 => return None,
            _ => named.others.push(name.into()),
        }
    }
    let is_set = named.matrix.len() == 2
        || named.instruction.is_some()
            && named.matrix.len() + usize::from(named.others.is_empty()) > 0;
    is_set.then_some(named)
}

/// A number of many digits, hex or decimal, and as how many hex digits it counts.
fn number(text: &str) -> Option<(u64, usize)> {
    if let Some(digits) = text.strip_prefix("0x") {
        let end = digits
            .find(|c: char| !c.is_ascii_hexdigit())
            .unwrap_or(digits.len());
        return Some((u64::from_str_radix(&digits[..end], 16).ok()?, end));
    }
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let value = text[..end].parse::<u64>().ok().filter(|_| end > 6)?;
    Some((value, if value >> 32 == 0 { 8 } else { 16 }))
}
