//! Barriers of a kernel: each is initialized with what arrives, copies and multiplications signal barriers of their own, and reads
//! wait for that of their stage.

use super::*;
use crate::kernel::part::rings::{Barrier, Ring};

/// Reads of a stage that wait for the barrier of another.
pub(super) fn waits(kernel: &Kernel<'_>, one: &Ring<'_>) -> Option<Part> {
    let (law, Role::Operand(side)) = (one.law.as_ref()?, one.buffer.role) else {
        return None;
    };
    let stages = i64::from(one.buffer.stages);
    let waits: Vec<(&Event<'_>, Barrier)> = kernel
        .events
        .iter()
        .filter_map(|event| match &event.action {
            Action::BarrierWait { barrier, .. } => {
                Some((event, Barrier::of(kernel, barrier.as_ref()?)?))
            }
            _ => None,
        })
        .filter(|(_, barrier)| barrier.base == law.base)
        .collect();
    let is_full = |offset: i64| {
        (offset - law.first) % law.by.max(1) == 0
            && (0..stages).contains(&((offset - law.first) / law.by.max(1)))
    };
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
        let of_counter: Vec<_> = of_counter
            .filter(|(_, barrier)| is_full(barrier.offset))
            .collect();
        let ahead =
            (reach.offset - one.buffer.offset as i64).div_euclid(one.buffer.stride.max(1) as i64);
        let (found, stray) = if counters.is_empty() && one.buffer.stages > 1 {
            // Stages of which the number is in the text.
            let mut fixed = waits.iter().filter(|(event, barrier)| {
                barrier.ring.is_none() && is_full(barrier.offset) && event.line < mma.line
            });
            let found = fixed
                .clone()
                .find(|(_, barrier)| barrier.offset == law.offset(ahead));
            // Outside of a loop nothing but these can have been waited for.
            let is_inside = kernel.loops.iter().any(|one| one.contains(mma.line));
            let before = waits.iter().filter(|(event, _)| event.line < mma.line);
            let only = !is_inside && before.clone().all(|(_, barrier)| barrier.ring.is_none());
            (
                found.map(|(event, _)| *event),
                fixed.next_back().map(|(event, _)| *event).filter(|_| only),
            )
        } else {
            let found = of_counter
                .iter()
                .find(|(_, barrier)| barrier.offset == law.offset(ahead));
            (
                found.map(|(event, _)| *event),
                of_counter.first().map(|(event, _)| *event),
            )
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
    let any = waits
        .iter()
        .find(|(_, barrier)| barrier.offsets().any(is_full));
    // A ring of as many barriers that begins at another one is not theirs.
    let rings = waits.iter().filter(|(_, barrier)| {
        barrier
            .ring
            .is_some_and(|(_, by, count)| by == law.by && count == stages)
            && barrier.offsets().any(is_full)
    });
    let shifted = rings
        .clone()
        .find(|(_, barrier)| barrier.offset != law.first);
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
            let why = format!(
                "{name}: the barrier that the read in line {} waits for",
                mma.line
            );
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

/// Barriers that are used and not initialized, and counts that differ among the barriers of a ring.
pub(super) fn inits(kernel: &Kernel<'_>) -> Vec<Part> {
    let mut all: Vec<(&Event<'_>, Barrier, Option<u64>)> = Vec::new();
    for event in &kernel.events {
        if let Action::BarrierInit { barrier, count } = &event.action {
            let Some(barrier) = barrier
                .as_ref()
                .and_then(|address| Barrier::of(kernel, address))
            else {
                return Vec::new();
            };
            let count = count.as_ref().and_then(Linear::as_number);
            all.push((event, barrier, count));
        }
    }
    let mut parts = Vec::new();
    if all.is_empty() {
        return parts;
    }
    let mut known: HashMap<&Vec<(AtomId, u64)>, Vec<i64>> = HashMap::new();
    for (_, barrier, _) in &all {
        known
            .entry(&barrier.base)
            .or_default()
            .extend(barrier.offsets());
    }
    let mut first = None;
    for event in &kernel.events {
        let is_init = matches!(
            event.action,
            Action::BarrierInit { .. } | Action::BarrierInvalidate { .. }
        );
        let Some(address) = event.action.barrier().filter(|_| !is_init) else {
            continue;
        };
        let Some(barrier) = Barrier::of(kernel, address) else {
            continue;
        };
        let Some(offsets) = known.get(&barrier.base) else {
            continue;
        };
        if let Some(offset) = barrier.offsets().find(|offset| !offsets.contains(offset)) {
            let near = offsets
                .iter()
                .min_by_key(|own| (**own - offset).abs())
                .copied()
                .unwrap_or(0);
            let part = BARRIER_INIT.wrong(
                format!("The barrier {} bytes from an initialized one is not initialized", offset - near),
                format!("`mbarrier.init` initializes {} barriers of this variable; this instruction uses another word.", offsets.len()),
            );
            parts.push(part.at(event));
            return parts;
        }
        first = first.or(Some(event));
    }
    if let Some(event) = first {
        let words = format!(
            "{} barriers are initialized before they are used",
            all.len()
        );
        parts.push(BARRIER_INIT.checked(words).at(event));
    }
    parts.extend(twice(kernel, &all));
    parts.extend(counts(kernel, &all));
    parts
}

/// A barrier that is initialized again where several are initialized one after another, before one is used.
fn twice(kernel: &Kernel<'_>, all: &[(&Event<'_>, Barrier, Option<u64>)]) -> Option<Part> {
    let is_same = |one: &Barrier, other: &Barrier| {
        let are_fixed = one.ring.is_none() && other.ring.is_none();
        are_fixed && (&one.base, one.offset) == (&other.base, other.offset)
    };
    for (number, (event, barrier, _)) in all.iter().enumerate() {
        let run = &all[number.saturating_sub(RUN_MAX)..number];
        let ends = |before: &Event<'_>| {
            let mut all = kernel.events.iter();
            all.any(|one| {
                let is_end = matches!(
                    one.action,
                    Action::BarrierInvalidate { .. }
                        | Action::BarrierWait { .. }
                        | Action::BarrierExpect { .. }
                );
                is_end && (before.line..event.line).contains(&one.line)
            })
        };
        let is_again = |(before, own, _): &&(&Event<'_>, Barrier, Option<u64>)| {
            is_same(own, barrier) && !ends(before)
        };
        if let Some((before, ..)) = run.iter().find(is_again).filter(|_| run.len() > 1) {
            let part = BARRIER_INIT.wrong(
                "The barrier is initialized again",
                format!(
                    "Line {} initializes the same word. Another barrier may be left without.",
                    before.line
                ),
            );
            return Some(part.at(*event));
        }
    }
    None
}

/// Initializations that are looked back at.
const RUN_MAX: usize = 64;

/// Whether each wait for a barrier that is initialized here follows one arrival, of a commit or with bytes.
fn alternates(kernel: &Kernel<'_>, init: &Event<'_>, barrier: &Barrier) -> bool {
    let mut arrived = 0;
    let mut waits = 0;
    for event in kernel.events.iter().filter(|event| event.line > init.line) {
        let is_here = event
            .action
            .barrier()
            .and_then(|address| Barrier::of(kernel, address));
        match (&event.action, is_here) {
            (Action::BarrierArrive { .. }, None) => return false,
            (_, None) => continue,
            (_, Some(other)) if other.base != barrier.base || !other.meets(barrier) => continue,
            (_, Some(other)) if other.ring.is_some() => return false,
            (Action::BarrierExpect { .. }, _) if event.opcode.contains(".arrive") => arrived += 1,
            (Action::MatrixCommit { .. }, _) => arrived += 1,
            (Action::BarrierWait { .. }, _) if arrived == 1 => (arrived, waits) = (0, waits + 1),
            (Action::BarrierWait { .. } | Action::BarrierArrive { .. }, _) => return false,
            (Action::BarrierInvalidate { .. } | Action::BarrierInit { .. }, _) => break,
            _ => continue,
        }
    }
    waits > 0 && arrived == 0
}

/// How many commits and expectations of bytes arrive at a barrier, where nothing else may: one each of them.
fn single_arrivals(kernel: &Kernel<'_>, barrier: &Barrier) -> Option<(u64, u64)> {
    let (mut commits, mut expects) = (0, 0);
    for event in &kernel.events {
        let is_commit = match &event.action {
            Action::MatrixCommit { .. } if !event.opcode.contains("multicast") => true,
            Action::BarrierExpect { .. } if event.opcode.contains(".arrive") => false,
            Action::MatrixCommit { .. } | Action::BarrierArrive { .. } => {
                let other = Barrier::of(kernel, event.action.barrier()?)?;
                if other.base == barrier.base && !other.meets(barrier) {
                    continue;
                }
                return None;
            }
            _ => continue,
        };
        let other = Barrier::of(kernel, event.action.barrier()?)?;
        if other.base != barrier.base {
            return None;
        }
        let count = if is_commit {
            &mut commits
        } else {
            &mut expects
        };
        *count += u64::from(other.meets(barrier));
    }
    Some((commits, expects))
}

/// Counts that cannot be, or that differ where barriers of one ring are initialized.
fn counts(kernel: &Kernel<'_>, all: &[(&Event<'_>, Barrier, Option<u64>)]) -> Option<Part> {
    let wrong = |event: &Event<'_>, count: u64, wanted: u64| {
        let part = BARRIER_COUNT.wrong(
            format!("The barrier counts {count} arrivals, {wanted} come"),
            "With another count a phase ends too early, or never.",
        );
        Some(part.at(event).fix(format!("Initialize it with {wanted}")))
    };
    for (event, barrier, count) in all {
        let Some(count) = *count else { continue };
        if count == 0 {
            return wrong(event, 0, 1);
        }
        match single_arrivals(kernel, barrier) {
            // A barrier of commits alone has one in each phase.
            Some((commits, 0)) if commits > 0 && count != 1 => return wrong(event, count, 1),
            Some((commits, expects)) if count > commits + expects && expects > 0 => {
                return wrong(event, count, 1);
            }
            _ if count > 1 && alternates(kernel, event, barrier) => return wrong(event, count, 1),
            _ => {}
        }
    }
    // Runs of barriers that one counter goes through.
    for event in &kernel.events {
        let Some(ring) = event
            .action
            .barrier()
            .and_then(|address| Barrier::of(kernel, address))
            .filter(|one| one.ring.is_some())
        else {
            continue;
        };
        let own: Vec<_> = all
            .iter()
            .filter(|(_, barrier, _)| {
                barrier.base == ring.base
                    && barrier.ring.is_none()
                    && ring.offsets().any(|offset| offset == barrier.offset)
            })
            .collect();
        let mut values: Vec<u64> = own.iter().filter_map(|(_, _, count)| *count).collect();
        values.sort_unstable();
        let common = values.get(values.len() / 2).copied()?;
        if own.len() > 2
            && let Some((event, _, Some(count))) = own
                .iter()
                .find(|(_, _, count)| count.is_some_and(|count| count != common))
        {
            return wrong(event, *count, common);
        }
    }
    None
}

