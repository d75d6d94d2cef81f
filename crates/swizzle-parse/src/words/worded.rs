//! Texts in which words stand: a tile in words, words beside descriptors or fields. What nothing read is named.

use crate::code::built;
use crate::fields::names::Key;
use crate::fields::{caption, read};
use crate::formats::{Input, read_left};
use crate::numbers::{pair, several, value};
use crate::pasted::{NOT_READ, PasteChoice, PasteError, Pasted, StrideUnit, short};
use crate::places::place;
use crate::tokens::Words;
use crate::words::facts::Sentence;
use crate::words::filler::{Register, unread};
use crate::words::placed::give_strides;
use crate::words::rest::of_tile;
use crate::words::{beside, written};
use swizzle_code::number_from_text;
use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::bytes_from_field;
use swizzle_view::link::Notice;
use swizzle_view::state::Shown;

/// A sentence, beside which a layout may stand that cannot be read: a swizzle of CuTe's needs no layout.
pub(crate) fn read_beside_layout(
    input: &Input<'_>,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Result<Pasted, PasteError>> {
    let worded = read(input.words, choice, context);
    match (worded, input.layout()) {
        (Some(Ok(worded)), Some(_)) if worded.is_from_inside => Some(Ok(worded)),
        (_, Some(Err(error))) => Some(Err(error.clone())),
        (worded, _) => worded,
    }
}

/// Reads a text by its words, with what else is in it; none where no word says anything.
pub(crate) fn read(
    words: &Words<'_>,
    choice: &PasteChoice,
    context: &Shown,
) -> Option<Result<Pasted, PasteError>> {
    let has_long = !value::long_numbers(words).is_empty();
    if has_long {
        return Some(beside_descriptors(words, choice, context));
    }
    if place::is_one(words, choice) || built::is_one(words.text) || words.text.contains("+=") {
        return None;
    }
    let mut sentence = Sentence::of(words, Register::Sentence, context);
    sentence.chosen = choice.arch;
    if !sentence.is_of_tile() && caption::fields_from_words(words).is_some() {
        return None;
    }
    if sentence.is_of_tile() && !has_descriptor_fields(&sentence) {
        sentence.take_pairs(true);
    }
    if pair::are_open(words, &sentence.used) || words.at.len() == 1 && pair::are_in(words) {
        // A column of halves has their names, too.
        return several::read(words, choice, context)
            .or_else(|| Some(beside_fields(&sentence, choice)));
    }
    let has_loose_number =
        (0..words.at.len()).any(|i| !sentence.used[i] && words.word(i).starts_with("0x"));
    let says_enough = sentence.facts.len() > 1 || sentence.strides.iter().any(Option::is_some);
    if !says_enough || has_loose_number {
        return has_loose_number.then(|| beside_halves(&sentence, choice, context));
    }
    Some(Ok(tile(sentence, choice)))
}

/// Whether a descriptor's own fields stand beside the words.
fn has_descriptor_fields(sentence: &Sentence<'_, '_>) -> bool {
    let words = sentence.words;
    (0..words.at.len())
        .any(|i| !sentence.used[i] && pair::is_field(words, i) && pair::is_of_descriptor(words, i))
}

/// The choice with the architecture that words say.
fn with_arch(sentence: &Sentence<'_, '_>, choice: &PasteChoice) -> PasteChoice {
    let said = sentence
        .shown
        .said
        .arch()
        .filter(|_| sentence.facts.contains(&"arch"));
    PasteChoice {
        arch: choice.arch.or(said),
        ..*choice
    }
}

