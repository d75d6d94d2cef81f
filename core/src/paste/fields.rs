//! The fields of a descriptor by name: `lbo=1 sbo=64`, C designators, what CUTLASS prints.

use alloc::format;
use alloc::vec::Vec;

use crate::code::number_from_text;
use crate::hardware::{ADDRESS_BYTES, FIELD_VALUES, Major, Named as _, UNIT_BYTES};
use crate::law::Swizzle;
use crate::link::Notice;
use crate::paste::draft;
use crate::paste::names::{self, KNOWN, Key, swizzle_from_name};
use crate::paste::pasted::{
    PasteChoice, PasteError, Pasted, StrideUnit, ask, error, not_read, other_archs, refuse, short,
};
use crate::paste::tokens::{Words, trim_suffix};
use crate::state::Shown;

/// The key of a word. `x` and `y` are halves only as members: `desc.x`.
fn key_at(words: &Words<'_>, i: usize) -> Option<Key> {
    let name = names::compared(words, i);
    let is_member = i > 0 && words.gap(i - 1).ends_with('.');
    names::key(words.word(i), &name).filter(|_| is_member || !matches!(&*name, "x" | "y"))
}

/// Whether a word and the next are a key and its value. A word before a brace or before another key is a heading.
pub(super) fn is_pair(words: &Words<'_>, i: usize) -> bool {
    i + 1 < words.at.len()
        && words.gap_has(i, |b| matches!(b, b'=' | b':'))
        && !words.gap_has(i, |b| b == b'{')
        && !words.gap_has(i + 1, |b| matches!(b, b'=' | b':' | b'{'))
}

/// Whether a text is about fields.
pub(super) fn are_in(words: &Words<'_>) -> bool {
    (0..words.at.len())
        .any(|i| (is_pair(words, i) || words.at.len() == 1) && key_at(words, i).is_some())
}

pub(super) fn unknown<T>(words: &Words<'_>, i: usize) -> Result<T, PasteError> {
    refuse(
        words.at[i].clone(),
        format_args!("“{}” is no field: known are {KNOWN}", short(words.word(i))),
    )
}

