//! The JavaScript bindings, made smaller: they are part of every visitor's first download.

use std::collections::HashMap;

/// A short name for each of some long ones, in their order.
pub(crate) struct ShortNames(HashMap<String, String>);

impl ShortNames {
    /// Two names that are the same get one.
    pub(crate) fn new(long: impl IntoIterator<Item = String>) -> Self {
        let mut short = HashMap::new();
        for name in long {
            let next = short.len();
            short.entry(name).or_insert_with(|| letters(next));
        }
        Self(short)
    }

    /// The short one of a name.
    pub(crate) fn of(&self, long: &str) -> Option<&str> {
        self.0.get(long).map(String::as_str)
    }

    /// A script in which every word that is one of the names is short.
    pub(crate) fn put_into(&self, script: &str) -> String {
        let is_inner = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$');
        let mut shorter = String::with_capacity(script.len());
        let mut rest = script;
        while let Some(first) = rest.chars().next() {
            let end = match is_inner(first) {
                true => rest.find(|letter| !is_inner(letter)),
                false => rest.find(is_inner),
            };
            let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
            shorter.push_str(self.of(word).unwrap_or(word));
            rest = after;
        }
        shorter
    }
}

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

/// A number in letters: `a`, `b`, … `z`, `ba`, `bb`.
fn letters(mut number: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (number % 26) as u8);
        number /= 26;
        if number == 0 {
            break;
        }
    }
    letters.iter().rev().map(|&letter| letter as char).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_words_become_short() {
        let names = ShortNames::new(["__wbg_get_1f".into(), "__wbg_set_2e".into()]);
        let script = "{ __wbg_set_2e: get, __wbg_get_1f_2: '__wbg_get_1f' }";
        assert_eq!(names.put_into(script), "{ b: get, __wbg_get_1f_2: 'a' }");
        assert_eq!(names.of("get"), None);
    }

    #[test]
    fn no_two_names_share_their_letters() {
        let all: Vec<_> = (0..2000).map(letters).collect();
        let mut different = all.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), all.len());
        assert_eq!([&all[0], &all[25], &all[26]], ["a", "z", "ba"]);
    }

    #[test]
    fn comments_and_indentation_go() {
        let script = "/** What\n * it does. */\nfunction a() {\n    // Why.\n    return 6 / 2; // three\n}\n\n/* one line */\nb();\n";
        assert_eq!(
            without_comments(script),
            "function a() {\nreturn 6 / 2; // three\n}\nb();\n"
        );
    }
}
