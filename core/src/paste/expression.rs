//! Source code that builds a descriptor with shifts and ors, line by line: `d |= (uint64_t)((8 * 64) >> 4) << 32;`.
//!
//! Of each value it is known which bits are known: a name that the text does not explain, such as the address, leaves open only
//! the bits that it can reach.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use crate::hardware::ADDRESS_BYTES;

/// A value of which some bits are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) bits: u64,
    pub(super) known: u64,
}

impl Value {
    const fn of(bits: u64) -> Self {
        Self {
            bits,
            known: u64::MAX,
        }
    }

    /// A name that nothing explains: an address or a size of shared memory, so far as is known.
    const UNKNOWN: Self = Self {
        bits: 0,
        known: !(ADDRESS_BYTES as u64 - 1),
    };

    const fn is_known(self) -> bool {
        self.known == u64::MAX
    }

    fn or(self, other: Self) -> Self {
        let ones = self.bits | other.bits;
        Self {
            bits: ones,
            known: self.known & other.known | ones,
        }
    }

    fn and(self, other: Self) -> Self {
        let zeros = self.known & !self.bits | other.known & !other.bits;
        Self {
            bits: self.bits & other.bits,
            known: self.known & other.known | zeros,
        }
    }

    fn xor(self, other: Self) -> Self {
        let known = self.known & other.known;
        Self {
            bits: (self.bits ^ other.bits) & known,
            known,
        }
    }

    const fn not(self) -> Self {
        Self {
            bits: !self.bits & self.known,
            known: self.known,
        }
    }

    /// Moved up, zeros from below; by an unknown distance nothing is known.
    fn shl(self, by: Self) -> Self {
        match u32::try_from(by.bits) {
            Ok(by_bits @ 0..=63) if by.is_known() => Self {
                bits: self.bits << by_bits,
                known: self.known << by_bits | ((1 << by_bits) - 1),
            },
            _ => Self { bits: 0, known: 0 },
        }
    }

    fn shr(self, by: Self) -> Self {
        match u32::try_from(by.bits) {
            Ok(by_bits @ 0..=63) if by.is_known() => Self {
                bits: self.bits >> by_bits,
                known: !(!self.known >> by_bits),
            },
            _ => Self { bits: 0, known: 0 },
        }
    }

    /// Of two numbers: what they make, if both are known.
    fn with(self, other: Self, make: impl Fn(u64, u64) -> Option<u64>) -> Self {
        match self.is_known() && other.is_known() {
            true => make(self.bits, other.bits).map_or(Self::UNKNOWN, Self::of),
            false => Self::UNKNOWN,
        }
    }
}

/// What a text builds.
pub(super) struct Built {
    pub(super) value: Value,
    /// Names that the text does not explain.
    pub(super) unknown: Vec<String>,
}

/// Statements that are looked at: more than any function that builds a descriptor has.
const STATEMENTS_MAX: usize = 512;

/// Brackets and signs that may stand inside each other: more would exhaust the stack.
const DEPTH_MAX: u32 = 64;

/// Whether a text is about bits that are put together.
pub(super) fn is_one(text: &str) -> bool {
    text.contains("<<") || text.contains("|=")
}

/// The value of one expression without names, as an increment has it.
pub(super) fn constant(text: &str) -> Option<u64> {
    let mut unknown = Vec::new();
    let value = evaluated(text, &[], &mut unknown)?;
    value.is_known().then_some(value.bits)
}

