//! The form of the operand: what instructions, chips and copies support.

use super::*;

const ATOM32: &str = "PTX ISA, tcgen05 swizzle and atom tables; CUTLASS, mma_sm100_umma.hpp";
const CODE_1: &str = "128B is code 1 in wgmma and code 2 in tcgen05.";
const CODES: &str = "PTX ISA, tcgen05, “Shared memory descriptor”: swizzling modes";

/// The element types, major-nesses and swizzles that an architecture's instructions support.
pub(super) fn operand_form(spec: &Spec, report: &mut Report) {
    let (tile, reader) = (spec.tile(), spec.reader());
    if let Some(code) = spec.unknown_swizzle() {
        let more = match code.0 {
            3 => " Code 3 is 32B in wgmma and 128B in the tensor map.",
            _ => "",
        };
        let meant: Vec<Swizzle> = match (&report.facts.causes[..], code.0) {
            ([first, ..], _) => first.mended.decode().swizzle.into_iter().collect(),
            ([], 3) => [Swizzle::B32, Swizzle::B128].into(),
            ([], _) => [Swizzle::B128].into(),
        };
        let finding = report.error(
                &[FieldId::Swizzle],
                format!("Swizzle code {} is not defined", code.0),
                format!("tcgen05's three-bit codes are 0 none, 1 128B with 32B atoms, 2 128B, 4 64B and 6 32B. The hardware's behavior with 3, 5 or 7 is unknown; the read is drawn without a swizzle.{more}"),
            )
            .by(Confidence::Stated, CODES);
        finding.assumes.clear();
        for mode in meant {
            use_mode(finding, spec, mode);
        }
    }
    if !reader.arch.has_element(tile.element) {
        let Some(other) = reader.arch.others().find(|arch| arch.has_element(tile.element)) else {
            return;
        };
        let finding = report.error(
            &[],
            format!("{} has no {} operand", reader.arch.name(), tile.element.name()),
            format!("This type exists on {} only.", other.name()),
        );
        // Independent of the major-ness.
        finding.assumes.retain(|name| *name == "element");
        finding.repair(format!("Switch to {}", other.name()), &on_arch(spec, other));
        return;
    }
    if tile.element == Element::B1 && reader.sparsity == Sparsity::Sparse {
        report
            .error(&[], "b1 has no sparse form", "wgmma.mma_async.sp supports every type except b1.")
            .repair("Set sparsity to dense", spec.said())
            .reader
            .sparsity = Some(Sparsity::Dense);
    }
    let swizzle = own_read(spec).swizzle();
    for fault in FormFault::ALL {
        if fault.is_of(reader.arch, tile.element, tile.major, swizzle) {
            not_taken(spec, report, fault);
        }
    }
    if reader.arch == Arch::Tcgen05 {
        contested(spec, report, swizzle);
    }
}

/// Offers a mode that makes a tile.
fn use_mode(finding: &mut Finding, spec: &Spec, swizzle: Swizzle) {
    offer_mode(finding, spec, swizzle, is_sound);
}

