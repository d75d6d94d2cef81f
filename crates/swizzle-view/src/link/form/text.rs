//! A text as it was typed, in a link: readable, and the same again when it is read.

use crate::link::read::decoded;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What a browser escapes behind `#`, and what programs that show links end one at.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'/')
    .remove(b':')
    .remove(b';')
    .remove(b'=')
    .remove(b'@')
    .remove(b'~');

/// A text as a value of a link: a comma with a space behind it is a comma, another space is a plus sign, and what an address
/// or a chat would change is a percent sign with two hex digits.
pub(super) fn escaped(text: &str) -> String {
    let link = utf8_percent_encode(text, ESCAPED).to_string().replace("%20", "+");
    let mut parts = link.split("%2C+");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |link, part| link + if part.starts_with('+') { "%2C+" } else { "," } + part)
}

/// The text again. Escapes that are none stay as they are.
pub(super) fn unescaped(link: &str) -> String {
    // A comma with a written space after it does not get a second one.
    let has_space = |rest: &str| rest.starts_with([' ', '+']) || rest.starts_with("%20");
    let mut parts = link.split(',');
    let first = parts.next().unwrap_or_default().to_owned();
    let text = parts.fold(first, |text, part| text + if has_space(part) { "," } else { ", " } + part);
    decoded(&text.replace('+', " "))
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
