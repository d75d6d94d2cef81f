//! An operand of a kernel as a tile of the atlas: what its walk should read is the tile, what one instruction reads is given.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::hardware::{AddressSpace, Chip, Major, Sparsity, UNIT_BYTES, Use};
use swizzle_core::law::{Stride, Swizzle};
use swizzle_core::reader::{Said, SaidPlace, SaidReader, Spec};
use swizzle_core::tile::{SaidTile, pattern_from_base_offset};
use swizzle_infer::sequence::Sequence;
use swizzle_infer::spec_from_said;
use swizzle_lints::kernel::{Geometry, KernelWalk, Walk, refitted};
use swizzle_ptx::kernel::Kernel;
use swizzle_view::Shown;

/// Address at which a variable in shared memory is drawn if the text does not tell its address: the first multiple of 1024
/// behind the bytes that the system reserves.
pub(crate) const ASSUMED_BYTES: i64 = 0x400;

/// The part of an operand's tile that one read has: which of how many steps along K.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The read as the atlas opens it: the tile of its walk, and its descriptor.
    pub shown: Shown,
    /// The step along K that it is expected to read.
    pub step: u32,
    /// Steps of the tile.
    pub steps: u32,
    /// The reads of the walk that the tile is made of.
    pub reads: Range<usize>,
    /// Whether the text tells where the operand is; otherwise it is drawn at an assumed address.
    pub is_placed: bool,
}

impl Part {
    /// The same read of another stage, whose tile is `filled` bytes further and which is read `read` bytes further.
    pub fn moved(&self, filled: u64, read: u64) -> Self {
        let mut moved = self.clone();
        let said = &mut moved.shown.said;
        let space = said.reader.chip.map(Chip::address_space).unwrap_or_default();
        let by = |start: u32, bytes: u64| space.wrapped(start.wrapping_add(bytes as u32));
        said.tile.start_bytes = said.tile.start_bytes.map(|start| by(start, filled));
        said.given = said.given.map(|given| {
            let start = u32::from(given.decode().start_field) * UNIT_BYTES;
            given.with(FieldId::Start, space.field_from_bytes(by(start, read)).into())
        });
        moved
    }

    /// The same read of a tile that is filled with rows of so many bytes, one behind the other. `None` where one row of the box is
    /// not a row of the tile.
    pub(crate) fn in_plain_rows(&self, bytes: u64) -> Option<Self> {
        let mut plain = self.clone();
        let tile = &mut plain.shown.said.tile;
        let along = match tile.major? {
            Major::K => tile.k?,
            Major::Mn => tile.mn?,
        };
        let slot_bits = u64::from(tile.element?.slot_bits());
        if u64::from(along) * slot_bits != bytes * 8 {
            return None;
        }
        tile.swizzle = Some(Swizzle::None);
        (tile.lbo_bytes, tile.sbo_bytes, tile.pattern_bytes) = (None, None, None);
        tile.row_bytes = Some(u32::try_from(bytes).ok()?);
        plain.shown.spec().ok()?;
        Some(plain)
    }
}

/// The reads of a walk as the atlas shows them: what the walk says together is the tile.
pub(crate) struct Pictures<'a> {
    kernel: &'a Kernel<'a>,
    walk: &'a Walk,
    /// The walk with one value corrected, where that makes a tile of it.
    tile: Cow<'a, Walk>,
    sparsity: Sparsity,
    addresses: Option<Addresses>,
    /// Runs by first read and length; none if the reads are not a tile.
    runs: HashMap<(usize, usize), Option<Run>>,
}

/// Reads of a walk that are the steps of one tile.
struct Run {
    /// The expected start of each read.
    starts: Vec<i64>,
    /// The step of the tile that each read is.
    steps: Vec<u32>,
    /// The tile and its reader.
    whole: Said,
    spec: Spec,
}

impl<'a> Pictures<'a> {
    pub(crate) fn of(kernel: &'a Kernel<'a>, of: &'a KernelWalk) -> Self {
        Self {
            kernel,
            walk: &of.walk,
            tile: refitted(&of.walk),
            sparsity: kernel.mmas[of.mmas[0]].name.sparsity,
            addresses: Addresses::of(kernel, of),
            runs: HashMap::new(),
        }
    }

    /// One read. `None` where mode, type or major-ness is not known.
    pub(crate) fn at(&mut self, at: usize) -> Option<Part> {
        let count = self.walk.reads.len();
        let lengths = (1..=count).rev().filter(|length| count.is_multiple_of(*length));
        // A walk can have several tiles one after another: the longest run that is one.
        let runs = lengths.map(|length| (at / length * length, length));
        for (first, length) in runs {
            if !self.runs.contains_key(&(first, length)) {
                let run = self.run(first..first + length);
                self.runs.insert((first, length), run);
            }
            let part = match &self.runs[&(first, length)] {
                Some(run) => self.part(at, first, run),
                None => None,
            };
            if part.is_some() {
                return part;
            }
        }
        None
    }

    fn run(&self, reads: Range<usize>) -> Option<Run> {
        let (walk, addresses) = (&*self.tile, self.addresses.as_ref()?);
        let is_single = reads.len() == 1;
        let starts: Vec<i64> = reads
            .map(|read| {
                let relative = walk.fit.expected.get(read).copied().flatten();
                let relative = relative.or(walk.reads[read].start).or(Some(0).filter(|_| is_single));
                Some(addresses.of_relative(relative?))
            })
            .collect::<Option<_>>()?;
        let whole = Said {
            tile: tile(walk, walk.common()?, &starts, self.kernel.has_tma)?,
            reader: SaidReader {
                arch: walk.chip.arch(),
                chip: Some(walk.chip),
                operand: Some(walk.side),
                sparsity: Some(self.sparsity),
                rows: walk.mn,
                used_for: Some(Use::Mma),
                ..SaidReader::default()
            },
            ..Said::default()
        };
        let spec = spec_from_said(&whole).ok()?;
        let mut step_of: HashMap<i64, u32> = HashMap::new();
        for row in Sequence::of(&spec).rows {
            let step = step_of.entry(i64::from(row.start_bytes));
            step.or_insert(row.place.step);
        }
        let steps = starts.iter().map(|start| step_of.get(start).copied());
        Some(Run { steps: steps.collect::<Option<_>>()?, starts, whole, spec })
    }

