//! Copies into the stages of operands and the barriers that they signal: each stage is filled by copies of its own operand, and
//! each copy signals the barrier of its stage, which reads of that stage wait for.

use std::collections::{BTreeMap, HashMap};

use swizzle_ptx::event::{Action, Event};
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::linear::{AtomId, Linear};

use crate::finding::Confidence;
use crate::kernel::letter::Letter;
use crate::kernel::part::barriers::{BARRIER_INIT, BARRIER_WAIT, Barrier, commits, inits, waits};
use crate::kernel::part::row::{FactKind, Outcome, Row};
use crate::kernel::part::{About, Part};
use crate::kernel::shared_map::{BARRIER_BYTES, Buffer, Reach, Role, SharedMap, place};

pub(super) static COPY_PLACE: Row = Row {
    id: "copy-place",
    source: "what is read of each stage, and the other copies of the same tensor map",
    confidence: Confidence::Derived,
    fact: FactKind::Fills,
};
pub(super) static COPY_STAGES: Row = Row {
    id: "copy-stages",
    source: "a ring is filled from its first stage on before the loop goes through it",
    confidence: Confidence::Derived,
    fact: FactKind::Fills,
};
pub(super) static COPY_BARRIER: Row = Row {
    id: "copy-barrier",
    source: "PTX ISA, `cp.async.bulk`: the completion mechanism; a stage has one barrier",
    confidence: Confidence::Derived,
    fact: FactKind::Barrier,
};

/// A copy into a buffer.
pub(super) struct Into<'k> {
    event: &'k Event<'k>,
    map: Option<&'k Linear>,
    /// The stage, if it is a number.
    stage: Option<i64>,
    /// The counter of the stages, if it is one, and how many stages further than the counter it goes.
    counter: Option<(AtomId, i64)>,
    /// Bytes from the beginning of the stage.
    within: u64,
    pub(super) barrier: Option<Barrier>,
}

/// How the barriers of a buffer follow its stages.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Law {
    pub(super) base: Vec<(AtomId, u64)>,
    pub(super) first: i64,
    pub(super) by: i64,
}

impl Law {
    pub(super) fn offset(&self, stage: i64) -> i64 {
        self.first + self.by * stage
    }
}

fn copies_into<'k>(kernel: &'k Kernel<'k>, buffer: &Buffer) -> Option<Vec<Into<'k>>> {
    let mut all = Vec::new();
    for at in &buffer.events {
        let event = &kernel.events[*at];
        let Action::Copy(copy) = &event.action else {
            continue;
        };
        if !copy.is_load {
            continue;
        }
        let shared = copy.shared.as_ref()?;
        let place = place(kernel, shared)?;
        let ahead = place.offset.checked_sub(buffer.offset)?;
        let stride = if buffer.stages > 1 {
            buffer.stride.max(1)
        } else {
            u64::MAX
        };
        let (stage, within) = ((ahead / stride) as i64, ahead % stride);
        let counter = Reach::of(kernel, shared)
            .stages
            .first()
            .map(|stage| stage.counter);
        let is_ring = place.ring.is_some() || place.stride.is_some();
        all.push(Into {
            event,
            map: copy.map.as_ref(),
            stage: (!is_ring && counter.is_none()).then_some(stage),
            counter: counter.map(|counter| (counter, stage)),
            within,
            barrier: copy
                .barrier
                .as_ref()
                .and_then(|address| Barrier::of(kernel, address)),
        });
    }
    Some(all)
}

