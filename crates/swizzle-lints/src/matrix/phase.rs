//! A stride that is not a multiple of the swizzle pattern, so that each repeat has a different XOR phase.

use super::*;
use crate::matrix::candidate::{self, Amount, field};

lint!(Spec, "phase", Measured, "measured on H200: the XOR is on the absolute address, after the strides are added";
    on ["element", "major"],
    silenced_by: &[Silencer::by_guesses(), OF_STRIDES],
);

const OF_STRIDES: Silencer = Silencer::by(&["alignment", "field-range", "overlap"]).on_same_field();

/// A tile without a descriptor is as it is specified; a guess can still explain its strides.
const OF_THE_TILE: &[Silencer] = &[Silencer::by_guesses().on_same_field(), OF_STRIDES];

fn find(spec: &Spec, report: &mut Report) {
    let read = own_read(spec);
    let is_relative = read.params().lbo_mode == swizzle_core::hardware::LboMode::Relative;
    if spec.given().is_none() {
        return of_the_tile(spec, report);
    }
    if spec.unknown_swizzle().is_some() || !is_relative {
        return;
    }
    let pattern = read.swizzle().pattern_bytes();
    for stride in [Stride::Lbo, Stride::Sbo] {
        let said = spec.said().tile.stride_bytes(stride);
        let bytes = read.stride_bytes(stride);
        if said == Some(bytes) || bytes.is_multiple_of(pattern) || !spec.is_read_by_instruction(stride) {
            continue;
        }
        let severity = match said {
            Some(_) => Severity::Error,
            None => Severity::Warning,
        };
        let then = "Correct only if the tile is written at exactly these addresses.";
        let finding = add(report, severity, stride, (bytes, read.swizzle()), then);
        let own = said.unwrap_or(spec.packed().bytes(stride));
        if let Some(given) = spec.given() {
            let mended = candidate::given(spec, given.with_bytes(FieldId::of_stride(stride), own));
            if candidate::is_right(&mended) {
                candidate::offer(finding, spec, &mended);
            }
        }
    }
}

/// A tile may be specified with such a stride: its descriptor reads it, but few producers write it.
fn of_the_tile(spec: &Spec, report: &mut Report) {
    let (layout, said) = (spec.layout(), spec.said().tile);
    let pattern = layout.swizzle().pattern_bytes();
    for stride in [Stride::Lbo, Stride::Sbo] {
        let said = said.stride_bytes(stride);
        let is_taken = spec.is_read_by_instruction(stride);
        let Some(bytes) = said.filter(|bytes| is_taken && !bytes.is_multiple_of(pattern)) else {
            continue;
        };
        let then = "The producer must take the phase from the address, as TMA and the tensor core do.";
        let swizzle = layout.swizzle();
        add(report, Severity::Note, stride, (bytes, swizzle), then).silenced_by = OF_THE_TILE;
    }
}

/// Reports what such a stride does, and what follows from it.
fn add<'a>(
    report: &'a mut Report,
    severity: Severity,
    stride: Stride,
    (bytes, swizzle): (u32, Swizzle),
    then: &str,
) -> &'a mut Finding {
    let (name, pattern) = (stride.name(), swizzle.pattern_bytes());
    report.add(
        severity,
        field(stride),
        format!("{name} shifts the swizzle phase"),
        format!(
            "{name} is {}, not a multiple of the {pattern} bytes after which {} repeats: each repeat starts at a different XOR phase. {then}",
            Amount(bytes),
            swizzle.name(),
        ),
    )
}
