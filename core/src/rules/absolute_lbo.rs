//! The restrictions of the absolute-address LBO mode.

use alloc::format;
use alloc::vec::Vec;

use crate::finding::{Confidence, Report, Rule, Severity};
use crate::{
    Arch, Element, FieldId, LboMode, Major, Named, Params, Sparsity, Spec, Stride, Swizzle,
};

pub(super) const RULE: Rule = Rule {
    id: "absolute-lbo",
    source: "PTX ISA, tcgen05, “Restrictions on the Leading Dimension Absolute Address Stride”",
    confidence: Confidence::Stated,
    find,
};

const FIELDS: &[FieldId] = &[FieldId::LboMode, FieldId::Lbo];

fn find(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    if params.lbo_mode != LboMode::Absolute {
        return;
    }
    let relative = || Params {
        lbo_mode: LboMode::Relative,
        lbo_bytes: None,
        ..params.clone()
    };
    if params.arch == Arch::Wgmma {
        report
            .add(
                Severity::Error,
                FIELDS,
                "wgmma has no absolute LBO mode",
                "Bit 52 means nothing in Hopper's descriptor; the absolute mode is tcgen05's, on sm_103a.",
            )
            .repair("Make LBO relative", relative());
        return;
    }
    for (title, text, mended) in broken(params) {
        report
            .add(Severity::Error, FIELDS, title, text)
            .repair("Mend this", mended);
    }
    report.add(
        Severity::Note,
        FIELDS,
        "Absolute mode exists on sm_103a only",
        "It serves the 48-byte K of packed 4-bit elements (K = 96). It was not run on hardware: what is drawn follows the PTX ISA and how CuTe feeds it.",
    );
    if !params.start_bytes.is_multiple_of(128) {
        report.add(
            Severity::Warning,
            &[FieldId::Start],
            "The tile does not start on a 128-byte line",
            "A read goes over to the second chunk at the end of the start's 128-byte line, and the tile's columns of K must end there too.",
        );
    }
    let lbo = spec.read(params.step).params().lbo_bytes;
    let automatic = Params {
        lbo_bytes: None,
        ..params.clone()
    };
    let wanted =
        Spec::new(&automatic).map_or(lbo, |spec| spec.read(params.step).params().lbo_bytes);
    if lbo != wanted && spec.is_read_by_instruction(Stride::Lbo) {
        report
            .add(
                Severity::Error,
                FIELDS,
                "The second chunk is not where the tile goes on",
                format!(
                    "This read goes on at 0x{lbo:x}; the tile's next column is at 0x{wanted:x}."
                ),
            )
            .repair("Set LBO to automatic", automatic);
    }
    if !lbo.is_multiple_of(128) {
        report.add(
            Severity::Warning,
            FIELDS,
            "The second chunk does not start on a 128-byte line",
            format!(
                "LBO holds the address 0x{lbo:x}. Every source keeps the second chunk inside an aligned 128-byte line; what the hardware does otherwise is not known."
            ),
        );
    }
}

/// Each restriction that does not hold: title, text, and the parameters that keep it.
fn broken(params: &Params) -> Vec<(&'static str, alloc::string::String, Params)> {
    let mut broken = Vec::new();
    if params.swizzle != Swizzle::B128 {
        broken.push((
            "Absolute LBO needs the 128B swizzle",
            format!(
                "Only 128-byte swizzle with 16-byte atoms is supported; this is {}.",
                params.swizzle.name()
            ),
            Params {
                swizzle: Swizzle::B128,
                ..params.clone()
            },
        ));
    }
    if params.major != Major::K {
        broken.push((
            "Absolute LBO needs K-major",
            "The transpose bits 15 and 16 of the instruction descriptor must be 0.".into(),
            Params {
                major: Major::K,
                ..params.clone()
            },
        ));
    }
    if params.sparsity == Sparsity::Sparse {
        broken.push((
            "A K of 48 bytes is dense",
            "The sparse form of packed 4-bit operands has K = 128.".into(),
            Params {
                sparsity: Sparsity::Dense,
                ..params.clone()
            },
        ));
    }
    let base_offset = params.base_offset.unwrap_or(0);
    if base_offset != 0 || !params.pattern_bytes.unwrap_or(0).is_multiple_of(1024) {
        broken.push((
            "Absolute LBO needs base offset 0",
            format!("The matrix base offset must be 0; it is {base_offset}."),
            Params {
                base_offset: None,
                pattern_bytes: None,
                ..params.clone()
            },
        ));
    }
    if params.element != Element::E2m1Packed {
        broken.push((
            "A K of 48 bytes exists only for packed 4-bit elements",
            format!(
                "K = 96 of kind::mxf4 and mxf4nvf4 is the one shape of 48 bytes; {} has none.",
                params.element.name()
            ),
            Params {
                element: Element::E2m1Packed,
                ..params.clone()
            },
        ));
    }
    broken
}