/// How barriers follow the stages: by the copies of a ring, else by most of the others.
fn law(kernel: &Kernel<'_>, copies: &[Into<'_>]) -> Option<Law> {
    let of_ring = copies.iter().find_map(|copy| {
        let (counter, ahead) = copy.counter?;
        let barrier = copy.barrier.as_ref()?;
        let (own, by, _) = barrier.ring?;
        // A pointer from several ways has a counter of its own.
        let is_counter = own == counter || !kernel.choices(own).is_empty();
        is_counter.then(|| Law {
            base: barrier.base.clone(),
            first: barrier.offset - by * ahead,
            by,
        })
    });
    if of_ring.is_some() {
        return of_ring;
    }
    let by = BARRIER_BYTES as i64;
    let mut laws: Vec<(Law, usize)> = Vec::new();
    let mut stages: Vec<i64> = Vec::new();
    for copy in copies {
        let (Some(stage), Some(barrier)) = (copy.stage, &copy.barrier) else {
            continue;
        };
        if barrier.ring.is_some() {
            continue;
        }
        if !stages.contains(&stage) {
            stages.push(stage);
        }
        let law = Law {
            base: barrier.base.clone(),
            first: barrier.offset - by * stage,
            by,
        };
        match laws.iter_mut().find(|(known, _)| *known == law) {
            Some((_, count)) => *count += 1,
            None => laws.push((law, 1)),
        }
    }
    let all: usize = laws.iter().map(|(_, count)| count).sum();
    let (law, count) = laws.into_iter().max_by_key(|(_, count)| *count)?;
    (stages.len() > 1 && all > 2 && count * 3 >= all * 2).then_some(law)
}

pub(super) fn at(event: &Event<'_>) -> (u32, u32) {
    (event.line, event.loc)
}

/// The buffers of a kernel that copies fill, with their copies.
pub(super) struct Filled<'k> {
    pub(super) buffer: &'k Buffer,
    pub(super) letter: Letter,
    pub(super) copies: Vec<Into<'k>>,
    pub(super) law: Option<Law>,
}

pub(super) fn signals(kernel: &Kernel<'_>, shared: &SharedMap) -> Vec<Part> {
    let buffers = shared.regions.iter().flat_map(|region| &region.buffers);
    let filled: Vec<Filled<'_>> = buffers
        .filter_map(|buffer| {
            let letter = match buffer.role {
                Role::Operand(side) => Letter::of(side),
                Role::Scales => Letter::S,
                Role::Barriers | Role::Copied => return None,
            };
            let copies = copies_into(kernel, buffer)?;
            let law = law(kernel, &copies);
            (!copies.is_empty()).then_some(Filled {
                buffer,
                letter,
                copies,
                law,
            })
        })
        .collect();
    let mut parts = Vec::new();
    for one in &filled {
        parts.extend(places(one));
        parts.extend(stages(one));
        parts.extend(barriers(one));
        parts.extend(waits(kernel, one));
    }
    parts.extend(foreign(kernel, shared, &filled));
    parts.extend(inits(kernel));
    parts.extend(commits(kernel, &filled));
    first_causes(parts)
}

/// Rows whose faults follow from those of the rows before them: a copy to another place leaves a stage empty, and so on.
static CAUSES: [&Row; 5] = [
    &COPY_PLACE,
    &COPY_STAGES,
    &COPY_BARRIER,
    &BARRIER_WAIT,
    &BARRIER_INIT,
];

/// The parts with one fault at the most of those that follow from one another.
fn first_causes(mut parts: Vec<Part>) -> Vec<Part> {
    let rank = |part: &Part| match &part.about {
        About::Compared(compared) if matches!(compared.outcome, Outcome::Wrong(..)) => {
            CAUSES.iter().position(|row| *row == compared.row)
        }
        _ => None,
    };
    let first = (0..parts.len())
        .filter_map(|at| Some((rank(&parts[at])?, parts[at].line, at)))
        .min();
    if let Some((_, _, first)) = first {
        let mut at = 0;
        parts.retain(|part| {
            at += 1;
            at - 1 == first || rank(part).is_none()
        });
    }
    parts
}

