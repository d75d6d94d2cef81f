//! The address of a tile and its strides, in words: `at 0x400`, `@ 32768`, `LBO 8192 SBO 1024`, `4 stages`, `step 3`.

use crate::fields::assignment::{Unit, number_with_unit};
use crate::pasted::{NOT_READ, PasteChoice, StrideUnit, notice};
use crate::tokens::is_in;
use crate::words::facts::Sentence;
use swizzle_code::number_from_text;
use swizzle_core::hardware::{ADDRESS_BYTES, FIELD_VALUES, UNIT_BYTES};
use swizzle_infer::said_with;
use swizzle_infer::spec_from_said;

/// How many words from this one say where something is; 0 where they do not.
pub(crate) fn take(sentence: &mut Sentence<'_, '_>, i: usize) -> usize {
    let readers = [start, stride, stages, stage_bytes, counter];
    readers
        .iter()
        .map(|read| read(sentence, i))
        .find(|taken| *taken > 0)
        .unwrap_or(0)
}

/// A number with the unit behind it, and how many words it has.
fn number(sentence: &Sentence<'_, '_>, i: usize) -> Option<(u32, usize)> {
    let words = sentence.words;
    let text = words.at.get(i).map(|_| words.word(i))?;
    if !text.starts_with(|c: char| c.is_ascii_digit()) || words.signed(i).start < words.at[i].start
    {
        return None;
    }
    if let Some((value, unit)) = number_with_unit(text) {
        let scale = match unit {
            Unit::Bytes(scale) => scale,
            Unit::Descriptor => return None,
        };
        return Some((value.checked_mul(scale)?, 1));
    }
    let value = number_from_text(text).ok()?;
    let scale = match unit_behind(sentence, i) {
        Some(Unit::Bytes(scale)) => Some(scale),
        Some(Unit::Descriptor) | None => None,
    };
    Some((
        value.checked_mul(scale.unwrap_or(1))?,
        1 + usize::from(scale.is_some()),
    ))
}

/// The unit in the word behind a number.
fn unit_behind(sentence: &Sentence<'_, '_>, i: usize) -> Option<Unit> {
    let is_joined = sentence.is_joined(i);
    is_joined.then(|| Unit::of(sentence.words.word(i + 1)))?
}

fn start(sentence: &mut Sentence<'_, '_>, i: usize) -> usize {
    // `@ 0x8000`
    if sentence.words.before(i).trim_end().ends_with('@')
        && let Some((start, taken)) = number(sentence, i)
    {
        say_start(sentence, i, start);
        return taken;
    }
    let is_head = |word: &str| {
        is_in(
            "at start starts starting begins beginning address addr offset base smem_offset start_address smem_addr base_address ptr pointer smem_ptr base_ptr",
            word,
        )
    };
    // `smem=0x4000`, and not `smem 128 x 64`.
    let is_pointer = sentence.lower(i) == "smem"
        && (sentence.words.gap(i).trim() == "=" || sentence.lower(i + 1).starts_with("0x"));
    // `stride offset: 8` is no address.
    let before = i.checked_sub(1).map_or("", |before| sentence.lower(before));
    let is_distance = sentence.lower(i) == "offset"
        && (is_in("base byte dim dimension", before)
            || (0..i).any(|at| is_in("leading stride lbo sbo", sentence.lower(at))));
    match (is_pointer || is_head(sentence.lower(i))) && !is_distance {
        true => start_behind(sentence, i),
        false => 0,
    }
}

/// The start behind its name.
pub(crate) fn start_behind(sentence: &mut Sentence<'_, '_>, i: usize) -> usize {
    let is_between = |word: &str| {
        is_in(
            "at byte address addr offset smem shared memory from is the of",
            word,
        )
    };
    let mut value = i + 1;
    while value < i + 5 && is_between(sentence.lower(value)) {
        value += 1;
    }
    let sign = sentence.words.gap(value - 1).trim();
    // `at (64, 0)`: where in its buffer.
    if let (true, Some((mn, _)), Some((k, taken))) = (
        matches!(sign, "(" | "["),
        number(sentence, value),
        number(sentence, value + 1),
    ) && sentence.words.gap(value).trim() == ","
    {
        sentence.say("origin", i, |shown| {
            shown.said.tile.at_mn = Some(mn);
            shown.said.tile.at_k = Some(k);
        });
        return value + 1 + taken - i;
    }
    let Some((start, taken)) =
        number(sentence, value).filter(|_| matches!(sign, "" | "=" | ":" | "@"))
    else {
        return 0;
    };
    say_start(sentence, i, start);
    value + taken - i
}

