//! Lints on a read of a walk: its descriptor by itself (`held_`), beside the other reads (`walk_`), and what is not known of it.

use super::*;
use crate::{
    kernel::refit::refit_text,
    matrix::{ZERO_IN_46, stride_too_small},
};

lints! {
    /// The lints on a read of a walk, in the order in which findings of one severity are shown.
    KERNEL_LINTS: OperandRead;

    held_bits "held-bits" Stated: "PTX ISA, tcgen05, “Shared memory descriptor”; CUTLASS, `GmmaDescriptor`";
    held_base "held-base" Measured by ["walk-fields"]: MEASURED;
    held_mode "held-mode" Stated: "PTX ISA, tcgen05, “Shared memory descriptor”";
    held_form "held-form" Stated: "PTX ISA, wgmma and tcgen05, major-ness and swizzle modes by type";
    walk_fields "walk-fields" Measured: MEASURED, whose: Whose::Own(FactKind::Walk);
    held_start "held-start" Measured: "PTX ISA, “Matrix-descriptor-encode”; edits of kernels, run on an H100";
    walk_start "walk-start" Measured: MEASURED, whose: Whose::Own(FactKind::Walk);
    held_overlap "held-overlap" Measured is [SaidOnce]: MEASURED;
    held_units "held-units" Likely: "PTX ISA, “Strides”: matrix-descriptor-encode shifts by 4";
    walk_overlap "walk-overlap" Measured by ["held-overlap", "walk-start", "walk-fields"] is [SaidOnce]: MEASURED, whose: Whose::Own(FactKind::Walk);
    walk_ring "walk-ring" Derived by ["box-stage", "fill-stage"] is [SaidOnce]: MEASURED, whose: Whose::Own(FactKind::Walk);
    walk_gaps "walk-gaps" Derived by ["held-overlap", "walk-overlap", "walk-start"]: MEASURED, whose: Whose::Own(FactKind::Walk);
    unresolved "unresolved" Derived is [NotFollowed]: "the PTX alone";
}

/// The one of the fixed bits that is 1.
const BIT_46: u64 = 1 << 46;

/// Fixed bits of a descriptor that differ from what the chip asks for.
fn held_bits(read: &OperandRead, report: &mut Report) {
    let (chip, known) = (read.walk.chip, read.walk.reads[read.at].known);
    let mask = Descriptor::fixed_mask(chip) & known.mask;
    let stray = (known.bits ^ Descriptor::fixed_bits(chip)) & mask;
    if stray == 0 {
        return;
    }
    let [held, required] = fixed_bits(chip, stray, known.bits);
    // Measured, bit by bit: wgmma reads the same with any of them. They tell of a slip all the same.
    let (severity, effect) = match chip.arch() {
        Some(Arch::Wgmma) => (Severity::Warning, " wgmma ignores them (measured on an H100)."),
        Some(Arch::Tcgen05) if stray == BIT_46 => (Severity::Error, ZERO_IN_46),
        Some(Arch::Tcgen05) | None => (Severity::Error, ""),
    };
    report.add(
        severity,
        &[FieldId::Reserved14, FieldId::Reserved30, FieldId::Fixed46, FieldId::Reserved],
        format!("{}: {held}", read.letter()),
        format!("{required}{effect} A stride that is not shifted, or a sum that leaves its field, sets other bits."),
    );
}

/// A base offset that is not the phase at which the start is.
fn held_base(read: &OperandRead, report: &mut Report) {
    let walk = &read.walk;
    let base = |at: usize| walk.geometry(at).base.filter(|base| *base != 0);
    let (Some(base_offset), Some(phase)) = (base(read.at), walk.phase(read.at)) else {
        return;
    };
    // Said once of a walk.
    if base_offset == phase || !walk.is_first(read.at, |at| walk.geometry(at).base) {
        return;
    }
    report.error(
        &[FieldId::BaseOffset],
        format!("{}: the base offset is {base_offset}, the start is at phase {phase}", read.letter()),
        format!("The hardware subtracts the base offset from bits 7 to 9 of each address. The pattern of a tile begins where the tile does, at phase {phase}, or at a multiple of 1024 bytes."),
    ).fix("Set the base offset to 0".to_owned());
}

