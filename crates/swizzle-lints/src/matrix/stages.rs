//! Stages, sequences of descriptors, and chunks at absolute addresses.

use super::*;
use swizzle_infer::sequence::Sequence;

/// The first wrong descriptor of several that are given together.
pub(super) fn sequence(spec: &Spec, report: &mut Report) {
    if spec.said().beside.is_empty() {
        return;
    }
    let Some(found) = finding_from_sequence(spec, &Sequence::of(spec)) else {
        return;
    };
    report.add(found.severity, &[], found.title, found.text).repairs = found.repairs;
}

/// Returns the finding on descriptors that are compared with a sequence: the first wrong one, and the fix for all of them.
///
/// ```
/// use swizzle_infer::sequence::Sequence;
/// use swizzle_lints::finding_from_sequence;
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let given = [0x40, 0x42, 0x45, 0x46].map(|low| Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0000 | low));
/// let tile = SaidTile { start_bytes: Some(0x400), mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let spec = spec_from_said(&Said { tile, ..Said::default() }.with_all_given(&given, 0))?;
/// let found = finding_from_sequence(&spec, &Sequence::of_whole(&spec, &given)).unwrap();
/// assert_eq!(found.title, "Descriptor 3 of 4 is wrong");
/// assert_eq!(found.repairs[0].label, "Set descriptor 3 to 0x4000004000010044");
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn finding_from_sequence(spec: &Spec, sequence: &Sequence) -> Option<Finding> {
    let wrong = sequence.first_wrong()?;
    let count = sequence.given.len();
    let mut finding = row::sequence.finding(
        Severity::Error,
        &[],
        format!("Descriptor {} of {count} is wrong", wrong + 1),
        sequence_text(spec, sequence),
    );
    let wanted: Option<Vec<Descriptor>> = sequence.given.iter().map(|given| given.wanted).collect();
    if let Some(wanted) = wanted {
        let said = spec.said();
        let mut mended = said.with_all_given(&wanted, said.beside.before());
        mended.place = said.place;
        let others = count - sequence.right_count() - 1;
        let first = wanted[wrong];
        let more = if others == 0 { String::new() } else { format!(" and fix {others} more") };
        finding.repair(format!("Set descriptor {} to {first}{more}", wrong + 1), &mended);
    }
    Some(finding)
}

const FIELDS: &[FieldId] = &[FieldId::LboMode, FieldId::Lbo];

/// The restrictions of the absolute-address LBO mode.
pub(super) fn absolute_lbo(spec: &Spec, report: &mut Report) {
    let read = own_read(spec);
    if spec.reader().lbo_mode != LboMode::Absolute {
        return;
    }
    if !spec.reader().arch.has_absolute_lbo() {
        let finding = report.error(
            FIELDS,
            "wgmma has no absolute LBO mode",
            "Bit 52 has no meaning in Hopper's descriptor; the absolute mode exists in tcgen05 only, on sm_103a.",
        );
        finding.assumes.clear();
        let label = "Set the LBO mode to relative";
        finding.repair(label, spec.said()).reader.lbo_mode = Some(LboMode::Relative);
        return;
    }
    if restrictions(spec, report) {
        return;
    }
    let having = chips_with_absolute_lbo(spec);
    report.note(
        FIELDS,
        format!("Absolute mode exists on {having} only"),
        "It is for the 48-byte K of packed 4-bit elements (K = 96). Not run on hardware: the drawing follows the PTX ISA and CuTe's use of the mode.",
    );
    if !spec.layout().start_bytes().is_multiple_of(LINE_BYTES) {
        report.warning(
            &[FieldId::Start],
            "The tile does not start on a 128-byte line",
            "A read switches to the second chunk at the end of the 128-byte line in which it starts, and the tile's columns of K must end there too.",
        );
    }
    let lbo = read.params().lbo_bytes;
    let wanted = spec.derived_read(spec.place()).params().lbo_bytes;
    if lbo != wanted && spec.is_read_by_instruction(Stride::Lbo) {
        let finding = report.error(
            FIELDS,
            "The second chunk is not at the tile's next column",
            format!("This read continues at 0x{lbo:x}; the tile's next column is at 0x{wanted:x}."),
        );
        let field = spec.space().field_from_bytes(wanted);
        if let Some(mended) = said_with(spec, |fields| fields.lbo_field = field) {
            finding.repair(format!("Set LBO to 0x{wanted:x}"), &mended);
        }
    }
    if !lbo.is_multiple_of(LINE_BYTES) {
        report.warning(
            FIELDS,
            "The second chunk does not start on a 128-byte line",
            format!("LBO is the address 0x{lbo:x}. In every source the second chunk is inside an aligned 128-byte line; the hardware's behavior otherwise is unknown."),
        );
    }
}

