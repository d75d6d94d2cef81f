//! An expression of C, Rust or Python over whole numbers: `(uint64_t)((8 * 64) >> 4) << 32`.
//!
//! Each value records which of its bits are known: a name that the text does not explain, such as the address, leaves open only
//! the bits that it can reach.

use std::convert::Infallible;

use swizzle_core::hardware::{ADDRESS_BYTES, quoted};
use swizzle_expression::{Binary, Domain, Expression, Name, is_type};
use swizzle_text::vocabulary::element_from_word;

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

    /// One or the other, whichever it is.
    pub(crate) fn or_either(self, other: Self) -> Self {
        let known = self.known & other.known & !(self.bits ^ other.bits);
        Self {
            bits: self.bits & known,
            known,
        }
    }

    /// Moved up to a field of the descriptor, what nothing explains has no bits beyond it: nobody writes those.
    fn shl(self, by: Self) -> Self {
        let moved = self.moved(by);
        let field = FIELDS
            .iter()
            .find(|(low, _)| by.constant() == Some(u64::from(*low)));
        match field {
            Some((low, width)) if self == Self::UNKNOWN => Self {
                bits: 0,
                known: !(((1 << width) - 1) << low),
            },
            _ => moved,
        }
    }

    /// Moved up, zeros from below; by an unknown distance nothing is known.
    fn moved(self, by: Self) -> Self {
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

    /// Combines two numbers, if both are known.
    fn with(self, other: Self, make: impl Fn(u64, u64) -> Option<u64>) -> Self {
        match self.is_known() && other.is_known() {
            true => make(self.bits, other.bits).map_or(Self::UNKNOWN, Self::of),
            false => Self::UNKNOWN,
        }
    }
}

/// The value of one expression without names, such as an increment.
pub(crate) fn constant(text: &str) -> Option<u64> {
    let mut unknown = Vec::new();
    let value = evaluated(text, &[], &mut unknown)?;
    value.is_known().then_some(value.bits)
}

/// The number that an expression of C, Rust or Python comes to, in 64 bits that wrap: `144708608 | 1<<29`, `(1U << 4U)`, `8 * 128`.
///
/// # Errors
/// Names what is not known in it, or says that it is not an expression.
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

/// The value of an expression, and the names in it that nothing explains; none if it is not such an expression.
pub(crate) fn evaluated(
    text: &str,
    variables: &[Variable],
    unknown: &mut Vec<String>,
) -> Option<Value> {
    evaluated_with(text, variables, unknown, &mut |_, _| None)
}

/// The value of a call of a function of the text.
type Called<'v> = dyn FnMut(&str, &[Value]) -> Option<Value> + 'v;

/// The same, in which functions of the text may be called.
pub(crate) fn evaluated_with(
    text: &str,
    variables: &[Variable],
    unknown: &mut Vec<String>,
    called: &mut Called<'_>,
) -> Option<Value> {
    let mut known = Known {
        variables,
        unknown,
        called,
    };
    let Ok(value) = Expression::parse(text).ok()?.evaluate(&mut known);
    Some(value)
}

/// Bits that a type keeps.
fn mask_of(name: &str) -> Value {
    let widths = [("16", 0xffff), ("32", 0xffff_ffff), ("8", 0xff)];
    let width = widths.iter().find(|(width, _)| name.contains(width));
    Value::of(width.map_or(u64::MAX, |(_, mask)| *mask))
}

/// The bytes of a type of elements: `sizeof(half)`.
fn size(name: &str) -> Option<Value> {
    let inside = name
        .strip_prefix("sizeof")?
        .trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let last = inside.rsplit(':').next().unwrap_or(inside);
    let bits = element_from_word(last)?.slot_bits();
    Some(Value::of(u64::from(bits.div_ceil(8))))
}

/// Fields of both descriptors above the start: lowest bit and width.
const FIELDS: [(u32, u32); 6] = [(16, 14), (32, 14), (46, 3), (49, 3), (61, 3), (62, 2)];

