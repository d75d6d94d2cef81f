//! The address of a tile and its strides, in words: `at 0x400`, `@ 32768`, `LBO 8192 SBO 1024`, `4 stages`, `step 3`.

use super::*;

/// How many words from this one say where something is; none where they do not.
pub(crate) fn take(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    let readers = [start, stride, stages, stage_bytes, counter];
    readers.iter().find_map(|read| read(sentence, i))
}

/// A number, in bytes where its unit says it, how many words it has, and the unit.
fn number(sentence: &Sentence<'_>, i: usize) -> Option<(u32, usize, Option<StrideUnit>)> {
    let words = sentence.words;
    let is_one = has_digit_first(words.word(i)) && !words.is_negative(i);
    let (value, unit, count) = amount(words, i).filter(|_| is_one)?;
    Some((value, count, unit))
}

/// Names behind which an address is.
const HEADS: &str = "at start starts starting begins beginning address addr offset base smem_offset start_address smem_addr \
    base_address ptr pointer smem_ptr base_ptr";

fn start(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    // `@ 0x8000`
    if sentence.words.before(i).trim_end().ends_with('@')
        && let Some((start, taken, _)) = number(sentence, i)
    {
        say_start(sentence, i, start);
        return Some(taken);
    }
    // `smem=0x4000`, and not `smem 128 x 64`.
    let is_pointer = sentence.lower(i) == "smem"
        && (sentence.words.gap(i).trim() == "=" || sentence.lower(i + 1).starts_with("0x"));
    // `stride offset: 8` is no address.
    let is_distance = sentence.lower(i) == "offset"
        && (is_in("base byte dim dimension", sentence.last(i))
            || (0..i).any(|at| is_in("leading stride lbo sbo", sentence.lower(at))));
    let is_head = is_pointer || is_in(HEADS, sentence.lower(i));
    (is_head && !is_distance).then(|| start_behind(sentence, i))?
}

/// The start behind its name.
pub(crate) fn start_behind(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    let between = "at byte address addr offset smem shared memory from is the of";
    let value = sentence.skip(i + 1, 4, between);
    let sign = sentence.words.gap(value - 1).trim();
    let (start, taken, _) = number(sentence, value)?;
    // `at (64, 0)`: where in its buffer.
    if is_in("( [", sign)
        && sentence.words.gap(value).trim() == ","
        && let Some((k, taken, _)) = number(sentence, value + 1)
    {
        sentence.say("origin", i, |shown| {
            shown.said.tile.at_mn = Some(start);
            shown.said.tile.at_k = Some(k);
        });
        return Some(value + 1 + taken - i);
    }
    (sign.is_empty() || is_in("= : @", sign)).then_some(())?;
    say_start(sentence, i, start);
    Some(value + taken - i)
}

fn say_start(sentence: &mut Sentence<'_>, i: usize, start: u32) {
    if start < ADDRESS_BYTES {
        sentence.say("start", i, |shown| {
            shown.said.tile.start_bytes = Some(start)
        })
    } else {
        let why = format!("no descriptor can address 0x{start:x}: it {NOT_READ}");
        sentence.note(i, &why);
    }
}

/// LBO or SBO with its number, whose unit is seen later.
fn stride(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    let which = match sentence.lower(i) {
        "lbo" | "leading" => 0,
        "sbo" | "stride" => 1,
        _ => return None,
    };
    let is_long = !is_in("lbo sbo", sentence.lower(i));
    let named = sentence.skip(i + 1, 3, "dim dimension byte offset");
    if is_long && named > i + 1 {
        let (value, taken, _) = number(sentence, named).filter(|_| sentence.is_set(named - 1))?;
        sentence.strides[which].get_or_insert(value);
        return Some(named + taken - i);
    }
    let at = if is_long {
        i + 1
    } else {
        sentence.skip(i + 1, 1, "of is")
    };
    let (value, taken, unit) = number(sentence, at).filter(|_| sentence.is_joined(i))?;
    // `stride 1024` alone may be anything's.
    if is_long && unit != Some(StrideUnit::Bytes) {
        return None;
    }
    sentence.stride_unit = sentence.stride_unit.or(unit);
    match sentence.strides[which] {
        Some(before) if before != value => {
            sentence.note(i, "is here twice; the second was not read")
        }
        _ => sentence.strides[which] = Some(value),
    }
    Some(at + taken - i)
}

