//! The loops of source code: `for (int k = 0; k < 64; k += 16)`, `for k in range(4):`, `for k in 0..4`.

use std::ops::Range;

use crate::calls::call::is_name;
use crate::code::expression::{Variable, constant, evaluated};
use swizzle_core::reader::GIVEN_MAX;

/// A loop and where its parts are.
pub(crate) struct Loop<'a> {
    /// The name of its variable.
    pub(crate) name: &'a str,
    /// The range from `for` up to the body.
    pub(crate) head: Range<usize>,
    /// The range of the repeated text.
    pub(crate) body: Range<usize>,
    /// First value, limit, and increment.
    from: &'a str,
    limit: Limit<'a>,
    step: &'a str,
    goes_down: bool,
    /// First value, increment and count, where the values are listed.
    listed: Option<(i64, i64, u32)>,
}

/// The limit up to which a loop runs.
enum Limit<'a> {
    Below(&'a str),
    UpTo(&'a str),
    Unknown,
}

/// The values of a loop's variable.
pub(crate) struct Values {
    pub(crate) from: i64,
    pub(crate) step: i64,
    /// How many there are, where the text says it; at most one more than can be kept.
    pub(crate) count: Option<u32>,
}

/// Loops that are looked at: more than a kernel has.
const LOOPS_MAX: usize = 32;
/// Loops without braces inside each other.
const LOOP_DEPTH_MAX: usize = 8;

impl Loop<'_> {
    /// The values of its variable; none where the first or the distance is not known.
    pub(crate) fn values(&self, variables: &[Variable]) -> Option<Values> {
        if let Some((from, step, count)) = self.listed {
            let count = Some(count);
            return Some(Values { from, step, count });
        }
        let number =
            |text: &str| Some(evaluated(text, variables, &mut Vec::new())?.constant()? as i64);
        let (from, step) = (number(self.from)?, number(self.step)?);
        let limit = match self.limit {
            Limit::Below(text) => number(text).map(|limit| (limit, 1)),
            Limit::UpTo(text) => number(text).map(|limit| (limit, 0)),
            Limit::Unknown => None,
        };
        let count = limit.and_then(|(limit, without)| {
            let way = if self.goes_down {
                from.checked_sub(limit)?
            } else {
                limit.checked_sub(from)?
            };
            let way = way.checked_sub(without).filter(|way| *way >= 0)?;
            let count = way
                .checked_div(step)?
                .checked_add(1)
                .filter(|count| *count > 0)?;
            Some(count.min(GIVEN_MAX as i64 + 1) as u32)
        });
        let step = if self.goes_down { -step } else { step };
        Some(Values { from, step, count })
    }

    /// Both parts.
    pub(crate) fn all(&self) -> Range<usize> {
        // In a comprehension, the body comes before the head.
        self.head.start.min(self.body.start)..self.head.end.max(self.body.end)
    }
}

impl<'a> Loop<'a> {
    /// A loop around a whole text, of which nothing is known but what it counts.
    pub(crate) fn open(name: &'a str, length: usize) -> Self {
        Loop {
            name,
            head: 0..0,
            body: 0..length,
            from: "0",
            limit: Limit::Unknown,
            step: "1",
            goes_down: false,
            listed: None,
        }
    }
}

/// The values of a list with the same distance from each to the next: `[0, 1, 2, 3]`.
fn list(text: &str) -> Option<(i64, i64, u32)> {
    let text = text.trim();
    let inside = [("[", "]"), ("(", ")"), ("{", "}")]
        .iter()
        .find_map(|(open, close)| text.strip_prefix(open)?.strip_suffix(close))?;
    let parts = inside.trim().trim_end_matches(',').split(',');
    let number = |part: &str| constant(part.trim()).and_then(|one| i64::try_from(one).ok());
    let all: Option<Vec<i64>> = parts.take(GIVEN_MAX + 1).map(number).collect();
    let all = all.filter(|all| !all.is_empty())?;
    let step = all.get(1).map_or(1, |second| second.wrapping_sub(all[0]));
    let is_even = all
        .windows(2)
        .all(|pair| pair[1].wrapping_sub(pair[0]) == step);
    is_even.then_some((all[0], step, all.len() as u32))
}

