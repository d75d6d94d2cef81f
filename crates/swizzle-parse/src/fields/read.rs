//! The fields of a descriptor by name: `lbo=1 sbo=64`, C designators, what CUTLASS prints.

use crate::fields::assignment::{self, Assignment, Right, has_unit};
use crate::fields::draft;
use crate::fields::names::{self, KNOWN, Key};
use crate::fields::unit::{
    are_like_bytes, has_written_bytes, is_member, pasted_fits, unit, unit_of_mode,
};
use crate::numbers::pair::{is_pair, key_at};
use crate::pasted::{
    Answer, PasteChoice, PasteError, Pasted, StrideUnit, error, not_read, notice, other_archs,
    refuse, short,
};
use crate::tokens::{Words, trim_suffix};
use crate::words::filler::{self, Register};
use swizzle_code::number_from_text;
use swizzle_core::hardware::{Named as _, UNIT_BYTES};
use swizzle_view::link::Notice;
use swizzle_view::state::Shown;

pub(crate) fn unknown<T>(words: &Words<'_>, i: usize) -> Result<T, PasteError> {
    refuse(
        words.at[i].clone(),
        format_args!(
            "“{}” is not a field; the fields are {KNOWN}",
            short(words.word(i))
        ),
    )
}

pub(crate) fn pasted(
    words: &Words<'_>,
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
    words: &Words<'_>,
    used: &[bool],
    notices: &mut Vec<Notice>,
) -> Result<Vec<Assignment>, PasteError> {
    let (mut pairs, mut used) = (Vec::new(), used.to_vec());
    let register = Register::of(words.text);
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
    notices.extend(filler::unread(words, &used, register));
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
    words: &Words<'_>,
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
    Some(match before.value == pair.value {
        true => Ok(notice(name, "is here twice, both times with this value")),
        false => Err(error(
            pair.value_at.clone(),
            format_args!(
                "“{}” is here twice: {} before, {} here",
                short(name),
                short(&before.value),
                short(&pair.value)
            ),
        )),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_core::descriptor::{Descriptor, UnknownSwizzleCode};
    use swizzle_core::hardware::Arch;
    use swizzle_core::law::Swizzle;
    use swizzle_core::reader::Said;
    use swizzle_core::tile::{Order, SaidTile};
    use swizzle_infer::spec_from_said;

    fn read(text: &str) -> Answer {
        pasted_in(text, &PasteChoice::default(), &Shown::default())
    }

    fn pasted_in(text: &str, choice: &PasteChoice, context: &Shown) -> Answer {
        let words = Words::of(text);
        pasted(&words, &std::vec![false; words.at.len()], choice, context)
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
        let pasted = pasted_in(text, &choice, &Shown::default()).unwrap();
        let derived = spec_from_said(&Said::default())
            .unwrap()
            .descriptor(0)
            .unwrap();
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
            let derived = spec_from_said(&Said::default())
                .unwrap()
                .descriptor(0)
                .unwrap();
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
        let pasted = pasted_in("arch=wgmma mn=128", &PasteChoice::default(), &context).unwrap();
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
        let pasted = pasted_in("lbo=7", &PasteChoice::default(), &context).unwrap();
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
            ("lbo=1 sbx=64", "sbx", "“sbx” is not a field; the fields"),
            ("lbo=1 sbo=16384", "16384", "sbo is at most 16383"),
            ("sbo=-1", "-1", "“-1” is not a whole number"),
            ("sbo=1.5", "1.5", "“1.5” is not a whole number"),
            ("start=0x40.8", "0x40.8", "“0x40.8” is not a whole number"),
            ("lbo=1 sbo=64.f", "64.f", "“64.f” is not a whole number"),
            ("sbo=1,024", "1,024", "“1,024” is not a whole number"),
            ("sbo=64€ lbo=1", "64€", "“64€” is not a whole number"),
            ("k=32.5", "32.5", "“32.5” is not a whole number"),
            ("base_offset_ = 8,", "8", "base_offset is at most 7"),
            ("sbo_bytes=1000", "1000", "sbo_bytes must be a multiple"),
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
            ("lbo", "lbo", "The value is missing"),
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
    fn right_sides_are_expressions() {
        for (text, lbo, sbo, start) in [
            (
                "desc.stride_byte_offset_ = 1024 >> 4; desc.leading_byte_offset_ = 0; desc.start_address_ = 0x40;",
                0,
                64,
                0x40,
            ),
            (
                "sbo = 8 * 128 >> 4, lbo = 1, start = 0x400 >> 4",
                1,
                64,
                0x40,
            ),
            ("sbo = 8*128 lbo=1 start=0x40", 1, 1024, 0x40),
            (
                "stride_byte_offset = (8 * 128) / 16, leading_byte_offset = 1, start=0x40",
                1,
                64,
                0x40,
            ),
            (
                "desc.start_address_ = static_cast<uint16_t>(0x800 >> 4); desc.sbo = 64u; desc.lbo = 1",
                1,
                64,
                0x80,
            ),
        ] {
            let fields = said(text).given.unwrap().decode();
            assert_eq!(
                (fields.lbo_field, fields.sbo_field, fields.start_field),
                (lbo, sbo, start),
                "{text}"
            );
        }
        let text = "desc.layout_type_ = static_cast<uint8_t>(cute::UMMA::LayoutType::SWIZZLE_64B); desc.version_ = 1;";
        assert_eq!(said(text).given.unwrap().decode().swizzle, Ok(Swizzle::B64));
    }

    #[test]
    fn what_is_not_known_stays_and_is_named() {
        for text in [
            "sbo = rows * 8 >> 4; lbo = 7",
            "sbo = sboBytes, lbo = 7",
            "desc.sbo_ = encode(&smem[0]); desc.lbo = 7",
        ] {
            let pasted = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let fields = pasted.shown.said.given.unwrap().decode();
            assert_eq!((fields.lbo_field, fields.sbo_field), (7, 64), "{text}");
            assert!(
                pasted.notices[0].part.starts_with("sbo"),
                "{text}: {:?}",
                pasted.notices
            );
        }
        assert_eq!(
            read("sbo = rows >> 4").unwrap_err().message,
            "“sbo” is not known from this text (rows); unchanged"
        );
    }

    #[test]
    fn a_word_alone_is_noticed() {
        let pasted = read("lbo=1 sbo").unwrap();
        assert_eq!(pasted.notices[0].part, "sbo");
    }
}
