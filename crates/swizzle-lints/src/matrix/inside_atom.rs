//! A start inside an atom: the read leaves its swizzle row, or the pattern origin is unspecified.

use super::*;
use swizzle_core::law::PHASE_BIT;

lint!(Spec, "inside-atom", Derived, "measured on H200: a read continues linearly past the end of its row; no swizzled CuTe descriptor starts this way";
    on ["pattern"],
    silenced_by: &[Silencer::by(&[
        "advance",
        "alignment",
        "base-offset",
        "field-range",
        "halves",
        "memory-end",
        "operand-form",
        "plain-rows",
        "ring",
        "swizzle-code",
        "units",
    ])
    .on(&[FieldId::Start, FieldId::BaseOffset, FieldId::Swizzle])],
);

/// One more than the number of steps of 32 bytes or more that start in one swizzle row.
const MOST_STEPS: u32 = 5;

const FIELDS: &[FieldId] = &[FieldId::Start, FieldId::BaseOffset];

fn find(spec: &Spec, report: &mut Report) {
    let read = own_read(spec);
    let is_swizzled = read.swizzle() != Swizzle::None && spec.unknown_swizzle().is_none();
    let is_relative = read.params().lbo_mode == LboMode::Relative;
    if spec.given().is_none() && report.facts.tally.wrong == 0 || !is_swizzled || !is_relative {
        return;
    }
    if past_the_row(spec, report) || spec.given().is_none() {
        return;
    }
    at_a_step(spec, report);
    if !inside_of_the_row(spec, report) {
        inside_of_the_pattern(spec, report);
    }
}

/// Reports a read that starts so late in its swizzle row that it ends in the next one; whether it does.
fn past_the_row(spec: &Spec, report: &mut Report) -> bool {
    let read = own_read(spec);
    let row = read.swizzle().row_bytes();
    let (along, _) = spec.read_extent().along_and_across(read.major());
    let units = along.div_ceil(read.element().per_unit());
    let taken = units.min(read.swizzle().row_units()) * UNIT_BYTES;
    let (start, left) = (read.start_bytes(), row - read.start_bytes() % row);
    if taken <= left {
        return false;
    }
    let is_wrong = report.facts.tally.wrong > 0;
    let severity = match is_wrong {
        true => Severity::Error,
        false => Severity::Warning,
    };
    let finding = report.add(
        severity,
        &[FieldId::Start],
        "The read runs past the end of its swizzle row",
        format!(
            "It starts at 0x{start:x}, {} bytes into a {row}-byte row, and reads {taken} bytes along it: {} of them are in the next row. The read continues linearly there, but the tile continues in its next atom. A read must start where an atom starts, or read no more than the rest of the row.",
            row - left,
            taken - left,
        ),
    );
    finding
        .by(Confidence::Measured, "measured on H200: 33 of 33 reads that leave their row continue linearly");
    finding.assumes.clear();
    let place = spec.place();
    if let (true, Some(given), Ok(derived)) = (is_wrong, spec.given(), spec.derived_descriptor(place)) {
        let mended = given.with(FieldId::Start, derived.get(FieldId::Start));
        let at = bytes_from_field(derived.decode().start_field);
        let label = format!("Set start to 0x{at:x}, as in step {}", place.step);
        finding.repair(label, &candidate::given(spec, mended));
    }
    true
}

/// Where the tile starts, and the bytes of a swizzle row, if it starts inside one.
fn start_in_row(spec: &Spec) -> Option<(u32, u32)> {
    let (start, row) = (spec.layout().start_bytes(), own_read(spec).swizzle().row_bytes());
    (!start.is_multiple_of(row)).then_some((start, row))
}

/// Reports a specified step that implies a tile start inside a row; whether it does.
fn inside_of_the_row(spec: &Spec, report: &mut Report) -> bool {
    let is_placed =
        spec.said().place.step.is_some_and(|step| step > 0) && spec.said().tile.start_bytes.is_none();
    let Some((start, row)) = start_in_row(spec).filter(|_| is_placed) else {
        return false;
    };
    let place = spec.place();
    let step = place.step;
    let read = spec.read(place).start_bytes();
    let finding = report.warning(
        &[FieldId::Start],
        format!("Step {step} cannot start at 0x{read:x}"),
        format!(
            "A tile whose step {step} starts at 0x{read:x} would start at 0x{start:x}, {} bytes into a {row}-byte swizzle row.",
            start % row
        ),
    );
    finding.assumes = std::vec!["element", "k"];
    let mut sparse = *spec.said();
    sparse.reader.sparsity = Some(Sparsity::Sparse);
    let is_sparse = |spec: Spec| spec.layout().start_bytes().is_multiple_of(row);
    if spec.said().reader.sparsity.is_none() && spec_from_said(&sparse).is_ok_and(is_sparse) {
        finding.assumes.push("sparsity");
        finding.offer("Set sparsity to sparse", &sparse);
    }
    true
}

