//! The fields of a descriptor by name: `lbo=1 sbo=64`, C designators, what CUTLASS prints.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::words::{Words, position, trim_suffix};
use super::{PasteChoice, PasteError, Pasted, not_read, other_arch, refuse, state_from_descriptor};
use crate::descriptor::swizzle_from_code;
use crate::hardware::{ADDRESS_BYTES, FIELD_VALUES};
use crate::hardware::{Arch, LboMode, Named as _};
use crate::law::Swizzle;
use crate::link::set_by_key;
use crate::link::{LinkState, Notice, number_from_text};
use crate::reader::Spec;

/// What a key sets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Key {
    Start,
    Lbo,
    Sbo,
    StartBytes,
    LboBytes,
    SboBytes,
    BaseOffset,
    Swizzle,
    LboMode,
    Version,
    Arch,
    Link,
}

const KNOWN: &str = "start, lbo, sbo, base_offset, swizzle, layout_type, lbo_mode, version, start_bytes, lbo_bytes, \
     sbo_bytes, arch, element, major, operand, sparsity, mn, k, order";

/// The name as it is compared: lower case, without the `_` that members of CUTLASS end in.
fn name(words: &Words<'_>, i: usize) -> String {
    let word = words.word(i).trim_end_matches('_');
    word.get(..word.len().min(32))
        .unwrap_or("")
        .to_ascii_lowercase()
}

fn key(name: &str) -> Option<Key> {
    Some(match name {
        "start" | "start_address" | "start_addr" => Key::Start,
        "lbo" | "leading_byte_offset" | "leading_off" => Key::Lbo,
        "sbo" | "stride_byte_offset" | "stride_off" => Key::Sbo,
        "start_bytes" => Key::StartBytes,
        "lbo_bytes" => Key::LboBytes,
        "sbo_bytes" => Key::SboBytes,
        "base_offset" | "base" => Key::BaseOffset,
        "swizzle" | "layout_type" => Key::Swizzle,
        "lbo_mode" => Key::LboMode,
        "version" => Key::Version,
        "arch" => Key::Arch,
        "element" | "major" | "operand" | "sparsity" | "mn" | "k" | "order" => Key::Link,
        _ => return None,
    })
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
        .any(|i| (is_pair(words, i) || words.at.len() == 1) && key(&name(words, i)).is_some())
}

pub(super) fn unknown<T>(words: &Words<'_>, i: usize) -> Result<T, PasteError> {
    refuse(
        words.at[i].clone(),
        format_args!("“{}” is no field: known are {KNOWN}", words.word(i)),
    )
}

pub(super) fn pasted(
    words: &Words<'_>,
    choice: &PasteChoice,
    context: &LinkState,
) -> Result<Pasted, PasteError> {
    let mut notices = Vec::new();
    let pairs = pairs(words, &mut notices)?;
    let state = state(words, &pairs, choice, context)?;
    let arch = state.params.arch;
    let mut others = Vec::from([other_arch(arch, choice)]);
    others.retain(|(_, other)| self::state(words, &pairs, other, context).is_ok());
    let in_units = pairs
        .iter()
        .any(|(_, key)| matches!(key, Key::Start | Key::Lbo | Key::Sbo));
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
        state,
        others,
        notices,
    })
}

