//! Where a read begins and ends: in the tile, in its swizzle pattern and in shared memory.

use super::*;

/// Rows after which every pattern has repeated.
const PERIOD: u32 = 16;

const BASE_OFFSET: &[FieldId] = &[FieldId::BaseOffset];

/// The base offset depends on where the repeating pattern starts, not on where the operand starts.
pub(super) fn base_offset(spec: &Spec, report: &mut Report) {
    let read = own_read(spec);
    let swizzle = read.swizzle();
    if swizzle == Swizzle::None {
        return;
    }
    let pattern = spec.tile().pattern_of_stage(spec.place().stage);
    if !pattern.is_multiple_of(1 << PHASE_BIT) {
        report.error(
                BASE_OFFSET,
                "The swizzle pattern origin is not a multiple of 128",
                format!("The base offset counts 128-byte lines: no value describes a pattern that starts at 0x{pattern:x}."),
            )
            .repair("Align the swizzle pattern origin", spec.said())
            .tile = SaidTile {
            pattern_bytes: None,
            pattern_of: None,
            ..spec.said().tile
        };
        return;
    }
    let (held, needed) = (read.params().base_offset, base_offset_from_pattern(swizzle, pattern));
    let lines = 1_u8 << swizzle.xor().bits;
    let boundary = swizzle.pattern_bytes();
    if held % lines != needed % lines {
        mismatch(spec, report, (held, needed));
    } else if held != needed {
        report.note(
                BASE_OFFSET,
                format!("Base offset {held} has the same effect as {needed}"),
                format!(
                    "{} has {lines} phases: only the base offset modulo {lines} matters. The manual's formula, (address >> 7) & 7, and its table, 0 on a {boundary}-byte boundary, can differ by a multiple of {lines}.",
                    swizzle.name()
                ),
            )
            .by(Confidence::Contested, "PTX ISA, “Matrix Descriptor Format”; H200: both read the same");
    } else if held % lines != 0 && spec.said().tile.pattern_bytes.is_none() {
        assumed(spec, report, held);
    } else if held % lines == 0
        && spec.said().tile.pattern_bytes.is_none()
        && spec.given().is_none()
        && !spec.layout().start_bytes().is_multiple_of(boundary)
    {
        let start = spec.layout().start_bytes();
        report.note(
            &[FieldId::BaseOffset, FieldId::Start],
            format!("The start is not on a {boundary}-byte boundary"),
            format!(
                "0x{start:x} is {} bytes into the pattern.{} The XOR applies to absolute addresses, so the base offset stays 0 as long as the pattern itself starts on such a boundary. CUTLASS and DeepGEMM always write 0; Triton writes a value that is 0 wherever it starts a read.",
                start % boundary,
                relative_text(spec).unwrap_or_default(),
            ),
        );
    } else if swizzle == Swizzle::B32 && spec.reader().arch.is_measured() && needed != 0 {
        report.note(
                BASE_OFFSET,
                "Sources disagree on the base offset in 32B mode",
                "A comment in CUTLASS says that it applies in 128B and 64B mode only. The ISA defines it for every swizzle mode, and an H200 applies it in 32B mode too.",
            )
            .by(Confidence::Contested, "CUTLASS, comment of the descriptor; PTX ISA; measured on H200");
    }
}

/// The first element that a producer misplaces if it applies the XOR to the offset within the tile instead of the address.
fn relative_text(spec: &Spec) -> Option<String> {
    let (layout, extent) = (*spec.layout(), spec.extent());
    let start = layout.start_bytes();
    let relative = Layout::new(LayoutParams { start_bytes: 0, base_offset: 0, ..layout.params() });
    // The first unit of each row: such a producer moves it off the start of the row wherever its XOR is not 0.
    let row_bytes = layout.swizzle().row_bytes();
    let (_, across) = extent.along_and_across(layout.major());
    let mut rows = (0..across.min(PERIOD)).map(|row| match layout.major() {
        Major::K => Coord { mn: row, k: 0 },
        Major::Mn => Coord { mn: 0, k: row },
    });
    let differs = |at: Coord| {
        let (byte, offset) = (layout.byte_from_element(at).byte, relative.byte_from_element(at).byte);
        let is_moved = !offset.is_multiple_of(row_bytes);
        (is_moved && byte != start + offset).then_some((at, byte, start + offset))
    };
    let (at, byte, wrong) = rows.find_map(differs)?;
    Some(format!(
        " Code that applies the XOR to the offset within the tile puts ({}, {}) at 0x{wrong:x}; its address is 0x{byte:x}.",
        at.mn, at.k
    ))
}

