//! A walk: the reads of one operand, one after another along K, into one accumulator.

use std::collections::HashMap;
use std::rc::Rc;

use swizzle_core::descriptor::FieldId;
use swizzle_core::hardware::{Chip, Element, Major, Operand, UNIT_BYTES};
use swizzle_core::law::{Stride, Swizzle};
use swizzle_ptx::held::HeldDescriptor;
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::known::Known;
use swizzle_ptx::mma::{Held, Mma};

use crate::kernel::cover::{Cover, cover, fill_gaps};
use crate::kernel::fit::{Advance, Fit, fit};

/// The reads of one operand along K.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// Which operand.
    pub side: Operand,
    /// The chip whose descriptors are read.
    pub chip: Chip,
    /// The element type, where it is known.
    pub element: Option<Element>,
    /// M of A or N of B, where it is known.
    pub mn: Option<u32>,
    /// Bytes of K that one read has.
    pub k_bytes: u32,
    /// The reads in their order.
    pub reads: Vec<WalkRead>,
    /// Where each should start.
    pub fit: Fit,
    /// Of a single read in a loop: by how many bytes it moves from turn to turn, and by how many it should.
    pub turn: Option<(i64, i64)>,
    /// What its reads cover, where all of it is known.
    pub cover: Option<Cover>,
    /// Bytes by which the starts move with something that is not known, such as a stage.
    pub strides: Vec<u64>,
}

/// A read of a walk.
#[derive(Debug, Clone, PartialEq)]
pub struct WalkRead {
    /// Its descriptor, as far as it is known; no bit where the operand is not.
    pub known: Known,
    /// The contiguous dimension.
    pub major: Option<Major>,
    /// Where it starts, in bytes from the walk's reference on.
    pub start: Option<i64>,
    /// Whether the other operand's descriptor is here, and this one's there.
    pub is_swapped: bool,
    /// Descriptors of which it is one.
    pub choices: Vec<Known>,
    /// Its start modulo 1024, if variables in shared memory begin at such multiples.
    pub low: Option<u32>,
    /// Whether its base offset is taken from its start.
    pub base_follows: bool,
    /// The instruction at which its descriptor is not followed further: its line and opcode.
    pub stop: Option<(u32, String)>,
}

/// What a read does, as far as it has an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Geometry {
    /// The contiguous dimension.
    pub major: Option<Major>,
    /// The swizzle mode.
    pub swizzle: Option<Swizzle>,
    /// LBO in bytes, if the read uses it.
    pub lbo: Option<u32>,
    /// SBO in bytes, if the read uses it.
    pub sbo: Option<u32>,
    /// The base offset, as far as the mode uses it.
    pub base: Option<u32>,
}

impl Walk {
    /// A read's descriptor.
    #[must_use]
    pub fn held(&self, at: usize) -> HeldDescriptor {
        HeldDescriptor {
            chip: self.chip,
            known: self.reads[at].known,
            start: swizzle_ptx::linear::Linear::default(),
            has_start: false,
            base_follows: self.reads[at].base_follows,
        }
    }

    /// Elements of K that one read has.
    #[must_use]
    pub fn k(&self) -> Option<u32> {
        self.element
            .map(|element| self.k_bytes * 8 / element.slot_bits())
    }

    /// What a read does.
    #[must_use]
    pub fn geometry(&self, at: usize) -> Geometry {
        let (read, held) = (&self.reads[at], self.held(at));
        let (major, swizzle) = (read.major, held.swizzle());
        let used = |stride| self.uses(major, swizzle, stride);
        Geometry {
            major,
            swizzle,
            lbo: held.bytes(FieldId::Lbo).filter(|_| used(Stride::Lbo)),
            sbo: held.bytes(FieldId::Sbo).filter(|_| used(Stride::Sbo)),
            base: swizzle.and_then(|swizzle| {
                let modulo = 1 << swizzle.xor().bits;
                held.field(FieldId::BaseOffset)
                    .map(|base| base as u32 % modulo)
            }),
        }
    }

    /// Whether a read uses a stride; where that is not known, it may.
    fn uses(&self, major: Option<Major>, swizzle: Option<Swizzle>, stride: Stride) -> bool {
        let (Some(major), Some(swizzle), Some(element), Some(mn), Some(k)) =
            (major, swizzle, self.element, self.mn, self.k())
        else {
            return false;
        };
        let (along, across) = match major {
            Major::K => (k, mn),
            Major::Mn => (mn, k),
        };
        let atom = swizzle.atom(major);
        if stride == Stride::of_columns(major, swizzle) {
            along.div_ceil(element.per_unit()) > atom.row_units
        } else {
            across > atom.rows
        }
    }

