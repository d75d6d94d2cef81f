//! Rings of stages that copies fill: where each copy goes, the barrier that it signals, and how barriers follow the stages.

use super::*;

/// A copy into a buffer.
struct Landing<'k> {
    event: &'k Event<'k>,
    map: Option<&'k Linear>,
    /// The stage, if it is a number.
    stage: Option<i64>,
    /// The counter of the stages, if it is one, and how many stages further than the counter it goes.
    counter: Option<(AtomId, i64)>,
    /// Bytes from the beginning of the stage.
    within: u64,
    barrier: Option<Barrier>,
}

/// How the barriers of a buffer follow its stages.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Law {
    base: Vec<(AtomId, u64)>,
    first: i64,
    by: i64,
}

impl Law {
    fn offset(&self, stage: i64) -> i64 {
        self.first + self.by * stage
    }
}

fn copies_into<'k>(kernel: &'k Kernel<'k>, buffer: &Buffer) -> Option<Vec<Landing<'k>>> {
    let mut all = Vec::new();
    for (event, copy) in buffer.loads(kernel) {
        let shared = copy.shared.as_ref()?;
        let place = place(kernel, shared)?;
        let (stage, within) = buffer.stage_of(place.offset)?;
        let stage = stage as i64;
        let counter = Reach::of(kernel, shared).stages.first().map(|stage| stage.counter);
        let is_ring = place.ring.is_some() || place.stride.is_some();
        all.push(Landing {
            event,
            map: copy.map.as_ref(),
            stage: (!is_ring && counter.is_none()).then_some(stage),
            counter: counter.map(|counter| (counter, stage)),
            within,
            barrier: event.barrier.as_ref().and_then(|address| Barrier::of(kernel, address)),
        });
    }
    Some(all)
}

/// How barriers follow the stages: by the copies of a ring, else by most of the others.
fn law(kernel: &Kernel<'_>, copies: &[Landing<'_>]) -> Option<Law> {
    let of_ring = copies.iter().find_map(|copy| {
        let (counter, ahead) = copy.counter?;
        let barrier = copy.barrier.as_ref()?;
        let (own, by, _) = barrier.ring?;
        // A pointer from several ways has a counter of its own.
        let is_counter = own == counter || !kernel.of(own).choices.is_empty();
        is_counter.then(|| Law { base: barrier.base.clone(), first: barrier.offset - by * ahead, by })
    });
    if of_ring.is_some() {
        return of_ring;
    }
    let by = BARRIER_BYTES as i64;
    let fixed = copies.iter().filter_map(|copy| {
        let (stage, barrier) = (copy.stage?, copy.barrier.as_ref()?);
        let law = Law { base: barrier.base.clone(), first: barrier.offset - by * stage, by };
        barrier.ring.is_none().then_some((law, stage))
    });
    let mut stages_of: HashMap<Law, Vec<i64>> = HashMap::new();
    fixed.for_each(|(law, stage)| stages_of.entry(law).or_default().push(stage));
    let all: Vec<i64> = stages_of.values().flatten().copied().collect();
    let (law, own) = stages_of.into_iter().max_by_key(|(_, own)| own.len())?;
    let has_several = all.iter().any(|stage| *stage != all[0]);
    (has_several && all.len() > 2 && own.len() * 3 >= all.len() * 2).then_some(law)
}

/// A buffer that copies fill, with its copies.
struct Ring<'k> {
    buffer: &'k Buffer,
    letter: Letter,
    copies: Vec<Landing<'k>>,
    law: Option<Law>,
}

impl Ring<'_> {
    /// The stage that an address is in, behind that of its counter.
    fn stage_of(&self, reach: &Reach) -> i64 {
        (reach.offset - self.buffer.offset as i64).div_euclid(self.buffer.stride.max(1) as i64)
    }

    /// Whether the barrier of a stage is there, where a law tells it.
    fn has_barrier(&self, offset: i64) -> bool {
        let mut stages = 0..i64::from(self.buffer.stages);
        self.law.as_ref().is_some_and(|law| stages.any(|stage| law.offset(stage) == offset))
    }
}

