//! Alignment of what instructions address in shared memory, as far as the text tells it.

use swizzle_core::hardware::Arch;
use swizzle_ptx::event::{Action, Event};
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::linear::Linear;
use swizzle_ptx::mma::Mma;

use crate::finding::Confidence;
use crate::kernel::letter::Letter;
use crate::kernel::part::Part;
use crate::kernel::part::row::{FactKind, Outcome, Row};
use crate::kernel::shared_map::{BARRIER_BYTES, Base, Origin, Role, SharedMap, barrier_of, place};

pub(super) static ADDRESS_ALIGNMENT: Row = Row {
    id: "address-alignment",
    source: "PTX ISA, `mbarrier`, `cp.async`, `cp.async.bulk.tensor` and `st`: the alignment of addresses in shared memory",
    confidence: Confidence::Stated,
    fact: FactKind::Fills,
};

/// What an address is, and the number that it must be a multiple of.
fn asked<'e>(event: &'e Event<'_>) -> Option<(&'e Linear, &'static str, u64)> {
    if let Some(barrier) = barrier_of(event).filter(|_| !matches!(event.action, Action::Copy(_))) {
        return Some((barrier, "a barrier", BARRIER_BYTES));
    }
    match &event.action {
        Action::Copy(copy) => {
            let multiple = if copy.dimensions == 0 { 16 } else { 128 };
            let what = if copy.dimensions == 0 {
                "a bulk copy"
            } else {
                "a copy by TMA"
            };
            Some((copy.shared.as_ref()?, what, multiple))
        }
        Action::Store { address, bytes, .. } if bytes.is_power_of_two() && *bytes <= 16 => {
            Some((address.as_ref()?, "a store", u64::from(*bytes)))
        }
        Action::Matrices { address, .. } => Some((address.as_ref()?, "a row of a matrix", 16)),
        _ => None,
    }
}

/// The first address that cannot be aligned, wherever the variables begin.
pub(super) fn aligned(kernel: &Kernel<'_>) -> Option<Part> {
    let mut all = kernel.events.iter().filter_map(|event| {
        let (address, what, multiple) = asked(event)?;
        let rest = kernel.rest(address, multiple)?;
        (rest != 0).then(|| {
            let outcome = Outcome::wrong(
                format_args!(
                    "The address of {what} is {rest} bytes behind a multiple of {multiple}"
                ),
                format_args!(
                    "{} requires a multiple of {multiple}.",
                    event
                        .opcode
                        .split('.')
                        .take(2)
                        .collect::<Vec<_>>()
                        .join(".")
                ),
            );
            ADDRESS_ALIGNMENT.part((event.line, event.loc), None, Vec::new(), outcome)
        })
    });
    all.next()
}

pub(super) static ALLOCATION_ADDRESS: Row = Row {
    id: "tensor-address",
    source: "PTX ISA, `tcgen05.alloc`: the address of the columns is written to shared memory",
    confidence: Confidence::Stated,
    fact: FactKind::Fills,
};

/// An allocation that writes its address into bytes of an operand which nothing writes afterwards.
pub(super) fn allocation(kernel: &Kernel<'_>, shared: &SharedMap) -> Option<Part> {
    for event in &kernel.events {
        let Action::Allocate {
            destination: Some(address),
            ..
        } = &event.action
        else {
            continue;
        };
        let place = place(kernel, address)?;
        let fills = |other: &Event<'_>| {
            let is_fill = matches!(
                &other.action,
                Action::Store { .. } | Action::Matrices { is_store: true, .. }
            ) || matches!(&other.action, Action::Copy(copy) if copy.is_load);
            is_fill && other.line > event.line
        };
        let regions = shared
            .regions
            .iter()
            .filter(|region| match (region.origin, &place.base) {
                (Origin::Symbol(at), Base::Symbol(own)) => at == *own,
                _ => false,
            });
        let mut buffers = regions.flat_map(|region| &region.buffers);
        let hit = buffers.find(|buffer| {
            matches!(buffer.role, Role::Operand(_)) && buffer.contains(place.offset)
        });
        if let Some(buffer) = hit.filter(|_| !kernel.events.iter().any(fills)) {
            let Role::Operand(side) = buffer.role else {
                continue;
            };
            let letter = Letter::of(side);
            let outcome = Outcome::wrong(
                format_args!(
                    "{}: tcgen05.alloc writes its address into the tile",
                    letter.name()
                ),
                format_args!(
                    "Four bytes from offset {} on are the address of the allocation, and nothing writes the tile afterwards.",
                    place.offset
                ),
            );
            return Some(ALLOCATION_ADDRESS.part(
                (event.line, event.loc),
                Some(letter),
                buffer.readers(),
                outcome,
            ));
        }
    }
    None
}

pub(super) static TARGET: Row = Row {
    id: "target-instruction",
    source: "PTX ISA, `wgmma.mma_async` and `tcgen05.mma`: target; ptxas 13.5",
    confidence: Confidence::Stated,
    fact: FactKind::Instruction,
};

/// Words of opcodes that only sm_107a and sm_107f have. Source: ptxas 13.5.
const OF_SM_107: [&str; 3] = ["kind::ti16", "decompress::lut::b", "collector::b"];

/// Instructions that the target does not have.
pub(super) fn target(kernel: &Kernel<'_>) -> Option<Part> {
    let name = kernel.target?.trim();
    let digits: String = name
        .strip_prefix("sm_")?
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    let (number, suffix) = (
        digits.parse::<u32>().ok()?,
        name.strip_prefix("sm_")?.strip_prefix(&*digits)?,
    );
    let has = |mma: &Mma<'_>| match mma.name.arch {
        Arch::Wgmma => number == 90 && suffix == "a",
        Arch::Tcgen05 => (100..120).contains(&number) && matches!(suffix, "a" | "f"),
    };
    let later = |mma: &Mma<'_>| {
        let mut words = OF_SM_107.into_iter();
        words.find(|word| number != 107 && mma.opcode.contains(word))
    };
    let mma = kernel
        .mmas
        .iter()
        .find(|mma| !has(mma) || later(mma).is_some())?;
    let own = mma.opcode.split('.').take(2).collect::<Vec<_>>().join(".");
    if let Some(word) = later(mma).filter(|_| has(mma)) {
        let outcome = Outcome::wrong(
            format_args!("{name} does not have {own} with {word}"),
            format_args!("sm_107a has it. The instruction does not assemble for this target."),
        );
        return Some(TARGET.part((mma.line, mma.loc), None, Vec::new(), outcome));
    }
    let instead = match number {
        90 if suffix == "a" => "sm_90a has wgmma.mma_async".to_owned(),
        90 => "sm_90a has wgmma.mma_async; sm_90 has mma.sync".to_owned(),
        100..120 if matches!(suffix, "a" | "f") => format!("{name} has tcgen05.mma"),
        100..120 => format!("sm_{number}a has tcgen05.mma; {name} has mma.sync"),
        _ => format!("{name} has mma.sync"),
    };
    let outcome = Outcome::wrong(
        format_args!("{name} does not have {own}"),
        format_args!("{instead}. The instruction does not assemble for this target."),
    );
    Some(TARGET.part((mma.line, mma.loc), None, Vec::new(), outcome))
}
