//! A descriptor that source code builds, over what is shown: bits that the text leaves open stay.

use super::*;

/// Whether a text puts a descriptor together with ors, line by line or in one expression with shifts, and does not walk.
fn is_chain(text: &str) -> bool {
    let has_or = has_any(text, "|= ^=") || text.contains("<<") && text.contains('|');
    let is_more = || {
        let bare = without_comments(text);
        let rows = tree(&bare);
        // `BASE | addr >> 4`, of a number with a name.
        let of_named = || variables_of(&bare).iter().any(|one| one.is_part && one.value.bits >> 32 != 0);
        text.contains('|') && (of_named() || calls_own(&rows, &functions(&rows)))
    };
    !text.contains("+=") && (has_or || is_more()) && built(text).is_some()
}

/// Reads such a text with comments beside its code, which is everything else; none where it is no such text.
pub(crate) fn read_chain(
    text: &str,
    choice: &PasteChoice,
    context: &Shown,
    taken: &mut Vec<Span>,
) -> Option<Answer> {
    let has_words = ["[0] =", "[1] ="].iter().all(|word| text.contains(word));
    let is_one = is_chain(text) || has_words && built(text).is_some_and(|(built, _)| built.name.is_empty());
    is_one.then(|| {
        let bare = without_comments(text);
        let both = lines(text).zip(bare.split_inclusive('\n'));
        taken.extend(both.map(|((start, _), bare)| start..start + bare.trim_end().len()));
        pasted(&Words::of(text), choice, context)
    })
}

/// Shifts and ors without a whole descriptor among them.
pub(crate) fn read_built(words: &Words, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let is_built = long_numbers(words).is_empty() && is_put_together(&words.text);
    is_built.then(|| pasted(words, choice, context))
}

fn pasted(words: &Words, choice: &PasteChoice, context: &Shown) -> Answer {
    let low = low_word(&words.text).map(|low| (low, Vec::new()));
    let Some((mut built, mut beside)) = low.or_else(|| built(&words.text)) else {
        return refuse(
            words.all(),
            "These shifts and ors are not a complete descriptor: no field above bit 31 is set",
        );
    };
    if is_instruction(&built.name) {
        return instruction(&built, choice, context);
    }
    let is_wanted = |one: &Variable| operand_of(&one.name) == choice.operand.or(Some(Operand::A));
    if !is_wanted(&built)
        && let Some(one) = beside.iter_mut().find(|one| is_wanted(one))
    {
        std::mem::swap(&mut built, one);
    }
    let spec = context.looked_at(&context.spec()?);
    // A line that says nothing of bits 46 to 48 is for what is shown, unless it says where the swizzle's code is.
    let is_said = built.value.mask >> 46 & 1 == 1;
    let by_bit = Descriptor::guessed(built.value.bits).arch();
    let by_shift =
        arch_of_shift(&words.text).filter(|arch| !is_said || (*arch, by_bit) == (Arch::Tcgen05, Arch::Wgmma));
    let guess = match (by_shift, is_said) {
        (Some(arch), _) => arch,
        (None, true) => by_bit,
        (None, false) => spec.reader().arch,
    };
    let arch = choice.arch.unwrap_or(guess);
    let held = held(&spec, arch);
    let is_open = |field: &&Field| built.value.mask & field.mask() != field.mask();
    let fields = Descriptor::fields(arch).iter();
    let open: Vec<&Field> = fields.filter(is_open).collect();
    let kept = open.iter().fold(0, |mask, field| mask | field.mask());
    let raw = built.value.bits & !kept | held.raw() & kept;
    let descriptor = Descriptor::new(arch, raw);
    let mut shown = with_given(descriptor, context);
    shown.said.place = said_place(words);
    let rows = tree(&words.text);
    let operand = operand_of(&built.name);
    if !beside.is_empty() || calls_own(&rows, &functions(&rows)) {
        shown.said.reader.operand = operand.or(shown.said.reader.operand);
    }
    check(&shown.said)?;
    let mut notices: Vec<Notice> = overflow(&words.text).into_iter().collect();
    let mut others = other_archs(arch, choice);
    // Several without an operand are judged one by one, in their order.
    let all: Option<Vec<u64>> = beside.iter().chain([&built]).map(|one| one.value.number()).collect();
    let are_several = !beside.is_empty() && beside.iter().all(|one| operand_of(&one.name).is_none());
    if let Some(all) = all.filter(|_| are_several && operand.is_none()) {
        let all: Vec<Descriptor> = all.into_iter().map(|raw| Descriptor::new(arch, raw)).collect();
        let what = format!("{} descriptors that this code builds, {}", all.len(), arch.name());
        let shown = read_of(context.said.with_all_given(&all, 0), context);
        return Ok(Pasted { others, ..Pasted::inside(what, shown, notices) });
    }
    for one in &beside {
        let other = operand_of(&one.name).filter(|other| Some(*other) != operand);
        others.extend(other.map(|other| other_operand(other, choice)));
        notices.push(notice(&one.name, "is another descriptor of this code; it was ignored"));
    }
    let names: Vec<&str> =
        open.iter().filter(|field| field.fixed.is_none()).map(|field| field.name).collect();
    if !names.is_empty() {
        notices.push(notice(
            &names.join(", "),
            if built.unknown.is_empty() {
                "not in this text; unchanged".into()
            } else {
                let few = built.unknown.iter().take(4).map(|name| name.get(..32).unwrap_or(name));
                format!("not known from this text ({}); unchanged", joined(few, ", "))
            },
        ));
    }
    Ok(Pasted {
        others,
        ..Pasted::inside(
            format!(
                "a descriptor that this code builds, {}",
                match (by_shift, is_said) {
                    (Some(by), _) if choice.arch.is_none() => {
                        let bit = if by == Arch::Wgmma { 62 } else { 61 };
                        let by = by.name();
                        format!("{by}: the swizzle's code is at bit {bit}, as in {by}")
                    }
                    (_, true) => why(choice, arch),
                    (_, false) => arch.name().into(),
                }
            ),
            shown,
            notices,
        )
    })
}

