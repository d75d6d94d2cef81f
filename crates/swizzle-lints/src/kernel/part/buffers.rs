//! Buffers that are in use at once, their stages and the variables that they are in.

use std::collections::HashSet;

use swizzle_core::hardware::Named as _;
use swizzle_core::law::Swizzle;
use swizzle_ptx::event::Action;
use swizzle_ptx::kernel::Kernel;

use crate::kernel::KernelWalk;
use crate::kernel::cover::overlaps_at;
use crate::kernel::letter::Letter;
use crate::kernel::part::{About, Extents, Part};
use crate::kernel::shared_map::{Buffer, Origin, Region, Role, SharedMap, place};

fn extents(buffer: &Buffer) -> Option<Extents> {
    Some(Extents {
        name: match buffer.role {
            Role::Operand(side) => side.name(),
            Role::Scales => "the scale factors",
            Role::Barriers => "the barriers",
            Role::Copied => return None,
        },
        offset: buffer.offset,
        bytes: buffer.bytes?,
        stages: buffer.stages,
        stride: buffer.stride,
    })
}

/// The first line at which a buffer is used.
fn line(kernel: &Kernel<'_>, buffer: &Buffer) -> (u32, u32) {
    let mma = buffer.mmas.first().map(|at| &kernel.mmas[*at]);
    let event = buffer.events.first().map(|at| &kernel.events[*at]);
    match (mma, event) {
        (Some(mma), _) => (mma.line, mma.loc),
        (None, Some(event)) => (event.line, event.loc),
        (None, None) => (0, 0),
    }
}

/// Whether memory of barriers is free before a buffer is read.
fn is_reused(kernel: &Kernel<'_>, barriers: &Buffer, buffer: &Buffer) -> bool {
    let (first, _) = line(kernel, buffer);
    barriers.events.iter().any(|at| {
        let event = &kernel.events[*at];
        matches!(event.action, Action::BarrierInvalidate { .. }) && event.line < first
    })
}

/// Whether two buffers are in use at once, and are not meant to be one.
fn are_apart(kernel: &Kernel<'_>, first: &Buffer, second: &Buffer) -> bool {
    let inside = |one: &Buffer, other: &Buffer| {
        let ahead = one.offset.checked_sub(other.offset);
        let bytes = one.bytes.unwrap_or(0);
        ahead.is_some_and(|ahead| ahead + bytes <= other.bytes.unwrap_or(0))
    };
    match (first.role, second.role) {
        (Role::Operand(a), Role::Operand(b)) => {
            let share = || {
                first
                    .mmas
                    .iter()
                    .any(|at| second.mmas.binary_search(at).is_ok())
            };
            // An instruction can read a part of A as B.
            a != b && !inside(first, second) && !inside(second, first) && share()
        }
        (Role::Barriers, Role::Operand(_)) => !is_reused(kernel, first, second),
        (Role::Operand(_), Role::Barriers) => !is_reused(kernel, second, first),
        (Role::Operand(_), Role::Scales) | (Role::Scales, Role::Operand(_)) => true,
        (Role::Scales | Role::Barriers | Role::Copied, _) | (_, Role::Copied) => false,
    }
}

/// More buffers than these are not compared with one another.
const BUFFERS_MAX: usize = 64;