/// The loops of a text without comments, in the order in which they begin.
pub(crate) fn loops(text: &str) -> Vec<Loop<'_>> {
    let places = text.match_indices("for").map(|(at, _)| at);
    places
        .filter(|at| is_word(text, *at))
        .take(LOOPS_MAX)
        .filter_map(|at| loop_at(text, at, 0))
        .collect()
}

fn is_word(text: &str, at: usize) -> bool {
    !text[..at].ends_with(is_name) && !text[at + 3..].starts_with(is_name)
}

fn loop_at(text: &str, at: usize, depth: usize) -> Option<Loop<'_>> {
    let open = skip_space(text, at + 3);
    match text[open..].starts_with('(') {
        true => counted(text, at, open, depth),
        false => None,
    }
    .or_else(|| ranged(text, at, open, depth))
    .or_else(|| iterated(text, at, open))
}

/// `for (int k : {0, 1, 2, 3})`
fn ranged(text: &str, at: usize, open: usize, depth: usize) -> Option<Loop<'_>> {
    let rest = text[open..].strip_prefix('(')?;
    let close = open + 1 + end_of(rest, |b| b == b')')?;
    let (left, of) = text[open + 1..close].split_once(':')?;
    let left = left.trim_end();
    let name = name_alone(&left[left.trim_end_matches(is_name).len()..])?;
    let listed = Some(list(of)?);
    let body_at = close + 1;
    Some(Loop {
        name,
        head: at..body_at,
        body: body_at..end_of_body(text, body_at, depth),
        listed,
        ..Loop::open(name, 0)
    })
}

/// `[desc + 2 * k for k in range(4)]`: the body comes before the head, in the same bracket.
fn comprehended<'a>(text: &'a str, at: usize, of_at: usize, name: &'a str) -> Option<Loop<'a>> {
    let before = &text[..at];
    let open = before
        .rfind(['[', '(', '{', '\n', ';'])
        .map_or(0, |open| open + 1);
    let is_in = text[..open].ends_with(['[', '(', '{']);
    if !is_in || text[open..at].trim().is_empty() {
        return None;
    }
    let of = &text[of_at..];
    let mut depth = 0_u32;
    let close = of.bytes().position(|b| {
        match b {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return true,
            b')' | b']' | b'}' => depth -= 1,
            _ => {}
        }
        false
    })?;
    let of = of[..close].trim();
    let listed = list(of);
    let (from, limit, step) = match listed {
        Some(_) => ("0", Limit::Unknown, "1"),
        None => range(of)?,
    };
    Some(Loop {
        name,
        head: at..of_at + close,
        body: open..at,
        from,
        limit,
        step,
        goes_down: false,
        listed,
    })
}

/// `for (int k = 0; k < 4; ++k)`
fn counted(text: &str, at: usize, open: usize, depth: usize) -> Option<Loop<'_>> {
    let close = open + 1 + end_of(&text[open + 1..], |b| b == b')')?;
    let mut parts = text[open + 1..close].split(';');
    let (first, test, step) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() {
        return None;
    }
    let (name, step, goes_down) = stepped(step.trim())?;
    let from = first.split(',').find_map(|part| {
        let (left, right) = part.split_once('=')?;
        let left = left.trim_end();
        (&left[left.trim_end_matches(is_name).len()..] == name).then_some(right.trim())
    })?;
    let body_at = close + 1;
    Some(Loop {
        name,
        head: at..body_at,
        body: body_at..end_of_body(text, body_at, depth),
        from,
        limit: limit(test.trim(), name),
        step,
        goes_down,
        listed: None,
    })
}

/// Returns the variable of a loop's step, its increment, and whether it goes down: `++k`, `k--`, `k += 16`, `k = k + 16`.
fn stepped(step: &str) -> Option<(&str, &str, bool)> {
    for (sign, goes_down) in [("++", false), ("--", true)] {
        if let Some(name) = step.strip_prefix(sign).or_else(|| step.strip_suffix(sign)) {
            return name_alone(name).map(|name| (name, "1", goes_down));
        }
    }
    for (sign, goes_down) in [("+=", false), ("-=", true)] {
        if let Some((name, by)) = step.split_once(sign) {
            return name_alone(name).map(|name| (name, by.trim(), goes_down));
        }
    }
    let (name, right) = step.split_once('=')?;
    let name = name_alone(name)?;
    let by = right.trim().strip_prefix(name)?.trim_start();
    match by.strip_prefix('+') {
        Some(by) => Some((name, by.trim(), false)),
        None => Some((name, by.strip_prefix('-')?.trim(), true)),
    }
}

