//! The copy of a box as a subject of lints, and what is wrong with it.

use super::*;
use crate::tma::repair::repairs_of_map;

/// A copy whose map could be read.
#[derive(Debug, Clone, PartialEq)]
pub struct CopyOfBox {
    /// The copy as typed.
    pub typed: TypedCopy,
    /// Its map.
    pub map: TensorMap,
}

impl Subject for CopyOfBox {
    type Field = &'static str;
    type Change = MapChange;
    /// The landing of the box and the memory that it covers, or the reason why they are not known.
    type Facts = Result<(Landing, Covered), NoLanding>;
}

impl CopyOfBox {
    /// Returns the landing of the box and the memory that it covers.
    pub(crate) fn landed(&self) -> Result<(Landing, Covered), NoLanding> {
        let landing = landing_from_map(&self.map, self.typed.destination_bytes)?;
        Ok((landing, Covered::of(&landing)))
    }

    /// The driver function that encodes the map.
    pub(super) const fn function(&self) -> &'static str {
        match self.map.im2col {
            Some(_) => "cuTensorMapEncodeIm2col",
            None => "cuTensorMapEncodeTiled",
        }
    }
}

lints! {
    /// The lints on a copy, in the order in which findings of one severity are shown.
    TMA_LINTS: CopyOfBox;

    tma_refused "tma-refused" Stated is [Refusal, NoCopy]: "CUDA driver API, cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col; for sm_90 tested on an H200";
    tma_destination "tma-destination" Measured by ["tma-refused"] is [NoCopy]: "PTX ISA, cp.async.bulk.tensor: the destination is a multiple of 128; measured on H200";
    tma_shared_end "tma-shared-end" Derived by ["tma-refused", "tma-destination"]: "CUDA Programming Guide, compute capabilities: 227 KiB a block on 9.0 and 10.0, 99 KiB on 12.0, and 1 KiB reserved";
    tma_buffer "tma-buffer" Measured by ["tma-refused", "tma-destination", "tma-shared-end"]: "PTX ISA, “Swizzling Modes” of tensors; measured on H200";
}

/// The driver's refusals: each limit of the core that a map breaks.
fn tma_refused(copy: &CopyOfBox, report: &mut Report) {
    let (map, target) = (&copy.map, copy.typed.target);
    let refusals = refusals_of_map(map, target);
    for refusal in &refusals {
        let argument = refusal.argument;
        let finding = report.error(
            field(refusal),
            format!("Refused by {} on {target}: {argument}", copy.function()),
            &*refusal.text,
        );
        finding.brief = argument.into();
        if target.is_measured() {
            finding.confidence = Confidence::Measured;
        }
        finding.repairs = repairs_of_map(&copy.typed, map, refusal, &refusals);
    }
}

/// The fields of a typed map for an argument of the driver's functions.
fn field(refusal: &Refusal) -> &'static [&'static str] {
    let is_of = |one: &&TypedField| one.key == refusal.argument || one.aliases.contains(&refusal.argument);
    match (refusal.argument, TYPED_FIELDS.iter().find(is_of)) {
        ("boxDim", _) if refusal.text.contains("swizzle") => &["box", "swizzle"],
        // The rank follows from the extents, unless it is typed too.
        ("tensorRank", _) => &["extents"],
        (_, Some(one)) => std::slice::from_ref(&one.name),
        (_, None) => &["box"],
    }
}

/// A destination at which the copy faults.
fn tma_destination(copy: &CopyOfBox, report: &mut Report) {
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

/// A box that ends past the end of shared memory.
fn tma_shared_end(copy: &CopyOfBox, report: &mut Report) {
    let target = copy.typed.target;
    // For a chip whose memory size no source gives, there is nothing to report.
    let Some(((landing, covered), end)) = report.facts.ok().zip(target.shared_end()) else {
        return;
    };
    if covered.end > u64::from(end) {
        report.error(
            &["destination"],
            format!(
                "The box ends at {:#x}, but a block's shared memory ends at {end:#x} on {target}",
                covered.end
            ),
            covered.text(&landing),
        );
    }
}

/// A box that overruns its buffer: rows are as far apart as the span of the swizzle, even where the box is narrower.
fn tma_buffer(copy: &CopyOfBox, report: &mut Report) {
    let Ok((landing, covered)) = report.facts else {
        return;
    };
    let (span, size) = (covered.span_bytes, covered.text(&landing));
    let finding = match copy.typed.buffer_bytes {
        Some(buffer) if span > buffer.into() => report.error(
            &["buffer"],
            format!("The box overruns its buffer of {buffer} bytes by {}", span - u64::from(buffer)),
            size,
        ),
        None if covered.has_gaps() => report.warning(
            &["box"],
            format!("The box overruns a buffer of {} bytes", covered.written_bytes),
            size,
        ),
        _ => return,
    };
    if let Ok(bytes) = u32::try_from(span) {
        finding.mend(format!("Set the buffer to {bytes} bytes"), MapChange::Buffer(bytes));
    }
}