/// Copies that begin elsewhere in their stage than the copies of the loop do.
fn places(one: &Filled<'_>) -> Vec<Part> {
    let of_ring: Vec<u64> = one
        .copies
        .iter()
        .filter(|copy| copy.stage.is_none())
        .map(|copy| copy.within)
        .collect();
    let others = one.copies.iter().filter(|copy| copy.stage.is_some());
    let strays = others.filter(|copy| !of_ring.is_empty() && !of_ring.contains(&copy.within));
    let part = |copy: &Into<'_>| {
        let name = one.letter.name();
        let outcome = Outcome::wrong(
            format_args!(
                "{name}: a copy begins {} bytes behind its stage's beginning",
                copy.within
            ),
            format_args!(
                "The copies of the loop begin at other bytes of a stage. What this one writes is read as something else."
            ),
        );
        COPY_PLACE.part(
            at(copy.event),
            Some(one.letter),
            one.buffer.readers(),
            outcome,
        )
    };
    strays.map(part).collect()
}

/// Stages that no copy before the loop fills although later ones are filled.
fn stages(one: &Filled<'_>) -> Option<Part> {
    let mut counts: BTreeMap<(u64, i64), usize> = BTreeMap::new();
    for copy in &one.copies {
        if let Some(stage) = copy.stage {
            *counts.entry((copy.within, stage)).or_default() += 1;
        }
    }
    let count = |within: u64, stage: i64| counts.get(&(within, stage)).copied().unwrap_or(0);
    let last = counts
        .keys()
        .map(|(_, stage)| *stage)
        .max()
        .filter(|last| *last > 0)?;
    let mut withins: Vec<u64> = one.copies.iter().map(|copy| copy.within).collect();
    withins.sort_unstable();
    withins.dedup();
    // Of several boxes, those of the ring, or all.
    let gap = withins.iter().find_map(|within| {
        let most = |from: i64| {
            (from..=last)
                .map(|stage| count(*within, stage))
                .max()
                .unwrap_or(0)
        };
        (0..last)
            .find(|stage| count(*within, *stage) < most(stage + 1))
            .map(|stage| (*within, stage))
    });
    let first = one.copies.iter().find(|copy| copy.stage.is_some())?;
    let (name, readers) = (one.letter.name(), one.buffer.readers());
    let Some((within, stage)) = gap else {
        let words = format!("{name}: copies before the loop fill stages 0 to {last}");
        return Some(COPY_STAGES.part(
            at(first.event),
            Some(one.letter),
            readers,
            Outcome::Checked(words),
        ));
    };
    let wrong = one.copies.iter().filter(|copy| copy.within == within);
    let wrong = wrong
        .filter(|copy| copy.stage.is_some())
        .max_by_key(|copy| copy.stage)?;
    let outcome = Outcome::wrong(
        format_args!("{name}: stage {stage} is filled less often than a later one"),
        format_args!(
            "Stages are filled in their order. One of the copies before the loop goes to another stage, and what is read of stage {stage} was not written."
        ),
    );
    Some(COPY_STAGES.part(at(wrong.event), Some(one.letter), readers, outcome))
}

/// Copies that signal another barrier than that of their stage.
fn barriers(one: &Filled<'_>) -> Vec<Part> {
    let Some(law) = &one.law else {
        return Vec::new();
    };
    let mut parts = Vec::new();
    let (name, mut checked) = (one.letter.name(), None);
    for copy in &one.copies {
        let Some(barrier) = copy
            .barrier
            .as_ref()
            .filter(|barrier| barrier.base == law.base)
        else {
            continue;
        };
        let expected = match (copy.stage, copy.counter, barrier.ring) {
            (Some(stage), _, None) => law.offset(stage),
            (None, Some((counter, ahead)), Some((own, by, _)))
                if counter == own && by == law.by =>
            {
                law.offset(ahead)
            }
            _ => continue,
        };
        if barrier.offset == expected {
            checked = checked.or(Some(copy.event));
            continue;
        }
        let stages = (barrier.offset - expected) / law.by.max(1);
        let outcome = Outcome::wrong(
            format_args!(
                "{name}: a copy signals a barrier {} bytes from that of its stage",
                barrier.offset - expected
            ),
            format_args!(
                "The barrier is that of a stage {stages} further. The wait for this stage ends without its data."
            ),
        );
        parts.push(COPY_BARRIER.part(
            at(copy.event),
            Some(one.letter),
            one.buffer.readers(),
            outcome,
        ));
    }
    if let (true, Some(event)) = (parts.is_empty(), checked) {
        let words = format!("{name}: each copy signals the barrier of its stage");
        parts.push(COPY_BARRIER.part(
            at(event),
            Some(one.letter),
            one.buffer.readers(),
            Outcome::Checked(words),
        ));
    }
    parts
}

