//! What addresses and parities are in each thread, and from turn to turn, where that follows from what the text has.

use std::collections::BTreeSet;

use crate::domain::linear::{AtomId, Linear};
use crate::event::{Action, Event};
use crate::kernel::Kernel;
use crate::values::Values;
use crate::values::machine::Machine;

/// Counters are followed through so many turns at the most.
const TURNS_MAX: u32 = 26;

/// A block has so many threads at the most.
const THREADS_MAX: u32 = 1024;

/// More instructions are not carried out for one kernel.
const STEPS_MAX: usize = 1 << 17;

/// More parts of addresses are not worked out.
const ATOMS_MAX: usize = 512;

/// Works out what the stores of threads write, the lanes of tensor memory that warps reach, and what barriers go through.
pub(super) fn work_out(kernel: &mut Kernel<'_>, values: &mut Values<'_, '_, '_>) {
    let mut asked = asked(kernel);
    asked.truncate(ATOMS_MAX);
    let mut machine = Machine::of(values, STEPS_MAX);
    let most = kernel.of_atoms.values().filter_map(|one| one.stages).max().unwrap_or(1);
    // Each of the stages twice.
    let turns = (2 * most + 2).min(TURNS_MAX);
    let threads = kernel.threads.map(|threads| threads.min(THREADS_MAX));
    for (around, atom) in asked {
        let sum = Linear::atom(atom);
        if let Some(around) = around {
            let each = machine.in_turns(&sum, around, turns);
            kernel.turns_of.extend(each.map(|each| ((around, atom), each)));
        } else {
            let each = threads.and_then(|threads| machine.in_threads(&sum, threads));
            kernel.of_atoms.entry(atom).or_default().each_thread = each;
        }
    }
}

/// The atoms that are asked for, of loops those that they change, each once.
fn asked(kernel: &Kernel<'_>) -> Vec<(Option<(u32, u32)>, AtomId)> {
    // Behind the last read and its loop, stores are of results.
    let last = kernel.mmas.last().map_or(0, |mma| mma.line);
    let around = kernel.loops.iter().filter(|one| one.contains(last));
    let last = around.map(|one| one.last).max().unwrap_or(last);
    let of_event = |event: &Event<'_>| {
        let (sums, is_of_threads) = match &event.action {
            Action::Store { address, .. } => (vec![address.as_ref()], true),
            Action::TensorMemory { place, .. } => (vec![place.as_ref()], true),
            action => (vec![event.barrier.as_ref(), action.parity()], false),
        };
        let is_asked = |(atom, by): &(AtomId, u64)| match event.action {
            Action::Store { .. } => event.line <= last,
            // Columns are no thread's.
            Action::TensorMemory { .. } => by.is_multiple_of(1 << 16),
            _ => event.around.is_some(),
        } && kernel.of(*atom).is_turning != is_of_threads;
        let terms = sums.into_iter().flatten().flat_map(|sum| &sum.terms);
        let atoms = terms.filter(|one| is_asked(one)).map(|(atom, _)| *atom);
        let around = event.around.filter(|_| !is_of_threads);
        atoms.map(|atom| (around, atom)).collect::<Vec<_>>()
    };
    kernel.events.iter().flat_map(of_event).collect::<BTreeSet<_>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use crate::event::Action;
    use crate::kernel::kernels;
    use crate::linear::Linear;
    use crate::module::Module;

    const TEXT: &str = "
.target sm_90a
.extern .shared .align 1024 .b8 smem[];
.visible .entry k()
.maxntid 64
{
mov.u32 %r1, %tid.x;
shl.b32 %r2, %r1, 4;
shr.u32 %r3, %r1, 3;
and.b32 %r4, %r3, 7;
shl.b32 %r5, %r4, 4;
xor.b32 %r6, %r2, %r5;
mov.b32 %r7, smem;
add.s32 %r8, %r7, %r6;
st.shared.v4.b32 [%r8+1024], {%r1, %r1, %r1, %r1};
mov.b32 %r10, 0;
mov.b32 %r11, 0;
mov.b32 %r12, 0;
$L:
shl.b32 %r13, %r10, 3;
add.s32 %r14, %r7, %r13;
waitLoop:
mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r14], %r11;
@!%p1 bra waitLoop;
wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, 1, 1, 1, 1, 1, 0, 0;
add.s32 %r15, %r10, 1;
setp.gt.s32 %p2, %r15, 2;
selp.b32 %r10, 0, %r15, %p2;
selp.b32 %r16, 1, 0, %p2;
xor.b32 %r11, %r11, %r16;
add.s32 %r12, %r12, 1;
setp.lt.s32 %p3, %r12, %r20;
@%p3 bra $L;
ret;
}";

    #[test]
    fn what_threads_write_and_waits_go_through() {
        let module = Module::read(TEXT);
        let kernels = kernels(&module);
        let kernel = &kernels[0];
        let (mut units, mut visits) = (Vec::new(), Vec::new());
        for event in &kernel.events {
            match &event.action {
                Action::Store { address, .. } => {
                    let terms = &address.as_ref().expect("an address").terms;
                    let own = terms.iter().filter(|(atom, _)| !kernel.is_base(*atom));
                    for (atom, by) in own {
                        let each = kernel.of(*atom).each_thread.as_ref().expect("threads");
                        units.extend(each.iter().map(|value| value * by / 16));
                    }
                }
                Action::BarrierWait { parity } => {
                    let at = |sum: &Option<Linear>, turn| {
                        kernel.in_turn(event, sum.as_ref()?, turn).map(|sum| sum.constant)
                    };
                    let turns = (0..7).map(|turn| (at(&event.barrier, turn), at(parity, turn)));
                    visits.extend(turns);
                }
                _ => {}
            }
        }
        let swizzled = (0..64).map(|thread| thread ^ thread >> 3);
        assert_eq!(units, swizzled.collect::<Vec<u64>>());
        let rounds = (0..7).map(|turn| (Some(turn % 3 * 8), Some(turn / 3 % 2)));
        assert_eq!(visits, rounds.collect::<Vec<_>>());
    }
}
