//! Several descriptors in one text: a list, a column that was printed, a debugger's lines, an array, or a loop that adds to one.

use super::*;

/// Reads a text of several descriptors; none where it has one at the most.
pub(crate) fn read_several(words: &Words, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let mut notices = Vec::new();
    let adds = increments(&words.text, choice.operand);
    let mut raws = values(words, choice, &mut notices);
    if let Some(adds) = adds {
        if raws.is_empty() {
            let built = built(&words.text);
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
        notices.extend(computed_at(&words.text, words.at[*first].clone()).1);
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
        let text = quoted(words.text[at.clone()].trim());
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
    let of = if is_of_text { "the text" } else { "what is shown" };
    let count = all.len();
    let what = format!("a loop of {count} descriptors{whose}, {arch}: the first is of {of}");
    Pasted::inside(what, read_of(said, shown), Vec::new())
}

/// The descriptor that something is added to.
pub(crate) fn base_of(held: Option<Descriptor>, at: Span) -> Result<Descriptor, PasteError> {
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
#[derive(Default)]
struct Increments {
    /// Its name.
    name: String,
    /// The value of each increment.
    units: Vec<i64>,
    /// The ranges of increments that are not known.
    unknown: Vec<Span>,
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

// Descriptors of both operands and an instruction descriptor in one text: `desc_a=0x… desc_b=0x… idesc=0x…`.

/// Numbers with names that are looked at: more belong to a list.
const PAIRS_MAX: usize = 16;

/// The values that a text gives by name.
#[derive(Default)]
struct Named {
    /// Descriptors, each with its operand.
    matrix: Vec<(Option<Operand>, u64)>,
    instruction: Option<u32>,
    others: Vec<String>,
    /// The words of all of them.
    used: Vec<bool>,
}

/// Reads such a text; none where it has not a descriptor of each operand, or one beside an instruction descriptor.
pub(crate) fn read_operands(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let words = Words::of(text);
    let named = named(&words)?;
    let of = |operand: Operand| {
        let mut all = named.matrix.iter();
        all.find(|(known, _)| *known == Some(operand))
    };
    let wanted = choice.operand.and_then(of).or(named.matrix.first());
    let arch = match (choice.arch, named.instruction, wanted) {
        (Some(arch), ..) => arch,
        (None, Some(_), _) => Arch::Tcgen05,
        (None, None, Some((_, raw))) => Descriptor::guessed(*raw).arch(),
        (None, None, None) => return None,
    };
    let whose = wanted.and_then(|(operand, _)| *operand);
    let of_text = |_: &PasteChoice, shown: &Shown| {
        let idesc = named.instruction.map(|raw| idesc_of_bits(raw, choice));
        let matrices = named.matrix.iter().map(|(operand, raw)| {
            let descriptor = Descriptor::new(arch, *raw);
            let start = bytes_from_field(descriptor.decode().start_field);
            let whose = operand.map_or(String::new(), |operand| format!("operand {}'s ", operand.name()));
            format!("{whose}descriptor {descriptor} (start 0x{start:x})")
        });
        let mut parts: Vec<String> = matrices.collect();
        parts.extend(idesc.map(|idesc| format!("instruction descriptor {}", idesc_text(idesc))));
        let mut shown = *shown;
        if let Some((operand, raw)) = wanted {
            shown = with_given(Descriptor::new(arch, *raw), &shown);
            shown.said.reader.operand = operand.or(choice.operand).or(shown.said.reader.operand);
        }
        if let Some(idesc) = idesc {
            let operand = whose.or(choice.operand);
            let choice = PasteChoice { operand, ..*choice };
            shown = idesc_pasted(idesc, "", &choice, &shown)?.shown;
        }
        let mut others = other_archs(arch, choice);
        others.retain(|_| idesc.is_none());
        let operands = named.matrix.iter().filter_map(|(operand, _)| *operand);
        let hidden = operands.filter(|operand| whose != Some(*operand));
        others.extend(hidden.map(|operand| other_operand(operand, choice)));
        let which = match whose {
            Some(operand) if named.matrix.len() > 1 => {
                format!("; shown is operand {}'s", operand.name())
            }
            _ => String::new(),
        };
        Ok(Pasted {
            others,
            notices: named.others.iter().map(|part| not_read(part)).collect(),
            goes_to: idesc.map(Destination::Instruction),
            ..Pasted::of(format!("{}{which}", parts.join(", ")), shown)
        })
    };
    Some(beside(&words, (&named.used, whose), choice, context, of_text))
}

/// Every number of a text, by the name before it; none where they are not such a set.
fn named(words: &Words) -> Option<Named> {
    let text = &words.text;
    if text.contains("+=") {
        return None;
    }
    let mut named = Named::default();
    let mut used = vec![false; words.at.len()];
    let mut unnamed = Vec::new();
    let mut roles = roles(words);
    for (at, count, _) in &roles {
        used[*at..at + count].fill(true);
    }
    let mut count = 0;
    for i in words.each() {
        let Some((value, digits)) = long_or_decimal(words.word(i)).filter(|_| !used[i]) else {
            continue;
        };
        count += 1;
        if count > PAIRS_MAX {
            return None;
        }
        let label = label(words, i);
        let name = label.map_or("", |label| words.word(label));
        let is_assigned = label.is_some_and(|label| words.gap_has(label, |b| b == b'='));
        let computed = is_assigned.then(|| computed_at(text, words.at[i].clone()).0).flatten();
        let value = computed.unwrap_or(value);
        // The rest of an expression.
        let is_end = |b: u8| matches!(b, b',' | b';' | b'\n');
        let mut end = i + 1;
        while computed.is_some() && end < words.at.len() && !words.gap_has(end - 1, is_end) {
            used[end] = true;
            end += 1;
        }
        let is_instruction = is_instruction(name);
        let operand = if digits > 8 && !is_instruction && !roles.is_empty() {
            // Roles are in the order of their numbers, wherever they are written.
            Some(roles.remove(0).2)
        } else {
            operand_of(name)
        };
        let is_known = named.matrix.iter().any(|(known, _)| *known == operand);
        if is_instruction && named.instruction.is_none() {
            // CUTLASS carries it in the upper half.
            let bits = if value >> 32 == 0 { value } else { value >> 32 };
            named.instruction = Some(bits as u32);
        } else if digits <= 8 {
            named.others.push(match name {
                "" => words.word(i).into(),
                name => name.into(),
            });
        } else if operand.is_none() {
            unnamed.push((name, value));
        } else if is_known {
            // Two of one operand are a sequence.
            return None;
        } else {
            named.matrix.push((operand, value));
        }
        used[i] = true;
        if let Some(label) = label {
            used[label] = true;
        }
    }
    if named.instruction.is_none() && named.matrix.len() != 2 {
        return None;
    }
    match (&named.matrix[..], &unnamed[..], named.instruction) {
        // They are in the order in which an instruction takes them.
        ([], [(_, a), (_, b)], Some(_)) => {
            named.matrix = [(Some(Operand::A), *a), (Some(Operand::B), *b)].into();
        }
        ([], [(_, one)], Some(_)) => named.matrix.push((None, *one)),
        _ => {
            let left = unnamed.iter().map(|(name, value)| match *name {
                "" => format!("0x{value:016x}"),
                name => name.into(),
            });
            named.others.extend(left);
        }
    }
    let is_set = !named.matrix.is_empty() || named.others.is_empty();
    named.used = used;
    is_set.then_some(named)
}

/// Both operands, in their order, if each is named once in a text of two descriptors: the first word of each name, its count
/// of words, and the operand. Otherwise nothing.
fn roles(words: &Words) -> Vec<(usize, usize, Operand)> {
    let is_matrix = |i: usize| {
        let named = is_instruction(words.last(i));
        long_or_decimal(words.word(i)).is_some_and(|(_, digits)| digits > 8) && !named
    };
    let count = |from: usize| (from..words.at.len()).filter(|i| is_matrix(*i)).take(3).count();
    if count(0) != 2 {
        return Vec::new();
    }
    let mut all: Vec<(usize, usize, Operand)> = Vec::new();
    let mut i = 0;
    while i < words.at.len() && all.len() < 3 {
        let word = words.word(i);
        let of_phrase = |(pattern, operand)| Some((words.phrase(i, pattern)?.0 - i, operand));
        // Beside a B it is not an article.
        let is_letter = word == "a" && (i + 1..words.at.len().min(i + 3)).any(is_matrix);
        let one = match meaning(&compared(word)) {
            Some(Meaning::Operand(operand)) => Some(operand),
            _ if is_letter => Some(Operand::A),
            // `LayoutB` and `ElementA` are of a type.
            _ => operand_of(word).filter(|_| !has_any(words.lower(i), "layout element type major align")),
        };
        let of_one = |operand| (1, operand);
        let phrase = || ORDINALS.into_iter().find_map(of_phrase);
        let found = role_at(words, i).map(of_one).or_else(phrase).or(one.map(of_one));
        if let Some((taken, operand)) = found {
            all.push((i, taken, operand));
        }
        i += found.map_or(1, |(taken, _)| taken);
    }
    match all[..] {
        [(.., first), (.., second)] if first != second => all,
        _ => Vec::new(),
    }
}

const ORDINALS: [(&str, Operand); 2] =
    [("a,first,left,left-hand operand", Operand::A), ("b,second,right,right-hand operand", Operand::B)];

/// The name before a number: the word before it, on its line or with a sign between them.
fn label(words: &Words, i: usize) -> Option<usize> {
    let before = i.checked_sub(1)?;
    let is_name = !has_digit_first(words.word(before));
    let is_apart = words.gap_has(before, |b| matches!(b, b',' | b';' | b'\n'))
        && !words.gap_has(before, |b| matches!(b, b'=' | b':'));
    if is_name && !is_apart { Some(before) } else { column_of(words, i) }
}

/// The name over a number, where the first line has a name for each word of its line.
fn column_of(words: &Words, i: usize) -> Option<usize> {
    let ends = |at: &usize| words.gap(*at).contains('\n');
    let from = (i.saturating_sub(PAIRS_MAX)..i).rev().find(ends)? + 1;
    let end = (i..i + PAIRS_MAX).find(ends).unwrap_or(words.at.len() - 1);
    let head = (0..PAIRS_MAX).find(ends)?;
    let is_head = head > 0 && end - from == head && !(0..=head).any(|at| has_digit_first(words.word(at)));
    is_head.then_some(i - from)
}

/// Whether a name is that of an instruction descriptor.
pub(crate) fn is_instruction(name: &str) -> bool {
    const NAMES: &str = "idesc instr_desc i_desc inst_desc instruction_descriptor instruction_desc instrdesc";
    let lower = name.to_ascii_lowercase();
    let bare = lower.trim_end_matches('_');
    NAMES.split(' ').any(|known| bare.ends_with(known)) || bare == "desc_i"
}

/// A number of many digits, hex or decimal, and as how many hex digits it counts.
fn long_or_decimal(word: &str) -> Option<(u64, usize)> {
    let (digits, _) = digits(word);
    // As many digits as a descriptor has are hex that lost its prefix.
    let is_whole = digits == 16 || digits == 8 && word.starts_with('0');
    let read = Spelled::literal(word, if is_whole { 16 } else { 10 }).ok()?;
    let value = read.value;
    match read.radix {
        16 => Some((value, digits)),
        10 if digits > 6 => Some((value, if value >> 32 == 0 { 8 } else { 16 })),
        _ => None,
    }
}
