//! The tree of source code: C, C++, Rust, Python, Mojo and MLIR. Any text has one: what no rule knows is a stray token, and
//! every token but separators is in one node.

use std::ops::Range;

use crate::brackets::tokens;
use crate::lexer::{Kind as Lexed, Token};
use crate::operator::strength;
use crate::{Number, is_in};

pub use crate::brackets::{is_type, partners};

/// What a node is.
#[derive(Clone, Copy, PartialEq)]
pub enum Part<'t> {
    /// A whole number.
    Number(u64),
    /// A name with its path: `cute::Int`, `desc.lo`.
    Name,
    /// Something with a bracket right behind it: `f(…)`, `f[…]`, `f<…>`, `f{…}`.
    Call(char),
    /// `(…)`, `[…]`, `{…}`, and an indented block.
    Group(char),
    /// `(type)value`, `value as type`.
    Cast(&'t str),
    /// A name of a value that is no name itself: `f(x).name`.
    Member(&'t str),
    /// An operator and its one to three operands.
    Operator(&'t str),
    /// `target = value`, `target |= value`, `key: value`.
    Assign(&'t str),
    /// What no rule knows.
    Stray,
}

/// A part of a text.
pub struct Node<'t> {
    /// What it is.
    pub kind: Part<'t>,
    /// All of its text.
    pub text: &'t str,
    /// The byte at which it begins.
    pub at: usize,
    /// Its operands, or what its bracket is behind.
    pub of: Vec<Node<'t>>,
    /// The rows of its bracket.
    pub rows: Vec<Row<'t>>,
}

/// What is between two separators: one node, or several beside each other, as types and words are.
pub struct Row<'t> {
    /// Its nodes; there is at least one.
    pub items: Vec<Node<'t>>,
    /// All of its text.
    pub text: &'t str,
}

impl<'t> Row<'t> {
    /// Its only node.
    pub fn only(&self) -> Option<&Node<'t>> {
        self.items.first().filter(|_| self.items.len() == 1)
    }
}

impl<'t> Node<'t> {
    /// The byte behind it.
    pub const fn end(&self) -> usize {
        self.at + self.text.len()
    }

    /// Its bytes.
    pub const fn range(&self) -> Range<usize> {
        self.at..self.end()
    }

    /// The nodes right below it.
    pub fn children(&self) -> impl Iterator<Item = &Self> {
        self.of.iter().chain(items(&self.rows))
    }

    /// It and all nodes below it.
    pub fn nodes(&self) -> Vec<&Self> {
        with_inner(vec![self])
    }

    /// What a bracket of this kind is behind, and its rows.
    pub fn called(&self, bracket: char) -> Option<(&Self, &[Row<'t>])> {
        (self.kind == Part::Call(bracket)).then(|| (&self.of[0], &*self.rows))
    }

    /// Sign, target and value of an assignment.
    pub fn assigned(&self) -> Option<(&'t str, &Self, &Self)> {
        match self.kind {
            Part::Assign(sign) => Some((sign, &self.of[0], &self.of[1])),
            _ => None,
        }
    }

    /// The text of the variable that an assignment to this node sets: the last of `uint64_t *desc.lo`.
    pub fn target(&self) -> &'t str {
        match self.kind {
            Part::Operator(_) | Part::Stray => self.of.last().map_or("", Self::target),
            _ => self.text,
        }
    }
}

/// The tree of a text without comments.
pub fn tree(text: &str) -> Vec<Row<'_>> {
    let tokens = tokens(text);
    let mut parser = Parser {
        text,
        close: partners(&tokens),
        end: tokens.len(),
        tokens,
        at: 0,
        is_lines: true,
        is_head: false,
        depth: 0,
    };
    parser.rows(parser.end, true)
}

/// The nodes of rows, without those below them.
pub fn items<'n, 't>(rows: &'n [Row<'t>]) -> impl DoubleEndedIterator<Item = &'n Node<'t>> {
    rows.iter().flat_map(|row| &row.items)
}

/// The nodes of a tree, each before those below it.
pub fn nodes<'n, 't>(rows: &'n [Row<'t>]) -> Vec<&'n Node<'t>> {
    with_inner(items(rows).rev().collect())
}