    /// The geometry that most reads have.
    #[must_use]
    pub fn common(&self) -> Option<Geometry> {
        let mut counts: HashMap<Geometry, usize> = HashMap::new();
        let all: Vec<Geometry> = (0..self.reads.len()).map(|at| self.geometry(at)).collect();
        for one in &all {
            *counts.entry(*one).or_default() += 1;
        }
        // Of several, the first.
        all.into_iter().rev().max_by_key(|one| counts[one])
    }

    /// The phase of the swizzle pattern at which a read starts, where that is known.
    #[must_use]
    pub fn phase(&self, at: usize) -> Option<u32> {
        let modulo = 1 << self.geometry(at).swizzle?.xor().bits;
        Some((self.reads[at].low? >> 7) % modulo)
    }

    /// A read that has the geometry that most have.
    #[must_use]
    pub fn typical(&self) -> Option<usize> {
        let common = self.common();
        (0..self.reads.len()).find(|at| Some(self.geometry(*at)) == common)
    }

    /// Whether the law puts the reads where they are, or each is as far from the one before: not one tile after another.
    #[must_use]
    pub fn is_steady(&self) -> bool {
        let mut pairs = self
            .reads
            .windows(2)
            .map(|pair| Some(pair[1].start? - pair[0].start?));
        let first = pairs.next().flatten();
        self.fit.is_confirmed
            || first.is_some() && self.reads.len() > 2 && pairs.all(|next| next == first)
    }

    /// Whether a read is elsewhere than the law puts it, or differs from the others.
    #[must_use]
    pub fn has_outlier(&self) -> bool {
        (0..self.reads.len()).any(|at| {
            let expected = self.fit.expected[at];
            expected.is_some() && expected != self.reads[at].start || !self.differing(at).is_empty()
        })
    }

    /// How starts advance in a geometry.
    fn advance(&self, geometry: Geometry, first: Option<i64>) -> Option<Advance> {
        let (major, swizzle) = (geometry.major?, geometry.swizzle?);
        let of = |stride| match stride {
            Stride::Lbo => geometry.lbo,
            Stride::Sbo => geometry.sbo,
        };
        let times = |stride: u32, by: u32| Some(Advance::Fixed(i64::from(stride) * i64::from(by)));
        match (major, swizzle) {
            (Major::K, Swizzle::None) => times(
                of(Stride::of_columns(major, swizzle))?,
                self.k_bytes / UNIT_BYTES,
            ),
            (Major::K, _) => Some(Advance::Rows {
                step: i64::from(self.k_bytes),
                row: i64::from(swizzle.row_bytes()),
                first,
                packed: [
                    i64::from(self.mn.unwrap_or_default() / 8)
                        * i64::from(geometry.sbo.unwrap_or_default()),
                    i64::from(swizzle.atom(major).bytes()),
                ],
            }),
            (Major::Mn, _) => {
                let rows = swizzle.atom(major).rows;
                times(of(Stride::of_groups(major, swizzle))?, self.k()? / rows)
            }
        }
    }

    /// Whether fields of a read differ from those of the others, and which.
    #[must_use]
    pub fn differing(&self, at: usize) -> Vec<FieldId> {
        let Some(common) = self.common() else {
            return Vec::new();
        };
        let own = self.geometry(at);
        let differs = |own: Option<u32>, common: Option<u32>| matches!((own, common), (Some(a), Some(b)) if a != b);
        let mut fields = Vec::new();
        if own.swizzle.is_some() && common.swizzle.is_some() && own.swizzle != common.swizzle {
            fields.push(FieldId::Swizzle);
            // What another mode uses is not compared.
            return fields;
        }
        if own.major == common.major {
            if differs(own.lbo, common.lbo) {
                fields.push(FieldId::Lbo);
            }
            if differs(own.sbo, common.sbo) {
                fields.push(FieldId::Sbo);
            }
        }
        if differs(own.base, common.base) && !self.follows_start(at) {
            fields.push(FieldId::BaseOffset);
        }
        fields
    }

    /// Whether base offsets follow the starts: the pattern of each read begins where the read does.
    fn follows_start(&self, at: usize) -> bool {
        let phase = |at: usize| {
            let base = self.held(at).field(FieldId::BaseOffset)? as i64;
            Some((base - (self.reads[at].start? >> 7)).rem_euclid(8))
        };
        let own = phase(at);
        own.is_some() && (0..self.reads.len()).all(|other| phase(other) == own)
    }
}

/// A walk of each operand of a kernel that is read by descriptors: the indices of its instructions, and the walk.
pub(crate) type WalkOf = (Vec<usize>, Rc<Walk>);

