//! Bytes where units of 16 belong, or a value divided by 16 twice.

use alloc::format;

use super::candidate::{self, amount, by_hand, field, set, with};
use super::memory_end::{self, SHARED_END};
use super::overlap;
use crate::encoding::ADDRESS_BYTES;
use crate::finding::{Confidence, Report, Rule, Severity};
use crate::{FieldId, Spec, Stride};

pub(super) const RULE: Rule = Rule {
    id: "units",
    source: "PTX ISA, matrix-descriptor-encode: fields count units of 16 bytes; a guess from public reports",
    confidence: Confidence::Likely,
    find,
};

const BOTH: &[FieldId] = &[FieldId::Lbo, FieldId::Sbo];
const STRIDES: [&[Stride]; 3] = [&[Stride::Sbo], &[Stride::Lbo], &[Stride::Lbo, Stride::Sbo]];

fn find(spec: &Spec, report: &mut Report) {
    start(spec, report);
    if !candidate::is_open(spec, report) {
        return;
    }
    let read = spec.read(spec.params().step);
    for is_large in [true, false] {
        for strides in STRIDES {
            let meant = |stride| {
                let held = read.stride_bytes(stride);
                if is_large { held / 16 } else { held * 16 }
            };
            let scaled = with(spec, |params| {
                for &stride in strides {
                    set(params, stride, Some(meant(stride)));
                }
            });
            let fits = strides.iter().all(|stride| {
                by_hand(spec.params(), *stride).is_some()
                    && (16..ADDRESS_BYTES).contains(&meant(*stride))
            });
            if !fits || !candidate::is_right(&scaled) {
                continue;
            }
            let first = strides[0];
            let (name, fields) = match strides {
                [one] => (one.name(), field(*one)),
                _ => ("LBO and SBO", BOTH),
            };
            let (title, times, why) = if is_large {
                (
                    "16 times too large",
                    "16 times",
                    "the field takes bytes / 16, and bytes stand in it",
                )
            } else {
                (
                    "16 times too small",
                    "a sixteenth of",
                    "it was divided by 16 twice",
                )
            };
            let difference = report.first;
            report
                .add(
                    overlap::severity(spec),
                    fields,
                    format!("{name}: {title}"),
                    format!(
                        "{} is {}, {times} the {} with which the read is right: {why}.",
                        first.name(),
                        amount(read.stride_bytes(first)),
                        amount(meant(first)),
                    ),
                )
                .at(difference.map(|first| first.coord))
                .repair(candidate::label(spec, &scaled), scaled);
            return;
        }
    }
}

/// A start beyond shared memory, or against the tile's, whose sixteenth would do.
fn start(spec: &Spec, report: &mut Report) {
    let held = spec.tile().start_bytes();
    let meant = held / 16;
    let is_meant = match spec.params().meant.start_bytes {
        Some(start) => start == meant && held != meant,
        None => {
            held >= SHARED_END
                && memory_end::of_read(spec)
                    .is_some_and(|end| end.saturating_sub(held) + meant <= SHARED_END)
        }
    };
    if !is_meant || !held.is_multiple_of(256) {
        return;
    }
    report
        .add(
            Severity::Error,
            &[FieldId::Start],
            "Start: 16 times too large",
            format!(
                "It is 0x{held:x} (field 0x{meant:x}): the field takes bytes / 16, and 0x{meant:x} bytes would fit."
            ),
        )
        .repair(
            format!("Set start to 0x{meant:x}"),
            with(spec, |params| params.start_bytes = meant),
        );
}
