//! A text as it was typed, in a link: readable, and the same again when it is read.

use std::fmt::Write as _;

/// A text as a value of a link: a comma with a space behind it is a comma, another space is a plus sign, and what an address
/// or a chat would change is a percent sign with two hex digits.
pub(super) fn escaped(text: &str) -> String {
    let mut link = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ',' if is_one_space(letters.as_str()) => {
                letters.next();
                link.push(',');
            }
            ' ' => link.push('+'),
            letter if is_plain(letter) => link.push(letter),
            letter => {
                let mut bytes = [0; 4];
                for byte in letter.encode_utf8(&mut bytes).bytes() {
                    // Writing to a string does not fail.
                    let _ = write!(link, "%{byte:02X}");
                }
            }
        }
    }
    link
}

/// Whether a text begins with one space and no more.
fn is_one_space(text: &str) -> bool {
    text.strip_prefix(' ').is_some_and(|rest| !rest.starts_with(' '))
}

/// Whether no browser escapes a character behind `#`, and no program that shows links ends one there.
const fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
        || matches!(letter, '-' | '_' | '.' | '(' | ')' | '*' | '/' | ':' | ';' | '=' | '@' | '~')
}

/// The text again. Escapes that are none stay as they are.
pub(super) fn unescaped(link: &str) -> String {
    decoded(link, |bytes, byte, rest| match byte {
        // A comma with a written space after it does not get a second one.
        b',' if !matches!(rest, [b' ' | b'+', ..]) && !rest.starts_with(b"%20") => {
            bytes.extend(b", ");
        }
        b'+' => bytes.push(b' '),
        other => bytes.push(other),
    })
}

/// A text without the escapes that mail programs and chats put into links, and with its other bytes as `plain` puts them behind
/// those before, given those that follow.
pub(in crate::link) fn decoded(link: &str, plain: impl Fn(&mut Vec<u8>, u8, &[u8])) -> String {
    let mut bytes = Vec::with_capacity(link.len());
    let mut rest = link.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        let escape = (*first == b'%')
            .then(|| tail.get(..2))
            .flatten()
            .filter(|hex| hex.iter().all(u8::is_ascii_hexdigit))
            .and_then(|hex| std::str::from_utf8(hex).ok())
            .and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match escape {
            Some(byte) => {
                rest = &tail[2..];
                bytes.push(byte);
            }
            None => plain(&mut bytes, *first, tail),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_readable_in_a_link_and_the_same_again() {
        for (text, link) in [
            ("64, 128", "64,128"),
            ("64,128", "64%2C128"),
            ("64,  128", "64%2C++128"),
            ("lane % 8", "lane+%25+8"),
            ("(lane, 0)", "(lane,0)"),
            ("a+b&c#\"é", "a%2Bb%26c%23%22%C3%A9"),
            (", ", ","),
            (",", "%2C"),
            ("", ""),
        ] {
            assert_eq!(escaped(text), link);
            assert_eq!(unescaped(link), text, "{link}");
        }
        assert_eq!(unescaped("64,%20128"), "64, 128");
        assert_eq!(unescaped("8%,%zz"), "8%, %zz");
    }
}