fn name_alone(text: &str) -> Option<&str> {
    let name = text.trim();
    let is_one = !name.is_empty() && name.chars().all(is_name);
    (is_one && !name.starts_with(|c: char| c.is_ascii_digit())).then_some(name)
}

fn limit<'a>(test: &'a str, name: &str) -> Limit<'a> {
    let Some(behind) = test.strip_prefix(name) else {
        return Limit::Unknown;
    };
    let behind = behind.trim_start();
    for (sign, is_inside) in [
        ("<=", true),
        (">=", true),
        ("!=", false),
        ("<", false),
        (">", false),
    ] {
        if let Some(right) = behind.strip_prefix(sign) {
            return match is_inside {
                true => Limit::UpTo(right.trim()),
                false => Limit::Below(right.trim()),
            };
        }
    }
    Limit::Unknown
}

/// `for k in range(0, 64, 16):`, `for k in (0..64).step_by(16) {`
fn iterated(text: &str, at: usize, start: usize) -> Option<Loop<'_>> {
    let name_end = start + text[start..].find(|c| !is_name(c))?;
    let name = name_alone(&text[start..name_end])?;
    let behind = skip_space(text, name_end);
    let of = text[behind..].strip_prefix("in")?;
    if of.starts_with(is_name) {
        return None;
    }
    let of_at = behind + 2;
    let end = of_at + end_of(of, |b| matches!(b, b':' | b'{' | b'\n')).unwrap_or(of.len());
    let of = text[of_at..end].trim();
    let listed = list(of);
    let (from, limit, step) = match (listed, range(of)) {
        (Some(_), _) => ("0", Limit::Unknown, "1"),
        (None, Some(range)) => range,
        (None, None) => return comprehended(text, at, of_at, name),
    };
    let body_at = match text.as_bytes().get(end) {
        Some(b':') => end + 1,
        _ => end,
    };
    let is_python = body_at > end;
    let body_end = match is_python {
        true => end_of_block(text, at, body_at),
        false => end_of_body(text, body_at, 0),
    };
    Some(Loop {
        name,
        head: at..body_at,
        body: body_at..body_end,
        from,
        limit,
        step,
        goes_down: false,
        listed,
    })
}

/// Returns the first value, the limit and the step of a range in Python or Rust.
fn range(of: &str) -> Option<(&str, Limit<'_>, &str)> {
    if let Some((from, to)) = of.split_once("..") {
        let (to, step) = match to.split_once(").step_by(") {
            Some((to, step)) => (to, step.strip_suffix(')')?),
            None => (to, "1"),
        };
        let from = from.trim_start_matches('(');
        return Some(match to.strip_prefix('=') {
            Some(to) => (from, Limit::UpTo(to), step),
            None => (from, Limit::Below(to), step),
        });
    }
    let (function, arguments) = of.strip_suffix(')')?.split_once('(')?;
    let function = function.rsplit('.').next()?.to_ascii_lowercase();
    let counts = function.contains("range")
        || matches!(&*function, "unroll" | "serial" | "parallel" | "vectorized");
    if !counts {
        return None;
    }
    let mut all: Vec<&str> = Vec::new();
    let mut rest = arguments;
    loop {
        let end = end_of(rest, |b| b == b',').unwrap_or(rest.len());
        all.push(rest[..end].trim());
        match rest.get(end + 1..) {
            Some(more) => rest = more,
            None => break,
        }
    }
    all.retain(|argument| !argument.is_empty() && !argument.contains('='));
    match all[..] {
        [limit] => Some(("0", Limit::Below(limit), "1")),
        [from, limit] => Some((from, Limit::Below(limit), "1")),
        [from, limit, step] => Some((from, Limit::Below(limit), step)),
        _ => None,
    }
}

