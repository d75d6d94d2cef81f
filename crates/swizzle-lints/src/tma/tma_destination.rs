//! A destination at which the copy faults.

use super::*;
use swizzle_core::tma::demands;

lint!(
    CopyOfBox,
    "tma-destination",
    Measured,
    "PTX ISA, cp.async.bulk.tensor: the destination is a multiple of 128; measured on H200";
    by ["tma-refused"];
    is [NoCopy],
);

fn find(copy: &CopyOfBox, report: &mut Report) {
    let destination = copy.typed.destination_bytes;
    for demand in demands(&copy.map, destination) {
        if demand.is_met || !demand.is_fatal {
            continue;
        }
        let finding = report.error(
            &["destination"],
            "The copy faults",
            format!("{destination:#x} is not a multiple of {} bytes.", demand.multiple),
        );
        let next = destination.checked_next_multiple_of(demand.multiple);
        let end = copy.typed.target.shared_end();
        if let Some(to) = next.filter(|next| end.is_none_or(|end| *next < end)) {
            finding.mend(format!("Set the destination to {to:#x}"), MapChange::Destination(to));
        }
    }
}