/// Descriptors, with what words beside them say of their tile.
fn beside_descriptors(
    words: &Words<'_>,
    choice: &PasteChoice,
    context: &Shown,
) -> Result<Pasted, PasteError> {
    let register = Register::of(words.text);
    let mut sentence = Sentence::of(words, register, context);
    sentence.take_pairs(false);
    for i in value::long_numbers(words) {
        sentence.used[i] = true;
    }
    beside::take(&mut sentence, choice);
    let other_major = written::choose(&mut sentence, choice);
    let mut shown = sentence.shown;
    // Where one belongs is said by what reads it.
    shown.said.place = context.said.place;
    if sentence.facts.is_empty() {
        shown = *context;
    }
    let mut pasted = read_left(words, &with_arch(&sentence, choice), &shown)?;
    beside::give_strides(&mut sentence, &mut pasted);
    pasted.others.extend(other_major);
    let facts: Vec<&str> = sentence
        .facts
        .iter()
        .copied()
        .filter(|fact| !matches!(*fact, "step" | "block" | "stage"))
        // A function's name and a variable's are no tile.
        .filter(|fact| register != Register::Code || !matches!(*fact, "arch" | "operand"))
        .collect();
    if choice.arch.is_none() && sentence.facts.contains(&"arch") {
        pasted.what = pasted.what.replace(": as chosen", ": the text names it");
    }
    if !facts.is_empty() {
        pasted.what = format!("{}; and {}", pasted.what, of_tile(&facts));
    }
    pasted.notices.extend(sentence.notices);
    if register != Register::Code {
        let others = contradictions(words, &mut sentence.used, &pasted.shown);
        pasted.notices.extend(others);
    }
    pasted
        .notices
        .extend(unread(words, &sentence.used, register));
    Ok(pasted)
}

/// Fields beside a whole descriptor that are not its own, in whichever unit they are written. All are marked.
fn contradictions(words: &Words<'_>, used: &mut [bool], shown: &Shown) -> Vec<Notice> {
    let all = shown.said.all_given();
    let [given] = all[..] else {
        return Vec::new();
    };
    let fields = given.decode();
    let in_units = |field: u16| [u32::from(field), bytes_from_field(field)];
    let mut notices = Vec::new();
    for i in (0..words.at.len()).filter(|i| pair::is_pair(words, *i)) {
        let own = match pair::key_at(words, i) {
            Some(Key::Start | Key::StartBytes | Key::StartOpen) => in_units(fields.start_field),
            Some(Key::Lbo | Key::LboBytes | Key::LboOpen) => in_units(fields.lbo_field),
            Some(Key::Sbo | Key::SboBytes | Key::SboOpen) => in_units(fields.sbo_field),
            Some(Key::BaseOffset) => [u32::from(fields.base_offset); 2],
            // A width in bytes was read as a mode.
            Some(Key::Swizzle) if !used[i] => [given.get(FieldId::Swizzle) as u32; 2],
            _ => continue,
        };
        let Ok(value) = number_from_text(&words.text[words.signed(i + 1)]) else {
            continue;
        };
        used[i..i + 2].fill(true);
        if !own.contains(&value) && notices.len() < CONTRADICTIONS_MAX {
            notices.push(Notice {
                part: short(&words.text[words.at[i].start..words.at[i + 1].end]),
                why: format!("differs from the descriptor's own field, and {NOT_READ}"),
            });
        }
    }
    notices
}

/// Fields that are named as not the descriptor's own.
const CONTRADICTIONS_MAX: usize = 8;

/// Fields, with what words beside them say of the tile.
fn beside_fields(sentence: &Sentence<'_, '_>, choice: &PasteChoice) -> Result<Pasted, PasteError> {
    let choice = with_arch(sentence, choice);
    let read = |choice: &PasteChoice| {
        read::pasted(sentence.words, &sentence.used, choice, &sentence.shown)
    };
    let mut pasted = match beside::unit_of_tile(sentence, &choice, read) {
        Some(pasted) => pasted,
        None => read(&choice)?,
    };
    if !sentence.facts.is_empty() {
        pasted.what = format!("{}; and {}", pasted.what, of_tile(&sentence.facts));
        pasted.is_from_inside = true;
    }
    pasted
        .notices
        .splice(0..0, sentence.notices.iter().cloned());
    Ok(pasted)
}

