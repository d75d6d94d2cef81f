//! Tokens of source code, and which of them closes each bracket.

use crate::is_in;
use crate::lexer::{Joins, Kind, Lexer, Token};

/// Tokens, of which each `>` is one: a shift has spaces on both sides, or is in no template.
pub(crate) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut all: Vec<Token<'_>> = Vec::new();
    for token in Lexer::new(text, Joins::Code) {
        let start = token.at.start;
        if token.text != ">>" || text[..start].ends_with(' ') {
            all.push(token);
            continue;
        }
        all.extend([start, start + 1].map(|at| Token { kind: Kind::Sign, text: ">", at: at..at + 1 }));
    }
    all
}

/// The token that closes each bracket, 0 of others. A `<` is one right behind a word, if it is closed in its statement.
pub fn partners(tokens: &[Token<'_>]) -> Vec<usize> {
    let mut close = vec![0; tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        let pair = match token.text {
            "(" | "[" | "{" => {
                open.push(i);
                continue;
            }
            "<" if is_angle(tokens, i) => {
                open.push(i);
                continue;
            }
            ")" => "(",
            "]" => "[",
            "}" => "{",
            ">" => "<",
            ";" | "&&" | "||" => "",
            _ => continue,
        };
        let is_angle = |open: &mut usize| tokens[*open].text == "<";
        while pair != "<" && open.pop_if(is_angle).is_some() {}
        if let Some(at) = open.pop_if(|open| tokens[*open].text == pair) {
            close[at] = i;
        }
    }
    close
}

fn is_angle(tokens: &[Token<'_>], i: usize) -> bool {
    let is_joined = |i: usize| tokens[i - 1].at.end == tokens[i].at.start;
    let next = tokens.get(i + 1).is_some_and(|next| next.at.start == tokens[i].at.end && next.text != "=");
    i > 0
        && (tokens[i - 1].text == "template"
            || next && is_joined(i) && (tokens[i - 1].kind == Kind::Word || tokens[i - 1].text == "::"))
}

/// Whether a word is the name of an integer type, from any library: `u32`, `ctypes.c_uint64`, `Int32`, also
/// at the end of a cast: `unsigned long`, `static_cast<uint64_t>`.
pub fn is_type(name: &str) -> bool {
    let name = name.trim_end_matches(['>', '&', ' ']);
    let name = name.rsplit([':', '.', ' ', '<']).next().unwrap_or(name);
    if is_in("size_t uintptr_t usize long unsigned const", name) {
        return true;
    }
    let name = name.to_ascii_lowercase();
    let bare = name.strip_suffix("_t").unwrap_or(&name);
    let bare = ["c_", "cu"].iter().find_map(|prefix| bare.strip_prefix(prefix)).unwrap_or(bare);
    let sized = "int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 i8 i16 i32 i64 u8 u16 u32 u64";
    is_in(sized, bare)
}