/// The buffers of operands that copies fill.
fn rings<'k>(kernel: &'k Kernel<'k>, shared: &'k SharedMap) -> Vec<Ring<'k>> {
    let ring = |(_, buffer): (_, &'k Buffer)| {
        let letter = buffer.role.letter()?;
        let copies = copies_into(kernel, buffer)?;
        let law = law(kernel, &copies);
        (!copies.is_empty()).then_some(Ring { buffer, letter, copies, law })
    };
    shared.buffers().filter_map(ring).collect()
}

/// What an instruction does with a barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// It is initialized with a count, where that is known; an address counts more than there can be.
    Init(Option<u64>),
    Invalidate,
    Wait,
    /// Arrivals of threads, or of a multiplication in several CTAs.
    Arrive,
    /// One arrival: of a multiplication.
    Commit,
    /// Bytes that are waited for, and whether that is one arrival.
    Expect {
        arrives: bool,
    },
    /// Bytes of a copy.
    Copy,
}

/// An instruction that uses a barrier, and the barrier if it is followed.
pub(super) struct BarrierUse<'k> {
    pub(super) event: &'k Event<'k>,
    pub(super) kind: Use,
    pub(super) barrier: Option<Barrier>,
}

impl BarrierUse<'_> {
    /// Whether it uses a barrier of another use; `None` where that is not known.
    pub(super) fn meets(&self, barrier: &Barrier) -> Option<bool> {
        Some(self.barrier.as_ref().filter(|own| own.base == barrier.base)?.meets(barrier))
    }
}

/// The uses of all barriers of a kernel, in the order of the text.
pub(super) fn uses<'k>(kernel: &'k Kernel<'k>) -> Vec<BarrierUse<'k>> {
    let of_event = |event: &'k Event<'k>| {
        let kind = match &event.action {
            Action::BarrierInit { count, .. } => Use::Init(count.as_ref().and_then(|count| {
                let is_address = count.terms.iter().any(|(atom, _)| kernel.of(*atom).is_of_shared);
                count.as_number().or(is_address.then_some(u64::MAX))
            })),
            Action::BarrierInvalidate { .. } => Use::Invalidate,
            Action::BarrierWait { .. } => Use::Wait,
            Action::MatrixCommit { .. } if !event.opcode.contains("multicast") => Use::Commit,
            Action::BarrierArrive { .. } | Action::MatrixCommit { .. } => Use::Arrive,
            Action::BarrierExpect { .. } => Use::Expect { arrives: event.opcode.contains(".arrive") },
            Action::Copy(_) if event.barrier.is_some() => Use::Copy,
            _ => return None,
        };
        let barrier = event.barrier.as_ref().and_then(|address| Barrier::of(kernel, address));
        Some(BarrierUse { event, kind, barrier })
    };
    kernel.events.iter().filter_map(of_event).collect()
}

/// The innermost loop around a line that uses barriers in some way.
pub(super) fn loop_with<'k>(
    kernel: &'k Kernel<'_>,
    line: u32,
    uses: &[BarrierUse<'_>],
    is_kind: impl Fn(Use) -> bool,
) -> Option<&'k Loop<'k>> {
    let has_use = |one: &&Loop<'_>| uses.iter().any(|of| is_kind(of.kind) && one.contains(of.event.line));
    let around = kernel.loops.iter().filter(|one| one.contains(line)).filter(has_use);
    around.min_by_key(|one| one.last - one.first)
}