/// All walks of a kernel.
pub(crate) fn walks(kernel: &Kernel<'_>) -> Vec<WalkOf> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut group_of: HashMap<_, usize> = HashMap::new();
    for (at, mma) in kernel.mmas.iter().enumerate() {
        // Addresses that are numbers are no places in a buffer.
        let is_number = [Operand::A, Operand::B].map(|side| {
            mma.descriptor(side)
                .is_some_and(|held| held.start.terms.is_empty())
        });
        let group = *group_of
            .entry((mma.section, mma.accumulator, mma.opcode, is_number))
            .or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
        groups[group].push(at);
    }
    let mut all = Vec::new();
    for group in groups {
        let mut pair = [Operand::A, Operand::B].map(|side| walk(kernel, &group, side));
        mark_swapped(kernel, &group, &mut pair);
        for walk in pair.into_iter().flatten() {
            all.push((group.clone(), Rc::new(walk)));
        }
    }
    fill_all_gaps(kernel, &mut all);
    all
}

/// Lets walks of one buffer fill each other's gaps.
fn fill_all_gaps(kernel: &Kernel<'_>, all: &mut [WalkOf]) {
    let mut groups: HashMap<(u32, Operand, Option<Geometry>), Vec<usize>> = HashMap::new();
    for (at, (group, walk)) in all.iter().enumerate() {
        let key = (kernel.mmas[group[0]].section, walk.side, walk.common());
        groups.entry(key).or_default().push(at);
    }
    for list in groups.into_values() {
        let start = |at: usize| {
            let (group, walk) = &all[at];
            let (index, read) = group
                .iter()
                .zip(&walk.reads)
                .find(|(_, read)| read.start.is_some())?;
            Some((
                &kernel.mmas[*index].descriptor(walk.side)?.start,
                read.start?,
            ))
        };
        let Some((first, _)) = start(list[0]) else {
            continue;
        };
        let mut walks = Vec::new();
        for at in &list {
            let ahead = start(*at).and_then(|(own, beside)| Some(first.ahead(own, 18)? - beside));
            walks.extend(ahead.map(|ahead| (*at, ahead)));
        }
        let mut held: Vec<(i64, Rc<Walk>)> = walks
            .iter()
            .map(|(at, ahead)| (*ahead, all[*at].1.clone()))
            .collect();
        fill_gaps(&mut held);
        for ((at, _), (_, walk)) in walks.into_iter().zip(held) {
            all[at].1 = walk;
        }
    }
}

fn is_in_shared(held: &Held) -> bool {
    matches!(held, Held::Descriptor(..) | Held::Unknown)
}

/// The read to which the starts of most others can be compared.
fn reference(kernel: &Kernel<'_>, group: &[usize], side: Operand) -> usize {
    let comparable = |one: &usize| {
        let Some(from) = kernel.mmas[*one].descriptor(side) else {
            return 0;
        };
        let starts = group
            .iter()
            .filter_map(|other| kernel.mmas[*other].descriptor(side));
        starts
            .filter(|other| from.start.ahead(&other.start, 18).is_some())
            .count()
    };
    // Three are enough, since one or two may be wrong.
    let first = group.iter().take(3).rev().max_by_key(|one| comparable(one));
    first.copied().unwrap_or(group[0])
}

