//! The map of shared memory of a kernel: which buffer is where, for each variable.

use crate::kernel::walks::KernelWalk;
use crate::prelude::*;
use tiles::tiles;

mod tiles;

/// Contents of a buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// An operand that tensor-core instructions read.
    Operand(Operand),
    /// Data that `tcgen05.cp` copies to tensor memory, such as scale factors.
    Scales,
    /// Barriers, one after another.
    Barriers,
    /// Data that copies by TMA fill or empty and that no tensor-core instruction reads.
    Copied,
}

impl Role {
    /// The letter of the operand that it is.
    pub(crate) const fn letter(self) -> Option<Letter> {
        match self {
            Self::Operand(side) => Some(Letter::of(side)),
            Self::Scales => Some(Letter::S),
            Self::Barriers | Self::Copied => None,
        }
    }
}

/// A buffer in shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// The buffer's contents.
    pub role: Role,
    /// Bytes from the region's base to its first stage.
    pub offset: u64,
    /// Bytes of one stage, where they are known.
    pub bytes: Option<u64>,
    /// How many stages it has.
    pub stages: u32,
    /// Bytes from one stage to the next; those of the stage where there is one.
    pub stride: u64,
    /// The instructions that read it, by their places in the kernel's list.
    pub mmas: Vec<usize>,
    /// The copies and barrier instructions that use it, by their places in the kernel's list of events.
    pub events: Vec<usize>,
}

impl Buffer {
    /// One of so many bytes, in the stages of a ring or in one.
    fn new(role: Role, offset: u64, bytes: Option<u64>, ring: Option<(u32, u64)>) -> Self {
        let (stages, stride) = ring.unwrap_or((1, bytes.unwrap_or(0)));
        Self { role, offset, bytes, stages, stride, mmas: Vec::new(), events: Vec::new() }
    }

    /// The operands that are read from it, by their instructions' places in the kernel's list.
    pub(crate) fn readers(&self) -> Vec<(usize, Operand)> {
        match self.role {
            Role::Operand(side) => self.mmas.iter().map(|at| (*at, side)).collect(),
            Role::Scales | Role::Barriers | Role::Copied => Vec::new(),
        }
    }

    /// The copies into it.
    pub(crate) fn loads<'k>(
        &self,
        kernel: &'k Kernel<'k>,
    ) -> impl Iterator<Item = (&'k Event<'k>, &'k TmaCopy)> {
        let events = self.events.iter().map(|at| &kernel.events[*at]);
        events.filter_map(|event| Some((event, event.load()?)))
    }

    /// The bytes behind the offset that all stages take, where they are known.
    pub fn span(&self) -> Option<u64> {
        Some(self.stride * u64::from(self.stages.saturating_sub(1)) + self.bytes?)
    }

    /// The stage that a place is behind the beginning of, which it may not have, and how far; none of a place before all stages.
    pub(crate) fn stage_of(&self, offset: u64) -> Option<(u64, u64)> {
        let ahead = offset.checked_sub(self.offset)?;
        let stride = if self.stages > 1 && self.stride > 0 { self.stride } else { u64::MAX };
        Some((ahead / stride, ahead % stride))
    }

    /// Whether a place is in one of its stages.
    pub fn contains(&self, offset: u64) -> bool {
        self.stage_of(offset)
            .is_some_and(|(stage, rest)| stage < u64::from(self.stages) && rest < self.bytes.unwrap_or(1))
    }
}

/// The base that the offsets of a region are relative to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A variable, by its place in [`Kernel::shared`].
    Symbol(usize),
    /// Nothing: offsets are addresses.
    Absolute,
    /// Something that is not known; the variable that is a part of it.
    Unknown(Option<usize>),
}

/// The buffers that are counted from one base.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Region {
    /// The base that offsets are relative to.
    pub origin: Origin,
    /// Its buffers by their offsets.
    pub buffers: Vec<Buffer>,
}

/// The map of shared memory of a kernel.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SharedMap {
    /// Regions, the variables in their order first.
    pub regions: Vec<Region>,
}

impl SharedMap {
    /// The buffers of all regions, each with its region.
    pub(crate) fn buffers(&self) -> impl Iterator<Item = (&Region, &Buffer)> {
        self.regions.iter().flat_map(|region| region.buffers.iter().map(move |buffer| (region, buffer)))
    }

    /// The buffers that operands are read from, each with its region.
    pub(crate) fn operands(&self) -> impl Iterator<Item = (&Region, &Buffer, Operand)> {
        self.buffers().filter_map(|(region, buffer)| match buffer.role {
            Role::Operand(side) => Some((region, buffer, side)),
            Role::Scales | Role::Barriers | Role::Copied => None,
        })
    }

