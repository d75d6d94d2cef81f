//! Descriptors as numbers: one, its halves, several, or one in a statement or a debugger's line.

pub(crate) mod several;
pub(crate) mod statement;

use crate::{prelude::*, tensor_memory};
use swizzle_core::reader::Place;
use swizzle_expression::{Number as Spelled, NumberError};

// A descriptor as one 64-bit number or as two halves.

/// The words that can only be a whole descriptor: more than 32 bits, or 16 hex digits. Where one is, what looks like a pointer
/// is not one.
pub(crate) fn long_numbers(words: &Words) -> Vec<usize> {
    let bits = |i: usize| number(words, i, None).ok().map(Number::bits);
    // `4611686293305360448 (0x4000004000010040)`
    let is_again = |i: usize| words.before(i).trim() == "(" && i > 0 && bits(i) == bits(i - 1);
    let all: Vec<usize> = words.each().filter(|i| is_long(words, *i) && !is_again(*i)).collect();
    let is_pointer = |i: usize| {
        let number = number(words, i, None);
        number.is_ok_and(|number| matches!(number.raw >> 40, 0x7e | 0x7f) && !number.is_negative)
    };
    if all.iter().any(|i| !is_pointer(*i)) {
        all.into_iter().filter(|i| !is_pointer(*i)).collect()
    } else {
        all
    }
}

/// Whether a word has hex digits and what may be between them, but for the letters of a type.
fn is_hex(word: &str) -> bool {
    let digits = trim_suffix(word);
    let is_part = |c: char| c.is_ascii_hexdigit() || matches!(c, '_' | '\'');
    !digits.is_empty() && digits.chars().all(is_part)
}

/// Whether a word has the length of a whole descriptor.
pub(crate) fn is_long(words: &Words, i: usize) -> bool {
    let word = words.word(i);
    let (count, is_decimal) = digits(word);
    if hex_prefix(word) > 0 {
        return count > 8;
    }
    let is_whole = || number(words, i, None).is_ok_and(|number| number.raw > 1 << 32);
    match is_decimal {
        true if count > 16 => is_hex(word),
        true if is_typed(words, i) || words.is_negative(i) => is_whole(),
        _ => count == 16 && is_hex(word),
    }
}

/// Reads what no other format reads: one number, or the error in it.
pub(crate) fn pasted_number(words: &Words, choice: &PasteChoice, context: &Shown) -> Answer {
    let numbers = numbers(words)?;
    let is_from_inside = numbers.len() < words.at.len();
    if let [only] = numbers[..]
        && let Some(single) = chosen_or_asked(words, only, choice, context)
    {
        return single.map(|pasted| Pasted { is_from_inside, ..pasted });
    }
    let mut reading = Reading::of(words, &numbers, choice)?;
    let (computed, notice) = match numbers[..] {
        [only] => computed_at(&words.text, words.at[only].clone()),
        _ => (None, None),
    };
    let computed = computed.filter(|bits| *bits != reading.raw);
    if let Some(bits) = computed {
        reading.raw = bits;
        reading.arch = choice.arch_of(bits);
    }
    let mut shown = with_given(Descriptor::new(reading.arch, reading.raw), context);
    shown.said.place = said_place(words);
    check(&shown.said)?;
    let place = match (computed, is_from_inside) {
        (Some(_), _) => "computed from this text: ",
        (None, true) => "the number in this text: ",
        (None, false) => "",
    };
    Ok(Pasted {
        others: reading.others(words, &numbers, choice),
        notices: notice.into_iter().collect(),
        is_from_inside,
        ..Pasted::of(format!("{place}{}, {}", reading.kind(), why(choice, reading.arch)), shown)
    })
}

/// The architecture, and why it is that.
pub(crate) fn why(choice: &PasteChoice, arch: Arch) -> String {
    let why = match (choice.arch, arch) {
        (Some(_), _) => "as chosen",
        (None, Arch::Wgmma) => "bit 46 is clear",
        (None, Arch::Tcgen05) => "bit 46 is set",
    };
    format!("{}: {why}", arch.name())
}

