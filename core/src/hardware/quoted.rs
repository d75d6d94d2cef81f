//! Text from outside, as a message quotes it.

use alloc::string::String;

/// Most characters of a quoted text.
const QUOTED_MAX: usize = 40;

/// A text as a message quotes it: on one line, with control characters as `·`, and cut if it is long.
///
/// ```
/// use swizzle_core::hardware::quoted;
/// assert_eq!(quoted("lbx\u{1b}[31m"), "lbx·[31m");
/// assert_eq!(quoted(&"0".repeat(100)).chars().count(), 41);
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut letters = text.chars();
    let mut quoted: String = letters.by_ref().take(QUOTED_MAX).map(visible).collect();
    if letters.next().is_some() {
        quoted.push('…');
    }
    quoted
}

/// A character that can be shown: `·` for one that steers a terminal, hides, or turns the direction of writing.
#[must_use]
pub fn visible(c: char) -> char {
    match c {
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}' => '·',
        c if c.is_control() => '·',
        c => c,
    }
}
