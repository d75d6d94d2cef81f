//! The buffers that tensor-core instructions read: the reads of each walk, brought together by place and layout.

use crate::{
    kernel::{
        cover::reach,
        refit::refitted,
        shared_map::{Base, Buffer, Place, Role, place},
        walks::KernelWalk,
    },
    prelude::*,
};

/// Properties that reads of one buffer have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Class {
    base: Base,
    side: Operand,
    major: Option<Major>,
    swizzle: Option<Swizzle>,
    ring: Option<(u32, u64)>,
}

/// A run of bytes and who reads it.
struct Run {
    low: u64,
    high: u64,
    is_known: bool,
    section: u32,
    mmas: Vec<usize>,
}

impl Run {
    /// The bytes that it and one before it take.
    fn reach(&self, before: &Self) -> u64 {
        self.high.max(before.high) - before.low
    }
}

/// Runs with those that belong to the one before.
fn joined(runs: Vec<Run>, belongs: impl Fn(&Run, &Run) -> bool) -> Vec<Run> {
    let mut joined: Vec<Run> = Vec::new();
    for run in runs {
        match joined.last_mut() {
            Some(last) if belongs(last, &run) => {
                last.high = last.high.max(run.high);
                last.is_known &= run.is_known;
                last.mmas.extend(run.mmas);
            }
            _ => joined.push(run),
        }
    }
    joined
}

