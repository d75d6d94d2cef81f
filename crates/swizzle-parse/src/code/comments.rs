//! Parts of a text turned into spaces, so that what is left stays where it is.

use super::*;

/// A text with parts of it turned into spaces: what is left stays where it is.
pub(crate) fn blanked(text: &str, parts: impl IntoIterator<Item = Span>) -> String {
    let mut parts: Vec<_> = parts.into_iter().collect();
    parts.sort_by_key(|part| part.start);
    let mut left = String::with_capacity(text.len());
    for part in parts {
        let start = part.start.max(left.len()).min(part.end);
        left.push_str(text.get(left.len()..start).unwrap_or_default());
        left.extend(std::iter::repeat_n(' ', part.end.saturating_sub(left.len())));
    }
    left.push_str(&text[left.len()..]);
    left
}

/// The text with its comments, and directives other than definitions, turned into spaces. In Python `//` divides.
pub(crate) fn without_comments(text: &str) -> String {
    let is_python = text.contains(" in ") && !text.contains(';') && !text.contains('{');
    let mut comments = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find(['/', '#']) {
        let start = from + at;
        let rest = &text[start..];
        // An attribute of MLIR is one: `#ttg.nvmma_shared<{…}>`.
        let is_attribute = || rest.lines().next().is_some_and(|line| line.contains("<{"));
        let is_remark = rest.starts_with('#') && !rest.starts_with("#define") && !is_attribute();
        let is_division = rest.starts_with("//") && is_division(&text[..start], &rest[2..]);
        let length = if is_division {
            0
        } else if is_remark || rest.starts_with("//") && !is_python {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            0
        };
        if length > 0 {
            comments.push(start..start + length);
        }
        from = start + length.max(1);
    }
    blanked(text, comments)
}

/// Whether `//` divides: a number and another sign are behind it, and an operand before it.
fn is_division(before: &str, behind: &str) -> bool {
    let is_operand = |c: char| c.is_ascii_alphanumeric() || "_)]".contains(c);
    let number = behind.trim_start_matches(' ');
    let rest = number.trim_start_matches(is_digit);
    before.trim_end_matches(' ').ends_with(is_operand)
        && rest.len() < number.len()
        && rest.trim_start_matches(' ').starts_with(any_of(")<>|+*&"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_become_spaces() {
        let text = "a // é\nb /* c */ d";
        let bare = without_comments(text);
        assert_eq!((bare.len(), bare.find('d')), (text.len(), text.find('d')));
        assert!(!bare.contains('c'));
        assert_eq!(without_comments("for k in x: k // 2"), "for k in x: k // 2");
    }
}
