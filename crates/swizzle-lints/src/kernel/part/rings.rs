//! Rings of stages that copies fill: where each copy goes, the barrier that it signals, and how barriers follow the stages.

use super::*;

/// A copy into a buffer.
pub(super) struct Landing<'k> {
    pub(super) event: &'k Event<'k>,
    pub(super) map: Option<&'k Linear>,
    /// The stage, if it is a number.
    pub(super) stage: Option<i64>,
    /// The counter of the stages, if it is one, and how many stages further than the counter it goes.
    pub(super) counter: Option<(AtomId, i64)>,
    /// Bytes from the beginning of the stage.
    pub(super) within: u64,
    pub(super) barrier: Option<Barrier>,
}

/// How the barriers of a buffer follow its stages.
#[derive(Clone, PartialEq, Eq, Hash)]
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
            barrier: copy.barrier.as_ref().and_then(|address| Barrier::of(kernel, address)),
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
        let is_counter = own == counter || !kernel.choices(own).is_empty();
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
pub(super) struct Ring<'k> {
    pub(super) buffer: &'k Buffer,
    pub(super) letter: Letter,
    pub(super) copies: Vec<Landing<'k>>,
    pub(super) law: Option<Law>,
}

impl Ring<'_> {
    /// Whether the barrier of a stage is there, where a law tells it.
    pub(super) fn has_barrier(&self, offset: i64) -> bool {
        let mut stages = 0..i64::from(self.buffer.stages);
        self.law.as_ref().is_some_and(|law| stages.any(|stage| law.offset(stage) == offset))
    }
}

/// The buffers of operands that copies fill.
pub(super) fn rings<'k>(kernel: &'k Kernel<'k>, shared: &'k SharedMap) -> Vec<Ring<'k>> {
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
        let own = self.barrier.as_ref().filter(|own| own.base == barrier.base)?;
        Some(own.meets(barrier))
    }
}

/// The uses of all barriers of a kernel, in the order of the text.
pub(super) fn uses<'k>(kernel: &'k Kernel<'k>) -> Vec<BarrierUse<'k>> {
    let of_event = |event: &'k Event<'k>| {
        let kind = match &event.action {
            Action::BarrierInit { count, .. } => Use::Init(count.as_ref().and_then(|count| {
                let is_address = count.terms.iter().any(|(atom, _)| kernel.is_of_shared(*atom));
                count.as_number().or(is_address.then_some(u64::MAX))
            })),
            Action::BarrierInvalidate { .. } => Use::Invalidate,
            Action::BarrierWait { .. } => Use::Wait,
            Action::MatrixCommit { .. } if !event.opcode.contains("multicast") => Use::Commit,
            Action::BarrierArrive { .. } | Action::MatrixCommit { .. } => Use::Arrive,
            Action::BarrierExpect { .. } => Use::Expect { arrives: event.opcode.contains(".arrive") },
            Action::Copy(_) if event.action.barrier().is_some() => Use::Copy,
            _ => return None,
        };
        let barrier = event.action.barrier().and_then(|address| Barrier::of(kernel, address));
        Some(BarrierUse { event, kind, barrier })
    };
    kernel.events.iter().filter_map(of_event).collect()
}

/// The numbers that a value is one of, where no loop changes it: the first, and how many follow one another.
fn numbers(kernel: &Kernel<'_>, atom: AtomId) -> Option<(i64, i64)> {
    let (mut all, mut queue, mut ways) = (Vec::new(), vec![(atom, 0)], 0);
    while let Some((atom, ahead)) = queue.pop() {
        let choices = kernel.choices(atom);
        ways += choices.len();
        if choices.is_empty() || kernel.is_turning(atom) || ways > NUMBERS_MAX {
            return None;
        }
        for one in choices {
            let number = ahead + i64::from(one.constant as i32);
            match one.terms[..] {
                [] => all.push(number),
                [(of, 1)] => queue.push((of, number)),
                _ => return None,
            }
        }
    }
    all.sort_unstable();
    all.dedup();
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
            match kernel.stages_of(*atom) {
                Some(count) if ring.is_none() && !kernel.is_of_shared(*atom) => {
                    ring = Some((kernel.counter(*atom), *by as i64, i64::from(count)));
                }
                Some(_) => return None,
                None if !kernel.choices(*atom).is_empty() => {
                    let Some((first, count)) = numbers(kernel, *atom).filter(|_| ring.is_none()) else {
                        return Self::one_of(kernel, &address, (*atom, *by), depth);
                    };
                    ahead += first * *by as i64;
                    ring = Some((*atom, *by as i64, count));
                }
                None if kernel.is_turning(*atom) => return None,
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
            for one in kernel.choices(pointer) {
                match one.as_atom().filter(|of| !kernel.choices(*of).is_empty()) {
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
