//! A name and what is assigned to it, which may be an expression: `desc.stride_byte_offset_ = 1024 >> 4`.

use super::*;

/// A key with its value.
#[derive(Clone, PartialEq)]
pub(crate) struct Assignment {
    /// The word that is the key.
    pub(crate) at: usize,
    pub(crate) key: Key,
    /// The value: the result of an expression, otherwise as written.
    pub(crate) value: String,
    /// The range of the value in the text.
    pub(crate) value_at: Range<usize>,
}

/// Reads the value of a key that is one of a pair, or the notice that names in it are not known and the field stays, and the
/// first word behind it.
pub(crate) fn of(
    words: &Words,
    rights: &Rights,
    variables: &[Variable],
    at: usize,
    key: Key,
) -> (Result<Assignment, Notice>, usize) {
    let word = words.signed(at + 1);
    let plain = Assignment { at, key, value: words.text[word.clone()].into(), value_at: word.clone() };
    if let Some((in_unit, end)) = with_unit(words, &plain) {
        return (Ok(in_unit), end);
    }
    if matches!(key, Key::Of(..)) && words.has_other_unit(at + 1) {
        let value = &words.text[words.at[at].start..words.at[at + 2].end];
        let why = format!("is neither in bytes nor in units of 16 bytes, and {NOT_READ}");
        return (Err(notice(value, why)), at + 3);
    }
    let plain = with_rest(words, plain);
    let Some(whole) = rights.get(&words.at[at].end) else {
        return (Ok(plain), at + 2);
    };
    let text = &words.text[whole.clone()];
    let end = words.at.partition_point(|word| word.start < whole.end);
    let of_expression = |key: Key, value: String| Ok(Assignment { at, key, value, value_at: whole.clone() });
    let is_number = !matches!(key, Key::Swizzle | Key::Arch | Key::Link | Key::LboMode);
    if let Some(mode) = swizzle_named(text).filter(|_| key == Key::Swizzle) {
        return (of_expression(key, mode.name().into()), end);
    }
    // A choice with a minus in its name is no difference.
    let is_choice = |param: &Param| match param.kind {
        swizzle_params::Kind::Choice(choices) => choices.named(text).is_ok(),
        _ => false,
    };
    if key == Key::Link && PARAMS.iter().any(is_choice) {
        return (of_expression(key, text.into()), end);
    }
    let mut unknown = Vec::new();
    let value = evaluated(text, variables, &mut unknown);
    match value.and_then(|value| value.number()) {
        // A shift by four makes units of bytes.
        Some(number) if is_in_units(text) => {
            (of_expression(key.in_unit(StrideUnit::Units), number.to_string()), end)
        }
        Some(number) => (of_expression(key, number.to_string()), end),
        None if is_number && !has_digit_first(text) || !unknown.is_empty() => {
            let names = joined(unknown.iter().take(4).map(|name| short(name)), ", ");
            let names = if names.is_empty() { short(text) } else { names };
            let notice = notice(words.word(at), format!("not known from this text ({names}); unchanged"));
            (Err(notice), end)
        }
        None => (Ok(plain), at + 2),
    }
}

/// What may follow a number directly and is not of it.
const ENDS: &str = ",;:/=<>{}[]()\"'`“”‘’|&^+-*~\\#?%.";

/// A number with what follows it directly and does not end it: `64.f`, `1,024`, `64€`. Cut, it would be another number.
fn with_rest(words: &Words, plain: Assignment) -> Assignment {
    let rest = &words.text[plain.value_at.end..];
    let is_end = |c: char| c.is_whitespace() || !".,%".contains(c) && ENDS.contains(c);
    let run = &rest[..rest.find(is_end).unwrap_or(rest.len())];
    let goes_on = match run.as_bytes() {
        [b'.' | b'%', next, ..] => next.is_ascii_alphanumeric(),
        [b',', next, ..] => next.is_ascii_digit(),
        [b'.' | b',' | b'%'] | [] => false,
        _ => true,
    };
    if !goes_on || !has_digit_first(&plain.value) {
        return plain;
    }
    let more = run.trim_end_matches(['.', ',']).len();
    let value_at = plain.value_at.start..plain.value_at.end + more;
    Assignment { value: words.text[value_at.clone()].into(), value_at, ..plain }
}

