//! The stages of a ring: whether each begins where the first one does in the swizzle pattern, where TMA can write, and behind
//! the one before.

use alloc::format;
use alloc::string::String;

use crate::descriptor::FieldId;
use crate::hardware::{LINE_BYTES, Named as _, UNIT_BYTES};
use crate::law::Swizzle;
use crate::reader::Spec;
use crate::rules::finding::{Confidence, Repair, Severity};
use crate::rules::report::{Report, RestsOn, Rule};
use crate::tile::{PatternOf, SaidTile};

pub(super) const RULE: Rule = Rule {
    id: "ring",
    source: "the XOR is taken on absolute addresses, measured on H200; PTX ISA, cp.async.bulk.tensor: a destination is a multiple of 128",
    confidence: Confidence::Derived,
    rests_on: RestsOn::Values(&["swizzle", "stage_bytes"]),
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let tile = spec.tile();
    if tile.stages < 2 || tile.row_bytes.is_some() {
        return;
    }
    stages_overlap(spec, report);
    let distance = tile.stage_bytes;
    if !distance.is_multiple_of(UNIT_BYTES) {
        let finding = report.add(
            Severity::Error,
            &[FieldId::Start],
            format_args!("The stages are {distance} bytes apart, not a multiple of {UNIT_BYTES}"),
            format_args!(
                "The start field counts units of {UNIT_BYTES} bytes: no descriptor reads a stage that starts between two of them."
            ),
        );
        finding.assumes.retain(|name| *name == "stage_bytes");
        further_apart(spec, finding);
        return;
    }
    let boundary = tile.swizzle.pattern_bytes();
    let is_in_phase = tile.swizzle == Swizzle::None || distance.is_multiple_of(boundary);
    match tile.pattern_of {
        PatternOf::EachStage => anew(spec, report),
        PatternOf::Memory if !is_in_phase => moved(spec, report),
        PatternOf::Memory => {}
    }
    // A moved phase has said it.
    if !distance.is_multiple_of(LINE_BYTES)
        && (is_in_phase || tile.pattern_of == PatternOf::EachStage)
    {
        let finding = report.add(
            Severity::Warning,
            &[],
            format_args!("TMA cannot write the stages, which are {distance} bytes apart"),
            format_args!(
                "{} Right for a producer that stores by hand.",
                tma_text(distance)
            ),
        );
        further_apart(spec, finding);
    }
}

/// What TMA says of a distance of stages.
fn tma_text(distance: u32) -> String {
    match distance % LINE_BYTES {
        0 => String::new(),
        _ => format!(
            "TMA writes to multiples of {LINE_BYTES} bytes alone, and {distance} is not one."
        ),
    }
}

/// A repair: the next distance that keeps the phase and that TMA can write.
fn further_apart(spec: &Spec, finding: &mut crate::rules::Finding) {
    let between = spec.tile().swizzle.pattern_bytes().max(LINE_BYTES);
    if let Some(distance) = spec.tile().stage_bytes.checked_next_multiple_of(between) {
        let label = format_args!("Make the stages {distance} bytes apart");
        finding.repair(label, spec.said()).tile = SaidTile {
            stage_bytes: Some(distance),
            pattern_of: None,
            ..spec.said().tile
        };
    }
}

/// Stages in different phases, in one pattern.
fn moved(spec: &Spec, report: &mut Report) {
    let tile = spec.tile();
    let (distance, boundary) = (tile.stage_bytes, tile.swizzle.pattern_bytes());
    let tma = tma_text(distance);
    let gap = if tma.is_empty() { "" } else { " " };
    let finding = report.add(
        Severity::Warning,
        &[],
        format_args!("The stages start in different phases of the swizzle pattern"),
        format_args!(
            "They are {distance} bytes apart; the {} pattern repeats after {boundary}, so stage 1 starts {} bytes into it. TMA and the descriptors take the XOR of the absolute address, base offset 0 in every stage. A producer that XORs the offset in its tile writes stage 0 right, and the others wrong.{gap}{tma}",
            tile.swizzle.name(),
            (tile.start_bytes % boundary + distance % boundary) % boundary,
        ),
    );
    further_apart(spec, finding);
    let mut anew = *spec.said();
    anew.tile.pattern_of = Some(PatternOf::EachStage);
    let offer = Repair::new(
        format_args!("Say that the pattern starts with each stage"),
        &anew,
    );
    finding.offers.push(offer);
}