/// Halves, or a number that may be several things.
fn beside_halves(
    sentence: &Sentence<'_, '_>,
    choice: &PasteChoice,
    context: &Shown,
) -> Result<Pasted, PasteError> {
    let shown = if sentence.facts.is_empty() {
        context
    } else {
        &sentence.shown
    };
    let mut pasted = read_left(sentence.words, &with_arch(sentence, choice), shown)?;
    if !sentence.facts.is_empty() {
        pasted.what = format!("{}; and {}", pasted.what, of_tile(&sentence.facts));
        pasted
            .notices
            .splice(0..0, sentence.notices.iter().cloned());
    }
    Ok(pasted)
}

/// A tile alone.
fn tile(mut sentence: Sentence<'_, '_>, choice: &PasteChoice) -> Pasted {
    if let Some(arch) = choice.arch {
        sentence.shown.said = sentence.shown.said.with_arch(arch);
    }
    let mut others: Vec<_> = written::choose(&mut sentence, choice).into_iter().collect();
    if let Some(unit) = give_strides(&mut sentence, choice) {
        let (label, other) = match unit {
            StrideUnit::Units => ("strides in bytes", StrideUnit::Bytes),
            StrideUnit::Bytes => ("strides in units of 16 bytes", StrideUnit::Units),
        };
        others.push((
            label.into(),
            PasteChoice {
                unit: Some(other),
                ..*choice
            },
        ));
    }
    let mut notices: Vec<Notice> = sentence.notices;
    notices.extend(unread(sentence.words, &sentence.used, Register::Sentence));
    Pasted {
        what: of_tile(&sentence.facts),
        shown: sentence.shown,
        others,
        notices,
        is_from_inside: true,
        is_answer: false,
        goes_to: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shown_from_paste;
    use swizzle_core::descriptor::Descriptor;
    use swizzle_core::hardware::{Arch, Element, Major, Operand};
    use swizzle_core::law::Swizzle;
    use swizzle_core::reader::Said;
    use swizzle_infer::spec_from_said;
    use swizzle_text::tile_text;

    fn read(text: &str) -> Result<Pasted, PasteError> {
        shown_from_paste(text, &PasteChoice::default(), &Shown::default())
    }

    fn named(text: &str) -> Vec<std::string::String> {
        let pasted = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        pasted.unread().map(|notice| notice.part.clone()).collect()
    }

    #[test]
    fn a_tile_in_words_is_said() {
        for text in [
            "A bf16 128x64 K-major 128B swizzle at 0x400",
            "128 × 64 bf16 K-major tile with 128B swizzle at 0x400, packed, atoms along MN first",
            "operand A: torch.bfloat16, [128, 64], row-major, SWIZZLE_128B @ 0x400",
            "sA __nv_bfloat16 M=128 K=64 K_SW128 start=1024",
            "A bf16 128x64 KMAJOR SWIZZLE_128B smem=0x400",
        ] {
            let pasted = read(text).expect(text);
            let tile = pasted.shown.said.tile;
            assert_eq!((tile.mn, tile.k), (Some(128), Some(64)), "{text}");
            assert_eq!(
                (tile.element, tile.major, tile.swizzle, tile.start_bytes),
                (
                    Some(Element::Bf16),
                    Some(Major::K),
                    Some(Swizzle::B128),
                    Some(0x400)
                ),
                "{text}"
            );
            assert!(pasted.is_from_inside);
            assert_eq!(named(text), [""; 0], "{text}");
            let spec = spec_from_said(&pasted.shown.said).unwrap();
            assert!(tile_text(&spec).starts_with("128 × 64 bf16 K-major"));
        }
    }

    #[test]
    fn every_word_that_says_nothing_is_named() {
        for (text, words) in [
            ("bf16 128x64 fluffy K-major fp17", &["fluffy", "fp17"][..]),
            ("bf16 f16 128x64", &["f16"]),
            ("int4 128x64 K-major", &["int4"]),
            ("bf16 128x64 sm_80", &["sm_80"]),
            ("bf16 128x64 128B_ATOM_64B", &["128B_ATOM_64B"]),
            ("bf16 128x64 at 0x12345678", &["at"]),
            ("M=128 N=256 K=64 bf16", &["N", "256"]),
            ("0x4000004000010040 frob", &["frob"]),
            ("lbo=1 sbo=64 frob", &["frob"]),
            ("step=3 desc=0x4000004000010040 foo=7", &["foo", "7"]),
            ("0x4000004000010040 sbo=128", &["sbo=128"]),
            ("0x4000004000010040 sbo=1024 lbo=1 start=0x400", &[]),
            (
                "bf16 A 128x64 K-major 128B at 0x400 0x4000004000010040",
                &[],
            ),
            ("0x4000004000010040 128B", &["128B"]),
            ("[warp 4] tid=12 k=2 i=1 desc=0x4000004000010040", &[]),
            ("bf16 128x64 lbo=1 sbo=64 swizzle=128B", &[]),
            ("uint64_t desc = 0x4000004000010040ull;", &[]),
            (
                "step 0: 0x4000004000010040\nstep 1: 0x4000004000010042",
                &[],
            ),
        ] {
            assert_eq!(named(text), words, "{text}");
        }
    }

    #[test]
    fn chips_and_operands_are_heard() {
        let reader = |text: &str| read(text).expect(text).shown.said.reader;
        for text in [
            "B200 bf16 128x64",
            "tcgen05 bf16 128x64",
            "sm_100a bf16 128x64",
            "UMMA: bf16 128x64",
        ] {
            assert_eq!(reader(text).arch, Some(Arch::Tcgen05), "{text}");
        }
        for text in [
            "sB bf16 128x64",
            "B operand bf16 128x64",
            "N=128 K=64 bf16",
            "B: bf16 128x64",
            "desc_b = 0x4000004000010040",
        ] {
            assert_eq!(reader(text).operand, Some(Operand::B), "{text}");
        }
        let given = read("tcgen05 0x4000004000010040")
            .unwrap()
            .shown
            .said
            .given
            .unwrap();
        assert_eq!(given.arch(), Arch::Tcgen05);
    }

    #[test]
    fn a_chip_in_words_rereads_the_descriptor_that_is_given() {
        let given = Descriptor::new(Arch::Tcgen05, 0x4000_4040_0001_0040);
        let context = Shown {
            said: Said::default().with_given(given),
            ..Shown::default()
        };
        let text = "wgmma bf16 128x64";
        let pasted = shown_from_paste(text, &PasteChoice::default(), &context).unwrap();
        let said = pasted.shown.said;
        let reread = Descriptor::new(Arch::Wgmma, given.raw());
        assert_eq!((said.given, said.reader.arch), (Some(reread), None));
    }

    #[test]
    fn a_kind_is_no_type() {
        let said = read("tcgen05 kind::f16 128x64 0x4000404000010040")
            .unwrap()
            .shown
            .said;
        assert_eq!((said.tile.element, said.tile.mn), (None, Some(128)));
    }

    #[test]
    fn names_in_code_are_no_tile() {
        let what = |text: &str| read(text).expect(text).what;
        assert_eq!(
            what("wgmma(d, 0x4000004000010040 + 2, descB);"),
            "worked out from this text: 64-bit hex, wgmma: the text names it"
        );
        assert!(what("wgmma bf16 128x64").ends_with("a tile in words (arch, element, extents)"));
    }

    #[test]
    fn a_window_of_a_buffer() {
        let tile = read("B bf16 64x128 slice of 128x128 at 0x8000")
            .unwrap()
            .shown
            .said
            .tile;
        assert_eq!(
            (tile.mn, tile.k, tile.buffer_mn, tile.buffer_k),
            (Some(64), Some(128), Some(128), Some(128))
        );
    }

    #[test]
    fn strides_in_words_are_those_of_a_descriptor() {
        let fields = |text: &str, unit| {
            let choice = PasteChoice {
                unit,
                ..PasteChoice::default()
            };
            let pasted = shown_from_paste(text, &choice, &Shown::default()).expect(text);
            let fields = pasted.shown.said.given.unwrap().decode();
            assert!(
                pasted
                    .notices
                    .iter()
                    .any(|notice| notice.part == "LBO, SBO"),
                "{text}"
            );
            (fields.lbo_field, fields.sbo_field)
        };
        assert_eq!(
            fields("bf16 128x64 64B swizzle LBO 8192 SBO 1024 at 0x400", None),
            (512, 64)
        );
        assert_eq!(
            fields("bf16 128x64 128B swizzle LBO 1 SBO 64", None),
            (1, 64)
        );
        assert_eq!(
            fields("bf16 128x64 LBO 16 SBO 1024", Some(StrideUnit::Units)),
            (16, 1024)
        );
        assert_eq!(named("bf16 128x64 LBO 1000 SBO 40000"), ["LBO, SBO"]);
    }

    #[test]
    fn strides_by_name_are_in_the_unit_that_the_tile_has() {
        let strides = |text: &str| {
            let pasted = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let fields = pasted.shown.said.given.unwrap().decode();
            (fields.lbo_field, fields.sbo_field)
        };
        for (text, lbo, sbo) in [
            (
                "wgmma bf16 A tile 64x64, no swizzle, K-major, LBO=128 SBO=1024",
                8,
                64,
            ),
            (
                "B: 64 x 256 bf16, K-major, 128B swizzle, SBO = 1024, LBO = 16",
                1,
                64,
            ),
            ("bf16 128x64 lbo=1 sbo=64 swizzle=128B", 1, 64),
        ] {
            assert_eq!(strides(text), (lbo, sbo), "{text}");
        }
    }

    #[test]
    fn beside_descriptors_too() {
        for text in [
            "mn=128 k=64 0x4000004000010040",
            "a 128x64 tile: 0x4000004000010040 0x4000004000010042",
        ] {
            let pasted = read(text).expect(text);
            let tile = pasted.shown.said.tile;
            assert_eq!((tile.mn, tile.k), (Some(128), Some(64)), "{text}");
            assert!(pasted.shown.said.given.is_some(), "{text}");
        }
    }

    #[test]
    fn a_fault_or_a_question_beside_a_tile_in_words_is_kept() {
        // A digit too many is what is wrong, not what the tile is.
        assert!(read("mn=128 k=64 0x40000040000100401").is_err());
        // Half of a descriptor, or where the tile begins.
        let error = read("bf16 K-major 0x40004040").unwrap_err();
        assert!(!error.readings.is_empty(), "{error}");
        assert!(read("bf16 K-major at 0x4400").is_ok());
    }

    #[test]
    fn counters_and_names_of_instructions_are_no_extents() {
        for text in [
            "k=16 desc 0x4000004000010042",
            "for (int k = 0; k < 64; k += 16) d = 0x4000004000010042;",
            "k: 0 0x4000004000010040\nk: 16 0x4000004000010042",
            "mn=0 k=64 0x4000004000010040",
            "0x4000004000010040",
            "wgmma(d, 0x4000004000010040 + ((k*16*2)>>4), descB);",
        ] {
            let tile = read(text).expect(text).shown.said.tile;
            assert_eq!((tile.mn, tile.k), (None, None), "{text}");
        }
        for text in ["64 ×", "operand", "128B"] {
            let said = read(text).map(|pasted| pasted.shown.said);
            assert!(said.is_err() || said == Ok(Shown::default().said), "{text}");
        }
    }
}
