//! Stores of threads into the stages of operands: each stage is written at the same places.

use super::*;

/// More stores are not compared.
const STORES_MAX: usize = 4096;

/// A wait for copies of threads that leaves those of the stage that is read next.
pub(super) fn groups(kernel: &Kernel<'_>) -> Option<Part> {
    let commits: Vec<u32> = kernel
        .events
        .iter()
        .filter(|event| event.action == Action::CopyCommit)
        .map(|event| event.line)
        .collect();
    // The loop that copies; what is committed before it fills the first stages.
    let own = kernel.loops.iter().find(|one| commits.iter().any(|line| one.contains(*line)))?;
    let of_stage = commits.iter().filter(|line| own.contains(**line)).count();
    kernel.events.iter().find_map(|event| {
        let Action::CopyWait { pending: Some(pending) } = event.action else {
            return None;
        };
        let is_before_read = kernel.mmas.iter().any(|mma| mma.line > event.line);
        let is_before = |line: u32| line < event.line && !own.contains(line);
        let before = commits.iter().filter(|line| is_before(**line)).count();
        // Each wait before the loop is for a stage that was read since.
        let waits = kernel
            .events
            .iter()
            .filter(|one| matches!(one.action, Action::CopyWait { .. }) && is_before(one.line));
        let most = before.checked_sub(of_stage * (1 + waits.count()))? as u64;
        let part = FILL_GROUPS.wrong(
            format!("cp.async.wait_group leaves {pending} groups, {most} at the most are of later stages"),
            format!(
                "A stage is {}: the next read may begin before its data is there.",
                counted(of_stage, "group")
            ),
        );
        (is_before_read && pending > most).then(|| part.at(event).fix(format!("Wait until {most} are left")))
    })
}

/// A store of threads.
struct Stored<'k> {
    event: &'k Event<'k>,
    address: &'k Linear,
    bytes: u64,
    reach: Reach,
}

/// Stores into one stage, each with the bytes from the stage's beginning to its own.
type OfStage<'s, 'k> = Vec<(u64, &'s Stored<'k>)>;

fn stores<'k>(kernel: &'k Kernel<'k>) -> Vec<Stored<'k>> {
    let all = kernel.events.iter().filter_map(|event| match &event.action {
        Action::Store { address: Some(address), moves: false, bytes } => {
            Some(Stored { event, address, bytes: u64::from(*bytes), reach: Reach::of(kernel, address) })
        }
        _ => None,
    });
    all.take(STORES_MAX).collect()
}

/// The stores into each stage of a buffer, and those of a ring's counter.
fn of_stages<'s, 'k>(
    kernel: &Kernel<'_>,
    stores: &'s [Stored<'k>],
    symbol: usize,
    buffer: &Buffer,
) -> BTreeMap<Option<u64>, OfStage<'s, 'k>> {
    // Behind the last read and its loop, memory may be used for results.
    let last = buffer.mmas.iter().map(|at| kernel.mmas[*at].line).max();
    let around =
        last.and_then(|last| kernel.loops.iter().filter(|one| one.contains(last)).map(|one| one.last).max());
    let last = last.max(around);
    let mut groups: BTreeMap<Option<u64>, OfStage<'_, '_>> = BTreeMap::new();
    for one in stores.iter().filter(|one| Some(one.event.line) <= last) {
        let is_of_symbol = matches!(one.reach.base[..], [(atom, 1)] if kernel.symbol(atom) == Some(symbol));
        let offset = u64::try_from(one.reach.offset).ok();
        let offset = offset.filter(|offset| is_of_symbol && buffer.contains(*offset));
        if let Some((stage, within)) = offset.and_then(|offset| buffer.stage_of(offset)) {
            let stage = one.reach.stages.is_empty().then_some(stage);
            groups.entry(stage).or_default().push((within, one));
        }
    }
    groups
}