/// The 64 bits that a text puts together; none where it does not. Statements that add to a variable are left out: they walk.
pub(super) fn built(text: &str) -> Option<Built> {
    let text = without_comments(text);
    let mut variables: Vec<Variable> = Vec::new();
    for statement in statements(&text).into_iter().take(STATEMENTS_MAX) {
        let (name, operation, right) = taken_apart(statement);
        let at = variables.iter().position(|known| known.name == name);
        let mut names = Vec::new();
        let Some(value) = evaluated(right, &variables, &mut names) else {
            continue;
        };
        let before = at.map(|at| variables[at].value);
        let value = match (operation, before) {
            (Operation::Set, _) => value,
            (Operation::Or, Some(before)) => before.or(value),
            // A line alone sets the fields that it touches.
            (Operation::Or, None) => of_touched_fields(value),
            (Operation::Add, _) => continue,
        };
        let is_or = operation == Operation::Or;
        match at {
            Some(at) => {
                variables[at].value = value;
                variables[at].is_or |= is_or;
                variables[at].unknown.append(&mut names);
            }
            None => variables.push(Variable {
                name: name.into(),
                value,
                is_or,
                unknown: names,
            }),
        }
    }
    let is_descriptor = |variable: &&Variable| {
        let high = variable.value.bits >> 32 != 0;
        high || variable.is_or && variable.value.bits != 0
    };
    // What is returned or assigned last is what was built.
    let variable = variables.iter().rev().find(is_descriptor)?;
    let mut unknown = variable.unknown.clone();
    unknown.sort();
    unknown.dedup();
    Some(Built {
        value: variable.value,
        unknown,
    })
}

struct Variable {
    name: String,
    value: Value,
    is_or: bool,
    unknown: Vec<String>,
}

/// Both strides, the start and the top: a field of which a bit is set is meant as a whole.
const FIELDS: [(u32, u32); 5] = [(0, 14), (16, 14), (32, 14), (49, 3), (61, 3)];

fn of_touched_fields(value: Value) -> Value {
    let mut known = 0;
    for (low, width) in FIELDS {
        let mask = ((1 << width) - 1) << low;
        if value.bits & mask != 0 {
            known |= mask & value.known;
        }
    }
    let outside = FIELDS.iter().fold(u64::MAX, |outside, (low, width)| {
        outside & !(((1 << width) - 1) << low)
    });
    Value {
        bits: value.bits,
        known: known | value.bits & outside,
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Operation {
    Set,
    Or,
    Add,
}

fn without_comments(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['/', '#']) {
        let (before, comment) = rest.split_at(at);
        bare.push_str(before);
        let end = if comment.starts_with("/*") {
            comment.find("*/").map_or(comment.len(), |end| end + 2)
        } else if comment.starts_with("//") && !comment.starts_with("//=")
            || comment.starts_with('#')
        {
            comment.find('\n').unwrap_or(comment.len())
        } else {
            bare.push('/');
            1
        };
        rest = &comment[end..];
    }
    bare.push_str(rest);
    bare
}

/// The statements of a text: up to a semicolon, a brace, or a line end that is inside of no bracket and behind no operator.
fn statements(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut all, mut start, mut depth) = (Vec::new(), 0, 0_u32);
    for (i, b) in bytes.iter().enumerate() {
        let is_end = match b {
            b'(' | b'[' => {
                depth += 1;
                false
            }
            b')' | b']' => {
                depth = depth.saturating_sub(1);
                false
            }
            b';' | b'{' | b'}' => {
                depth = 0;
                true
            }
            b'\n' if depth == 0 => {
                let goes_on = |b: Option<&u8>| b.is_some_and(|b| b"|&^+*=<>\\,".contains(b));
                let before = text[start..i].trim_end().as_bytes().last();
                let next = bytes[i + 1..]
                    .iter()
                    .take(256)
                    .find(|b| !b.is_ascii_whitespace());
                !goes_on(before) && !goes_on(next)
            }
            _ => false,
        };
        if is_end {
            all.push(&text[start..i]);
            start = i + 1;
        }
    }
    all.push(&text[start..]);
    all.retain(|statement| !statement.trim().is_empty());
    all
}

