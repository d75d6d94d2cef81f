//! What each barrier of a kernel is for: it is initialized with what arrives, something signals it, something waits for it, and rings
//! of barriers do not lie across one another.

use super::*;

/// A barrier that is initialized.
struct Init<'k> {
    event: &'k Event<'k>,
    barrier: &'k Barrier,
    count: Option<u64>,
}

/// Barriers that are used and not initialized, and counts that differ among the barriers of a ring.
pub(super) fn inits(uses: &[BarrierUse<'_>]) -> Vec<Part> {
    let mut parts = Vec::new();
    let Some(all) = initialized(uses).filter(|all| !all.is_empty()) else {
        return parts;
    };
    let mut known: HashMap<&Vec<(AtomId, u64)>, Vec<i64>> = HashMap::new();
    for one in &all {
        let offsets = known.entry(&one.barrier.base).or_default();
        offsets.extend(one.barrier.offsets());
    }
    let used = uses.iter().filter(|one| !matches!(one.kind, Use::Init(_) | Use::Invalidate));
    let mut first = None;
    for one in used {
        let offsets = one.barrier.as_ref().and_then(|own| Some((own, known.get(&own.base)?)));
        let Some((barrier, offsets)) = offsets else {
            continue;
        };
        if let Some(offset) = barrier.offsets().find(|offset| !offsets.contains(offset)) {
            let near = offsets.iter().min_by_key(|own| (**own - offset).abs());
            let part = BARRIER_INIT.wrong(
                format!("The barrier {} bytes from an initialized one is not initialized", offset - near.copied().unwrap_or(0)),
                format!("`mbarrier.init` initializes {} barriers of this variable; this instruction uses another word.", offsets.len()),
            );
            parts.push(part.at(one.event));
            return parts;
        }
        first = first.or(Some(one.event));
    }
    if let Some(event) = first {
        let words = format!("{} barriers are initialized before they are used", all.len());
        parts.push(BARRIER_INIT.checked(words).at(event));
    }
    parts.extend(twice(uses, &all));
    parts.extend(counts(uses, &all));
    parts
}

/// The barriers that are initialized, if all of them are followed.
fn initialized<'k>(uses: &'k [BarrierUse<'k>]) -> Option<Vec<Init<'k>>> {
    let init = |one: &'k BarrierUse<'k>| {
        let Use::Init(count) = one.kind else {
            return None;
        };
        Some(one.barrier.as_ref().map(|barrier| Init { event: one.event, barrier, count }))
    };
    uses.iter().filter_map(init).collect()
}

/// The one barrier that is initialized again where several are initialized one after another, before one is used: of several that
/// are, the words are those of barriers that no one uses.
fn twice(uses: &[BarrierUse<'_>], all: &[Init<'_>]) -> Option<Part> {
    let is_end = |one: &&BarrierUse<'_>| matches!(one.kind, Use::Invalidate | Use::Wait | Use::Expect { .. });
    let mut again = all.iter().enumerate().filter_map(|(number, one)| {
        let run = &all[number.saturating_sub(RUN_MAX)..number];
        let is_again = |before: &&Init<'_>| {
            let lines = before.event.line..one.event.line;
            let are_fixed = before.barrier.ring.is_none() && one.barrier.ring.is_none();
            are_fixed
                && before.barrier == one.barrier
                && !uses.iter().filter(is_end).any(|end| lines.contains(&end.event.line))
        };
        Some((one, run.iter().find(is_again).filter(|_| run.len() > 1)?))
    });
    let (one, before) = again.next()?;
    if again.any(|(other, _)| other.barrier != one.barrier) {
        return None;
    }
    let part = BARRIER_INIT.wrong(
        "The barrier is initialized again",
        format!("Line {} initializes the same word. Another barrier may be left without.", before.event.line),
    );
    Some(part.at(one.event))
}

/// Initializations that are looked back at.
const RUN_MAX: usize = 64;

/// The largest count. Source: PTX ISA, `mbarrier.init`.
const COUNT_MOST: u64 = (1 << 20) - 1;

/// Counts that cannot be, or that differ where barriers of one ring are initialized.
fn counts(uses: &[BarrierUse<'_>], all: &[Init<'_>]) -> Option<Part> {
    let wrong = |event: &Event<'_>, count: u64, wanted: u64| {
        let title = if count > COUNT_MOST {
            "The barrier counts more arrivals than there can be".to_owned()
        } else {
            format!("The barrier counts {count} arrivals, {wanted} come")
        };
        let part = BARRIER_COUNT.wrong(title, "With another count a phase ends too early, or never.");
        Some(part.at(event).fix(format!("Initialize it with {wanted}")))
    };
    for one in all {
        // One arrival is enough for any of them.
        let Some(count) = one.count.filter(|count| *count != 1) else {
            continue;
        };
        let is_wrong = !(1..=COUNT_MOST).contains(&count)
            || match single_arrivals(uses, one.barrier) {
                // A barrier of commits alone has one in each phase.
                Some((commits, 0)) if commits > 0 => true,
                Some((commits, expects)) if expects > 0 && count > commits + expects => true,
                _ => alternates(uses, one),
            };
        if is_wrong {
            return wrong(one.event, count, 1);
        }
    }
    // Runs of barriers that one counter goes through.
    for ring in uses.iter().filter_map(|one| one.barrier.as_ref()).filter(|one| one.ring.is_some()) {
        let own = all.iter().filter(|one| {
            one.barrier.base == ring.base && one.barrier.ring.is_none() && ring.meets(one.barrier)
        });
        let own: Vec<_> = own.collect();
        let mut values: Vec<u64> = own.iter().filter_map(|one| one.count).collect();
        values.sort_unstable();
        let common = values.get(values.len() / 2).copied()?;
        let mut others = own.iter().filter(|one| one.count.is_some_and(|count| count != common));
        if let Some(one) = others.next().filter(|_| own.len() > 2) {
            return wrong(one.event, one.count?, common);
        }
    }
    None
}