/// Reports a form that no instruction of the family takes.
fn not_taken(spec: &Spec, report: &mut Report, fault: FormFault) {
    let (tile, swizzle) = (spec.tile(), own_read(spec).swizzle());
    let (element, bits) = (tile.element, tile.element.slot_bits());
    let major = tile.major.operand_name(spec.reader().operand);
    // The mode to use; without one, the operand has to be K-major.
    let (mode, title, text) = match fault {
        // It has a finding of its own.
        FormFault::Element => return,
        FormFault::AtomOfWgmma => (
            Some(Swizzle::B128),
            "wgmma has no 128B swizzle with 32B atoms".into(),
            "Its two-bit code has none, 128B, 64B and 32B. The 32B-atom mode exists in tcgen05 only: Hopper has no descriptor for this layout.".into(),
        ),
        FormFault::MajorOfWgmma => (
            None,
            format!("wgmma cannot read {element} {major}"),
            format!("Only the f16 and bf16 forms have imm-trans-a and imm-trans-b; for {element} the operand is always K-major. The ISA's Figure 165 shows a tf32 layout that no wgmma instruction reads."),
        ),
        FormFault::MajorOfPacked => (
            None,
            format!("tcgen05 cannot read {element} {major}"),
            "Packed 4-bit operands (kind::mxf4, mxf4nvf4) are K-major only: transpose bits 15 and 16 must be 0.".into(),
        ),
        FormFault::NeedsAtom32 => (
            Some(Swizzle::B128Atom32),
            format!("{element} {major} needs the swizzle with 32B atoms"),
            format!("tcgen05 reads a transposed 32-bit operand only in 128B mode with 32-byte atoms (code 1), not with {swizzle}."),
        ),
        FormFault::CannotAtom32 => (
            Some(Swizzle::B128),
            format!("{element} {major} cannot use 32B atoms"),
            format!("tcgen05 supports every swizzle for transposed {bits}-bit operands except the one with 32-byte atoms (code 1). {CODE_1}"),
        ),
    };
    match mode {
        Some(mode) => use_mode(report.error(&[FieldId::Swizzle], title, text), spec, mode),
        None => {
            let said = report.error(&[], title, text).repair("Make the operand K-major", spec.said());
            said.tile.major = Some(Major::K);
        }
    }
}

/// Notes a form of tcgen05 on which sources disagree.
fn contested(spec: &Spec, report: &mut Report, swizzle: Swizzle) {
    let tile = spec.tile();
    let with_32b_atoms = swizzle == Swizzle::B128Atom32;
    match (tile.major, tile.element.slot_bits()) {
        (Major::K, bits) if with_32b_atoms => {
            let is_explained = report.facts.tally.wrong > 0 && !report.facts.causes.is_empty();
            let is_said = spec.given().is_none() || spec.said().tile.swizzle.is_some() || is_explained;
            let title = format!("No known producer writes 32B atoms for {bits}-bit K-major");
            let (severity, title) = match bits {
                16 if !is_said => (Severity::Warning, title.as_str()),
                _ => (Severity::Note, "Sources disagree on K-major with 32B atoms"),
            };
            let finding = report
                .add(
                    severity,
                    &[FieldId::Swizzle],
                    title,
                    format!("The ISA's swizzle table allows every mode for K-major, but its atom table has no K-major atom for this one, and CUTLASS rejects it. Drawn with groups of 8 rows, as the ISA defines SBO for K-major; a public kernel uses groups of 4. Not run on hardware. {CODE_1}"),
                )
                .by(Confidence::Contested, ATOM32);
            use_mode(finding, spec, Swizzle::B128);
        }
        (Major::Mn, 8 | 16) if with_32b_atoms => {}
        (Major::Mn, _) if tile.element.is_padded() => {
            report.note(
                    &[],
                    "Sources disagree on transposed 4- and 6-bit types",
                    "PTX ISA 9.1 and a comment in CUTLASS list no transposed form for them; the 9.4 transpose table and CUTLASS's own tests include it for padded elements. Not run on hardware.",
                )
                .by(Confidence::Contested, "PTX ISA 9.1 and 9.4, tcgen05 transpose tables; CUTLASS");
        }
        (Major::K | Major::Mn, _) => {}
    }
}

const TARGETS: &str = "PTX ISA, target notes of wgmma and tcgen05; ptxas 13.5";
const K_96: &str = "PTX ISA, tcgen05, “Absolute address mode for K dimension being 48B”";

