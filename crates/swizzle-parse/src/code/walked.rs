//! The expressions in a loop's body that come to another descriptor each time.

use std::ops::Range;

use crate::calls::call::is_name;
use crate::code::expression::{Value, Variable, evaluated};
use crate::code::loops::{Loop, Values, end_of};
use crate::numbers::operand::operand_of;
use swizzle_core::hardware::Operand;
use swizzle_core::reader::GIVEN_MAX;

/// The value to which a loop adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Base<'t> {
    /// A number, or a variable that the text sets.
    InText,
    /// A name that the text does not explain.
    Named(&'t str),
}

/// An expression whose value differs each time.
pub(crate) struct Walked<'t> {
    text: &'t str,
    pub(crate) at: Range<usize>,
    pub(crate) base: Base<'t>,
    pub(crate) operand: Option<Operand>,
    /// Another name that the text does not explain.
    pub(crate) missing: Option<String>,
    /// The loops that it depends on, the outermost first.
    counters: Vec<(&'t str, Values)>,
    locals: Vec<(&'t str, &'t str)>,
    variables: &'t [Variable],
}

/// Expressions of one text that are kept.
const WALKS_MAX: usize = 8;
/// Longer ones are not sums.
const BODY_LENGTH_MAX: usize = 512;
/// Brackets inside each other that are looked into.
const WALK_DEPTH_MAX: usize = 8;

/// The expressions of the innermost loop that has any.
pub(crate) fn found<'t>(
    text: &'t str,
    loops: &'t [Loop<'t>],
    variables: &'t [Variable],
) -> Vec<Walked<'t>> {
    let mut inner_first: Vec<&Loop<'_>> = loops.iter().collect();
    inner_first.sort_by_key(|one| (one.body.end, std::cmp::Reverse(one.head.start)));
    let mut incomplete = Vec::new();
    for one in inner_first {
        let around = loops
            .iter()
            .filter(|other| other.all().contains(&one.head.start));
        let counters: Vec<(&str, &Loop<'_>)> = around.map(|one| (one.name, one)).collect();
        let mut search = Search {
            text,
            counters,
            variables,
            locals: Vec::new(),
            walks: Vec::new(),
        };
        let heads = loops.iter().map(|other| other.head.clone());
        let heads = heads.filter(|head| head.start >= one.body.start);
        // Heads of inner loops are nothing that is done.
        let gaps = gaps(one.body.clone(), heads);
        for gap in gaps {
            search.pieces(gap, "", 0);
        }
        if search.walks.iter().any(|walk| walk.missing.is_none()) {
            return search.walks;
        }
        incomplete.append(&mut search.walks);
    }
    incomplete.truncate(WALKS_MAX);
    incomplete
}

/// Returns the gaps that some parts of a text leave in a larger part.
fn gaps(all: Range<usize>, without: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let (mut gaps, mut from) = (Vec::new(), all.start);
    for part in without {
        if part.start >= all.end {
            break;
        }
        if part.start > from {
            gaps.push(from..part.start);
        }
        from = from.max(part.end);
    }
    gaps.push(from.min(all.end)..all.end);
    gaps
}

struct Search<'t> {
    text: &'t str,
    counters: Vec<(&'t str, &'t Loop<'t>)>,
    variables: &'t [Variable],
    locals: Vec<(&'t str, &'t str)>,
    walks: Vec<Walked<'t>>,
}

impl<'t> Search<'t> {
    /// Looks at the parts between the signs that end a statement or an argument.
    fn pieces(&mut self, at: Range<usize>, callee: &str, depth: usize) {
        let mut start = at.start;
        let mut assigned = "";
        while start < at.end && self.walks.len() < WALKS_MAX {
            let rest = &self.text[start..at.end];
            let is_end = |b: u8| matches!(b, b';' | b'{' | b'}' | b',' | b'=' | b':' | b'\n');
            let end = start + end_of(rest, is_end).unwrap_or(rest.len());
            // A sum goes on in the next line behind a sign, or before one.
            let end = self.joined(start, end, at.end);
            self.piece(start..end, callee, assigned, depth);
            assigned = match self.text.as_bytes().get(end) {
                Some(b'=') if !self.text[end + 1..].starts_with('=') => {
                    let left = self.text[start..end].trim_end();
                    &left[left.trim_end_matches(|c| is_name(c) || c == '.').len()..]
                }
                _ => "",
            };
            start = end + 1;
        }
    }

