//! The prefix of a debugger's output: the address of a line, `0x7fffd9fffc80 <smem+16>:`.

use std::borrow::Cow;

/// The text with such addresses blanked out, so that everything else stays where it was; and whether there were any.
pub(crate) fn without_addresses(text: &str) -> (Cow<'_, str>, bool) {
    if !text.lines().any(|line| address_end(line).is_some()) {
        return (Cow::Borrowed(text), false);
    }
    let mut blanked = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = address_end(line).unwrap_or(0);
        blanked.extend(line[..end].bytes().map(|_| ' '));
        blanked.push_str(&line[end..]);
    }
    (Cow::Owned(blanked), true)
}

/// Returns the start of the values in a line that starts with an address.
fn address_end(line: &str) -> Option<usize> {
    let bare = line.trim_start();
    let digits = bare.strip_prefix("0x")?;
    let behind = digits.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    let symbol = match behind.trim_start().strip_prefix('<') {
        Some(symbol) => symbol.split_once('>')?.1,
        None => behind,
    };
    let values = symbol.strip_prefix(':')?;
    let is_value = values.trim_start().starts_with("0x") && values.starts_with([' ', '\t']);
    is_value.then(|| line.len() - values.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PasteChoice, shown_from_paste};
    use swizzle_view::state::Shown;

    #[test]
    fn words_of_a_dump_are_the_low_half_and_the_high_one() {
        for text in [
            "0x7fffd9fffc80:\t0x00010040\t0x40000040",
            "0x7fffd9fffc80 <desc>:\t0x00010040\t0x40000040\n",
            "0x7fffd9fffc80:\t0x4000004000010040",
        ] {
            let pasted = shown_from_paste(text, &PasteChoice::default(), &Shown::default());
            let given = pasted.expect(text).shown.said.given.expect(text);
            assert_eq!(given.raw(), 0x4000_0040_0001_0040, "{text}");
        }
    }

    #[test]
    fn what_is_no_address_stays() {
        for text in [
            "0x40: lbo",
            "0x4000004000010040",
            "é 0x1: 0x2",
            "start: 0x40",
        ] {
            assert_eq!(without_addresses(text), (Cow::Borrowed(text), false));
        }
        assert_eq!(
            without_addresses("0x10:\t0x2\nx"),
            (Cow::Owned("     \t0x2\nx".into()), true)
        );
    }
}