/// Features of the family that the specified chip lacks.
pub(super) fn chip(spec: &Spec, report: &mut Report) {
    let Some(chip) = spec.said().chip() else {
        return;
    };
    let (reader, element) = (spec.reader(), spec.tile().element);
    let arch = reader.arch;
    if !chip.has_instructions() {
        let with = arch.first_chip();
        let finding = report.error(
            &[],
            format!("{chip} has no {arch}"),
            format!("The assembler accepts {arch} only for a target with a letter: {with} is this chip with its own instructions."),
        );
        finding.by(Confidence::Stated, TARGETS);
        finding.assumes.clear();
        let label = format!("Compile for {with}");
        finding.repair(label, &spec.said().with_chip(with));
        return;
    }
    if reader.used_for == Use::Mma && arch.has_element(element) && !chip.has_element(element) {
        let kinds = joined(Kind::of_element(element), " and ");
        let others: Vec<Chip> = arch.chips().filter(|chip| chip.has_element(element)).collect();
        let having = joined(&others, " and ");
        let finding = report.error(
            &[],
            format!("{chip} has no {element} operand"),
            format!("{element} is multiplied by kind {kinds}, which the assembler refuses for {chip}. {having} support it."),
        );
        finding.assumes.retain(|name| *name == "element");
        for other in others {
            let label = format!("Compile for {other}");
            finding.repair(label, &spec.said().with_chip(other));
        }
    }
    let has_bit = arch.has_absolute_lbo();
    if reader.lbo_mode == LboMode::Absolute && has_bit && !chip.lbo_modes().contains(&LboMode::Absolute) {
        let having = chips_with_absolute_lbo(spec);
        let finding = report.error(
            &[FieldId::LboMode],
            format!("{chip} has no absolute LBO mode"),
            format!("It is for K = 96, which only {having} have."),
        );
        finding.by(Confidence::Stated, K_96);
        finding.assumes.clear();
    }
}

/// The chips of the family that have the absolute LBO mode.
pub(super) fn chips_with_absolute_lbo(spec: &Spec) -> String {
    let having = spec.reader().arch.chips().filter(|chip| chip.lbo_modes().contains(&LboMode::Absolute));
    joined(having, " and ")
}

/// A verdict that depends on the operand, where the operand is not specified.
pub(super) fn operand(spec: &Spec, report: &mut Report) {
    // A mismatch as the inferred operand has findings that offer the other operand.
    if spec.verdict() == Verdict::Differs {
        return;
    }
    let Some(other) = as_other_operand(spec) else {
        return;
    };
    let [own, theirs] = [spec, &other].map(|spec| spec.reader().operand);
    let finding = report.warning(
        &[],
        format!("Not correct as operand {}", theirs.name()),
        format!(
            "The operand is not specified; operand {} is inferred. As operand {}: {}",
            own.name(),
            theirs.name(),
            one_verdict_text(&other),
        ),
    );
    for operand in [theirs, own] {
        let label = format!("Set operand to {}", operand.name());
        finding.offer(label, spec.said()).reader.operand = Some(operand);
    }
}

/// The tile compared with the shapes that one instruction reads.
pub(super) fn extent(spec: &Spec, report: &mut Report) {
    if spec.reader().used_for == Use::Mma {
        rows(spec, report);
        depth(spec, report);
    }
    let step = spec.place().step;
    if step >= spec.steps() {
        report.warning(
            &[],
            format!("Step {step} is beyond the tile"),
            format!(
                "K = {} is covered by {} reads of {}; steps are counted from 0.",
                spec.tile().k,
                spec.steps(),
                spec.read_k()
            ),
        );
    }
}

/// An error for a given descriptor, whose instruction reads these rows; a warning for a tile alone.
fn severity(spec: &Spec) -> Severity {
    match spec.given() {
        Some(_) => Severity::Error,
        None => Severity::Warning,
    }
}

fn rows(spec: &Spec, report: &mut Report) {
    let (tile, reader) = (spec.tile(), spec.reader());
    if reader.operand == Operand::B {
        return n(spec, report);
    }
    let (step, text) = match reader.arch {
        Arch::Wgmma => (64, "M of wgmma is always 64: the last read covers rows outside the tile."),
        // M = 32 is a weight-stationary form.
        Arch::Tcgen05 if tile.mn == 32 => (32, ""),
        Arch::Tcgen05 => (
            64,
            "M of tcgen05 is 64 or 128 per CTA, or 32 in the .ws form: the last read covers rows outside the tile.",
        ),
    };
    if tile.mn.is_multiple_of(step) {
        return;
    }
    let severity = if is_in_buffer(spec) { Severity::Warning } else { severity(spec) };
    report.add(
        severity,
        &[],
        format!("M = {} is not a multiple of {step}", tile.mn),
        format!("{text}{}", outside_text(spec)),
    );
}