/// Reports an inferred tile start inside a row, where start and step are unspecified: steps after the first start inside a row.
fn at_a_step(spec: &Spec, report: &mut Report) {
    let said = spec.said();
    let is_taken = said.place.step.is_none() && said.beside.is_empty();
    let is_open = is_taken && said.tile.start_bytes.is_none();
    let Some((start, row)) = start_in_row(spec).filter(|_| is_open) else {
        return;
    };
    let at = |step: u32| {
        let mut at = *said;
        at.place.step = Some(step);
        let begin = spec_from_said(&at).ok()?.layout().start_bytes();
        begin.is_multiple_of(row).then_some((step, begin, at))
    };
    let mut later = 1..spec.steps().min(MOST_STEPS);
    let Some((step, begin, at)) = later.find_map(at) else {
        return;
    };
    let finding = report.note(
        &[FieldId::Start],
        format!("Possibly step {step} of a tile at 0x{begin:x}"),
        format!(
            "The tile's start is not specified, so it is inferred from the descriptor: 0x{start:x}, {} bytes into a {row}-byte swizzle row. Tiles start with a row; step {step} of a tile at 0x{begin:x} starts there.",
            start % row
        ),
    );
    finding.assumes.clear();
    finding.offer(format!("Set step to {step}"), &at);
}

/// Reports the common sign of many mistakes: swizzled, base offset 0, and a tile that does not start at phase 0.
fn inside_of_the_pattern(spec: &Spec, report: &mut Report) {
    let read = own_read(spec);
    let swizzle = read.swizzle();
    let (start, boundary) = (spec.layout().start_bytes(), swizzle.pattern_bytes());
    let lines = 1 << swizzle.xor().bits;
    let phase = (start >> PHASE_BIT) % lines;
    let tile = &spec.said().tile;
    let is_unsaid = tile.pattern_bytes.is_none() && tile.pattern_of.is_none();
    // With the tile specified, the pattern is where the manual has it: at multiples of its size.
    let is_of_tile = tile.start_bytes.is_some() && tile.mn.and(tile.k).is_some();
    let base = u32::from(read.params().base_offset) % lines;
    if is_unsaid && is_of_tile && base != 0 && report.facts.tally.wrong == 0 {
        let finding = report.warning(
            &[FieldId::BaseOffset],
            format!("Base offset {base} is right only if the swizzle pattern starts with the tile"),
            format!("The pattern repeats every {boundary} bytes from address 0, as TMA writes it; there the base offset is 0. The tile starts at 0x{start:x}: a pattern that starts there needs base offset {phase}. The origin is not specified, and the descriptor under test does not tell it."),
        );
        let label = format!("Set the swizzle pattern origin to the tile start, 0x{start:x}");
        finding.offer(label, spec.said()).tile.pattern_bytes = Some(start);
        finding.assumes.clear();
        return;
    }
    if !is_unsaid || base != 0 || phase == 0 {
        return;
    }
    let severity = if is_of_tile { Severity::Note } else { Severity::Warning };
    let finding = report.add(
        severity,
        FIELDS,
        "The start is inside the swizzle pattern",
        format!(
            "0x{start:x} is {} bytes past a {boundary}-byte boundary, where the {} pattern repeats. With base offset 0 the read is correct if the pattern starts on the boundary, as TMA writes it; if the pattern starts with the tile, the base offset must be {phase}. CuTe generates no such start.",
            start % boundary,
            swizzle.name(),
        ),
    );
    let mut say = |pattern: u32, what: String| {
        let label = format!("Set the swizzle pattern origin to {what}");
        finding.offer(label, spec.said()).tile.pattern_bytes = Some(pattern);
    };
    say(start, format!("the tile start, 0x{start:x}"));
    let aligned = start - start % boundary;
    say(aligned, format!("the boundary, 0x{aligned:x}"));
    // The text names the inferred origin itself; the offers are its own.
    finding.assumes.clear();
}
