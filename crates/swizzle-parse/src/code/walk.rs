//! A loop whose body works each descriptor out from what it counts: `for (…) wgmma(d, descA + ((k * 16 * 2) >> 4), descB);`.

use super::*;

/// Reads a text with loops in it; none where it has none, or where they add to a variable instead.
pub(crate) fn read_loop(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    let bare = without_comments(text);
    let rows = tree(if text.contains("for") { &bare } else { "" });
    let loops = loops(&bare, &rows);
    let Some(first) = loops.first() else {
        return read_without_loop(text, choice, context);
    };
    let all = || loops.iter().map(Loop::all);
    let variables = variables_of(&blanked(&bare, all()));
    let walks = found(&loops, &variables);
    let whole: Vec<_> = walks.iter().filter(|walk| walk.missing.is_none()).collect();
    if !whole.is_empty() {
        // Comments beside the loop describe its tile; lines for the compiler say nothing of a descriptor.
        let is_directive = |line: &str| ["#pragma", "#unroll", "@"].iter().any(|sign| line.starts_with(sign));
        let directives = lines(text).filter(|(_, line)| is_directive(line.trim_start()));
        let directives = directives.map(|(start, line)| start..start + line.trim_end().len());
        let beside = blanked(text, all().chain(directives));
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
    let read = read_text(&headless, choice, context);
    if walks.is_empty()
        && let Some(step) = address_step(&bare, first)
    {
        let count = first.values(&variables).and_then(|values| values.count);
        return Some(walked_by_address(read, &first.head, (step, count), choice, context));
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
fn walked_by_address(
    read: Answer,
    head: &Span,
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

/// The sequence of a loop. The first descriptor is that of the text beside it, or the one that is shown.
fn walked(text: &str, beside: &str, walks: &[&Walked<'_>], choice: &PasteChoice, context: &Shown) -> Answer {
    let is_wanted = |walk: &&&Walked<'_>| choice.operand.is_some() && walk.operand == choice.operand;
    let walk = *walks.iter().find(is_wanted).unwrap_or(&walks[0]);
    let arch = choice.arch.or(arch_of_types(&text[walk.at()]));
    let choice = PasteChoice { arch, operand: choice.operand.or(walk.operand), ..*choice };
    let mut read = Pasted::of("", *context);
    if !beside.trim().is_empty() {
        let is_of_descriptor = || !long_numbers(&Words::of(beside)).is_empty();
        match read_text(beside, &choice, context) {
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
    let held = if is_of_text { given.get(index).or(given.first()).copied() } else { first_of(&spec) };
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
    let said = if is_known {
        shown.said
    } else {
        // The tile that is shown stays.
        said_with_loop(&spec, base, 0, 1)
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

// The expressions in a loop's body that come to another descriptor each time.

/// The value to which a loop adds.
#[derive(Clone, Copy, PartialEq)]
enum Base<'t> {
    /// A number, or a variable that the text sets.
    InText,
    /// A name that the text does not explain.
    Named(&'t str),
}

/// An expression whose value differs each time.
struct Walked<'t> {
    node: &'t Node<'t>,
    base: Base<'t>,
    operand: Option<Operand>,
    /// Another name that the text does not explain.
    missing: Option<String>,
    /// The loops that it depends on, the outermost first.
    counters: Vec<(&'t str, Values)>,
    locals: Vec<(&'t str, &'t Node<'t>)>,
    variables: &'t [Variable],
}

/// Expressions of one text that are kept.
const WALKS_MAX: usize = 8;
/// Longer ones are not sums.
const BODY_LENGTH_MAX: usize = 512;

/// The expressions of the innermost loop that has any.
fn found<'t>(loops: &[Loop<'t>], variables: &'t [Variable]) -> Vec<Walked<'t>> {
    let mut inner_first: Vec<&Loop<'_>> = loops.iter().collect();
    inner_first.sort_by_key(|one| (one.body.end, std::cmp::Reverse(one.head.start)));
    let mut incomplete = Vec::new();
    for one in inner_first {
        let around = loops.iter().filter(|other| other.all().contains(&one.head.start));
        let values = |one: &Loop<'t>| Some((one.name, one.values(variables)?));
        let mut search = Search {
            names: around.clone().map(|one| one.name).collect(),
            counters: around.filter_map(values).collect(),
            variables,
            locals: Vec::new(),
            walks: Vec::new(),
        };
        for node in &one.nodes {
            search.node(node, "", "");
        }
        if search.walks.iter().any(|walk| walk.missing.is_none()) {
            return search.walks;
        }
        incomplete.append(&mut search.walks);
    }
    incomplete.truncate(WALKS_MAX);
    incomplete
}

struct Search<'t> {
    names: Vec<&'t str>,
    counters: Vec<(&'t str, Values)>,
    variables: &'t [Variable],
    locals: Vec<(&'t str, &'t Node<'t>)>,
    walks: Vec<Walked<'t>>,
}

impl<'t> Search<'t> {
    /// Looks at a node, and at those below it.
    fn node(&mut self, node: &'t Node<'t>, callee: &str, assigned: &'t str) {
        if self.walks.len() >= WALKS_MAX {
            return;
        }
        if let Some((_, target, value)) = node.assigned() {
            let (walks, name) = (self.walks.len(), target.target());
            self.node(value, callee, name);
            if self.walks.len() == walks && self.locals.len() < GIVEN_MAX {
                self.locals.push((name, value));
            }
            return;
        }
        if node.text.len() <= BODY_LENGTH_MAX
            && let Some(walk) = self.walk(node, callee, assigned)
        {
            self.walks.push(walk);
            return;
        }
        let name = match node.called('(').or(node.called('{')) {
            Some((of, _)) => last_name(of.text),
            None => callee,
        };
        if !makes(name) {
            node.children().for_each(|child| self.node(child, name, ""));
        }
    }

    /// The expression, if it comes to another descriptor each time.
    fn walk(&self, node: &'t Node<'t>, callee: &str, assigned: &str) -> Option<Walked<'t>> {
        let text = node.text;
        if !text.contains(any_of("+|-")) {
            return None;
        }
        let mut walk = Walked {
            node,
            base: Base::InText,
            operand: None,
            missing: None,
            counters: self.counters.clone(),
            locals: self.locals.clone(),
            variables: self.variables,
        };
        let (value, unknown) = walk.value_at(0, |_| 0)?;
        if value.is_none() {
            let is_call = |name: &String| {
                let mut places = text.match_indices(&**name);
                places.any(|(at, _)| text[at + name.len()..].trim_start().starts_with('('))
            };
            if unknown.iter().any(is_call) {
                return None;
            }
            let base = unknown.iter().find(|name| is_base(name, callee))?;
            let start = text.find(&**base)?;
            walk.base = Base::Named(&text[start..start + base.len()]);
            walk.missing = unknown.iter().find(|name| *name != base).cloned();
        }
        let of_assigned = || operand_of(assigned).filter(|_| assigned.to_ascii_lowercase().contains("desc"));
        walk.operand = names(text).find_map(operand_of).or_else(of_assigned);
        if walk.missing.is_some() {
            let counts = names(text).any(|one| self.names.contains(&one));
            return counts.then_some(walk);
        }
        // Any descriptor shows what is added to it.
        const SOME: u64 = 1 << 62 | 1 << 32;
        let first = walk.value_at(SOME, |_| 0)?.0?;
        let moves = |i: usize| {
            let further = walk.value_at(SOME, |counter| i64::from(counter == i));
            further.is_some_and(|(value, _)| value != Some(first))
        };
        let moved = (0..walk.counters.len()).filter(|i| moves(*i));
        walk.counters = moved.map(|i| walk.counters[i]).collect();
        (first >> 32 != 0 && !walk.counters.is_empty()).then_some(walk)
    }
}

/// Whether a function makes a descriptor from an address: what is added there is not added to a descriptor.
fn makes(callee: &str) -> bool {
    let lower = callee.to_ascii_lowercase();
    has_any(&lower, "make encode create init printf cvta load store")
}

/// Whether a name that nothing explains may be a descriptor's.
fn is_base(name: &str, callee: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let is_read = has_any(&callee.to_ascii_lowercase(), "mma gemm fma");
    let is_pointer = "smem shared ptr addr sa sb tile".split(' ').any(|part| lower.starts_with(part))
        || lower.ends_with("ptr")
        || lower.ends_with("addr");
    lower.contains("desc") || is_read && !is_pointer && !lower.starts_with(char::is_uppercase)
}

impl Walked<'_> {
    /// Where it is.
    const fn at(&self) -> Span {
        self.node.range()
    }

    /// The value where each counter is so many steps further; the names that nothing explains where there are any. `None` where it
    /// is no expression.
    fn value_at(&self, base: u64, at: impl Fn(usize) -> i64) -> Option<(Option<u64>, Vec<String>)> {
        let mut own: Vec<Variable> = Vec::new();
        if let (Base::Named(name), true) = (self.base, base != 0) {
            own.push(Variable::known(name, base));
        }
        for (i, (name, values)) in self.counters.iter().enumerate() {
            let value = values.from.wrapping_add(values.step.wrapping_mul(at(i)));
            own.push(Variable::known(name, value as u64));
        }
        let number = |one: &Variable| Some(Variable::known(&one.name, one.value.number()?));
        own.extend(self.variables.iter().filter_map(number));
        for (name, right) in &self.locals {
            let local = value(right, &own, &mut Vec::new()).and_then(Known::number);
            own.extend(local.map(|value| Variable::known(name, value)));
        }
        let mut unknown = Vec::new();
        let value = value(self.node, &own, &mut unknown)?.number();
        Some((value.filter(|_| unknown.is_empty()), unknown))
    }

    /// Whether the text leaves open how often a loop of it goes round.
    fn is_open(&self) -> bool {
        self.counters.iter().any(|(_, values)| values.count.is_none())
    }

    /// Each value, with a descriptor for the name that nothing explains; a count that the text leaves open is `steps`.
    fn values(&self, base: u64, steps: u32) -> Vec<u64> {
        let count = |(_, values): &(&str, Values)| values.count.unwrap_or(steps.max(1)) as usize;
        let counts: Vec<usize> = self.counters.iter().map(count).collect();
        let total = counts.iter().copied().fold(1_usize, usize::saturating_mul);
        let one = |i: usize| {
            let at = |counter: usize| {
                let inside: usize = counts[counter + 1..].iter().product();
                (i / inside.max(1) % counts[counter]) as i64
            };
            self.value_at(base, at)?.0
        };
        (0..total.min(GIVEN_MAX + 1)).filter_map(one).collect()
    }
}

/// The names in which loops over K count.
const COUNTERS: &str = "k ki kk k_block kblock k_idx k_iter k_inner i j iter step";
/// Longer groups are not calls with one descriptor.
const GROUP_MAX: usize = 160;
/// Pieces of one text that are named.
const PIECES_MAX: usize = 8;
/// Longer texts are not such lines.
const TEXT_LENGTH_MAX: usize = 1 << 14;

/// Reads the text beside such pieces, and names them; none if there are none, or no descriptor is beside them.
pub(crate) fn read_without_loop(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    if text.len() > TEXT_LENGTH_MAX || text.contains("+=") {
        return None;
    }
    let words = Words::of(text);
    let numbers = long_numbers(&words).into_iter();
    let numbers: Vec<Span> = numbers.map(|i| words.at[i].clone()).collect();
    // An increment of a number itself is read with the number.
    let bare = blanked(text, numbers.iter().cloned());
    let rows = tree(if numbers.is_empty() { "" } else { &bare });
    let pieces = pieces(&rows);
    let mut beside = blanked(text, pieces.iter().cloned());
    // A descriptor inside of one stays.
    for at in numbers {
        beside.replace_range(at.clone(), &text[at]);
    }
    if pieces.is_empty() {
        return None;
    }
    let mut pasted = read_text(&beside, choice, context).ok()?;
    let why = format!("belongs to a loop that is not here, and {NOT_READ}");
    let named = pieces.into_iter().map(|at| notice(text[at].trim(), &why));
    pasted.notices.extend(named);
    Some(Ok(pasted))
}

/// The pieces of a text that count in names which nothing sets, in order.
fn pieces(rows: &[Row<'_>]) -> Vec<Span> {
    let all = nodes(rows);
    let set = all.iter().filter_map(|node| node.assigned());
    let set: Vec<&str> = set.map(|(_, target, _)| target.target()).collect();
    let is_open = |name: &&str| !set.contains(name) && all.iter().any(|node| node.text == *name);
    let counters: Vec<&str> = COUNTERS.split(' ').filter(is_open).collect();
    let variables = variables(rows);
    let open = counters.iter().map(|counter| [Loop::open(counter, rows)]);
    let walks = open.flat_map(|loops| Vec::from_iter(found(&loops, &variables).iter().map(Walked::at)));
    let mut pieces: Vec<Span> = walks.collect();
    for group in all {
        let is_apart = |other: &Span| group.end() <= other.start || other.end <= group.at;
        if is_group(group, &counters) && pieces.iter().all(is_apart) {
            pieces.push(group.range());
        }
    }
    pieces.sort_by_key(|piece| (piece.start, piece.end));
    pieces.dedup();
    pieces.truncate(PIECES_MAX);
    pieces
}

/// Whether it is a call that takes a counter beside a descriptor, or one place of several: `advance(desc, k)`, `tCrA(_, _, k)`.
fn is_group(node: &Node<'_>, counters: &[&str]) -> bool {
    let call = node.called('(').or(node.called('['));
    call.is_some_and(|(callee, rows)| {
        let takes = |row: &Row<'_>| row.text == "_" || row.text.to_ascii_lowercase().contains("desc");
        let mut plain = rows.iter().take_while(|row| !row.text.contains(['(', '[']));
        let mut inner = nodes(rows).into_iter();
        node.text.len() <= GROUP_MAX
            && !makes(callee.text)
            && (callee.text.to_ascii_lowercase().contains("advance") || plain.any(takes))
            && inner.any(|inner| counters.contains(&inner.text))
    })
}

// The loops of source code: `for (int k = 0; k < 64; k += 16)`, `for k in range(4):`, `for k in 0..4`.

/// A loop and where its parts are.
pub(crate) struct Loop<'t> {
    /// The name of its variable.
    name: &'t str,
    /// The range from `for` up to the body.
    pub(crate) head: Span,
    /// What is repeated, and its range.
    nodes: Vec<&'t Node<'t>>,
    body: Span,
    counts: Counts<'t>,
}

/// What a loop counts.
enum Counts<'t> {
    /// First value and increment, where they are not 0 and 1, whether it goes down, the limit, and whether it is a value.
    By([Option<&'t Node<'t>>; 2], bool, Option<&'t Node<'t>>, bool),
    Listed(Values),
}

/// The values of a loop's variable.
#[derive(Clone, Copy)]
pub(crate) struct Values {
    from: i64,
    step: i64,
    /// How many there are, where the text says it; at most one more than can be kept.
    pub(crate) count: Option<u32>,
}

/// Loops that are looked at: more than a kernel has.
const LOOPS_MAX: usize = 32;

impl<'t> Loop<'t> {
    /// A loop around a whole text, of which nothing is known but what it counts.
    fn open(name: &'t str, rows: &'t [Row<'t>]) -> Self {
        Loop {
            name,
            head: 0..0,
            nodes: items(rows).collect(),
            body: 0..usize::MAX,
            counts: Counts::By([None; 2], false, None, false),
        }
    }

    /// The values of its variable; none where the first or the distance is not known.
    pub(crate) fn values(&self, variables: &[Variable]) -> Option<Values> {
        let number = |node: &Node<'_>| Some(value(node, variables, &mut Vec::new())?.number()? as i64);
        let ([from, step], goes_down, limit, is_inside) = match self.counts {
            Counts::Listed(values) => return Some(values),
            Counts::By(from_step, goes_down, limit, is_inside) => (from_step, goes_down, limit, is_inside),
        };
        let from = from.map_or(Some(0), number)?;
        let step = step.map_or(Some(1), number)?;
        let count = limit.and_then(number).and_then(|limit| {
            let (least, most) = if goes_down { (limit, from) } else { (from, limit) };
            let way = most.checked_sub(least)?.checked_sub(i64::from(!is_inside))?;
            let count = way.checked_div(step)?.checked_add(1)?;
            (way >= 0 && count > 0).then(|| count.min(GIVEN_MAX as i64 + 1) as u32)
        });
        let step = if goes_down { -step } else { step };
        Some(Values { from, step, count })
    }

    /// Both parts.
    fn all(&self) -> Span {
        // In a comprehension, the body comes before the head.
        self.head.start.min(self.body.start)..self.head.end.max(self.body.end)
    }
}

/// The loops of a tree, in the order in which they begin.
pub(crate) fn loops<'t>(text: &str, rows: &'t [Row<'t>]) -> Vec<Loop<'t>> {
    let mut all = Vec::new();
    let mut waiting: Vec<&Row<'t>> = rows.iter().collect();
    while let Some(row) = waiting.pop() {
        let items = &row.items;
        all.extend((0..items.len()).filter_map(|at| loop_at(text, items, at)));
        let mut nodes: Vec<&Node<'t>> = items.iter().collect();
        while let Some(node) = nodes.pop() {
            nodes.extend(&node.of);
            waiting.extend(&node.rows);
        }
    }
    all.sort_by_key(|one| one.head.start);
    all.truncate(LOOPS_MAX);
    all
}

fn loop_at<'t>(text: &str, items: &'t [Node<'t>], at: usize) -> Option<Loop<'t>> {
    let (item, behind) = (&items[at], &items[at + 1..]);
    let of_head = item.called('(').filter(|(of, _)| of.text == "for");
    let (name, counts, count) = match (of_head, behind) {
        (Some((_, rows)), _) => {
            let (name, counts) = counted(rows).or_else(|| ranged(rows))?;
            (name, counts, 0)
        }
        (None, [name, is_in, of, ..]) if item.text == "for" && is_in.text == "in" => {
            (name.text, iterated(of)?, 3)
        }
        _ => return None,
    };
    let body = &behind[count..];
    let head_end = items[at + count].end();
    let block = body.iter().position(|node| node.kind == Part::Group('{'));
    let end = block.map_or(body.len(), |block| block + 1);
    let is_behind = end > 0 || of_head.is_some();
    let nodes = if is_behind { &body[..end] } else { &items[..at] };
    let start = nodes.first().map_or(head_end, |first| first.at);
    let last = nodes.last().map_or(head_end, Node::end);
    let rest = &text[last..];
    let semicolon = rest.trim_start().strip_prefix(';').filter(|_| is_behind);
    let semicolon = semicolon.map_or(0, |behind| rest.len() - behind.len());
    Some(Loop {
        name,
        head: item.at..if is_behind { head_end.max(start) } else { head_end },
        body: start..last + semicolon,
        nodes: nodes.iter().collect(),
        counts,
    })
}

/// `int k = 0; k < 4; ++k`
fn counted<'t>(rows: &'t [Row<'t>]) -> Option<(&'t str, Counts<'t>)> {
    let [first @ .., test, step] = rows else {
        return None;
    };
    let (name, step, goes_down) = stepped(step.only()?)?;
    let mut set = items(first).filter_map(Node::assigned);
    let (.., from) = set.find(|(_, target, _)| target.target() == name)?;
    let (limit, is_inside) = match test.only() {
        Some(Node { kind: Part::Operator(sign), of, .. }) if of[0].text == name && of.len() == 2 => {
            (Some(&of[1]), is_in("<= >=", sign))
        }
        _ => (None, false),
    };
    Some((name, Counts::By([Some(from), step], goes_down, limit, is_inside)))
}

/// Returns the variable of a loop's step, its increment, and whether it goes down: `++k`, `k--`, `k += 16`, `k = k + 16`.
fn stepped<'t>(step: &'t Node<'t>) -> Option<(&'t str, Option<&'t Node<'t>>, bool)> {
    for (sign, goes_down) in [("++", false), ("--", true)] {
        let before = step.text.strip_prefix(sign);
        if let Some(name) = before.or_else(|| step.text.strip_suffix(sign)) {
            return Some((name.trim(), None, goes_down));
        }
    }
    let (sign, target, by) = step.assigned()?;
    match (sign, by.kind, &by.of[..]) {
        ("+=" | "-=", ..) => Some((target.text, Some(by), sign == "-=")),
        ("=", Part::Operator(sign @ ("+" | "-")), [own, by]) if own.text == target.text => {
            Some((target.text, Some(by), sign == "-"))
        }
        _ => None,
    }
}

/// `int k : {0, 1, 2, 3}`
fn ranged<'t>(rows: &'t [Row<'t>]) -> Option<(&'t str, Counts<'t>)> {
    let (sign, name, of) = rows.first()?.items.last()?.assigned()?;
    Some((name.target(), listed(of).filter(|_| sign == ":" && rows.len() == 1)?))
}

/// The values of a list with the same distance from each to the next: `[0, 1, 2, 3]`.
fn listed<'t>(of: &'t Node<'t>) -> Option<Counts<'t>> {
    let number = |row: &Row<'_>| i64::try_from(value(row.only()?, &[], &mut Vec::new())?.number()?).ok();
    let Part::Group(_) = of.kind else {
        return None;
    };
    let all: Vec<i64> = of.rows.iter().take(GIVEN_MAX + 1).map(number).collect::<Option<_>>()?;
    let from = *all.first()?;
    let step = all.get(1).map_or(1, |second| second.wrapping_sub(from));
    let is_even = all.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == step);
    let count = Some(all.len() as u32);
    is_even.then_some(Counts::Listed(Values { from, step, count }))
}

/// `range(0, 64, 16)`, `(0..64).step_by(16)`, `[0, 1, 2]`.
fn iterated<'t>(of: &'t Node<'t>) -> Option<Counts<'t>> {
    let limits = |node: &'t Node<'t>, step| match (node.kind, &node.of[..]) {
        (Part::Operator(sign @ (".." | "..=")), [from, to]) => {
            Some(Counts::By([Some(from), step], false, Some(to), sign == "..="))
        }
        _ => None,
    };
    if let Some(counts) = listed(of).or_else(|| limits(of, None)) {
        return Some(counts);
    }
    let (callee, rows) = of.called('(')?;
    if let (Part::Member("step_by"), [by]) = (callee.kind, rows) {
        return limits(callee.of[0].rows.first()?.only()?, by.only());
    }
    let name = last_name(callee.text).to_ascii_lowercase();
    if !name.contains("range") && !is_in("unroll serial parallel vectorized", &name) {
        return None;
    }
    let values: Vec<&Node<'t>> =
        rows.iter().filter_map(Row::only).filter(|one| one.assigned().is_none()).collect();
    let (from, limit, step) = match values[..] {
        [limit] => (None, limit, None),
        [from, limit] => (Some(from), limit, None),
        [from, limit, step] => (Some(from), limit, Some(step)),
        _ => return None,
    };
    Some(Counts::By([from, step], false, Some(limit), false))
}
