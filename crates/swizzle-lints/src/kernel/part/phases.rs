//! The phases that waits in loops are for: a barrier that is waited for again is waited for with the other parity.

use super::*;

/// Turns of a loop that are looked at.
const TURNS_MAX: usize = 64;

/// The barriers that a wait goes through from turn to turn, with the parities of their phases.
fn visits(kernel: &Kernel<'_>, event: &Event<'_>) -> Vec<(Linear, u64)> {
    let (Some(barrier), Some(parity)) = (event.action.barrier(), event.action.parity()) else {
        return Vec::new();
    };
    let mut terms = barrier.terms.iter().chain(&parity.terms);
    if !terms.any(|(atom, _)| kernel.is_turning(*atom)) {
        return Vec::new();
    }
    let visit = |turn| {
        let parity = kernel.in_turn(event, parity, turn)?.as_number()?;
        Some((kernel.in_turn(event, barrier, turn)?, parity))
    };
    (0..TURNS_MAX).map_while(visit).collect()
}

/// The parity of the first phase of the barrier at which a wait begins, if phases follow one another: those of one barrier have one
/// parity and the other in turn, and those of a ring change together where it begins again.
fn first_parity(visits: &[(Linear, u64)]) -> Option<u64> {
    let mut barriers: BTreeMap<u64, (u64, u64)> = BTreeMap::new();
    for (barrier, parity) in visits {
        let (first, count) = barriers.entry(barrier.constant).or_insert((parity & 1, 0));
        if (*first + *count) & 1 != parity & 1 {
            return None;
        }
        *count += 1;
    }
    let firsts: Vec<u64> = barriers.values().map(|(first, _)| *first).collect();
    let changes = firsts.windows(2).filter(|pair| pair[0] != pair[1]).count();
    firsts.last().copied().filter(|_| changes < 2)
}

/// A wait for a phase whose parity can be more than 1.
pub(super) fn parity(kernel: &Kernel<'_>) -> Option<Part> {
    let mut events = kernel.events.iter();
    // A parity of which no more is known is not judged.
    let event = events.find(|event| {
        let most = event.action.parity().and_then(|parity| kernel.most_of(parity));
        most.is_some_and(|most| most > 1 && most < 1 << 16)
    })?;
    let part = BARRIER_PHASE.not_followed("the phase that a wait is for");
    Some(part.at(event))
}

/// A wait in a loop whose phases do not follow one another, or that begins with a phase before the first.
pub(super) fn phases(kernel: &Kernel<'_>, uses: &[BarrierUse<'_>]) -> Option<Part> {
    let waits = || uses.iter().filter(|one| one.kind == Use::Wait);
    let mut checked = None;
    for one in waits() {
        let visits = visits(kernel, one.event);
        let Some(barrier) = one.barrier.as_ref().filter(|_| visits.len() > 1) else {
            continue;
        };
        let is_constant = visits.iter().all(|(_, parity)| *parity == visits[0].1);
        let is_beside = |other: &BarrierUse<'_>| {
            other.event.line != one.event.line
                && other.event.is_in_loop_of(one.event)
                && other.meets(barrier) != Some(false)
        };
        if is_constant && waits().any(is_beside) {
            // Two waits in a turn have a parity each.
            continue;
        }
        let is_of_copies = || {
            let mut copies = uses.iter().filter(|other| other.kind == Use::Copy);
            copies.any(|copy| copy.meets(barrier) == Some(true))
        };
        let (title, text) = match first_parity(&visits) {
            None => (
                "The wait does not go on with the next phase of its barrier",
                "A barrier that is waited for again is waited for with the other parity. With the same one the wait is for a phase that is over, or never ends.",
            ),
            Some(1) if is_of_copies() => (
                "The first wait for a barrier of copies is for the phase before its first",
                "Such a wait ends at once: the phase of parity 0 is the first. The read after it begins before the copies have come.",
            ),
            _ => {
                checked = checked.or(Some(one.event));
                continue;
            }
        };
        return Some(BARRIER_PHASE.wrong(title, text).at(one.event));
    }
    let words = "Waits of loops are for the phases of their barriers, one after another";
    Some(BARRIER_PHASE.checked(words).at(checked?))
}
