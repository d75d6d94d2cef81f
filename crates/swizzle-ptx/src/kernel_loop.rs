//! The loops of a kernel, as jumps back make them.

use crate::flat::Flat;
use crate::flow::Flow;

/// A loop: the text from a label to the last jump back to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loop<'a> {
    /// The label that is jumped to.
    pub label: &'a str,
    /// The line of its first instruction, from 1.
    pub first: u32,
    /// The line of the last jump back.
    pub last: u32,
}

impl Loop<'_> {
    /// Whether a line is in it.
    pub const fn contains(&self, line: u32) -> bool {
        self.first <= line && line <= self.last
    }
}

/// The loops of a kernel by their first lines, the outer ones first.
pub(crate) fn loops<'a>(flat: &Flat<'_, 'a>, flow: &Flow) -> Vec<Loop<'a>> {
    let mut found: Vec<Loop<'a>> = Vec::new();
    for (target, end) in flow.loops.iter().copied() {
        let at = end - 1;
        let (first, jump) = (flat.instruction(target), flat.instruction(at));
        let is_here = flat.places[target as usize].instance == flat.places[at as usize].instance;
        let label = flat.label(at).filter(|_| is_here && first.line <= jump.line);
        if let Some(label) = label {
            found.push(Loop { label, first: first.line, last: jump.line });
        }
    }
    // Code of a function that is called twice is there once.
    found.sort_by_key(|one| (one.first, u32::MAX - one.last, one.label));
    found.dedup();
    found
}
