//! PTX inside of other files: a cubin carries it where it was compiled with `-lineinfo` or `-G`.

mod elf;
mod line_program;
mod sources;

use elf::{ENTRY_BYTES, Elf};

/// The section of a cubin in which the PTX is, with a zero byte in place of each line end and nothing in the lines of `.loc`.
const TEXT: &str = ".nv_debug_ptx_txt";
/// The line table from the source to the machine code.
const FROM_SOURCE: &str = ".debug_line";
/// The line table from the PTX to the machine code.
const FROM_PTX: &str = ".nv_debug_line_sass";

/// The PTX texts in a cubin, or in a file that holds cubins, with the `.loc` that their line tables tell.
pub fn texts_in_cubin(bytes: &[u8]) -> Vec<String> {
    let magic = b"\x7fELF";
    let mut texts = Vec::new();
    let mut at = 0;
    // No file has more sections than entries fit into it.
    let mut left = bytes.len() / ENTRY_BYTES;
    while let Some(found) = bytes.get(at..).and_then(|rest| find(rest, magic)) {
        let start = at + found;
        let elf = Elf::of(&bytes[start..], left);
        left -= elf.count;
        let text = elf.section(TEXT);
        if !text.is_empty() {
            let text = String::from_utf8_lossy(text).into_owned();
            texts.push(sources::with_sources(&text, &elf).unwrap_or(text));
        }
        // Skips this file: everything inside it has been searched.
        at = start + elf.end.max(magic.len());
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
