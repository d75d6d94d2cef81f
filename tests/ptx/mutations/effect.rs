//! What a kernel reads and what fills it, and what an edit changes of that.

use std::collections::BTreeMap;

use swizzle_core::hardware::Operand;
use swizzle_lints::kernel::{Geometry, KernelReport};
use swizzle_ptx::event::Action;
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::linear::Linear;
use swizzle_ptx::mma::{Held, Mma};

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
    /// What has one right value: instruction descriptors, copies to tensor memory, the maps that fill shared memory, the bytes that
    /// barriers wait for.
    exact: Vec<String>,
    /// Where tensor memory is used.
    places: Vec<String>,
    /// Bytes from stage to stage of the reads of each operand and of scale factors, and of what fills shared memory.
    read_stages: Vec<Option<u64>>,
    filled_stages: Vec<u64>,
    /// Those of each copy, and the bytes by which it moves with each part that is not a number.
    copies: Vec<(Option<u64>, Vec<u64>)>,
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
    let stages = |address: Option<&Linear>| Some(kernel.ring(address?)?.stride);
    let idescs = kernel.mmas.iter().map(|mma| format!("{:?}", mma.idesc.map(|idesc| idesc.known.bits)));
    let of_sides = |mma: &Mma<'_>| {
        [Operand::A, Operand::B].map(|side| stages(mma.descriptor(side).map(|held| &held.start)))
    };
    let mut found = Effect {
        reads,
        exact: idescs.collect(),
        places: Vec::new(),
        read_stages: kernel.mmas.iter().flat_map(of_sides).collect(),
        filled_stages: Vec::new(),
        copies: Vec::new(),
    };
    for mma in &kernel.mmas {
        let scales: Vec<_> = mma.scales.iter().map(column).collect();
        let own = [&mma.operands[0], &mma.result].map(column);
        found.places.push(format!("{own:?} {scales:?}"));
    }
    for event in &kernel.events {
        match &event.action {
            Action::TensorCopy { source: Held::Descriptor(held, _), .. } => {
                // LBO and the base offset have no effect on 32 rows of 16 bytes.
                let raw = held.known.bits;
                found.exact.push(format!("{:x} {:x} {:x}", raw >> 61, raw >> 30 & 0xffff, raw >> 46 & 7));
                found.read_stages.push(stages(Some(&held.start)));
            }
            Action::BarrierExpect { bytes, .. } => found.exact.push(format!("{bytes:?} bytes")),
            Action::Store { address, .. } => found.filled_stages.extend(stages(address.as_ref())),
            Action::Copy(copy) if copy.is_load => {
                if let Some(map) = copy.map.as_ref().and_then(|map| kernel.map_at(map)) {
                    let bits = map.data_type.map(|one| one.shared_bits());
                    found.exact.push(format!("{:?} {:?} {bits:?}", map.copied(), map.swizzle));
                }
                found.filled_stages.extend(stages(copy.shared.as_ref()));
                if let Some(address) = &copy.shared {
                    let mut strides: Vec<u64> = address.terms.iter().map(|(_, by)| *by).collect();
                    strides.sort_unstable();
                    found.copies.push((stages(Some(address)), strides));
                }
            }
            _ => {}
        }
    }
    found
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
    let (old_reads, new_reads) = (&before.read_stages, &after.read_stages);
    let is_read = |by: &u64| old_reads.contains(&Some(*by));
    let mut fills = before.filled_stages.iter().zip(&after.filled_stages);
    let mut reads = old_reads.iter().zip(new_reads);
    let mut copies = before.copies.iter().zip(&after.copies);
    let moves_reads =
        reads.any(|(old, new)| old != new && old.is_some_and(|old| before.filled_stages.contains(&old)));
    let moves_fills = fills.any(|(old, new)| old != new && is_read(old))
        || copies.any(|(old, new)| old != new && old.0.is_none_or(|by| is_read(&by)));
    let is_alike = before.filled_stages.len() == after.filled_stages.len();
    is_alike && moves_fills != moves_reads
}

pub(super) fn change(before: &Effect, after: &Effect) -> Change {
    let is_other = before.exact != after.exact || before.reads.len() != after.reads.len();
    if is_other || parts_stages(before, after) {
        return Change::Fault;
    }
    if before.reads == after.reads && before.places == after.places {
        return Change::None;
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