/// The variable, what is done to it, and with what.
fn taken_apart(statement: &str) -> (&str, Operation, &str) {
    let bytes = statement.as_bytes();
    for (i, b) in bytes.iter().enumerate() {
        let is_equal = *b == b'='
            && bytes.get(i + 1) != Some(&b'=')
            && !(i > 0 && matches!(bytes[i - 1], b'=' | b'!' | b'<' | b'>'));
        if !is_equal {
            continue;
        }
        let (operation, end) = match i.checked_sub(1).map(|before| bytes[before]) {
            Some(b'|') => (Operation::Or, i - 1),
            Some(b'+' | b'-' | b'&' | b'^' | b'*' | b'/' | b'%') => (Operation::Add, i - 1),
            _ => (Operation::Set, i),
        };
        let left = statement[..end].trim_end();
        let is_name =
            |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '>' | '-' | '[' | ']');
        let start = left.trim_end_matches(is_name).len();
        return (&left[start..], operation, &statement[i + 1..]);
    }
    let right = statement.trim();
    let right = right.strip_prefix("return").unwrap_or(right);
    ("return", Operation::Set, right)
}

fn evaluated(text: &str, variables: &[Variable], unknown: &mut Vec<String>) -> Option<Value> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
        variables,
        unknown,
    };
    let value = parser.binary(0)?;
    (parser.at == parser.tokens.len()).then_some(value)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    Number(u64),
    Name(&'a str),
    Sign(&'a str),
}

/// The tokens of an expression; none where it holds something else.
fn tokens(text: &str) -> Option<Vec<Token<'_>>> {
    let bytes = text.as_bytes();
    let (mut all, mut i) = (Vec::new(), 0);
    let is_word = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\'' | b'.' | b':');
    while let Some(b) = bytes.get(i) {
        let start = i;
        i += 1;
        if b.is_ascii_whitespace() || *b == b'\\' {
            continue;
        }
        if b.is_ascii_alphanumeric() || *b == b'_' {
            while bytes.get(i).is_some_and(is_word) {
                i += 1;
            }
            let word = text[start..i].trim_end_matches(':');
            i = start + word.len().max(1);
            all.push(match b.is_ascii_digit() {
                true => Token::Number(literal(word)?),
                false => Token::Name(word),
            });
            continue;
        }
        let two = bytes.get(start..start + 2);
        let sign = match two {
            Some(b"<<" | b">>" | b"->") => &text[start..start + 2],
            _ if b"()+-*/%&|^~<>,[]".contains(b) => &text[start..start + 1],
            _ => return None,
        };
        i = start + sign.len();
        all.push(Token::Sign(sign));
    }
    (!all.is_empty()).then_some(all)
}

/// A number of C, Rust or Python.
fn literal(word: &str) -> Option<u64> {
    let digits: String = word.chars().filter(|c| !matches!(c, '_' | '\'')).collect();
    let digits = digits.to_ascii_lowercase();
    let bare = digits.trim_end_matches(['u', 'l']);
    let bare = ["u64", "i64", "u32", "i32", "_u64"]
        .iter()
        .find_map(|suffix| bare.strip_suffix(suffix))
        .unwrap_or(bare);
    match (bare.strip_prefix("0x"), bare.strip_prefix("0b")) {
        (Some(hex), _) => u64::from_str_radix(hex, 16).ok(),
        (_, Some(binary)) => u64::from_str_radix(binary, 2).ok(),
        _ => bare.parse().ok(),
    }
}

/// Names of integers' types.
fn is_type(name: &str) -> bool {
    let name = name.rsplit([':', '.']).next().unwrap_or(name);
    matches!(
        name,
        "uint64_t"
            | "uint32_t"
            | "uint16_t"
            | "int64_t"
            | "int32_t"
            | "size_t"
            | "uintptr_t"
            | "int"
            | "long"
            | "unsigned"
            | "uint64"
            | "uint32"
            | "int64"
            | "int32"
            | "u64"
            | "u32"
            | "i64"
            | "i32"
            | "usize"
            | "const"
            | "Uint64"
            | "Uint32"
            | "Int64"
            | "Int32"
    )
}

/// Bits that a type keeps.
fn mask_of(name: &str) -> u64 {
    match name.contains("16") {
        true => 0xffff,
        false if name.contains("32") => 0xffff_ffff,
        false => u64::MAX,
    }
}

struct Parser<'a, 'v> {
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: u32,
    variables: &'v [Variable],
    unknown: &'v mut Vec<String>,
}

