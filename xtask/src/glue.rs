//! The JavaScript bindings, made smaller: they are part of every visitor's first download.

/// The lines of a script without indentation, and without comments that are lines of their own. A text over several lines
/// would lose its indentation; the bindings contain none.
pub(crate) fn without_comments(script: &str) -> String {
    let mut in_comment = false;
    let mut plain = String::with_capacity(script.len());
    for line in script.lines().map(str::trim) {
        if line.starts_with("/*") {
            in_comment = true;
        }
        if !in_comment && !line.is_empty() && !line.starts_with("//") {
            plain.push_str(line);
            plain.push('\n');
        }
        if line.ends_with("*/") {
            in_comment = false;
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_go() {
        let script = "/** What\n * it does. */\nfunction a() {\n    // Why.\n    return 6 / 2; // three\n}\n\n/* one line */\nb();\n";
        assert_eq!(
            without_comments(script),
            "function a() {\nreturn 6 / 2; // three\n}\nb();\n"
        );
    }
}
