//! What addresses and parities are in each thread, and from turn to turn, where that follows from what the text has.

use crate::domain::linear::Linear;
use crate::event::Action;
use crate::kernel::Kernel;
use crate::values::Values;
use crate::values::machine::Machine;

/// Counters are followed through so many turns at the most.
const TURNS_MAX: u32 = 26;

/// A block has so many threads at the most.
const THREADS_MAX: u32 = 1024;

/// More parts of addresses are not worked out.
const ATOMS_MAX: usize = 512;

/// Works out what the stores of threads write, the lanes of tensor memory that warps reach, and what barriers go through.
pub(super) fn work_out(kernel: &mut Kernel<'_>, values: &mut Values<'_, '_, '_>) {
    let mut machine = Machine::of(values);
    let most = kernel.stages.values().max().copied().unwrap_or(1);
    // Each of the stages twice.
    let turns = (2 * most + 2).min(TURNS_MAX);
    let threads = kernel.threads.map(|threads| threads.min(THREADS_MAX));
    for event in &kernel.events {
        let (of_barrier, of_other) = match &event.action {
            Action::Store { address: sum, .. } | Action::TensorMemory { place: sum, .. } => {
                (None, sum.as_ref())
            }
            Action::BarrierWait {
                barrier, parity, ..
            } => (barrier.as_ref(), parity.as_ref()),
            action => (action.barrier(), None),
        };
        let is_of_threads = matches!(
            event.action,
            Action::Store { .. } | Action::TensorMemory { .. }
        );
        for (atom, _) in of_barrier
            .into_iter()
            .chain(of_other)
            .flat_map(|sum| &sum.terms)
        {
            if kernel.threads_of.len() + kernel.turns_of.len() > ATOMS_MAX {
                return;
            }
            let sum = Linear::atom(*atom);
            match (kernel.turning.contains(atom), event.around, threads) {
                (true, Some(around), _) if !is_of_threads => {
                    let key = (around, *atom);
                    if !kernel.turns_of.contains_key(&key)
                        && let Some(each) = machine.in_turns(&sum, around, turns)
                    {
                        kernel.turns_of.insert(key, each);
                    }
                }
                (false, _, Some(threads))
                    if is_of_threads && !kernel.threads_of.contains_key(atom) =>
                {
                    if let Some(each) = machine.in_threads(&sum, threads) {
                        kernel.threads_of.insert(*atom, each);
                    }
                }
                _ => {}
            }
        }
    }
}