/// Binary operators, those that bind least first.
const LEVELS: [&[&str]; 6] = [
    &["|"],
    &["^"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl<'a> Parser<'a, '_> {
    fn peek(&self) -> Option<Token<'a>> {
        self.tokens.get(self.at).copied()
    }

    fn takes(&mut self, sign: &str) -> bool {
        let is_next = self.peek() == Some(Token::Sign(sign));
        self.at += usize::from(is_next);
        is_next
    }

    fn binary(&mut self, level: usize) -> Option<Value> {
        let Some(signs) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut value = self.binary(level + 1)?;
        while let Some(Token::Sign(sign)) = self.peek() {
            if !signs.contains(&sign) {
                break;
            }
            self.at += 1;
            let right = self.binary(level + 1)?;
            value = match sign {
                "|" => value.or(right),
                "^" => value.xor(right),
                "&" => value.and(right),
                "<<" => value.shl(right),
                ">>" => value.shr(right),
                "+" => value.with(right, |a, b| Some(a.wrapping_add(b))),
                "-" => value.with(right, |a, b| Some(a.wrapping_sub(b))),
                "*" => value.with(right, |a, b| Some(a.wrapping_mul(b))),
                "/" => value.with(right, u64::checked_div),
                _ => value.with(right, u64::checked_rem),
            };
        }
        Some(value)
    }

    fn unary(&mut self) -> Option<Value> {
        self.depth += 1;
        let value = (self.depth <= DEPTH_MAX).then(|| self.prefixed()).flatten();
        self.depth -= 1;
        let mut value = value?;
        // Rust's casts stand behind.
        while self.peek() == Some(Token::Name("as")) {
            let Some(Token::Name(name)) = self.tokens.get(self.at + 1).copied() else {
                return None;
            };
            self.at += 2;
            value = value.and(Value::of(mask_of(name)));
        }
        Some(value)
    }

    fn prefixed(&mut self) -> Option<Value> {
        if self.takes("~") {
            return Some(self.unary()?.not());
        }
        if self.takes("-") {
            return Some(
                self.unary()?
                    .with(Value::of(0), |a, _| Some(a.wrapping_neg())),
            );
        }
        if self.takes("+") {
            return self.unary();
        }
        if self.takes("(") {
            if let Some(name) = self.cast() {
                return Some(self.unary()?.and(Value::of(mask_of(name))));
            }
            let value = self.binary(0)?;
            return self.takes(")").then_some(value);
        }
        match self.peek()? {
            Token::Number(number) => {
                self.at += 1;
                Some(Value::of(number))
            }
            Token::Name(name) => {
                self.at += 1;
                self.named(name)
            }
            Token::Sign(_) => None,
        }
    }

    /// A cast, behind its opening bracket: nothing but types up to the closing one.
    fn cast(&mut self) -> Option<&'a str> {
        let mut at = self.at;
        let mut last = None;
        while let Some(Token::Name(name)) = self.tokens.get(at).copied()
            && is_type(name)
        {
            last = Some(name);
            at += 1;
        }
        if last.is_some() && self.tokens.get(at) == Some(&Token::Sign(")")) {
            self.at = at + 1;
            return last;
        }
        None
    }

    /// A variable, a call, or a cast that looks like one.
    fn named(&mut self, name: &'a str) -> Option<Value> {
        let mut mask = mask_of(if is_type(name) { name } else { "" });
        let is_cast = name.ends_with("_cast");
        if is_cast && self.takes("<") {
            while !self.takes(">") {
                if let Token::Name(name) = self.peek()? {
                    mask &= mask_of(name);
                }
                self.at += 1;
            }
        }
        if self.takes("(") {
            return self.call(name, is_cast || is_type(name), mask);
        }
        self.skip_index();
        let known = self.variables.iter().find(|known| known.name == name);
        Some(known.map_or_else(
            || {
                self.unknown.push(name.to_string());
                Value::UNKNOWN
            },
            |known| known.value,
        ))
    }

    fn call(&mut self, name: &'a str, is_cast: bool, mask: u64) -> Option<Value> {
        if self.takes(")") {
            self.unknown.push(name.to_string());
            return Some(Value::UNKNOWN);
        }
        let mut first = None;
        loop {
            let value = self.binary(0)?;
            first = first.or(Some(value));
            if !self.takes(",") {
                break;
            }
        }
        if !self.takes(")") {
            return None;
        }
        let value = first?;
        if is_cast {
            return Some(value.and(Value::of(mask)));
        }
        // `matrix-descriptor-encode` of the PTX ISA, under whatever name.
        if name.to_ascii_lowercase().ends_with("encode") {
            let address = Value::of(u64::from(ADDRESS_BYTES) - 1);
            return Some(value.and(address).shr(Value::of(4)));
        }
        self.unknown.push(name.to_string());
        Some(Value::UNKNOWN)
    }

    /// Whatever stands in square brackets behind a name.
    fn skip_index(&mut self) {
        if self.takes("[") {
            while self.peek().is_some() && !self.takes("]") {
                self.at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(text: &str) -> (u64, u64) {
        let built = built(text).unwrap_or_else(|| panic!("{text}"));
        (built.value.bits, !built.value.known)
    }

    #[test]
    fn expressions_of_kernels() {
        let fast_cu = "
            __device__ static inline uint64_t matrix_descriptor_encode(uint64_t x) { return (((x) & 0x3FFFF) >> 0x4); }
            __device__ uint64_t make_smem_desc(bf16* ptr) {
                uint32_t addr = static_cast<uint32_t>(__cvta_generic_to_shared(ptr));
                uint64_t desc = 0x0000000000000000;
                desc |= matrix_descriptor_encode(addr);
                desc |= matrix_descriptor_encode((uint64_t)16) << 16;
                desc |= matrix_descriptor_encode((uint64_t)1024) << 32;
                desc |= 1llu << 62; // 128B swizzle
                return desc;
            }";
        assert_eq!(known(fast_cu), (0x4000_0040_0001_0000, 0x3fff));
        for (text, bits, open) in [
            (
                "(1ull << 62) | (uint64_t(64) << 32) | (1 << 16) | 0x40",
                0x4000_0040_0001_0040,
                0,
            ),
            (
                "uint64_t d = 0;\nd |= (uint64_t)((8 * 64) >> 4) << 32;\nd |= (1024 & 0x3FFFF) >> 4;",
                0x20_0000_0040,
                0,
            ),
            (
                "let desc: u64 = (1u64 << 62) | ((1024u32 as u64 >> 4) << 32) | 1 << 16;",
                0x4000_0040_0001_0000,
                0,
            ),
            (
                "desc = (2 << 61) | (1 << 46) | (64 << 32) | ((addr & 0x3FFFF) >> 4)",
                0x4000_4040_0000_0000,
                0x3fff,
            ),
            (
                "uint64_t const desc = ((uint64_t)1 << 62)\n    | ((uint64_t)(sbo >> 4) << 32)\n    | 1;",
                0x4000_0000_0000_0001,
                0x3fff << 32,
            ),
        ] {
            assert_eq!(known(text), (bits, open), "{text}");
        }
    }

    #[test]
    fn a_line_alone_sets_its_fields() {
        let (bits, open) = known("d |= (uint64_t)((8 * 64) >> 4) << 32;");
        assert_eq!((bits, open), (0x20_0000_0000, !(0x3fff << 32)));
    }

    #[test]
    fn a_mask_is_no_descriptor() {
        for text in [
            "x & 0x3FFF",
            "return (((x) & 0x3FFFF) >> 0x4);",
            "1 << 5",
            "a << b",
        ] {
            assert!(built(text).is_none(), "{text}");
        }
    }

    #[test]
    fn depth_is_no_danger() {
        let text = "(".repeat(100_000) + "1" + &")".repeat(100_000) + " << 62";
        assert!(built(&text).is_none());
        let text = "~".repeat(100_000) + "1 << 62";
        assert!(built(&text).is_none());
    }
}