/// A swizzle code that stands for no mode.
fn held_mode(read: &OperandRead, report: &mut Report) {
    let held = read.walk.held(read.at);
    if held.field(FieldId::Swizzle).is_none() {
        return;
    }
    if let Err(code) = held.lowest().decode().swizzle {
        report.error(
            &[FieldId::Swizzle],
            format!("{}: {code}", read.letter()),
            "Codes 3, 5 and 7 are not modes of tcgen05.",
        );
    }
}

/// A type, major-ness and mode that no instruction of the family reads.
fn held_form(read: &OperandRead, report: &mut Report) {
    let geometry = read.walk.geometry(read.at);
    let (Some(element), Some(major), Some(swizzle)) = (read.walk.element, geometry.major, geometry.swizzle)
    else {
        return;
    };
    let arch = read.walk.chip.arch().unwrap_or_default();
    // The manual's table and CuTe disagree on it.
    let is_contested = (major, swizzle) == (Major::K, Swizzle::B128Atom32) && arch == Arch::Tcgen05;
    if is_contested && element.slot_bits() != 32 {
        report.warning(
            &[FieldId::Swizzle],
            format!(
                "{}: swizzle code 1 reads {element} {} in atoms of 32 bytes",
                read.letter(),
                major.operand_name(read.walk.side)
            ),
            format!("wgmma's code 1 for 128B is code 2 of tcgen05. No library writes {element} in atoms of 32 bytes, and the manual's table and CuTe disagree on this form."),
        );
    }
    if is_contested || is_legal_form(arch, element, major, swizzle) {
        return;
    }
    report.error(
        &[FieldId::Swizzle],
        format!(
            "{}: {} cannot read {element} {} in swizzle mode {}",
            read.letter(),
            arch.name(),
            major.operand_name(read.walk.side),
            swizzle.name()
        ),
        "The instruction's transpose and the descriptor's mode cannot be combined for this type.",
    );
}

/// A read whose mode, strides, base offset or transpose differ from those of its walk.
fn walk_fields(read: &OperandRead, report: &mut Report) {
    let walk = &read.walk;
    let Some(common) = walk.common() else { return };
    if walk.reads[read.at].is_swapped {
        return;
    }
    let own = walk.geometry(read.at);
    // If the other reads collide, they are wrong, however many they are.
    let others = (0..walk.reads.len()).find(|at| walk.geometry(*at) == common).filter(|_| own != common);
    let are_others_wrong =
        others.is_some_and(|others| walk.clash(others).is_some()) && walk.clash(read.at).is_none();
    let (letter, step) = (read.letter(), read.at);
    for (name, [here, there]) in walk.differing(read.at) {
        let finding = report.error(
            &[FieldId::Swizzle, FieldId::Lbo, FieldId::Sbo, FieldId::BaseOffset],
            format!("{letter}, step {step}: {name} is {here}, in the other steps {there}"),
            format!("The steps along K read one tile, so they share its layout. With {here} this step reads other bytes."),
        );
        finding.fix(if are_others_wrong {
            format!("Set {name} to {here} in the other steps")
        } else {
            format!("Set {name} to {there}")
        });
    }
    if let (Some(here), Some(there)) = (own.major, common.major)
        && here != there
    {
        let [here, there] = [here, there].map(|major| major.operand_name(walk.side));
        report.error(
            &[],
            format!("{letter}, step {step}: the instruction reads it {here}, the others {there}"),
            "The transpose differs from that of the other instructions that add to the same accumulator, with the same layout in the descriptor.",
        ).fix(format!("Transpose {letter} as the other instructions do"));
    }
}

/// Bits by which an address is shifted to be units of 16 bytes.
const SHIFT: i32 = 4;

