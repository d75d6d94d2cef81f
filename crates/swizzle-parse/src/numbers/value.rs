//! A descriptor as one 64-bit number or as two halves.

use super::*;

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
pub(crate) fn pasted(words: &Words, choice: &PasteChoice, context: &Shown) -> Answer {
    let numbers = numbers(words)?;
    let is_from_inside = numbers.len() < words.at.len();
    if let [only] = numbers[..]
        && let Some(single) = single::pasted(words, only, choice, context)
    {
        return single.map(|pasted| Pasted { is_from_inside, ..pasted });
    }
    let mut reading = Reading::of(words, &numbers, choice)?;
    let (computed, notice) = match numbers[..] {
        [only] => statement::computed_at(&words.text, words.at[only].clone()),
        _ => (None, None),
    };
    let computed = computed.filter(|bits| *bits != reading.raw);
    if let Some(bits) = computed {
        reading.raw = bits;
        reading.arch = choice.arch_of(bits);
    }
    let mut shown = with_given(Descriptor::new(reading.arch, reading.raw), context);
    shown.said.place = said_place(words);
    swizzle_params::check(&shown.said)?;
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
            && let Some(i) = words.each().find(|&i| names::is_pair(words, i))
        {
            return read::unknown(words, i);
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
        if single::is_of_scales(self.arch, self.raw) {
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
