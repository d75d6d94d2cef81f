//! K of the sparse form: the tile of A stores half of it.

use super::*;
use swizzle_text::{SparseK, sparse_text};

lint!(
    Spec,
    "sparse",
    Stated,
    "PTX ISA, wgmma.mma_async.sp and tcgen05.mma.sp, “Sparse matrix storage”"
);

fn find(spec: &Spec, report: &mut Report) {
    let (Some(k), Some(text)) = (SparseK::of(spec), sparse_text(spec)) else {
        return;
    };
    let reader = spec.reader();
    // B stores all of K: there is nothing to confuse until it is compared with A.
    if reader.operand == Operand::A && reader.sparsity == Sparsity::Sparse {
        report.note(
            &[],
            format!("Stored K {}, logical K {}", k.stored, k.logical),
            text,
        );
    }
}

/// Cases in which the lint fires, and in which it must not.
#[cfg(test)]
fn cases() -> Vec<crate::tests::Case<Spec>> {
    use crate::finding::Severity;
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
