//! Shorter names and no indentation in the generated bindings.
//!
//! The binding generator names every import after its function and a hash. Hashes do not compress, and each stands in
//! two files: short names take about four kilobytes off the compressed page, indentation and comments almost one more.

use std::collections::HashMap;
use std::fmt::Write as _;

use wasm_bindgen_cli_support::Output;

/// Gives the module's imports short names, and returns the JavaScript with the same names.
pub(crate) fn shorten_imports(output: &mut Output) -> String {
    let mut names = HashMap::new();
    for import in output.wasm_mut().imports.iter_mut() {
        if is_hashed(&import.name) {
            let count = names.len();
            let short = names
                .entry(import.name.clone())
                .or_insert_with(|| format!("i{count}"));
            import.name.clone_from(short);
        }
    }
    renamed(output.js(), &names)
}

/// Whether a name ends in a hash, as the binding generator writes it.
fn is_hashed(name: &str) -> bool {
    name.starts_with("__w")
        && name
            .rsplit_once('_')
            .is_some_and(|(_, hash)| hash.len() == 16 && hash.chars().all(is_hex))
}

const fn is_hex(character: char) -> bool {
    matches!(character, '0'..='9' | 'a'..='f')
}

/// A script with whole words replaced.
fn renamed(script: &str, names: &HashMap<String, String>) -> String {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let mut text = String::with_capacity(script.len());
    let mut rest = script;
    while let Some(start) = rest.find(is_word) {
        let (before, word_on) = rest.split_at(start);
        let end = word_on.find(|at| !is_word(at)).unwrap_or(word_on.len());
        let (word, after) = word_on.split_at(end);
        text.push_str(before);
        text.push_str(names.get(word).map_or(word, String::as_str));
        rest = after;
    }
    text.push_str(rest);
    text
}

/// A script without indentation, empty lines and lines of comment.
pub(crate) fn unindented(script: &str) -> String {
    let mut text = String::with_capacity(script.len());
    let mut is_comment = false;
    for line in script.lines().map(str::trim) {
        is_comment |= line.starts_with("/*");
        if !is_comment && !line.is_empty() && !line.starts_with("//") {
            let _ = writeln!(text, "{line}");
        }
        is_comment &= !line.ends_with("*/");
    }
    text
}

/// A style sheet without comments and without the spaces that only people need.
pub(crate) fn compact_styles(sheet: &str) -> String {
    let mut plain = String::with_capacity(sheet.len());
    let mut rest = sheet;
    while let Some((before, comment_on)) = rest.split_once("/*") {
        plain.push_str(before);
        rest = comment_on.split_once("*/").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    let words: Vec<&str> = plain.split_whitespace().collect();
    let mut text = words.join(" ");
    for sign in ["{", "}", ";", ","] {
        text = text
            .replace(&format!(" {sign}"), sign)
            .replace(&format!("{sign} "), sign);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_hashed_words_are_renamed() {
        let name = "__wbg_body_5f971cbc6950ca4f";
        assert!(is_hashed(name) && !is_hashed("__wbindgen_malloc"));
        let names = HashMap::from([(name.to_owned(), "i0".to_owned())]);
        let script = format!("{name}: f({name}x, {name});");
        assert_eq!(renamed(&script, &names), format!("i0: f({name}x, i0);"));
    }

    #[test]
    fn comments_and_indentation_go() {
        let script = "/** a\n * b\n */\n  let x = 1;\n\n  // c\n  return x;\n";
        assert_eq!(unindented(script), "let x = 1;\nreturn x;\n");
    }

    #[test]
    fn styles_keep_what_means_something() {
        let sheet = "/* a */\n.a > .b,\n.c {\n  width: calc(1px + 2px);\n  font: 1px \"A B\";\n}\n";
        assert_eq!(
            compact_styles(sheet),
            ".a > .b,.c{width: calc(1px + 2px);font: 1px \"A B\";}"
        );
    }
}
