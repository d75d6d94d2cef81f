//! A loop whose body works each descriptor out from what it counts: `for (…) wgmma(d, descA + ((k * 16 * 2) >> 4), descB);`.

use super::*;

/// Reads a text with loops in it; none where it has none, or where they add to a variable instead.
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let bare = without_comments(text);
    let rows = tree(if text.contains("for") { &bare } else { "" });
    let loops = loops(&bare, &rows);
    let Some(first) = loops.first() else {
        return walked::read(text, choice, context);
    };
    let all = || loops.iter().map(Loop::all);
    let variables = source::variables(&blanked(&bare, all()));
    let walks = found(&loops, &variables);
    let whole: Vec<_> = walks.iter().filter(|walk| walk.missing.is_none()).collect();
    if !whole.is_empty() {
        // Comments beside the loop describe its tile.
        let beside = blanked(text, all().chain(directives(text)));
        return Some(walked(text, &beside, &whole, choice, context));
    }
    let is_outside = |at: usize| loops.iter().all(|one| !one.head.contains(&at));
    if bare.match_indices("+=").any(|(at, _)| is_outside(at)) {
        return None;
    }
    // A loop's head counts; it has no fields.
    let is_named = |walk: &&Walked<'_>| matches!(walk.base, Base::Named(_));
    let sums = walks.iter().filter(is_named).map(Walked::at);
    let heads = loops.iter().map(|one| one.head.clone());
    let headless = blanked(text, heads.chain(sums));
    if headless.trim().is_empty() {
        return Some(refuse(
            first.head.clone(),
            "This loop has no descriptor update. Expected, for example: desc + k * 2",
        ));
    }
    let read = crate::formats::read(&headless, choice, context);
    if walks.is_empty()
        && let Some(step) = address_step(&bare, first)
    {
        let count = first.values(&variables).and_then(|values| values.count);
        return Some(stepped(read, &first.head, (step, count), choice, context));
    }
    let has_given = |pasted: &Pasted| pasted.shown.said.given != context.said.given;
    Some(match (walks.first(), read) {
        (Some(walk), Ok(pasted)) if !has_given(&pasted) => unknown(text, walk),
        (missing, Ok(mut pasted)) => {
            let why = "is unknown here, and the loop that adds it was not read";
            let name = missing.map(|walk| walk.missing.as_deref().unwrap_or_default());
            pasted.notices.extend(name.map(|name| notice(name, why)));
            let is_bare = |one: &&Loop<'_>| bare[one.body.clone()].trim().is_empty();
            let heads = loops.iter().filter(is_bare).map(|one| not_read(text[one.head.clone()].trim()));
            pasted.notices.extend(heads);
            Ok(pasted)
        }
        (Some(walk), Err(_)) => unknown(text, walk),
        (None, Err(error)) => Err(error),
    })
}

/// The address in a call that makes a descriptor, where it moves with a loop over the instruction's K: `&sA[k * WGMMA_K]`.
fn address_step<'t>(text: &'t str, of: &Loop<'_>) -> Option<&'t str> {
    let moves = |argument: &&str| {
        let product = argument.replace(' ', "");
        let behind = product.split_once(&format!("{}*", of.name));
        let before = || product.split_once(&format!("*{}", of.name));
        let by = behind.map(|(_, by)| by).or_else(|| Some(before()?.0));
        let by = by.unwrap_or_default().trim_matches(|c| !is_name(c));
        let by = last_name(by).to_ascii_uppercase();
        by == "16" || by.ends_with('K') && has_any(&by, "MMA INST ATOM STEP")
    };
    let calls = calls(text, "desc Desc DESC")
        .into_iter()
        .filter(|call| of.body.contains(&call.at.start) && call.name.to_ascii_lowercase().contains("desc"));
    let mut addresses = calls.filter_map(|call| Some(call.arguments.first()?.text));
    addresses.find(moves)
}

/// The notice of a loop whose count is that of a tile that nothing says.
fn open_count(is_open: bool, shown: &Shown) -> Option<Notice> {
    let why = "is not known from this text; as many steps as the shown tile has";
    (is_open && shown.said.tile.k.is_none()).then(|| notice("count", why))
}