/// The numbers that a value is one of, where no loop changes it: the first, and how many follow one another.
fn numbers(kernel: &Kernel<'_>, atom: AtomId) -> Option<(i64, i64)> {
    let (mut all, mut queue, mut ways) = (BTreeSet::new(), vec![(atom, 0)], 0);
    while let Some((atom, ahead)) = queue.pop() {
        let choices = &kernel.of(atom).choices;
        ways += choices.len();
        if choices.is_empty() || kernel.of(atom).is_turning || ways > NUMBERS_MAX {
            return None;
        }
        for one in choices {
            let number = ahead + i64::from(one.constant as i32);
            match one.terms[..] {
                [] => drop(all.insert(number)),
                [(of, 1)] => queue.push((of, number)),
                _ => return None,
            }
        }
    }
    let (first, count) = (*all.first()?, all.len() as i64);
    (*all.last()? == first + count - 1).then_some((first, count))
}

/// Pointers in sums that bring pointers are followed so deep.
const POINTERS_MAX: usize = 4;

/// More numbers than this are not told apart.
const NUMBERS_MAX: usize = 64;

/// Where a barrier is: what it is counted from, bytes from there, and how it goes through stages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Barrier {
    pub(super) base: Vec<(AtomId, u64)>,
    pub(super) offset: i64,
    /// The counter, bytes from one to the next, and how many.
    pub(super) ring: Option<(AtomId, i64, i64)>,
}

impl Barrier {
    pub(super) fn of(kernel: &Kernel<'_>, address: &Linear) -> Option<Self> {
        Self::within(kernel, address, 0)
    }

    fn within(kernel: &Kernel<'_>, address: &Linear, depth: usize) -> Option<Self> {
        let bits = kernel.address_bits;
        let address = address.modulo(bits);
        let (mut base, mut ring, mut ahead) = (Vec::new(), None, 0);
        for (atom, by) in &address.terms {
            match kernel.of(*atom).stages {
                Some(count) if ring.is_none() && !kernel.of(*atom).is_of_shared => {
                    ring = Some((kernel.counter(*atom), *by as i64, i64::from(count)));
                }
                Some(_) => return None,
                None if !kernel.of(*atom).choices.is_empty() => {
                    let Some((first, count)) = numbers(kernel, *atom).filter(|_| ring.is_none()) else {
                        return Self::one_of(kernel, &address, (*atom, *by), depth);
                    };
                    ahead += first * *by as i64;
                    ring = Some((*atom, *by as i64, count));
                }
                None if kernel.of(*atom).is_turning => return None,
                None => base.push((*atom, *by)),
            }
        }
        Some(Self { base, offset: address.constant as i64 + ahead, ring })
    }

    /// The ring that all values of a pointer are in, which ways through the kernel have brought together.
    fn one_of(
        kernel: &Kernel<'_>,
        address: &Linear,
        (atom, by): (AtomId, u64),
        depth: usize,
    ) -> Option<Self> {
        let rest = address.plus(&Linear::atom(atom), by.wrapping_neg())?;
        // A way may bring another such pointer, and that this one again.
        let (mut pointers, mut all, mut at) = (vec![atom], Vec::new(), 0);
        while let Some(pointer) = pointers.get(at).copied() {
            at += 1;
            for one in &kernel.of(pointer).choices {
                match one.as_atom().filter(|of| !kernel.of(*of).choices.is_empty()) {
                    Some(of) if pointers.contains(&of) => {}
                    Some(of) => pointers.push(of),
                    // A pointer that moves on from turn to turn.
                    None if depth == POINTERS_MAX => return None,
                    None => all.push(Self::within(kernel, &rest.plus(one, by)?, depth + 1)?),
                }
            }
        }
        let first = all.iter().find(|one| one.ring.is_some()).or(all.first())?;
        let steps = first.ring.map(|(_, step, count)| (step, count));
        let is_alike = |other: &Self| {
            let own = other.ring.map(|(_, step, count)| (step, count));
            // A way on which it is one of them, as before the loop.
            let is_one = own.is_none() && first.offsets().any(|offset| offset == other.offset);
            other.base == first.base && (is_one || (other.offset, own) == (first.offset, steps))
        };
        all.iter()
            .all(is_alike)
            .then_some(Self { ring: steps.map(|(step, count)| (atom, step, count)), ..first.clone() })
    }