    fn part(&self, at: usize, first: usize, run: &Run) -> Option<Part> {
        let (walk, addresses) = (self.walk, self.addresses.as_ref()?);
        let (step, held) = (run.steps[at - first], walk.held(at));
        let start = walk.reads[at].start.map_or(run.starts[at - first], |start| addresses.of_relative(start));
        let mut given = held.lowest();
        // A field that the text does not tell is drawn with the walk's value.
        let place = SaidPlace { step: Some(step), ..SaidPlace::default() };
        let derived = run.spec.derived_descriptor(place.over(run.spec.place())).ok()?;
        for id in [FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset, FieldId::Swizzle] {
            if held.field(id).is_none() && Descriptor::field(walk.chip, id).is_some() {
                given = given.with(id, derived.get(id));
            }
        }
        let space = walk.chip.address_space();
        let start_field = u64::from(space.field_from_bytes(start as u32));
        let mut said = run.whole.with_given(given.with(FieldId::Start, start_field));
        said.reader.arch = None;
        said.place.step = Some(step);
        let shown = Shown::of(&said);
        shown.spec().ok()?;
        Some(Part {
            shown,
            step,
            steps: run.spec.steps(),
            reads: first..first + run.steps.len(),
            is_placed: addresses.is_placed,
        })
    }
}

/// The tile that starts say together.
fn tile(walk: &Walk, geometry: Geometry, expected: &[i64], writes_by_tma: bool) -> Option<SaidTile> {
    let (major, swizzle, element, mn) = (geometry.major?, geometry.swizzle?, walk.element?, walk.mn?);
    let k = walk.k()?;
    let row_bytes = i64::from(swizzle.row_bytes());
    let first = *expected.iter().min()?;
    let mut distinct: Vec<i64> = expected.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    // In swizzled rows a walk can begin inside of one.
    let inside = match (major, swizzle) {
        (Major::K, Swizzle::B32 | Swizzle::B64 | Swizzle::B128) => first.rem_euclid(row_bytes),
        (Major::K | Major::Mn, _) => 0,
    };
    let before = u32::try_from(inside / i64::from(walk.k_bytes)).ok()?;
    let reads = distinct.len() as u32 + before;
    let (mut lbo, mut sbo) = (geometry.lbo, geometry.sbo);
    let per_step = distinct.windows(2).map(|pair| pair[1] - pair[0]).min();
    match major {
        Major::K if inside == 0 || before > 0 => {
            if row_bytes > 16 {
                lbo = column_bytes(&distinct, row_bytes);
            }
        }
        Major::K => return None,
        Major::Mn => {
            // A read of one group doesn't use the stride; the walk does.
            let groups = Stride::of_groups(major, swizzle);
            let rows = swizzle.atom(major).rows;
            let own = match groups {
                Stride::Lbo => &mut lbo,
                Stride::Sbo => &mut sbo,
            };
            if own.is_none()
                && let Some(step) = per_step
            {
                *own = u32::try_from(step * i64::from(rows) / i64::from(k)).ok();
            }
        }
    }
    let base = geometry.base.filter(|base| *base != 0 && !writes_by_tma);
    Some(SaidTile {
        element: Some(element),
        major: Some(major),
        swizzle: Some(swizzle),
        mn: Some(mn),
        k: Some(k * reads),
        lbo_bytes: lbo,
        sbo_bytes: sbo,
        start_bytes: Some(u32::try_from(first - inside).ok()?),
        pattern_bytes: base.map(|base| pattern_from_base_offset(base as u8)),
        ..SaidTile::default()
    })
}

/// Returns the bytes from one column of K to the next, if the starts are in several.
fn column_bytes(distinct: &[i64], row_bytes: i64) -> Option<u32> {
    let mut columns: Vec<i64> =
        distinct.iter().map(|start| start.div_euclid(row_bytes) * row_bytes).collect();
    columns.dedup();
    let next = columns.windows(2).map(|pair| pair[1] - pair[0]).min()?;
    u32::try_from(next).ok()
}

/// The addresses of a walk's reads in shared memory, as far as the text tells them.
struct Addresses {
    /// The address that counts as the walk's reference.
    base: i64,
    space: AddressSpace,
    is_placed: bool,
}

impl Addresses {
    fn of(kernel: &Kernel<'_>, of: &KernelWalk) -> Option<Self> {
        let walk = &of.walk;
        let space = walk.chip.address_space();
        let found = walk.reads.iter().zip(&of.mmas).find_map(|(read, mma)| {
            let held = kernel.mmas[*mma].descriptor(walk.side)?;
            Some((read.start?, held))
        });
        let Some((relative, held)) = found else {
            return Some(Self { base: ASSUMED_BYTES, space, is_placed: false });
        };
        let constant = i64::from(space.wrapped(held.start.constant as u32));
        let place = kernel.place(&held.start);
        let from = match place {
            Some((None, Some(_))) => 0,
            Some(_) | None => ASSUMED_BYTES,
        };
        Some(Self { base: from + constant - relative, space, is_placed: place.is_some() })
    }

    const fn of_relative(&self, relative: i64) -> i64 {
        self.space.wrapped((self.base + relative) as u32) as i64
    }
}