    /// What an event uses, by its place in the kernel's list: operands, scale factors, and the barriers of its ring, numbered as in
    /// their region.
    pub fn used_by(&self, kernel: &Kernel<'_>, event: usize) -> Vec<String> {
        let barrier = kernel.events[event].barrier.as_ref().and_then(|at| place(kernel, at));
        let mut used = Vec::new();
        for region in &self.regions {
            let mut number = 0;
            for buffer in &region.buffers {
                let is_used = buffer.events.contains(&event);
                match (buffer.role, &barrier) {
                    (Role::Operand(side), _) if is_used => used.push(side.name().into()),
                    (Role::Scales, _) if is_used => used.push("scale factors".into()),
                    (Role::Barriers, Some(at)) if is_used && buffer.contains(at.offset) => {
                        let first = number + (at.offset - buffer.offset) / BARRIER_BYTES;
                        let (stages, by) = at.ring.unwrap_or((1, 0));
                        let all = (0..stages).map(|stage| first + u64::from(stage) * by / BARRIER_BYTES);
                        let plural = if stages == 1 { "" } else { "s" };
                        used.push(format!("barrier{plural} {}", joined(all, ", ")));
                    }
                    _ => {}
                }
                if buffer.role == Role::Barriers {
                    number += u64::from(buffer.stages);
                }
            }
        }
        used
    }
}

/// Copies are not looked for in more buffers.
const BUFFERS_MAX: usize = 256;

/// Barriers are words of so many bytes.
pub(crate) const BARRIER_BYTES: u64 = 8;

/// A `tcgen05.cp` of 32 rows of 128 bits.
pub(crate) const SCALES_BYTES: u64 = 512;

pub(super) fn shared_map(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> SharedMap {
    let mut regions: BTreeMap<Base, Vec<Buffer>> = tiles(kernel, walks);
    scales(kernel, &mut regions);
    copies(kernel, &mut regions);
    barriers(kernel, &mut regions);
    // Barriers of other CTAs and the like are nowhere on the map.
    let is_on_map = |base: &Base, buffers: &[Buffer]| match base {
        Base::Symbol(_) | Base::Absolute => true,
        Base::Sum(_) => buffers.iter().any(|buffer| !matches!(buffer.role, Role::Barriers | Role::Copied)),
    };
    regions.retain(|base, buffers| is_on_map(base, buffers));
    let regions = regions.into_iter().map(|(base, mut buffers)| {
        buffers.sort_by_key(|buffer| (buffer.offset, buffer.role));
        let origin = match base {
            Base::Symbol(at) => Origin::Symbol(at),
            Base::Absolute => Origin::Absolute,
            Base::Sum(terms) => {
                Origin::Unknown(terms.iter().find_map(|(atom, by)| kernel.symbol(*atom).filter(|_| *by == 1)))
            }
        };
        Region { origin, buffers }
    });
    SharedMap { regions: regions.collect() }
}

/// Adds the buffers that `tcgen05.cp` reads: runs of consecutive sources.
fn scales(kernel: &Kernel<'_>, regions: &mut BTreeMap<Base, Vec<Buffer>>) {
    let mut found: BTreeMap<_, Vec<(u64, usize)>> = BTreeMap::new();
    for (at, event) in kernel.events.iter().enumerate() {
        let Action::TensorCopy { source: Held::Descriptor(held, _), .. } = &event.action else {
            continue;
        };
        if let Some(place) = place(kernel, &held.start) {
            found.entry((place.base, place.ring)).or_default().push((place.offset, at));
        }
    }
    for ((base, ring), mut all) in found {
        all.sort_unstable();
        let buffers = regions.entry(base).or_default();
        for run in all.chunk_by(|a, b| b.0 - a.0 <= SCALES_BYTES) {
            let (first, last) = (run[0].0, run[run.len() - 1].0);
            let bytes = last - first + SCALES_BYTES;
            let ring = ring.filter(|(stages, _)| *stages > 1);
            let events = run.iter().map(|(_, at)| *at).collect();
            buffers.push(Buffer { events, ..Buffer::new(Role::Scales, first, Some(bytes), ring) });
        }
    }
    for buffers in regions.values_mut() {
        tiles::join_stages(buffers);
        tiles::absorb(buffers);
    }
}

/// Adds copies to the buffers that they fill, or as buffers of their own.
fn copies(kernel: &Kernel<'_>, regions: &mut BTreeMap<Base, Vec<Buffer>>) {
    for (at, event) in kernel.events.iter().enumerate() {
        let Action::Copy(copy) = &event.action else {
            continue;
        };
        let Some(place) = copy.shared.as_ref().and_then(|at| place(kernel, at)) else {
            continue;
        };
        let of_box = copy.map.as_ref().and_then(|map| kernel.map_at(map)?.shared_bytes()).or(copy.bytes);
        let bytes = of_box.map(|bytes| bytes + place.spread());
        let buffers = regions.entry(place.base.clone()).or_default();
        let into = buffers.iter_mut().take(BUFFERS_MAX).filter(|buffer| buffer.contains(place.offset));
        let mut is_found = false;
        for buffer in into {
            is_found = true;
            buffer.events.push(at);
            if buffer.role == Role::Copied {
                buffer.bytes = buffer.bytes.max(bytes);
            }
        }
        if !is_found && buffers.len() < BUFFERS_MAX {
            let buffer = Buffer::new(Role::Copied, place.offset, bytes, place.ring);
            buffers.push(Buffer { events: vec![at], ..buffer });
        }
    }
}

/// Barriers that follow one another are one buffer.
fn barriers(kernel: &Kernel<'_>, regions: &mut BTreeMap<Base, Vec<Buffer>>) {
    let mut found: BTreeMap<Base, BTreeMap<u64, Vec<usize>>> = BTreeMap::new();
    for (at, event) in kernel.events.iter().enumerate() {
        let Some(place) = event.barrier.as_ref().and_then(|barrier| place(kernel, barrier)) else {
            continue;
        };
        let (stages, stride) = place.ring.unwrap_or((1, 0));
        let all = found.entry(place.base).or_default();
        for stage in 0..u64::from(stages) {
            all.entry(place.offset + stage * stride).or_default().push(at);
        }
    }
    for (base, all) in found {
        let all: Vec<(u64, Vec<usize>)> = all.into_iter().collect();
        let buffers = regions.entry(base).or_default();
        for run in all.chunk_by(|a, b| b.0 - a.0 == BARRIER_BYTES) {
            let events: BTreeSet<usize> = run.iter().flat_map(|(_, at)| at).copied().collect();
            let ring = Some((run.len() as u32, BARRIER_BYTES));
            let buffer = Buffer::new(Role::Barriers, run[0].0, Some(BARRIER_BYTES), ring);
            buffers.push(Buffer { events: events.into_iter().collect(), ..buffer });
        }
    }
}

// An address in shared memory: relative to a base, in a stage of a ring, for each of a few warps.

/// The base that an address is relative to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Base {
    /// A variable in shared memory, by its place in [`Kernel::shared`].
    Symbol(usize),
    /// Nothing: it is a number.
    Absolute,
    /// A sum of which more is not known.
    Sum(Vec<(AtomId, u64)>),
}