fn walk(kernel: &Kernel<'_>, group: &[usize], side: Operand) -> Option<Walk> {
    let first: &Mma<'_> = &kernel.mmas[group[0]];
    if !is_in_shared(&first.operands[side as usize]) {
        return None;
    }
    let reference = kernel.mmas[reference(kernel, group, side)].descriptor(side);
    let reads = group.iter().map(|at| {
        let mma = &kernel.mmas[*at];
        let held = mma.descriptor(side);
        let choices = match &mma.operands[side as usize] {
            Held::Descriptor(_, choices) => choices.iter().map(|one| one.known).collect(),
            Held::Registers | Held::TensorMemory(_) | Held::Unknown => Vec::new(),
        };
        WalkRead {
            known: held.map_or(Known::NOTHING, |held| held.known),
            major: mma.majors[side as usize],
            start: held.and_then(|held| reference?.start.ahead(&held.start, 18)),
            is_swapped: false,
            choices,
            low: held.and_then(|held| kernel.low_bits(&held.start)),
            base_follows: held.is_some_and(|held| held.base_follows),
            stop: mma.stops[side as usize].map(|link| (link.line, link.opcode.to_owned())),
        }
    });
    let mut walk = Walk {
        side,
        chip: reference.map_or(first.name.arch.first_chip(), |held| held.chip),
        element: first.element(side),
        mn: first.mn(side),
        k_bytes: first.k_bytes(side),
        reads: reads.collect(),
        fit: Fit {
            expected: Vec::new(),
            is_confirmed: false,
        },
        turn: None,
        cover: None,
        strides: reference.map_or_else(Vec::new, |held| kernel.strides(&held.start)),
    };
    let starts: Vec<Option<i64>> = walk.reads.iter().map(|read| read.start).collect();
    let in_row = first_in_row(kernel, group, side, reference);
    let advance = walk
        .common()
        .and_then(|common| walk.advance(common, in_row(common.swizzle)));
    walk.fit = match (advance, first.turns[side as usize]) {
        // One read in a loop walks from turn to turn.
        (Some(advance), Some(turn)) if group.len() == 1 => {
            let fit = fit(&[Some(0), Some(turn)], advance);
            walk.turn = fit.expected[1].map(|expected| (turn, expected));
            Fit {
                expected: vec![Some(0)],
                is_confirmed: fit.is_confirmed && fit.expected[1] == Some(turn),
            }
        }
        (Some(advance), _) => fit(&starts, advance),
        (None, _) => Fit {
            expected: vec![None; starts.len()],
            is_confirmed: false,
        },
    };
    for (at, expected) in walk.fit.expected.iter_mut().enumerate() {
        if walk.reads[at].start.is_none() && !is_in_others(kernel, group, at, side) {
            *expected = None;
        }
    }
    walk.cover = cover(&walk);
    Some(walk)
}

/// Whether a read starts in the buffer of the other operand; any other buffer may be its own.
fn is_in_others(kernel: &Kernel<'_>, group: &[usize], at: usize, side: Operand) -> bool {
    let other = match side {
        Operand::A => Operand::B,
        Operand::B => Operand::A,
    };
    let Some(own) = kernel.mmas[group[at]].descriptor(side) else {
        return false;
    };
    let near = group
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != at && other.abs_diff(at) < 3);
    let others = near.filter_map(|(_, one)| kernel.mmas[*one].descriptor(other));
    others
        .into_iter()
        .any(|held| own.start.ahead(&held.start, 18).is_some())
}

/// Where in its row the first read begins, if its start is a number beside addresses that are aligned to rows.
fn first_in_row<'k>(
    kernel: &'k Kernel<'_>,
    group: &[usize],
    side: Operand,
    reference: Option<&'k HeldDescriptor>,
) -> impl Fn(Option<Swizzle>) -> Option<i64> {
    let first = group
        .first()
        .and_then(|at| kernel.mmas[*at].descriptor(side))
        .or(reference)
        .cloned();
    move |swizzle| {
        let (row, first) = (swizzle?.row_bytes(), first.as_ref()?);
        let is_aligned = |(atom, by): &(u32, u64)| {
            by.is_multiple_of(u64::from(row)) || first.has_start && kernel.is_base(*atom)
        };
        first
            .start
            .terms
            .iter()
            .all(is_aligned)
            .then(|| (first.start.constant % u64::from(row)) as i64)
    }
}

/// Marks reads of A that have B's descriptor, where those of B have A's.
fn mark_swapped(kernel: &Kernel<'_>, group: &[usize], pair: &mut [Option<Walk>; 2]) {
    let [Some(a), Some(b)] = pair else { return };
    if a.mn != b.mn || a.k_bytes != b.k_bytes || a.element != b.element || a.reads.len() < 2 {
        return;
    }
    let fits = |walk: &Walk, at: usize| {
        walk.reads[at].start.is_some() && walk.reads[at].start == walk.fit.expected[at]
    };
    let Some(other) = (0..a.reads.len()).find(|at| fits(a, *at) && fits(b, *at)) else {
        return;
    };
    for at in (0..a.reads.len()).filter(|at| *at != other) {
        let expected = |walk: &Walk, side| {
            let from = kernel.mmas[group[other]].descriptor(side)?;
            let ahead = walk.fit.expected[at]? - walk.fit.expected[other]?;
            Some(from.start.plus_number(ahead as u64).modulo(18))
        };
        let start = |side| {
            kernel.mmas[group[at]]
                .descriptor(side)
                .map(|held| held.start.clone())
        };
        let (of_a, of_b) = (expected(a, Operand::A), expected(b, Operand::B));
        if of_a.is_some()
            && of_b.is_some()
            && start(Operand::A) == of_b
            && start(Operand::B) == of_a
            && of_a != of_b
        {
            a.reads[at].is_swapped = true;
            b.reads[at].is_swapped = true;
        }
    }
}
