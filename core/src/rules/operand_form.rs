//! Which type, major-ness and swizzle an architecture's instruction takes.

use alloc::format;
use alloc::string::String;

use crate::descriptor::FieldId;
use crate::hardware::{Arch, Element, Major, Named, Sparsity};
use crate::law::Swizzle;
use crate::reader::Spec;
use crate::rules::finding::{Confidence, Report, Rule, Severity};
use crate::tile::Params;

pub(super) const RULE: Rule = Rule {
    id: "operand-form",
    source: "PTX ISA, wgmma matrix shapes and “imm-trans”; tcgen05 transpose and swizzle tables",
    confidence: Confidence::Stated,
    find,
};

const ATOM32: &str = "PTX ISA, tcgen05 swizzle and atom tables; CUTLASS, mma_sm100_umma.hpp";
const CODE_1: &str = "wgmma's code 1 is 128B; tcgen05's is 2.";
const CODES: &str = "PTX ISA, tcgen05, “Shared memory descriptor”: swizzling modes";

/// Whether an instruction takes this type, major-ness and swizzle.
pub(crate) fn is_legal(params: &Params) -> bool {
    let is_16_bit = matches!(params.element, Element::F16 | Element::Bf16);
    let with_32b_atoms = params.swizzle == Swizzle::B128Atom32;
    has_type(params.arch, params.element)
        && match (params.arch, params.major) {
            (Arch::Wgmma, major) => !with_32b_atoms && (major == Major::K || is_16_bit),
            (Arch::Tcgen05, Major::K) => true,
            (Arch::Tcgen05, Major::Mn) => match params.element.slot_bits() {
                4 => false,
                32 => with_32b_atoms,
                _ => !with_32b_atoms,
            },
        }
}

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    if let (Some(code), Arch::Tcgen05) = (params.invalid_swizzle, params.arch) {
        let (swizzle, more) = match code.0 {
            3 => (Swizzle::B32, " wgmma's code 3 is 32B."),
            _ => (Swizzle::B128, ""),
        };
        let mended = report
            .add(
                Severity::Error,
                &[FieldId::Swizzle],
                format_args!("Swizzle code {} stands for no mode", code.0),
                format_args!("tcgen05's three-bit code knows 0 none, 1 128B with 32B atoms, 2 128B, 4 64B and 6 32B. What the hardware does with 3, 5 or 7 is not known, so there is no picture.{more}"),
            )
            .by(Confidence::Stated, CODES)
            .repair(format_args!("Use {}", swizzle.name()), params);
        (mended.invalid_swizzle, mended.swizzle) = (None, swizzle);
    }
    if !has_type(params.arch, params.element) {
        let other = params.arch.other();
        report
            .add(
                Severity::Error,
                &[],
                format_args!(
                    "{} has no {} operand",
                    params.arch.name(),
                    params.element.name()
                ),
                format_args!("The type exists on {} only.", other.name()),
            )
            .repair(format_args!("Switch to {}", other.name()), params)
            .arch = other;
        return;
    }
    if params.element == Element::B1 && params.sparsity == Sparsity::Sparse {
        report
            .add(
                Severity::Error,
                &[],
                format_args!("There is no sparse form for b1"),
                format_args!("wgmma.mma_async.sp takes every type but single bits."),
            )
            .repair(format_args!("Make it dense"), params)
            .sparsity = Sparsity::Dense;
    }
    match params.arch {
        Arch::Wgmma => wgmma(params, report),
        Arch::Tcgen05 => tcgen05(params, report),
    }
}

/// Source: PTX ISA, matrix shapes; 4- and 6-bit types are Blackwell's, single bits Hopper's.
const fn has_type(arch: Arch, element: Element) -> bool {
    match element {
        Element::B1 => matches!(arch, Arch::Wgmma),
        Element::E2m3 | Element::E3m2 | Element::E2m1 | Element::E2m1Packed => {
            matches!(arch, Arch::Tcgen05)
        }
        _ => true,
    }
}

