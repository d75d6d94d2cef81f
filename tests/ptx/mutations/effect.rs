//! What a kernel reads and what fills it, and what an edit changes of that.

use std::collections::BTreeMap;

use swizzle_core::hardware::Operand;
use swizzle_lints::kernel::{Geometry, KernelReport};
use swizzle_ptx::event::Action;
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::linear::Linear;
use swizzle_ptx::mma::Held;

/// What one operand of one instruction reads.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Reads {
    walk: usize,
    turn: Option<i64>,
    geometry: Geometry,
    /// Descriptor bits that must have one value.
    fixed: u64,
    constant: u64,
    /// Bytes by which it moves with what is not a number.
    strides: Vec<u64>,
    is_known: bool,
}

/// What a kernel reads and writes, as far as the law is about it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Effect {
    pub(super) reads: Vec<[Option<Reads>; 2]>,
    idescs: Vec<Option<u64>>,
    around: Vec<String>,
    /// Where tensor memory is used.
    places: Vec<String>,
    /// The tensor maps, and whether each fills shared memory.
    boxes: Vec<String>,
    fills: Vec<bool>,
    /// Bytes from stage to stage of the reads of each operand, and of what fills shared memory.
    read_stages: Vec<[Option<u64>; 2]>,
    /// Those of scale factors.
    scale_stages: Vec<Option<u64>>,
    filled_stages: Vec<u64>,
    /// Those of each copy, and the bytes by which it moves with each part that is not a number.
    copies: Vec<(Option<u64>, Vec<u64>)>,
    /// Bytes that barriers wait for.
    expects: Vec<Option<u64>>,
}

pub(super) fn effect(kernel: &Kernel<'_>, report: &KernelReport) -> Effect {
    let mut reads: Vec<[Option<Reads>; 2]> = vec![[None, None]; kernel.mmas.len()];
    for (number, one) in report.walks.iter().enumerate() {
        for (at, mma) in one.mmas.iter().enumerate() {
            let Some(held) = kernel.mmas[*mma].descriptor(one.walk.side) else {
                continue;
            };
            let mut strides: Vec<u64> = held.start.terms.iter().map(|(_, by)| *by).collect();
            strides.sort_unstable();
            let fixed = swizzle_core::descriptor::Descriptor::fixed_mask(held.chip);
            reads[*mma][one.walk.side as usize] = Some(Reads {
                walk: number,
                turn: one.walk.turn.map(|(by, _)| by),
                geometry: one.walk.geometry(at),
                fixed: held.known.bits & fixed,
                constant: held.start.constant,
                strides,
                is_known: held.known.mask >> 14 == u64::MAX >> 14,
            });
        }
    }
    let boxes = kernel.maps.iter().map(|map| {
        let bits = map.data_type.map(|one| one.shared_bits());
        format!("{:?} {:?} {bits:?}", map.copied(), map.swizzle)
    });
    let mut fills = vec![false; kernel.maps.len()];
    for event in &kernel.events {
        if let Action::Copy(copy) = &event.action
            && copy.is_load
            && let Some(map) = copy.map.as_ref().and_then(|map| kernel.map_at(map))
        {
            let at = kernel.maps.iter().position(|one| one == map);
            fills[at.expect("one of them")] = true;
        }
    }
    let (mut around, mut places) = (Vec::new(), Vec::new());
    for event in &kernel.events {
        if let Action::TensorCopy { source: Held::Descriptor(held, _), .. } = &event.action {
            // LBO and the base offset have no effect on 32 rows of 16 bytes.
            let raw = held.known.bits;
            around.push(format!("{:x} {:x} {:x}", raw >> 61, raw >> 30 & 0xffff, raw >> 46 & 7));
        }
    }
    for mma in &kernel.mmas {
        let scales: Vec<_> = mma.scales.iter().map(column).collect();
        let own = [&mma.operands[0], &mma.result].map(column);
        places.push(format!("{own:?} {scales:?}"));
    }
    let stages = |address: Option<&Linear>| Some(kernel.ring(address?)?.stride);
    let read_stages = kernel
        .mmas
        .iter()
        .map(|mma| [Operand::A, Operand::B].map(|side| stages(mma.descriptor(side).map(|held| &held.start))));
    let filled_stages = kernel.events.iter().filter_map(|event| match &event.action {
        Action::Copy(copy) if copy.is_load => stages(copy.shared.as_ref()),
        Action::Store { address, .. } => stages(address.as_ref()),
        _ => None,
    });
    let copies = kernel.events.iter().filter_map(|event| match &event.action {
        Action::Copy(copy) if copy.is_load => {
            let address = copy.shared.as_ref()?;
            let mut strides: Vec<u64> = address.terms.iter().map(|(_, by)| *by).collect();
            strides.sort_unstable();
            Some((stages(Some(address)), strides))
        }
        _ => None,
    });
    let scale_stages = kernel.events.iter().filter_map(|event| match &event.action {
        Action::TensorCopy { source: Held::Descriptor(held, _), .. } => Some(stages(Some(&held.start))),
        _ => None,
    });
    let expects = kernel.events.iter().filter_map(|event| match &event.action {
        Action::BarrierExpect { bytes, .. } => Some(*bytes),
        _ => None,
    });
    Effect {
        expects: expects.collect(),
        reads,
        read_stages: read_stages.collect(),
        scale_stages: scale_stages.collect(),
        filled_stages: filled_stages.collect(),
        copies: copies.collect(),
        idescs: kernel.mmas.iter().map(|mma| mma.idesc.map(|idesc| idesc.known.bits)).collect(),
        around,
        places,
        boxes: boxes.collect(),
        fills,
    }
}