fn say_start(sentence: &mut Sentence<'_, '_>, i: usize, start: u32) {
    match start < ADDRESS_BYTES {
        true => sentence.say("start", i, |shown| {
            shown.said.tile.start_bytes = Some(start)
        }),
        false => {
            let why = format!("no descriptor can address 0x{start:x}: it {NOT_READ}");
            sentence.note(i, &why);
        }
    }
}

/// LBO or SBO with its number, whose unit is seen later.
fn stride(sentence: &mut Sentence<'_, '_>, i: usize) -> usize {
    let which = match sentence.lower(i) {
        "lbo" => 0,
        "sbo" => 1,
        name @ ("leading" | "stride")
            if is_in("dim dimension byte offset", sentence.lower(i + 1)) =>
        {
            let is_between = |i: &usize| is_in("dim dimension byte offset", sentence.lower(*i));
            let words = (i + 1..i + 4).take_while(is_between).count();
            let sign = sentence
                .words
                .at
                .get(i + words)
                .map_or("", |_| sentence.words.gap(i + words).trim());
            return match number(sentence, i + words + 1).filter(|_| matches!(sign, "" | ":" | "="))
            {
                Some((value, taken)) => {
                    sentence.strides[usize::from(name == "stride")].get_or_insert(value);
                    words + 1 + taken
                }
                None => 0,
            };
        }
        "leading" if has_bytes_behind(sentence, i) => 0,
        "stride" if has_bytes_behind(sentence, i) => 1,
        _ => return 0,
    };
    let skipped = usize::from(matches!(sentence.lower(i + 1), "of" | "is"));
    let Some((value, taken)) = number(sentence, i + 1 + skipped).filter(|_| sentence.is_joined(i))
    else {
        return 0;
    };
    let at = i + 1 + skipped;
    let unit = number_with_unit(sentence.words.word(at)).map(|(_, unit)| unit);
    let written = unit.or_else(|| unit_behind(sentence, at));
    let unit_words = usize::from(written == Some(Unit::Descriptor));
    let unit = match written {
        Some(Unit::Bytes(_)) => Some(StrideUnit::Bytes),
        Some(Unit::Descriptor) => Some(StrideUnit::Units),
        None => None,
    };
    sentence.stride_unit = sentence.stride_unit.or(unit);
    match sentence.strides[which] {
        Some(before) if before != value => {
            sentence.note(i, "is here twice; the second was not read")
        }
        _ => sentence.strides[which] = Some(value),
    }
    1 + skipped + taken + unit_words
}

/// `stride 1024B`: a number with its unit behind the name of a field.
fn has_bytes_behind(sentence: &Sentence<'_, '_>, i: usize) -> bool {
    let at = i + 1;
    let has_unit = |at: usize| {
        let own = number_with_unit(sentence.words.word(at)).map(|(_, unit)| unit);
        matches!(
            own.or_else(|| unit_behind(sentence, at)),
            Some(Unit::Bytes(_))
        )
    };
    at < sentence.words.at.len() && has_unit(at)
}

fn stages(sentence: &mut Sentence<'_, '_>, i: usize) -> usize {
    let is_stages = |word: &str| {
        is_in(
            "stages stage buffers pipeline_stages num_stages kstages",
            word,
        )
    };
    let (count, taken) = match (number(sentence, i), sentence.lower(i)) {
        (Some((count, 1)), _) if is_stages(sentence.lower(i + 1)) && sentence.is_joined(i) => {
            (count, 2)
        }
        (None, "stages" | "num_stages" | "kstages") => match number(sentence, i + 1) {
            Some((count, taken)) => (count, 1 + taken),
            None => return 0,
        },
        (None, word) => match word
            .strip_suffix("-stage")
            .and_then(|count| count.parse().ok())
        {
            Some(count) => (count, 1),
            None => return 0,
        },
        _ => return 0,
    };
    sentence.say("stages", i, |shown| shown.said.tile.stages = Some(count));
    taken + stage_size(sentence, i + taken)
}

/// `of 8320 bytes` behind the stages, and how many words it has.
fn stage_size(sentence: &mut Sentence<'_, '_>, i: usize) -> usize {
    let is_between = |word: &str| is_in("of with each a x stride every at apart", word);
    let mut value = i;
    while value < i + 2 && is_between(sentence.lower(value)) {
        value += 1;
    }
    let has_unit = |sentence: &Sentence<'_, '_>| {
        number_with_unit(sentence.words.word(value)).is_some()
            || unit_behind(sentence, value).is_some()
    };
    match number(sentence, value) {
        // Without a word between, the number is of something else.
        Some((bytes, taken)) if value > i && has_unit(sentence) => {
            say_stage_bytes(sentence, value, bytes);
            let each = matches!(sentence.lower(value + taken), "each" | "apart");
            value + taken + usize::from(each) - i
        }
        _ => 0,
    }
}

