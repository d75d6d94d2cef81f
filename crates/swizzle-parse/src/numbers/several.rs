//! Several descriptors in one text: a list, a column that was printed, a debugger's lines, an array, or a loop that adds to one.

use super::*;

/// Reads a text of several descriptors; none where it has one at the most.
pub(crate) fn read(words: &Words, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let mut notices = Vec::new();
    let adds = increments(&words.text, choice.operand);
    let mut raws = values(words, choice, &mut notices);
    if let Some(adds) = adds {
        if raws.is_empty() {
            let built = source::built(&words.text);
            raws.extend(built.and_then(|(built, _)| built.value.number()));
        }
        return Some(looped(words, adds.own(words, &raws), &adds, choice, context, notices));
    }
    if let [base] = raws[..] {
        raws.extend(added(words).into_iter().map(|step| base.wrapping_add(step)));
    }
    if raws.len() < 2 {
        return None;
    }
    if let Some(first) = long_numbers(words).first() {
        notices.extend(statement::computed_at(&words.text, words.at[*first].clone()).1);
    }
    let arch = choice.arch_of(raws[0]);
    let what = format!("{} descriptors", raws.len().min(GIVEN_MAX));
    notices.extend(too_many(raws.len(), ""));
    let all: Vec<Descriptor> = raws.iter().map(|raw| Descriptor::new(arch, *raw)).collect();
    let said = context.said.with_all_given(&all, 0);
    Some(Ok(Pasted {
        others: other_archs(arch, choice),
        ..Pasted::inside(format!("{what}, {}", why(choice, arch)), read_of(said, context), notices)
    }))
}

/// The notice of more descriptors than can be kept.
pub(crate) fn too_many(count: usize, more: &str) -> Option<Notice> {
    let shown = if more.is_empty() { count } else { GIVEN_MAX };
    let why = format!("only the first {GIVEN_MAX} are kept");
    (count > GIVEN_MAX).then(|| notice(&format!("{shown} descriptors{more}"), why))
}

/// Every descriptor of a text, however many, and what it was taken for: a column that was printed, of which no value is left
/// out for being one too many.
///
/// # Errors
/// Those of [`shown_from_paste`](crate::shown_from_paste).
///
/// ```
/// use swizzle_parse::given_from_text;
/// use swizzle_parse::PasteChoice;
/// use swizzle_view::Shown;
/// let text = "step 0: 0x4000004000010040\nstep 1: 0x4000004000010042\n";
/// let (given, _) = given_from_text(text, &PasteChoice::default(), &Shown::default())?;
/// assert_eq!(given[1].raw(), 0x4000_0040_0001_0042);
/// # Ok::<(), swizzle_parse::PasteError>(())
/// ```
pub fn given_from_text(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
) -> Result<(Vec<Descriptor>, Pasted), PasteError> {
    let pasted = crate::shown_from_paste(text, choice, context)?;
    let given = pasted.shown.said.all_given();
    if given.len() < GIVEN_MAX {
        return Ok((given, pasted));
    }
    let words = Words::of(text);
    let raws = values(&words, choice, &mut Vec::new());
    if raws.len() <= given.len() {
        return Ok((given, pasted));
    }
    let arch = given[0].arch();
    let all = raws.into_iter().map(|raw| Descriptor::new(arch, raw));
    Ok((all.collect(), pasted))
}

/// A loop: its first value, or the one that is shown, and what is added to it.
fn looped(
    words: &Words,
    raw: Option<u64>,
    adds: &Increments,
    choice: &PasteChoice,
    context: &Shown,
    mut notices: Vec<Notice>,
) -> Answer {
    if let Some(at) = adds.unknown.first() {
        let text = short(words.text[at.clone()].trim());
        let why = format!("“{text}” is unknown here: replace it by the number that is added");
        return refuse(at.clone(), why);
    }
    let whose = operand_of(&adds.name).filter(|_| !adds.others.is_empty());
    let mut others = Vec::new();
    for other in &adds.others {
        let why = "is another variable with an increment; it was ignored";
        notices.push(notice(other, why));
        let operand = operand_of(other).filter(|operand| whose.is_some_and(|own| own != *operand));
        others.extend(operand.map(|operand| other_operand(operand, choice)));
    }
    let spec = context.spec()?;
    let first = match raw {
        Some(raw) => Descriptor::new(choice.arch_of(raw), raw),
        None => {
            let first = base_of(first_of(&spec), words.all())?;
            Descriptor::new(choice.arch.unwrap_or(first.arch()), first.raw())
        }
    };
    let units = if let [units] = adds.units[..] {
        // The loop says how many there are, otherwise the tile.
        let alone = spec_from_said(&context.said.with_all_given(&[first], 0));
        let steps = alone.map_or(spec.steps(), |spec| spec.steps());
        vec![units; adds.count.unwrap_or(steps).clamp(2, GIVEN_MAX as u32) as usize - 1]
    } else {
        adds.units.clone()
    };
    let sums = units.iter().scan(first, |last, units| {
        *last = last.with_raw(last.raw().wrapping_add_signed(*units));
        Some(*last)
    });
    let all: Vec<Descriptor> = [first].into_iter().chain(sums).take(GIVEN_MAX + 1).collect();
    // A descriptor of the text is of no tile that is shown.
    let said = match (raw, &adds.units[..]) {
        (None, [_]) => said_with_loop(&spec, first, 0, 1),
        _ => context.said,
    };
    let said = said.with_all_given(&all, 0);
    let mut pasted = loop_of(said, context, whose, raw.is_some());
    say_reader(&mut pasted.shown, whose, None);
    Ok(Pasted { notices, others, ..pasted })
}

