//! Buffers that are in use at once, their stages and the variables that they are in.

use super::*;
use crate::kernel::cover::overlaps_at;

impl Buffer {
    /// Its name, if it is one of those that are compared.
    fn name(&self) -> Option<&'static str> {
        Some(match self.role {
            Role::Operand(side) => side.name(),
            Role::Scales => "the scale factors",
            Role::Barriers => "the barriers",
            Role::Copied => return None,
        })
    }

    /// The offset of the end of its last stage, in bytes.
    fn end(&self) -> u64 {
        self.offset + self.span().unwrap_or_default()
    }

    /// The ranges of its stages.
    fn ranges(&self) -> impl Iterator<Item = (u64, u64)> {
        (0..u64::from(self.stages)).map(|stage| {
            let start = self.offset + stage * self.stride;
            (start, start + self.bytes.unwrap_or_default())
        })
    }

    /// A buffer of several stages, or the end of a buffer in a variable of so many bytes, where the text says them.
    fn part(&self, variable: Option<u64>) -> Option<Part> {
        let (name, bytes, stages, stride) = (self.name()?, self.bytes?, self.stages, self.stride);
        let nearer = || {
            let part = STAGES_OVERLAP.wrong(
                format!("{name}: stages are {stride} bytes apart and {bytes} bytes long"),
                format!("Each of the {stages} stages overwrites a part of the next one."),
            );
            part.fix(format!("Place stages {bytes} bytes apart"))
        };
        let end = self.end();
        let behind =
            variable.filter(|bytes| end > *bytes).map(|variable| {
                BUFFER_END.wrong(
            format!("{name} ends 0x{end:x} bytes behind the beginning of a variable of 0x{variable:x} bytes"),
            format!("{stages} stages of {bytes} bytes from 0x{:x} on, {stride} bytes apart.", self.offset),
        )
            });
        // Barriers are too small to be worth a line.
        let holds = if stages > 1 && bytes > 8 {
            Holds::Stages(format!("{name}: {stages} stages of {} bytes do not overlap", grouped_bytes(bytes)))
        } else {
            Holds::Nothing
        };
        let nearer = (stages > 1 && stride < bytes).then(nearer);
        Some(Part::of(FactKind::Fields, [nearer, behind], holds).of_buffer(self))
    }

    /// Two buffers that are used at once.
    fn beside(&self, other: &Self) -> Option<Part> {
        let (name, their, bytes) = (self.name()?, other.name()?, self.bytes?);
        let range = |name, one: &Self| format!("{name} from 0x{:x} to 0x{:x}", one.offset, one.end());
        let shares = |own: (u64, u64)| other.ranges().any(|their| own.0 < their.1 && their.0 < own.1);
        let (stages, stride) = (self.stages, self.stride);
        let wrong = self.ranges().any(shares).then(|| BUFFERS_OVERLAP.wrong(
            format!("{} and {} overlap", range(name, self), range(their, other)),
            format!("Both are in use at the same time, so writing one overwrites the other. {name} has {stages} stages of {bytes} bytes, {stride} bytes apart."),
        ));
        Some(Part::of(FactKind::Fields, [wrong], Holds::Apart([name, their])))
    }
}

/// The first line at which a buffer is used.
fn line(kernel: &Kernel<'_>, buffer: &Buffer) -> (u32, u32) {
    let mma = buffer.mmas.first().map(|at| &kernel.mmas[*at]);
    let event = buffer.events.first().map(|at| &kernel.events[*at]);
    match (mma, event) {
        (Some(mma), _) => mma.at(),
        (None, Some(event)) => event.at(),
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
            let share = || first.mmas.iter().any(|at| second.mmas.binary_search(at).is_ok());
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
        if !walk.cover.is_some_and(|cover| cover.is_dense && cover.overlap.is_none()) {
            gaps.extend(group.iter().map(|at| (*at, Letter::of(walk.side))));
        }
    }
    let is_dense = |buffer: &Buffer| match buffer.role {
        Role::Operand(side) => !buffer.mmas.iter().any(|at| gaps.contains(&(*at, Letter::of(side)))),
        Role::Scales | Role::Barriers | Role::Copied => true,
    };
    let mut parts = Vec::new();
    for region in &shared.regions {
        let variable = match region.origin {
            Origin::Symbol(at) => kernel.shared[at].bytes,
            Origin::Absolute | Origin::Unknown(_) => None,
        };
        let is_whole =
            |buffer: &&Buffer| is_dense(buffer) && buffer.role != Role::Copied && buffer.bytes.is_some();
        let whole: Vec<&Buffer> = region.buffers.iter().filter(is_whole).take(BUFFERS_MAX).collect();
        for (at, buffer) in whole.iter().enumerate() {
            parts.extend(buffer.part(variable).map(|part| part.at(&line(kernel, buffer))));
            for other in &whole[..at] {
                if are_apart(kernel, other, buffer) {
                    // Report at the one of the two that is read.
                    let at = if buffer.mmas.is_empty() { other } else { buffer };
                    let readers = [buffer.readers(), other.readers()].concat();
                    let part = other.beside(buffer).map(|part| part.at(&line(kernel, at)));
                    parts.extend(part.map(|part| part.about(at.role.letter()).read_by(readers)));
                }
            }
        }
    }
    parts.extend(steps(kernel, walks));
    parts.extend(base(kernel, walks, &shared.regions));
    parts
}