/// These nodes from the last on, each before those below it.
fn with_inner<'n, 't>(mut waiting: Vec<&'n Node<'t>>) -> Vec<&'n Node<'t>> {
    let mut all = Vec::new();
    while let Some(node) = waiting.pop() {
        all.push(node);
        let from = waiting.len();
        waiting.extend(node.children());
        waiting[from..].reverse();
    }
    all
}

/// The texts of the rows of the first bracket that has any: `_128` and `64` of `Shape<_128, 64>{}`.
pub fn parts(text: &str) -> Vec<&str> {
    let rows = tree(text);
    let first = nodes(&rows).into_iter().find(|node| !node.rows.is_empty());
    first.map_or(Vec::new(), |node| node.rows.iter().map(|row| row.text).collect())
}

/// Deeper nesting is left as stray tokens, and longer chains are several nodes: a tree is dropped and walked by recursion.
const DEPTH_MAX: u32 = 64;
const LINKS_MAX: u32 = 32;
/// An operator before its operand binds more than any between two.
const UNARY: u8 = 11;
/// Words that begin a head, behind which a body follows.
const HEADS: &str = "for if elif else while def class with";
/// A line goes on behind or before one of these.
const GOES_ON: &str = "|&^+*=<>,";

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
    close: Vec<usize>,
    at: usize,
    /// Where the innermost bracket or block ends.
    end: usize,
    /// Whether a line's end ends a row there.
    is_lines: bool,
    /// Whether a `:` ends the head of a block there.
    is_head: bool,
    depth: u32,
}