/// Returns the end of the body that begins behind a head of C or Rust.
fn end_of_body(text: &str, from: usize, depth: usize) -> usize {
    let start = skip_space(text, from);
    let rest = &text[start..];
    if let Some(inside) = rest.strip_prefix('{') {
        return end_of(inside, |b| b == b'}').map_or(text.len(), |end| start + 1 + end + 1);
    }
    if rest.starts_with("for")
        && is_word(text, start)
        && depth < LOOP_DEPTH_MAX
        && let Some(inner) = loop_at(text, start, depth + 1)
    {
        return inner.body.end;
    }
    end_of(rest, |b| b == b';').map_or(text.len(), |end| start + end + 1)
}

/// Returns the end of a block of Python: that of its line, or before the first line that is not indented more than its head.
fn end_of_block(text: &str, head: usize, from: usize) -> usize {
    let end_of_line = |at: usize| {
        let rest = &text[at..];
        at + end_of(rest, |b| b == b'\n').unwrap_or(rest.len())
    };
    let line = end_of_line(from);
    if !text[from..line].trim().is_empty() {
        return line;
    }
    let indent = |line: &str| line.len() - line.trim_start().len();
    let line_of_head = text[..head].rfind('\n').map_or(0, |at| at + 1);
    let least = indent(&text[line_of_head..]);
    let mut end = line;
    while end < text.len() {
        let next = end_of_line(end + 1);
        let more = &text[end + 1..next];
        if !more.trim().is_empty() && indent(more) <= least {
            break;
        }
        end = next;
    }
    end
}

fn skip_space(text: &str, from: usize) -> usize {
    text.len() - text[from..].trim_start().len()
}

/// The first byte of a kind that is in no bracket; a `::` joins names.
pub(crate) fn end_of(text: &str, is: impl Fn(u8) -> bool) -> Option<usize> {
    let mut depth = 0_u32;
    let bytes = text.as_bytes();
    let mut i = 0;
    while let Some(b) = bytes.get(i) {
        if bytes.get(i..i + 2) == Some(b"::") {
            i += 2;
            continue;
        }
        if depth == 0 && is(*b) {
            return Some(i);
        }
        match b {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        i += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_of_c_python_and_rust() {
        for (text, name, from, step, count) in [
            ("for (int k = 0; k < 4; ++k) f(k);", "k", 0, 1, Some(4)),
            ("for(uint32_t k=0;k<64;k+=16){f(k);}", "k", 0, 16, Some(4)),
            (
                "for (int i = 1, j = 7; i <= 4; i++) f(i)",
                "i",
                1,
                1,
                Some(4),
            ),
            ("for (k = 3; k >= 0; --k) f(k);", "k", 3, -1, Some(4)),
            (
                "for (int k = 0; k != 8; k = k + 2) f(k);",
                "k",
                0,
                2,
                Some(4),
            ),
            ("for (int k = 0; k < BK / 16; ++k) f(k);", "k", 0, 1, None),
            ("for k in range(4): f(k)", "k", 0, 1, Some(4)),
            (
                "for k in tl.static_range(0, 64, 16):\n    f(k)\ng(k)",
                "k",
                0,
                16,
                Some(4),
            ),
            (
                "for k in cutlass.range(4, unroll_full=True): f(k)",
                "k",
                0,
                1,
                Some(4),
            ),
            ("for ki in T.unroll(4): f(ki)", "ki", 0, 1, Some(4)),
            ("for k in 0..4 { f(k) }", "k", 0, 1, Some(4)),
            ("for k in (0..64).step_by(16) { f(k) }", "k", 0, 16, Some(4)),
        ] {
            let all = loops(text);
            let [one] = &all[..] else {
                panic!("{text}: {}", all.len());
            };
            let values = one.values(&[]).unwrap();
            assert_eq!(
                (one.name, values.from, values.step, values.count),
                (name, from, step, count),
                "{text}"
            );
            let body = text[one.body.clone()].trim();
            assert!(body.contains('f') && !body.contains('g'), "{text}: {body}");
        }
        for text in [
            "for k in the tile",
            "for (auto x : all) f(x);",
            "before (a; b; c)",
            "for",
        ] {
            assert_eq!(loops(text).len(), 0, "{text}");
        }
    }

    #[test]
    fn loops_hold_each_other() {
        let text = "for (int m = 0; m < 2; ++m) for (int k = 0; k < 4; ++k) f(m, k); g();";
        let all = loops(text);
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].body.end, all[1].body.end);
        assert!(text[all[0].body.end..].starts_with(" g()"));
    }
}