fn stages(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    let names = "stages stage buffers pipeline_stages num_stages kstages";
    let (count, taken) = match (number(sentence, i), sentence.lower(i)) {
        (Some((count, 1, _)), _) => {
            let is_named = is_in(names, sentence.lower(i + 1)) && sentence.is_joined(i);
            (count, is_named.then_some(2)?)
        }
        (None, "stages" | "num_stages" | "kstages") => {
            let (count, taken, _) = number(sentence, i + 1)?;
            (count, 1 + taken)
        }
        (_, word) => (word.strip_suffix("-stage")?.parse().ok()?, 1),
    };
    sentence.say("stages", i, |shown| shown.said.tile.stages = Some(count));
    Some(taken + stage_size(sentence, i + taken).unwrap_or(0))
}

/// `of 8320 bytes` behind the stages, and how many words it has.
fn stage_size(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    let value = sentence.skip(i, 2, "of with each a x stride every at apart");
    // Without a word between, the number is of something else.
    let (bytes, taken, unit) = number(sentence, value).filter(|_| value > i)?;
    unit?;
    say_stage_bytes(sentence, value, bytes);
    Some(sentence.skip(value + taken, 1, "each apart") - i)
}

fn say_stage_bytes(sentence: &mut Sentence<'_>, i: usize, bytes: u32) {
    sentence.say("stage_bytes", i, |shown| {
        shown.said.tile.stage_bytes = Some(bytes)
    });
}

/// `8320 bytes per stage`, `stage_bytes=8320`, `stage stride 8320`.
fn stage_bytes(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    if let Some((bytes, taken, _)) = number(sentence, i) {
        let is_per = sentence.lower(i + taken) == "per"
            && is_in("stage buffer", sentence.lower(i + taken + 1));
        is_per.then(|| say_stage_bytes(sentence, i, bytes))?;
        return Some(taken + 2);
    }
    let names = "stage_bytes stage_stride stage_size bytes_per_stage stage-bytes";
    let behind = match sentence.lower(i) {
        "stage" => sentence.skip(i + 1, 1, "stride size bytes pitch"),
        name => i + usize::from(is_in(names, name)),
    };
    let is_name = behind > i + usize::from(sentence.lower(i) == "stage");
    let value = sentence.skip(behind, 1, "of is");
    let (bytes, taken, _) =
        number(sentence, value).filter(|_| is_name && sentence.is_set(behind - 1))?;
    say_stage_bytes(sentence, i, bytes);
    Some(value + taken - i)
}

/// `step 3`, `block 1`, `stage 2`: of the descriptor that is asked for.
fn counter(sentence: &mut Sentence<'_>, i: usize) -> Option<usize> {
    let facts = ["step", "block", "stage"];
    let fact = facts.into_iter().find(|fact| *fact == sentence.lower(i))?;
    let is_set = is_label(sentence.words, i);
    let (value, 1, _) = number(sentence, i + 1).filter(|_| is_set)? else {
        return None;
    };
    sentence.say(fact, i, |shown| {
        if let Some(slot) = place_of(&mut shown.said.place, fact) {
            *slot = Some(value);
        }
    });
    Some(2)
}

/// Makes the strides of a sentence those of an explicit descriptor. Without a unit they are bytes where all of them can be; a
/// notice names the unit.
pub(crate) fn give_strides(
    sentence: &mut Sentence<'_>,
    choice: &PasteChoice,
) -> Option<StrideUnit> {
    let [lbo, sbo] = sentence.strides;
    sbo.or(lbo)?;
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
    let spec = spec_from_said(&sentence.shown.said).ok();
    let said = spec
        .filter(|_| !fields.contains(&Some(None)))
        .and_then(|spec| {
            said_with(&spec, |own| {
                let [lbo, sbo] = fields.map(|field| field.flatten().map(|field| field as u16));
                own.lbo_field = lbo.unwrap_or(own.lbo_field);
                own.sbo_field = sbo.unwrap_or(own.sbo_field);
            })
        });
    let said = said.filter(|said| swizzle_params::check(said).is_ok());
    let unit_text = unit.text();
    let why = match said {
        Some(said) => {
            sentence.shown.said = said;
            format!("are read in {unit_text}")
        }
        None => format!("no field can encode them in {unit_text}: it was not read"),
    };
    sentence.facts.push("strides");
    sentence.notices.push(notice("LBO, SBO", why));
    Some(unit)
}
