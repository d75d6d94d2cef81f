//! K of the sparse form: the tile of A stores half of it.

use crate::finding::{Confidence, Severity};
use crate::lint::{Lint, RestsOn};
use crate::matrix::Report;
use swizzle_core::hardware::{Operand, Sparsity};
use swizzle_core::reader::Spec;
use swizzle_text::{SparseK, sparse_text};

pub(super) const LINT: Lint<Spec> = Lint {
    id: "sparse",
    source: "PTX ISA, wgmma.mma_async.sp and tcgen05.mma.sp, “Sparse matrix storage”",
    confidence: Confidence::Stated,
    rests_on: RestsOn::Values(&[]),
    silenced_by: &[],
    find,
    #[cfg(test)]
    cases,
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

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Spec>> {
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
