//! An expression of C, Rust or Python over whole numbers: `(uint64_t)((8 * 64) >> 4) << 32`.
//!
//! Of each value it is known which bits are known: a name that the text does not explain, such as the address, leaves open only
//! the bits that it can reach.

use swizzle_core::hardware::{ADDRESS_BYTES, quoted};
use swizzle_text::vocabulary::{self, Meaning};

/// A value of which some bits are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) bits: u64,
    pub(crate) known: u64,
}

impl Value {
    pub(crate) const fn of(bits: u64) -> Self {
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

    /// The number, where all bits are known.
    pub(crate) fn constant(self) -> Option<u64> {
        self.is_known().then_some(self.bits)
    }

    pub(crate) fn or(self, other: Self) -> Self {
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

/// Brackets and signs that may stand inside each other: more would exhaust the stack.
const EXPRESSION_DEPTH_MAX: u32 = 64;

/// The value of one expression without names, as an increment has it.
pub(crate) fn constant(text: &str) -> Option<u64> {
    let mut unknown = Vec::new();
    let value = evaluated(text, &[], &mut unknown)?;
    value.is_known().then_some(value.bits)
}

/// The number that an expression of C, Rust or Python comes to, in 64 bits that wrap: `144708608 | 1<<29`, `(1U << 4U)`, `8 * 128`.
///
/// # Errors
/// Names what is not known in it, or says that it is no expression.
///
/// ```
/// use swizzle_parse::number_from_expression;
/// assert_eq!(number_from_expression("144708608 | 1<<29 | 1<<4"), Ok(0x28a0_1410));
/// assert_eq!(number_from_expression("(uint64_t)(1024 >> 4) << 32"), Ok(64 << 32));
/// assert_eq!(number_from_expression("-2"), Ok(u64::MAX - 1));
/// assert_eq!(number_from_expression("8 * rows").unwrap_err(), "“rows” is unknown: replace it by its number");
/// ```
pub fn number_from_expression(text: &str) -> Result<u64, String> {
    let mut unknown = Vec::new();
    let value = evaluated(text.trim().trim_end_matches(';'), &[], &mut unknown);
    match (value, unknown.first()) {
        (Some(value), _) if value.is_known() => Ok(value.bits),
        (Some(_), Some(name)) => Err(std::format!(
            "“{}” is unknown: replace it by its number",
            quoted(name)
        )),
        _ => Err(std::format!(
            "“{}” is not a number or a numeric expression",
            quoted(text)
        )),
    }
}

/// A variable that the text has set.
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) value: Value,
    pub(crate) is_or: bool,
    pub(crate) unknown: Vec<String>,
}

/// The value of an expression, and the names in it that nothing explains; none where it is no such expression.
pub(crate) fn evaluated(
    text: &str,
    variables: &[Variable],
    unknown: &mut Vec<String>,
) -> Option<Value> {
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
            Some(b"<<" | b">>" | b"->" | b"//") => &text[start..start + 2],
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
            | "cuuint64_t"
            | "cuuint32_t"
            | "c_uint64"
            | "c_uint32"
            | "const"
            | "Uint64"
            | "Uint32"
            | "UInt64"
            | "UInt32"
            | "UInt"
            | "Int"
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
    &["*", "/", "//", "%"],
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
                "/" | "//" => value.with(right, u64::checked_div),
                _ => value.with(right, u64::checked_rem),
            };
        }
        Some(value)
    }

    fn unary(&mut self) -> Option<Value> {
        self.depth += 1;
        let value = (self.depth <= EXPRESSION_DEPTH_MAX)
            .then(|| self.prefixed())
            .flatten();
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

    /// The bytes of a type of elements, behind `sizeof(`.
    fn size(&mut self) -> Option<Value> {
        let Some(Token::Name(name)) = self.peek() else {
            return None;
        };
        let is_whole = self.tokens.get(self.at + 1) == Some(&Token::Sign(")"));
        let last = name.rsplit(':').next().unwrap_or(name);
        let element = match vocabulary::meaning(&vocabulary::compared(last)) {
            Some(Meaning::Element(element) | Meaning::ElementAs(element)) if is_whole => element,
            _ => return None,
        };
        self.at += 2;
        Some(Value::of(u64::from(element.slot_bits().div_ceil(8))))
    }

    fn call(&mut self, name: &'a str, is_cast: bool, mask: u64) -> Option<Value> {
        if name == "sizeof"
            && let Some(size) = self.size()
        {
            return Some(size);
        }
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