/// Returns the place of its descriptor that a text specifies: `step=3`, `block 1`.
pub(crate) fn said_place(words: &Words) -> SaidPlace {
    let value = |pattern: &str| {
        let mut said = words.each().filter_map(|i| words.phrase(i, pattern));
        said.find_map(|(_, found)| {
            let value = found[0].parse().ok();
            value.filter(|value| *value <= STAGES_MAX)
        })
    };
    SaidPlace { step: value("step @"), block: value("block @"), stage: value("stage @") }
}

/// Returns the words that are the number, or its two halves.
fn numbers(words: &Words) -> Result<Vec<usize>, PasteError> {
    let starts_with_digit = |i: usize| has_digit_first(words.word(i));
    let is_hex = |i: usize| is_hex(words.word(i));
    let has_prose = words.each().any(|i| !starts_with_digit(i) && !is_hex(i));
    let mut found = long_numbers(words);
    // A debugger prints each member of a union: `{desc_ = …, reg64_ = …}`.
    let first = found.first().map_or("", |i| words.word(*i));
    if found.iter().all(|i| words.word(*i) == first) {
        found.truncate(1);
    }
    let is_bare = words.at.len() == 1 && starts_with_digit(0) || !has_prose && found.is_empty();
    if let (Some(odd), true) = (&words.odd, is_bare)
        && words.text[odd.clone()] != *"?"
    {
        return bad_digits(words, vec![odd.clone()], false);
    }
    if found.is_empty() {
        let is_label = |i: usize| is_in("step block stage", words.last(i)) && has_prose;
        // `a: 0x… 0x…`
        let is_name =
            |i: usize| words.word(i).len() < 3 && is_in(": =", words.gap(i).trim()) && !starts_with_digit(i);
        found = words
            .each()
            .filter(|&i| !has_prose || starts_with_digit(i) || is_hex(i) && words.word(i).len() > 8)
            .filter(|&i| !is_label(i) && !is_name(i))
            .collect();
        let with_prefix = |i: &usize| hex_prefix(words.word(*i)) > 0;
        let is_moved = |i: &usize| *i > 1 && is_in("UMOV MOV", words.word(i - 2));
        // Moves of SASS make the halves.
        if found.iter().any(is_moved) {
            found.retain(is_moved);
        }
        let is_half = |i: &usize| digits(words.word(*i)).0 == 8 && is_hex(*i);
        if has_prose && found.len() > 1 && !(found.len() == 2 && found.iter().all(is_half)) {
            found.retain(with_prefix);
        }
        let is_short = match found[..] {
            [high, low] => {
                let is_named = |i: &usize| is_of_descriptor(words.last(*i));
                let is_pair = is_half(&high) && is_half(&low);
                !(is_pair || is_moved(&low) || is_named(&high))
            }
            [only] => words.at.len() == 2 && !with_prefix(&only) && digits(words.word(only)).0 < 9,
            _ => true,
        };
        if has_prose
            && is_short
            && let Some(i) = words.each().find(|&i| is_pair(words, i))
        {
            return unknown_field(words, i);
        }
    } else if let Some(&second) = found.get(1) {
        return refuse(
            words.at[second].clone(),
            "This is a second descriptor, and the text does not tell which one to use",
        );
    }
    match found[..] {
        [] => refuse(
            words.all(),
            "Cannot read this. Try a descriptor, such as 0x4000004000010040, two halves, fields (lbo=1 sbo=64), C code, a CuTe layout, a link or a place (byte 0x5e0, row 3 k 40)",
        ),
        [_, _, third, ..] => refuse(
            words.at[third].clone(),
            "A descriptor is one 64-bit number or two 32-bit numbers; this is an extra number",
        ),
        _ => Ok(found),
    }
}

/// Whether a name is that of a descriptor: `desc_a`, `matDesc`, `A`.
fn is_of_descriptor(name: &str) -> bool {
    name.to_ascii_lowercase().contains("desc") || operand_of(name).is_some() || is_in("a A b B", name)
}