/// The answer of a loop over descriptors of an operand, whose first is of the text or of what is shown.
pub(crate) fn loop_of(said: Said, shown: &Shown, operand: Option<Operand>, is_of_text: bool) -> Pasted {
    let all = said.all_given();
    let whose = operand.map_or(String::new(), |operand| format!(" of operand {}", operand.name()));
    let arch = all.first().map_or("", |first| first.arch().name());
    let of = match is_of_text {
        true => "the text",
        false => "what is shown",
    };
    let count = all.len();
    let what = format!("a loop of {count} descriptors{whose}, {arch}: the first is of {of}");
    Pasted::inside(what, read_of(said, shown), Vec::new())
}

/// The descriptor that something is added to.
pub(crate) fn base_of(held: Option<Descriptor>, at: Range<usize>) -> Result<Descriptor, PasteError> {
    held.ok_or_else(|| error(at, "There is no descriptor to add this to"))
}

/// The descriptor that a loop over what is shown starts with.
pub(crate) fn first_of(spec: &Spec) -> Option<Descriptor> {
    let given = spec.said().all_given().first().copied();
    given.or_else(|| {
        let place = Place { step: 0, ..spec.place() };
        spec.derived_descriptor(place).ok()
    })
}

/// The increments that a text adds to one of its descriptors.
#[derive(Debug, Default, PartialEq)]
struct Increments {
    /// Its name.
    name: String,
    /// The value of each increment.
    units: Vec<i64>,
    /// The ranges of increments that are not known.
    unknown: Vec<std::ops::Range<usize>>,
    /// Other variables that something is added to.
    others: Vec<String>,
    /// How often the loop runs, where its head says so.
    count: Option<u32>,
}

impl Increments {
    /// The number that these are added to: the one of that name, or one without a name of another operand.
    fn own(&self, words: &Words, raws: &[u64]) -> Option<u64> {
        let long = long_numbers(words);
        let name = |i: usize| label(words, i).map_or("", |at| words.word(at));
        let may_be = |i: usize| operand_of(name(i)).is_none_or(|it| Some(it) == operand_of(&self.name));
        let own = long.iter().find(|i| name(**i) == self.name);
        match own.or_else(|| long.iter().find(|i| may_be(**i))) {
            Some(i) => Some(number(words, *i, None).ok()?.bits()),
            None => raws.first().copied().filter(|_| long.is_empty()),
        }
    }
}

/// Variables with an increment that are named beside the first.
const OTHERS_MAX: usize = 8;

