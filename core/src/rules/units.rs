//! Bytes where units of 16 belong, or a value divided by 16 twice.

use super::candidate::{self, Amount, STRIDES, by_hand, field, set};
use super::memory_end::{self, SHARED_END};
use crate::descriptor::FieldId;
use crate::hardware::ADDRESS_BYTES;
use crate::law::Stride;
use crate::reader::Spec;
use crate::rules::finding::{Confidence, Report, Rule, Severity};

pub(super) const RULE: Rule = Rule {
    id: "units",
    source: "PTX ISA, matrix-descriptor-encode: fields count units of 16 bytes; a guess from public reports",
    confidence: Confidence::Likely,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    start(spec, report);
    if !candidate::is_open(spec, report) {
        return;
    }
    let params = spec.params();
    let read = spec.read(params.step);
    for i in 0..6 {
        let is_large = i < 3;
        let strides: &[Stride] = match i % 3 {
            0 => &[Stride::Sbo],
            1 => &[Stride::Lbo],
            _ => &[Stride::Lbo, Stride::Sbo],
        };
        let meant = |stride| {
            let held = read.stride_bytes(stride);
            if is_large { held / 16 } else { held * 16 }
        };
        let mut scaled = params.clone();
        let mut fits = true;
        for &stride in strides {
            let meant = meant(stride);
            set(&mut scaled, stride, Some(meant));
            fits &= by_hand(params, stride).is_some() && (16..ADDRESS_BYTES).contains(&meant);
        }
        if !fits || !candidate::is_right(&scaled) {
            continue;
        }
        let first = strides[0];
        let (name, fields) = match strides {
            [one] => (one.name(), field(*one)),
            _ => ("LBO and SBO", STRIDES),
        };
        let (than, times, why) = if is_large {
            (
                "large",
                "16 times",
                "the field takes bytes / 16, and bytes stand in it",
            )
        } else {
            ("small", "a sixteenth of", "it was divided by 16 twice")
        };
        let title = format_args!("{name}: 16 times too {than}");
        let text = format_args!(
            "{} is {}, {times} the {} with which the read is right: {why}.",
            first.name(),
            Amount(read.stride_bytes(first)),
            Amount(meant(first)),
        );
        candidate::guess(spec, report, fields, (title, text), &scaled);
        return;
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
            format_args!("Start: 16 times too large"),
            format_args!(
                "It is 0x{held:x} (field 0x{meant:x}): the field takes bytes / 16, and 0x{meant:x} bytes would fit."
            ),
        )
        .repair(format_args!("Set start to 0x{meant:x}"), spec.params())
        .start_bytes = meant;
}