/// The pattern starts with each stage: which base offset each needs.
fn anew(spec: &Spec, report: &mut Report) {
    let tile = spec.tile();
    if tile.swizzle == Swizzle::None {
        return;
    }
    let of_stage = |stage| (stage, tile.pattern_of_stage(stage));
    let mut starts = (0..tile.stages).map(of_stage);
    if let Some((stage, pattern)) = starts.find(|(_, start)| !start.is_multiple_of(LINE_BYTES)) {
        let finding = report.add(
            Severity::Error,
            &[FieldId::BaseOffset],
            format_args!("No base offset describes the pattern of stage {stage}"),
            format_args!(
                "The pattern of stage {stage} starts at 0x{pattern:x}; the base offset counts lines of {LINE_BYTES} bytes."
            ),
        );
        further_apart(spec, finding);
        return;
    }
    let shown = tile.stages.min(8);
    let mut list = String::new();
    for stage in 0..shown {
        let comma = if stage > 0 { ", " } else { "" };
        list.push_str(&format!("{comma}{}", tile.base_offset_of_stage(stage)));
    }
    if shown < tile.stages {
        list.push_str(", …");
    }
    let is_plain = (0..tile.stages).all(|stage| tile.base_offset_of_stage(stage) == 0);
    if !is_plain {
        let finding = report.add(
            Severity::Note,
            &[FieldId::BaseOffset],
            format_args!("Each stage has its own base offset"),
            format_args!(
                "The pattern starts with each stage: base offsets {list}, from stage 0 on. TMA does not write this pattern; its XOR is that of the absolute address."
            ),
        );
        finding.assumes.clear();
    }
}

/// A stage that begins before the one in front of it ends, of tiles without gaps.
fn stages_overlap(spec: &Spec, report: &mut Report) {
    let tile = spec.tile();
    let (columns, groups) = tile.layout().columns_and_groups(tile.buffer);
    let filled = u64::from(tile.swizzle.atom(tile.major).bytes())
        .saturating_mul(columns.into())
        .saturating_mul(groups.into());
    let span = tile.span_bytes();
    if filled != span || u64::from(tile.stage_bytes) >= span {
        return;
    }
    let finding = report.add(
        Severity::Error,
        &[],
        format_args!("The stages overlap"),
        format_args!(
            "A stage has {span} bytes, and the next one starts after {}.",
            tile.stage_bytes
        ),
    );
    finding.assumes.extend(["mn", "k"]);
    let between = tile.swizzle.pattern_bytes().max(LINE_BYTES);
    let apart = u32::try_from(span)
        .ok()
        .and_then(|span| span.checked_next_multiple_of(between));
    if let Some(apart) = apart {
        let label = format_args!("Make the stages {apart} bytes apart");
        finding.repair(label, spec.said()).tile.stage_bytes = Some(apart);
    }
}

/// Where it speaks, and where not.
#[cfg(test)]
pub(super) fn cases() -> alloc::vec::Vec<crate::rules::tests::Case> {
    use crate::reader::Said;
    use crate::rules::tests::{said, silent, speaks};
    use Severity::{Error, Note, Warning};
    let ring = |swizzle: Swizzle, bytes: u32, change: fn(&mut Said)| {
        said(|said| {
            (said.tile.swizzle, said.tile.start_bytes) = (Some(swizzle), Some(0x400));
            (said.tile.mn, said.tile.k) = (Some(64), Some(64));
            (said.tile.stages, said.tile.stage_bytes) = (Some(4), Some(bytes));
            change(said);
        })
    };
    let each_stage = |said: &mut Said| said.tile.pattern_of = Some(PatternOf::EachStage);
    alloc::vec![
        speaks(
            Warning,
            "stage 1 starts 128 bytes into it",
            ring(Swizzle::B128, 8320, |_| ())
        ),
        // Whichever stage is looked at.
        speaks(
            Warning,
            "different phases",
            ring(Swizzle::B128, 8320, |said| said.place.stage = Some(2))
        ),
        speaks(Warning, "is not one", ring(Swizzle::B128, 8208, |_| ())),
        speaks(
            Warning,
            "different phases",
            ring(Swizzle::B64, 8448, |_| ())
        ),
        speaks(
            Warning,
            "different phases",
            ring(Swizzle::B32, 8320, |_| ())
        ),
        speaks(
            Warning,
            "TMA cannot write",
            ring(Swizzle::None, 8208, |_| ())
        ),
        speaks(
            Error,
            "not a multiple of 16",
            ring(Swizzle::B128, 8200, |_| ())
        ),
        speaks(Error, "overlap", ring(Swizzle::B128, 4096, |_| ())),
        speaks(
            Note,
            "base offsets 0, 1, 2, 3",
            ring(Swizzle::B128, 8320, each_stage)
        ),
        speaks(Error, "of stage 1", ring(Swizzle::B128, 8208, each_stage)),
        silent(ring(Swizzle::B128, 8192, |_| ())),
        silent(ring(Swizzle::B128, 9216, |_| ())),
        silent(ring(Swizzle::B64, 8704, |_| ())),
        silent(ring(Swizzle::B32, 8448, |_| ())),
        silent(ring(Swizzle::None, 8320, |_| ())),
        silent(ring(Swizzle::B128, 8192, each_stage)),
        // One stage is no ring.
        silent(said(|said| said.tile.stage_bytes = Some(8320))),
        // Rows further apart leave room for others between them.
        silent(ring(Swizzle::B128, 1024, |said| said.tile.sbo_bytes = Some(4096))),
    ]
}
