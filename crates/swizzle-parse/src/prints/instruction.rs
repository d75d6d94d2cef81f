//! An instruction descriptor as people pass it on: hex, decimal, shifts and ors, `a=bf16 m=128 n=256`, CUTLASS's members.

use super::*;
use crate::numbers::operands;

/// An instruction descriptor that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadInstruction {
    /// The instruction descriptor.
    pub idesc: InstructionDescriptor,
    /// The other kinds in which as little is wrong, for a value whose kind was not specified.
    pub also: Vec<Kind>,
    /// The fields that were not written and that hold something.
    pub assumed: Vec<Id>,
    /// How it was understood, where that is not plain.
    pub how: Option<String>,
    /// Parts of the text that were not read, and values that are not known from it.
    pub unread: Vec<Notice>,
}

impl ReadInstruction {
    const fn of(idesc: InstructionDescriptor) -> Self {
        Self { idesc, also: Vec::new(), assumed: Vec::new(), how: None, unread: Vec::new() }
    }
}

/// Reads a 32-bit instruction descriptor: hex (with or without `0x`), a decimal number of nine digits and more, an expression,
/// fields as [`instruction_from_pairs`] has them, or the members of CUTLASS's `InstrDescriptor` with their raw values. If a
/// value's kind was not specified, it is the one in which least is wrong.
///
/// # Errors
/// If the text cannot be read, or is half a matrix descriptor.
///
/// ```
/// use swizzle_parse::instruction_from_text;
/// let raw = |text| instruction_from_text(None, text).map(|read| read.idesc.raw());
/// for text in [
///     "0x08200490",
///     "136316048",
///     "(1U << 4U) | (1U << 7U) | (1U << 10U) | (128U >> 3U << 17U) | (128U >> 4U << 24U)",
///     "a=bf16 m=128 n=128",
///     "a_format_ = 1; b_format_ = 1; c_format_ = 1; n_dim_ = 16; m_dim_ = 8;",
/// ] {
///     assert_eq!(raw(text), Ok(0x0820_0490), "{text}");
/// }
/// assert!(raw("0x40004040").unwrap_err().contains("upper half of a tcgen05 matrix descriptor"));
/// ```
pub fn instruction_from_text(kind: Option<Kind>, text: &str) -> Result<ReadInstruction, String> {
    const CALLS: [Reader; 4] = [instruction_builder::read, ptx::read, operands::read, source::read];
    if let Some(read) = from_code(&CALLS, kind, text) {
        return Ok(read);
    }
    plain(kind, text).or_else(|why| from_code(&[members::read], kind, text).ok_or(why))
}

/// Reads the instruction descriptor that a text sets up, multiplies with or gives by name.
fn from_code(readers: &[Reader], kind: Option<Kind>, text: &str) -> Option<ReadInstruction> {
    let choice = PasteChoice { kind, ..PasteChoice::default() };
    let read = |read: &Reader| {
        let pasted = read(text, &choice, &Shown::default())?.ok()?;
        let unread = pasted.open().cloned().collect();
        let Destination::Instruction(idesc) = pasted.goes_to? else {
            return None;
        };
        Some(ReadInstruction { how: Some(pasted.what), unread, ..ReadInstruction::of(idesc) })
    };
    readers.iter().find_map(read)
}

/// Reads what is not code: a number, an expression, fields.
fn plain(kind: Option<Kind>, text: &str) -> Result<ReadInstruction, String> {
    let text = text.trim().trim_end_matches(';').trim_end();
    if text.contains('=') {
        let pairs = pairs(text)?;
        let plain = |key: &str| key.trim_end_matches('_').to_ascii_lowercase();
        let is_own = |(key, _): &(&str, &str)| {
            is_in("a_format b_format c_format", &plain(key)) || key.ends_with("_dim_")
        };
        if pairs.iter().any(is_own) {
            let (raw, faults) = members::bits(&pairs, &[]);
            if let Some(Notice { part, why }) = faults.first() {
                return Err(format!("{part}: {why}"));
            }
            let how = "members of CUTLASS's InstrDescriptor, raw values";
            return from_raw(kind, raw, Some(how.into()));
        }
        let values = pairs.iter().map(|(key, value)| value_text(key, value));
        let values: Vec<String> = values.collect();
        let keys = pairs.iter().map(|(key, _)| *key);
        let pairs: Vec<(&str, &str)> = keys.zip(values.iter().map(|value| &**value)).collect();
        let written = instruction_from_pairs(kind, &pairs)?;
        return Ok(ReadInstruction { assumed: written.assumed, ..ReadInstruction::of(written.idesc) });
    }
    let (raw, is_expression) = number(text)?;
    let how = is_expression.then(|| format!("the value of {}", quoted(text)));
    match u32::try_from(raw) {
        Ok(raw) => from_raw(kind, raw, how),
        Err(_) => from_upper_half(kind, raw, text),
    }
}