impl<'t> Parser<'t> {
    fn sign(&self, at: usize) -> &'t str {
        if at < self.end { self.tokens[at].text } else { "" }
    }

    fn gap(&self, at: usize) -> &'t str {
        &self.text[self.tokens[at - 1].at.end..self.tokens[at].at.start]
    }

    fn is_joined(&self, at: usize) -> bool {
        at < self.end && self.gap(at).is_empty()
    }

    /// Whether a row ends before a token, as it is in another line.
    fn breaks(&self, at: usize) -> bool {
        let goes_on = |sign: &str, more: &str| {
            sign.starts_with(|c| GOES_ON.contains(c)) || more.split(' ').any(|one| one == sign)
        };
        self.is_lines
            && at < self.end
            && self.gap(at).contains('\n')
            && !self.gap(at).contains('\\')
            && !goes_on(self.sign(at - 1), "else")
            && !goes_on(self.sign(at), "else elif .")
    }

    fn leaf(&self, start: usize, kind: Part<'t>) -> Node<'t> {
        self.node(start, kind, Vec::new(), Vec::new())
    }

    fn over(&self, start: usize, kind: Part<'t>, of: Vec<Node<'t>>) -> Node<'t> {
        self.node(start, kind, of, Vec::new())
    }

    fn node(&self, start: usize, kind: Part<'t>, of: Vec<Node<'t>>, rows: Vec<Row<'t>>) -> Node<'t> {
        let at = self.tokens[start].at.start;
        let text = &self.text[at..self.tokens[self.at - 1].at.end.max(at)];
        Node { kind, text, at, of, rows }
    }

    fn rows(&mut self, end: usize, is_lines: bool) -> Vec<Row<'t>> {
        let outer = (self.end, self.is_lines, self.is_head);
        (self.end, self.is_lines) = (end, is_lines);
        let mut rows = Vec::new();
        while self.at < end {
            let start = self.at;
            let items = self.row();
            if self.at > start {
                let text = &self.text[self.tokens[start].at.start..self.tokens[self.at - 1].at.end];
                rows.push(Row { items, text });
            }
            self.at += usize::from(is_in(", ;", self.sign(self.at)));
        }
        (self.end, self.is_lines, self.is_head) = outer;
        rows
    }

    fn row(&mut self) -> Vec<Node<'t>> {
        let start = self.at;
        self.is_head = is_in(HEADS, self.sign(start));
        let mut items: Vec<Node<'t>> = Vec::new();
        while self.at < self.end && !is_in(", ;", self.sign(self.at)) {
            // The body of a head may be in the next line.
            let is_open =
                |last: &Node<'_>| last.called('(').is_some_and(|(of, _)| is_in("for while", of.text));
            if self.at > start && self.breaks(self.at) && !items.last().is_some_and(is_open) {
                break;
            }
            let item = if self.is_head && self.sign(self.at) == ":" {
                self.block(start)
            } else {
                self.expression(0)
            };
            self.is_head |= item.kind == Part::Name && item.text == "for";
            items.push(item);
        }
        items
    }

    /// What follows a head: the rest of its line, or the lines that are indented more.
    fn block(&mut self, head: usize) -> Node<'t> {
        let colon = self.at;
        let indent = |at: usize| {
            let before = &self.text[..self.tokens[at].at.start];
            let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
            line.len() - line.trim_start().len() + usize::from(!line.trim().is_empty())
        };
        let is_below = colon + 1 < self.end && self.gap(colon + 1).contains('\n');
        let least = indent(head);
        let ends = |at: &usize| self.gap(*at).contains('\n') && !(is_below && indent(*at) > least);
        let end = (colon + 1..self.end).find(ends).unwrap_or(self.end);
        self.at += 1;
        let rows = self.rows(end, true);
        self.node(colon, Part::Group('{'), Vec::new(), rows)
    }

    /// The rows of the bracket at a token, behind which it goes on; none where it is not closed.
    fn bracket(&mut self, open: usize) -> Option<(char, Vec<Row<'t>>)> {
        let close = *self.close.get(open).filter(|close| (1..self.end).contains(*close))?;
        self.depth += 1;
        let sign = self.sign(open);
        self.at = open + 1;
        let rows = if self.depth < DEPTH_MAX { self.rows(close, sign == "{") } else { Vec::new() };
        self.depth -= 1;
        self.at = close + 1;
        Some((sign.chars().next()?, rows))
    }

    fn expression(&mut self, least: u8) -> Node<'t> {
        let start = self.at;
        self.depth += 1;
        let (mut longer, mut links) = (Ok(self.prefix()), 0);
        while let Ok(node) = longer {
            let is_more = self.at < self.end && !self.breaks(self.at) && links < LINKS_MAX;
            let operands = node.of.len();
            longer = if is_more { self.behind(node, start, least) } else { Err(node) };
            links += u32::from(longer.as_ref().is_ok_and(|node| node.of.len() <= operands.max(2)));
        }
        self.depth -= 1;
        longer.unwrap_or_else(|whole| whole)
    }

    fn is_operand(&self, at: usize) -> bool {
        let is_first = |token: &Token<'_>| {
            token.kind != Lexed::Sign || token.text.starts_with(|c| "([{-~!&*+.%\"'".contains(c))
        };
        self.depth < DEPTH_MAX && at < self.end && is_first(&self.tokens[at]) && !self.breaks(at)
    }

    fn prefix(&mut self) -> Node<'t> {
        // What changes nothing: a bit turned twice, and brackets right around brackets.
        while self.sign(self.at) == "~" && self.sign(self.at + 1) == "~" && self.at + 2 < self.end {
            self.at += 2;
        }
        let mut around = 0;
        while self.sign(self.at + 1) == "("
            && self.close[self.at + 1] > 0
            && self.close[self.at] == self.close[self.at + 1] + 1
        {
            (self.at, around) = (self.at + 1, around + 1);
        }
        let node = self.operand();
        self.at += around;
        node
    }

    fn operand(&mut self) -> Node<'t> {
        let start = self.at;
        let Token { kind, text: sign, .. } = self.tokens[start];
        self.at += 1;
        let kind = match (kind, Number::literal(sign, 10)) {
            (Lexed::Word, _) => Part::Name,
            (Lexed::Number, Ok(number)) => Part::Number(number.value),
            _ => Part::Stray,
        };
        if kind != Part::Stray || sign.starts_with(|c: char| c.is_ascii_digit()) {
            return self.leaf(start, kind);
        }
        if let Some((open, rows)) = (sign != "<").then(|| self.bracket(start)).flatten() {
            let of_type =
                |row: &Row<'_>| row.items.iter().all(|item| item.kind == Part::Name && is_type(item.text));
            return match &rows[..] {
                [row] if open == '(' && of_type(row) && self.is_operand(self.at) => {
                    let cast = Part::Cast(row.text);
                    let of = self.expression(UNARY);
                    self.over(start, cast, vec![of])
                }
                _ => self.node(start, Part::Group(open), Vec::new(), rows),
            };
        }
        let is_prefix = is_in("- ~ ! +", sign) || is_in("& * . % $ @ #", sign) && self.is_joined(self.at);
        if is_prefix && self.is_operand(self.at) {
            let of = self.expression(UNARY);
            return self.over(start, Part::Operator(sign), vec![of]);
        }
        self.leaf(start, Part::Stray)
    }

    /// One more link behind a node, or the node where nothing more belongs to it.
    fn behind(&mut self, left: Node<'t>, start: usize, least: u8) -> Result<Node<'t>, Node<'t>> {
        let (at, sign) = (self.at, self.sign(self.at));
        // A macro of Rust.
        let is_macro = sign == "!" && self.is_joined(at + 1) && is_in("[ (", self.sign(at + 1));
        let is_path = sign == "::";
        let behind_path = at + usize::from(is_path || is_macro);
        let can_have = match left.kind {
            Part::Name => !is_in("return else in case define", left.text),
            Part::Member(_) | Part::Call(_) => true,
            // A lambda, and C's `(type[]){…}`.
            Part::Group(open) => matches!((open, sign), ('[', _) | ('(', "{")),
            _ => false,
        };
        let is_name = left.kind == Part::Name;
        let is_near = self.is_joined(at) || is_name && (sign == "(" || left.text == "template");
        // A block behind a head is not of it.
        let is_block = sign == "{" && left.kind == Part::Call('(');
        if can_have
            && is_near
            && !is_block
            && let Some((open, rows)) = self.bracket(behind_path)
        {
            return Ok(self.node(start, Part::Call(open), vec![left], rows));
        }
        let is_member = is_path || is_in(". ->", sign);
        let is_word = |at: usize| at < self.end && self.tokens[at].kind == Lexed::Word;
        if is_member && left.kind != Part::Stray && self.is_joined(at + 1) && is_word(at + 1) {
            self.at += 2;
            return Ok(self.over(start, Part::Member(self.tokens[at + 1].text), vec![left]));
        }
        if sign == "as" && is_word(at + 1) {
            self.at += 2;
            return Ok(self.over(start, Part::Cast(self.tokens[at + 1].text), vec![left]));
        }
        if self.depth >= DEPTH_MAX {
            return Err(left);
        }
        let length = 1 + usize::from(sign == ">" && self.sign(at + 1) == ">" && self.is_joined(at + 1));
        let takes = match sign {
            ":" => !self.is_head && at + 1 < self.end && !self.breaks(at + 1),
            _ => sign.ends_with('=') && !is_in("== != <= >= ..=", sign),
        };
        if takes {
            if least > 0 || at + 1 >= self.end {
                return Err(left);
            }
            self.at += 1;
            let value = self.expression(0);
            return Ok(self.over(start, Part::Assign(sign), vec![left, value]));
        }
        if sign == "?" && least <= 1 && self.is_operand(at + 1) {
            self.at += 1;
            let yes = self.expression(1);
            let mut of = vec![left, yes];
            if self.sign(self.at) == ":" && self.is_operand(self.at + 1) {
                self.at += 1;
                of.push(self.expression(1));
            }
            return Ok(self.over(start, Part::Operator("?"), of));
        }
        let sign = if length == 2 { ">>" } else { sign };
        match strength(sign).map(|strength| strength + 1).filter(|strength| *strength >= least) {
            Some(strength) if left.kind != Part::Stray && self.is_operand(at + length) => {
                self.at += length;
                let right = self.expression(strength + 1);
                // A chain of one operator is one node.
                let mut of =
                    if left.kind == Part::Operator(sign) && left.of.len() > 1 { left.of } else { vec![left] };
                of.push(right);
                Ok(self.over(start, Part::Operator(sign), of))
            }
            _ => Err(left),
        }
    }
}

#[cfg(test)]
#[path = "tests/tree.rs"]
mod tests;