/// A start that is made of something else than an address in units of 16 bytes.
fn held_start(read: &OperandRead, report: &mut Report) {
    let address = |at: usize| read.walk.reads[at].address;
    let letter = read.letter();
    match address(read.at) {
        Address::Whole => {}
        Address::Shifted(by) if by == SHIFT => {
            report
                .error(
                    &[FieldId::Start],
                    format!("{letter}: the start field holds bytes, not units of 16"),
                    "The address is not shifted: the read starts at 16 times the address.",
                )
                .fix("Shift the address to the right by 4".to_owned());
        }
        Address::Shifted(by) => {
            report
                .error(
                    &[FieldId::Start],
                    format!(
                        "{letter}: the address is shifted to the right by {}, 4 belong there",
                        SHIFT - by
                    ),
                    "The start field holds units of 16 bytes.",
                )
                .fix(format!("Shift the address to the right by 4, not {}", SHIFT - by));
        }
        // Said once of a walk.
        Address::InPart if (0..read.at).any(|at| address(at) == Address::InPart) => {}
        Address::InPart => {
            report.note(
                &[FieldId::Start],
                format!("{letter}: some bits of the address are not in the start"),
                "Where the read starts follows from the address only if they are 0.",
            );
        }
        Address::Outside(bytes) => {
            let side = if bytes < 0 { "before" } else { "behind" };
            report.error(
                &[FieldId::Start],
                format!(
                    "{letter}: starts {} bytes {side} its variable, where the block has no shared memory",
                    bytes.unsigned_abs()
                ),
                format!(
                    "A block has at most {} KiB of it.",
                    read.walk.chip.shared_bytes().unwrap_or_default() / 1024
                ),
            );
        }
    }
}

/// A read that does not start where its walk puts it.
fn walk_start(read: &OperandRead, report: &mut Report) {
    let (walk, one) = (&read.walk, &read.walk.reads[read.at]);
    let (letter, step) = (read.letter(), read.at);
    if one.is_swapped {
        report.warning(
            &[FieldId::Start],
            format!("Step {step}: the descriptors of A and B are exchanged"),
            "Each is read as the other operand, so this step adds the transposed product. That is right only if A and B contain the same data here.",
        );
        return;
    }
    if let Some((actual, expected)) = walk.turn.filter(|(actual, expected)| actual != expected) {
        report.error(
            &[FieldId::Start],
            format!("{letter}: moves {actual} bytes from one turn of the loop to the next, expected {expected}"),
            format!("The K advance is {} units, expected {}.", units(actual), units(expected)),
        ).fix(format!(
            "Advance by {} units, not {}",
            units(expected),
            units(actual)
        ));
        return;
    }
    let Some(expected) = walk.fit.expected.get(read.at).copied().flatten() else {
        return;
    };
    if one.start == Some(expected) || one.known.mask == 0 {
        return;
    }
    // Counted from a read that is where it belongs.
    let Some(from) = walk.placed_beside(read.at) else {
        return;
    };
    let first = walk.reads[from].start.unwrap_or_default();
    let expected = expected - first;
    let (title, text) = match one.start.map(|start| start - first) {
        // Bytes were added where units are counted.
        Some(actual) if actual == 16 * expected && read.at == from + 1 => (
            format!(
                "The start field counts units of 16 bytes: a K step of {expected} bytes adds {}, not {expected}",
                units(expected)
            ),
            format!("{letter}, step {step}: starts {actual} bytes from step {from}, expected {expected}."),
        ),
        Some(actual) => (
            format!("{letter}, step {step}: starts {actual} bytes from step {from}, expected {expected}"),
            format!(
                "The start field is {} units of 16 bytes from that of step {from}, expected {}.",
                units(actual),
                units(expected)
            ),
        ),
        None => (
            format!("{letter}, step {step}: starts in another buffer than the other steps"),
            format!("Expected: {expected} bytes from step {from}."),
        ),
    };
    let fix = format!("Start step {step} {expected} bytes ({} units) from step {from}", units(expected));
    report.error(&[FieldId::Start], title, text).fix(fix);
}

/// Bytes in units of 16, with what is left over.
fn units(bytes: i64) -> String {
    match bytes % 16 {
        0 => (bytes / 16).to_string(),
        _ => format!("{:.2}", bytes as f64 / 16.0),
    }
}