/// CUTLASS carries the word in the upper half of 64 bits.
fn from_upper_half(kind: Option<Kind>, raw: u64, text: &str) -> Result<ReadInstruction, String> {
    let upper = (raw >> 32) as u32;
    let is_carried = raw as u32 == 0 && likely_kinds(upper).1 == 0;
    if is_carried {
        return from_raw(kind, upper, Some("the upper half of 64 bits, as CUTLASS carries it".into()));
    }
    Err(format!(
        "“{}” has more than 32 bits: CUTLASS carries the instruction descriptor in the upper half of 64, over 32 zeros; a matrix descriptor is read by swizzle decode",
        quoted(text)
    ))
}

fn from_raw(kind: Option<Kind>, raw: u32, how: Option<String>) -> Result<ReadInstruction, String> {
    if let Some(half) = matrix_half(raw) {
        return Err(half_text(raw, half));
    }
    let (kinds, _) = likely_kinds(raw);
    let taken = kind.or(kinds.first().copied()).unwrap_or(Kind::F16);
    Ok(ReadInstruction {
        also: kinds.into_iter().filter(|other| *other != taken).collect(),
        how,
        ..ReadInstruction::of(InstructionDescriptor::new(taken, raw))
    })
}

/// Describes a half of a matrix descriptor.
fn half_text(raw: u32, half: MatrixHalf) -> String {
    let bytes = |one: Descriptor, id| bytes_from_field(one.get(id) as u16);
    let what = match half {
        MatrixHalf::High(one) => format!(
            "the upper half of a {} matrix descriptor: swizzle {}, SBO {} bytes{}",
            one.arch().name(),
            one.decode().swizzle.map_or("", |swizzle| swizzle.name()),
            bytes(one, FieldId::Sbo),
            match one.arch() {
                Arch::Tcgen05 => ", bit 46 set",
                Arch::Wgmma => "",
            }
        ),
        MatrixHalf::Low(one) => format!(
            "the lower half of a matrix descriptor: start 0x{:x}, LBO {} bytes",
            bytes(one, FieldId::Start),
            bytes(one, FieldId::Lbo)
        ),
    };
    format!(
        "0x{raw:08x} is not an instruction descriptor, M (bits 24–28) would be {}. It is {what}. Pass the 32 bits with types and shape; the matrix descriptor is a separate operand",
        (raw >> 24 & 31) * 16
    )
}

/// Hex, decimal where it is longer than eight digits, or an expression; tells whether it was one.
fn number(text: &str) -> Result<(u64, bool), String> {
    let digits = trim_suffix(text);
    if digits.len() > 8 && is_digits(digits) {
        let too_large = |_| format!("“{text}” has more than 64 bits");
        return Ok((digits.parse().map_err(too_large)?, false));
    }
    match raw_from_hex(digits) {
        Ok(raw) => Ok((raw, false)),
        Err(_) if text.contains(any_of("|<>+(*&")) => match constant(text) {
            Some(raw) => Ok((raw, true)),
            None => Err(format!("“{}” is not an expression of known numbers", quoted(text))),
        },
        Err(_) if text.split_whitespace().count() > 1 => {
            Err(format!("“{}”: one value at a time, or NAME=VALUE", quoted(text)))
        }
        Err(not_hex) => Err(not_hex),
    }
}

/// Pairs `name = value`, also in a call or in braces.
fn pairs(text: &str) -> Result<Vec<(&str, &str)>, String> {
    let not_one = |text: &str| format!("“{}” is not NAME=VALUE", quoted(text));
    let rows = tree(text);
    let mut waiting: Vec<&Node<'_>> = items(&rows).rev().collect();
    let mut pairs = Vec::new();
    while let Some(node) = waiting.pop() {
        match (node.assigned(), node.kind) {
            (Some(("=", target, value)), _) => {
                let key = target.target().rsplit(['.', '>']).next();
                pairs.push((key.unwrap_or_default(), value.text));
            }
            (None, Part::Call(_) | Part::Group(_)) if !node.rows.is_empty() => {
                waiting.extend(items(&node.rows).rev());
            }
            // One word may be before them.
            _ if pairs.is_empty() && !text[..node.end()].trim().contains(' ') => {}
            _ => return Err(not_one(node.text)),
        }
    }
    match pairs.is_empty() {
        true => Err(not_one(text)),
        false => Ok(pairs),
    }
}

/// A number of an expression, the last part of a name with its space (`UMMA::Major::K`), a type as this project calls it.
fn value_text(key: &str, value: &str) -> String {
    if let Some(number) = constant(value) {
        return number.to_string();
    }
    let last = value.rsplit([':', '.']).next().unwrap_or(value);
    let names = match other_key(key).to_ascii_lowercase().as_str() {
        // `fp8` stands for several.
        "a" | "b" => match meaning(&compared(last)) {
            Some(Meaning::ElementAs(one)) if one != Element::Tf32 => &[],
            _ => Element::NAMES,
        },
        "d" => Accumulator::NAMES,
        _ => &[],
    };
    name_among(names, last).into()
}
