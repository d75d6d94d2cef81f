//! Fields of the descriptor that have no effect in this mode and shape.

use super::*;
use swizzle_core::law::isa_ignores_lbo;

lint!(Spec, "no-effect", Derived, "the address law: every unit compared";
    on ["element", "major", "mn"],
);

/// Field values that are compared.
const TRIED: [u16; 4] = [0, 1, 37, 16_383];
const MEASURED: &str =
    "PTX ISA, “Leading Dimension Byte Offset”; LBO of swizzled K-major layouts measured on H200";
const PROOF: &str = "Compared unit by unit: field values 0, 1, 37 and 16383 read the same bytes.";

/// Whether the same units are read for every value of the stride's field.
fn is_idle(spec: &Spec, stride: Stride) -> bool {
    let (read, extent) = (own_read(spec), spec.read_extent());
    let t = read.element().per_unit() as usize;
    let (mn_step, k_step) = match read.major() {
        Major::K => (1, t),
        Major::Mn => (t, 1),
    };
    TRIED.into_iter().all(|field| {
        let mut params = read.params();
        match stride {
            Stride::Lbo => params.lbo_bytes = bytes_from_field(field),
            Stride::Sbo => params.sbo_bytes = bytes_from_field(field),
        }
        let other = Layout::new(params);
        (0..extent.mn).step_by(mn_step).all(|mn| {
            let mut units = (0..extent.k).step_by(k_step).map(|k| Coord { mn, k });
            units.all(|at| read.byte_from_element(at) == other.byte_from_element(at))
        })
    })
}

fn find(spec: &Spec, report: &mut Report) {
    let read = own_read(spec);
    lbo(spec, report);
    if !spec.is_read_by_instruction(Stride::Sbo) && is_idle(spec, Stride::Sbo) {
        report.note(
            &[FieldId::Sbo],
            "SBO has no effect in this shape",
            format!("One read stays inside the first repeat. {PROOF}"),
        );
    }
    if read.swizzle() == Swizzle::None && read.params().base_offset != 0 {
        report
            .note(
                &[FieldId::BaseOffset],
                "Base offset has no effect without swizzle",
                "Without an XOR there is no phase to shift. Measured on H200: the field is ignored.",
            )
            .by(Confidence::Measured, "measured on H200");
    }
}

/// An overlap by this stride says already that no read uses it.
const SAID_BY_OVERLAP: &[Silencer] = &[Silencer::by(&["overlap"]).on_same_field().even_notes()];

fn lbo(spec: &Spec, report: &mut Report) {
    let (read, arch) = (own_read(spec), spec.reader().arch);
    let used = spec.is_read_by_instruction(Stride::Lbo);
    if read.params().lbo_mode == LboMode::Absolute {
        if !used {
            report.note(
                &[FieldId::Lbo],
                "LBO has no effect in this step",
                "All 48 bytes of K are inside the first 128-byte line: the second chunk is not read.",
            );
        }
        return;
    }
    if isa_ignores_lbo(read.major(), read.swizzle()) {
        let row = read.swizzle().row_bytes();
        let run = if arch.is_measured() {
            "Measured on H200"
        } else {
            "Measured on H200 for wgmma; tcgen05 was not run"
        };
        let k_bytes = spec.read_k() / read.element().per_unit() * UNIT_BYTES;
        if used {
            report.note(
                &[FieldId::Lbo],
                "LBO is used here, contrary to the manual",
                format!("The ISA says that LBO is not used in swizzled K-major layouts. {run}: a read of {k_bytes} bytes of K leaves its {row}-byte column, and LBO is the offset to the next."),
            )
            .by(Confidence::Contested, "PTX ISA, “Leading Dimension Byte Offset”, compared with Triton and an H200");
        } else if is_idle(spec, Stride::Lbo) {
            report.note(
                &[FieldId::Lbo],
                "LBO has no effect in this shape",
                format!("{k_bytes} bytes of K stay inside one {row}-byte column; the usual value is 1. {PROOF} {run}: LBO matters where a read is longer along K than the swizzle row, as for B of sparse wgmma with 32B swizzle."),
            )
            .by(Confidence::Measured, MEASURED);
        }
    } else if !used && is_idle(spec, Stride::Lbo) {
        let why = match spec.reader().used_for {
            Use::Copy => {
                "Rows of one unit have no second block. DeepGEMM writes 0 here, ThunderKittens 128 bytes, others 16."
            }
            Use::Mma => "One read stays inside the first repeat along this dimension.",
        };
        let finding =
            report.note(&[FieldId::Lbo], "LBO has no effect in this shape", format!("{why} {PROOF}"));
        finding.silenced_by = SAID_BY_OVERLAP;
    }
}
