//! What the tree of a text comes to: its loops, its statements and its values.

pub(crate) mod loops;
pub(crate) mod machine;

use crate::prelude::*;
use swizzle_expression::Binary;
pub(crate) use swizzle_expression::tree;
use swizzle_ptx::known::ones;

// An expression of C, Rust or Python over whole numbers: `(uint64_t)((8 * 64) >> 4) << 32`.
//
// Each value records which of its bits are known: a name that the text does not explain, such as the address, leaves open only
// the bits that it can reach.

/// A name that nothing explains: an address or a size of shared memory, so far as is known.
const UNKNOWN: Known = Known::below(ADDRESS_BYTES.trailing_zeros());

/// Shifted by a distance; by one that is not known, or that is too far, nothing is known.
fn shifted(value: Known, by: Known, shift: fn(Known, u32) -> Known) -> Known {
    match by.number() {
        Some(by @ 0..64) => shift(value, by as u32),
        _ => Known::NOTHING,
    }
}

/// Moved up to a field of the descriptor, what nothing explains has no bits beyond it: nobody writes those.
fn moved_up(value: Known, by: Known) -> Known {
    let mut fields = FIELDS.iter();
    match fields.find(|(low, _)| by.number() == Some(u64::from(*low))) {
        Some((low, width)) if value == UNKNOWN => Known::below(*width).left(*low),
        _ => shifted(value, by, Known::left),
    }
}

/// What ors of a line without a declaration say: each field with any bit set as a whole, over the bits known before.
fn with_fields(value: Known, more: Known) -> Known {
    let masks = SET_FIELDS.map(|(low, width)| ones(width) << low);
    let touched =
        masks.iter().filter(|mask| more.bits & **mask != 0).fold(0, |all, mask| all | mask & more.mask);
    let outside = masks.iter().fold(more.bits, |outside, mask| outside & !mask);
    Known { bits: value.bits | more.bits, mask: value.mask | touched | outside }
}

/// The value of one expression without names, such as an increment.
pub(crate) fn constant(text: &str) -> Option<u64> {
    evaluated(text, &[], &mut Vec::new())?.number()
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
    match (value.map(Known::number), unknown.first()) {
        (Some(Some(number)), _) => Ok(number),
        (Some(None), Some(name)) => Err(format!("“{}” is unknown: replace it by its number", quoted(name))),
        _ => Err(format!("“{}” is not a number or a numeric expression", quoted(text))),
    }
}

/// A variable that the text has set.
#[derive(Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) value: Known,
    pub(crate) is_or: bool,
    /// Whether a statement sets all of it.
    pub(crate) is_declared: bool,
    /// Whether it is put together, and whether another one is of it.
    pub(crate) is_built: bool,
    pub(crate) is_part: bool,
    pub(crate) unknown: Vec<String>,
}

impl Variable {
    /// A number.
    pub(crate) fn known(name: &str, value: u64) -> Self {
        Self::of(name, Known::exact(value))
    }

    /// Whether it is a descriptor that no other variable is made of.
    pub(crate) const fn is_descriptor(&self) -> bool {
        self.is_built && !self.is_part && self.value.bits >> 32 != 0
    }

    /// One that is set to a value.
    pub(crate) fn of(name: &str, value: Known) -> Self {
        let (name, unknown) = (name.into(), Vec::new());
        Self { name, value, is_or: false, is_declared: true, is_built: false, is_part: false, unknown }
    }
}

/// The value of an expression, and the names in it that nothing explains; none if it is not such an expression.
pub(crate) fn evaluated(text: &str, variables: &[Variable], unknown: &mut Vec<String>) -> Option<Known> {
    match &tree(text)[..] {
        [row] => value(row.only()?, variables, unknown),
        _ => None,
    }
}

/// The value of an argument, or the name that nothing in the text explains, or else the argument itself.
pub(crate) type Read<T> = Result<T, String>;

/// The number of an argument: an expression over what the text sets, or a truth value.
pub(crate) fn number_or_name(text: &str, variables: &[Variable]) -> Read<u64> {
    match text {
        "true" | "True" | "%true" => return Ok(1),
        "false" | "False" | "%false" | "None" | "nullptr" => return Ok(0),
        _ => {}
    }
    // An attribute of MLIR has its type behind it.
    let text = text.split(" : ").next().unwrap_or(text);
    // MLIR names a constant after its value: `%c64`, `%c1_i32`.
    if let Some(digits) = text.strip_prefix("%c") {
        let digits = digits.split('_').next().unwrap_or(digits);
        if let Ok(value) = digits.parse() {
            return Ok(value);
        }
    }
    let mut names = Vec::new();
    match evaluated(text, variables, &mut names) {
        Some(Known { mask: u64::MAX, bits }) => Ok(bits),
        _ if names.is_empty() || text.starts_with('%') => Err(text.into()),
        _ => Err(names.swap_remove(0)),
    }
}