    fn joined(&self, start: usize, mut end: usize, last: usize) -> usize {
        let goes_on = |text: &str, from_start: bool| {
            let is_sign = |c: char| "+-*/|&<>%".contains(c);
            match from_start {
                true => text.trim_start().starts_with(is_sign),
                false => text.trim_end().ends_with(is_sign),
            }
        };
        while end < last
            && self.text.as_bytes()[end] == b'\n'
            && (goes_on(&self.text[start..end], false) || goes_on(&self.text[end..last], true))
        {
            let rest = &self.text[end + 1..last];
            let is_end = |b: u8| matches!(b, b';' | b'{' | b'}' | b',' | b'=' | b':' | b'\n');
            end += 1 + end_of(rest, is_end).unwrap_or(rest.len());
        }
        end
    }

    fn piece(&mut self, at: Range<usize>, callee: &str, assigned: &'t str, depth: usize) {
        let text = self.text[at.clone()].trim();
        if text.is_empty() {
            return;
        }
        if text.len() <= BODY_LENGTH_MAX {
            let bare = text.strip_prefix("return ").unwrap_or(text);
            if let Some(walk) = self.walk(bare, at.clone(), callee, assigned) {
                self.walks.push(walk);
                return;
            }
            if !assigned.is_empty() && self.locals.len() < GIVEN_MAX {
                self.locals.push((assigned, bare));
            }
        }
        if depth >= WALK_DEPTH_MAX {
            return;
        }
        let bytes = self.text.as_bytes();
        let mut i = at.start;
        while i < at.end {
            if matches!(bytes[i], b'(' | b'{') {
                let inside = &self.text[i + 1..at.end];
                let close = end_of(inside, |b| matches!(b, b')' | b'}'));
                let end = i + 1 + close.unwrap_or(inside.len());
                let before = self.text[at.start..i].trim_end();
                let name = &before[before.trim_end_matches(is_name).len()..];
                let callee = if name.is_empty() { callee } else { name };
                if !makes(callee) {
                    self.pieces(i + 1..end, callee, depth + 1);
                }
                i = end;
            }
            i += 1;
        }
    }

    /// The expression, if it comes to another descriptor each time.
    fn walk(
        &self,
        text: &'t str,
        at: Range<usize>,
        callee: &str,
        assigned: &str,
    ) -> Option<Walked<'t>> {
        if !text.contains(['+', '|', '-']) {
            return None;
        }
        let counters = self.counters.iter();
        let mut walk = Walked {
            text,
            at,
            base: Base::InText,
            operand: None,
            missing: None,
            counters: counters
                .filter_map(|(name, one)| Some((*name, one.values(self.variables)?)))
                .collect(),
            locals: self.locals.clone(),
            variables: self.variables,
        };
        let (value, unknown) = walk.value(0, None)?;
        if value.is_none() {
            let is_call = |name: &&String| {
                text.match_indices(&***name).any(|(at, _)| {
                    let behind = text[at + name.len()..].trim_start();
                    behind.starts_with('(')
                })
            };
            if unknown.iter().any(|name| is_call(&name)) {
                return None;
            }
            let base = unknown.iter().find(|name| is_base(name, callee))?;
            let start = text.find(&**base)?;
            walk.base = Base::Named(&text[start..start + base.len()]);
            walk.missing = unknown.iter().find(|name| *name != base).cloned();
        }
        walk.operand = names(text).find_map(operand_of).or_else(|| {
            operand_of(assigned).filter(|_| assigned.to_ascii_lowercase().contains("desc"))
        });
        if walk.missing.is_some() {
            let counts = self
                .counters
                .iter()
                .any(|(name, _)| names(text).any(|one| one == *name));
            return counts.then_some(walk);
        }
        // Any descriptor shows what is added to it.
        const SOME: u64 = 1 << 62 | 1 << 32;
        let first = walk.value(SOME, None)?.0?;
        let counters = (0..walk.counters.len()).filter(|i| {
            let moved = walk.value(SOME, Some(*i));
            moved.is_some_and(|(value, _)| value != Some(first))
        });
        let moved: Vec<usize> = counters.collect();
        let mut i = 0;
        walk.counters.retain(|_| {
            i += 1;
            moved.contains(&(i - 1))
        });
        (first >> 32 != 0 && !walk.counters.is_empty()).then_some(walk)
    }
}

