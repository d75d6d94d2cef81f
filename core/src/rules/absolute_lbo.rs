//! The restrictions of the absolute-address LBO mode.

use core::fmt::Arguments;

use crate::descriptor::FieldId;
use crate::hardware::{Arch, Element, LboMode, Major, Named, Sparsity};
use crate::law::{Stride, Swizzle};
use crate::reader::Spec;
use crate::rules::finding::{Confidence, Report, Rule, Severity};
use crate::tile::Params;

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
    if params.arch == Arch::Wgmma {
        let mended = report
            .add(
                Severity::Error,
                FIELDS,
                format_args!("wgmma has no absolute LBO mode"),
                format_args!("Bit 52 means nothing in Hopper's descriptor; the absolute mode is tcgen05's, on sm_103a."),
            )
            .repair(format_args!("Make LBO relative"), params);
        (mended.lbo_mode, mended.lbo_bytes) = (LboMode::Relative, None);
        return;
    }
    restrictions(params, report);
    report.add(
        Severity::Note,
        FIELDS,
        format_args!("Absolute mode exists on sm_103a only"),
        format_args!("It serves the 48-byte K of packed 4-bit elements (K = 96). It was not run on hardware: what is drawn follows the PTX ISA and how CuTe feeds it."),
    );
    if !params.start_bytes.is_multiple_of(128) {
        report.add(
            Severity::Warning,
            &[FieldId::Start],
            format_args!("The tile does not start on a 128-byte line"),
            format_args!("A read goes over to the second chunk at the end of the start's 128-byte line, and the tile's columns of K must end there too."),
        );
    }
    let lbo = spec.read(params.step).params().lbo_bytes;
    let mut automatic = params.clone();
    automatic.lbo_bytes = None;
    let wanted =
        Spec::new(&automatic).map_or(lbo, |spec| spec.read(params.step).params().lbo_bytes);
    if lbo != wanted && spec.is_read_by_instruction(Stride::Lbo) {
        report
            .add(
                Severity::Error,
                FIELDS,
                format_args!("The second chunk is not where the tile goes on"),
                format_args!(
                    "This read goes on at 0x{lbo:x}; the tile's next column is at 0x{wanted:x}."
                ),
            )
            .repair(format_args!("Set LBO to automatic"), &automatic);
    }
    if !lbo.is_multiple_of(128) {
        report.add(
            Severity::Warning,
            FIELDS,
            format_args!("The second chunk does not start on a 128-byte line"),
            format_args!(
                "LBO holds the address 0x{lbo:x}. Every source keeps the second chunk inside an aligned 128-byte line; what the hardware does otherwise is not known."
            ),
        );
    }
}

/// Each restriction that does not hold.
fn restrictions(params: &Params, report: &mut Report) {
    let mut broken = |title: &str, text: Arguments<'_>, label: &str, mend: fn(&mut Params)| {
        let finding = report.add(Severity::Error, FIELDS, format_args!("{title}"), text);
        mend(finding.repair(format_args!("{label}"), params));
    };
    // First, as other majors may want another swizzle.
    if params.major != Major::K {
        broken(
            "Absolute LBO needs K-major",
            format_args!("The transpose bits 15 and 16 of the instruction descriptor must be 0."),
            "Make it K-major",
            |params| params.major = Major::K,
        );
    }
    if params.swizzle != Swizzle::B128 {
        broken(
            "Absolute LBO needs the 128B swizzle",
            format_args!(
                "Only 128-byte swizzle with 16-byte atoms is supported; this is {}.",
                params.swizzle.name()
            ),
            "Use the 128B swizzle",
            |params| params.swizzle = Swizzle::B128,
        );
    }
    if params.sparsity == Sparsity::Sparse {
        broken(
            "A K of 48 bytes is dense",
            format_args!("The sparse form of packed 4-bit operands has K = 128."),
            "Make it dense",
            |params| params.sparsity = Sparsity::Dense,
        );
    }
    let base_offset = params.base_offset.unwrap_or(0);
    if base_offset != 0 || !params.pattern_bytes.unwrap_or(0).is_multiple_of(1024) {
        broken(
            "Absolute LBO needs base offset 0",
            format_args!("The matrix base offset must be 0; it is {base_offset}."),
            "Set base offset to 0",
            |params| (params.base_offset, params.pattern_bytes) = (None, None),
        );
    }
    if params.element != Element::E2m1Packed {
        broken(
            "A K of 48 bytes exists only for packed 4-bit elements",
            format_args!(
                "K = 96 of kind::mxf4 and mxf4nvf4 is the one shape of 48 bytes; {} has none.",
                params.element.name()
            ),
            "Make the elements e2m1-packed",
            |params| params.element = Element::E2m1Packed,
        );
    }
}
