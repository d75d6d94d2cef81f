//! The fields of a descriptor by name: `lbo=1 sbo=64`, C designators, what CUTLASS prints.

use super::*;

pub(crate) fn unknown_field<T>(words: &Words, i: usize) -> Result<T, PasteError> {
    refuse(words.at[i].clone(), format!("“{}” is not a field; the fields are {KNOWN}", quoted(words.word(i))))
}

/// The number of a value.
fn number(pair: &Assignment) -> Result<u32, String> {
    number_from_text(trim_suffix(&pair.value))
}

pub(crate) fn pasted_fields(
    words: &Words,
    used: &[bool],
    variables: &[Variable],
    choice: &PasteChoice,
    context: &Shown,
) -> Answer {
    let mut notices = Vec::new();
    let mut written = pairs(words, used, variables, &mut notices)?;
    let is_alone = written.len() == 1;
    open_units(words, &mut written, choice);
    let in_unit = |unit: StrideUnit| -> Vec<Assignment> {
        let of_unit = |pair: &Assignment| Assignment { key: pair.key.in_unit(unit), ..pair.clone() };
        written.iter().map(of_unit).collect()
    };
    let can_be = |unit: StrideUnit| with_pairs(words, &in_unit(unit), choice, context).is_ok();
    let unit = unit(words, &written, choice, can_be)?;
    let pairs = in_unit(unit);
    let (shown, arch) = with_pairs(words, &pairs, choice, context)?;
    let mut others = other_archs(arch, choice);
    if written != pairs {
        others.push(unit.other_reading(choice));
    }
    let in_units = pairs.iter().any(|pair| matches!(pair.key, Key::Of(_, UNITS)));
    let is_code = |pair: &Assignment| pair.key == Key::Swizzle && number(pair).is_ok_and(|mode| mode < 4);
    if has_tvm(words, &pairs) && pairs.iter().any(is_code) {
        notices.push(notice(
            "swizzle",
            "beside ldo and sdo its number is read as in TVM and the tensor map: 1 32B, 2 64B, 3 128B",
        ));
    }
    notices
        .extend(other_code(&pairs, &shown, arch).filter(|_| choice.arch.or(context.said.arch()).is_none()));
    let what = format!(
        "{} field{} of a {} descriptor{}; the others are unchanged",
        pairs.len(),
        if is_alone { "" } else { "s" },
        arch.name(),
        if in_units { ", in units of 16 bytes" } else { "" }
    );
    Ok(Pasted { others, notices, ..Pasted::of(what, shown) })
}

/// The doubt about a swizzle code of a family that nothing says, where the mode that it is in the other has this SBO packed.
fn other_code(pairs: &[Assignment], shown: &Shown, arch: Arch) -> Option<Notice> {
    let is_said = |pair: &Assignment| matches!(pair.key, Key::Arch | Key::Version);
    let code = number(of_key(pairs, Key::Swizzle)?).ok().filter(|code| *code < 8)? as u8;
    let sbo = bytes_from_field(shown.said.given?.decode().sbo_field);
    let mode = |arch| swizzle_from_code(arch, code).ok();
    let is_packed = |mode: &Swizzle| *mode != Swizzle::None && mode.atom(Major::K).bytes() == sbo;
    let (own, other) = (mode(arch)?, arch.others().find_map(mode).filter(is_packed)?);
    let has_sbo = pairs.iter().any(|pair| matches!(pair.key, Key::Of(FieldId::Sbo, _)));
    (has_sbo && !is_packed(&own) && !pairs.iter().any(is_said)).then(|| {
        let (arch, own, other) = (arch.name(), own.name(), other.name());
        let why = format!("is {own} as a code of {arch}; SBO {sbo} bytes is that of the other family's {other}: the family is unknown here");
        notice(&format!("swizzle {code}"), why)
    })
}

/// Whether a name is TVM's, whose numbers of swizzle modes are the tensor map's.
fn has_tvm(words: &Words, pairs: &[Assignment]) -> bool {
    let mut names = pairs.iter().map(|pair| plain_name(words, pair.at));
    names.any(|name| is_in("ldo sdo", name))
}