/// Whether a function makes a descriptor from an address: what is added there is not added to a descriptor.
pub(crate) fn makes(callee: &str) -> bool {
    let lower = callee.to_ascii_lowercase();
    let parts = [
        "make", "encode", "create", "init", "printf", "cvta", "load", "store",
    ];
    parts.iter().any(|part| lower.contains(part))
}

/// Whether a name that nothing explains may be a descriptor's.
fn is_base(name: &str, callee: &str) -> bool {
    let (name, callee) = (name.to_ascii_lowercase(), callee.to_ascii_lowercase());
    let is_read = ["mma", "gemm", "fma"]
        .iter()
        .any(|part| callee.contains(part));
    let is_pointer = ["smem", "shared", "ptr", "addr", "sa", "sb", "tile"]
        .iter()
        .any(|part| name.starts_with(part) || name.ends_with("ptr") || name.ends_with("addr"));
    name.contains("desc") || is_read && !is_pointer && !name.starts_with(char::is_uppercase)
}

/// The names in an expression.
fn names(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c| !is_name(c)).filter(|name| !name.is_empty())
}

impl Walked<'_> {
    /// The value where some counters are one further; the names that nothing explains where there are any. `None` where it is
    /// no expression.
    fn value(&self, base: u64, moved: Option<usize>) -> Option<(Option<u64>, Vec<String>)> {
        self.value_at(base, |i| i64::from(moved == Some(i)))
    }

    fn value_at(&self, base: u64, at: impl Fn(usize) -> i64) -> Option<(Option<u64>, Vec<String>)> {
        let variable = |name: &str, bits: u64| Variable {
            name: name.to_string(),
            value: Value::of(bits),
            is_or: false,
            unknown: Vec::new(),
        };
        let mut own: Vec<Variable> = Vec::new();
        if let (Base::Named(name), true) = (self.base, base != 0) {
            own.push(variable(name, base));
        }
        for (i, (name, values)) in self.counters.iter().enumerate() {
            let value = values.from.wrapping_add(values.step.wrapping_mul(at(i)));
            own.push(variable(name, value as u64));
        }
        let mentioned: Vec<&str> = names(self.text).collect();
        let is_mentioned = |name: &str| mentioned.iter().any(|one| name.starts_with(one));
        let known = self.variables.iter().filter(|one| is_mentioned(&one.name));
        for one in known {
            if let Some(bits) = one.value.constant() {
                own.push(variable(&one.name, bits));
            }
        }
        for (name, right) in &self.locals {
            let value = evaluated(right, &own, &mut Vec::new());
            if let Some(bits) = value.and_then(Value::constant) {
                own.push(variable(name, bits));
            }
        }
        let mut unknown = Vec::new();
        let value = evaluated(self.text, &own, &mut unknown)?;
        let value = match unknown.is_empty() {
            true => value.constant(),
            false => None,
        };
        // The low half alone is counted on.
        let value =
            value.map(
                |bits| match bits >> 32 == 0 && matches!(self.base, Base::Named(_)) {
                    true => base & !u64::from(u32::MAX) | bits,
                    false => bits,
                },
            );
        Some((value, unknown))
    }

    /// Each value, with a descriptor for the name that nothing explains; a count that the text leaves open is `steps`.
    pub(crate) fn values(&self, base: u64, steps: u32) -> Vec<u64> {
        let count = |values: &Values| values.count.unwrap_or(steps.max(1)) as usize;
        let all = self.counters.iter().map(|(_, values)| count(values));
        let total = all.clone().fold(1_usize, usize::saturating_mul);
        let counts: Vec<usize> = all.collect();
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