fn column(held: &Held) -> Option<u64> {
    match held {
        Held::TensorMemory(place) => Some(place.as_ref()?.constant),
        Held::Descriptor(..) | Held::Registers | Held::Unknown => None,
    }
}

/// What an edit does to the reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    None,
    /// All reads of each walk moved by one distance, or tiles of stages and warps are farther from each other, or tensor memory
    /// is used elsewhere: where a tile begins is not told by what reads it.
    Moved,
    /// Something that is wrong by the law.
    Fault,
}

/// Whether stages are read at another distance than they are filled at: one of both changes what was the same. Of copies any
/// change of where they go is one, if an operand reads what they fill.
fn parts_stages(before: &Effect, after: &Effect) -> bool {
    let stages = |effect: &Effect| -> Vec<Option<u64>> {
        let of_operands = effect.read_stages.iter().flatten();
        of_operands.chain(&effect.scale_stages).copied().collect()
    };
    let (old_reads, new_reads) = (stages(before), stages(after));
    let is_read = |by: &u64| old_reads.contains(&Some(*by));
    let mut fills = before.filled_stages.iter().zip(&after.filled_stages);
    let mut reads = old_reads.iter().zip(&new_reads);
    let mut copies = before.copies.iter().zip(&after.copies);
    let moves_reads =
        reads.any(|(old, new)| old != new && old.is_some_and(|old| before.filled_stages.contains(&old)));
    let moves_fills = fills.any(|(old, new)| old != new && is_read(old))
        || copies.any(|(old, new)| old != new && old.0.is_none_or(|by| is_read(&by)));
    let is_alike = before.filled_stages.len() == after.filled_stages.len();
    is_alike && moves_fills != moves_reads
}

pub(super) fn change(before: &Effect, after: &Effect) -> Change {
    if parts_stages(before, after) || before.expects != after.expects {
        return Change::Fault;
    }
    let boxes = before.boxes.iter().zip(&after.boxes).zip(&before.fills);
    let is_box = boxes.into_iter().any(|((old, new), fills)| *fills && old != new);
    let is_same = before.reads == after.reads
        && before.idescs == after.idescs
        && before.around == after.around
        && before.places == after.places;
    if is_same && !is_box {
        return Change::None;
    }
    if is_box
        || before.idescs != after.idescs
        || before.around != after.around
        || before.reads.len() != after.reads.len()
    {
        return Change::Fault;
    }
    let mut moved: BTreeMap<(usize, usize), Vec<u64>> = BTreeMap::new();
    for (old, new) in before.reads.iter().zip(&after.reads) {
        for side in [Operand::A, Operand::B] {
            let (Some(old), Some(new)) = (&old[side as usize], &new[side as usize]) else {
                if old[side as usize] != new[side as usize] {
                    return Change::Fault;
                }
                continue;
            };
            let same = |reads: &Reads| Reads { constant: 0, walk: 0, strides: Vec::new(), ..reads.clone() };
            let grows = old.strides.len() == new.strides.len()
                && old.strides.iter().zip(&new.strides).all(|(old, new)| new >= old);
            if same(old) != same(new) || !grows {
                return Change::Fault;
            }
            let by = new.constant.wrapping_sub(old.constant);
            moved.entry((side as usize, old.walk)).or_default().push(by);
        }
    }
    let is_one = |distances: &Vec<u64>| distances.iter().all(|by| *by == distances[0]);
    if moved.values().all(is_one) { Change::Moved } else { Change::Fault }
}