/// Reports a base offset that does not match the specified pattern origin.
fn mismatch(spec: &Spec, report: &mut Report, (held, needed): (u8, u8)) {
    let read = own_read(spec);
    let pattern = spec.tile().pattern_of_stage(spec.place().stage);
    let boundary = read.swizzle().pattern_bytes();
    let lines = 1_u8 << read.swizzle().xor().bits;
    let finding = report.error(BASE_OFFSET, format!("Base offset {held} does not match the pattern"), "");
    // If the start is specified, only a specified pattern origin differs from it.
    if spec.said().tile.start_bytes.is_some() {
        finding.assumes.clear();
    }
    if pattern.is_multiple_of(boundary) {
        finding.say(format!("The pattern starts on {boundary}-byte boundaries, as TMA and CuTe write it, so the base offset is 0 wherever a read starts within the pattern."));
    } else {
        finding.say(format!(
            "A pattern that starts at 0x{pattern:x} needs base offset (0x{pattern:x} >> 7) & 7 = {needed}."
        ));
    }
    let turned = held.wrapping_sub(needed) % lines;
    let turned = counted(turned.into(), "line");
    finding.say(format!(" With {held}, each line is read with the XOR of the line {turned} earlier."));
    let start = read.start_bytes();
    if held % lines != 0 && held % lines == (start >> PHASE_BIT) as u8 % lines {
        finding.say(format!(
            " {held} is (0x{start:x} >> 7) & 7, the line where this step starts; that needs no base offset."
        ));
    }
    if let Some(mended) = said_with(spec, |fields| fields.base_offset = needed) {
        finding.repair(format!("Set base offset to {needed}"), &mended);
    }
}

/// Reports a base offset where the pattern origin is inferred: correct if the pattern starts where the base offset implies.
fn assumed(spec: &Spec, report: &mut Report, held: u8) {
    let swizzle = own_read(spec).swizzle();
    let lines = 1_u8 << swizzle.xor().bits;
    let (start, boundary) = (spec.layout().start_bytes(), swizzle.pattern_bytes());
    let is_start = held % lines == (start >> PHASE_BIT) as u8 % lines;
    // Public kernels write it for a pattern that starts with the tile: a note, not a warning.
    let (severity, why) = if is_start {
        (
            Severity::Note,
            format!("{held} equals (0x{start:x} >> 7) & 7, but a start inside an aligned pattern needs 0"),
        )
    } else {
        (Severity::Warning, "TMA and CuTe write 0".into())
    };
    let finding = report.add(
        severity,
        BASE_OFFSET,
        format!("Base offset {held} is correct if the pattern starts {held} lines after a boundary"),
        format!(
            "The swizzle pattern origin is inferred. On a {boundary}-byte boundary the base offset is 0; {held} is for an origin 0x{:x} bytes after a boundary: {why}.",
            u32::from(held % lines) << PHASE_BIT
        ),
    );
    if let Some(mut mended) = said_with(spec, |fields| fields.base_offset = 0) {
        mended.tile.pattern_bytes = None;
        finding.repair("Set base offset to 0", &mended);
    }
}

/// A guess explains where the read is.
const UNLESS_GUESSED: &[Silencer] = &[Silencer::by_guesses()];

/// One past the last byte of the place's read, not wrapped; `None` where LBO is an address.
pub(super) fn end_of_read(spec: &Spec) -> Option<u32> {
    let (read, extent) = (own_read(spec), spec.read_extent());
    if read.params().lbo_mode == LboMode::Absolute || spec.unknown_swizzle().is_some() {
        return None;
    }
    let (columns, groups) = read.columns_and_groups(extent);
    let atom = read.swizzle().atom(read.major());
    let (along, across) = extent.along_and_across(read.major());
    let (units, row) = (along.div_ceil(read.element().per_unit()), read.swizzle().row_bytes());
    let end = read.start_bytes()
        + (columns - 1).saturating_mul(read.column_bytes())
        + (groups - 1).saturating_mul(read.group_bytes())
        + (across.min(atom.rows) - 1) * row
        + units.min(atom.row_units) * UNIT_BYTES;
    // The XOR moves units within a swizzle row.
    Some(end.next_multiple_of(row))
}

