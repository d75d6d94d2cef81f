//! Counts with separators, and lists in words.

/// Formats a count with a comma before every third digit.
///
/// ```
/// use swizzle_text::grouped;
/// assert_eq!([999, 1_024, 1_234_567].map(grouped), ["999", "1,024", "1,234,567"]);
/// ```
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

/// A count with its noun, in the plural for all but one.
///
/// ```
/// use swizzle_text::counted;
/// assert_eq!([1, 2].map(|count| counted(count, "row")), ["1 row", "2 rows"]);
/// assert_eq!(counted(3, "access"), "3 accesses");
/// ```
pub fn counted(count: usize, noun: &str) -> String {
    let end = match count {
        1 => "",
        _ if noun.ends_with('s') => "es",
        _ => "s",
    };
    format!("{count} {noun}{end}")
}

/// How many things differ.
///
/// ```
/// use swizzle_text::differing;
/// assert_eq!([0, 1, 2].map(|count| differing(count, "bit")), ["no bit differs", "1 bit differs", "2 bits differ"]);
/// ```
pub fn differing(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun} differs"),
        1 => format!("1 {noun} differs"),
        _ => format!("{} differ", counted(count, noun)),
    }
}

/// Lines of a text by their numbers, so many at the most.
///
/// ```
/// use swizzle_text::named_lines;
/// assert_eq!(named_lines([5], 2), "line 5");
/// assert_eq!(named_lines([5, 37, 69, 101], 2), "lines 5, 37 and 2 more");
/// ```
pub fn named_lines(lines: impl IntoIterator<Item = u32>, most: usize) -> String {
    let mut words: Vec<String> = lines.into_iter().map(|line| line.to_string()).collect();
    let noun = if words.len() == 1 { "line" } else { "lines" };
    if let Some(more @ 1..) = words.len().checked_sub(most) {
        words.splice(most.., [format!("{more} more")]);
    }
    format!("{noun} {}", listed(words))
}

/// Several things with the same between each two.
///
/// ```
/// use swizzle_text::joined;
/// assert_eq!(joined([5, 37, 69], "; "), "5; 37; 69");
/// ```
pub fn joined<T: ToString>(all: impl IntoIterator<Item = T>, between: &str) -> String {
    all.into_iter().map(|one| one.to_string()).collect::<Vec<_>>().join(between)
}

/// Several things as a sentence has them.
///
/// ```
/// use swizzle_text::listed;
/// assert_eq!(listed([5]), "5");
/// assert_eq!(listed([5, 37, 69]), "5, 37 and 69");
/// ```
pub fn listed<T: ToString>(all: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = all.into_iter().map(|one| one.to_string()).collect();
    match &words[..] {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => words.concat(),
    }
}

/// A text with a small letter in front, for use within a sentence.
pub fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().iter().map(char::to_ascii_lowercase).chain(letters).collect()
}

/// A text with a capital letter in front.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
