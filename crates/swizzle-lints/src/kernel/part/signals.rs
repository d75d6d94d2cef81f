//! Copies into the stages of operands and the barriers that they signal: each stage is filled by copies of its own operand, and
//! each copy signals the barrier of its stage, which reads of that stage wait for.

use super::*;
use crate::kernel::part::{
    barriers::{commits, waits},
    protocol::inits,
};

/// What copies and barriers do that is wrong, or right.
pub(super) fn signals(kernel: &Kernel<'_>, shared: &SharedMap, uses: &[BarrierUse<'_>]) -> Vec<Part> {
    let rings = rings(kernel, shared);
    let mut parts = Vec::new();
    for one in &rings {
        parts.extend(places(one));
        parts.extend(stages(one));
        parts.extend(begins(kernel, one));
        parts.extend(signalled(one));
        parts.extend(waits(kernel, one, uses));
    }
    parts.extend(foreign(kernel, shared, &rings));
    parts.extend(inits(uses));
    parts.extend(commits(uses, &rings));
    first_causes(parts)
}

/// Rows whose faults follow from those of the rows before them: a copy to another place leaves a stage empty, and so on.
static CAUSES: [&Row; 5] = [&COPY_PLACE, &COPY_STAGES, &COPY_BARRIER, &BARRIER_WAIT, &BARRIER_INIT];

/// The parts with one fault at the most of those that follow from one another.
fn first_causes(mut parts: Vec<Part>) -> Vec<Part> {
    let rank = |part: &Part| {
        let row = part.row.filter(|_| !part.findings.is_empty())?;
        CAUSES.iter().position(|cause| *cause == row)
    };
    let first = (0..parts.len()).filter_map(|at| Some((rank(&parts[at])?, parts[at].line, at))).min();
    if let Some((_, _, first)) = first {
        let mut at = 0;
        parts.retain(|part| {
            at += 1;
            at - 1 == first || rank(part).is_none()
        });
    }
    // What copies do rests on the bytes of a stage that are read, right or wrong.
    for part in &mut parts {
        part.is_of_extents |= part.row.is_some_and(|row| CAUSES[..3].contains(&row));
    }
    parts
}

/// Copies that begin elsewhere in their stage than the copies of the loop do.
fn places(one: &Ring<'_>) -> Vec<Part> {
    let of_ring: Vec<u64> =
        one.copies.iter().filter(|copy| copy.stage.is_none()).map(|copy| copy.within).collect();
    let others = one.copies.iter().filter(|copy| copy.stage.is_some());
    let strays = others.filter(|copy| !of_ring.is_empty() && !of_ring.contains(&copy.within));
    let part = |copy: &Landing<'_>| {
        let (name, within) = (one.letter.name(), copy.within);
        let part = COPY_PLACE.wrong(
            format!("{name}: a copy begins {within} bytes behind its stage's beginning"),
            "The copies of the loop begin at other bytes of a stage. What this one writes is read as something else.",
        );
        part.at(copy.event).of_buffer(one.buffer)
    };
    strays.map(part).collect()
}

/// Stages that no copy before the loop fills although later ones are filled.
fn stages(one: &Ring<'_>) -> Option<Part> {
    let mut counts: BTreeMap<(u64, i64), usize> = BTreeMap::new();
    for copy in &one.copies {
        if let Some(stage) = copy.stage {
            *counts.entry((copy.within, stage)).or_default() += 1;
        }
    }
    let count = |within: u64, stage: i64| counts.get(&(within, stage)).copied().unwrap_or(0);
    let last = counts.keys().map(|(_, stage)| *stage).max().filter(|last| *last > 0)?;
    let mut withins: Vec<u64> = one.copies.iter().map(|copy| copy.within).collect();
    withins.sort_unstable();
    withins.dedup();
    // Of several boxes, those of the ring, or all.
    let gap = withins.iter().find_map(|within| {
        let most = |from: i64| (from..=last).map(|stage| count(*within, stage)).max().unwrap_or(0);
        (0..last).find(|stage| count(*within, *stage) < most(stage + 1)).map(|stage| (*within, stage))
    });
    let first = one.copies.iter().find(|copy| copy.stage.is_some())?;
    let name = one.letter.name();
    let Some((within, stage)) = gap else {
        let words = format!("{name}: copies before the loop fill stages 0 to {last}");
        return Some(COPY_STAGES.checked(words).at(first.event).of_buffer(one.buffer));
    };
    let wrong = one.copies.iter().filter(|copy| copy.within == within);
    let wrong = wrong.filter(|copy| copy.stage.is_some()).max_by_key(|copy| copy.stage)?;
    let part = COPY_STAGES.wrong(
        format!("{name}: stage {stage} is filled less often than a later one"),
        format!("Stages are filled in their order. One of the copies before the loop goes to another stage, and what is read of stage {stage} was not written."),
    );
    Some(part.at(wrong.event).of_buffer(one.buffer))
}

