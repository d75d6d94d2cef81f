//! PTX inside of other files: a cubin carries it where it was compiled with `-lineinfo` or `-G`.

/// The section of a cubin in which the PTX is, with a zero byte in place of each line end.
const SECTION: &[u8] = b".nv_debug_ptx_txt";

/// The PTX texts in a cubin, or in a file that holds cubins.
#[must_use]
pub fn texts_in_cubin(bytes: &[u8]) -> Vec<&[u8]> {
    let magic = b"\x7fELF";
    let mut texts = Vec::new();
    let mut at = 0;
    while let Some(found) = bytes.get(at..).and_then(|rest| find(rest, magic)) {
        let start = at + found;
        let (text, end) = text_of_elf(&bytes[start..]);
        texts.extend(text);
        // What is inside of this one was looked at.
        at = start + end.max(magic.len());
    }
    texts
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = *wanted.first()?;
    let mut at = 0;
    while let Some(found) = bytes.get(at..)?.iter().position(|byte| *byte == first) {
        at += found;
        if bytes[at..].starts_with(wanted) {
            return Some(at);
        }
        at += 1;
    }
    None
}

fn number(bytes: &[u8], at: usize, size: usize) -> Option<usize> {
    let field = bytes.get(at..at.checked_add(size)?)?;
    let number = field
        .iter()
        .rev()
        .fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    usize::try_from(number).ok()
}

/// The text in a 64-bit little-endian ELF file, and where the file ends as far as its sections tell.
fn text_of_elf(elf: &[u8]) -> (Option<&[u8]>, usize) {
    let header = || {
        Some((
            number(elf, 0x28, 8)?,
            number(elf, 0x3a, 2)?,
            number(elf, 0x3c, 2)?,
            number(elf, 0x3e, 2)?,
        ))
    };
    let Some((table, size, count, names)) = header() else {
        return (None, 0);
    };
    // Where a section's name is in the table of names, where the section is and how long it is.
    let section = |at: usize| {
        let entry = table.checked_add(at.checked_mul(size)?)?;
        let field = |offset: usize, size| number(elf, entry.checked_add(offset)?, size);
        Some((field(0, 4)?, field(0x18, 8)?, field(0x20, 8)?))
    };
    let Some((_, names_at, names_size)) = section(names) else {
        return (None, 0);
    };
    let names = names_at
        .checked_add(names_size)
        .and_then(|end| elf.get(names_at..end))
        .unwrap_or_default();
    let (mut text, mut end) = (None, 0);
    for (name, at, length) in (0..count).filter_map(section) {
        let Some(last) = at.checked_add(length).filter(|last| *last <= elf.len()) else {
            continue;
        };
        end = end.max(last);
        let is_named = names
            .get(name..)
            .is_some_and(|rest| rest.starts_with(SECTION) && rest.get(SECTION.len()) == Some(&0));
        if is_named {
            text = elf.get(at..last);
        }
    }
    (text, end)
}

#[cfg(test)]
mod tests {
    use super::texts_in_cubin;

    #[test]
    fn what_is_no_cubin_has_no_text() {
        for bytes in [&b""[..], b"\x7fELF", &b"\x7fELF".repeat(1000), &[0xff; 100]] {
            assert!(texts_in_cubin(bytes).is_empty());
        }
        let mut broken = b"\x7fELF".to_vec();
        broken.extend([0xff; 200]);
        assert!(texts_in_cubin(&broken).is_empty());
    }
}
