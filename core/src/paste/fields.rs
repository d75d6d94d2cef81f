//! The fields of a descriptor by name: `lbo=1 sbo=64`, C designators, what CUTLASS prints.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::code::number_from_text;
use crate::descriptor::{Descriptor, DescriptorFields, FieldId, swizzle_from_code};
use crate::hardware::{
    ADDRESS_BYTES, Arch, FIELD_VALUES, LboMode, Named as _, UNIT_BYTES, field_from_bytes,
};
use crate::law::Swizzle;
use crate::link::{Notice, key_named};
use crate::paste::pasted::{
    PasteChoice, PasteError, Pasted, not_read, other_archs, refuse, with_given,
};
use crate::paste::tokens::{Words, position, trim_suffix};
use crate::reader::on_other_arch;
use crate::state::Shown;

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
     sbo_bytes, arch, element, major, operand, sparsity, mn, k, order, step, block, stage";

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
        "element" | "major" | "operand" | "sparsity" | "mn" | "k" | "order" | "buffer_mn"
        | "buffer_k" | "at_mn" | "at_k" | "stages" | "stage_bytes" | "pattern" | "rows"
        | "block" | "step" | "stage" => Key::Link,
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
    context: &Shown,
) -> Result<Pasted, PasteError> {
    let mut notices = Vec::new();
    let pairs = pairs(words, &mut notices)?;
    let (shown, arch) = shown(words, &pairs, choice, context)?;
    let mut others: Vec<_> = other_archs(arch, choice).collect();
    others.retain(|(_, other)| self::shown(words, &pairs, other, context).is_ok());
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
        shown,
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

/// What the fields are set in.
struct Draft {
    shown: Shown,
    arch: Option<Arch>,
    /// Those of the descriptor that is shown.
    fields: DescriptorFields,
    /// Whether one of them was set.
    is_set: bool,
}

fn shown(
    words: &Words<'_>,
    pairs: &[(usize, Key)],
    choice: &PasteChoice,
    context: &Shown,
) -> Result<(Shown, Arch), PasteError> {
    let whole = |message| PasteError {
        message,
        at: words.all(),
    };
    let spec = context.spec().map_err(|error| whole(error.to_string()))?;
    let held = |arch: Arch| {
        let derived = match arch == spec.reader().arch {
            true => spec.descriptor(spec.place()),
            false => on_other_arch(&spec, arch).map(|other| other.descriptor),
        };
        derived.map_or(NOTHING, Descriptor::decode)
    };
    let mut draft = Draft {
        shown: *context,
        arch: choice.arch,
        fields: NOTHING,
        is_set: false,
    };
    // The architecture first: it says what a swizzle code means.
    for is_arch in [true, false] {
        for &(i, key) in pairs {
            if is_arch == matches!(key, Key::Arch | Key::Version) {
                let at = words.signed(i + 1);
                if let Err(message) =
                    read(&mut draft, key, &name(words, i), &words.text[at.clone()])
                {
                    return refuse(at, format_args!("{message}"));
                }
            }
        }
        if is_arch {
            draft.fields = held(choice.arch.or(draft.arch).unwrap_or(spec.reader().arch));
        }
    }
    let with_32b_atoms = draft.is_set && draft.fields.swizzle == Ok(Swizzle::B128Atom32);
    let arch = match choice.arch.or(draft.arch) {
        Some(arch) => arch,
        None if with_32b_atoms => Arch::Tcgen05,
        None => spec.reader().arch,
    };
    if arch != spec.reader().arch {
        draft.fields.stray_bits = 0;
    }
    let mut shown = draft.shown;
    if draft.is_set || spec.given().is_some() && arch != spec.reader().arch {
        let descriptor =
            Descriptor::encode(arch, draft.fields).map_err(|error| whole(error.to_string()))?;
        let place = shown.said.place;
        shown = with_given(descriptor, &shown);
        // What the text says of the place, it says of this descriptor.
        if place != context.said.place {
            shown.said.place = place;
        }
    } else if spec.given().is_none() && (draft.arch.is_some() || choice.arch.is_some()) {
        shown.said.reader.arch = Some(arch);
    }
    Ok((shown, arch))
}

/// A descriptor of which nothing is known.
const NOTHING: DescriptorFields = DescriptorFields {
    start_field: 0,
    lbo_field: 0,
    sbo_field: 0,
    base_offset: 0,
    lbo_mode: LboMode::Relative,
    swizzle: Ok(Swizzle::None),
    stray_bits: 0,
};

/// What CUTLASS, CUDA and people call the swizzle modes; the first name that a value contains counts.
const SWIZZLES: [(&str, Swizzle); 7] = [
    ("atom", Swizzle::B128Atom32),
    ("base32", Swizzle::B128Atom32),
    ("128", Swizzle::B128),
    ("64", Swizzle::B64),
    ("32", Swizzle::B32),
    ("none", Swizzle::None),
    ("interleave", Swizzle::None),
];

fn read(draft: &mut Draft, key: Key, name: &str, value: &str) -> Result<(), String> {
    let arch = draft.arch.unwrap_or(Arch::Wgmma);
    let max = match key {
        Key::Start | Key::Lbo | Key::Sbo => FIELD_VALUES - 1,
        Key::StartBytes | Key::LboBytes | Key::SboBytes => ADDRESS_BYTES - UNIT_BYTES,
        Key::BaseOffset => 7,
        Key::Swizzle => {
            let code = Descriptor::field(arch, FieldId::Swizzle);
            code.map_or(0, |field| (1 << field.width) - 1)
        }
        Key::LboMode => u32::from(arch.has_absolute_lbo()),
        Key::Version => Arch::ALL.len() as u32 - 1,
        Key::Link => return said(draft, name, value),
        Key::Arch => {
            let arch = Arch::from_name(value).map_err(|error| error.to_string())?;
            draft.arch = draft.arch.or(Some(arch));
            return Ok(());
        }
    };
    let number = match number_from_text(trim_suffix(value)) {
        Ok(32 | 64 | 128) | Err(_) if key == Key::Swizzle => {
            draft.fields.swizzle = Ok(swizzle_from_name(value)?);
            draft.is_set = true;
            return Ok(());
        }
        Err(_) if key == Key::LboMode => {
            draft.fields.lbo_mode = LboMode::from_name(value).map_err(|error| error.to_string())?;
            draft.is_set = true;
            return Ok(());
        }
        number => number?,
    };
    if number > max {
        return Err(format!("{name} is at most {max}"));
    }
    let fields = &mut draft.fields;
    draft.is_set |= key != Key::Version;
    match key {
        Key::Start => fields.start_field = number as u16,
        Key::Lbo => fields.lbo_field = number as u16,
        Key::Sbo => fields.sbo_field = number as u16,
        Key::StartBytes => fields.start_field = field_from_bytes(number),
        Key::LboBytes => fields.lbo_field = field_from_bytes(number),
        Key::SboBytes => fields.sbo_field = field_from_bytes(number),
        Key::BaseOffset => fields.base_offset = number as u8,
        Key::LboMode => fields.lbo_mode = LboMode::ALL[number as usize],
        Key::Version => draft.arch = draft.arch.or(Some(Arch::ALL[number as usize])),
        Key::Swizzle | Key::Link | Key::Arch => {
            fields.swizzle = swizzle_from_code(arch, number as u8);
        }
    }
    let is_bytes = matches!(key, Key::StartBytes | Key::LboBytes | Key::SboBytes);
    if is_bytes && !number.is_multiple_of(UNIT_BYTES) {
        return Err(format!("{name} is a multiple of 16"));
    }
    Ok(())
}

/// A value of the tile or the reader, by its key in a link.
fn said(draft: &mut Draft, name: &str, value: &str) -> Result<(), String> {
    let Some(key) = key_named(name) else {
        return Err(format!("“{name}” is no value of a tile"));
    };
    (key.read)(&mut draft.shown, value)?;
    draft.shown.said.check().map_err(|error| error.to_string())
}

fn swizzle_from_name(value: &str) -> Result<Swizzle, String> {
    let value = value.to_ascii_lowercase();
    let found = SWIZZLES
        .iter()
        .find(|(part, _)| position(&value, part.as_bytes()).is_some());
    match found {
        Some((_, swizzle)) => Ok(*swizzle),
        None => Swizzle::from_name(&value).map_err(|error| error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::descriptor::SwizzleCode;
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
        assert_eq!(invalid.decode().swizzle, Err(SwizzleCode(5)));
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
