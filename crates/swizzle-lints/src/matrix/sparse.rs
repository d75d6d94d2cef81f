//! K of the sparse form: the tile of A stores half of it.

use super::*;
use swizzle_text::{SparseK, sparse_text};

lint!(Spec, "sparse", Stated, "PTX ISA, wgmma.mma_async.sp and tcgen05.mma.sp, “Sparse matrix storage”");

fn find(spec: &Spec, report: &mut Report) {
    let (Some(k), Some(text)) = (SparseK::of(spec), sparse_text(spec)) else {
        return;
    };
    let reader = spec.reader();
    // B stores all of K: there is nothing to confuse until it is compared with A.
    if reader.operand == Operand::A && reader.sparsity == Sparsity::Sparse {
        report.note(&[], format!("Stored K {}, logical K {}", k.stored, k.logical), text);
    }
}