/// Copies by the tensor map of one operand that land in another's buffer, or where nothing is read.
fn foreign(kernel: &Kernel<'_>, shared: &SharedMap, filled: &[Filled<'_>]) -> Vec<Part> {
    let mut parts = Vec::new();
    // For each map, how many of its copies are into which buffer.
    let mut of_map: HashMap<&Linear, Vec<(usize, usize)>> = HashMap::new();
    for (number, one) in filled.iter().enumerate() {
        for map in one.copies.iter().filter_map(|copy| copy.map) {
            let counts = of_map.entry(map).or_default();
            match counts.iter_mut().find(|(at, _)| *at == number) {
                Some((_, count)) => *count += 1,
                None => counts.push((number, 1)),
            }
        }
    }
    for (number, one) in filled.iter().enumerate() {
        for copy in &one.copies {
            let Some(map) = copy.map else { continue };
            let counts = &of_map[map];
            let own = counts
                .iter()
                .find(|(at, _)| *at == number)
                .map_or(0, |(_, count)| *count);
            let most = counts
                .iter()
                .filter(|(at, _)| *at != number)
                .max_by_key(|(_, count)| *count);
            let Some((other, count)) = most else { continue };
            let has_others = one
                .copies
                .iter()
                .any(|beside| beside.map != copy.map && beside.map.is_some());
            let is_other_letter = filled[*other].letter != one.letter;
            if *count > own && has_others && is_other_letter {
                let outcome = Outcome::wrong(
                    format_args!(
                        "{}: a copy of {} lands in its buffer",
                        one.letter.name(),
                        filled[*other].letter.name()
                    ),
                    format_args!(
                        "Other copies with the same tensor map fill the buffer of {}.",
                        filled[*other].letter.name()
                    ),
                );
                parts.push(COPY_PLACE.part(
                    at(copy.event),
                    Some(one.letter),
                    one.buffer.readers(),
                    outcome,
                ));
            }
        }
    }
    // Copies that no operand's buffer has, although their map's other copies fill one.
    let strays = shared.regions.iter().flat_map(|region| &region.buffers);
    for buffer in strays.filter(|buffer| buffer.role == Role::Copied) {
        for index in &buffer.events {
            let event = &kernel.events[*index];
            let Action::Copy(copy) = &event.action else {
                continue;
            };
            let Some(counts) = copy
                .map
                .as_ref()
                .filter(|_| copy.is_load)
                .and_then(|map| of_map.get(map))
            else {
                continue;
            };
            let one = &filled[counts[0].0];
            let is_in_operand = filled
                .iter()
                .any(|one| one.copies.iter().any(|copy| copy.event.line == event.line));
            if is_in_operand || counts.len() > 1 {
                continue;
            }
            let name = one.letter.name();
            let outcome = Outcome::wrong(
                format_args!("{name}: a copy lands where nothing of {name} is read"),
                format_args!(
                    "Other copies with the same tensor map fill the buffer of {name}. This one begins {} bytes from it.",
                    buffer.offset as i64 - one.buffer.offset as i64
                ),
            );
            parts.push(COPY_PLACE.part(at(event), Some(one.letter), one.buffer.readers(), outcome));
        }
    }
    parts
}
