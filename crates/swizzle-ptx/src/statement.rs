//! Statements of PTX text: where each begins and ends, and on which line.
//!
//! One pass over any text: comments, strings and vectors in braces are skipped; an unterminated statement
//! ends where a brace closes, or with the text. A zero byte is a line end, as in the PTX that a cubin carries.

/// A part of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Statement<'a> {
    /// `name:`
    Label(&'a str),
    /// A statement that begins with a dot, without its end.
    Directive(&'a str),
    /// An instruction, without its semicolon.
    Instruction(&'a str),
    /// `{`
    Open,
    /// `}`
    Close,
}

/// The statements of a text, one after another.
pub(crate) struct Statements<'a> {
    text: &'a str,
    at: usize,
    line: u32,
}

/// Directives that end with their line.
const OF_A_LINE: [&str; 5] = [".version", ".target", ".address_size", ".loc", ".file"];

impl<'a> Statements<'a> {
    pub(crate) const fn of(text: &'a str) -> Self {
        Self { text, at: 0, line: 1 }
    }

    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.as_bytes().get(self.at + ahead).copied()
    }

    /// Passes one byte.
    fn pass(&mut self) {
        if matches!(self.byte(0), Some(b'\n' | 0)) {
            self.line = self.line.saturating_add(1);
        }
        self.at += 1;
    }

    fn pass_line(&mut self) {
        while !matches!(self.byte(0), None | Some(b'\n' | 0)) {
            self.at += 1;
        }
    }

    /// Passes a comment or a string, if one begins here.
    fn pass_quiet(&mut self) -> bool {
        match (self.byte(0), self.byte(1)) {
            (Some(b'/'), Some(b'/')) => self.pass_line(),
            (Some(b'/'), Some(b'*')) => {
                self.at += 2;
                while self.byte(0).is_some() && (self.byte(0), self.byte(1)) != (Some(b'*'), Some(b'/')) {
                    self.pass();
                }
                self.at = self.text.len().min(self.at + 2);
            }
            (Some(b'"'), _) => {
                self.at += 1;
                while !matches!(self.byte(0), None | Some(b'"' | b'\n' | 0)) {
                    self.at += 1;
                }
                if self.byte(0) == Some(b'"') {
                    self.at += 1;
                }
            }
            _ => return false,
        }
        true
    }

    /// Passes a braced block, and returns at its end.
    fn pass_block(&mut self) {
        let mut depth = 0usize;
        while let Some(byte) = self.byte(0) {
            if self.pass_quiet() {
                continue;
            }
            self.pass();
            match byte {
                b'{' => depth += 1,
                b'}' if depth <= 1 => return,
                b'}' => depth -= 1,
                _ => {}
            }
        }
    }

    /// Returns the text from here to one of these bytes outside of vectors, or to a brace that closes more than was opened.
    fn until(&mut self, opens: bool) -> &'a str {
        let start = self.at;
        let mut depth = 0usize;
        while let Some(byte) = self.byte(0) {
            let end = self.at;
            if self.pass_quiet() {
                continue;
            }
            match byte {
                b';' if depth == 0 => {
                    self.at += 1;
                    return &self.text[start..end];
                }
                b'{' if opens && depth == 0 => return &self.text[start..end],
                b'{' => depth += 1,
                b'}' if depth == 0 => return &self.text[start..end],
                b'}' => depth -= 1,
                _ => {}
            }
            self.pass();
        }
        &self.text[start..]
    }

    fn directive(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let name_end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '.'));
        let name = &rest[..name_end.unwrap_or(rest.len())];
        let start = self.at;
        if OF_A_LINE.contains(&name) {
            self.pass_line();
            return &self.text[start..self.at];
        }
        if name == ".section" {
            self.pass_block();
            return &self.text[start..start + name.len()];
        }
        let is_header = |word: &str| word == ".entry" || word == ".func";
        // Only a function's header ends where a block opens; an initial value is in braces, too.
        let line_end = rest.find(['\n', '\0', ';', '{', '(']).unwrap_or(rest.len());
        let opens = rest[..line_end].split_whitespace().any(is_header);
        self.until(opens)
    }
}

impl<'a> Iterator for Statements<'a> {
    /// The line on which it begins, and the statement.
    type Item = (u32, Statement<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let byte = self.byte(0)?;
            if byte.is_ascii_whitespace() || matches!(byte, 0 | b';') {
                self.pass();
            } else if !self.pass_quiet() {
                break;
            }
        }
        let line = self.line;
        match self.byte(0)? {
            b'{' => {
                self.at += 1;
                return Some((line, Statement::Open));
            }
            b'}' => {
                self.at += 1;
                return Some((line, Statement::Close));
            }
            b'.' => return Some((line, Statement::Directive(self.directive()))),
            _ => {}
        }
        let rest = &self.text.as_bytes()[self.at..];
        let is_of_name =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%' | b'.');
        let length = rest.iter().take_while(|byte| is_of_name(byte)).count();
        let after = rest.get(length).copied();
        // `::` is inside of an opcode, such as `kind::f16`.
        if length > 0 && after == Some(b':') && rest.get(length + 1) != Some(&b':') {
            let name = &self.text[self.at..self.at + length];
            self.at += length + 1;
            return Some((line, Statement::Label(name)));
        }
        let text = self.until(false);
        Some((line, Statement::Instruction(text.trim())))
    }
}

#[cfg(test)]
mod tests {
    use super::{Statement, Statements};

    fn read(text: &str) -> Vec<(u32, Statement<'_>)> {
        Statements::of(text).collect()
    }

    #[test]
    fn statements_have_their_lines() {
        let text = ".version 8.0\n// x;\n.visible .entry f(\n.param .u64 a)\n.reqntid 1\n{\n.reg .b64 %rd<5>;\n$L:\n/* { \n */ @%p mov.b64 {%r1, _}, %rd1;}";
        use Statement::*;
        assert_eq!(
            read(text),
            [
                (1, Directive(".version 8.0")),
                (3, Directive(".visible .entry f(\n.param .u64 a)\n.reqntid 1\n")),
                (6, Open),
                (7, Directive(".reg .b64 %rd<5>")),
                (8, Label("$L")),
                (10, Instruction("@%p mov.b64 {%r1, _}, %rd1")),
                (10, Close),
            ]
        );
    }

    #[test]
    fn a_zero_byte_is_a_line_end() {
        assert_eq!(read("a;\0b;").last(), Some(&(2, Statement::Instruction("b"))));
        let initial = ".global .b8 x[2] = {1, 2}; ret;";
        assert_eq!(read(initial).len(), 2);
    }

    #[test]
    fn nothing_is_too_broken() {
        for text in ["{", "}}}}", "\"", "/*", "mov {", ".section {{", "é: ü;", ":::", "@", ".", "a:b"] {
            let _ = read(text);
        }
        assert_eq!(read(&"{".repeat(100_000)).len(), 100_000);
        assert_eq!(read(&"mov {".repeat(100_000)).len(), 1);
    }
}
