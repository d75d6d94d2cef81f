//! Which type, major-ness and swizzle an architecture's instruction takes.

use alloc::format;
use alloc::string::String;

use crate::finding::{Confidence, Report, Rule, Severity};
use crate::{Arch, Element, FieldId, Major, Named, Params, Sparsity, Spec, Swizzle};

pub(super) const RULE: Rule = Rule {
    id: "operand-form",
    source: "PTX ISA, wgmma matrix shapes and “imm-trans”; tcgen05 transpose and swizzle tables",
    confidence: Confidence::Stated,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    if let (Some(code), Arch::Tcgen05) = (params.invalid_swizzle, params.arch) {
        report
            .add(
                Severity::Error,
                &[FieldId::Swizzle],
                format!("Swizzle code {} stands for no mode", code.0),
                "tcgen05's three-bit code knows 0 none, 1 128B with 32B atoms, 2 128B, 4 64B and 6 32B. What the hardware does with 3, 5 or 7 is not known, so there is no picture.",
            )
            .repair(
                "Use 128B",
                Params { invalid_swizzle: None, ..with_swizzle(params, Swizzle::B128) },
            );
    }
    if !has_type(params.arch, params.element) {
        let other = params.arch.other();
        report
            .add(
                Severity::Error,
                &[],
                format!(
                    "{} has no {} operand",
                    params.arch.name(),
                    params.element.name()
                ),
                format!("The type exists on {} only.", other.name()),
            )
            .repair(
                format!("Switch to {}", other.name()),
                Params {
                    arch: other,
                    ..params.clone()
                },
            );
        return;
    }
    if params.element == Element::B1 && params.sparsity == Sparsity::Sparse {
        report
            .add(
                Severity::Error,
                &[],
                "There is no sparse form for b1",
                "wgmma.mma_async.sp takes every type but single bits.",
            )
            .repair(
                "Make it dense",
                Params {
                    sparsity: Sparsity::Dense,
                    ..params.clone()
                },
            );
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

fn make_k_major(params: &Params) -> Params {
    Params {
        major: Major::K,
        ..params.clone()
    }
}

fn with_swizzle(params: &Params, swizzle: Swizzle) -> Params {
    Params {
        swizzle,
        ..params.clone()
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
                "wgmma has no swizzle with 32B atoms",
                "Its two-bit code knows none, 128B, 64B and 32B. The 32B-atom mode is tcgen05's: there is no descriptor for this layout on Hopper.",
            )
            .repair("Use 128B", with_swizzle(params, Swizzle::B128));
    }
    if params.major == Major::Mn && !matches!(params.element, Element::F16 | Element::Bf16) {
        report
            .add(
                Severity::Error,
                &[],
                format!("wgmma cannot read {}", mn_major(params)),
                format!(
                    "Only the f16 and bf16 forms have imm-trans-a and imm-trans-b; for {} the operand is always K-major. The ISA's Figure 165 shows a tf32 layout that no wgmma reads.",
                    params.element.name()
                ),
            )
            .repair("Make it K-major", make_k_major(params));
    }
}

fn tcgen05(params: &Params, report: &mut Report) {
    match (params.major, params.element.slot_bits(), params.swizzle) {
        (Major::Mn, 4, _) => report
            .add(
                Severity::Error,
                &[],
                format!("tcgen05 cannot read {}", mn_major(params)),
                "Packed 4-bit operands (kind::mxf4, mxf4nvf4) are K-major only: transpose bits 15 and 16 must be 0.",
            )
            .repair("Make it K-major", make_k_major(params)),
        (Major::Mn, 32, swizzle) if swizzle != Swizzle::B128Atom32 => report
            .add(
                Severity::Error,
                &[FieldId::Swizzle],
                format!("{} needs the swizzle with 32B atoms", mn_major(params)),
                format!(
                    "tcgen05 reads a transposed 32-bit operand only in 128B mode with 32-byte atoms (code 1), not with {}.",
                    swizzle.name()
                ),
            )
            .repair("Use 128B with 32B atoms", with_swizzle(params, Swizzle::B128Atom32)),
        (Major::Mn, bits @ (8 | 16), Swizzle::B128Atom32) => report
            .add(
                Severity::Error,
                &[FieldId::Swizzle],
                format!("{} cannot use 32B atoms", mn_major(params)),
                format!("tcgen05 takes every swizzle for transposed {bits}-bit operands but the one with 32-byte atoms."),
            )
            .repair("Use 128B", with_swizzle(params, Swizzle::B128)),
        (Major::K, _, Swizzle::B128Atom32) => {
            report.add(
            Severity::Note,
            &[FieldId::Swizzle],
            "Sources differ on K-major with 32B atoms",
            "The ISA's swizzle table allows every mode for K-major, its atom table has no K-major atom for this one, and CUTLASS refuses it. Drawn with groups of 8 rows, as the ISA defines SBO for K-major; a public kernel steps 4. Not run on hardware.",
        );
        }
        _ => {
            if params.major == Major::Mn && params.element.is_padded() {
                report.add(
                    Severity::Note,
                    &[],
                    "Sources differ on transposed 4- and 6-bit types",
                    "PTX ISA 9.1 and a comment in CUTLASS list no transposed form for them; the 9.4 transpose table and CUTLASS's own tests have it for padded elements. Not run on hardware.",
                );
            }
        }
    }
}
