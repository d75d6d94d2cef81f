//! The flow of control: blocks of instructions, and loops.

use std::collections::BTreeMap;

use crate::flat::{Flat, Next};

/// Blocks and loops of a kernel.
#[derive(Debug)]
pub(crate) struct Flow {
    /// The first position of each block; at the end, the length of the list.
    pub(crate) starts: Vec<u32>,
    /// The block of each instruction.
    pub(crate) block_of: Vec<u32>,
    /// The blocks before each block.
    pub(crate) before: Vec<Vec<u32>>,
    /// The loops, as jumps back make them of the text between: the first position of each, and the one behind its last jump back.
    pub(crate) loops: Vec<(u32, u32)>,
    /// The innermost loop around each instruction.
    pub(crate) loop_of: Vec<Option<(u32, u32)>>,
}

impl Flow {
    pub(crate) fn of(flat: &Flat<'_, '_>) -> Self {
        let count = flat.places.len();
        let mut leads = vec![false; count + 1];
        (leads[0], leads[count]) = (true, true);
        for (at, next) in flat.next.iter().enumerate() {
            if let Next::Jumps(targets) = next {
                leads[at + 1] = true;
                for target in targets {
                    leads[*target as usize] = true;
                }
            }
        }
        let starts: Vec<u32> = (0..=count as u32).filter(|at| leads[*at as usize]).collect();
        let mut block_of = vec![0; count + 1];
        let mut block = 0;
        for at in 1..=count {
            block += u32::from(leads[at]);
            block_of[at] = block;
        }
        let mut before = vec![Vec::new(); starts.len()];
        for from in 0..starts.len().saturating_sub(1) {
            let last = starts[from + 1] - 1;
            let is_guarded = flat.instruction(last).guard.is_some();
            let following = starts[from + 1];
            let mut to = |position: u32| before[block_of[position as usize] as usize].push(from as u32);
            match &flat.next[last as usize] {
                Next::Following => to(following),
                Next::Jumps(targets) => {
                    targets.iter().for_each(|target| to(*target));
                    if is_guarded {
                        to(following);
                    }
                }
            }
        }
        for list in &mut before {
            list.sort_unstable();
            list.dedup();
        }
        let loops = loops(flat);
        Self { starts, block_of, before, loop_of: innermost(count, &loops), loops }
    }

    /// The smallest loop around a position that has so many instructions.
    pub(crate) fn loop_around(&self, position: u32, least: u32) -> Option<(u32, u32)> {
        let around = self
            .loops
            .iter()
            .filter(|(first, end)| (*first..*end).contains(&position) && end - first >= least);
        around.min_by_key(|(first, end)| end - first).copied()
    }
}

fn loops(flat: &Flat<'_, '_>) -> Vec<(u32, u32)> {
    let mut ends: BTreeMap<u32, u32> = BTreeMap::new();
    for (at, next) in (0u32..).zip(&flat.next) {
        if let Next::Jumps(targets) = next {
            for target in targets.iter().filter(|target| **target <= at) {
                ends.insert(*target, at + 1);
            }
        }
    }
    ends.into_iter().collect()
}

/// The innermost loop around each instruction.
fn innermost(count: usize, loops: &[(u32, u32)]) -> Vec<Option<(u32, u32)>> {
    let (mut open, mut rest): (Vec<(u32, u32)>, _) = (Vec::new(), loops.iter().peekable());
    let at = |at: u32| {
        while open.last().is_some_and(|(_, end)| *end <= at) {
            open.pop();
        }
        open.extend(rest.next_if(|(first, _)| *first == at));
        open.last().copied()
    };
    (0..count as u32).map(at).collect()
}
