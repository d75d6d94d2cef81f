//! Tokens of source code, and which of them closes each bracket.

use swizzle_expression::{Joins, Kind, Lexer, Token};

/// Tokens, of which each `>` is one: a shift has spaces on both sides, or is in no template.
pub(super) fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut all: Vec<Token<'_>> = Vec::new();
    for token in Lexer::new(text, Joins::Code) {
        let start = token.at.start;
        if token.text != ">>" || text[..start].ends_with(' ') {
            all.push(token);
            continue;
        }
        all.extend([start, start + 1].map(|at| Token {
            kind: Kind::Sign,
            text: ">",
            at: at..at + 1,
        }));
    }
    all
}

/// The token that closes each bracket, 0 of others. A `<` is one right behind a word, if it is closed in its statement.
pub(super) fn partners(tokens: &[Token<'_>]) -> Vec<usize> {
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
    let next = tokens
        .get(i + 1)
        .is_some_and(|next| next.at.start == tokens[i].at.end && next.text != "=");
    i > 0
        && (tokens[i - 1].text == "template"
            || next
                && is_joined(i)
                && (tokens[i - 1].kind == Kind::Word || tokens[i - 1].text == "::"))
}