/// Whether what is read outside the tile is inside the specified buffer.
fn is_in_buffer(spec: &Spec) -> bool {
    let (tile, said) = (spec.tile(), &spec.said().tile);
    let (read, first) = (spec.instruction_extent(), spec.first_element(spec.place()));
    let is_within = |said: Option<u32>, first: u32, extent: u32, buffer: u32| {
        said.is_some() && first.saturating_add(extent) <= buffer
    };
    is_within(said.buffer_mn, first.mn, read.mn, tile.buffer.mn)
        && is_within(said.buffer_k.or(said.k), first.k, read.k, tile.buffer.k)
}

fn outside_text(spec: &Spec) -> String {
    let (outside, all) = spec.units_outside();
    match outside {
        0 => String::new(),
        _ => format!(" {outside} of {all} units of this read are outside the tile."),
    }
}

fn n(spec: &Spec, report: &mut Report) {
    let (tile, reader) = (spec.tile(), spec.reader());
    let (one, most) = (tile.mn.min(reader.rows), reader.arch.n_max());
    // The block that is not legal: all but the last are alike.
    let last = tile.mn % one;
    let Some(rows) = [one, last].into_iter().find(|rows| !is_legal_n(tile, reader.arch, *rows)) else {
        if tile.mn > most {
            report.note(
                &[],
                format!("N = {} needs {} instructions", tile.mn, spec.blocks()),
                format!(
                    "One instruction has N = {most} at most: each block of {} rows has its own descriptors.",
                    reader.rows
                ),
            );
        }
        return;
    };
    let step = n_step(tile, reader.arch, rows);
    let text = match step {
        8 => "N is a multiple of 8, up to 256.",
        _ if reader.arch == Arch::Tcgen05 && tile.major == Major::Mn => {
            "For N-major 8-bit B, tcgen05 needs N to be a multiple of 16, up to 256."
        }
        _ => "For integer and single-bit types N is 8, 16, 24, 32, or a larger multiple of 16 up to 256.",
    };
    let finding = report.add(severity(spec), &[], format!("N = {rows} is not a multiple of {step}"), text);
    let is_split = |rows: &u32| tile.mn.is_multiple_of(*rows) && is_legal_n(tile, reader.arch, *rows);
    if let Some(rows) = (1..=one).rev().find(is_split) {
        let times = tile.mn / rows;
        finding.say(format!(" {times} instructions with N = {rows} read it."));
        let label = format!("Use {times} instructions with N = {rows}");
        finding.repair(label, spec.said()).reader.rows = Some(rows);
    }
}

fn is_legal_n(tile: &Tile, arch: Arch, n: u32) -> bool {
    let is_one = match arch {
        Arch::Wgmma => wgmma_n_extents(tile.element).contains(n),
        Arch::Tcgen05 => n <= arch.n_max() && n.is_multiple_of(n_step(tile, arch, n)),
    };
    n == 0 || is_one
}

/// The number that N must be a multiple of near a value. For transposed 8-bit operands tcgen05 needs 16.
fn n_step(tile: &Tile, arch: Arch, n: u32) -> u32 {
    let is_transposed = tile.major == Major::Mn && tile.element.pitch_bits() == 8;
    match tile.element {
        _ if arch == Arch::Tcgen05 && is_transposed => 16,
        Element::S8 | Element::U8 | Element::B1 if n > 32 => 16,
        _ => 8,
    }
}