/// The value of a comparison, or of one of two values by a condition.
fn compared(sign: &str, arguments: &[Value]) -> Option<Value> {
    let number = |i: usize| arguments[i].constant();
    let is = match (sign, arguments) {
        ("?", [condition, yes, no]) => {
            return Some(match condition.constant() {
                Some(0) => *no,
                Some(_) => *yes,
                None => yes.or_either(*no),
            });
        }
        ("!", [_]) => number(0).map(|value| value == 0),
        ("&&" | "||", [_, _]) => {
            let is = |i: usize| number(i).map(|value| value != 0);
            let decides = sign == "||";
            match (is(0), is(1)) {
                (Some(one), _) | (_, Some(one)) if one == decides => Some(decides),
                (Some(_), Some(_)) => Some(!decides),
                _ => None,
            }
        }
        (_, [_, _]) => {
            let holds = match sign {
                "==" => |a, b| a == b,
                "!=" => |a, b| a != b,
                "<" => |a: u64, b: u64| a < b,
                ">" => |a, b| a > b,
                "<=" => |a, b| a <= b,
                ">=" => |a, b| a >= b,
                _ => return None,
            };
            number(0).zip(number(1)).map(|(a, b)| holds(a, b))
        }
        _ => return None,
    };
    Some(match is {
        Some(is) => Value::of(is.into()),
        None => Value { bits: 0, known: !1 },
    })
}

/// Values whose bits are known in part: names are variables, what they lack is collected.
struct Known<'v, 'c> {
    variables: &'v [Variable],
    unknown: &'v mut Vec<String>,
    called: &'v mut Called<'c>,
}

impl Domain<Name<'_>> for Known<'_, '_> {
    type Value = Value;
    type Error = Infallible;

    fn number(&mut self, number: u64) -> Result<Value, Infallible> {
        Ok(Value::of(number))
    }

    fn name(&mut self, name: Name<'_>) -> Result<Value, Infallible> {
        let size = size(name.text);
        // The variable's value, regardless of the element.
        let end = name.text.find(['[', '(']).unwrap_or(name.text.len());
        let name = name.text[..end].trim_end();
        let known = self.variables.iter().find(|known| known.name == name);
        Ok(size.or(known.map(|known| known.value)).unwrap_or_else(|| {
            self.unknown.push(name.to_string());
            Value::UNKNOWN
        }))
    }

    fn call(&mut self, name: Name<'_>, arguments: &[Value]) -> Result<Value, Infallible> {
        let name = name.text;
        if let Some(value) = compared(name, arguments).or_else(|| (self.called)(name, arguments)) {
            return Ok(value);
        }
        Ok(match arguments.first() {
            // At an address there may be anything; what has the address is named.
            Some(_) if matches!(name, "&" | "*") => Value::UNKNOWN,
            Some(value) if is_type(name) => value.and(mask_of(name)),
            // `matrix-descriptor-encode` of the PTX ISA, under any name.
            Some(value) if name.to_ascii_lowercase().ends_with("encode") => {
                let address = Value::of(u64::from(ADDRESS_BYTES) - 1);
                value.and(address).shr(Value::of(4))
            }
            _ => {
                self.unknown.push(name.to_string());
                Value::UNKNOWN
            }
        })
    }

    fn binary(&mut self, operator: Binary, a: Value, b: Value) -> Result<Value, Infallible> {
        Ok(match operator {
            Binary::Or => a.or(b),
            Binary::Xor => a.xor(b),
            Binary::And => a.and(b),
            Binary::Left => a.shl(b),
            Binary::Right => a.shr(b),
            Binary::Plus => a.with(b, |a, b| Some(a.wrapping_add(b))),
            Binary::Minus => a.with(b, |a, b| Some(a.wrapping_sub(b))),
            Binary::Times => a.with(b, |a, b| Some(a.wrapping_mul(b))),
            Binary::Over => a.with(b, u64::checked_div),
            Binary::Rest => a.with(b, u64::checked_rem),
        })
    }
}
