//! The fields of a descriptor by name: `lbo=1 sbo=64`, C designators, what CUTLASS prints.

use super::*;

pub(crate) fn unknown<T>(words: &Words, i: usize) -> Result<T, PasteError> {
    refuse(
        words.at[i].clone(),
        format_args!(
            "“{}” is not a field; the fields are {KNOWN}",
            short(words.word(i))
        ),
    )
}

pub(crate) fn pasted(
    words: &Words,
    used: &[bool],
    choice: &PasteChoice,
    context: &Shown,
) -> Answer {
    let mut notices = Vec::new();
    let mut written = pairs(words, used, &mut notices)?;
    let is_chosen = choice.unit.is_some();
    // A name of bytes beside it is one of the start, too.
    let has_bytes = |pair: &Assignment| {
        matches!(pair.key, Key::LboBytes | Key::SboBytes)
            && key_at(words, pair.at) == Some(pair.key)
    };
    if !is_chosen && written.iter().any(has_bytes) {
        let is_start =
            |pair: &&mut Assignment| pair.key == Key::Start && !is_member(words, pair.at);
        for pair in written.iter_mut().filter(is_start) {
            let value = number_from_text(trim_suffix(&pair.value));
            if value.is_ok_and(|value| value.is_multiple_of(UNIT_BYTES)) {
                pair.key = Key::StartBytes;
            }
        }
    }
    // `sbo = 8*128` alone says no unit.
    if !is_chosen
        && let [only] = &mut written[..]
        && matches!(only.key, Key::Lbo | Key::Sbo)
        && !is_member(words, only.at)
        && words.text[only.value_at.clone()].contains('*')
    {
        only.key = if only.key == Key::Lbo {
            Key::LboOpen
        } else {
            Key::SboOpen
        };
    }
    let is_in_bytes = unit_of_mode(words, &written) == Some(StrideUnit::Bytes);
    if is_chosen
        || is_in_bytes
        || are_like_bytes(words, &written)
        || has_written_bytes(words, &written)
    {
        for Assignment { key, at, .. } in &mut written {
            *key = match *key {
                // Members of CUTLASS's struct are fields.
                key if is_member(words, *at) => key,
                Key::Start if !has_unit(words, *at) => Key::StartOpen,
                Key::Lbo if !has_unit(words, *at) => Key::LboOpen,
                Key::Sbo if !has_unit(words, *at) => Key::SboOpen,
                key => key,
            };
        }
    }
    let in_unit = |unit: StrideUnit| -> Vec<Assignment> {
        let of_unit = |pair: &Assignment| Assignment {
            key: pair.key.in_unit(unit),
            ..pair.clone()
        };
        written.iter().map(of_unit).collect()
    };
    let can_be = |unit: StrideUnit| {
        pasted_fits(&written, unit) && draft::shown(words, &in_unit(unit), choice, context).is_ok()
    };
    let unit = unit(words, &written, choice, can_be)?;
    let pairs = in_unit(unit);
    let (shown, arch) = draft::shown(words, &pairs, choice, context)?;
    let mut others: Vec<_> = other_archs(arch, choice).collect();
    others.retain(|(_, other)| draft::shown(words, &pairs, other, context).is_ok());
    if written != pairs {
        let (label, unit) = match unit {
            StrideUnit::Units => ("strides in bytes", StrideUnit::Bytes),
            StrideUnit::Bytes => ("strides in units of 16 bytes", StrideUnit::Units),
        };
        let other = PasteChoice {
            unit: Some(unit),
            ..*choice
        };
        if can_be(unit) {
            others.push((label.into(), other));
        }
    }
    let in_units = pairs
        .iter()
        .any(|pair| matches!(pair.key, Key::Start | Key::Lbo | Key::Sbo));
    let is_tvm = pairs
        .iter()
        .any(|pair| names::is_tvm(&names::compared(words, pair.at)));
    let has_mode = |pair: &Assignment| {
        pair.key == Key::Swizzle && number_from_text(&pair.value).is_ok_and(|mode| mode < 4)
    };
    if is_tvm && pairs.iter().any(has_mode) {
        notices.push(notice("swizzle", "beside ldo and sdo its number is read as in TVM and the tensor map: 1 32B, 2 64B, 3 128B"));
    }
    Ok(Pasted {
        others,
        notices,
        ..Pasted::of(
            format!(
                "{} field{} of a {} descriptor{}; the others are unchanged",
                pairs.len(),
                if pairs.len() == 1 { "" } else { "s" },
                arch.name(),
                if in_units {
                    ", in units of 16 bytes"
                } else {
                    ""
                }
            ),
            shown,
        )
    })
}

