//! The stages of a ring buffer: whether each starts at the same phase of the swizzle pattern as the first, where TMA can write,
//! and after the end of the previous one.

use super::*;
use swizzle_core::hardware::LINE_BYTES;
use swizzle_core::tile::PatternOf;

lint!(Spec, "ring", Derived, "the XOR applies to absolute addresses, measured on H200; PTX ISA, cp.async.bulk.tensor: the destination is a multiple of 128";
    on ["swizzle", "stage_bytes"];
    is [OfTile, OfStages],
);

fn find(spec: &Spec, report: &mut Report) {
    let tile = spec.tile();
    if tile.stages < 2 {
        return;
    }
    // The repair of overlapping stages corrects their distance in every other respect.
    if spec.first_clash().is_none() && spec.stages_overlap() {
        return stages_overlap(spec, report);
    }
    if tile.row_bytes.is_some() {
        return;
    }
    let distance = tile.stage_bytes;
    if !distance.is_multiple_of(UNIT_BYTES) {
        let finding = report.error(
            &[FieldId::Start],
            format!("The stages are {distance} bytes apart, not a multiple of {UNIT_BYTES}"),
            format!("The start field counts units of {UNIT_BYTES} bytes: no descriptor can address a stage that starts between two of them."),
        );
        finding.assumes.retain(|name| *name == "stage_bytes");
        set_apart(spec, finding);
        return;
    }
    let boundary = tile.swizzle.pattern_bytes();
    let is_in_phase = tile.swizzle == Swizzle::None || distance.is_multiple_of(boundary);
    match tile.pattern_of {
        PatternOf::EachStage => anew(spec, report),
        PatternOf::Memory if !is_in_phase => moved(spec, report),
        PatternOf::Memory => {}
    }
    // The finding on the phase names it already.
    if !distance.is_multiple_of(LINE_BYTES) && (is_in_phase || tile.pattern_of == PatternOf::EachStage) {
        let finding = report.warning(
            &[],
            format!("TMA cannot write stages {distance} bytes apart"),
            format!("{} Correct for a producer that uses ordinary stores.", tma_text(distance)),
        );
        set_apart(spec, finding);
    }
}

/// Why TMA cannot write stages at a distance; empty where it can.
fn tma_text(distance: u32) -> String {
    match distance % LINE_BYTES {
        0 => String::new(),
        _ => format!("TMA destinations are multiples of {LINE_BYTES} bytes; {distance} is not."),
    }
}

/// The number of bytes that a stage distance must be a multiple of to keep the phase and to be writable by TMA.
fn steps_of_distance(spec: &Spec) -> u32 {
    spec.tile().swizzle.pattern_bytes().max(LINE_BYTES)
}

/// The smallest such distance that leaves room for a stage; `None` where it exceeds the memory.
fn packed(spec: &Spec) -> Option<u32> {
    let span = u32::try_from(spec.span_bytes()).ok()?;
    span.checked_next_multiple_of(steps_of_distance(spec))
}

/// Adds repairs: the packed distance where it is among the nearest, and the next larger one.
fn set_apart(spec: &Spec, finding: &mut Finding) {
    let (distance, steps) = (spec.tile().stage_bytes, steps_of_distance(spec));
    let before = packed(spec).filter(|packed| *packed == distance / steps * steps);
    let next = distance.checked_next_multiple_of(steps);
    for apart in before.into_iter().chain(next) {
        let mut mended = *spec.said();
        (mended.tile.stage_bytes, mended.tile.pattern_of) = (Some(apart), None);
        if spec_from_said(&mended).is_ok_and(|mended| !mended.stages_overlap()) {
            let label = format!("Set the stage distance to {apart} B");
            finding.repair(label, &mended);
        }
    }
}

