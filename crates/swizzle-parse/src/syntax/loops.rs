//! The loops of source code: `for (int k = 0; k < 64; k += 16)`, `for k in range(4):`, `for k in 0..4`.

use super::*;

/// A loop and where its parts are.
pub(crate) struct Loop<'t> {
    /// The name of its variable.
    pub(crate) name: &'t str,
    /// The range from `for` up to the body.
    pub(crate) head: Span,
    /// What is repeated, and its range.
    pub(crate) nodes: Vec<&'t Node<'t>>,
    pub(crate) body: Span,
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
    pub(crate) from: i64,
    pub(crate) step: i64,
    /// How many there are, where the text says it; at most one more than can be kept.
    pub(crate) count: Option<u32>,
}

/// Loops that are looked at: more than a kernel has.
const LOOPS_MAX: usize = 32;

impl<'t> Loop<'t> {
    /// A loop around a whole text, of which nothing is known but what it counts.
    pub(crate) fn open(name: &'t str, rows: &'t [Row<'t>]) -> Self {
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
    pub(crate) fn all(&self) -> Span {
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