/// The number in a type or a value of CuTe: `Int<8>`, `C<8>{}`.
pub(crate) fn of_constant<'t>(node: &'t Node<'t>) -> Option<&'t Node<'t>> {
    if let Some((of, [])) = node.called('{') {
        return of_constant(of).or(Some(of));
    }
    let (of, rows) = node.called('<')?;
    is_in("Int C", last_name(of.text)).then(|| rows.first()?.only())?
}

/// The same of a node.
pub(crate) fn value(node: &Node<'_>, variables: &[Variable], unknown: &mut Vec<String>) -> Option<Known> {
    let called: &mut Called<'_> = &mut |_, _| None;
    Evaluator { variables, unknown, called }.value(node)
}

/// The value of a call of a function of the text.
type Called<'v> = dyn FnMut(&str, &[Known]) -> Option<Known> + 'v;

/// Bits that a type keeps.
fn mask_of(name: &str) -> Known {
    let widths = [("16", 0xffff), ("32", 0xffff_ffff), ("8", 0xff)];
    let width = widths.iter().find(|(width, _)| name.contains(width));
    Known::exact(width.map_or(u64::MAX, |(_, mask)| *mask))
}

/// The bytes of a type of elements: `sizeof(half)`.
fn size(name: &str) -> Option<Known> {
    let inside = name.strip_prefix("sizeof")?.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let last = inside.rsplit(':').next().unwrap_or(inside);
    let bits = element_from_word(last)?.slot_bits();
    Some(Known::exact(u64::from(bits.div_ceil(8))))
}

/// Start, LBO, SBO, base offset and swizzle: a field with any bit set is specified as a whole.
const SET_FIELDS: [(u32, u32); 5] = [(0, 14), (16, 14), (32, 14), (49, 3), (61, 3)];

/// Fields of both descriptors above the start: lowest bit and width.
const FIELDS: [(u32, u32); 6] = [(16, 14), (32, 14), (46, 3), (49, 3), (61, 3), (62, 2)];

/// The value of a comparison.
fn compared(sign: &str, arguments: &[Known]) -> Option<Known> {
    let numbers: Vec<Option<u64>> = arguments.iter().map(|one| one.number()).collect();
    let is = match (sign, &numbers[..]) {
        ("!", [only]) => only.map(|value| value == 0),
        ("&&" | "||", [one, other]) => {
            let decides = sign == "||";
            match [one, other].map(|value| value.map(|value| value != 0)) {
                both if both.contains(&Some(decides)) => Some(decides),
                [one, other] => one.and(other),
            }
        }
        (_, [one, other]) => {
            let holds: fn(&u64, &u64) -> bool = match sign {
                "==" => u64::eq,
                "!=" => u64::ne,
                "<" => u64::lt,
                ">" => u64::gt,
                "<=" => u64::le,
                ">=" => u64::ge,
                _ => return None,
            };
            one.zip(*other).map(|(one, other)| holds(&one, &other))
        }
        _ => return None,
    };
    Some(is.map_or(Known::below(1), |is| Known::exact(is.into())))
}

/// Names are variables, what they lack is collected, and functions of the text may be called.
struct Evaluator<'v, 'c> {
    variables: &'v [Variable],
    unknown: &'v mut Vec<String>,
    called: &'v mut Called<'c>,
}