/// Reads that leave shared memory.
pub(super) fn memory_end(spec: &Spec, report: &mut Report) {
    if spec.reader().chip.shared_bytes().is_none() {
        // No source says where its memory ends.
        return;
    }
    let Some(end) = end_of_read(spec).filter(|end| *end > SHARED_END) else {
        return buffer(spec, report);
    };
    let (step, start) = (spec.place().step, own_read(spec).start_bytes());
    let (severity, title) = if start >= SHARED_END {
        (Severity::Error, "The read starts past the end of shared memory")
    } else {
        (Severity::Warning, "The read runs past the end of shared memory")
    };
    let more = if start < SHARED_END && end > spec.space().bytes() {
        format!(" Past 0x{:x} the fields wrap to 0.", spec.space().bytes())
    } else {
        String::new()
    };
    let finding = report.add(
        severity,
        &[FieldId::Start, FieldId::Lbo, FieldId::Sbo],
        title,
        format!("Step {step} reads from 0x{start:x} to 0x{end:x}. A block has 227 KiB (232,448 bytes) after the 1 KiB that the system reserves: its addresses end at 0x{SHARED_END:x}.{more}"),
    );
    finding.silenced_by = UNLESS_GUESSED;
    if severity == Severity::Error {
        // Its first byte already.
        finding.assumes.clear();
    }
    let packed = with_own_strides(spec, STRIDES);
    if spec_from_said(&packed).is_ok_and(|spec| end_of_read(&spec) <= Some(SHARED_END)) {
        offer(finding, spec, &packed);
    }
}

/// Checks the tile's buffer with all stages. A given descriptor may be any step, so the start must be specified.
fn buffer(spec: &Spec, report: &mut Report) {
    let (tile, said) = (spec.tile(), &spec.said().tile);
    let bytes = tile.buffer_bytes();
    let end = u64::from(tile.start_bytes) + bytes;
    let is_known = spec.given().is_none() || said.start_bytes.is_some() && said.has_extents();
    // A tile that is itself too large has its own note.
    let is_drawn = tile.span_bytes() > u64::from(SHARED_BYTES);
    if end <= u64::from(SHARED_END) || !is_known || is_drawn {
        return;
    }
    let stages = match tile.stages {
        1 => String::new(),
        stages => format!(" in {stages} stages"),
    };
    let finding = report.warning(
        &[],
        "The buffer runs past the end of shared memory",
        format!(
            "It has {bytes} bytes{stages}, from 0x{:x} to 0x{end:x}. A block's addresses end at 0x{SHARED_END:x}: 227 KiB (232,448 bytes) after the 1 KiB that the system reserves.",
            tile.start_bytes
        ),
    );
    finding.assumes.extend(["start", "k", "stages"]);
}

/// One more than the number of steps of 32 bytes or more that start in one swizzle row.
const MOST_STEPS: u32 = 5;

const START_AND_BASE: &[FieldId] = &[FieldId::Start, FieldId::BaseOffset];

/// A start inside an atom: the read leaves its swizzle row, or the pattern origin is unspecified.
pub(super) fn inside_atom(spec: &Spec, report: &mut Report) {
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
    let taken = along.div_ceil(read.element().per_unit()).min(read.swizzle().row_units()) * UNIT_BYTES;
    let (start, left) = (read.start_bytes(), row - read.start_bytes() % row);
    if taken <= left {
        return false;
    }
    let is_wrong = report.facts.tally.wrong > 0;
    let severity = if is_wrong { Severity::Error } else { Severity::Warning };
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
        START_AND_BASE,
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

pub(super) const EXPLAINED: &[FieldId] =
    &[FieldId::Start, FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset, FieldId::Swizzle];

/// The read does not match the tile, and no other rule explains why.
pub(super) fn meant(spec: &Spec, report: &mut Report) {
    let Some(first) = report.facts.first else {
        return;
    };
    let read = own_read(spec);
    if spec.unknown_swizzle().is_some()
        || read.params().lbo_mode == LboMode::Absolute
        || !spec.has_legal_form()
    {
        return;
    }
    if let Some(finding) = blamed(spec, report) {
        let order = spec.tile().order.other().name().to_ascii_uppercase();
        let label = format!("Set the atom order to along {order} first");
        finding.offer(label, &in_other_order(spec));
        return;
    }
    let derived = spec.derived_read(spec.place());
    let same_strides = [Stride::Lbo, Stride::Sbo]
        .into_iter()
        .all(|stride| read.stride_bytes(stride) == derived.stride_bytes(stride));
    let is_moved = read.start_bytes() != derived.start_bytes() && same_strides;
    let tally = tally_text(report.facts.tally);
    let (fields, title): (&[FieldId], _) = if is_moved {
        (&[FieldId::Start], "The start does not match the tile")
    } else {
        (STRIDES, "The read does not match the tile")
    };
    let finding = report.add(
        cause::severity(spec, None),
        fields,
        title,
        format!("{tally}. {}", difference_text(&first)),
    );
    if let (Some(_), Ok(derived)) = (spec.given(), spec.derived_descriptor(spec.place())) {
        let mended = candidate::given(spec, derived);
        if is_right(&mended) {
            offer(finding, spec, &mended);
        }
    }
}