/// One way to read the numbers.
struct Reading {
    raw: u64,
    arch: Arch,
    first: Number,
    halves: Option<Halves>,
}

impl Reading {
    fn of(words: &Words, numbers: &[usize], choice: &PasteChoice) -> Result<Self, PasteError> {
        let [high, low] = *numbers else {
            let first = number(words, numbers[0], choice.radix)?;
            let raw = first.bits();
            return Ok(Self { raw, arch: choice.arch_of(raw), first, halves: None });
        };
        let is_long = |i: &usize| {
            let (count, is_decimal) = digits(words.word(*i));
            is_decimal && (count > 8 || words.is_negative(*i))
        };
        let radix =
            choice.radix.unwrap_or(if numbers.iter().any(is_long) { Radix::Decimal } else { Radix::Hex });
        let half = |i: usize| -> Result<(Number, u64), PasteError> {
            let read = number(words, i, Some(radix))?;
            let half = read.half(words.at[i].clone())?;
            Ok((read, u64::from(half)))
        };
        let ((first, high), (_, low)) = (half(high)?, half(low)?);
        let reading = |halves| {
            let raw = match halves {
                Halves::HighFirst => high << 32 | low,
                Halves::LowFirst => low << 32 | high,
            };
            Self { raw, arch: choice.arch_of(raw), first, halves: Some(halves) }
        };
        if let Some(halves) = choice.halves {
            return Ok(reading(halves));
        }
        let [high, low] = [Halves::HighFirst, Halves::LowFirst].map(reading);
        let is_clean = |reading: &Self| {
            let descriptor = Descriptor::new(reading.arch, reading.raw);
            descriptor.decode().stray_bits == 0
        };
        // Both orders make as good a descriptor.
        if high.raw != low.raw && is_clean(&high) == is_clean(&low) {
            let label = |name: &str, raw: u64, halves: Halves| {
                choice.reading(format!("{name} half first, 0x{raw:016x}"), halves)
            };
            return ask(
                words.all(),
                "Either of these can be the high half of a descriptor. Which one?",
                Vec::from([
                    label("high", high.raw, Halves::HighFirst),
                    label("low", low.raw, Halves::LowFirst),
                ]),
            );
        }
        Ok(if is_clean(&high) || !is_clean(&low) { high } else { low })
    }

    fn kind(&self) -> &'static str {
        match (self.halves, self.first.base) {
            (Some(Halves::HighFirst), _) => "two 32-bit halves, high half first",
            (Some(Halves::LowFirst), _) => "two 32-bit halves, low half first",
            _ if self.first.is_negative => "negative number, read as two's complement",
            (_, 2) => "64-bit binary",
            (_, 10) => "64-bit decimal",
            _ => "64-bit hex",
        }
    }

    fn others(&self, words: &Words, numbers: &[usize], choice: &PasteChoice) -> Vec<OtherReading> {
        let (radix, radix_label) = match self.first.base {
            16 => (Radix::Decimal, "as decimal"),
            _ => (Radix::Hex, "as hex"),
        };
        let (halves, halves_label) = match self.halves {
            Some(Halves::HighFirst) => (Halves::LowFirst, "low half first"),
            _ => (Halves::HighFirst, "high half first"),
        };
        let fixed = PasteChoice { halves: self.halves, ..*choice };
        let mut others = other_archs(self.arch, &fixed);
        // No swizzle, and 128 bytes from 8 rows to the next.
        let field = |id| Descriptor::new(self.arch, self.raw).get(id);
        let is_of_scales = self.arch == Arch::Tcgen05
            && (field(FieldId::Swizzle), field(FieldId::Sbo)) == (0, 8)
            && field(FieldId::Lbo) <= 1;
        if is_of_scales {
            others.push(choice.reading("as a copy of scale factors", NumberAs::Copy));
        }
        let whole = self.halves.is_none().then_some(NumberAs::Descriptor);
        let radix = PasteChoice { radix: Some(radix), number: choice.number.or(whole), ..*choice };
        let more = [(radix_label.into(), radix), choice.reading(halves_label, halves)];
        others.extend(
            more.into_iter()
                .filter(|(_, other)| Self::of(words, numbers, other).is_ok_and(|read| read.raw != self.raw)),
        );
        others
    }
}

