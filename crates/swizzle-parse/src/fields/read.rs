//! The fields of a descriptor by name: `lbo=1 sbo=64`, C designators, what CUTLASS prints.

use super::*;

pub(crate) fn unknown<T>(words: &Words, i: usize) -> Result<T, PasteError> {
    refuse(words.at[i].clone(), format!("“{}” is not a field; the fields are {KNOWN}", short(words.word(i))))
}

/// The number of a value.
fn number(pair: &Assignment) -> Result<u32, String> {
    number_from_text(trim_suffix(&pair.value))
}

pub(crate) fn pasted(
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
    let can_be = |unit: StrideUnit| draft::shown(words, &in_unit(unit), choice, context).is_ok();
    let unit = unit(words, &written, choice, can_be)?;
    let pairs = in_unit(unit);
    let (shown, arch) = draft::shown(words, &pairs, choice, context)?;
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
pub(crate) fn has_tvm(words: &Words, pairs: &[Assignment]) -> bool {
    let mut names = pairs.iter().map(|pair| names::compared(words, pair.at));
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
    let rights = assignment::right_sides(&words.text);
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
            return unknown(words, i);
        };
        let (right, end) = assignment::of(words, &rights, variables, i, key);
        used[i..end].fill(true);
        i = end;
        match right {
            Err(notice) => notices.push(notice),
            Ok(pair) => match is_twice(words, &pairs, &pair) {
                Some(Ok(notice)) => notices.push(notice),
                Some(Err(error)) => return Err(error),
                None => pairs.push(pair),
            },
        }
    }
    notices.extend(facts::unread(words, &used, register));
    match (pairs.is_empty(), notices.first()) {
        (false, _) => Ok(pairs),
        (true, Some(Notice { part, why })) if why.ends_with("unchanged") => {
            refuse(words.all(), format!("“{part}” is {why}"))
        }
        (true, _) => refuse(words.all(), "The value is missing"),
    }
}

/// Returns the notice or the error for a key that was there before, if it was: with the same value the pair is left out.
fn is_twice(words: &Words, pairs: &[Assignment], pair: &Assignment) -> Option<Result<Notice, PasteError>> {
    let name = |pair: &Assignment| names::compared(words, pair.at);
    let before = pairs
        .iter()
        .find(|before| before.key == pair.key && (pair.key != Key::Link || name(before) == name(pair)))?;
    let part = words.word(pair.at);
    if before.value == pair.value {
        return Some(Ok(notice(part, "is here twice, both times with this value")));
    }
    let [name, first, second] = [part, &before.value, &pair.value].map(short);
    let why = format!("“{name}” is here twice: {first} before, {second} here");
    Some(refuse(pair.value_at.clone(), why))
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
    unit_of_mode(pairs, None).filter(|_| names::compared(words, open.at).contains("byte"))
}