pub(super) fn pasted(
    words: &Words<'_>,
    choice: &PasteChoice,
    context: &Shown,
) -> Result<Pasted, PasteError> {
    let mut notices = Vec::new();
    let mut written = pairs(words, &mut notices)?;
    if are_like_bytes(words, &written) {
        for (_, key) in &mut written {
            *key = match *key {
                Key::Start => Key::StartOpen,
                Key::Lbo => Key::LboOpen,
                Key::Sbo => Key::SboOpen,
                key => key,
            };
        }
    }
    let in_unit = |unit: StrideUnit| -> Vec<(usize, Key)> {
        let of_unit = |(i, key): &(usize, Key)| (*i, key.in_unit(unit));
        written.iter().map(of_unit).collect()
    };
    let can_be = |unit: StrideUnit| {
        pasted_fits(words, unit) && draft::shown(words, &in_unit(unit), choice, context).is_ok()
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
        .any(|(_, key)| matches!(key, Key::Start | Key::Lbo | Key::Sbo));
    let is_tvm = pairs
        .iter()
        .any(|(i, _)| names::is_tvm(&names::compared(words, *i)));
    let has_mode = |(i, key): &(usize, Key)| {
        *key == Key::Swizzle && number_from_text(words.word(i + 1)).is_ok_and(|mode| mode < 4)
    };
    if is_tvm && pairs.iter().any(has_mode) {
        notices.push(Notice {
            part: "swizzle".into(),
            why: "beside ldo and sdo its number is taken as TVM and the tensor map count: 1 32B, 2 64B, 3 128B".into(),
        });
    }
    Ok(Pasted {
        what: format!(
            "{} field{} of a {} descriptor{}; the rest stays",
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
        others,
        notices,
        is_from_inside: false,
        is_answer: false,
        goes_to: None,
    })
}

/// The unit of strides whose name does not say it: as chosen, or as their values allow; else it is asked. `can_be` tells
/// whether the whole text can be read so.
fn unit(
    words: &Words<'_>,
    pairs: &[(usize, Key)],
    choice: &PasteChoice,
    can_be: impl Fn(StrideUnit) -> bool,
) -> Result<StrideUnit, PasteError> {
    let is_open =
        |(_, key): &&(usize, Key)| matches!(key, Key::LboOpen | Key::SboOpen | Key::StartOpen);
    let Some((i, _)) = pairs.iter().find(is_open) else {
        return Ok(StrideUnit::Units);
    };
    if let Some(unit) = choice.unit {
        return Ok(unit);
    }
    match [StrideUnit::Units, StrideUnit::Bytes].map(can_be) {
        [_, false] => Ok(StrideUnit::Units),
        [false, true] => Ok(StrideUnit::Bytes),
        [true, true] => {
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

/// Whether start, LBO and SBO by their plain names look like bytes: multiples of 16 all, and the SBO that of a packed tile in
/// the mode that stands beside it.
fn are_like_bytes(words: &Words<'_>, pairs: &[(usize, Key)]) -> bool {
    let value =
        |i: usize| number_from_text(trim_suffix(&words.text[words.signed(i + 1)])).unwrap_or(1);
    let is_plain = |i: usize| matches!(&*names::compared(words, i), "start" | "lbo" | "sbo");
    let of_key = |wanted: Key| {
        pairs
            .iter()
            .find(|(_, key)| *key == wanted)
            .map(|(i, _)| *i)
    };
    let mode = of_key(Key::Swizzle).and_then(|i| swizzle_from_name(words.word(i + 1)).ok());
    let is_packed = |sbo: usize| {
        mode.is_some_and(|mode| mode != Swizzle::None && mode.atom(Major::K).bytes() == value(sbo))
    };
    let mut strides = pairs
        .iter()
        .filter(|(_, key)| matches!(key, Key::Start | Key::Lbo | Key::Sbo));
    of_key(Key::Lbo).is_some()
        && of_key(Key::Sbo).is_some_and(is_packed)
        && strides.all(|(i, _)| is_plain(*i) && value(*i).is_multiple_of(UNIT_BYTES))
}

/// Whether all strides whose name does not say their unit can be in this one.
fn pasted_fits(words: &Words<'_>, unit: StrideUnit) -> bool {
    let fits = |i: usize| {
        let number = number_from_text(trim_suffix(&words.text[words.signed(i + 1)]));
        let is_open = matches!(key_at(words, i), Some(Key::LboOpen | Key::SboOpen));
        !is_open
            || number.is_ok_and(|number| match unit {
                StrideUnit::Units => number < FIELD_VALUES,
                StrideUnit::Bytes => number < ADDRESS_BYTES && number.is_multiple_of(UNIT_BYTES),
            })
    };
    (0..words.at.len()).all(|i| !is_pair(words, i) || fits(i))
}

/// The keys with where they stand, and the first word that is neither key nor value.
fn pairs(words: &Words<'_>, notices: &mut Vec<Notice>) -> Result<Vec<(usize, Key)>, PasteError> {
    let mut pairs = Vec::new();
    let mut i = 0;
    while i < words.at.len() {
        if is_pair(words, i) {
            let Some(key) = key_at(words, i) else {
                return unknown(words, i);
            };
            match is_twice(words, &pairs, (i, key)) {
                Some(Ok(notice)) => notices.push(notice),
                Some(Err(error)) => return Err(error),
                None => pairs.push((i, key)),
            }
            i += 2;
            continue;
        }
        let in_brackets = i > 0 && words.gap(i - 1).ends_with('(');
        let is_heading = words.gap_has(i, |b| matches!(b, b'=' | b':' | b'.' | b'{'));
        if !in_brackets && !is_heading && notices.is_empty() {
            notices.push(not_read(words.word(i)));
        }
        i += 1;
    }
    if pairs.is_empty() {
        return refuse(words.all(), format_args!("Here is no value yet"));
    }
    Ok(pairs)
}

/// What is to be said of a key that was there before, if it was: with the same value it is left out.
fn is_twice(
    words: &Words<'_>,
    pairs: &[(usize, Key)],
    (i, key): (usize, Key),
) -> Option<Result<Notice, PasteError>> {
    let is_same = |(before, known): &&(usize, Key)| {
        *known == key
            && (key != Key::Link || names::compared(words, *before) == names::compared(words, i))
    };
    let (before, _) = pairs.iter().find(is_same)?;
    let value = |i: usize| &words.text[words.signed(i + 1)];
    let name = words.word(i);
    Some(match value(*before) == value(i) {
        true => Ok(Notice {
            part: short(name),
            why: "stands here twice, both times with this value".into(),
        }),
        false => Err(error(
            words.signed(i + 1),
            format_args!(
                "“{}” stands here twice: {} before, {} here",
                short(name),
                short(value(*before)),
                short(value(i))
            ),
        )),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::{Descriptor, UnknownSwizzleCode};
    use crate::hardware::Arch;
    use crate::reader::{Said, Spec};
    use crate::tile::{Order, SaidTile};

    fn read(text: &str) -> Result<Pasted, PasteError> {
        pasted(&Words::of(text), &PasteChoice::default(), &Shown::default())
    }

    fn said(text: &str) -> Said {
        let pasted = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(pasted.notices, [], "{text}");
        pasted.shown.said
    }

    #[test]
    fn plain_names_with_values_like_bytes_are_asked_about() {
        let text = "start=0x400 lbo=16 sbo=1024 swizzle=128B";
        let error = read(text).unwrap_err();
        let choice = error.readings[1].1;
        let pasted = pasted(&Words::of(text), &choice, &Shown::default()).unwrap();
        let derived = Spec::new(&Said::default()).unwrap().descriptor(0).unwrap();
        assert_eq!(pasted.shown.said, Said::default().with_given(derived));
        for text in [
            "lbo=16 sbo=1024",
            "lbo=1 sbo=1024 swizzle=128B",
            "lbo=16 sbo=64 swizzle=128B",
        ] {
            assert!(read(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn one_descriptor_in_many_forms() {
        for text in [
            "start=64 lbo=1 sbo=64 swizzle=128B",
            "LBO: 1; SBO: 0x40; base=0",
            "lbo=1,sbo=64\nswizzle=1",
            "desc = { .start_address_ = 0x40, .leading_byte_offset_ = 1, .stride_byte_offset_ = 64u, .layout_type_ = 1 };",
            "GmmaDescriptor:\n  start_addr :  0x0040\n  leading_off:  0x0001 (1)\n  stride_off :  0x0040 (64)\n  base_offset:  0x0\n  layout_type:  0x1 (B128)",
            "{\"lbo\": 1, \"sbo\": 64, \"swizzle\": \"SWIZZLE_128B\"}",
            "start_bytes=0x400 lbo_bytes=16 sbo_bytes=1024 swizzle=b128",
        ] {
            let derived = Spec::new(&Said::default()).unwrap().descriptor(0).unwrap();
            assert_eq!(said(text), Said::default().with_given(derived), "{text}");
        }
    }

    #[test]
    fn a_given_descriptor_says_its_architecture_itself() {
        let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0040);
        let context = Shown {
            said: Said::default().with_given(given),
            ..Shown::default()
        };
        let words = Words::of("arch=wgmma mn=128");
        let pasted = pasted(&words, &PasteChoice::default(), &context).unwrap();
        assert_eq!(pasted.shown.said.reader.arch, None);
        assert_eq!(pasted.shown.said.given, Some(given));
    }

    #[test]
    fn values_of_tile_and_place_are_said() {
        let said = said("mn=128 k=64 element=tf32 order=k step=3 block=1");
        assert_eq!((said.given, said.tile.mn), (None, Some(128)));
        assert_eq!(said.tile.order, Some(Order::K));
        assert_eq!((said.place.step, said.place.block), (Some(3), Some(1)));
    }

    #[test]
    fn swizzles_by_name_and_code() {
        for (text, swizzle) in [
            ("swizzle=none", Swizzle::None),
            ("layout_type=INTERLEAVE", Swizzle::None),
            ("swizzle=32", Swizzle::B32),
            ("swizzle=2", Swizzle::B64),
            ("arch=tcgen05 swizzle=2", Swizzle::B128),
            ("swizzle=2 version=1", Swizzle::B128),
            ("swizzle=32B_atom", Swizzle::B128Atom32),
            ("layout_type: SWIZZLE_128B_BASE32B", Swizzle::B128Atom32),
        ] {
            let given = said(text).given.unwrap();
            assert_eq!(given.decode().swizzle, Ok(swizzle), "{text}");
        }
        let given = |text| said(text).given.unwrap();
        assert_eq!(given("swizzle=32B_atom").arch(), Arch::Tcgen05);
        let invalid = given("arch=tcgen05 swizzle=5");
        assert_eq!(invalid.decode().swizzle, Err(UnknownSwizzleCode(5)));
    }

    #[test]
    fn what_is_not_given_stays() {
        let tile = SaidTile {
            sbo_bytes: Some(2048),
            pattern_bytes: Some(0x480),
            ..SaidTile::default()
        };
        let context = Shown {
            said: Said {
                tile,
                ..Said::default()
            },
            ..Shown::default()
        };
        let pasted = pasted(&Words::of("lbo=7"), &PasteChoice::default(), &context).unwrap();
        let fields = pasted.shown.said.given.unwrap().decode();
        assert_eq!(
            (fields.lbo_field, fields.sbo_field, fields.base_offset),
            (7, 128, 1)
        );
        assert_eq!(pasted.shown.said.tile, tile);
    }

    #[test]
    fn faults_are_pointed_at() {
        for (text, part, message) in [
            ("lbo=1 sbx=64", "sbx", "“sbx” is no field: known are"),
            ("lbo=1 sbo=16384", "16384", "sbo is at most 16383"),
            ("sbo=-1", "-1", "“-1” is not a whole number"),
            ("base_offset_ = 8,", "8", "base_offset is at most 7"),
            ("sbo_bytes=1000", "1000", "sbo_bytes is a multiple of 16"),
            ("swizzle=4", "4", "swizzle is at most 3"),
            ("swizzle=round", "round", "swizzle “round” is unknown"),
            ("element=f8", "f8", "element “f8” is unknown"),
            ("k=0", "0", "k = 0: must be"),
            ("lbo_mode=1", "1", "lbo_mode is at most 0"),
            ("version=2", "2", "version is at most 1"),
            (
                "arch=wgmma swizzle=32B_atom",
                "arch=wgmma swizzle=32B_atom",
                "swizzle 128B-32B-atom",
            ),
            ("lbo", "lbo", "Here is no value yet"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(&text[error.at], part, "{text}: {}", error.message);
            assert!(
                error.message.starts_with(message),
                "{text}: {}",
                error.message
            );
        }
    }

    #[test]
    fn a_word_alone_is_noticed() {
        let pasted = read("lbo=1 sbo").unwrap();
        assert_eq!(pasted.notices[0].part, "sbo");
    }
}