/// The statements `desc += 2` of a text, to the descriptor of an operand or to the first; none where there are none.
fn increments(text: &str, operand: Option<Operand>) -> Option<Increments> {
    if !text.contains("+=") {
        return None;
    }
    let bare = without_comments(text);
    let rows = tree(&bare);
    let loops = loops(&bare, &rows);
    let is_of_head = |at: usize| loops.iter().any(|one| one.head.contains(&at));
    let mut found = Increments {
        count: loops.iter().find_map(|one| one.values(&[])?.count.filter(|count| *count <= GIVEN_MAX as u32)),
        ..Increments::default()
    };
    let all = nodes(&rows).into_iter().filter(|node| !is_of_head(node.at));
    let all = all.filter_map(|node| match node.assigned()? {
        ("+=", target, added) => Some((target.target(), added)),
        _ => None,
    });
    let all: Vec<(&str, &Node<'_>)> = all.collect();
    let is_wanted = |(name, _): &&(&str, _)| operand.is_some() && operand_of(name) == operand;
    found.name = all.iter().find(is_wanted).or(all.first())?.0.into();
    for (name, added) in all {
        match value(added, &[], &mut Vec::new()).and_then(Known::number) {
            _ if found.name != name => {
                let is_new = !is_in(COUNTERS, name) && found.others.iter().all(|other| other != name);
                found.others.extend((is_new && found.others.len() < OTHERS_MAX).then(|| name.into()));
            }
            Some(added) => found.units.push(added as i64),
            None => found.unknown.push(added.range()),
        }
    }
    Some(found)
}

/// The steps in a list behind one descriptor: `0x…, +2, +4, +6`; none where anything else is behind it.
fn added(words: &Words) -> Vec<u64> {
    let Some(from) = long_numbers(words).first().copied() else {
        return Vec::new();
    };
    let step = |i: usize| {
        let sign = words.before(i).trim_start_matches(any_of(",; \n(["));
        let digits = words.word(i);
        (sign == "+" && digits.len() < 8).then(|| constant(digits))?
    };
    let is_number = |i: &usize| has_digit_first(words.word(*i));
    let is_word = |i: &usize| is_in("then and step steps", words.word(*i));
    let mut behind = from + 1..words.at.len();
    // `+2 per k` is no list.
    if !behind.clone().all(|i| is_number(&i) || is_word(&i)) {
        return Vec::new();
    }
    let numbers = behind.by_ref().filter(is_number);
    let all: Option<Vec<u64>> = numbers.map(step).collect();
    all.filter(|all| all.len() <= GIVEN_MAX).unwrap_or_default()
}

/// The descriptors of a text, whole or in halves.
fn values(words: &Words, choice: &PasteChoice, notices: &mut Vec<Notice>) -> Vec<u64> {
    match long_values(words, choice, notices) {
        values if values.is_empty() => columns_of_halves(words, choice),
        values => values,
    }
}

/// The values of a text that can only be whole descriptors. If their names differ, only the values of the first name.
fn long_values(words: &Words, choice: &PasteChoice, notices: &mut Vec<Notice>) -> Vec<u64> {
    let mut all: Vec<(usize, Option<String>)> =
        long_numbers(words).into_iter().map(|i| (i, name_before(words, i))).collect();
    if all.iter().all(|(_, name)| name.is_some()) {
        let is_wanted = |(_, name): &&(usize, Option<String>)| {
            choice.operand.is_some() && name.as_deref().and_then(operand_of) == choice.operand
        };
        let first = all.iter().find(is_wanted).or(all.first()).and_then(|(_, name)| name.clone());
        let is_of_first = |(_, name): &(usize, Option<String>)| *name == first;
        // Of names with a value each, none is another's sequence.
        if all.iter().filter(|one| is_of_first(one)).count() > 1 {
            if let Some((_, Some(other))) = all.iter().find(|one| !is_of_first(one)) {
                let why = "is a different name than the first; its value was ignored";
                notices.push(notice(other, why));
            }
            all.retain(is_of_first);
        }
    }
    let value = |(i, _): (usize, _)| Some(number(words, i, None).ok()?.bits());
    all.into_iter().filter_map(value).collect()
}

/// The name before a value, without the digits that count it: `descA` of `descA3 = 0x…`.
fn name_before(words: &Words, i: usize) -> Option<String> {
    let before = label(words, i)?;
    // Or it is the head of its column.
    let is_assigned =
        before + 1 < i || words.gap(before).contains(['=', ':']) && !words.gap(before).contains('\n');
    let bare = words.word(before).trim_end_matches(any_of("0123456789_"));
    is_assigned.then(|| bare.chars().take(32).collect())
}

/// Two halves on each of several lines.
fn columns_of_halves(words: &Words, choice: &PasteChoice) -> Vec<u64> {
    let is_half = |i: &usize| {
        let word = words.word(*i);
        hex_prefix(word) > 0 && (1..=8).contains(&digits(word).0)
    };
    let all: Vec<usize> = words.each().filter(is_half).collect();
    let lines = all.chunk_by(|one, other| {
        let between = words.at[*one].end..words.at[*other].start;
        !words.text[between].contains('\n')
    });
    let half = |i: usize| number(words, i, None).map_or(0, |half| half.raw & 0xffff_ffff);
    // A debugger prints several in a line.
    let length = if choice.halves.is_some() { 2 } else { usize::MAX };
    let pairs = lines.flat_map(|line| line.chunks(length)).map(|pair| match *pair {
        [one, other] => Some(half(one) << 32 | half(other)),
        _ => None,
    });
    let pairs: Option<Vec<u64>> = pairs.collect();
    let Some(high) = pairs.filter(|pairs| pairs.len() > 1) else {
        return Vec::new();
    };
    let low: Vec<u64> = high.iter().map(|raw| raw.rotate_left(32)).collect();
    let stray = |raws: &[u64]| {
        let of = |raw: u64| Descriptor::new(choice.arch_of(raw), raw);
        let stray = raws.iter().filter(|raw| of(**raw).decode().stray_bits != 0);
        stray.count()
    };
    let is_low = || is_in("lo low x desc_lo", words.last(all[0])) || stray(&high) > stray(&low);
    match choice.halves {
        Some(Halves::LowFirst) => low,
        None if is_low() => low,
        _ => high,
    }
}