/// Ors of 32 bits that are an instruction descriptor, without fault as far as they are known: M and N are at their places.
fn low_word(text: &str) -> Option<Variable> {
    let has = |low: &str| text.replace(' ', "").contains(low);
    let may_be = has("<<17") && (has("<<24") || has("<<27"));
    let mut last = variables_of(&without_comments(text)).pop().filter(|_| may_be)?;
    last.unknown.sort();
    let bits = u32::try_from(last.value.bits).ok()?;
    let is_one = last.value.number().is_none_or(|_| likely_kinds(bits).1 == 0);
    is_one.then(|| Variable { name: "idesc".into(), ..last })
}

/// The instruction descriptor that code builds.
fn instruction(built: &Variable, choice: &PasteChoice, context: &Shown) -> Answer {
    let read = idesc_of_bits(built.value.bits as u32, choice);
    let what = "an instruction descriptor that this code builds";
    match built.unknown.first() {
        Some(name) => wants_number(0..0, name),
        None => idesc_pasted(read, what, choice, context),
    }
}

/// The first shift of a text that leaves an int.
///
/// Source: C17 6.5.7: the result has the type of the left operand, and a shift by its width or more is undefined.
pub(crate) fn overflow(text: &str) -> Option<Notice> {
    // Statements of C end with a semicolon; other languages infer the width.
    let is_c = text.contains(';') && !text.contains("let ");
    let rows = if is_c { tree(text) } else { Vec::new() };
    // A suffix or a cast specifies its type.
    let is_plain = |node: &Node<'_>| {
        matches!(node.kind, Part::Number(1..))
            && Number::read(node.text, 10).is_ok_and(|number| number.rest.is_empty())
    };
    let part = nodes(&rows).into_iter().find_map(|node| {
        let (Part::Operator("<<"), [left, right, ..]) = (node.kind, &node.of[..]) else {
            return None;
        };
        let (Part::Number(value), Part::Number(by)) = (left.kind, right.kind) else {
            return None;
        };
        let fits = by < 31 && value < 1 << 31 && value << by <= i32::MAX as u64;
        (!fits && is_plain(left)).then(|| format!("{} << {}", left.text, right.text))
    })?;
    Some(notice(
        &part,
        format!(
            "overflows in C, where a plain number is an int of 32 bits; read as {}",
            quoted(&part.replacen(' ', "ull ", 1))
        ),
    ))
}

/// Whether a text is about bits that are put together.
pub(crate) fn is_put_together(text: &str) -> bool {
    text.contains("<<") || text.contains("|=")
}

/// The variable with the 64 bits that a text puts together, and the other descriptors beside it; none where it has none.
/// Statements that add to a variable are left out: they walk.
pub(crate) fn built(text: &str) -> Option<(Variable, Vec<Variable>)> {
    let mut variables = variables_of(&without_comments(text));
    let is_whole =
        |one: &Variable| one.value.bits >> 32 != 0 || is_instruction(&one.name) && one.value.bits != 0;
    let is_one = |one: &&Variable| is_whole(one) || one.is_or && one.value.bits != 0;
    // The result is the variable that is returned or assigned last.
    let mut built = match variables.iter().rev().find(is_one) {
        Some(whole) if is_whole(whole) => whole.clone(),
        whole => words(&variables).or(whole.cloned())?,
    };
    built.unknown.sort();
    built.unknown.dedup();
    variables.retain(|one| one.is_descriptor() && one.name != built.name && one.value != built.value);
    Some((built, variables))
}

/// A descriptor of two words: `desc.lo = …; desc.hi = …;`, `reg32_[0]` and `reg32_[1]`, or any names that end so.
fn words(variables: &[Variable]) -> Option<Variable> {
    let last = |half: Key, index: &str| {
        let is_one = |one: &&Variable| {
            let name = last_name(&one.name);
            let before = one.name.strip_suffix(index);
            let is_word = before.is_some_and(|before| !before.ends_with(|c: char| c.is_ascii_alphanumeric()));
            one.value.bits >> 32 == 0 && (is_word || key(name, name) == Some(half))
        };
        variables.iter().rev().find(is_one)
    };
    let (low, high) = (last(Key::Low, "[0]")?, last(Key::High, "[1]")?);
    let half = u64::from(u32::MAX);
    let value = Known {
        bits: high.value.bits << 32 | low.value.bits & half,
        mask: high.value.mask << 32 | low.value.mask & half,
    };
    let unknown = [&low.unknown[..], &high.unknown[..]].concat();
    (value.bits != 0).then(|| Variable { unknown, ..Variable::of("", value) })
}

/// The variables that the statements of a text without comments set.
pub(crate) fn variables_of(text: &str) -> Vec<Variable> {
    variables(&tree(text))
}

/// The architecture that the place of the swizzle's code says: tcgen05 has three bits at 61, wgmma two at 62.
fn arch_of_shift(text: &str) -> Option<Arch> {
    let mut shifts = text.split("<<").skip(1);
    shifts.find_map(|by| {
        let by = by.trim_start().trim_start_matches('(');
        match by.split(|c: char| !c.is_ascii_digit()).next()? {
            "61" => Some(Arch::Tcgen05),
            "62" => Some(Arch::Wgmma),
            _ => None,
        }
    })
}