    /// Whether one of them is one of the other's, which is counted from the same.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.offsets().any(|own| other.offsets().any(|offset| offset == own))
    }

    /// The offsets of all of them.
    pub(super) fn offsets(&self) -> impl Iterator<Item = i64> {
        let (_, by, count) = self.ring.unwrap_or((0, 0, 1));
        let offset = self.offset;
        (0..count).map(move |at| offset + at * by)
    }
}

// Copies into the stages of operands and the barriers that they signal: each stage is filled by copies of its own operand, and

/// What copies and barriers do that is wrong, or right.
pub(super) fn signals(kernel: &Kernel<'_>, shared: &SharedMap, uses: &[BarrierUse<'_>]) -> Vec<Part> {
    let rings = rings(kernel, shared);
    let mut parts = Vec::new();
    for one in &rings {
        let mut of_ring = places(one);
        of_ring.extend(stages(one));
        of_ring.extend(begins(kernel, one));
        of_ring.extend(signalled(one));
        of_ring.extend(waits(kernel, one, uses));
        parts.extend(of_ring.into_iter().map(|part| part.of_buffer(one.buffer)));
    }
    parts.extend(foreign(kernel, shared, &rings));
    parts.extend(protocol::inits(uses));
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
        part.at(copy.event)
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
    let withins: BTreeSet<u64> = one.copies.iter().map(|copy| copy.within).collect();
    // Of several boxes, those of the ring, or all.
    let gap = withins.iter().find_map(|within| {
        let most = |from: i64| (from..=last).map(|stage| count(*within, stage)).max().unwrap_or(0);
        (0..last).find(|stage| count(*within, *stage) < most(stage + 1)).map(|stage| (*within, stage))
    });
    let first = one.copies.iter().find(|copy| copy.stage.is_some())?;
    let name = one.letter.name();
    let Some((within, stage)) = gap else {
        let words = format!("{name}: copies before the loop fill stages 0 to {last}");
        return Some(COPY_STAGES.checked(words).at(first.event));
    };
    let wrong = one.copies.iter().filter(|copy| copy.within == within);
    let wrong = wrong.filter(|copy| copy.stage.is_some()).max_by_key(|copy| copy.stage)?;
    let part = COPY_STAGES.wrong(
        format!("{name}: stage {stage} is filled less often than a later one"),
        format!("Stages are filled in their order. One of the copies before the loop goes to another stage, and what is read of stage {stage} was not written."),
    );
    Some(part.at(wrong.event))
}

