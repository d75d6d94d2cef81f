//! Events around the tensor-core instructions, in the order of the text.

use swizzle_core::tma::DIMENSIONS_MAX;
use swizzle_lints::kernel::boxes_of_copies;
use swizzle_lints::kernel::shared_map::SharedMap;
use swizzle_ptx::event::Action;
use swizzle_ptx::event::tma_copy::TmaCopy;
use swizzle_ptx::kernel::Kernel;

/// A line of the score that is not a tensor-core instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventView {
    /// Its line in the PTX, from 1.
    pub line: u32,
    /// The description of the event.
    pub words: String,
    /// What it uses: operands that are copied, barriers that it signals or waits for.
    pub uses: String,
    /// Number of bytes, for an event that concerns bytes.
    pub bytes: Option<u64>,
}

/// A loop around tensor-core instructions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoopView {
    /// Its label.
    pub label: String,
    /// Its first line in the PTX, from 1.
    pub first: u32,
    /// Its last.
    pub last: u32,
}

/// The loops that have tensor-core instructions in them.
pub(crate) fn loops(kernel: &Kernel<'_>) -> Vec<LoopView> {
    let has_mma = |first: u32, last: u32| kernel.mmas.iter().any(|mma| (first..=last).contains(&mma.line));
    let all = kernel.loops.iter();
    all.filter(|one| has_mma(one.first, one.last))
        .map(|one| LoopView { label: one.label.to_owned(), first: one.first, last: one.last })
        .collect()
}

/// The events that a score shows: how operands come and go, and what is waited for.
pub(crate) fn events(kernel: &Kernel<'_>, shared: &SharedMap) -> Vec<EventView> {
    let boxes = boxes_of_copies(kernel);
    let all = kernel.events.iter().enumerate().filter_map(|(at, event)| {
        let boxes = boxes.get(&event.line).copied().unwrap_or(1);
        let (words, bytes) = words(kernel, &event.action, boxes)?;
        Some(EventView { line: event.line, words, uses: shared.used_by(kernel, at).join(", "), bytes })
    });
    all.collect()
}

fn words(kernel: &Kernel<'_>, action: &Action, boxes: u64) -> Option<(String, Option<u64>)> {
    let plain = |words: &str| Some((words.to_owned(), None));
    match action {
        Action::BarrierWait { .. } => plain("wait for a barrier"),
        Action::BarrierExpect { bytes, .. } => Some(("barrier expects bytes".into(), *bytes)),
        Action::Copy(copy) => Some(copied(kernel, copy, boxes)),
        Action::WgmmaCommit => plain("commit_group"),
        Action::WgmmaWait { pending } => Some((
            match pending {
                Some(pending) => format!("wait_group {pending}"),
                None => "wait_group".into(),
            },
            None,
        )),
        Action::MatrixCommit { .. } => plain("tcgen05.commit"),
        Action::Allocate { columns, .. } => Some((
            match columns {
                Some(columns) => format!("allocate {columns} columns of tensor memory"),
                None => "allocate tensor memory".into(),
            },
            None,
        )),
        Action::Free { .. } => plain("free tensor memory"),
        Action::TensorCopy { .. } => plain("tcgen05.cp to tensor memory"),
        Action::BarrierInit { .. }
        | Action::BarrierInvalidate { .. }
        | Action::BarrierArrive { .. }
        | Action::MapField { .. }
        | Action::MapPublished { .. }
        | Action::Cleared { .. }
        | Action::Store { .. }
        | Action::CopyCommit
        | Action::CopyWait { .. }
        | Action::Relinquish
        | Action::TensorMemory { .. }
        | Action::Other
        | Action::Matrices { .. } => None,
    }
}

fn copied(kernel: &Kernel<'_>, copy: &TmaCopy, boxes: u64) -> (String, Option<u64>) {
    let what = if copy.is_load { "TMA load" } else { "TMA store" };
    let map = copy.map.as_ref().and_then(|map| kernel.map_at(map));
    let dims: Option<Vec<u32>> = map.and_then(|map| {
        let count = (copy.dimensions as usize).min(DIMENSIONS_MAX);
        map.box_dims[..count].iter().copied().collect()
    });
    match dims {
        Some(dims) if !dims.is_empty() => {
            let bits = map.and_then(|map| map.data_type).map(|one| one.global_bits());
            let elements: u64 = dims.iter().map(|dim| u64::from(*dim)).product();
            let sizes: Vec<String> = dims.iter().map(u32::to_string).collect();
            let bytes = bits.map(|bits| boxes * elements * u64::from(bits) / 8);
            let noun = match boxes {
                1 => "box".to_owned(),
                count => format!("{count} boxes"),
            };
            (format!("{what}, {noun} {}", sizes.join(" × ")), bytes)
        }
        _ => (what.to_owned(), copy.bytes),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Example, Reading};

    /// A ring of three stages has a barrier that is signalled when a stage is full for each.
    #[test]
    fn copies_and_waits_say_their_barriers() {
        let reading = Reading::of("right", Example::Right.text().into());
        let events = reading.kernels[0].events.iter();
        let uses: Vec<(&str, &str)> = events
            .filter(|event| !event.uses.is_empty())
            .map(|event| (event.words.split(',').next().unwrap_or_default(), &*event.uses))
            .collect();
        assert!(uses.contains(&("wait for a barrier", "barriers 0, 1, 2")), "{uses:?}");
        assert!(uses.contains(&("TMA load", "A, barriers 0, 1, 2")), "{uses:?}");
        assert!(uses.contains(&("TMA load", "B, barriers 0, 1, 2")), "{uses:?}");
    }
}