fn mn_major(params: &Params) -> String {
    format!(
        "{} {}",
        params.element.name(),
        params.major.operand_name(params.operand)
    )
}

fn wgmma(params: &Params, report: &mut Report) {
    if params.swizzle == Swizzle::B128Atom32 {
        report
            .add(
                Severity::Error,
                &[FieldId::Swizzle],
                format_args!("wgmma has no swizzle with 32B atoms"),
                format_args!("Its two-bit code knows none, 128B, 64B and 32B. The 32B-atom mode is tcgen05's: there is no descriptor for this layout on Hopper."),
            )
            .repair(format_args!("Use 128B"), params)
            .swizzle = Swizzle::B128;
    }
    if params.major == Major::Mn && !matches!(params.element, Element::F16 | Element::Bf16) {
        report
            .add(
                Severity::Error,
                &[],
                format_args!("wgmma cannot read {}", mn_major(params)),
                format_args!(
                    "Only the f16 and bf16 forms have imm-trans-a and imm-trans-b; for {} the operand is always K-major. The ISA's Figure 165 shows a tf32 layout that no wgmma reads.",
                    params.element.name()
                ),
            )
            .repair(format_args!("Make it K-major"), params)
            .major = Major::K;
    }
}

fn tcgen05(params: &Params, report: &mut Report) {
    let with_32b_atoms = params.swizzle == Swizzle::B128Atom32;
    match (params.major, params.element.slot_bits()) {
        (Major::Mn, 4) => {
            report
                .add(
                    Severity::Error,
                    &[],
                    format_args!("tcgen05 cannot read {}", mn_major(params)),
                    format_args!("Packed 4-bit operands (kind::mxf4, mxf4nvf4) are K-major only: transpose bits 15 and 16 must be 0."),
                )
                .repair(format_args!("Make it K-major"), params)
                .major = Major::K;
        }
        (Major::Mn, 32) if !with_32b_atoms => {
            report
                .add(
                    Severity::Error,
                    &[FieldId::Swizzle],
                    format_args!("{} needs the swizzle with 32B atoms", mn_major(params)),
                    format_args!(
                        "tcgen05 reads a transposed 32-bit operand only in 128B mode with 32-byte atoms (code 1), not with {}.",
                        params.swizzle.name()
                    ),
                )
                .repair(format_args!("Use 128B with 32B atoms"), params)
                .swizzle = Swizzle::B128Atom32;
        }
        (Major::Mn, bits @ (8 | 16)) if with_32b_atoms => {
            report
                .add(
                    Severity::Error,
                    &[FieldId::Swizzle],
                    format_args!("{} cannot use 32B atoms", mn_major(params)),
                    format_args!("tcgen05 takes every swizzle for transposed {bits}-bit operands but the one with 32-byte atoms (code 1). {CODE_1}"),
                )
                .repair(format_args!("Use 128B"), params)
                .swizzle = Swizzle::B128;
        }
        (Major::K, _) if with_32b_atoms => {
            report
                .add(
                    Severity::Note,
                    &[FieldId::Swizzle],
                    format_args!("Sources differ on K-major with 32B atoms"),
                    format_args!("The ISA's swizzle table allows every mode for K-major, its atom table has no K-major atom for this one, and CUTLASS refuses it. Drawn with groups of 8 rows, as the ISA defines SBO for K-major; a public kernel steps 4. Not run on hardware. {CODE_1}"),
                )
                .by(Confidence::Contested, ATOM32)
                .repair(format_args!("Use 128B"), params)
                .swizzle = Swizzle::B128;
        }
        (Major::Mn, _) if params.element.is_padded() => {
            report
                .add(
                    Severity::Note,
                    &[],
                    format_args!("Sources differ on transposed 4- and 6-bit types"),
                    format_args!("PTX ISA 9.1 and a comment in CUTLASS list no transposed form for them; the 9.4 transpose table and CUTLASS's own tests have it for padded elements. Not run on hardware."),
                )
                .by(Confidence::Contested, "PTX ISA 9.1 and 9.4, tcgen05 transpose tables; CUTLASS");
        }
        _ => {}
    }
}