/// Two elements of one read at one byte.
fn held_overlap(read: &OperandRead, report: &mut Report) {
    let (walk, geometry) = (&read.walk, read.walk.geometry(read.at));
    // Said once of reads that are alike.
    if !walk.is_first(read.at, |at| walk.geometry(at)) {
        return;
    }
    let Some((layout, clash)) = walk.clash(read.at) else {
        return;
    };
    let LayoutParams { lbo_bytes, sbo_bytes, .. } = layout.params();
    let letter = walk.side.mn_letter();
    let what = match stride_too_small(&layout, &clash, false) {
        Some(stride) => format!("{} is too small: atoms overlap", stride.name()),
        None => "two elements of one read share an address".to_owned(),
    };
    let finding = report.error(
        &[FieldId::Lbo, FieldId::Sbo],
        format!("{}: {what}", read.letter()),
        format!(
            "Elements {letter} {}, K {} and {letter} {}, K {} are both {} bytes after the start: SBO is {sbo_bytes} bytes, LBO {lbo_bytes}.",
            clash.first.mn, clash.first.k, clash.second.mn, clash.second.k, clash.byte
        ),
    );
    // Another lint compares the few reads that differ with the others.
    if walk.common() == Some(geometry) {
        finding.fix(refit_text(walk));
    }
}

/// A stride in bytes where units of 16 bytes belong.
fn held_units(read: &OperandRead, report: &mut Report) {
    let geometry = read.walk.geometry(read.at);
    let (Some(major), Some(swizzle), Some(sbo), 0) =
        (geometry.major, geometry.swizzle, geometry.sbo, read.at)
    else {
        return;
    };
    if swizzle == Swizzle::None || Stride::of_groups(major, swizzle) != Stride::Sbo {
        return;
    }
    let packed = swizzle.atom(major).bytes();
    // If the walk goes through columns between two groups, the stride is that large.
    let leaves_column = read
        .walk
        .reads
        .iter()
        .any(|one| one.start.is_none_or(|start| start.unsigned_abs() >= u64::from(packed)));
    if sbo != packed * UNIT_BYTES || leaves_column {
        return;
    }
    report
        .warning(
            &[FieldId::Sbo],
            format!(
                "{}: SBO is {} units, {sbo} bytes: the packed stride is {packed} bytes",
                read.letter(),
                sbo / UNIT_BYTES
            ),
            format!(
                "The field holds units of 16 bytes. A stride of {packed} bytes is {} units.",
                packed / UNIT_BYTES
            ),
        )
        .fix(format!("Write {} units to SBO, not {}", packed / UNIT_BYTES, sbo / UNIT_BYTES));
}

/// Reads of one walk that share bytes: K does not advance as far as a read reaches.
fn walk_overlap(read: &OperandRead, report: &mut Report) {
    let walk = &read.walk;
    let Some((first, second)) = walk.cover.and_then(|cover| cover.overlap) else {
        return;
    };
    if second != read.at || !walk.is_steady() || walk.has_outlier() {
        return;
    }
    let letter = read.letter();
    let apart = walk.reads[second].start.unwrap_or_default() - walk.reads[first].start.unwrap_or_default();
    let finding = report.error(
        &[FieldId::Start, FieldId::Swizzle, FieldId::Lbo, FieldId::Sbo],
        format!("{letter}: steps {first} and {second} share bytes, {apart} bytes from start to start"),
        "Each step reads its own part of K. The mode, a stride, the transposition or the K advance belongs to another tile.",
    );
    finding.fix(refit_text(walk));
}

// If stages are filled at another distance, that is the fault.

/// A stage stride that moves the swizzle pattern.
fn walk_ring(read: &OperandRead, report: &mut Report) {
    let (walk, geometry) = (&read.walk, read.walk.geometry(read.at));
    let Some(swizzle) = geometry.swizzle.filter(|mode| *mode != Swizzle::None && read.at == 0) else {
        return;
    };
    let pattern = u64::from(swizzle.pattern_bytes());
    // Less than a pattern is a step along K.
    let breaks = |stride: &&u64| **stride > pattern && !stride.is_multiple_of(pattern);
    let Some(stride) = walk.strides.iter().find(breaks) else {
        return;
    };
    report.warning(
        &[FieldId::Start, FieldId::BaseOffset],
        format!("{}: the stage stride of {stride} bytes is not a multiple of {pattern} bytes", read.letter()),
        format!(
            "The pattern of mode {} repeats every {pattern} bytes, so that each stage is at another phase. That is right only if the producer swizzles by absolute addresses, as TMA does.",
            swizzle.name()
        ),
    );
}

