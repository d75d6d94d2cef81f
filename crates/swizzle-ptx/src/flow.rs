//! The flow of control: blocks of instructions, and loops.

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
    /// The innermost loop of each instruction: where it begins, plus 1; 0 outside of all.
    pub(crate) loop_of: Vec<u32>,
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
        let starts: Vec<u32> = (0..=count as u32)
            .filter(|at| leads[*at as usize])
            .collect();
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
            let mut to =
                |position: u32| before[block_of[position as usize] as usize].push(from as u32);
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
        let loop_of = loops(flat);
        Self {
            starts,
            block_of,
            before,
            loop_of,
        }
    }
}

/// A jump back makes a loop of the text between.
fn loops(flat: &Flat<'_, '_>) -> Vec<u32> {
    let count = flat.places.len();
    // The farthest jump back to each instruction.
    let mut ends = vec![0u32; count + 1];
    for (at, next) in flat.next.iter().enumerate() {
        if let Next::Jumps(targets) = next {
            for target in targets.iter().filter(|target| **target as usize <= at) {
                ends[*target as usize] = ends[*target as usize].max(at as u32 + 1);
            }
        }
    }
    let mut open: Vec<(u32, u32)> = Vec::new();
    let mut loop_of = vec![0; count];
    for at in 0..count as u32 {
        while open.last().is_some_and(|(_, end)| *end <= at) {
            open.pop();
        }
        if ends[at as usize] > at {
            open.push((at + 1, ends[at as usize]));
        }
        loop_of[at as usize] = open.last().map_or(0, |(name, _)| *name);
    }
    loop_of
}