// One number of up to 64 bits, in the spellings of C, CUDA, Rust and SystemVerilog.

/// A number as it was read.
#[derive(Clone, Copy)]
pub(crate) struct Number {
    /// Its magnitude.
    pub(crate) raw: u64,
    /// 2, 10 or 16.
    pub(crate) base: u32,
    /// Whether a minus sign precedes it.
    is_negative: bool,
}

impl Number {
    /// Its 64 bits, negative ones as two's complement.
    const fn bits(self) -> u64 {
        if self.is_negative { self.raw.wrapping_neg() } else { self.raw }
    }

    /// The 32 bits of a half.
    fn half(self, at: Span) -> Result<u32, PasteError> {
        match u32::try_from(self.raw) {
            Ok(_) => Ok(self.bits() as u32),
            Err(_) => refuse(at, "A half has 32 bits: at most 8 hex digits"),
        }
    }
}

/// Characters of a prefix that says base 16: `0x`, or `64'h` of SystemVerilog.
pub(crate) fn hex_prefix(word: &str) -> usize {
    match Spelled::prefix(word, 10) {
        (bytes, 16) => bytes,
        _ => 0,
    }
}

fn is_separator(c: char) -> bool {
    "_'".contains(c)
}

/// How many digits a word begins with, prefix apart, and whether all of them could be decimal.
pub(crate) fn digits(word: &str) -> (usize, bool) {
    let digits =
        word[hex_prefix(word)..].chars().filter(|c| !is_separator(*c)).take_while(char::is_ascii_hexdigit);
    digits.fold((0, hex_prefix(word) == 0), |(count, decimal), c| (count + 1, decimal && c.is_ascii_digit()))
}

/// The number that a word is; `radix` counts where it has no prefix.
pub(crate) fn number(words: &Words, i: usize, radix: Option<Radix>) -> Result<Number, PasteError> {
    let (word, at) = (words.word(i), words.at[i].clone());
    let is_negative = words.is_negative(i);
    let (count, is_decimal) = digits(word);
    let radix = radix.or((is_decimal && is_typed(words, i)).then_some(Radix::Decimal));
    let base = match radix {
        Some(Radix::Decimal) => 10,
        // A debugger prints binary without a prefix.
        None if count > 20 && word.bytes().all(|b| matches!(b, b'0' | b'1')) => 2,
        None if is_decimal && (count > 16 || is_negative) => 10,
        None if Spelled::prefix(word, 10).1 == 2 => 10,
        None | Some(Radix::Hex) => 16,
    };
    match Spelled::literal(word, base) {
        Ok(number) => Ok(Number { raw: number.value, base: number.radix, is_negative }),
        Err(NumberError::TooLarge(digit)) => {
            let rest = at.start + digit..at.end;
            Err(match base {
                10 => error(rest, "The number has more than 64 bits"),
                _ => PasteError {
                    extra: vec![rest.clone()],
                    ..error(rest, "The number has more than 16 hex digits")
                },
            })
        }
        Err(NumberError::NoDigit(bad) | NumberError::Rest(bad)) if bad < word.len() => {
            let radix = Spelled::prefix(word, base).1;
            let is_bad = |c: &char| !(c.is_digit(radix) || is_separator(*c));
            let mut extra: Vec<Span> = Vec::new();
            for (i, c) in word.char_indices().skip(bad).filter(|(_, c)| is_bad(c)) {
                let i = at.start + i;
                match extra.last_mut().filter(|last| last.end == i) {
                    Some(last) => last.end += c.len_utf8(),
                    None => extra.push(i..i + c.len_utf8()),
                }
            }
            bad_digits(words, extra, radix == 10)
        }
        Err(_) => refuse(at, "A digit is missing"),
    }
}