/// Takes the unit from the strides that may be in another than their names say.
fn open_units(words: &Words, written: &mut [Assignment], choice: &PasteChoice) {
    let is_chosen = choice.unit.is_some();
    let is_alone = written.len() == 1;
    let is_as_named = |pair: &Assignment| key_at(words, pair.at) == Some(pair.key);
    let is_in_bytes = |pair: &Assignment| matches!(pair.key, Key::Of(_, BYTES));
    // Members of CUTLASS's struct are fields.
    let is_member = |pair: &Assignment| words.word(pair.at).ends_with('_');
    // A name of bytes beside it is one of the start, too.
    let has_bytes = |pair: &Assignment| {
        is_in_bytes(pair) && is_as_named(pair) && pair.key != Key::Of(FieldId::Start, BYTES)
    };
    let starts_in_bytes = !is_chosen && written.iter().any(has_bytes);
    for pair in written.iter_mut().filter(|pair| !is_member(pair)) {
        let is_whole = || number(pair).is_ok_and(|value| value.is_multiple_of(UNIT_BYTES));
        let is_product = || words.text[pair.value_at.clone()].contains('*');
        pair.key = match pair.key {
            Key::Of(FieldId::Start, UNITS) if starts_in_bytes && is_whole() => Key::Of(FieldId::Start, BYTES),
            // `sbo = 8*128` alone says no unit.
            Key::Of(length @ (FieldId::Lbo | FieldId::Sbo), UNITS)
                if !is_chosen && is_alone && is_product() =>
            {
                Key::Of(length, None)
            }
            key => key,
        };
    }
    // Values without a unit beside one that has a unit of bytes behind it may be bytes, too.
    let is_other = |pair: &Assignment| is_in_bytes(pair) && !is_as_named(pair);
    let may_be_bytes = is_chosen
        || open_unit(words, written) == BYTES
        || of_key(written, Key::Of(FieldId::Lbo, UNITS)).is_some() && unit_of_mode(written, UNITS) == BYTES
        || written.iter().any(is_other);
    for pair in written.iter_mut().filter(|pair| may_be_bytes && !is_member(pair)) {
        if let Key::Of(length, UNITS) = pair.key
            && !has_unit(words, pair.at)
        {
            pair.key = Key::Of(length, None);
        }
    }
}

/// The keys with their values, but for the words that were read before; what is neither is named.
fn pairs(
    words: &Words,
    used: &[bool],
    variables: &[Variable],
    notices: &mut Vec<Notice>,
) -> Result<Vec<Assignment>, PasteError> {
    let (mut pairs, mut used) = (Vec::new(), used.to_vec());
    let register = Register::of(&words.text);
    let rights = right_sides(&words.text);
    let mut i = 0;
    while i < words.at.len() {
        if used[i] || !is_pair(words, i) && !is_counted(words, i) {
            i += 1;
            continue;
        }
        let Some(key) = key_at(words, i) else {
            // A log counts its threads: `Thread 0:`.
            if register == Register::Code || has_digit_first(words.word(i)) {
                notices.push(not_read(words.word(i)));
                i += 1;
                continue;
            }
            return unknown_field(words, i);
        };
        let (right, end) = assignment(words, &rights, variables, i, key);
        used[i..end].fill(true);
        i = end;
        match right {
            Err(notice) => notices.push(notice),
            Ok(pair) => {
                let name = |pair: &Assignment| plain_name(words, pair.at);
                let is_same = |one: &&Assignment| {
                    one.key == pair.key && (pair.key != Key::Link || name(one) == name(&pair))
                };
                let part = words.word(pair.at);
                match pairs.iter().find(is_same) {
                    None => pairs.push(pair),
                    Some(before) if before.value == pair.value => {
                        notices.push(notice(part, "is here twice, both times with this value"));
                    }
                    Some(before) => {
                        let [name, first, second] = [part, &before.value, &pair.value].map(quoted);
                        let why = format!("“{name}” is here twice: {first} before, {second} here");
                        return refuse(pair.value_at, why);
                    }
                }
            }
        }
    }
    notices.extend(unread(words, &used, register));
    match (pairs.is_empty(), notices.first()) {
        (false, _) => Ok(pairs),
        (true, Some(Notice { part, why })) if why.ends_with("unchanged") => {
            refuse(words.all(), format!("“{part}” is {why}"))
        }
        (true, _) => refuse(words.all(), "The value is missing"),
    }
}