fn say_stage_bytes(sentence: &mut Sentence<'_, '_>, i: usize, bytes: u32) {
    sentence.say("stage_bytes", i, |shown| {
        shown.said.tile.stage_bytes = Some(bytes)
    });
}

/// `8320 bytes per stage`, `stage_bytes=8320`, `stage stride 8320`.
fn stage_bytes(sentence: &mut Sentence<'_, '_>, i: usize) -> usize {
    if let Some((bytes, taken)) = number(sentence, i)
        && sentence.lower(i + taken) == "per"
        && matches!(sentence.lower(i + taken + 1), "stage" | "buffer")
    {
        say_stage_bytes(sentence, i, bytes);
        return taken + 2;
    }
    let head = match (sentence.lower(i), sentence.lower(i + 1)) {
        ("stage_bytes" | "stage_stride" | "stage_size" | "bytes_per_stage" | "stage-bytes", _) => 1,
        ("stage", "stride" | "size" | "bytes" | "pitch") => 2,
        _ => return 0,
    };
    let is_set = matches!(sentence.words.gap(i + head - 1).trim(), "" | "=" | ":");
    let skipped = usize::from(matches!(sentence.lower(i + head), "of" | "is"));
    match number(sentence, i + head + skipped).filter(|_| is_set) {
        Some((bytes, taken)) => {
            say_stage_bytes(sentence, i, bytes);
            head + skipped + taken
        }
        None => 0,
    }
}

/// `step 3`, `block 1`, `stage 2`: of the descriptor that is asked for.
fn counter(sentence: &mut Sentence<'_, '_>, i: usize) -> usize {
    let name = sentence.lower(i);
    if !is_in("step block stage", name)
        || !sentence
            .words
            .gap(i)
            .bytes()
            .all(|b| matches!(b, b' ' | b'=' | b':' | b'\t'))
    {
        return 0;
    }
    let Some((value, 1)) = number(sentence, i + 1) else {
        return 0;
    };
    let fact = match name {
        "step" => "step",
        "block" => "block",
        _ => "stage",
    };
    sentence.say(fact, i, |shown| {
        let place = &mut shown.said.place;
        match fact {
            "step" => place.step = Some(value),
            "block" => place.block = Some(value),
            _ => place.stage = Some(value),
        }
    });
    2
}

/// Makes the strides of a sentence those of an explicit descriptor. Without a unit they are bytes where all of them can be; a
/// notice names the unit.
pub(crate) fn give_strides(
    sentence: &mut Sentence<'_, '_>,
    choice: &PasteChoice,
) -> Option<StrideUnit> {
    let [lbo, sbo] = sentence.strides;
    if lbo.is_none() && sbo.is_none() {
        return None;
    }
    // The shortest stride of eight rows, or of eight columns, is that of one 8 × 16 byte block.
    let least = 8 * UNIT_BYTES;
    let are_bytes = [lbo, sbo]
        .into_iter()
        .flatten()
        .all(|bytes| bytes.is_multiple_of(UNIT_BYTES))
        && sbo.or(lbo).is_some_and(|bytes| bytes >= least);
    let unit = choice
        .unit
        .or(sentence.stride_unit)
        .unwrap_or(if are_bytes {
            StrideUnit::Bytes
        } else {
            StrideUnit::Units
        });
    let field = |value: u32| match unit {
        StrideUnit::Bytes => (value < ADDRESS_BYTES && value.is_multiple_of(UNIT_BYTES))
            .then_some(value / UNIT_BYTES),
        StrideUnit::Units => (value < FIELD_VALUES).then_some(value),
    };
    let fields = [lbo, sbo].map(|value| value.map(field));
    let said = match fields {
        [Some(None), _] | [_, Some(None)] => None,
        [lbo, sbo] => spec_from_said(&sentence.shown.said).ok().and_then(|spec| {
            said_with(&spec, |fields| {
                if let Some(Some(lbo)) = lbo {
                    fields.lbo_field = lbo as u16;
                }
                if let Some(Some(sbo)) = sbo {
                    fields.sbo_field = sbo as u16;
                }
            })
        }),
    };
    let said = said.filter(|said| swizzle_params::check(said).is_ok());
    let why = match &said {
        Some(_) => format!("are read in {}", unit_text(unit)),
        None => format!(
            "no field can encode them in {}: it was not read",
            unit_text(unit)
        ),
    };
    if let Some(said) = said {
        sentence.shown.said = said;
    }
    sentence.facts.push("strides");
    sentence.notices.push(notice("LBO, SBO", why));
    Some(unit)
}

const fn unit_text(unit: StrideUnit) -> &'static str {
    match unit {
        StrideUnit::Units => "units of 16 bytes",
        StrideUnit::Bytes => "bytes",
    }
}