/// The keys with where they stand, and the first word that is neither key nor value.
fn pairs(words: &Words<'_>, notices: &mut Vec<Notice>) -> Result<Vec<(usize, Key)>, PasteError> {
    let mut pairs = Vec::new();
    let mut i = 0;
    while i < words.at.len() {
        if is_pair(words, i) {
            let Some(key) = key(&name(words, i)) else {
                return unknown(words, i);
            };
            pairs.push((i, key));
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

fn state(
    words: &Words<'_>,
    pairs: &[(usize, Key)],
    choice: &PasteChoice,
    context: &LinkState,
) -> Result<LinkState, PasteError> {
    let whole = |message| PasteError {
        message,
        at: words.all(),
    };
    let mut state = context.clone();
    state.params.step = 0;
    state.params.column_bytes = None;
    if state.params.pattern_bytes.is_some() {
        let spec = Spec::new(&state.params).map_err(|error| whole(error.to_string()))?;
        state.params.base_offset = Some(spec.tile().params().base_offset);
        state.params.pattern_bytes = None;
    }
    let mut arch = choice.arch;
    // The architecture first: it says what a swizzle code means.
    for is_arch in [true, false] {
        for &(i, key) in pairs {
            if is_arch == matches!(key, Key::Arch | Key::Version) {
                let at = words.signed(i + 1);
                if let Err(message) =
                    read(&mut state, key, &name(words, i), &words.text[at.clone()])
                {
                    return refuse(at, format_args!("{message}"));
                }
                if is_arch {
                    arch = arch.or(Some(state.params.arch));
                }
            }
        }
        if is_arch {
            state.params.arch = arch.unwrap_or(context.params.arch);
        }
    }
    if arch.is_none() && state.params.swizzle == Swizzle::B128Atom32 {
        state.params.arch = Arch::Tcgen05;
    }
    if state.params.arch != context.params.arch {
        state.params.stray_bits = 0;
    }
    let descriptor = Spec::new(&state.params)
        .map_err(|error| error.to_string())
        .and_then(|spec| spec.descriptor(0).map_err(|error| error.to_string()))
        .map_err(whole)?;
    state_from_descriptor(descriptor, &state.params, context, words.text)
}

/// What CUTLASS, CUDA and people call the swizzle modes; the first name that a value contains counts.
const SWIZZLES: [(&str, &str); 7] = [
    ("atom", "128B-32B-atom"),
    ("base32", "128B-32B-atom"),
    ("128", "128B"),
    ("64", "64B"),
    ("32", "32B"),
    ("none", "none"),
    ("interleave", "none"),
];

fn read(state: &mut LinkState, key: Key, name: &str, value: &str) -> Result<(), String> {
    let params = &mut state.params;
    let max = match key {
        Key::Start | Key::Lbo | Key::Sbo => FIELD_VALUES - 1,
        Key::StartBytes | Key::LboBytes | Key::SboBytes => ADDRESS_BYTES - 16,
        Key::BaseOffset => 7,
        Key::Swizzle if params.arch == Arch::Wgmma => 3,
        Key::Swizzle => 7,
        Key::LboMode if params.arch == Arch::Wgmma => 0,
        Key::LboMode | Key::Version => 1,
        Key::Link => {
            set_by_key(state, name, value)?;
            return state.params.check().map_err(|error| error.to_string());
        }
        Key::Arch => {
            params.arch = Arch::from_name(value).map_err(|error| error.to_string())?;
            return Ok(());
        }
    };
    let number = match number_from_text(trim_suffix(value)) {
        Ok(32 | 64 | 128) | Err(_) if key == Key::Swizzle => {
            let value = value.to_ascii_lowercase();
            let mode = SWIZZLES
                .iter()
                .find(|(part, _)| position(&value, part.as_bytes()).is_some());
            params.invalid_swizzle = None;
            return set_by_key(state, "swizzle", mode.map_or(&value, |(_, mode)| mode));
        }
        Err(_) if key == Key::LboMode => return set_by_key(state, name, value),
        number => number?,
    };
    if number > max {
        return Err(format!("{name} is at most {max}"));
    }
    let bytes = match key {
        Key::Start | Key::Lbo | Key::Sbo => number * 16,
        _ => number,
    };
    match key {
        Key::Start | Key::StartBytes => params.start_bytes = bytes,
        Key::Lbo | Key::LboBytes => params.lbo_bytes = Some(bytes),
        Key::Sbo | Key::SboBytes => params.sbo_bytes = Some(bytes),
        Key::BaseOffset => params.base_offset = Some(number as u8),
        Key::LboMode => params.lbo_mode = LboMode::ALL[number as usize],
        Key::Version => params.arch = Arch::ALL[number as usize],
        _ => {
            let read = swizzle_from_code(params.arch, number as u8);
            params.swizzle = read.unwrap_or(Swizzle::None);
            params.invalid_swizzle = read.err();
        }
    }
    if max == ADDRESS_BYTES - 16 && bytes % 16 != 0 {
        return Err(format!("{name} is a multiple of 16"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::{FieldId, SwizzleCode};
    use crate::tile::Params;

    fn read(text: &str) -> Result<Pasted, PasteError> {
        pasted(
            &Words::of(text),
            &PasteChoice::default(),
            &LinkState::default(),
        )
    }

    fn params(text: &str) -> Params {
        let pasted = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(pasted.notices, [], "{text}");
        pasted.state.params
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
            "mn=64 k=64 element=bf16 major=K operand=a order=mn sparsity=dense",
        ] {
            assert_eq!(params(text), Params::default(), "{text}");
        }
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
            assert_eq!(params(text).swizzle, swizzle, "{text}");
        }
        assert_eq!(params("swizzle=32B_atom").arch, Arch::Tcgen05);
        let invalid = params("arch=tcgen05 swizzle=5");
        assert_eq!(invalid.invalid_swizzle, Some(SwizzleCode(5)));
    }

    #[test]
    fn what_is_not_given_stays() {
        let context = LinkState {
            params: Params {
                sbo_bytes: Some(2048),
                pattern_bytes: Some(0x480),
                step: 2,
                ..Params::default()
            },
            ..LinkState::default()
        };
        let state = pasted(&Words::of("lbo=7"), &PasteChoice::default(), &context);
        let spec = Spec::new(&state.unwrap().state.params).unwrap();
        let descriptor = spec.descriptor(0).unwrap();
        let fields = [FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset];
        assert_eq!(fields.map(|id| descriptor.get(id)), [7, 128, 1]);
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