/// Reports stages at different phases of one pattern.
fn moved(spec: &Spec, report: &mut Report) {
    let tile = spec.tile();
    let (distance, boundary) = (tile.stage_bytes, tile.swizzle.pattern_bytes());
    let tma = tma_text(distance);
    let gap = if tma.is_empty() { "" } else { " " };
    let finding = report.warning(
        &[],
        "The stages start at different phases of the swizzle pattern",
        format!(
            "They are {distance} bytes apart; the {} pattern repeats every {boundary} bytes, so stage 1 starts {} bytes into it. TMA and the descriptors apply the XOR to the absolute address, with base offset 0 in every stage. A producer that applies the XOR to the offset within its stage writes stage 0 correctly and the others incorrectly.{gap}{tma}",
            tile.swizzle.name(),
            (tile.start_bytes % boundary + distance % boundary) % boundary,
        ),
    );
    set_apart(spec, finding);
    let label = "Set the swizzle pattern origin to each stage";
    finding.offer(label, spec.said()).tile.pattern_of = Some(PatternOf::EachStage);
}

/// Reports which base offset each stage needs where the pattern starts with each stage.
fn anew(spec: &Spec, report: &mut Report) {
    let tile = spec.tile();
    if tile.swizzle == Swizzle::None {
        return;
    }
    let of_stage = |stage| (stage, tile.pattern_of_stage(stage));
    let mut starts = (0..tile.stages).map(of_stage);
    if let Some((stage, pattern)) = starts.find(|(_, start)| !start.is_multiple_of(LINE_BYTES)) {
        let finding = report.error(
            &[FieldId::BaseOffset],
            format!("No base offset describes the pattern of stage {stage}"),
            format!("The pattern of stage {stage} starts at 0x{pattern:x}; the base offset counts lines of {LINE_BYTES} bytes."),
        );
        set_apart(spec, finding);
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
        let finding = report.note(
            &[FieldId::BaseOffset],
            "Each stage has its own base offset",
            format!("The pattern starts with each stage: the base offsets are {list}, from stage 0 on. TMA does not write this pattern; it applies the XOR to the absolute address."),
        );
        finding.assumes.clear();
    }
}

/// Reports stages that start before the previous one ends.
fn stages_overlap(spec: &Spec, report: &mut Report) {
    let (span, apart) = (spec.span_bytes(), spec.tile().stage_bytes);
    let finding = report.error(
        &[],
        "Stages overlap",
        format!("A stage spans {span} bytes, but the stages are {apart} bytes apart."),
    );
    finding.assumes.clear();
    finding.source = "arithmetic on the canonical layout";
    if let Some(packed) = packed(spec) {
        let label = format!("Set the stage distance to {packed} B, back to back");
        finding.repair(label, spec.said()).tile.stage_bytes = Some(packed);
    }
}

#[cfg(test)]
mod tests {

    use crate::{Finding, findings_from_spec};
    use swizzle_view::link::shown_from_link;

    fn of_ring(mn: u32, stage_bytes: u32) -> Vec<Finding> {
        let link = std::format!("#/?mn={mn}&k=64&stages=4&stage_bytes={stage_bytes}");
        let spec = shown_from_link(&link).shown.spec().expect("a ring");
        let mut found = findings_from_spec(&spec);
        found.retain(|one| one.id == "ring" || one.title.to_lowercase().contains("overlap"));
        found
    }

    fn distances(finding: &Finding) -> Vec<Option<u32>> {
        let repairs = finding.repairs.iter();
        repairs.map(|repair| repair.change.said.tile.stage_bytes).collect()
    }

    /// Too near and out of phase is one mistake, and what is right of it is one distance.
    #[test]
    fn stages_that_overlap_are_told_once_with_the_packed_distance() {
        for (mn, apart, packed) in [(128, 8320, 16384), (128, 8192, 16384), (64, 4096, 8192)] {
            let found = of_ring(mn, apart);
            assert_eq!(found.len(), 1, "{found:#?}");
            assert_eq!(found[0].title, "Stages overlap");
            assert_eq!(distances(&found[0]), [Some(packed)]);
            assert_eq!(of_ring(mn, packed), []);
        }
    }

    /// The packed distance comes first if it is just below the specified one; otherwise the room between stages is kept.
    #[test]
    fn a_moved_phase_offers_distances_that_hold_a_stage() {
        for (mn, apart, wanted) in [
            (64, 8320, &[Some(8192), Some(9216)][..]),
            (64, 12416, &[Some(13312)]),
            (128, 16512, &[Some(16384), Some(17408)]),
        ] {
            let found = of_ring(mn, apart);
            assert_eq!(found.len(), 1, "{found:#?}");
            assert_eq!(distances(&found[0]), wanted);
        }
    }
}