/// How many commits and expectations of bytes arrive at a barrier, where nothing else may: one each of them.
fn single_arrivals(uses: &[BarrierUse<'_>], barrier: &Barrier) -> Option<(u64, u64)> {
    let (mut commits, mut expects) = (0, 0);
    for one in uses {
        match one.kind {
            Use::Commit => commits += u64::from(one.meets(barrier)?),
            Use::Expect { arrives: true } => expects += u64::from(one.meets(barrier)?),
            Use::Arrive if one.meets(barrier)? => return None,
            _ => {}
        }
    }
    Some((commits, expects))
}

/// Whether each wait for a barrier that is initialized here follows one arrival, of a commit or with bytes.
fn alternates(uses: &[BarrierUse<'_>], init: &Init<'_>) -> bool {
    let (mut arrived, mut waits) = (0, 0);
    for one in uses.iter().filter(|one| one.event.line > init.event.line) {
        match (one.meets(init.barrier), one.kind) {
            (None, Use::Arrive) => return false,
            (None | Some(false), _) => continue,
            (_, Use::Invalidate | Use::Init(_)) => break,
            _ if one.barrier.as_ref().is_some_and(|own| own.ring.is_some()) => return false,
            (_, Use::Commit | Use::Expect { arrives: true }) => arrived += 1,
            (_, Use::Wait) if arrived == 1 => (arrived, waits) = (0, waits + 1),
            (_, Use::Wait | Use::Arrive) => return false,
            (_, Use::Expect { .. } | Use::Copy) => {}
        }
    }
    waits > 0 && arrived == 0
}

/// Barriers that nothing waits for or signals, rings that share a part of their barriers, and phases that there are not.
pub(super) fn protocol(kernel: &Kernel<'_>, uses: &[BarrierUse<'_>]) -> Option<Part> {
    alone(uses)
        .or_else(|| across(kernel, uses))
        .or_else(|| unlike(uses))
        .or_else(|| parity(kernel))
        .or_else(|| phases(kernel, uses))
}

/// A barrier that is waited for and not signalled, or the other way round.
fn alone(uses: &[BarrierUse<'_>]) -> Option<Part> {
    if uses.iter().any(|one| one.barrier.is_none()) {
        return None;
    }
    let is_signal = |kind| !matches!(kind, Use::Init(_) | Use::Invalidate | Use::Wait);
    let is_of_copies = |kind| matches!(kind, Use::Copy | Use::Expect { .. });
    let is_wait = |kind| kind == Use::Wait;
    initialized(uses)?.into_iter().find_map(|Init { event, barrier, .. }| {
        let has = |is: &dyn Fn(Use) -> bool| {
            uses.iter().any(|one| is(one.kind) && one.meets(barrier) == Some(true))
        };
        // What is counted from something else as well may be any of them.
        let may_have = |is: &dyn Fn(Use) -> bool| {
            uses.iter().filter_map(|one| one.barrier.as_ref().filter(|_| is(one.kind))).any(|other| {
                other.base.len() > barrier.base.len()
                    && barrier.base.iter().all(|one| other.base.contains(one))
            })
        };
        let lacks = |is: &dyn Fn(Use) -> bool| !has(is) && !may_have(is);
        let (title, text) = if has(&is_wait) && lacks(&is_signal) {
            (
                "Nothing signals the barrier that is initialized here",
                "A wait for it never ends. What should signal it may signal another barrier.",
            )
        } else if has(&is_of_copies) && lacks(&is_wait) {
            (
                "Nothing waits for the barrier that is initialized here",
                "Copies signal it all the same. What should wait for it may wait for another barrier.",
            )
        } else {
            return None;
        };
        Some(BARRIER_WAIT.wrong(title, text).at(event))
    })
}

/// A barrier: what it is counted from, and bytes from there.
type Word<'b> = (&'b Vec<(AtomId, u64)>, i64);

/// A barrier of copies that is used less or more often than those beside it, where no counter goes through them.
fn unlike(uses: &[BarrierUse<'_>]) -> Option<Part> {
    const KINDS: [fn(Use) -> bool; 4] = [
        |kind| kind == Use::Copy,
        |kind| matches!(kind, Use::Expect { .. }),
        |kind| matches!(kind, Use::Arrive | Use::Commit),
        |kind| matches!(kind, Use::Init(_)),
    ];
    let signals = uses.iter().filter(|one| KINDS[0](one.kind) || KINDS[1](one.kind));
    let rings = signals.filter_map(|one| one.barrier.as_ref().filter(|own| own.ring.is_some()));
    let rings: Vec<&Barrier> = rings.collect();
    let fixed = uses.iter().filter_map(|one| {
        let own = one.barrier.as_ref().filter(|own| own.ring.is_none())?;
        let is_ring = |ring: &&Barrier| ring.base == own.base && ring.meets(own);
        (!rings.iter().any(is_ring)).then_some((own, one))
    });
    let mut words: BTreeMap<Word<'_>, ([usize; 4], &Event<'_>)> = BTreeMap::new();
    for (own, one) in fixed {
        let (counts, last) = words.entry((&own.base, own.offset)).or_insert(([0; 4], one.event));
        *last = one.event;
        for (count, is) in counts.iter_mut().zip(KINDS) {
            *count += usize::from(is(one.kind));
        }
    }
    let of_copies: Vec<_> = words.into_iter().filter(|(_, (counts, _))| counts[0] > 0).collect();
    let runs = of_copies.chunk_by(|((base, one), _), ((other_base, other), _)| {
        base == other_base && other - one == BARRIER_BYTES as i64
    });
    runs.filter(|run| run.len() > 2).find_map(|run| {
        let alike = |counts: &[usize; 4]| run.iter().filter(|(_, (own, _))| own == counts).count();
        let (_, (_, event)) = run.iter().find(|(_, (counts, _))| 2 * alike(counts) < run.len())?;
        let why = "what signals a barrier: those beside it are used more or less often";
        Some(BARRIER_WAIT.not_followed(why).at(*event))
    })
}

/// Two rings that share barriers and are not one.
fn across(kernel: &Kernel<'_>, uses: &[BarrierUse<'_>]) -> Option<Part> {
    let rings = uses.iter().filter_map(|one| {
        let barrier = one.barrier.as_ref()?;
        let (_, by, count) = barrier.ring.filter(|(by, ..)| kernel.of(*by).is_turning)?;
        Some((one.event, barrier, (barrier.offset, by, count)))
    });
    let rings: Vec<_> = rings.collect();
    rings.iter().enumerate().find_map(|(number, (event, barrier, steps))| {
        let (first, ..) = rings[..number]
            .iter()
            .find(|(_, other, own)| barrier.base == other.base && steps != own && barrier.meets(other))?;
        let part = BARRIER_WAIT.wrong(
            "Two rings of barriers share a part of them",
            format!(
                "Line {} goes through some of the same barriers, from another one on or at another distance.",
                first.line
            ),
        );
        Some(part.at(*event))
    })
}

