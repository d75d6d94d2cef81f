//! The way that is taken where a jump's condition is not known: the one of a block without an edge of a matrix.

use std::ops::Range;

use rustc_hash::FxHashMap as HashMap;

use super::super::AccessLine;
use super::super::step::{Action, Step};
use crate::flow::Flow;

/// A jump with a condition.
#[derive(Debug, Clone)]
pub(super) enum Way {
    /// It ends a turn of a loop, and whether it is taken where another follows.
    Turn { is_back: bool, loop_: Range<u32> },
    /// It is taken, or not.
    Forward { is_taken: bool },
}

/// The ways of a kernel's jumps, by their places.
pub(super) fn ways(
    flow: &Flow,
    steps: &[Step<'_>],
    accesses: &[AccessLine<'_>],
    line_of: &HashMap<u32, usize>,
) -> HashMap<u32, Way> {
    let places = 0..steps.len() as u32;
    let of_blocks = |is_one: &dyn Fn(u32) -> bool| {
        let mut has = vec![false; flow.starts.len()];
        for at in places.clone().filter(|at| is_one(*at)) {
            has[flow.block_of[at as usize] as usize] = true;
        }
        has
    };
    let products =
        of_blocks(&|at| matches!(steps[at as usize].action, Action::Multiply(_) | Action::MultiplyGroup(_)));
    let fills = of_blocks(&|at| {
        line_of.get(&at).is_some_and(|line| accesses.get(*line).is_some_and(|one| one.is_write))
    });
    let mut after = vec![Vec::new(); flow.starts.len()];
    for (block, before) in flow.before.iter().enumerate() {
        before.iter().for_each(|one| after[*one as usize].push(block as u32));
    }
    let leads = reached(
        &flow.before,
        products.iter().enumerate().filter(|(_, has)| **has).map(|(at, _)| at as u32),
        &[],
    );
    let jump = |at: u32| match steps.get(at as usize) {
        Some(Step { action: Action::Jump(to), guard, .. }) => {
            <[u32; 1]>::try_from(&to[..]).ok().map(|[to]| (to, guard.is_some()))
        }
        _ => None,
    };
    let way = |at: u32, target: u32| {
        if target <= at {
            return Way::Turn { is_back: true, loop_: target..at + 1 };
        }
        if let Some((first, false)) = jump(at + 1).filter(|(first, _)| *first <= at) {
            return Way::Turn { is_back: false, loop_: first..at + 2 };
        }
        let around = flow.loop_of[at as usize];
        if let Some((first, end)) =
            around.filter(|(_, end)| target >= *end && jump(end - 1).is_some_and(|(_, has)| !has))
        {
            return Way::Turn { is_back: false, loop_: first..end };
        }
        // A block that only jumps on is none of its own.
        let arms = [target, at + 1].map(|first| {
            let mut first = first;
            while let Some((next, false)) = jump(first).filter(|(next, _)| *next > first) {
                first = next;
            }
            flow.block_of[first as usize]
        });
        let [leads, joins, fills] = {
            let around = around.map(|(first, _)| flow.block_of[first as usize]);
            let ends: Vec<u32> = std::iter::once(flow.block_of[at as usize]).chain(around).collect();
            let reached = arms.map(|arm| reached(&after, [arm], &ends));
            let own = |arm: usize| {
                (0..fills.len()).any(|at| fills[at] && reached[arm][at] && !reached[1 - arm][at])
            };
            [
                arms.map(|arm| leads[arm as usize]),
                [0, 1].map(|arm| reached[arm][arms[1 - arm] as usize]),
                [own(0), own(1)],
            ]
        };
        // On the way to products; no code is passed over that leads to the other way; what fills shared memory.
        let better = [leads, joins, fills].into_iter().find(|[one, other]| one != other);
        Way::Forward { is_taken: better.is_some_and(|[one, _]| one) }
    };
    places
        .clone()
        .filter_map(|at| jump(at).filter(|(_, has)| *has).map(|(target, _)| (at, way(at, target))))
        .collect()
}

/// The blocks that are reached from some, and not beyond those at which it ends.
fn reached(next: &[Vec<u32>], from: impl IntoIterator<Item = u32>, ends: &[u32]) -> Vec<bool> {
    let (mut reached, mut open) = (vec![false; next.len()], Vec::from_iter(from));
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut reached[block as usize], true) && !ends.contains(&block) {
            open.extend(&next[block as usize]);
        }
    }
    reached
}