/// The unit of strides whose name does not say it: as chosen, or as their values allow; else it is asked. `can_be` tells
/// whether the whole text can be read so.
fn unit(
    words: &Words,
    pairs: &[Assignment],
    choice: &PasteChoice,
    can_be: impl Fn(StrideUnit) -> bool,
) -> Result<StrideUnit, PasteError> {
    let is_open = |pair: &&Assignment| matches!(pair.key, Key::Of(_, None));
    let Some(Assignment { at: i, .. }) = pairs.iter().find(is_open) else {
        return Ok(StrideUnit::Units);
    };
    let unit = choice.unit.or_else(|| match [StrideUnit::Units, StrideUnit::Bytes].map(can_be) {
        [_, false] => UNITS,
        [false, true] => BYTES,
        [true, true] => open_unit(words, pairs),
    });
    let reading = |unit: StrideUnit| choice.reading(unit.text(), unit);
    unit.map_or_else(
        || {
            ask(
                words.at[*i].clone(),
                format!(
                    "“{}” is in units of 16 bytes in some projects’ descriptors, tilelang’s and CUTLASS’s structs among them, and in bytes in others’, CUTLASS’s Python primitives and JAX among them: which is it here?",
                    words.word(*i)
                ),
                [reading(StrideUnit::Units), reading(StrideUnit::Bytes)].into(),
            )
        },
        Ok,
    )
}

/// The value of a key.
fn of_key(pairs: &[Assignment], wanted: Key) -> Option<&Assignment> {
    pairs.iter().find(|pair| pair.key == wanted)
}

/// The bytes from atom to atom of a packed K-major tile in the mode that is named; none without a swizzle.
fn packed(pairs: &[Assignment]) -> Option<u32> {
    let mode = swizzle_from_name(&of_key(pairs, Key::Swizzle)?.value).ok()?;
    (mode != Swizzle::None).then(|| mode.atom(Major::K).bytes())
}

/// The unit in which the SBO of a key is that of a packed K-major tile in the mode beside it.
fn unit_of_mode(pairs: &[Assignment], unit: Option<StrideUnit>) -> Option<StrideUnit> {
    let sbo = number(of_key(pairs, Key::Of(FieldId::Sbo, unit))?).ok()?;
    match packed(pairs)? {
        packed if sbo == packed => BYTES,
        packed if sbo.checked_mul(UNIT_BYTES)? == packed => UNITS,
        _ => None,
    }
}

/// The same of an SBO whose name does not say its unit. Plain names are the page's own, in units.
fn open_unit(words: &Words, pairs: &[Assignment]) -> Option<StrideUnit> {
    let open = of_key(pairs, Key::Of(FieldId::Sbo, None))?;
    unit_of_mode(pairs, None).filter(|_| plain_name(words, open.at).contains("byte"))
}

// The descriptor that is shown, with named fields set.

/// The state in which the fields are set.
struct Draft {
    shown: Shown,
    arch: Option<Arch>,
    /// The fields of the descriptor that is shown.
    fields: DescriptorFields,
    /// Whether one of them was set.
    is_set: bool,
    /// Whether numbers of swizzle modes are the tensor map's.
    is_tvm: bool,
}