/// Whether a type of LLVM says that a number is decimal: `i64 46…`, or `46… : i64`.
fn is_typed(words: &Words, i: usize) -> bool {
    let is_type = |i: usize| is_in("i64 i32", words.word(i));
    let is_before =
        i > 0 && is_type(i - 1) && words.gap(i - 1).bytes().all(|b| b.is_ascii_whitespace() || b == b'-');
    let is_behind = is_type(i + 1) && words.gap(i).trim() == ":";
    is_before || is_behind || is_literal(words, i)
}

/// Whether a number is one of C's: with the letters of its type behind it, or assigned up to a semicolon.
fn is_literal(words: &Words, i: usize) -> bool {
    let word = words.word(i);
    let (count, _) = digits(word);
    let has_type = trim_suffix(word).len() < word.len();
    let is_assigned = words.before(i).trim().ends_with('=') && words.gap(i).starts_with(';');
    // A number with as many digits as a descriptor is hex that lost its prefix.
    count < 16 && (has_type || is_assigned)
}

/// The 32 bits of a half that its name tells: hex behind `0x`, with a letter or with 8 digits; otherwise decimal, or negative.
pub(crate) fn half(words: &Words, i: usize) -> Result<u32, PasteError> {
    let word = words.word(i);
    let (count, is_decimal) = digits(word);
    let radix = if hex_prefix(word) == 0 && is_decimal && (count != 8 || words.is_negative(i)) {
        Radix::Decimal
    } else {
        Radix::Hex
    };
    number(words, i, Some(radix))?.half(words.at[i].clone())
}

/// Refuses characters that are not digits: the first ones by name, and the number is read without all of them.
fn bad_digits<T>(words: &Words, extra: Vec<Span>, is_decimal: bool) -> Result<T, PasteError> {
    let kind = if is_decimal { "decimal" } else { "hex" };
    let at = extra[0].clone();
    let bad = &words.text[at.clone()];
    let message = match bad.chars().count() {
        1 => format!("“{bad}” is not a {kind} digit"),
        _ => format!("“{bad}” are not {kind} digits"),
    };
    Err(PasteError { extra, ..error(at, message) })
}

// One number that may be several things: a descriptor, half of one, an instruction descriptor, an address. Where it may, it is
// asked.

/// Reads one number as what was chosen, or asks what it is; none where it can only be a descriptor.
fn chosen_or_asked(words: &Words, i: usize, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let wanted = match choice.number {
        None => return asked(words, i, choice),
        Some(NumberAs::Descriptor) => return None,
        Some(wanted) => wanted,
    };
    let at = words.signed(i);
    Some(number(words, i, choice.radix).and_then(|read| {
        Ok(match wanted {
            NumberAs::Byte => {
                let byte = u32::try_from(read.raw).ok().filter(|_| !read.is_negative);
                let found = Sought::Byte(byte.unwrap_or(u32::MAX));
                return answer((found, at), Vec::new(), context);
            }
            NumberAs::Copy => {
                let mut pasted = tensor_memory::copy_pasted(read.raw, context)?;
                let other = choice.reading("as that of an operand", NumberAs::Descriptor);
                pasted.others.push(other);
                pasted
            }
            NumberAs::TensorMemory => {
                let pasted = tensor_memory::address_pasted(read.half(at.clone())?, context);
                return pasted.map_err(|error| PasteError { at, ..error });
            }
            NumberAs::Instruction => {
                let raw = read.half(at.clone())?;
                let kinds = instruction_kinds(raw, choice);
                let chosen = choice.kind.filter(|kind| kinds.contains(kind));
                let Some(kind) = chosen.or(kinds.first().copied()) else {
                    return refuse(at, "No kind of tcgen05.mma has this instruction descriptor");
                };
                let idesc = InstructionDescriptor::new(kind, raw);
                idesc_pasted(idesc, "an instruction descriptor", choice, context)?
            }
            // Half of the descriptor that is shown; the other half stays.
            NumberAs::High | NumberAs::Low | NumberAs::Descriptor => {
                let half = u64::from(read.half(at)?);
                let spec = context.looked_at(&context.spec()?);
                let held = spec.descriptor(spec.place()).map_or(0, Descriptor::raw);
                let (raw, name, other) = match wanted {
                    NumberAs::High => (half << 32 | held & 0xffff_ffff, "high", held as u32),
                    _ => (held >> 32 << 32 | half, "low", (held >> 32) as u32),
                };
                let arch = choice.arch_of(raw);
                let said = context.said.with_given(Descriptor::new(arch, raw));
                let what =
                    format!("the {name} half, 0x{half:08x}; the other half is unchanged: 0x{other:08x}");
                Pasted { others: other_archs(arch, choice), ..Pasted::of(what, read_of(said, context)) }
            }
        })
    }))
}

