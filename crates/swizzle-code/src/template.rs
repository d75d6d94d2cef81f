//! Templates: text with marks, filled with facts.
//!
//! `«name»` is a value. `«?name»…«|»…«/»` is its first part where the value is neither empty nor `0` nor `false`, otherwise the second,
//! which can be missing; `«!name»` is the opposite, and `«?name=value»` compares. `«*name»…«/»` repeats for each row of a list. A line
//! of nothing but one of these leaves no line.

use std::fmt::Display;

/// Named values, and lists of rows of them.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    values: Vec<(&'static str, String)>,
    lists: Vec<(&'static str, Vec<Facts>)>,
}

impl Facts {
    /// Adds values.
    pub(crate) fn add(&mut self, values: &[(&'static str, &dyn Display)]) {
        self.values.extend(values.iter().map(|(name, value)| (*name, value.to_string())));
    }

    /// Adds a list, of which `fill` adds the values of each row. Each row after the first also has `more`.
    pub(crate) fn list<T>(
        &mut self,
        name: &'static str,
        rows: impl IntoIterator<Item = T>,
        fill: impl Fn(&mut Self, T),
    ) {
        let row = |(at, one)| {
            let mut facts = Self::default();
            facts.add(&[("more", &(at > 0))]);
            fill(&mut facts, one);
            facts
        };
        self.lists.push((name, rows.into_iter().enumerate().map(row).collect()));
    }

    /// Adds a list of one text a row.
    pub(crate) fn texts(&mut self, name: &'static str, texts: impl IntoIterator<Item = String>) {
        self.list(name, texts, |row, text| row.add(&[("text", &text)]));
    }
}

/// The template with the values of the facts. A value that they lack remains as its mark.
pub(crate) fn filled(template: &str, facts: &Facts) -> String {
    let mut filling = Filling { template, at: 0, text: String::new() };
    filling.part(&[facts], true, false);
    filling.text
}

/// The same for source code: comments are wrapped, and where they begin with `#`, `/` is the whole division of Python.
pub(crate) fn filled_code(template: &str, facts: &Facts) -> String {
    let text = filled(template, facts);
    let is_python = text.starts_with('#');
    let mut code = String::new();
    for line in text.lines() {
        match line.split_once(' ') {
            Some((mark @ ("//" | "///" | "//!" | "#"), words)) => {
                for words in wrapped(words, 96 - mark.len()) {
                    code += &format!("{mark} {words}\n");
                }
            }
            _ if is_python => code += &format!("{}\n", line.replace(" / ", " // ")),
            _ => code += &format!("{line}\n"),
        }
    }
    code.truncate(code.trim_end().len());
    code + "\n"
}

/// Wraps words into lines of limited width.
pub(crate) fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                *line += &format!(" {word}");
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// A template up to a place in it, and the text that it has become.
struct Filling<'a> {
    template: &'a str,
    at: usize,
    text: String,
}

impl<'a> Filling<'a> {
    /// Passes over the text up to the next mark, and over the mark, whose first letter is its kind unless it is a value.
    fn next(&mut self) -> Option<(&'a str, &'a str, &'a str)> {
        let (text, behind) = self.template[self.at..].split_once('«')?;
        let (mark, behind) = behind.split_once('»')?;
        let before = &self.template[..self.at + text.len()];
        let (kind, name) = mark.split_at(usize::from(mark.starts_with(['?', '!', '*', '|', '/'])));
        let is_alone =
            !kind.is_empty() && (before.is_empty() || before.ends_with('\n')) && behind.starts_with('\n');
        self.at = self.template.len() - behind.len() + usize::from(is_alone);
        Some((text, kind, name))
    }

    /// Fills up to the end of a section, whose first and second part are shown or not.
    fn part(&mut self, scopes: &[&Facts], mut is_shown: bool, is_other_shown: bool) {
        while let Some((text, kind, name)) = self.next() {
            if is_shown {
                self.text += text;
            }
            match (kind, is_shown) {
                ("/", _) => return,
                ("|", _) => is_shown = is_other_shown,
                ("*", _) => self.rows(scopes, is_shown, name),
                ("", false) => (),
                ("", true) => match value(scopes, name) {
                    Some(value) => self.text += value,
                    None => self.text += &format!("«{name}»"),
                },
                _ => {
                    let is_first = holds(scopes, name) == (kind == "?");
                    self.part(scopes, is_shown && is_first, is_shown && !is_first);
                }
            }
        }
        self.text += &self.template[self.at..];
    }

    fn rows(&mut self, scopes: &[&Facts], is_shown: bool, name: &str) {
        let mut lists = scopes.iter().flat_map(|facts| &facts.lists);
        let rows = lists.find(|(own, _)| is_shown && *own == name).map_or(&[][..], |(_, rows)| rows);
        let start = self.at;
        for row in rows {
            self.at = start;
            self.part(&[&[row], scopes].concat(), true, false);
        }
        if rows.is_empty() {
            self.part(scopes, false, false);
        }
    }
}

fn value<'a>(scopes: &[&'a Facts], name: &str) -> Option<&'a str> {
    let mut values = scopes.iter().flat_map(|facts| &facts.values);
    values.find(|(own, _)| *own == name).map(|(_, value)| value.as_str())
}

fn holds(scopes: &[&Facts], condition: &str) -> bool {
    match condition.split_once('=') {
        Some((name, wanted)) => value(scopes, name) == Some(wanted),
        None => !matches!(value(scopes, condition), None | Some("" | "0" | "false")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts() -> Facts {
        let mut facts = Facts::default();
        facts.add(&[("name", &"tile"), ("stages", &4), ("phase", &0), ("staged", &true), ("bit", &"")]);
        facts.list("reads", [0, 16], |row, at| row.add(&[("at", &at)]));
        facts.texts("none", []);
        facts
    }

    #[test]
    fn sections_are_there_where_their_value_is() {
        for (template, wanted) in [
            ("k«name»", "ktile"),
            ("«?staged»a«|»b«/»«?phase»c«|»d«/»«?bit»e«/»«!bit»f«/»", "adf"),
            ("«?stages=4»four«|»other«/» «?stages=40»forty«|»other«/»", "four other"),
            ("«?staged»«?phase»a«|»b«/»«|»«?bit»c«|»d«/»«/»e", "be"),
            ("«*reads»«?more», «/»«name» «at»«/»;«*none»«at»«/»", "tile 0, tile 16;"),
            ("«?phase»\nnot «name»\n«/»\n«*reads»\nat «at»\n«/»\nend\n", "at 0\nat 16\nend\n"),
            // What is not known stays, so that a test sees it.
            ("«nothing»", "«nothing»"),
        ] {
            assert_eq!(filled(template, &facts()), wanted, "{template}");
        }
    }

    #[test]
    fn comments_are_wrapped_and_python_divides() {
        let words = ["word"; 30].join(" ");
        let lines =
            |template: &str| filled_code(template, &facts()).lines().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(lines(&format!("// {words}")).len(), 2);
        assert_eq!(lines(&format!("    // {words}")).len(), 1);
        assert_eq!(lines("# k / 8\nk / 8\n\n\n"), ["# k / 8", "k // 8"]);
        assert_eq!(lines("// k\nk / 8"), ["// k", "k / 8"]);
    }
}