/// The buffers of operands by their bases.
pub(super) fn tiles(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> BTreeMap<Base, Vec<Buffer>> {
    let mut classes: BTreeMap<Class, Vec<Run>> = BTreeMap::new();
    // The stages of a ring that is read at numbers, too, as an unrolled loop does, are as far apart there.
    let each = walks.iter().flat_map(|one| one.mmas.iter().map(move |at| (one.walk.side, *at)));
    let of_rings = each.filter_map(|(side, at)| {
        let place = place(kernel, kernel.start(at, side)?)?;
        Some(((place.base, side), place.ring?.1))
    });
    let strides: BTreeMap<(Base, Operand), u64> = of_rings.collect();
    for KernelWalk { mmas: group, walk } in walks {
        // If one value is wrong in all reads, the buffer is that of the expected tile.
        let meant = refitted(walk);
        let (reach, common) = (reach(&meant), meant.common());
        for index in group {
            let start = kernel.start(*index, walk.side);
            let Some(place) = start.and_then(|start| place(kernel, start)) else {
                continue;
            };
            let low = match common.and_then(|common| common.swizzle) {
                // A step along K is inside of a row.
                Some(swizzle) => place.offset - place.offset % u64::from(swizzle.row_bytes()),
                None => place.offset,
            };
            let stride = strides.get(&(place.base.clone(), walk.side)).copied();
            let spread = fitting(&place, reach.unwrap_or(0), stride);
            let class = Class {
                base: place.base,
                side: walk.side,
                major: common.and_then(|common| common.major),
                swizzle: common.and_then(|common| common.swizzle),
                ring: place.ring,
            };
            classes.entry(class).or_default().push(Run {
                low,
                high: low + reach.unwrap_or(0) + spread,
                is_known: reach.is_some(),
                section: kernel.mmas[*index].section,
                mmas: vec![*index],
            });
        }
    }
    let mut regions: BTreeMap<Base, Vec<Buffer>> = BTreeMap::new();
    for (class, runs) in classes {
        let mut buffers = buffers(kernel, &class, runs);
        join_stages(&mut buffers);
        regions.entry(class.base).or_default().extend(buffers);
    }
    for buffers in regions.values_mut() {
        absorb(buffers);
    }
    regions
}

/// Bytes from the first to the last of the places of several warps in one stage. Not all warps of a block multiply: where the
/// last would reach beyond the stage, it is one of the others.
fn fitting(place: &Place, reach: u64, stride: Option<u64>) -> u64 {
    let (spread, stride) = (place.spread(), place.ring.map(|(_, stride)| stride).or(stride));
    let fewer = |stride: u64| {
        let [(by, values)] = place.steps[..] else {
            return None;
        };
        let fit = stride.checked_sub(reach)?.checked_div(by)? + 1;
        (fit > 1 && fit < values).then(|| by * (fit - 1))
    };
    stride.and_then(fewer).unwrap_or(spread)
}

/// Whether two blocks of a tile, which meet the same read of the other operand, are as far apart as stages are.
fn has_block_in_stage(kernel: &Kernel<'_>, class: &Class, runs: &[Run]) -> bool {
    let Some((stages, stride)) = class.ring.filter(|(_, stride)| *stride > 0) else {
        return false;
    };
    let mut first = HashMap::new();
    runs.iter().any(|run| {
        let Some(met) = run.mmas.first().and_then(|at| kernel.start(*at, class.side.other())) else {
            return false;
        };
        let mma = &kernel.mmas[run.mmas[0]];
        let key = (run.section, met, run.low % stride);
        let (low, accumulator) = *first.entry(key).or_insert((run.low, mma.accumulator));
        let apart = run.low.abs_diff(low) / stride;
        accumulator != mma.accumulator && apart > 0 && apart < u64::from(stages)
    })
}

/// Runs that share bytes are one buffer, and so are those that touch, in one part of the kernel or in one stage of a ring.
fn buffers(kernel: &Kernel<'_>, class: &Class, mut runs: Vec<Run>) -> Vec<Buffer> {
    runs.sort_by_key(|run| (run.section, run.low, run.high));
    let stride = class.ring.map_or(u64::MAX, |(_, stride)| stride);
    // If a single read is longer than a stage, or a block is where the next stage is, the stride does not tell where a stage
    // ends.
    let is_longer = runs.iter().any(|run| run.high - run.low > stride);
    let has_blocks = || has_block_in_stage(kernel, class, &runs);
    let stride = if is_longer || has_blocks() { u64::MAX } else { stride };
    let touching = joined(runs, |last, run| {
        last.section == run.section && run.low <= last.high && run.reach(last) <= stride
    });
    let mut runs = touching;
    runs.sort_by_key(|run| (run.low, u64::MAX - run.high));
    let found = joined(runs, |last, run| {
        let is_inside = run.high <= last.high;
        let touches = run.low < last.high || class.ring.is_some() && run.low == last.high;
        is_inside || touches && run.reach(last) <= stride
    });
    let buffer = |mut run: Run| {
        run.mmas.sort_unstable();
        run.mmas.dedup();
        let bytes = run.high - run.low;
        let ring = class.ring.or(Some((1, bytes)));
        let bytes = run.is_known.then_some(bytes);
        Buffer { mmas: run.mmas, ..Buffer::new(Role::Operand(class.side), run.low, bytes, ring) }
    };
    found.into_iter().map(buffer).collect()
}

/// Lets buffers of one size that follow one another be the stages of one.
pub(super) fn join_stages(buffers: &mut Vec<Buffer>) {
    buffers.sort_by_key(|buffer| (buffer.role, buffer.bytes, buffer.offset));
    let mut joined: Vec<Buffer> = Vec::with_capacity(buffers.len());
    for buffer in buffers.drain(..) {
        let follows = |last: &Buffer| {
            last.role == buffer.role
                && last.role != Role::Copied
                && buffer.stages == 1
                && last.bytes.is_some()
                && last.bytes == buffer.bytes
                && last.stride == buffer.stride
                && last.offset + last.stride * u64::from(last.stages) == buffer.offset
        };
        match joined.last_mut() {
            Some(last) if follows(last) => {
                last.stages += 1;
                last.mmas.extend(buffer.mmas);
                last.events.extend(buffer.events);
            }
            _ => joined.push(buffer),
        }
    }
    *buffers = joined;
}

/// More rings are not compared with what is read at numbers.
const RINGS_MAX: usize = 64;

/// A buffer that is read at a number of its own, too, as before a loop: the stage of a ring.
pub(super) fn absorb(buffers: &mut Vec<Buffer>) {
    buffers.sort_by_key(|buffer| std::cmp::Reverse(buffer.stages));
    let mut kept: Vec<Buffer> = Vec::with_capacity(buffers.len());
    for buffer in buffers.drain(..) {
        let is_stage = |ring: &&mut Buffer| {
            let last = buffer.offset + buffer.stride * u64::from(buffer.stages - 1);
            ring.stages > 1
                && ring.role == buffer.role
                && buffer.bytes <= ring.bytes
                && ring.contains(buffer.offset)
                && ring.contains(last)
                && (buffer.stages == 1 || buffer.stride == ring.stride)
        };
        match kept.iter_mut().take(RINGS_MAX).find(is_stage) {
            Some(ring) => {
                for (list, more) in [(&mut ring.mmas, buffer.mmas), (&mut ring.events, buffer.events)] {
                    list.extend(more);
                    list.sort_unstable();
                    list.dedup();
                }
            }
            None => kept.push(buffer),
        }
    }
    *buffers = kept;
}
