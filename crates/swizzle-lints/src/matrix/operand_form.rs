//! The element types, major-nesses and swizzles that an architecture's instructions support.

use super::*;
use swizzle_core::reader::FormFault;

lint!(Spec, "operand-form", Stated, "PTX ISA, wgmma matrix shapes and “imm-trans”; tcgen05 transpose and swizzle tables";
    on ["element", "major"];
    is [OfTile, OfForm],
);

const ATOM32: &str = "PTX ISA, tcgen05 swizzle and atom tables; CUTLASS, mma_sm100_umma.hpp";
const CODE_1: &str = "128B is code 1 in wgmma and code 2 in tcgen05.";
const CODES: &str = "PTX ISA, tcgen05, “Shared memory descriptor”: swizzling modes";

fn find(spec: &Spec, report: &mut Report) {
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
        finding.repair(format!("Switch to {}", other.name()), &candidate::on_arch(spec, other));
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
    candidate::offer_mode(finding, spec, swizzle, candidate::is_sound);
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
            let finding = report.error(&[], title, text);
            let said = finding.repair("Make the operand K-major", spec.said());
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
            let is_said = tile_is_said_so(spec) || is_explained;
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

/// Whether the mode is specified, or no descriptor is given.
fn tile_is_said_so(spec: &Spec) -> bool {
    spec.given().is_none() || spec.said().tile.swizzle.is_some()
}
