//! The expressions in a loop's body that come to another descriptor each time.

use super::*;

/// The value to which a loop adds.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Base<'t> {
    /// A number, or a variable that the text sets.
    InText,
    /// A name that the text does not explain.
    Named(&'t str),
}

/// An expression whose value differs each time.
pub(crate) struct Walked<'t> {
    node: &'t Node<'t>,
    pub(crate) base: Base<'t>,
    pub(crate) operand: Option<Operand>,
    /// Another name that the text does not explain.
    pub(crate) missing: Option<String>,
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
pub(crate) fn found<'t>(loops: &[Loop<'t>], variables: &'t [Variable]) -> Vec<Walked<'t>> {
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
    pub(crate) const fn at(&self) -> Range<usize> {
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
    pub(crate) fn is_open(&self) -> bool {
        self.counters.iter().any(|(_, values)| values.count.is_none())
    }

    /// Each value, with a descriptor for the name that nothing explains; a count that the text leaves open is `steps`.
    pub(crate) fn values(&self, base: u64, steps: u32) -> Vec<u64> {
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
pub(crate) fn read(text: &str, choice: &PasteChoice, context: &Shown) -> Option<Answer> {
    if text.len() > TEXT_LENGTH_MAX || text.contains("+=") {
        return None;
    }
    let words = Words::of(text);
    let numbers = long_numbers(&words).into_iter();
    let numbers: Vec<Range<usize>> = numbers.map(|i| words.at[i].clone()).collect();
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
    let mut pasted = crate::formats::read(&beside, choice, context).ok()?;
    let why = format!("belongs to a loop that is not here, and {NOT_READ}");
    let named = pieces.into_iter().map(|at| notice(text[at].trim(), &why));
    pasted.notices.extend(named);
    Some(Ok(pasted))
}

/// The pieces of a text that count in names which nothing sets, in order.
fn pieces(rows: &[Row<'_>]) -> Vec<Range<usize>> {
    let all = nodes(rows);
    let set = all.iter().filter_map(|node| node.assigned());
    let set: Vec<&str> = set.map(|(_, target, _)| target.target()).collect();
    let is_open = |name: &&str| !set.contains(name) && all.iter().any(|node| node.text == *name);
    let counters: Vec<&str> = COUNTERS.split(' ').filter(is_open).collect();
    let variables = machine::variables(rows);
    let open = counters.iter().map(|counter| [Loop::open(counter, rows)]);
    let walks = open.flat_map(|loops| Vec::from_iter(found(&loops, &variables).iter().map(Walked::at)));
    let mut pieces: Vec<Range<usize>> = walks.collect();
    for group in all {
        let is_apart = |other: &Range<usize>| group.end() <= other.start || other.end <= group.at;
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
