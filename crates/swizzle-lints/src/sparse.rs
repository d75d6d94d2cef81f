//! K of the sparse form: the tile of A stores half of it.

use crate::finding::{Confidence, Severity};
use crate::report::{Report, RestsOn, Rule};
use swizzle_core::hardware::{Operand, Sparsity};
use swizzle_core::reader::Spec;
use swizzle_text::{SparseK, sparse_text};

pub(super) const RULE: Rule = Rule {
    id: "sparse",
    source: "PTX ISA, wgmma.mma_async.sp and tcgen05.mma.sp, “Sparse matrix storage”",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    find,
};

fn find(spec: &Spec, report: &mut Report) {
    let (Some(k), Some(text)) = (SparseK::of(spec), sparse_text(spec)) else {
        return;
    };
    let reader = spec.reader();
    // B stores all of K: there is nothing to confuse until it is compared with A.
    if reader.operand == Operand::A && reader.sparsity == Sparsity::Sparse {
        report.add(
            Severity::Note,
            &[],
            format_args!("Stored K {}, logical K {}", k.stored, k.logical),
            format_args!("{text}"),
        );
    }
}

/// Cases in which the rule fires, and in which it must not.
#[cfg(test)]
pub(super) fn cases() -> std::vec::Vec<crate::tests::Case> {
    use crate::tests::{said, silent, speaks};
    use swizzle_core::hardware::Arch;
    std::vec![
        speaks(
            Severity::Note,
            "stored K 64, logical K 128",
            said(|said| said.reader.sparsity = Some(Sparsity::Sparse)),
        ),
        speaks(
            Severity::Note,
            "in tensor memory",
            said(|said| {
                said.reader.arch = Some(Arch::Tcgen05);
                said.reader.sparsity = Some(Sparsity::Sparse);
            }),
        ),
        silent(said(|said| {
            said.reader.sparsity = Some(Sparsity::Sparse);
            said.reader.operand = Some(Operand::B);
        })),
        silent(said(|_| ())),
    ]
}
