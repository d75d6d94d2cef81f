//! Counters of stages: how copies, barriers and reads go from stage to stage is followed for each of them, or it is told that it is not.

use super::*;
use crate::kernel::part::rings::Barrier;

/// The first copy, read or barrier of which it is not known through which stages it goes.
pub(super) fn counters(kernel: &Kernel<'_>) -> Option<Part> {
    let of_copy = |event: &Event<'_>| {
        let copy = event.load()?;
        let is_open = copy
            .shared
            .as_ref()
            .is_none_or(|address| is_open(kernel, address));
        is_open.then(|| {
            COPY_STAGES
                .not_followed("the stages that a copy fills")
                .at(event)
        })
    };
    let of_barrier = |event: &Event<'_>| {
        let address = event.action.barrier()?;
        let is_open = is_open(kernel, address) || Barrier::of(kernel, address).is_none();
        let why = "the barriers that an instruction goes through";
        is_open.then(|| BARRIER_WAIT.not_followed(why).at(event))
    };
    let mut events = kernel.events.iter();
    events.find_map(|event| of_copy(event).or_else(|| of_barrier(event)))
}

/// Whether a loop moves an address by a counter of which the values are not known.
fn is_open(kernel: &Kernel<'_>, address: &Linear) -> bool {
    let address = address.modulo(kernel.address_bits);
    let mut atoms = address.terms.iter().map(|(atom, _)| *atom);
    atoms.any(|atom| {
        kernel.is_turning(atom) && !kernel.is_of_shared(atom) && kernel.stages_of(atom).is_none()
    })
}