/// The copies of the loop, where they do not go on from the stages that are filled before it.
fn begins(kernel: &Kernel<'_>, one: &Ring<'_>) -> Option<Part> {
    let stages = i64::from(one.buffer.stages);
    let first_of = |(counter, ahead): (AtomId, i64)| {
        let first = kernel.of(counter).first_stage?;
        (stages > 1 && kernel.of(counter).stages == Some(one.buffer.stages))
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
            let reach = Reach::of(kernel, kernel.start(*one.buffer.mmas.first()?, side)?);
            let [stage] = reach.stages[..] else {
                return None;
            };
            first_of((stage.counter, one.stage_of(&reach)))?
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
    Some(part.at(copy.event))
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
        parts.push(part.at(copy.event));
    }
    if let (true, Some(event)) = (parts.is_empty(), checked) {
        let words = format!("{name}: each copy signals the barrier of its stage");
        parts.push(COPY_BARRIER.checked(words).at(event));
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

// Barriers of the stages of operands: copies and multiplications signal barriers of their own, and reads wait for that of their stage.

/// Reads of a stage that wait for the barrier of another.
fn waits(kernel: &Kernel<'_>, one: &Ring<'_>, uses: &[BarrierUse<'_>]) -> Option<Part> {
    let (law, Role::Operand(side)) = (one.law.as_ref()?, one.buffer.role) else {
        return None;
    };
    let stages = i64::from(one.buffer.stages);
    let waits = uses.iter().filter(|one| one.kind == Use::Wait);
    let waits = waits.filter_map(|one| Some((one.event, one.barrier.as_ref()?)));
    let waits: Vec<(&Event<'_>, &Barrier)> = waits.filter(|(_, barrier)| barrier.base == law.base).collect();
    let is_full = |offset: i64| one.has_barrier(offset);
    let (name, mut checked, mut open) = (one.letter.name(), None, Vec::new());
    for index in &one.buffer.mmas {
        let mma = &kernel.mmas[*index];
        let Some(start) = kernel.start(*index, side) else {
            continue;
        };
        let reach = Reach::of(kernel, start);
        let counters: Vec<AtomId> = reach.stages.iter().map(|stage| stage.counter).collect();
        // Stages of which the number is in the text.
        let is_fixed = counters.is_empty() && one.buffer.stages > 1;
        let is_own = |(event, barrier): &&(&Event<'_>, &Barrier)| match barrier.ring {
            Some((own, by, _)) => counters == [own] && by == law.by,
            None => is_fixed && event.line < mma.line,
        };
        let mut own = waits.iter().filter(is_own).filter(|(_, barrier)| is_full(barrier.offset));
        let expected = law.offset(one.stage_of(&reach));
        let found = own.clone().find(|(_, barrier)| barrier.offset == expected);
        let stray = if is_fixed {
            // Outside of a loop nothing but these can have been waited for.
            let is_inside = kernel.loops.iter().any(|one| one.contains(mma.line));
            let mut before = waits.iter().filter(|(event, _)| event.line < mma.line);
            own.next_back().filter(|_| !is_inside && before.all(|(_, barrier)| barrier.ring.is_none()))
        } else {
            own.next()
        };
        match (found, stray) {
            (Some((event, _)), _) => checked = checked.or(Some(*event)),
            (None, Some((event, _))) => {
                let part = BARRIER_WAIT.wrong(
                    format!("{name}: the wait is for the barrier of another stage"),
                    format!("The read in line {} begins in a stage whose barrier no wait is for. Its data may not be there yet.", mma.line),
                );
                return Some(part.at(*event));
            }
            (None, None) => open.push(mma),
        }
    }
    // Waits of another turn of the loop, or by another counter, are for one of its stages all the same.
    let is_any = |(_, barrier): &&(&Event<'_>, &Barrier)| barrier.offsets().any(is_full);
    let any = waits.iter().find(is_any);
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
        return Some(part.at(*event));
    }
    // A loop that waits for barriers, though for none of its stages.
    let is_stray = |mma: &&&Mma<'_>| {
        let inner = loop_with(kernel, mma.line, uses, |kind| kind == Use::Wait);
        inner.is_some_and(|inner| !waits.iter().filter(is_any).any(|(event, _)| inner.contains(event.line)))
    };
    let stray = open.iter().find(is_stray).or(open.first().filter(|_| checked.is_none() && any.is_none()));
    checked = checked.or(any.map(|(event, _)| *event));
    if let Some(mma) = stray {
        let why = format!("{name}: the barrier that the read in line {} waits for", mma.line);
        return Some(BARRIER_WAIT.not_followed(why).at(*mma));
    }
    let words = if open.is_empty() {
        "reads wait for the barrier of their stage"
    } else {
        "a wait is for the barriers of its stages"
    };
    Some(BARRIER_WAIT.checked(format!("{name}: {words}")).at(checked?))
}

/// A `tcgen05.commit` that arrives at the barrier of copies.
fn commits(uses: &[BarrierUse<'_>], filled: &[Ring<'_>]) -> Option<Part> {
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
