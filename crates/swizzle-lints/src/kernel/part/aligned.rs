//! Alignment of what instructions address in shared memory, as far as the text tells it.

use swizzle_ptx::event::{Action, Event};
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::linear::Linear;

use crate::finding::Confidence;
use crate::kernel::part::Part;
use crate::kernel::part::row::{FactKind, Outcome, Row};
use crate::kernel::shared_map::{BARRIER_BYTES, barrier_of};

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
            let what = if copy.dimensions == 0 { "a bulk copy" } else { "a copy by TMA" };
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
                format_args!("The address of {what} is {rest} bytes behind a multiple of {multiple}"),
                format_args!("{} requires a multiple of {multiple}.", event.opcode.split('.').take(2).collect::<Vec<_>>().join(".")),
            );
            ADDRESS_ALIGNMENT.part((event.line, event.loc), None, Vec::new(), outcome)
        })
    });
    all.next()
}