/// A loop whose address moves by the instruction's K, 32 bytes each time.
fn stepped(
    read: Answer,
    head: &Range<usize>,
    (step, count): (&str, Option<u32>),
    choice: &PasteChoice,
    context: &Shown,
) -> Answer {
    let read = read.ok();
    let read = read.filter(|read| read.shown.said.given != context.said.given);
    let is_of_text = read.is_some();
    let Pasted { shown, mut notices, .. } = read.unwrap_or_else(|| Pasted::of("", *context));
    let spec = shown.spec()?;
    let base = base_of(first_of(&spec), head.clone())?;
    let said = said_with_loop(&spec, base, 2, count.unwrap_or(spec.steps()).max(2));
    let by = "moves by the instruction's K each time: 32 bytes, 2 units";
    notices.push(notice(step, by));
    notices.extend(open_count(count.is_none(), &shown));
    if !is_of_text {
        let why = "is not known from this text; the shown one is the first";
        notices.push(notice("descriptor", why));
    }
    Ok(Pasted {
        others: other_archs(base.arch(), choice),
        notices,
        ..loop_of(said, &shown, None, is_of_text)
    })
}

/// The error that names what a loop lacks, if there is no descriptor either.
fn unknown<T>(text: &str, walk: &Walked<'_>) -> Result<T, PasteError> {
    let name = walk.missing.as_deref().unwrap_or_default();
    let at = text[walk.at()].find(name);
    let start = walk.at().start + at.unwrap_or(0);
    wants_number(start..start + at.map_or(0, |_| name.len()), name)
}

/// Lines for the compiler: they say nothing of a descriptor.
fn directives(text: &str) -> impl Iterator<Item = Range<usize>> {
    let signs = ["#pragma", "#unroll", "@"];
    lines(text)
        .filter(move |(_, line)| signs.iter().any(|sign| line.trim_start().starts_with(sign)))
        .map(|(start, line)| start..start + line.trim_end().len())
}

/// The sequence of a loop. The first descriptor is that of the text beside it, or the one that is shown.
fn walked(text: &str, beside: &str, walks: &[&Walked<'_>], choice: &PasteChoice, context: &Shown) -> Answer {
    let is_wanted = |walk: &&&Walked<'_>| choice.operand.is_some() && walk.operand == choice.operand;
    let walk = *walks.iter().find(is_wanted).unwrap_or(&walks[0]);
    let arch = choice.arch.or(arch_of_types(&text[walk.at()]));
    let choice = PasteChoice { arch, operand: choice.operand.or(walk.operand), ..*choice };
    let mut read = Pasted::of("", *context);
    if !beside.trim().is_empty() {
        let is_of_descriptor = || !long_numbers(&Words::of(beside)).is_empty();
        match crate::formats::read(beside, &choice, context) {
            Ok(pasted) if !pasted.is_answer => read = pasted,
            Err(error) if !error.readings.is_empty() || is_of_descriptor() => return Err(error),
            _ => {}
        }
    }
    let Pasted { what, mut shown, mut notices, goes_to, .. } = read;
    let given = shown.said.all_given();
    let is_of_text = !given.is_empty() && given != context.said.all_given();
    let is_known = is_of_text || walk.base == Base::InText;
    shown.said.reader.operand = choice.operand.or(shown.said.reader.operand);
    let spec = shown.spec()?;
    // Walks of other descriptors before this one.
    let is_before = |other: &&&Walked<'_>| other.at().start < walk.at().start && other.base != walk.base;
    let index = walks.iter().filter(is_before).count();
    let held = match is_of_text {
        true => given.get(index).or(given.first()).copied(),
        false => first_of(&spec),
    };
    let base = base_of(held, walk.at())?;
    let raws = walk.values(base.raw(), spec.steps());
    let first = match arch {
        Some(arch) => Descriptor::new(arch, raws[0]),
        None if is_known => Descriptor::guessed(raws[0]),
        None => base,
    };
    let all: Vec<Descriptor> = raws.iter().map(|raw| first.with_raw(*raw)).collect();
    if let Base::Named(name) = walk.base
        && !is_of_text
    {
        let why = "is unknown here; the shown descriptor is used";
        notices.push(notice(name, why));
    }
    notices.extend(too_many(raws.len(), " and more"));
    notices.extend(open_count(walk.is_open(), &shown));
    let said = match is_known {
        true => shown.said,
        // The tile that is shown stays.
        false => said_with_loop(&spec, base, 0, 1),
    };
    let facts = what.find("; and a tile").map_or("", |at| &what[at..]);
    let mut others = other_archs(first.arch(), &choice);
    for other in walks.iter().filter(|other| other.operand != walk.operand) {
        let reading = other.operand.map(|operand| other_operand(operand, &choice));
        others.extend(reading.filter(|reading| !others.contains(reading)));
    }
    let said = said.with_all_given(&all, 0);
    let mut pasted = loop_of(said, &shown, walk.operand, is_known);
    pasted.what += facts;
    Ok(Pasted { others, notices, goes_to, ..pasted })
}