/// What is wrong with stores into the stages of operands, or right.
pub(super) fn patterns(kernel: &Kernel<'_>, walks: &[KernelWalk], shared: &SharedMap) -> Vec<Part> {
    let stores = stores(kernel);
    let mut parts = Vec::new();
    for (region, buffer, side) in shared.operands() {
        if let Origin::Symbol(symbol) = region.origin {
            let groups = of_stages(kernel, &stores, symbol, buffer);
            let alike = alike(buffer, side, &groups);
            let is_alike = alike.as_ref().is_none_or(|part| part.findings.is_empty());
            let of_buffer = walks
                .iter()
                .filter(|one| one.walk.side == side && one.mmas.iter().any(|at| buffer.mmas.contains(at)));
            let modes = of_buffer.map(|one| one.walk.common()?.swizzle);
            let mode = modes.reduce(|one, other| one.filter(|_| one == other)).flatten();
            let once = is_alike.then(|| once(kernel, buffer, (side, mode), &groups)).flatten();
            parts.extend(alike.into_iter().chain(once).map(|part| part.of_buffer(buffer)));
        }
    }
    parts
}

/// Bytes that the threads of a block write are not counted for more of them.
const WRITES_MAX: usize = 1 << 16;

/// Stages of which the threads write bytes twice and others not at all, or each of them as often.
fn once(
    kernel: &Kernel<'_>,
    buffer: &Buffer,
    (side, mode): (Operand, Option<Swizzle>),
    groups: &BTreeMap<Option<u64>, OfStage<'_, '_>>,
) -> Option<Part> {
    let (bytes, name) = (buffer.bytes?, side.name());
    let (mut checked, mut open) = (None, None);
    let mut in_order: Vec<&OfStage<'_, '_>> = groups.values().collect();
    in_order.sort_by_key(|all| all.first().map(|(_, one)| one.event.line));
    for all in in_order {
        let followed = || {
            let each = all.iter().map(|(ahead, one)| {
                let threads = in_threads(kernel, one.address)?;
                Some((*ahead as i64, *one, threads))
            });
            let each = each.collect::<Option<Vec<_>>>()?;
            let sum: u64 = each.iter().map(|(_, one, threads)| one.bytes * threads.len() as u64).sum();
            let is_small = each.len() * each[0].2.len() <= WRITES_MAX;
            let times = sum.checked_div(bytes).filter(|times| is_small && times * bytes == sum)?;
            Some((each, sum, times))
        };
        let Some((each, sum, times)) = followed() else {
            open = open.or(all.first());
            continue;
        };
        let mut counts = vec![0; bytes as usize];
        for (ahead, one, threads) in &each {
            for first in threads.iter().map(|behind| ahead + behind) {
                let mut bytes = first..first + one.bytes as i64;
                let is_due = |byte: i64| {
                    let count = usize::try_from(byte).ok().and_then(|byte| counts.get_mut(byte));
                    count.is_some_and(|count| {
                        *count += 1;
                        *count <= times
                    })
                };
                if !bytes.all(is_due) {
                    let part = FILL_ONCE.wrong(
                        format!("{name}: threads write bytes of a stage twice, and others not at all"),
                        format!("The stores write {sum} bytes, as many as a stage has. A store of this line writes {} bytes from 0x{first:x} on, where another one writes, too, or nothing is read.", one.bytes),
                    );
                    return Some(part.at(one.event));
                }
            }
        }
        let is_in_order = |(ahead, one, threads): &(i64, &Stored<'_>, Vec<i64>)| {
            let first = buffer.offset as i64 + ahead;
            mode.is_none_or(|mode| is_in_order(mode, (first, one.bytes), threads))
        };
        if let Some((_, one, _)) = each.iter().find(|one| !is_in_order(one)) {
            let why = format!("{name}: the order in which threads write the units of a row");
            return Some(FILL_ONCE.not_followed(why).at(one.event));
        }
        checked = checked.or(each.first().map(|(_, one, _)| one.event));
    }
    if let Some((_, one)) = open {
        let why = format!("{name}: what each thread writes of a stage");
        return Some(FILL_ONCE.not_followed(why).at(one.event));
    }
    let words = format!("{name}: the threads write each byte of a stage once");
    Some(FILL_ONCE.checked(words).at(checked?))
}

