//! Barriers of the stages of operands: copies and multiplications signal barriers of their own, and reads wait for that of their stage.

use super::*;

/// Reads of a stage that wait for the barrier of another.
pub(super) fn waits(kernel: &Kernel<'_>, one: &Ring<'_>, uses: &[BarrierUse<'_>]) -> Option<Part> {
    let (law, Role::Operand(side)) = (one.law.as_ref()?, one.buffer.role) else {
        return None;
    };
    let stages = i64::from(one.buffer.stages);
    let waits = uses.iter().filter(|one| one.kind == Use::Wait);
    let waits = waits.filter_map(|one| Some((one.event, one.barrier.as_ref()?)));
    let waits: Vec<(&Event<'_>, &Barrier)> = waits.filter(|(_, barrier)| barrier.base == law.base).collect();
    let is_full = |offset: i64| one.has_barrier(offset);
    let (name, mut checked, mut open) = (one.letter.name(), None, None);
    for index in &one.buffer.mmas {
        let mma = &kernel.mmas[*index];
        let Some(held) = mma.descriptor(side) else {
            continue;
        };
        let reach = Reach::of(kernel, &held.start);
        let counters: Vec<AtomId> = reach.stages.iter().map(|stage| stage.counter).collect();
        let of_counter = waits.iter().filter_map(|(event, barrier)| {
            let (own, by, _) = barrier.ring?;
            (counters == [own] && by == law.by).then_some((*event, barrier))
        });
        let of_counter: Vec<_> = of_counter.filter(|(_, barrier)| is_full(barrier.offset)).collect();
        let ahead = (reach.offset - one.buffer.offset as i64).div_euclid(one.buffer.stride.max(1) as i64);
        let (found, stray) = if counters.is_empty() && one.buffer.stages > 1 {
            // Stages of which the number is in the text.
            let mut fixed = waits.iter().filter(|(event, barrier)| {
                barrier.ring.is_none() && is_full(barrier.offset) && event.line < mma.line
            });
            let found = fixed.clone().find(|(_, barrier)| barrier.offset == law.offset(ahead));
            // Outside of a loop nothing but these can have been waited for.
            let is_inside = kernel.loops.iter().any(|one| one.contains(mma.line));
            let before = waits.iter().filter(|(event, _)| event.line < mma.line);
            let only = !is_inside && before.clone().all(|(_, barrier)| barrier.ring.is_none());
            (found.map(|(event, _)| *event), fixed.next_back().map(|(event, _)| *event).filter(|_| only))
        } else {
            let found = of_counter.iter().find(|(_, barrier)| barrier.offset == law.offset(ahead));
            (found.map(|(event, _)| *event), of_counter.first().map(|(event, _)| *event))
        };
        match (found, stray) {
            (Some(event), _) => checked = checked.or(Some(event)),
            (None, Some(event)) => {
                let part = BARRIER_WAIT.wrong(
                    format!("{name}: the wait is for the barrier of another stage"),
                    format!("The read in line {} begins in a stage whose barrier no wait is for. Its data may not be there yet.", mma.line),
                );
                return Some(part.at(event).of_buffer(one.buffer));
            }
            (None, None) => open = open.or(Some(mma)),
        }
    }
    // Waits of another turn of the loop, or by another counter, are for one of its stages all the same.
    let any = waits.iter().find(|(_, barrier)| barrier.offsets().any(is_full));
    // A ring of as many barriers that begins at another one is not theirs.
    let rings = waits.iter().filter(|(_, barrier)| {
        barrier.ring.is_some_and(|(_, by, count)| by == law.by && count == stages)
            && barrier.offsets().any(is_full)
    });
    let shifted = rings.clone().find(|(_, barrier)| barrier.offset != law.first);
    if let Some((event, barrier)) = shifted.filter(|_| rings.clone().count() == 1) {
        let part = BARRIER_WAIT.wrong(
            format!(
                "{name}: the wait is for barriers {} bytes from those of its stages",
                barrier.offset - law.first
            ),
            "Each turn of the loop waits for the barrier of another stage than it reads.",
        );
        return Some(part.at(*event).of_buffer(one.buffer));
    }
    checked = checked.or(any.map(|(event, _)| *event));
    let part = match (open, checked) {
        (Some(mma), None) => {
            let why = format!("{name}: the barrier that the read in line {} waits for", mma.line);
            BARRIER_WAIT.not_followed(why).at(mma)
        }
        (None, event) => {
            let words = format!("{name}: reads wait for the barrier of their stage");
            BARRIER_WAIT.checked(words).at(event?)
        }
        (Some(_), Some(event)) => {
            let words = format!("{name}: a wait is for the barriers of its stages");
            BARRIER_WAIT.checked(words).at(event)
        }
    };
    Some(part.of_buffer(one.buffer))
}

/// A `tcgen05.commit` that arrives at the barrier of copies.
pub(super) fn commits(uses: &[BarrierUse<'_>], filled: &[Ring<'_>]) -> Option<Part> {
    let of_copies = |one: &Ring<'_>, barrier: &Barrier| {
        let is_of_base = one.law.as_ref().is_some_and(|law| law.base == barrier.base);
        let is_of_law = is_of_base && barrier.offsets().any(|offset| one.has_barrier(offset));
        let mut copies = one.copies.iter().filter_map(|copy| copy.barrier.as_ref());
        is_of_law || copies.any(|own| own.base == barrier.base && own.meets(barrier))
    };
    uses.iter().find_map(|commit| {
        let barrier = commit.barrier.as_ref()?;
        matches!(commit.event.action, Action::MatrixCommit { .. }).then_some(())?;
        let one = filled.iter().find(|one| of_copies(one, barrier))?;
        let part = BARRIER_COMMIT.wrong(
            format!("tcgen05.commit arrives at a barrier that copies of {} signal", one.letter.name()),
            "The phase of the copies ends by an arrival of the multiplication. What frees a stage is another barrier.",
        );
        Some(part.at(commit.event).of_buffer(one.buffer))
    })
}