/// A walk that leaves gaps: right for a padded tile, wrong for a packed one.
fn walk_gaps(read: &OperandRead, report: &mut Report) {
    let walk = &read.walk;
    let has_gaps = walk.cover.is_some_and(|cover| !cover.is_dense);
    // Once for a walk.
    if read.at > 0 || !has_gaps || !walk.fit.is_confirmed || walk.has_outlier() {
        return;
    }
    let geometry = walk.geometry(read.at);
    let stride = |name: &str, bytes: Option<u32>| bytes.map(|bytes| format!("{name} {bytes} bytes"));
    let strides = [stride("SBO", geometry.sbo), stride("LBO", geometry.lbo)].into_iter().flatten();
    report.note(
        &[FieldId::Sbo, FieldId::Lbo],
        format!("{}: the reads leave gaps, as in a padded tile", read.letter()),
        format!(
            "With {} the reads are correct for a padded tile and wrong for a packed one. The code that writes the tile shows which it is.",
                        joined(strides, " and ")
        ),
    );
}

/// Properties of an operand that the text does not tell.
fn unresolved(read: &OperandRead, report: &mut Report) {
    let (walk, one) = (&read.walk, &read.walk.reads[read.at]);
    let held = walk.held(read.at);
    let missing = missing(&held, read);
    // Said once of a walk: of the first read that is like this.
    if missing.is_empty() || !walk.is_first(read.at, |at| walk.reads[at].known.mask) {
        return;
    }
    let letter = read.letter();
    let choices = one.choices.iter().map(|choice| choice_text(walk.chip, *choice));
    let list = missing.join(", ");
    if one.base_follows && missing == ["base offset"] {
        report.note(
            &[FieldId::BaseOffset],
            format!("{letter}: the base offset follows the start: right if the pattern begins at a multiple of 1024 bytes"),
            "The field is bits 7 to 9 of the start address. Where the pattern begins is not in the text.",
        );
        return;
    }
    let stop = match &one.stop {
        Some((line, opcode)) => format!(": {opcode} in line {line}"),
        None => String::new(),
    };
    let (more, text) = match choices.len() {
        0 => (stop, "The text does not determine this operand's descriptor."),
        count => (
            format!("; one of {count}: {}", joined(choices, "; ")),
            "The text gives the possible descriptors, but not which of them is read.",
        ),
    };
    report.note(&[FieldId::Swizzle], format!("{letter}: {list} not known{more}"), text);
}

/// The values of a read that are not known, by name.
fn missing(held: &HeldDescriptor, read: &OperandRead) -> Vec<&'static str> {
    let geometry = read.walk.geometry(read.at);
    let mut missing = Vec::new();
    if geometry.swizzle.is_none() && held.field(FieldId::Swizzle).is_none() {
        missing.push("swizzle mode");
    }
    if geometry.major.is_none() {
        missing.push("major-ness");
    }
    for (id, name) in [(FieldId::Lbo, "LBO"), (FieldId::Sbo, "SBO"), (FieldId::BaseOffset, "base offset")] {
        if held.field(id).is_none() {
            missing.push(name);
        }
    }
    missing
}

fn choice_text(chip: Chip, known: Known) -> String {
    let held = walk::held_in(chip, known);
    let mode = held.swizzle().map_or("unknown mode", |swizzle| swizzle.name());
    let bytes = |id| held.bytes(id).map_or("unknown".to_owned(), |bytes| bytes.to_string());
    match Descriptor::field(chip, FieldId::Sbo) {
        Some(_) => format!("mode {mode}, LBO {}, SBO {}", bytes(FieldId::Lbo), bytes(FieldId::Sbo)),
        None => mode.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    /// With SBO of 512 bytes atoms overlap: of one step with 1024 and three with 512, the three are mended.
    #[test]
    fn steps_that_clash_are_mended_however_many() {
        let read = crate::kernel::reading(2, |walk| {
            for at in [0, 1, 3] {
                walk.reads[at].known.bits = 0x4000_0020_0001_0000;
            }
        });
        let found = crate::kernel::findings_from_read(&read);
        let repairs: Vec<_> = found.iter().filter_map(|one| one.first_fix()).collect();
        assert_eq!(repairs, ["Set SBO to 1024 bytes in the other steps"]);
    }
}