fn depth(spec: &Spec, report: &mut Report) {
    let (k, one) = (spec.tile().k, spec.read_k());
    let (outside, _) = spec.units_outside();
    let severity = match spec.given() {
        // The reads before the last stay inside the tile.
        Some(_) if outside > 0 && !is_in_buffer(spec) => Severity::Error,
        None if k < one => Severity::Note,
        _ => Severity::Warning,
    };
    let severity = if is_as_a_copy_has_it(spec) { Severity::Note } else { severity };
    if k < one {
        report.add(
            severity,
            &[],
            format!("K = {k} is less than one instruction reads"),
            format!(
                "One {} instruction reads {one} elements of K. The drawing shows the pattern only; an actual read continues at the addresses that LBO and SBO give.{}",
                spec.reader().arch.name(),
                outside_text(spec)
            ),
        );
    } else if !k.is_multiple_of(one) {
        report.add(
            severity,
            &[],
            format!("K = {k} is not a multiple of {one}"),
            format!(
                "One instruction reads {one} elements of K: the last of {} reads extends {} elements past the tile.{}",
                spec.steps(),
                spec.steps() * one - k,
                outside_text(spec)
            ),
        );
    }
    if spec.reader().arch == Arch::Wgmma && spec.span_bytes() > u64::from(SHARED_BYTES) {
        report
            .note(
                &[],
                "The tile is larger than a CTA's shared memory",
                format!("The tile spans {} bytes; a CTA has at most 232,448 (227 KiB).", spec.span_bytes()),
            )
            .by(Confidence::Stated, "CUDA Programming Guide, compute capability 9.0");
    }
}

/// Whether tcgen05.cp could read it and the use is not specified: rows of 16 bytes without swizzle.
fn is_as_a_copy_has_it(spec: &Spec) -> bool {
    let (tile, said) = (spec.tile(), &spec.said().reader);
    spec.reader().arch.has_use(Use::Copy)
        && said.used_for.is_none()
        && own_read(spec).swizzle() == Swizzle::None
        && tile.k == tile.element.per_unit()
}

/// The source of a `tcgen05.cp` compared with the shape of the copy.
pub(super) fn copy(spec: &Spec, report: &mut Report) {
    let (tile, reader) = (spec.tile(), spec.reader());
    if reader.used_for != Use::Copy {
        return;
    }
    if !reader.arch.has_use(Use::Copy) {
        let finding = report.error(
            &[],
            format!("{} has no copy to tensor memory", reader.arch.name()),
            "tcgen05.cp exists on Blackwell only; wgmma reads its operands from shared memory.",
        );
        finding.assumes.clear();
        if let Some(other) = reader.arch.others().find(|arch| arch.has_use(Use::Copy)) {
            finding.repair(format!("Switch to {other}"), &on_arch(spec, other));
        }
        return;
    }
    let (shape, name) = (reader.shape, reader.shape.name());
    if !tile.mn.is_multiple_of(shape.rows()) {
        report.warning(
            &[],
            format!("The row count {} is not a multiple of {}", tile.mn, shape.rows()),
            format!("A .{name} copy reads {} rows: the last copy extends past the tile.", shape.rows()),
        );
    }
    let k = spec.read_k();
    if !tile.k.is_multiple_of(k) {
        report.warning(
            &[],
            format!("The row length {} is not a multiple of {k} elements", tile.k),
            format!(
                "A .{name} copy reads {} bytes of each row, {k} {} elements.",
                shape.row_bytes(),
                tile.element.name()
            ),
        );
    }
    if reader.lbo_mode == LboMode::Absolute {
        report
            .warning(
                &[FieldId::LboMode],
                "Absolute LBO is for MMA only",
                "The manual defines it for the 48-byte K of an MMA only, and does not mention copies.",
            )
            .assumes
            .clear();
    }
}

/// K of the sparse form: the tile of A stores half of it.
pub(super) fn sparse(spec: &Spec, report: &mut Report) {
    let (Some(k), Some(text)) = (SparseK::of(spec), sparse_text(spec)) else {
        return;
    };
    let reader = spec.reader();
    // B stores all of K: there is nothing to confuse until it is compared with A.
    if reader.operand == Operand::A && reader.sparsity == Sparsity::Sparse {
        report.note(&[], format!("Stored K {}, logical K {}", k.stored, k.logical), text);
    }
}