/// A place in shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// The base that it is relative to.
    pub(crate) base: Base,
    /// Bytes from there to the first stage.
    pub(crate) offset: u64,
    /// How many stages there are, and bytes from one to the next.
    pub(crate) ring: Option<(u32, u64)>,
    /// Bytes from one stage to the next of a ring whose stages are not known.
    pub(crate) stride: Option<u64>,
    /// Bytes from one value of something else to the next, and how many values that has.
    pub(crate) steps: Vec<(u64, u64)>,
}

/// The most values that a part of an address can have and still count as a step.
const VALUES_MAX: u64 = 16;

/// The least distance between stages, in bytes.
const STRIDE_LEAST: u64 = 512;

/// Returns the place of an address.
pub(crate) fn place(kernel: &Kernel<'_>, address: &Linear) -> Option<Place> {
    let address = address.modulo(32);
    let (mut symbol, mut ring, mut steps, mut rest) = (None, None, Vec::new(), Vec::new());
    for (atom, by) in &address.terms {
        if let (Some(at), 1, None) = (kernel.symbol(*atom), *by, symbol) {
            symbol = Some(at);
        } else if let (Some(stages), None) = (kernel.of(*atom).stages, ring) {
            ring = Some((stages, *by));
        } else {
            match kernel.values_of(*atom) {
                Some(values) if values <= VALUES_MAX && by >> kernel.address_bits == 0 => {
                    steps.push((*by, values));
                }
                _ => rest.push((*atom, *by)),
            }
        }
    }
    // A counter whose values are not known, in steps that no alignment has.
    let stride = match rest[..] {
        [(atom, by)] if symbol.is_some() && ring.is_none() => {
            let is_counter =
                by >= STRIDE_LEAST && by >> kernel.address_bits == 0 && kernel.of(atom).is_joined;
            is_counter.then_some(by)
        }
        _ => None,
    };
    if stride.is_some() {
        rest.clear();
    }
    // A variable and something unknown beside it: not this variable's own offsets.
    let base = match (symbol, rest.is_empty()) {
        (Some(at), true) => Base::Symbol(at),
        (None, true) => Base::Absolute,
        (_, false) => Base::Sum(
            address
                .terms
                .iter()
                .filter(|(atom, by)| rest.contains(&(*atom, *by)) || kernel.symbol(*atom).is_some())
                .copied()
                .collect(),
        ),
    };
    // The first warps do not multiply where the last ones would be behind the end: they are numbered from another one on.
    let space = 1u64 << kernel.address_bits;
    let mut offset = address.constant & (u64::MAX >> (64 - 32));
    let negative = offset.wrapping_neg() & 0xffff_ffff;
    if let Some((by, values)) = steps.first_mut()
        && (offset >= space || offset + *by * (*values - 1) >= space)
    {
        let behind = if offset >= space { negative } else { space - offset };
        let skipped = behind.div_ceil((*by).max(1));
        if skipped < *values {
            offset = (skipped * *by).wrapping_sub(behind);
            *values -= skipped;
        }
    }
    (offset >> kernel.address_bits == 0).then_some(Place { base, offset, ring, stride, steps })
}