/// The first copy or barrier of which it is not known through which stages it goes.
pub(super) fn counters(kernel: &Kernel<'_>, uses: &[BarrierUse<'_>]) -> Option<Part> {
    let is_open = |address: &Linear| {
        let address = address.modulo(kernel.address_bits);
        address.terms.iter().any(|(atom, _)| {
            let is_ring = kernel.of(*atom).is_of_shared || kernel.of(*atom).stages.is_some();
            kernel.of(*atom).is_turning && !is_ring
        })
    };
    let mut events = kernel.events.iter();
    let copy = events.find(|event| {
        let copy = event.load();
        copy.is_some_and(|copy| copy.shared.as_ref().is_none_or(is_open))
    });
    let barrier = uses
        .iter()
        .map(|one| (one.event.barrier.as_ref(), one))
        .find(|(address, one)| address.is_some_and(|address| one.barrier.is_none() || is_open(address)));
    let copy = copy.map(|event| (COPY_STAGES.not_followed("the stages that a copy fills"), event));
    let barrier = barrier.map(|(_, one)| {
        let why = "the barriers that an instruction goes through";
        (BARRIER_WAIT.not_followed(why), one.event)
    });
    let all = copy.into_iter().chain(barrier);
    all.min_by_key(|(_, event)| event.line).map(|(part, event)| part.at(event))
}

// The phases that waits in loops are for: a barrier that is waited for again is waited for with the other parity.

/// Turns of a loop that are looked at.
const TURNS_MAX: usize = 64;

/// The barriers that a wait goes through from turn to turn, with the parities of their phases.
fn visits(kernel: &Kernel<'_>, event: &Event<'_>) -> Vec<(Linear, u64)> {
    let (Some(barrier), Some(parity)) = (&event.barrier, event.action.parity()) else {
        return Vec::new();
    };
    let mut terms = barrier.terms.iter().chain(&parity.terms);
    if !terms.any(|(atom, _)| kernel.of(*atom).is_turning) {
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