/// The keys with their values, but for the words that were read before; what is neither is named.
fn pairs(
    words: &Words,
    used: &[bool],
    notices: &mut Vec<Notice>,
) -> Result<Vec<Assignment>, PasteError> {
    let (mut pairs, mut used) = (Vec::new(), used.to_vec());
    let register = Register::of(&words.text);
    let mut i = 0;
    while i < words.at.len() {
        if used[i] || !is_pair(words, i) {
            i += 1;
            continue;
        }
        let Some(key) = key_at(words, i) else {
            if register == Register::Code {
                notices.push(not_read(words.word(i)));
                i += 1;
                continue;
            }
            return unknown(words, i);
        };
        let (right, end) = assignment::of(words, i, key);
        used[i..end].fill(true);
        i = end;
        match right {
            Right::Unknown(notice) => notices.push(notice),
            Right::Value(pair) => match is_twice(words, &pairs, &pair) {
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
            refuse(words.all(), format_args!("“{part}” is {why}"))
        }
        (true, _) => refuse(words.all(), format_args!("The value is missing")),
    }
}

/// Returns the notice or the error for a key that was there before, if it was: with the same value the pair is left out.
fn is_twice(
    words: &Words,
    pairs: &[Assignment],
    pair: &Assignment,
) -> Option<Result<Notice, PasteError>> {
    let is_same = |before: &&Assignment| {
        before.key == pair.key
            && (pair.key != Key::Link
                || names::compared(words, before.at) == names::compared(words, pair.at))
    };
    let before = pairs.iter().find(is_same)?;
    let name = words.word(pair.at);
    Some(if before.value == pair.value {
        Ok(notice(name, "is here twice, both times with this value"))
    } else {
        Err(error(
            pair.value_at.clone(),
            format_args!(
                "“{}” is here twice: {} before, {} here",
                short(name),
                short(&before.value),
                short(&pair.value)
            ),
        ))
    })
}

/// The unit of strides whose name does not say it: as chosen, or as their values allow; else it is asked. `can_be` tells
/// whether the whole text can be read so.
pub(super) fn unit(
    words: &Words,
    pairs: &[Assignment],
    choice: &PasteChoice,
    can_be: impl Fn(StrideUnit) -> bool,
) -> Result<StrideUnit, PasteError> {
    let is_open =
        |pair: &&Assignment| matches!(pair.key, Key::LboOpen | Key::SboOpen | Key::StartOpen);
    let Some(Assignment { at: i, .. }) = pairs.iter().find(is_open) else {
        return Ok(StrideUnit::Units);
    };
    if let Some(unit) = choice.unit {
        return Ok(unit);
    }
    match [StrideUnit::Units, StrideUnit::Bytes].map(can_be) {
        [_, false] => Ok(StrideUnit::Units),
        [false, true] => Ok(StrideUnit::Bytes),
        [true, true] => {
            if let Some(unit) = unit_of_mode(words, pairs) {
                return Ok(unit);
            }
            let reading = |label: &str, unit| {
                let choice = PasteChoice {
                    unit: Some(unit),
                    ..*choice
                };
                (label.into(), choice)
            };
            ask(
                words.at[*i].clone(),
                format_args!(
                    "“{}” is in units of 16 bytes in some projects’ descriptors, tilelang’s and CUTLASS’s structs among them, and in bytes in others’, CUTLASS’s Python primitives and JAX among them: which is it here?",
                    words.word(*i)
                ),
                [
                    reading("units of 16 bytes", StrideUnit::Units),
                    reading("bytes", StrideUnit::Bytes),
                ]
                .into(),
            )
        }
    }
}

pub(super) fn is_member(words: &Words, at: usize) -> bool {
    words.word(at).ends_with('_')
}

/// The unit in which an SBO is that of a packed K-major tile in the mode beside it.
pub(super) fn unit_of_mode(words: &Words, pairs: &[Assignment]) -> Option<StrideUnit> {
    let value = |wanted: Key| {
        pairs
            .iter()
            .find(|pair| pair.key == wanted)
            .map(|pair| &pair.value)
    };
    // Plain names are the page's own, in units.
    let is_named = |pair: &Assignment| names::compared(words, pair.at).contains("byte");
    let mut open = pairs.iter().filter(|pair| pair.key == Key::SboOpen);
    open.find(|pair| is_named(pair))?;
    let mode = swizzle_from_name(value(Key::Swizzle)?).ok()?;
    let sbo = number_from_text(trim_suffix(value(Key::SboOpen)?)).ok()?;
    let packed = mode.atom(Major::K).bytes();
    match sbo {
        _ if mode == Swizzle::None => None,
        _ if sbo == packed => Some(StrideUnit::Bytes),
        _ if sbo * UNIT_BYTES == packed => Some(StrideUnit::Units),
        _ => None,
    }
}

/// Whether start, LBO and SBO, by their plain names, look like bytes: all are multiples of 16, and the SBO is that of a packed
/// tile in the mode beside it.
pub(super) fn are_like_bytes(words: &Words, pairs: &[Assignment]) -> bool {
    let value = |pair: &Assignment| number_from_text(trim_suffix(&pair.value)).unwrap_or(1);
    let is_plain = |pair: &Assignment| is_in("start lbo sbo", &names::compared(words, pair.at));
    let of_key = |wanted: Key| pairs.iter().find(|pair| pair.key == wanted);
    let mode = of_key(Key::Swizzle).and_then(|pair| swizzle_from_name(&pair.value).ok());
    let is_packed = |sbo: &Assignment| {
        mode.is_some_and(|mode| mode != Swizzle::None && mode.atom(Major::K).bytes() == value(sbo))
    };
    let mut strides = pairs
        .iter()
        .filter(|pair| matches!(pair.key, Key::Start | Key::Lbo | Key::Sbo));
    of_key(Key::Lbo).is_some()
        && of_key(Key::Sbo).is_some_and(is_packed)
        && strides.all(|pair| is_plain(pair) && value(pair).is_multiple_of(UNIT_BYTES))
}

/// Whether one of the values has a unit of bytes behind it: values without a unit may be bytes, too.
pub(super) fn has_written_bytes(words: &Words, pairs: &[Assignment]) -> bool {
    let is_in_bytes = |key: Key| matches!(key, Key::StartBytes | Key::LboBytes | Key::SboBytes);
    pairs
        .iter()
        .any(|pair| is_in_bytes(pair.key) && key_at(words, pair.at) != Some(pair.key))
}

/// Whether all strides whose name does not say their unit can be in this one.
pub(super) fn pasted_fits(pairs: &[Assignment], unit: StrideUnit) -> bool {
    let fits = |pair: &Assignment| {
        let number = number_from_text(trim_suffix(&pair.value));
        let is_open = matches!(pair.key, Key::LboOpen | Key::SboOpen);
        !is_open
            || number.is_ok_and(|number| match unit {
                StrideUnit::Units => number < FIELD_VALUES,
                StrideUnit::Bytes => number < ADDRESS_BYTES && number.is_multiple_of(UNIT_BYTES),
            })
    };
    pairs.iter().all(fits)
}

#[cfg(test)]
#[path = "tests/read.rs"]
mod tests;
