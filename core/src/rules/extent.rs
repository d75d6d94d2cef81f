//! The tile against the shapes that one instruction reads.

use alloc::format;

use crate::finding::{Confidence, Report, Rule, Severity};
use crate::{Arch, Element, Major, Named, Operand, Params, Spec};

pub(super) const RULE: Rule = Rule {
    id: "extent",
    source: "PTX ISA, matrix shapes of wgmma and tcgen05.mma",
    confidence: Confidence::Stated,
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    rows(spec, report);
    depth(spec, report);
    let params = spec.params();
    if params.step >= spec.steps() {
        report.add(
            Severity::Warning,
            &[],
            format!("Step {} is beyond the tile", params.step),
            format!(
                "K = {} is walked in {} reads of {}, counted from 0.",
                params.k,
                spec.steps(),
                spec.read_k()
            ),
        );
    }
}

fn rows(spec: &Spec, report: &mut Report) {
    let params = spec.params();
    let letter = params.operand.mn_letter();
    let step = match (params.operand, params.arch) {
        (Operand::A, _) => 64,
        (Operand::B, _) => n_step(params),
    };
    if !params.mn.is_multiple_of(step) {
        report.add(
            Severity::Warning,
            &[],
            format!("{letter} = {} is no multiple of {step}", params.mn),
            match params.operand {
                Operand::A => format!(
                    "An instruction of {} reads 64 rows of A or more: rows beyond the tile are read too.",
                    params.arch.name()
                ),
                Operand::B => format!("N of an instruction comes in steps of {step} for {}.", params.element.name()),
            },
        );
    }
}

/// The step of legal N, for an extent of which the rest after whole 256-wide instructions counts. tcgen05 reads
/// transposed 8-bit operands in steps of 16.
fn n_step(params: &Params) -> u32 {
    let is_transposed = params.major == Major::Mn && params.element.pitch_bits() == 8;
    match params.element {
        _ if params.arch == Arch::Tcgen05 && is_transposed => 16,
        Element::S8 | Element::U8 | Element::B1 if params.mn % 256 > 32 => 16,
        _ => 8,
    }
}

fn depth(spec: &Spec, report: &mut Report) {
    let (k, one) = (spec.extent().k, spec.read_k());
    if k < one {
        report.add(
            Severity::Note,
            &[],
            format!("K = {k} is less than one instruction reads"),
            format!(
                "An instruction of {} reads {one} elements of K. This is a picture of the pattern; a read goes on to where LBO and SBO lead.",
                spec.params().arch.name()
            ),
        );
    } else if !k.is_multiple_of(one) {
        report.add(
            Severity::Warning,
            &[],
            format!("K = {k} is no multiple of {one}"),
            format!(
                "An instruction reads {one} elements of K: the last of {} reads goes {} beyond the tile.",
                spec.steps(),
                spec.steps() * one - k
            ),
        );
    }
    if spec.params().arch == Arch::Wgmma && spec.span_bytes() > 227 * 1024 {
        report.add(
            Severity::Note,
            &[],
            "Larger than a CTA's shared memory",
            format!(
                "The tile spans {} bytes; a CTA has at most 232,448 (227 KiB).",
                spec.span_bytes()
            ),
        );
    }
}
