//! Counts with separators, and lists in words.

/// Formats a count with a comma before every third digit.
///
/// ```
/// use swizzle_text::grouped;
/// assert_eq!([999, 1_024, 1_234_567].map(grouped), ["999", "1,024", "1,234,567"]);
/// ```
#[must_use]
pub fn grouped(count: u32) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Several things as a sentence has them.
///
/// ```
/// use swizzle_text::listed;
/// assert_eq!(listed([5]), "5");
/// assert_eq!(listed([5, 37, 69]), "5, 37 and 69");
/// ```
#[must_use]
pub fn listed<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    match &words[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => words.concat(),
    }
}