/// Whether threads that write one row of a mode write its units one after another.
fn is_in_order(mode: Swizzle, (first, bytes): (i64, u64), threads: &[i64]) -> bool {
    let (row, bytes) = (mode.row_bytes(), bytes as u32);
    threads.chunks((row / bytes).max(1) as usize).all(|threads| {
        let places: Vec<u32> = threads.iter().map(|behind| (first + behind) as u32).collect();
        let is_one_row = places.iter().all(|place| place / row == places[0] / row);
        let logical = places.iter().map(|place| mode.physical_from_absolute(*place, 0));
        let logical: Vec<u32> = logical.collect();
        is_one_row && logical.windows(2).all(|pair| pair[1] == pair[0] + bytes)
    })
}

/// Bytes that each thread is behind the first, in one stage.
fn in_threads(kernel: &Kernel<'_>, address: &Linear) -> Option<Vec<i64>> {
    let mut behind = vec![0; kernel.threads? as usize];
    for (atom, by) in &address.terms {
        if kernel.of(*atom).is_of_shared || kernel.of(*atom).is_turning {
            continue;
        }
        for (sum, value) in behind.iter_mut().zip(kernel.of(*atom).each_thread.as_ref()?) {
            *sum += signed(value.wrapping_mul(*by), kernel.address_bits);
        }
    }
    Some(behind)
}

/// Stores that begin elsewhere in their stage than those of the other stages do.
fn alike(buffer: &Buffer, side: Operand, groups: &BTreeMap<Option<u64>, OfStage<'_, '_>>) -> Option<Part> {
    if buffer.stages < 2 || buffer.stride == 0 {
        return None;
    }
    let places = |all: &OfStage<'_, '_>| {
        let mut places: Vec<u64> = all.iter().map(|(at, _)| *at).collect();
        places.sort_unstable();
        places
    };
    let sets: Vec<Vec<u64>> = groups.values().map(places).collect();
    let common = sets.iter().max_by_key(|set| sets.iter().filter(|other| other == set).count()).cloned();
    let is_common =
        |common: &Vec<u64>| sets.iter().filter(|set| *set == common).count() > 1 && common.len() > 1;
    // A store that goes to another stage makes two of them unlike the loop's.
    let of_loop = || {
        let of_loop = places(groups.get(&None)?);
        let all: usize = sets.iter().map(Vec::len).sum();
        let is_moved = sets.len() > 2 && all == sets.len() * of_loop.len();
        (is_moved && of_loop.len() > 1).then_some(of_loop)
    };
    let common = common.filter(is_common).or_else(of_loop)?;
    let stray = groups.values().find_map(|all| {
        let own = places(all);
        let is_once = |at: &u64| own.iter().filter(|one| *one == at).count() == 1;
        let stray = all.iter().find(|(at, _)| !common.contains(at) || !is_once(at));
        // One that is elsewhere, or outside of the buffer.
        let is_near = own.len().abs_diff(common.len()) < 2;
        (is_near && own != common).then(|| stray.or(all.first()))?
    });
    let (name, count) = (side.name(), common.len());
    Some(match stray {
        Some((at, one)) => FILL_PATTERN.wrong(
            format!("{name}: a store begins {at} bytes behind its stage's beginning, unlike those of other stages"),
            format!("The stores of each stage begin at the same {count} places. What this one does not write is read as it was."),
        ).at(one.event),
        None => {
            let (_, one) = groups.values().next()?.first()?;
            let words = format!("{name}: the stores of all stages begin at the same {count} places");
            FILL_PATTERN.checked(words).at(one.event)
        }
    })
}
