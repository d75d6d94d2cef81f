//! The walks of a kernel: which reads belong together, and where each starts.

use super::*;
use crate::kernel::{
    cover::{cover, fill_gaps},
    fit::fit,
    part::instructions::accumulator,
};

/// A walk of a kernel, and its instructions as numbered in the kernel.
#[derive(Debug, Clone, PartialEq)]
pub struct KernelWalk {
    /// The instructions, one a read.
    pub mmas: Vec<usize>,
    /// The walk.
    pub walk: Rc<Walk>,
}

impl KernelWalk {
    /// Its operand in each of its instructions.
    pub(crate) fn readers(&self) -> Vec<(usize, Operand)> {
        self.mmas.iter().map(|at| (*at, self.walk.side)).collect()
    }
}

/// All walks of a kernel.
pub(crate) fn walks(kernel: &Kernel<'_>) -> Vec<KernelWalk> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut group_of: HashMap<_, usize> = HashMap::new();
    for (at, mma) in kernel.mmas.iter().enumerate() {
        // Addresses that are plain numbers are not places in a buffer.
        let is_number = [Operand::A, Operand::B]
            .map(|side| kernel.start(at, side).is_some_and(|start| start.terms.is_empty()));
        let group = *group_of
            .entry((mma.section, accumulator(kernel, at), mma.opcode, is_number))
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
            all.push(KernelWalk { mmas: group.clone(), walk: Rc::new(walk) });
        }
    }
    fill_all_gaps(kernel, &mut all);
    all
}

/// Lets walks of one buffer fill each other's gaps.
fn fill_all_gaps(kernel: &Kernel<'_>, all: &mut [KernelWalk]) {
    let mut groups: HashMap<(u32, Operand, Option<Geometry>), Vec<usize>> = HashMap::new();
    for (at, KernelWalk { mmas: group, walk }) in all.iter().enumerate() {
        let key = (kernel.mmas[group[0]].section, walk.side, walk.common());
        groups.entry(key).or_default().push(at);
    }
    for list in groups.into_values() {
        let start = |at: usize| {
            let KernelWalk { mmas: group, walk } = &all[at];
            let (index, read) = group.iter().zip(&walk.reads).find(|(_, read)| read.start.is_some())?;
            Some((kernel.start(*index, walk.side)?, read.start?))
        };
        let Some((first, _)) = start(list[0]) else {
            continue;
        };
        let mut walks = Vec::new();
        for at in &list {
            let ahead =
                start(*at).and_then(|(own, beside)| Some(first.ahead(own, kernel.address_bits)? - beside));
            walks.extend(ahead.map(|ahead| (*at, ahead)));
        }
        let mut held: Vec<(i64, Rc<Walk>)> =
            walks.iter().map(|(at, ahead)| (*ahead, all[*at].walk.clone())).collect();
        fill_gaps(&mut held);
        for ((at, _), (_, walk)) in walks.into_iter().zip(held) {
            all[at].walk = walk;
        }
    }
}

/// The read to which the starts of most others can be compared.
fn reference(kernel: &Kernel<'_>, group: &[usize], side: Operand) -> usize {
    let comparable = |one: &usize| {
        let ahead =
            |other: &usize| kernel.start(*one, side)?.ahead(kernel.start(*other, side)?, kernel.address_bits);
        group.iter().filter_map(ahead).count()
    };
    // Three are enough, since one or two may be wrong.
    group.iter().take(3).rev().max_by_key(|one| comparable(one)).copied().unwrap_or(group[0])
}

fn walk(kernel: &Kernel<'_>, group: &[usize], side: Operand) -> Option<Walk> {
    let first: &Mma<'_> = &kernel.mmas[group[0]];
    if !matches!(first.operands[side as usize], Held::Descriptor(..) | Held::Unknown) {
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
            start: held.and_then(|held| reference?.start.ahead(&held.start, kernel.address_bits)),
            is_swapped: false,
            choices,
            low: held.and_then(|held| kernel.low_bits(&held.start)),
            address: held.map_or(Address::Whole, |held| kernel.address(&held.start, held.chip)),
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
        fit: Fit::unknown(0),
        turn: None,
        cover: None,
        together: OnceCell::new(),
        refits: OnceCell::new(),
        strides: reference.map_or_else(Vec::new, |held| kernel.strides(&held.start)),
    };
    let starts = walk.starts();
    let in_row = first_in_row(kernel, group, side, reference);
    let advance = walk.common().and_then(|common| walk.advance(common, in_row(common.swizzle)));
    walk.fit = match (advance, first.turns[side as usize]) {
        // One read in a loop walks from turn to turn.
        (Some(advance), Some(turn)) if group.len() == 1 => {
            let fit = fit(&[Some(0), Some(turn)], advance);
            let expected = fit.expected[1].zip(fit.expected[0]).map(|(next, first)| next - first);
            walk.turn = expected.map(|expected| (turn, expected));
            Fit { expected: vec![Some(0)], is_confirmed: fit.is_confirmed && expected == Some(turn) }
        }
        (Some(advance), _) => fit(&starts, advance),
        (None, _) => Fit::unknown(starts.len()),
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
    let near = at.saturating_sub(2)..group.len().min(at + 3);
    let ahead = |other: usize| {
        let own = kernel.start(group[at], side)?;
        own.ahead(kernel.start(group[other], side.other())?, kernel.address_bits)
    };
    near.filter(|other| *other != at).any(|other| ahead(other).is_some())
}

/// Returns the offset of the first read in its row, if its start is a number added to addresses that are aligned to rows.
fn first_in_row<'k>(
    kernel: &'k Kernel<'_>,
    group: &[usize],
    side: Operand,
    reference: Option<&'k HeldDescriptor>,
) -> impl Fn(Option<Swizzle>) -> Option<i64> {
    let first = group.first().and_then(|at| kernel.mmas[*at].descriptor(side)).or(reference).cloned();
    move |swizzle| {
        let (row, first) = (swizzle?.row_bytes(), first.as_ref()?);
        let is_aligned = |(atom, by): &(u32, u64)| {
            let aligned = by.saturating_mul(kernel.alignment(*atom));
            aligned.is_multiple_of(u64::from(row)) || *by == 1 && kernel.is_base(*atom)
        };
        first.start.terms.iter().all(is_aligned).then(|| (first.start.constant % u64::from(row)) as i64)
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
            let ahead = walk.fit.expected[at]? - walk.fit.expected[other]?;
            let from = kernel.start(group[other], side)?;
            Some(from.plus_number(ahead as u64).modulo(kernel.address_bits))
        };
        let start = |side| kernel.start(group[at], side).cloned();
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