/// Tiles that are nearer to each other, from one warp or stage to the next, than they are long.
fn steps(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut seen = HashSet::new();
    for one in walks {
        let walk = &one.walk;
        let start = kernel.start(one.mmas[0], walk.side);
        let Some(place) = start.and_then(|start| place(kernel, start)) else {
            continue;
        };
        let starts = walk.starts();
        // Without the number of threads there may be one warp only.
        let is_told = kernel.threads.is_some();
        let strides = place.steps.iter().map(|(by, _)| *by).filter(|_| is_told);
        for by in strides.chain(place.ring.map(|(_, stride)| stride)).filter(|by| *by > 0) {
            // Walks that are alike are looked at once.
            let key = (walk.side, walk.common(), walk.mn, walk.k_bytes, by, starts.clone());
            if seen.insert(key) && overlaps_at(walk, by) == Some(true) {
                let part = of_steps(walk.side.name(), by).at(&kernel.mmas[one.mmas[0]]);
                parts.push(part.about(Letter::of(walk.side)).read_by(one.readers()));
            }
        }
    }
    parts
}

/// Tiles of one operand that share bytes, so far from one another.
pub(super) fn of_steps(name: &str, by: u64) -> Part {
    TILES_OVERLAP.wrong(
        format!("{name}: tiles {by} bytes apart share bytes"),
        "The tile of the next stage or warp begins between rows of this one, and some bytes are read as parts of both. The distance does not match the size and strides of the tile.",
    )
}

/// The first variable whose alignment the pattern of a swizzle mode does not follow from: once for a kernel.
fn base(kernel: &Kernel<'_>, walks: &[KernelWalk], regions: &[Region]) -> Option<Part> {
    let modes = walks.iter().filter_map(|one| one.walk.common()?.swizzle);
    let pattern = modes.filter(|mode| *mode != Swizzle::None).map(Swizzle::pattern_bytes).max()?;
    let mut variables = regions.iter().filter_map(|region| match region.origin {
        Origin::Symbol(at) => {
            let operand = region.buffers.iter().find(|buffer| matches!(buffer.role, Role::Operand(_)))?;
            (kernel.shared[at].align < pattern).then_some((at, operand))
        }
        Origin::Absolute | Origin::Unknown(_) => None,
    });
    let (at, operand) = variables.next()?;
    let variable = &kernel.shared[at];
    Some(of_base(variable.name, variable.align, pattern).at(&line(kernel, operand)))
}

/// A variable of this alignment, which the swizzle pattern of so many bytes does not follow from.
pub(super) fn of_base(name: &str, align: u32, pattern: u32) -> Part {
    BASE_ALIGNMENT.says(
        Severity::Note,
        format!("{name} is aligned to {align} bytes: right if it begins at a multiple of {pattern}, the size of the swizzle pattern"),
        "Dynamic shared memory begins at such a multiple in practice. TMA swizzles by absolute addresses: tiles that it writes are right wherever the variable begins.",
    )
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A buffer of stages of 16 KiB, by its name.
    fn extents(name: &'static str, offset: u64, stages: u32, stride: u64) -> Buffer {
        let role = match name {
            "A" => Role::Operand(Operand::A),
            "B" => Role::Operand(Operand::B),
            "the scale factors" => Role::Scales,
            _ => Role::Barriers,
        };
        let (mmas, events) = (Vec::new(), Vec::new());
        Buffer { role, offset, bytes: Some(16384), stages, stride, mmas, events }
    }

    /// A buffer of three stages of 16 KiB.
    pub(in crate::kernel::part) fn buffer(name: &'static str, stride: u64) -> Part {
        extents(name, 0, 3, stride).part(None).expect("a buffer that is compared")
    }

    /// Two buffers of 16 KiB that do not overlap.
    pub(in crate::kernel::part) fn apart(one: &'static str, other: &'static str) -> Part {
        extents(one, 0, 3, 16384)
            .beside(&extents(other, 1 << 17, 3, 16384))
            .expect("buffers that are compared")
    }

    /// Name, offset, stages and stride of a buffer, and the bytes of its variable.
    fn extents_of(words: &[&str]) -> (Buffer, Option<u64>) {
        let [name, offset, stages, stride, variable @ ..] = words else { panic!("{words:?}") };
        let name = if *name == "A" { "A" } else { "B" };
        let of = |text: &&str| text.parse().expect("a number");
        (extents(name, of(offset), of(stages) as u32, of(stride)), variable.first().map(of))
    }

    pub(in crate::kernel::part) fn buffer_of(words: &str) -> Part {
        let (buffer, variable) = extents_of(&words.split(' ').collect::<Vec<_>>());
        buffer.part(variable).expect("a buffer that is compared")
    }

    pub(in crate::kernel::part) fn pair(words: &str) -> Part {
        let words: Vec<_> = words.split(' ').collect();
        let [one, other] = [&words[..4], &words[4..]].map(|words| extents_of(words).0);
        one.beside(&other).expect("buffers that are compared")
    }
}