impl Evaluator<'_, '_> {
    /// The value of a node; none if it is not an expression.
    fn value(&mut self, node: &Node<'_>) -> Option<Known> {
        let of = &node.of;
        Some(match node.kind {
            Part::Number(number) => Known::exact(number),
            Part::Name => self.name(node.text),
            // The variable's value, regardless of the element.
            Part::Call('[') => self.name(of[0].text),
            Part::Call('(') if of[0].text == "sizeof" => {
                size(node.text).unwrap_or_else(|| self.name(node.text))
            }
            Part::Call('(') => {
                let (name, own) = match of[0].kind {
                    Part::Member(name) => (name, &*of[0].of),
                    _ => (of[0].text, &[][..]),
                };
                let given: Option<Vec<&Node<'_>>> = node.rows.iter().map(Row::only).collect();
                let arguments: Option<Vec<Known>> =
                    own.iter().chain(given?).map(|one| self.value(one)).collect();
                self.call(name, &arguments?)
            }
            Part::Group('(') if node.rows.len() == 1 => self.value(node.rows[0].only()?)?,
            Part::Call('<' | '{') => self.value(of_constant(node)?)?,
            Part::Operator("?") if of.len() == 3 => match self.value(&of[0])?.number() {
                // The other of the two says nothing.
                Some(condition) => self.value(&of[if condition == 0 { 2 } else { 1 }])?,
                None => self.value(&of[1])?.meet(self.value(&of[2])?),
            },
            Part::Cast(sign) | Part::Member(sign) | Part::Operator(sign) => {
                let values: Vec<Known> = of.iter().map(|one| self.value(one)).collect::<Option<_>>()?;
                match (sign, &values[..]) {
                    ("+", [one]) => *one,
                    ("-", [one]) => binary(Binary::Minus, Known::exact(0), *one),
                    ("~", [one]) => one.not(),
                    ("." | "%" | "$" | "@" | "#", [_]) | ("?", _) => return None,
                    (_, [_]) => self.call(sign, &values),
                    (_, all) => all[1..].iter().fold(all[0], |left, right| match Binary::from_sign(sign) {
                        Some(operator) => binary(operator, left, *right),
                        None => self.call(sign, &[left, *right]),
                    }),
                }
            }
            _ => return None,
        })
    }

    fn name(&mut self, name: &str) -> Known {
        let is_of = |path: &str| path.is_empty() || path.ends_with("::");
        let known = self.variables.iter().find(|known| name.strip_suffix(&*known.name).is_some_and(is_of));
        // What it rests on is not known either.
        let open = known.map_or(&[][..], |known| &known.unknown);
        for name in open {
            if !self.unknown.contains(name) {
                self.unknown.push(name.clone());
            }
        }
        let value = known.map(|known| known.value).or_else(|| {
            // A constant of CuTe: `_64`.
            let digits = name.strip_prefix('_').filter(|rest| is_digits(rest))?;
            literal(digits).map(Known::exact)
        });
        value.unwrap_or_else(|| {
            self.unknown.push(name.to_string());
            UNKNOWN
        })
    }

    fn call(&mut self, name: &str, arguments: &[Known]) -> Known {
        if let Some(value) = compared(name, arguments).or_else(|| (self.called)(name, arguments)) {
            return value;
        }
        match arguments.first() {
            // At an address there may be anything; what has the address is named.
            Some(_) if is_in("& *", name) => UNKNOWN,
            Some(value) if is_in("print hex", name) => *value,
            Some(value) if is_type(name) => value.and(mask_of(name)),
            // `matrix-descriptor-encode` of the PTX ISA, under any name.
            Some(value) if name.to_ascii_lowercase().ends_with("encode") => {
                let address = Known::exact(u64::from(ADDRESS_BYTES) - 1);
                value.and(address).right(4)
            }
            _ => {
                self.unknown.push(name.to_string());
                UNKNOWN
            }
        }
    }
}

fn binary(operator: Binary, a: Known, b: Known) -> Known {
    let with = |make: fn(u64, u64) -> Option<u64>| {
        let value = a.number().zip(b.number()).and_then(|(a, b)| make(a, b));
        value.map_or(UNKNOWN, Known::exact)
    };
    match operator {
        Binary::Or => a.or(b),
        Binary::Xor => a.xor(b),
        Binary::And => a.and(b),
        Binary::Left => moved_up(a, b),
        Binary::Right => shifted(a, b, Known::right),
        Binary::Plus => with(|a, b| Some(a.wrapping_add(b))),
        Binary::Minus => with(|a, b| Some(a.wrapping_sub(b))),
        Binary::Times => with(|a, b| Some(a.wrapping_mul(b))),
        Binary::Over => with(u64::checked_div),
        Binary::Rest => with(u64::checked_rem),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!(number_or_name("8 * 128", &[]), Ok(1024));
        assert_eq!(number_or_name("False", &[]), Ok(0));
        assert_eq!(number_or_name("rows * 2", &[]), Err("rows".into()));
        assert_eq!(number_or_name("$", &[]), Err("$".into()));
    }
}