impl Place {
    /// Bytes from one stage to the next.
    pub(crate) fn distance(&self) -> Option<u64> {
        self.ring.map(|(_, stride)| stride).or(self.stride)
    }

    /// Bytes from the lowest to the highest of its places in one stage.
    pub(crate) fn spread(&self) -> u64 {
        self.steps.iter().map(|(by, values)| by * (values - 1)).sum()
    }
}

// An address in shared memory, taken apart: what it is counted from, stages, and the part that differs from thread to thread.

/// An address in shared memory, by what its parts do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reach {
    /// The base that it is relative to.
    pub(crate) base: Vec<(AtomId, u64)>,
    /// Bytes from there.
    pub(crate) offset: i64,
    /// The parts that loops move it by.
    pub(crate) stages: Vec<Stage>,
    /// Bytes by which threads are before and behind that, at most; `None` where a loop moves it on.
    pub(crate) spread: Option<[i64; 2]>,
}

/// A part of an address that moves from turn to turn of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stage {
    /// The counter of the stages.
    pub(crate) counter: AtomId,
    /// Bytes from one stage to the next.
    pub(crate) by: u64,
    /// How many there are, where that is known.
    pub(crate) count: Option<u32>,
}

impl Reach {
    pub(crate) fn of(kernel: &Kernel<'_>, address: &Linear) -> Self {
        let bits = kernel.address_bits;
        let address = address.modulo(bits);
        let mut reach = Self {
            base: Vec::new(),
            offset: address.constant as i64,
            stages: Vec::new(),
            spread: Some([0, 0]),
        };
        for (atom, by) in &address.terms {
            let bytes = signed(*by, bits);
            let aligned = kernel.alignment(*atom).min(1 << bits);
            let most = bytes.unsigned_abs().saturating_mul(kernel.most(*atom));
            if kernel.of(*atom).is_of_shared {
                reach.base.push((*atom, *by));
            } else if kernel.of(*atom).is_turning
                && bytes.unsigned_abs().saturating_mul(aligned) >= STRIDE_LEAST
            {
                reach.stages.push(Stage {
                    counter: kernel.counter(*atom),
                    by: *by,
                    count: kernel.of(*atom).stages,
                });
            } else if most < 1 << (bits - 1) {
                // A part that reaches farther is not a thread's.
                if let Some([before, behind]) = &mut reach.spread {
                    let side = if bytes < 0 { before } else { behind };
                    *side += most as i64;
                }
            } else if kernel.of(*atom).is_turning {
                reach.spread = None;
            } else {
                reach.base.push((*atom, *by));
            }
        }
        reach.stages.sort_by_key(|stage| stage.by);
        reach
    }

    /// Whether another is counted from the same; `None` where that is not known.
    pub(crate) fn is_beside(&self, kernel: &Kernel<'_>, other: &Self) -> Option<bool> {
        let variable = |reach: &Self| match reach.base[..] {
            [(atom, 1)] => kernel.symbol(atom),
            _ => None,
        };
        match (variable(self), variable(other)) {
            _ if self.base == other.base => Some(true),
            (Some(own), Some(their)) if own != their => Some(false),
            _ => None,
        }
    }

    /// Whether another goes through the same stages at the same distances.
    pub(crate) fn has_stages_of(&self, other: &Self) -> bool {
        let is_alike = |(own, their): (&Stage, &Stage)| (own.by, own.count) == (their.by, their.count);
        self.stages.len() == other.stages.len() && self.stages.iter().zip(&other.stages).all(is_alike)
    }
}