pub(super) fn buffers(kernel: &Kernel<'_>, walks: &[KernelWalk], shared: &SharedMap) -> Vec<Part> {
    // The gaps of an operand may be filled by another.
    let mut gaps: HashSet<(usize, Letter)> = HashSet::new();
    for KernelWalk { mmas: group, walk } in walks {
        if !walk
            .cover
            .is_some_and(|cover| cover.is_dense && cover.overlap.is_none())
        {
            gaps.extend(group.iter().map(|at| (*at, Letter::of(walk.side))));
        }
    }
    let is_dense = |buffer: &Buffer| match buffer.role {
        Role::Operand(side) => !buffer
            .mmas
            .iter()
            .any(|at| gaps.contains(&(*at, Letter::of(side)))),
        Role::Scales | Role::Barriers | Role::Copied => true,
    };
    let mut parts = Vec::new();
    let letter = |buffer: &Buffer| match buffer.role {
        Role::Operand(side) => Some(Letter::of(side)),
        Role::Scales => Some(Letter::S),
        Role::Barriers | Role::Copied => None,
    };
    for region in &shared.regions {
        let variable = match region.origin {
            Origin::Symbol(at) => kernel.shared[at].bytes,
            Origin::Absolute | Origin::Unknown(_) => None,
        };
        let whole: Vec<(&Buffer, Extents)> = region
            .buffers
            .iter()
            .filter(|buffer| is_dense(buffer))
            .filter_map(|buffer| Some((buffer, extents(buffer)?)))
            .take(BUFFERS_MAX)
            .collect();
        for (at, (buffer, own)) in whole.iter().enumerate() {
            let mut add = |at: &Buffer, readers, about| {
                let (line, loc) = line(kernel, at);
                parts.push(Part {
                    line,
                    loc,
                    operand: letter(at),
                    readers,
                    about,
                });
            };
            let extents = own.clone();
            add(
                buffer,
                buffer.readers(),
                About::Buffer { extents, variable },
            );
            for (other, their) in &whole[..at] {
                if are_apart(kernel, other, buffer) {
                    // Report at the one of the two that is read.
                    let at = if buffer.mmas.is_empty() {
                        other
                    } else {
                        buffer
                    };
                    let readers = [buffer.readers(), other.readers()].concat();
                    add(at, readers, About::Pair(their.clone(), own.clone()));
                }
            }
        }
    }
    parts.extend(steps(kernel, walks));
    parts.extend(base(kernel, walks, &shared.regions));
    parts.extend(constants(kernel));
    parts
}

/// Tiles that are nearer to each other, from one warp or stage to the next, than they are long.
fn steps(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut seen = HashSet::new();
    for one in walks {
        let (walk, mma) = (&one.walk, &kernel.mmas[one.mmas[0]]);
        let held = mma.descriptor(walk.side);
        let Some(place) = held.and_then(|held| place(kernel, &held.start)) else {
            continue;
        };
        let starts: Vec<Option<i64>> = walk.reads.iter().map(|read| read.start).collect();
        // Without the number of threads there may be one warp only.
        let is_told = kernel.threads.is_some();
        let strides = place.steps.iter().map(|(by, _)| *by).filter(|_| is_told);
        let strides = strides.chain(place.ring.map(|(_, stride)| stride));
        for by in strides.filter(|by| *by > 0) {
            // Walks that are alike are looked at once.
            let key = (
                walk.side,
                walk.common(),
                walk.mn,
                walk.k_bytes,
                by,
                starts.clone(),
            );
            if seen.insert(key) && overlaps_at(walk, by) == Some(true) {
                parts.push(Part {
                    line: mma.line,
                    loc: mma.loc,
                    operand: Some(Letter::of(walk.side)),
                    readers: one.readers(),
                    about: About::Steps {
                        name: walk.side.name(),
                        by,
                    },
                });
            }
        }
    }
    parts
}

/// The first variable whose alignment the pattern of a swizzle mode does not follow from: once for a kernel.
fn base(kernel: &Kernel<'_>, walks: &[KernelWalk], regions: &[Region]) -> Option<Part> {
    let modes = walks.iter().filter_map(|one| one.walk.common()?.swizzle);
    let pattern = modes
        .filter(|mode| *mode != Swizzle::None)
        .map(Swizzle::pattern_bytes)
        .max()?;
    let mut variables = regions.iter().filter_map(|region| match region.origin {
        Origin::Symbol(at) => {
            let operand = region
                .buffers
                .iter()
                .find(|buffer| matches!(buffer.role, Role::Operand(_)))?;
            (kernel.shared[at].align < pattern).then_some((at, operand))
        }
        Origin::Absolute | Origin::Unknown(_) => None,
    });
    let (at, operand) = variables.next()?;
    let (line, loc) = line(kernel, operand);
    Some(Part {
        line,
        loc,
        operand: None,
        readers: Vec::new(),
        about: About::Base {
            name: kernel.shared[at].name.to_owned(),
            align: kernel.shared[at].align,
            pattern,
        },
    })
}

/// The distinct constants of a kernel's descriptors.
fn constants(kernel: &Kernel<'_>) -> Option<Part> {
    use swizzle_core::hardware::Operand;
    let halves = kernel.mmas.iter().flat_map(|mma| {
        [Operand::A, Operand::B].map(|side| {
            let known = mma.descriptor(side)?.known;
            (known.mask >> 32 == u64::MAX >> 32).then_some(known.bits >> 32)
        })
    });
    let distinct: HashSet<u64> = halves.flatten().collect();
    let first = kernel.mmas.first()?;
    Some(Part {
        line: first.line,
        loc: first.loc,
        operand: None,
        readers: Vec::new(),
        about: About::Constants(distinct.len()),
    })
}