/// The question which of several things it is, where there are several.
fn asked<T>(words: &Words, i: usize, choice: &PasteChoice) -> Option<Result<T, PasteError>> {
    let (at, word) = (words.signed(i), words.word(i));
    let (count, is_decimal) = digits(word);
    // Without prefix and letters, with fewer digits than a descriptor has, it may be of both bases.
    let is_open = choice.radix.is_none()
        && hex_prefix(word) == 0
        && is_decimal
        && count < 16
        && !words.is_negative(i)
        && !is_typed(words, i)
        && !matches!(word.as_bytes(), [b'0', b'b' | b'B', ..]);
    let choices = if is_open {
        Vec::from([Radix::Hex, Radix::Decimal].map(|radix| choice.with(radix)))
    } else {
        vec![*choice]
    };
    let mut all = Vec::new();
    for choice in choices {
        // An error in it is reported elsewhere.
        let read = number(words, i, choice.radix).ok()?;
        all.extend(readings(read, count, &choice));
    }
    let word = quoted(&words.text[at.clone()]);
    let which = format!("“{word}” is not a whole descriptor. Which part is it?");
    (all.len() > 1).then(|| ask(at, which, all))
}

/// Returns the possible readings of a number in a base.
fn readings(read: Number, count: usize, choice: &PasteChoice) -> Vec<OtherReading> {
    let bits = read.bits();
    let is_half = if read.is_negative {
        read.raw <= 1 << 31
    } else {
        read.raw >> 32 == 0 && !(read.base == 16 && count >= 16)
    };
    if !is_half {
        let label = format!("a descriptor, 0x{bits:016x}");
        return [choice.reading(label, NumberAs::Descriptor)].into();
    }
    let half = bits as u32;
    let mut all = vec![
        choice.reading(format!("the high half, 0x{half:08x}"), NumberAs::High),
        choice.reading(format!("the low half, 0x{half:08x}"), NumberAs::Low),
    ];
    let kinds = instruction_kinds(half, choice).into_iter().map(|kind| {
        let label = format!("an instruction descriptor of kind {}, 0x{half:08x}", kind.name());
        choice.with(kind).reading(label, NumberAs::Instruction)
    });
    all.extend(kinds);
    let mut add = |label: String, number| all.push(choice.reading(label, number));
    if !read.is_negative && half < ADDRESS_BYTES {
        add(format!("byte 0x{half:x}"), NumberAs::Byte);
    }
    // Small numbers are addresses of any memory: only one with the digits of a word is offered as one of tensor memory.
    let is_address = choice.arch.is_none_or(|arch| arch == Arch::Tcgen05) && count == 8;
    if !read.is_negative
        && is_address
        && let Some(label) = tensor_memory::address_label(half)
    {
        add(label, NumberAs::TensorMemory);
    }
    add(format!("a whole descriptor, 0x{bits:016x}"), NumberAs::Descriptor);
    all
}

/// The kinds of which 32 bits can be an instruction descriptor, with a shape that instructions have.
fn instruction_kinds(raw: u32, choice: &PasteChoice) -> Vec<Kind> {
    let is_tcgen05 = choice.arch.is_none_or(|arch| arch == Arch::Tcgen05);
    let mut kinds = kinds_of_instruction(raw);
    kinds.retain(|kind| {
        let idesc = InstructionDescriptor::new(*kind, raw);
        is_tcgen05 && matches!(idesc.m(), 32 | 64 | 128 | 256) && idesc.n() > 0
    });
    kinds
}