/// Sets these fields in what is shown; returns the result and the architecture whose fields they are.
fn with_pairs(
    words: &Words,
    pairs: &[Assignment],
    choice: &PasteChoice,
    context: &Shown,
) -> Result<(Shown, Arch), PasteError> {
    let spec = context.spec()?;
    let own = spec.reader().arch;
    let mut draft = Draft {
        shown: *context,
        arch: choice.arch,
        fields: held(&spec, own).decode(),
        is_set: false,
        is_tvm: has_tvm(words, pairs),
    };
    // The architecture first: it says what a swizzle code means.
    for is_arch in [true, false] {
        for pair in pairs {
            if is_arch == matches!(pair.key, Key::Arch | Key::Version) {
                let name = plain_name(words, pair.at);
                if let Err(message) = set_key(&mut draft, pair.key, name, &pair.value) {
                    return refuse(pair.value_at.clone(), message);
                }
            }
        }
        if is_arch {
            // A code that the struct of one family alone has.
            let is_member =
                |pair: &&Assignment| pair.key == Key::Swizzle && words.word(pair.at).ends_with('_');
            let code = pairs.iter().find(is_member).and_then(|pair| pair.value.parse().ok());
            draft.arch = draft.arch.or(code.filter(|code| *code > 3).and_then(arch_of_code));
            let held = held(&spec, draft.arch.unwrap_or(own));
            draft.fields = held.decode();
            if let Some(raw) = with_halves(words, pairs, held.raw())? {
                let whole = Descriptor::new(draft.arch.unwrap_or(Descriptor::guessed(raw).arch()), raw);
                draft.arch = Some(whole.arch());
                draft.fields = whole.on(spec.reader().chip).decode();
                draft.is_set = true;
            }
        }
    }
    let with_32b_atoms = draft.fields.swizzle == Ok(Swizzle::B128Atom32);
    let arch = match draft.arch {
        Some(arch) => arch,
        None if with_32b_atoms => Arch::Tcgen05,
        None => own,
    };
    if arch != own {
        draft.fields.stray_bits = 0;
    }
    let mut shown = draft.shown;
    if draft.is_set || spec.given().is_some() && arch != own {
        let descriptor = Descriptor::encode(spec.reader().chip_of(arch), draft.fields)
            .map_err(|why| error(words.all(), why.to_string()))?;
        let place = shown.said.place;
        shown = with_given(descriptor, &shown);
        // A place that the text specifies is the place of this descriptor.
        if place != context.said.place {
            shown.said.place = place;
        }
    } else if spec.given().is_none() && draft.arch.is_some() {
        shown.said.reader.arch = Some(arch);
    }
    Ok((shown, arch))
}

/// The bits of a descriptor with the halves that were written; none where none was.
fn with_halves(words: &Words, pairs: &[Assignment], held: u64) -> Result<Option<u64>, PasteError> {
    let mut halves = [None; 2];
    for pair in pairs {
        let slot = match pair.key {
            Key::Low => &mut halves[0],
            Key::High => &mut halves[1],
            _ => continue,
        };
        *slot = Some(if pair.value_at == words.signed(pair.at + 1) {
            half(words, pair.at + 1)?
        } else {
            // The value is the result of an expression.
            let wide = || error(pair.value_at.clone(), "A half has 32 bits: at most 8 hex digits");
            pair.value.parse().map_err(|_| wide())?
        });
    }
    let [low, high] = halves;
    let whole = u64::from(high.unwrap_or((held >> 32) as u32)) << 32 | u64::from(low.unwrap_or(held as u32));
    Ok(low.or(high).map(|_| whole))
}

