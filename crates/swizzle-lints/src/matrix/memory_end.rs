//! Reads that leave shared memory.

use super::*;
use swizzle_core::hardware::{SHARED_BYTES, SHARED_END};

lint!(Spec, "memory-end", Derived, "CUDA Programming Guide, compute capabilities 9.0 and 10.0: 227 KiB a block, 1 KiB reserved";
    on ["element", "major", "mn"],
);

/// A guess explains where the read is.
const UNLESS_GUESSED: &[Silencer] = &[Silencer::by_guesses()];

/// One past the last byte of the place's read, not wrapped; `None` where LBO is an address.
pub(super) fn of_read(spec: &Spec) -> Option<u32> {
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

fn find(spec: &Spec, report: &mut Report) {
    if spec.reader().chip.shared_bytes().is_none() {
        // No source says where its memory ends.
        return;
    }
    let Some(end) = of_read(spec).filter(|end| *end > SHARED_END) else {
        return buffer(spec, report);
    };
    let (step, start) = (spec.place().step, own_read(spec).start_bytes());
    let past = format!(" Past 0x{:x} the fields wrap to 0.", spec.space().bytes());
    let (severity, title, more) = if start >= SHARED_END {
        (Severity::Error, "The read starts past the end of shared memory", "")
    } else if end > spec.space().bytes() {
        (Severity::Warning, "The read runs past the end of shared memory", past.as_str())
    } else {
        (Severity::Warning, "The read runs past the end of shared memory", "")
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
    let packed = candidate::with_own_strides(spec, candidate::STRIDES);
    if spec_from_said(&packed).is_ok_and(|spec| of_read(&spec) <= Some(SHARED_END)) {
        candidate::offer(finding, spec, &packed);
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