/// Reports each violated restriction. An operand that does not support the mode has its bit set by mistake; one that does has
/// something else wrong. Whether one is violated.
fn restrictions(spec: &Spec, report: &mut Report) -> bool {
    let tile = spec.tile();
    if tile.element != Element::E2m1Packed || tile.major != Major::K {
        bit_by_mistake(spec, report);
        return true;
    }
    let read = own_read(spec);
    let base_offset = read.params().base_offset;
    let mut is_violated = false;
    let mut broken = |title: &str, text: String, mend: &dyn Fn(&mut Finding)| {
        let finding = report.error(FIELDS, title, text);
        finding.silenced_by = &[];
        mend(finding);
        is_violated = true;
    };
    if read.swizzle() != Swizzle::B128 {
        broken(
            "Absolute LBO needs the 128B swizzle",
            format!(
                "Only the 128-byte swizzle with 16-byte atoms is supported; the actual mode is {}.",
                read.swizzle().name()
            ),
            &|finding| {
                let said = in_mode(spec, Swizzle::B128);
                offer(finding, spec, &said);
            },
        );
    }
    if spec.reader().sparsity == Sparsity::Sparse {
        broken(
            "A 48-byte K is dense only",
            "The sparse form of packed 4-bit operands has K = 128.".into(),
            &|finding| {
                let label = "Set sparsity to dense";
                finding.repair(label, spec.said()).reader.sparsity = Some(Sparsity::Dense);
            },
        );
    }
    if base_offset != 0 {
        broken(
            "Absolute LBO needs base offset 0",
            format!("The matrix base offset must be 0; it is {base_offset}."),
            &|finding| {
                let mut said = *spec.said();
                if spec.given().is_some() {
                    said = said_with(spec, |fields| fields.base_offset = 0).unwrap_or(said);
                }
                let boundary = Swizzle::B128.pattern_bytes();
                said.tile.pattern_bytes = said.tile.pattern_bytes.map(|at| at - at % boundary);
                finding.repair("Set base offset to 0", &said);
            },
        );
    }
    is_violated
}

/// Reports bit 52 of an operand that no instruction reads with a 48-byte K.
fn bit_by_mistake(spec: &Spec, report: &mut Report) {
    let tile = spec.tile();
    let finding = report.error(
        &[FieldId::LboMode],
        "The LBO mode bit is set for an operand that does not support it",
        format!(
            "Absolute LBO is only for K-major packed 4-bit elements with a 48-byte K (K = 96 of kind::mxf4 and mxf4nvf4); this operand is {} {}. The bit makes LBO an address.",
            tile.element.name(),
            tile.major.operand_name(spec.reader().operand),
        ),
    );
    finding.silenced_by = &[];
    match said_with(spec, |fields| fields.lbo_mode = LboMode::Relative) {
        Some(said) if spec.given().is_some() => {
            offer(finding, spec, &said);
            // With the strides of the tile where those are wrong too.
            if !is_sound(&said)
                && let Ok(relative) = spec_from_said(&said)
            {
                let said = with_own_strides(&relative, STRIDES);
                offer(finding, spec, &said);
            }
        }
        _ => {
            let label = "Set the LBO mode to relative (bit 52 to 0)";
            finding.repair(label, spec.said()).reader.lbo_mode = Some(LboMode::Relative);
        }
    }
}

/// The stages of a ring buffer: whether each starts at the same phase of the swizzle pattern as the first, where TMA can write,
/// and after the end of the previous one.
pub(super) fn ring(spec: &Spec, report: &mut Report) {
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
    let mut list = joined((0..shown).map(|stage| tile.base_offset_of_stage(stage)), ", ");
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
