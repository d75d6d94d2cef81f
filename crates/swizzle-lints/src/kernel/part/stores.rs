//! Stores of threads into the stages of operands: each stage is written at the same places.

use super::*;
use swizzle_text::counted;

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
    let mut loops = kernel.loops.iter();
    let own = loops.find(|one| commits.iter().any(|line| one.contains(*line)))?;
    let of_stage = commits.iter().filter(|line| own.contains(**line)).count();
    kernel.events.iter().find_map(|event| {
        let Action::CopyWait {
            pending: Some(pending),
        } = event.action
        else {
            return None;
        };
        let is_before_read = kernel.mmas.iter().any(|mma| mma.line > event.line);
        let is_before = |line: u32| line < event.line && !own.contains(line);
        let before = commits.iter().filter(|line| is_before(**line)).count();
        // Each wait before the loop is for a stage that was read since.
        let waits = kernel.events.iter().filter(|one| {
            matches!(one.action, Action::CopyWait { .. }) && is_before(one.line)
        });
        let most = before.checked_sub(of_stage * (1 + waits.count()))? as u64;
        let part = FILL_GROUPS.wrong(
            format!("cp.async.wait_group leaves {pending} groups, {most} at the most are of later stages"),
            format!("A stage is {}: the next read may begin before its data is there.", counted(of_stage, "group")),
        );
        (is_before_read && pending > most).then(|| part.at(event).fix(format!("Wait until {most} are left")))
    })
}

/// Stores of threads that begin elsewhere in their stage than those of the other stages do.
pub(super) fn patterns(kernel: &Kernel<'_>, shared: &SharedMap) -> Vec<Part> {
    let stores: Vec<(&Event<'_>, Reach)> = kernel
        .events
        .iter()
        .filter_map(|event| match &event.action {
            Action::Store {
                address: Some(address),
                moves: false,
                ..
            } => Some((event, Reach::of(kernel, address))),
            _ => None,
        })
        .take(STORES_MAX)
        .collect();
    let mut parts = Vec::new();
    for (region, buffer, side) in shared.operands() {
        let Origin::Symbol(symbol) = region.origin else {
            continue;
        };
        if buffer.stages < 2 || buffer.stride == 0 {
            continue;
        }
        // Behind the last read and its loop, memory may be used for results.
        let last = buffer.mmas.iter().map(|at| kernel.mmas[*at].line).max();
        let around = last.and_then(|last| {
            let loops = kernel.loops.iter().filter(|one| one.contains(last));
            loops.map(|one| one.last).max()
        });
        let last = last.max(around);
        let own = stores.iter().filter(|(event, reach)| {
            if Some(event.line) > last {
                return false;
            }
            let is_of_symbol =
                matches!(reach.base[..], [(atom, 1)] if kernel.symbol(atom) == Some(symbol));
            is_of_symbol && u64::try_from(reach.offset).is_ok_and(|offset| buffer.contains(offset))
        });
        let mut groups: BTreeMap<Option<u64>, Vec<(u64, &Event<'_>)>> = BTreeMap::new();
        for (event, reach) in own {
            let ahead = reach.offset as u64 - buffer.offset;
            let stage = reach.stages.is_empty().then_some(ahead / buffer.stride);
            groups
                .entry(stage)
                .or_default()
                .push((ahead % buffer.stride, event));
        }
        let places = |all: &[(u64, &Event<'_>)]| {
            let mut places: Vec<u64> = all.iter().map(|(at, _)| *at).collect();
            places.sort_unstable();
            places
        };
        let sets: Vec<Vec<u64>> = groups.values().map(|all| places(all)).collect();
        let common = sets
            .iter()
            .max_by_key(|set| sets.iter().filter(|other| other == set).count())
            .cloned();
        let is_common = |common: &Vec<u64>| {
            sets.iter().filter(|set| *set == common).count() > 1 && common.len() > 1
        };
        // A store that goes to another stage makes two of them unlike the loop's.
        let of_loop = || {
            let of_loop = places(groups.get(&None)?);
            let all: usize = sets.iter().map(Vec::len).sum();
            let is_moved = sets.len() > 2 && all == sets.len() * of_loop.len();
            (is_moved && of_loop.len() > 1).then_some(of_loop)
        };
        let Some(common) = common.filter(is_common).or_else(of_loop) else {
            continue;
        };
        let stray = groups.values().find_map(|all| {
            let own = places(all);
            let is_once = |at: &u64| own.iter().filter(|one| *one == at).count() == 1;
            let stray = all
                .iter()
                .find(|(at, _)| !common.contains(at) || !is_once(at));
            // One that is elsewhere, or outside of the buffer.
            let is_near = own.len().abs_diff(common.len()) < 2;
            (is_near && own != common).then(|| stray.or(all.first()))?
        });
        let (name, count) = (side.name(), common.len());
        let part = match stray {
                Some((at, event)) => FILL_PATTERN.wrong(
                    format!("{name}: a store begins {at} bytes behind its stage's beginning, unlike those of other stages"),
                    format!("The stores of each stage begin at the same {count} places. What this one does not write is read as it was."),
                ).at(*event),
                None => match groups.values().next().and_then(|all| all.first()) {
                    Some((_, event)) => FILL_PATTERN.checked(format!(
                        "{name}: the stores of all stages begin at the same {count} places"
                    )).at(*event),
                    None => continue,
                },
            };
        parts.push(part.of_buffer(buffer));
    }
    parts
}
