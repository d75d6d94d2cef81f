//! Lines of text.

/// Collects lines; their width is up to the caller.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
}

impl Lines {
    /// Adds a line.
    pub(super) fn line(&mut self, line: impl AsRef<str>) {
        self.text.push_str(line.as_ref());
        self.text.push('\n');
    }

    /// Adds several lines.
    pub(super) fn lines(&mut self, lines: &[&str]) {
        for line in lines {
            self.line(line);
        }
    }

    /// Adds a comment wrapped to a width.
    pub(super) fn comment(&mut self, mark: &str, words: &str) {
        for line in wrapped(words, 96 - mark.len()) {
            self.line(std::format!("{mark} {line}").trim_end());
        }
    }

    /// Adds an empty line.
    pub(super) fn gap(&mut self) {
        self.text.push('\n');
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }
}

/// Wraps words into lines of limited width.
pub(super) fn wrapped(words: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in words.split(' ') {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}
