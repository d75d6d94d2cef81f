//! What each barrier is for: something signals it, something waits for it, and rings of
//! barriers do not lie across one another.

use super::*;
use crate::kernel::part::rings::Barrier;

/// What an instruction does with a barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Init,
    /// An arrival, of threads or of a multiplication.
    Arrive,
    /// The bytes of a copy.
    Copy,
    Wait,
}

/// Barriers that nothing waits for or signals, and rings that share a part of their barriers.
pub(super) fn protocol(kernel: &Kernel<'_>) -> Option<Part> {
    let mut uses: Vec<(&Event<'_>, Use, Barrier)> = Vec::new();
    for event in &kernel.events {
        let kind = match &event.action {
            Action::BarrierInit { .. } => Use::Init,
            Action::BarrierWait { .. } => Use::Wait,
            Action::BarrierArrive { .. } | Action::MatrixCommit { .. } => Use::Arrive,
            Action::BarrierExpect { .. } => Use::Copy,
            Action::Copy(_) if event.action.barrier().is_some() => Use::Copy,
            _ => continue,
        };
        uses.push((event, kind, Barrier::of(kernel, event.action.barrier()?)?));
    }
    alone(&uses)
        .or_else(|| across(kernel, &uses))
        .or_else(|| parity(kernel))
}

/// A barrier that is waited for and not signalled, or the other way round.
fn alone(uses: &[(&Event<'_>, Use, Barrier)]) -> Option<Part> {
    let inits = uses.iter().filter(|(_, kind, _)| *kind == Use::Init);
    for (event, _, barrier) in inits {
        let of = |wanted: Use| uses.iter().filter(move |(_, kind, _)| *kind == wanted);
        let is_here = |other: &Barrier| other.base == barrier.base && other.meets(barrier);
        // What is counted from something else as well may be any of them.
        let may_be = |other: &Barrier| {
            let is_further = other.base.len() > barrier.base.len();
            is_further && barrier.base.iter().all(|one| other.base.contains(one))
        };
        let has = |wanted: Use| of(wanted).any(|(_, _, other)| is_here(other));
        let can_have = |wanted: Use| has(wanted) || of(wanted).any(|(_, _, other)| may_be(other));
        let found = if has(Use::Wait) && ![Use::Arrive, Use::Copy].into_iter().any(can_have) {
            Some((
                "Nothing signals the barrier that is initialized here",
                "A wait for it never ends. What should signal it may signal another barrier.",
            ))
        } else if has(Use::Copy) && !can_have(Use::Wait) {
            Some((
                "Nothing waits for the barrier that is initialized here",
                "Copies signal it all the same. What should wait for it may wait for another barrier.",
            ))
        } else {
            None
        };
        if let Some((title, text)) = found {
            return Some(BARRIER_WAIT.wrong(title, text).at(*event));
        }
    }
    None
}

/// Two rings that share barriers and are not one.
fn across(kernel: &Kernel<'_>, uses: &[(&Event<'_>, Use, Barrier)]) -> Option<Part> {
    let is_ring = |barrier: &Barrier| barrier.ring.is_some_and(|(by, ..)| kernel.is_turning(by));
    let rings = || uses.iter().filter(|(_, _, barrier)| is_ring(barrier));
    let steps = |barrier: &Barrier| {
        barrier
            .ring
            .map(|(_, by, count)| (barrier.offset, by, count))
    };
    for (number, (event, _, barrier)) in rings().enumerate() {
        let is_across = |other: &Barrier| {
            barrier.base == other.base && steps(barrier) != steps(other) && barrier.meets(other)
        };
        let before = rings().take(number).find(|(_, _, other)| is_across(other));
        if let Some((first, ..)) = before {
            let part = BARRIER_WAIT.wrong(
                "Two rings of barriers share a part of them",
                format!(
                    "Line {} goes through some of the same barriers, from another one on or at another distance.",
                    first.line
                ),
            );
            return Some(part.at(*event));
        }
    }
    None
}

/// A wait for a phase whose parity can be more than 1.
fn parity(kernel: &Kernel<'_>) -> Option<Part> {
    let event = kernel.events.iter().find(|event| {
        let Action::BarrierWait { parity_most, .. } = event.action else {
            return false;
        };
        parity_most.is_some_and(|most| most > 1 && most < PARITY_MOST)
    })?;
    Some(
        BARRIER_WAIT
            .not_followed("the phase that a wait is for")
            .at(event),
    )
}

/// A parity of which no more is known is not judged.
const PARITY_MOST: u64 = 1 << 16;