/// The copies of the loop, where they do not go on from the stages that are filled before it.
fn begins(kernel: &Kernel<'_>, one: &Ring<'_>) -> Option<Part> {
    let stages = i64::from(one.buffer.stages);
    let first_of = |(counter, ahead): (AtomId, i64)| {
        let first = kernel.first_stage_of(counter)?;
        (stages > 1 && kernel.stages_of(counter) == Some(one.buffer.stages))
            .then(|| (i64::from(first) + ahead).rem_euclid(stages))
    };
    let of_loop = || one.copies.iter().filter(|copy| copy.stage.is_none());
    let all = of_loop().map(|copy| Some((copy, first_of(copy.counter?)?)));
    // Of several copies in a turn, the first goes on.
    let all: Vec<_> = all.collect::<Option<_>>()?;
    let (copy, first) = *all.first()?;
    let mut before = one.copies.iter().filter(|one| one.event.line < copy.event.line);
    let filled = before.rfind(|copy| copy.stage.is_some()).and_then(|copy| copy.stage);
    let next = match (filled, one.buffer.role) {
        (Some(last), _) => (last + 1) % stages,
        // Without copies before it, reads begin where copies do.
        (None, Role::Operand(side)) => {
            let held = kernel.mmas[*one.buffer.mmas.first()?].descriptor(side)?;
            let reach = Reach::of(kernel, &held.start);
            let [stage] = reach.stages[..] else {
                return None;
            };
            let ahead = reach.offset - one.buffer.offset as i64;
            first_of((stage.counter, ahead.div_euclid(one.buffer.stride.max(1) as i64)))?
        }
        _ => return None,
    };
    if all.iter().any(|(_, first)| *first == next) {
        return None;
    }
    let name = one.letter.name();
    let part = COPY_STAGES.wrong(
        format!("{name}: the copies of the loop begin with stage {first}, not {next}"),
        "They go on from the stages that are filled before the loop, or begin where the reads do. Another stage is read before it is filled.",
    );
    Some(part.at(copy.event).of_buffer(one.buffer))
}

/// Copies that signal another barrier than that of their stage.
fn signalled(one: &Ring<'_>) -> Vec<Part> {
    let Some(law) = &one.law else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    let (name, mut checked) = (one.letter.name(), None);
    for copy in &one.copies {
        let Some(barrier) = copy.barrier.as_ref().filter(|barrier| barrier.base == law.base) else {
            continue;
        };
        let expected = match (copy.stage, copy.counter, barrier.ring) {
            (Some(stage), _, None) => law.offset(stage),
            (None, Some((counter, ahead)), Some((own, by, _))) if counter == own && by == law.by => {
                law.offset(ahead)
            }
            _ => continue,
        };
        if barrier.offset == expected {
            checked = checked.or(Some(copy.event));
            continue;
        }
        let bytes = barrier.offset - expected;
        let stages = bytes / law.by.max(1);
        let part = COPY_BARRIER.wrong(
            format!("{name}: a copy signals a barrier {bytes} bytes from that of its stage"),
            format!("The barrier is that of a stage {stages} further. The wait for this stage ends without its data."),
        );
        parts.push(part.at(copy.event).of_buffer(one.buffer));
    }
    if let (true, Some(event)) = (parts.is_empty(), checked) {
        let words = format!("{name}: each copy signals the barrier of its stage");
        parts.push(COPY_BARRIER.checked(words).at(event).of_buffer(one.buffer));
    }
    parts
}

/// Copies by the tensor map of one operand that land in another's buffer, or where nothing is read.
fn foreign(kernel: &Kernel<'_>, shared: &SharedMap, filled: &[Ring<'_>]) -> Vec<Part> {
    let mut parts = Vec::new();
    // For each map, how many of its copies are into which buffer.
    let mut of_map: HashMap<&Linear, BTreeMap<usize, usize>> = HashMap::new();
    for (number, one) in filled.iter().enumerate() {
        for map in one.copies.iter().filter_map(|copy| copy.map) {
            *of_map.entry(map).or_default().entry(number).or_default() += 1;
        }
    }
    for (number, one) in filled.iter().enumerate() {
        for copy in &one.copies {
            let Some(map) = copy.map else { continue };
            let counts = &of_map[map];
            let most = counts.iter().filter(|(at, _)| **at != number).max_by_key(|(_, count)| *count);
            let Some((other, count)) = most else { continue };
            let has_others = one.copies.iter().any(|beside| beside.map != copy.map && beside.map.is_some());
            let is_other_letter = filled[*other].letter != one.letter;
            // Where warps that do not multiply are taken to, a buffer reaches into the next, which the copy is of.
            let is_at_home = filled[*other].copies.iter().any(|own| own.event.line == copy.event.line);
            if *count > counts[&number] && has_others && is_other_letter && !is_at_home {
                let (name, other) = (one.letter.name(), filled[*other].letter.name());
                let part = COPY_PLACE.wrong(
                    format!("{name}: a copy of {other} lands in its buffer"),
                    format!("Other copies with the same tensor map fill the buffer of {other}."),
                );
                parts.push(part.at(copy.event).of_buffer(one.buffer));
            }
        }
    }
    // Copies that no operand's buffer has, although their map's other copies fill one.
    let strays = shared.regions.iter().flat_map(|region| &region.buffers);
    for buffer in strays.filter(|buffer| buffer.role == Role::Copied) {
        for (event, copy) in buffer.loads(kernel) {
            let counts = copy.map.as_ref().and_then(|map| of_map.get(map));
            let Some((number, _)) =
                counts.filter(|counts| counts.len() == 1).and_then(BTreeMap::first_key_value)
            else {
                continue;
            };
            let one = &filled[*number];
            if filled.iter().any(|one| one.copies.iter().any(|copy| copy.event.line == event.line)) {
                continue;
            }
            let (name, ahead) = (one.letter.name(), buffer.offset as i64 - one.buffer.offset as i64);
            let part = COPY_PLACE.wrong(
                format!("{name}: a copy lands where nothing of {name} is read"),
                format!("Other copies with the same tensor map fill the buffer of {name}. This one begins {ahead} bytes from it."),
            );
            parts.push(part.at(event).of_buffer(one.buffer));
        }
    }
    parts
}