/// A number with the unit behind it: `16 bytes`, `1 KiB`, `64 units`.
fn with_unit(words: &Words, plain: &Assignment) -> Option<(Assignment, usize)> {
    let (number, count, unit) = words.amount(plain.at + 1)?;
    let end = plain.at + 1 + count;
    let Key::Of(length, _) = plain.key else {
        return None;
    };
    let in_unit = Assignment {
        key: Key::Of(length, Some(unit?)),
        value: number.to_string(),
        value_at: plain.value_at.start..words.at[end - 1].end,
        ..plain.clone()
    };
    Some((in_unit, end))
}

/// Whether the value of a key has a unit behind it.
pub(crate) fn has_unit(words: &Words, at: usize) -> bool {
    words.amount(at + 1).is_some_and(|(.., unit)| unit.is_some())
}

/// Whether a word is the unit of a field's value before it: in `LBO = 16 B` no operand.
pub(crate) fn is_unit_of_field(words: &Words, i: usize) -> bool {
    let key = i.checked_sub(2).and_then(|key| key_at(words, key));
    matches!(key, Some(Key::Of(..))) && words.amount(i - 1).is_some_and(|(_, count, _)| count == 2)
}

/// The unit of a word, and how many of it are one of the unit.
pub(crate) fn unit_of(word: &str) -> Option<(StrideUnit, u32)> {
    match () {
        () if is_in("B b bytes byte Bytes Byte BYTES", word) => Some((StrideUnit::Bytes, 1)),
        () if is_in("KiB KB kB kiB Kib kib kb", word) => Some((StrideUnit::Bytes, 1024)),
        // The 16 bytes that a descriptor counts in.
        () if is_in("units unit Units Unit", word) => Some((StrideUnit::Units, 1)),
        () => None,
    }
}

impl Words {
    /// Whether a number counts what is neither bytes nor units of 16 bytes: `512 bits`.
    fn has_other_unit(&self, i: usize) -> bool {
        let is_unit = is_in("bit bits element elements elems", self.lower(i + 1));
        is_unit && has_digit_first(self.word(i)) && self.gap(i).trim().is_empty()
    }

    /// A number, in bytes where its unit says it, how many words it has, and the unit, in its word or in the next.
    pub(crate) fn amount(&self, i: usize) -> Option<(u32, usize, Option<StrideUnit>)> {
        let word = Some(self.word(i)).filter(|word| has_digit_first(word) && !self.is_negative(i))?;
        let rest = word.trim_start_matches(is_digit);
        if let Some((unit, scale)) = unit_of(rest) {
            let digits = &word[..word.len() - rest.len()];
            return Some((digits.parse::<u32>().ok()?.checked_mul(scale)?, 1, Some(unit)));
        }
        let number = number_from_text(trim_suffix(word)).ok()?;
        // Before its own value it is a name: `lbo=1 B=…`.
        // `16 bytes`, `16 (bytes)`.
        let is_joined = matches!(self.gap(i).trim(), "" | "(") && !is_pair(self, i + 1);
        if self.has_other_unit(i) {
            return None;
        }
        match unit_of(self.word(i + 1)).filter(|_| is_joined) {
            Some((unit, scale)) => Some((number.checked_mul(scale)?, 2, Some(unit))),
            None => Some((number, 1, None)),
        }
    }
}

/// A name that cannot be a value of any field: no name of a mode, and no number.
fn is_plain_name(word: &str) -> bool {
    let has_form = word.contains('_')
        || word.contains(|c: char| c.is_ascii_uppercase()) && word.contains(|c: char| c.is_ascii_lowercase());
    has_form
        && vocabulary::meaning(&compared(word)).is_none()
        && !word.bytes().all(|b| b.is_ascii_hexdigit() || b == b'_')
}

fn is_in_units(text: &str) -> bool {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    [">>4", ">>0x4", "/16", "//16"].iter().any(|sign| {
        bare.match_indices(sign).any(|(at, _)| {
            !bare[at + sign.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() && !"uU".contains(c))
        })
    })
}

/// The right sides of a text that are more than a number or a word, by where their names end.
type Rights = HashMap<usize, Range<usize>>;

pub(crate) fn right_sides(text: &str) -> Rights {
    let rows = tree(text);
    let set = nodes(&rows).into_iter().filter_map(Node::assigned);
    let expressions = set.filter(|(.., value)| match (value.kind, &value.of[..]) {
        (Part::Number(_) | Part::Stray, _) | (Part::Operator("-"), [_]) => false,
        (Part::Name, _) => value.text.contains([':', '.']) || is_plain_name(value.text),
        _ => true,
    });
    expressions.map(|(_, target, value)| (target.end(), value.range())).collect()
}
