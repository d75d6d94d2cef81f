//! The unit of strides and of the start beside them: as their names or the values say, or asked.

use crate::fields::assignment::Assignment;
use crate::fields::names::{self, Key, swizzle_from_name};
use crate::numbers::pair::key_at;
use crate::pasted::{PasteChoice, PasteError, StrideUnit, ask};
use crate::tokens::{Words, is_in, trim_suffix};
use swizzle_code::number_from_text;
use swizzle_core::hardware::{ADDRESS_BYTES, FIELD_VALUES, Major, UNIT_BYTES};
use swizzle_core::law::Swizzle;

/// The unit of strides whose name does not say it: as chosen, or as their values allow; else it is asked. `can_be` tells
/// whether the whole text can be read so.
pub(super) fn unit(
    words: &Words<'_>,
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

pub(super) fn is_member(words: &Words<'_>, at: usize) -> bool {
    words.word(at).ends_with('_')
}

/// The unit in which an SBO is that of a packed K-major tile in the mode beside it.
pub(super) fn unit_of_mode(words: &Words<'_>, pairs: &[Assignment]) -> Option<StrideUnit> {
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
pub(super) fn are_like_bytes(words: &Words<'_>, pairs: &[Assignment]) -> bool {
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
pub(super) fn has_written_bytes(words: &Words<'_>, pairs: &[Assignment]) -> bool {
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
