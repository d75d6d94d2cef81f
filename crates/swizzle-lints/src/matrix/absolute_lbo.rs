//! The restrictions of the absolute-address LBO mode.

use super::*;
use swizzle_core::hardware::LINE_BYTES;

lint!(Spec, "absolute-lbo", Stated, "PTX ISA, tcgen05, “Restrictions on the Leading Dimension Absolute Address Stride”";
    on ["element", "major", "k"],
    silenced_by: &[
        // If the chip lacks the mode, its use does not matter.
        Silencer::by(&["chip"]).on(&[FieldId::LboMode]),
    ],
);

const FIELDS: &[FieldId] = &[FieldId::LboMode, FieldId::Lbo];

fn find(spec: &Spec, report: &mut Report) {
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
    let having = chip::chips_with_absolute_lbo(spec);
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
                let said = candidate::in_mode(spec, Swizzle::B128);
                candidate::offer(finding, spec, &said);
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
            candidate::offer(finding, spec, &said);
            // With the strides of the tile where those are wrong too.
            if !candidate::is_sound(&said)
                && let Ok(relative) = spec_from_said(&said)
            {
                let said = candidate::with_own_strides(&relative, candidate::STRIDES);
                candidate::offer(finding, spec, &said);
            }
        }
        _ => {
            let label = "Set the LBO mode to relative (bit 52 to 0)";
            finding.repair(label, spec.said()).reader.lbo_mode = Some(LboMode::Relative);
        }
    }
}