/// A `tcgen05.commit` that arrives at the barrier of copies.
pub(super) fn commits(kernel: &Kernel<'_>, filled: &[Ring<'_>]) -> Option<Part> {
    for event in &kernel.events {
        let Action::MatrixCommit {
            barrier: Some(address),
        } = &event.action
        else {
            continue;
        };
        let Some(barrier) = Barrier::of(kernel, address) else {
            continue;
        };
        let is_full = |one: &Ring<'_>| {
            let mut copies = one.copies.iter().filter_map(|copy| copy.barrier.as_ref());
            let is_of_law = one.law.as_ref().is_some_and(|law| {
                let mut stages = 0..i64::from(one.buffer.stages);
                law.base == barrier.base
                    && stages
                        .any(|stage| barrier.offsets().any(|offset| offset == law.offset(stage)))
            });
            is_of_law
                || copies.any(|own| {
                    own.base == barrier.base
                        && own
                            .offsets()
                            .any(|offset| barrier.offsets().any(|other| other == offset))
                })
        };
        if let Some(one) = filled.iter().find(|one| is_full(one)) {
            let part = BARRIER_COMMIT.wrong(
                format!("tcgen05.commit arrives at a barrier that copies of {} signal", one.letter.name()),
                "The phase of the copies ends by an arrival of the multiplication. What frees a stage is another barrier.",
            );
            return Some(part.at(event).of_buffer(one.buffer));
        }
    }
    None
}
