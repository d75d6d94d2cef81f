//! Descriptors of both operands and an instruction descriptor in one text: `desc_a=0x… desc_b=0x… idesc=0x…`.

use super::*;

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
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
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
        let idesc = named.instruction.map(|raw| idesc::of_bits(raw, choice));
        let matrices = named.matrix.iter().map(|one| matrix_text(*one, arch));
        let mut parts: Vec<String> = matrices.collect();
        parts.extend(idesc.map(|idesc| format!("instruction descriptor {}", idesc::text(idesc))));
        let mut shown = *shown;
        if let Some((operand, raw)) = wanted {
            shown = with_given(Descriptor::new(arch, *raw), &shown);
            shown.said.reader.operand = operand.or(choice.operand).or(shown.said.reader.operand);
        }
        if let Some(idesc) = idesc {
            let operand = whose.or(choice.operand);
            let choice = PasteChoice { operand, ..*choice };
            shown = idesc::pasted(idesc, "", &choice, &shown)?.shown;
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
    Some(worded::beside(&words, (&named.used, whose), choice, context, of_text))
}

fn matrix_text((operand, raw): (Option<Operand>, u64), arch: Arch) -> String {
    let descriptor = Descriptor::new(arch, raw);
    let start = bytes_from_field(descriptor.decode().start_field);
    let whose = match operand {
        Some(operand) => format!("operand {}'s ", operand.name()),
        None => String::new(),
    };
    format!("{whose}descriptor {descriptor} (start 0x{start:x})")
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
        let Some((value, digits)) = number(words.word(i)).filter(|_| !used[i]) else {
            continue;
        };
        count += 1;
        if count > PAIRS_MAX {
            return None;
        }
        let label = label(words, i);
        let name = label.map_or("", |label| words.word(label));
        let is_assigned = label.is_some_and(|label| words.gap_has(label, |b| b == b'='));
        let computed = is_assigned.then(|| statement::computed_at(text, words.at[i].clone()).0).flatten();
        let value = computed.unwrap_or(value);
        // The rest of an expression.
        let is_end = |b: u8| matches!(b, b',' | b';' | b'\n');
        let mut end = i + 1;
        while computed.is_some() && end < words.at.len() && !words.gap_has(end - 1, is_end) {
            used[end] = true;
            end += 1;
        }
        let is_instruction = is_instruction(name);
        let operand = match digits > 8 && !is_instruction && !roles.is_empty() {
            // Roles are in the order of their numbers, wherever they are written.
            true => Some(roles.remove(0).2),
            false => operand_of(name),
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
        number(words.word(i)).is_some_and(|(_, digits)| digits > 8) && !named
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
        let one = match vocabulary::meaning(&vocabulary::compared(word)) {
            Some(Meaning::Operand(operand)) => Some(operand),
            _ if is_letter => Some(Operand::A),
            _ => operand_of(word).filter(|_| !is_of_type(word)),
        };
        let of_one = |operand| (1, operand);
        let phrase = || ORDINALS.into_iter().find_map(of_phrase);
        let found = role::at(words, i).map(of_one).or_else(phrase).or(one.map(of_one));
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

/// Whether a name is that of a type or a layout: `LayoutB`, `ElementA`.
fn is_of_type(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    has_any(&lower, "layout element type major align")
}

/// The name before a number: the word before it, on its line or with a sign between them.
pub(crate) fn label(words: &Words, i: usize) -> Option<usize> {
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
fn number(word: &str) -> Option<(u64, usize)> {
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
