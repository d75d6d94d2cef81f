//! The operand that the name of a descriptor specifies: `desc_b`, `b_desc`, `descA`, `sB`.

use crate::calls::call::is_name;
use swizzle_core::hardware::Operand;

/// The operand of a variable's name, if its first or last part is its letter.
pub(crate) fn operand_of(name: &str) -> Option<Operand> {
    let bare = name.trim_start_matches(['&', '*', '%', '$']);
    let end = bare.find(|c| !is_name(c)).unwrap_or(bare.len());
    let name = bare[..end]
        .trim_matches('_')
        .trim_end_matches(|c: char| c.is_ascii_digit());
    let letter = |part: &str| match part {
        "a" | "A" => Some(Operand::A),
        "b" | "B" => Some(Operand::B),
        _ => None,
    };
    let name = name.trim_end_matches('_');
    let mut parts = name.split('_');
    let (first, last) = (parts.next()?, parts.next_back());
    let of_parts = last
        .and_then(letter)
        .or_else(|| letter(first).filter(|_| last.is_some()));
    of_parts.or_else(|| camel(name)).or_else(|| {
        let lower = name.to_ascii_lowercase();
        match &*lower {
            "adesc" | "a_descriptor" | "matdesca" => Some(Operand::A),
            "bdesc" | "b_descriptor" | "matdescb" => Some(Operand::B),
            _ => None,
        }
    })
}

/// `descA`, `sB`, `tCsA`: a capital behind a small letter ends it.
fn camel(name: &str) -> Option<Operand> {
    let mut bytes = name.bytes().rev();
    let (last, before) = (bytes.next()?, bytes.next()?);
    match (last, before.is_ascii_lowercase()) {
        (b'A', true) => Some(Operand::A),
        (b'B', true) => Some(Operand::B),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_at_either_end() {
        for (name, operand) in [
            ("desc_a", Some(Operand::A)),
            ("desc_b", Some(Operand::B)),
            ("b_desc", Some(Operand::B)),
            ("adesc", Some(Operand::A)),
            ("descA", Some(Operand::A)),
            ("descB3", Some(Operand::B)),
            ("tCsA", Some(Operand::A)),
            ("sB", Some(Operand::B)),
            ("desc_a_0", Some(Operand::A)),
            ("desc_q", None),
            ("desc", None),
            ("a", None),
            ("", None),
            ("_", None),
            ("data", None),
        ] {
            assert_eq!(operand_of(name), operand, "{name}");
        }
    }
}