fn set_key(draft: &mut Draft, key: Key, name: &str, value: &str) -> Result<(), String> {
    let arch = draft.arch.unwrap_or_default();
    let max = match key {
        Key::Of(_, BYTES) => ADDRESS_BYTES - UNIT_BYTES,
        Key::Version => Arch::ALL.len() as u32 - 1,
        Key::Low | Key::High | Key::Of(_, None) => return Ok(()),
        Key::Link => {
            let key = key_named(name).ok_or_else(|| format!("“{name}” is not a value of a tile"))?;
            key.read(&mut draft.shown, value)?;
            return check(&draft.shown.said).map_err(|error| error.to_string());
        }
        Key::Arch => {
            let arch = Arch::from_name(value).map_err(|error| error.to_string())?;
            draft.arch = draft.arch.or(Some(arch));
            return Ok(());
        }
        key => {
            let field = key.field().and_then(|id| Descriptor::field(arch, id));
            field.map_or(0, |field| (1 << field.width) - 1)
        }
    };
    draft.is_set |= key != Key::Version;
    let fields = &mut draft.fields;
    let number = number_from_text(trim_suffix(value));
    let mode = match (key, &number) {
        // DeepGEMM's 16 is its interleaved form, without a swizzle.
        (Key::Swizzle, Ok(16)) => Some(Swizzle::None),
        (Key::Swizzle, Ok(32 | 64 | 128) | Err(_)) => Some(swizzle_from_name(value)?),
        (Key::Swizzle, Ok(number)) if draft.is_tvm => {
            let mode = TENSOR_MAP.get(*number as usize).copied();
            Some(mode.ok_or_else(|| format!("{name} is at most 3 beside ldo and sdo"))?)
        }
        _ => None,
    };
    if let Some(mode) = mode {
        fields.swizzle = Ok(mode);
        return Ok(());
    }
    if key == Key::LboMode && number.is_err() {
        fields.lbo_mode = LboMode::from_name(value).map_err(|error| error.to_string())?;
        return Ok(());
    }
    let number = number?;
    if number > max {
        return Err(format!("{name} is at most {max}"));
    }
    match key {
        Key::Of(_, BYTES) if !number.is_multiple_of(UNIT_BYTES) => {
            return Err(format!("{name} must be a multiple of 16"));
        }
        Key::Of(length, unit) => {
            let field = match length {
                FieldId::Start => &mut fields.start_field,
                FieldId::Lbo => &mut fields.lbo_field,
                _ => &mut fields.sbo_field,
            };
            *field = match unit {
                BYTES => field_from_bytes(number),
                _ => number as u16,
            };
        }
        Key::BaseOffset => fields.base_offset = number as u8,
        Key::LboMode => fields.lbo_mode = LboMode::ALL[number as usize],
        // As CUTLASS numbers them.
        Key::Version => draft.arch = draft.arch.or(Arch::ALL.get(number as usize).copied()),
        _ => fields.swizzle = swizzle_from_code(arch, number as u8),
    }
    Ok(())
}

// A name and what is assigned to it, which may be an expression: `desc.stride_byte_offset_ = 1024 >> 4`.

/// A key with its value.
#[derive(Clone, PartialEq)]
struct Assignment {
    /// The word that is the key.
    at: usize,
    key: Key,
    /// The value: the result of an expression, otherwise as written.
    value: String,
    /// The range of the value in the text.
    value_at: Span,
}

/// Reads the value of a key that is one of a pair, or the notice that names in it are not known and the field stays, and the
/// first word behind it.
fn assignment(
    words: &Words,
    rights: &Rights,
    variables: &[Variable],
    at: usize,
    key: Key,
) -> (Result<Assignment, Notice>, usize) {
    let word = words.signed(at + 1);
    let plain = Assignment { at, key, value: words.text[word.clone()].into(), value_at: word.clone() };
    // A number with the unit behind it: `16 bytes`, `1 KiB`, `64 units`.
    if let (Some((number, count, Some(unit))), Key::Of(length, _)) = (words.amount(at + 1), key) {
        let end = at + 1 + count;
        let (key, value) = (Key::Of(length, Some(unit)), number.to_string());
        let value_at = word.start..words.at[end - 1].end;
        return (Ok(Assignment { at, key, value, value_at }), end);
    }
    if matches!(key, Key::Of(..)) && words.has_other_unit(at + 1) {
        let value = &words.text[words.span(at..at + 3)];
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
            let names = joined(unknown.iter().take(4).map(|name| quoted(name)), ", ");
            let names = if names.is_empty() { quoted(text) } else { names };
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
        && meaning(&compared(word)).is_none()
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
type Rights = HashMap<usize, Span>;

fn right_sides(text: &str) -> Rights {
    let rows = tree(text);
    let set = nodes(&rows).into_iter().filter_map(Node::assigned);
    let expressions = set.filter(|(.., value)| match (value.kind, &value.of[..]) {
        (Part::Number(_) | Part::Stray, _) | (Part::Operator("-"), [_]) => false,
        (Part::Name, _) => value.text.contains([':', '.']) || is_plain_name(value.text),
        _ => true,
    });
    expressions.map(|(_, target, value)| (target.end(), value.range())).collect()
}
