//! Cases in which lints fire, and in which they must not.

use super::*;
use crate::finding::Severity;
use crate::tests::{Case, silent, speaks};

/// Those of a lint.
pub(crate) fn cases(id: &str) -> Vec<Case<Issue>> {
    match id {
        "idesc-pair" => idesc_pair(),
        "scale-id" => scale_id(),
        "scale-order" => scale_order(),
        "scale-bits" => scale_bits(),
        "scale-copy" => scale_copy(),
        "scale-rows" => scale_rows(),
        "load-half" => load_half(),
        "a-major" => a_major(),
        "metadata-unknown" => metadata_unknown(),
        _ => Vec::new(),
    }
}

fn idesc_pair() -> Vec<Case<Issue>> {
    use swizzle_core::descriptor::InstructionDescriptor;
    use swizzle_core::hardware::Kind;
    // bf16, M = 128, N = 128.
    let of = |form, m, n| Issue {
        idesc: Some(InstructionDescriptor::new(Kind::F16, 0x0820_0490)),
        n: Some(n),
        ..Issue::new(form, m)
    };
    vec![
        speaks(
            Severity::Error,
            "M = 128 of the instruction descriptor is that of one CTA",
            of(CtaForm::Two, 256, 128),
        ),
        speaks(Severity::Error, "it is N of the pair, 256", of(CtaForm::Two, 128, 256)),
        silent(of(CtaForm::Two, 128, 128)),
        silent(of(CtaForm::One, 256, 256)),
        silent(Issue::new(CtaForm::Two, 256)),
        // An M that was not said is taken for that of the pair.
        speaks(
            Severity::Note,
            "M = 128 is read as that of the pair",
            Issue { m: None, ..of(CtaForm::Two, 256, 128) },
        ),
    ]
}

fn scale_id() -> Vec<Case<Issue>> {
    use crate::tensor_memory::issue::scaled;
    use swizzle_core::hardware::Kind;
    let of = |kind, ids: &[u32]| scaled(kind, 128, 8, |_, scales| scales.ids = ids.to_vec());
    vec![
        speaks(
            Severity::Error,
            "Step 1 has scale-factor id 0, expected 1, and those of 2 other steps",
            of(Kind::Mxf8f6f4, &[0, 0, 0, 0]),
        ),
        speaks(Severity::Error, "its low half by 0, its high half by 2", of(Kind::Mxf4, &[0, 1, 0, 1])),
        silent(of(Kind::Mxf8f6f4, &[0, 1, 2, 3, 0, 1, 2, 3])),
        silent(of(Kind::Mxf4, &[0, 2, 0, 2])),
        speaks(Severity::Error, "Id 4 has no step: the stage has 4", of(Kind::Mxf4, &[0, 2, 0, 2, 9, 9])),
        speaks(Severity::Error, "Step 1 has scale-factor id 0, expected 2", of(Kind::Mxf4, &[0, 0, 0, 2, 0])),
        silent(of(Kind::Mxf4, &[])),
        // The ids for K = 96 are not known.
        silent(scaled(Kind::Mxf4, 128, 12, |_, scales| {
            scales.ids = vec![0, 3];
            scales.shape.step_k = 96;
        })),
    ]
}

fn scale_order() -> Vec<Case<Issue>> {
    use crate::tensor_memory::issue::scaled;
    use swizzle_core::hardware::Kind;
    use swizzle_tmem::scale::Order;
    let written = |order, rows, factors| {
        scaled(Kind::Mxf8f6f4, rows, factors, |_, scales| scales.shape.written = order)
    };
    let of = |rows, factors| written(Order::Tensor, rows, factors);
    vec![
        speaks(
            Severity::Error,
            "1,024 of 2,048 scale factors are not where the copies expect them",
            of(256, 8),
        ),
        speaks(
            Severity::Error,
            "1,016 of 1,024 scale factors are not where the copies expect them",
            written(Order::Linear, 128, 8),
        ),
        silent(of(128, 8)),
        silent(of(256, 4)),
        silent(scaled(Kind::Mxf8f6f4, 256, 8, |_, _| ())),
    ]
}

fn scale_bits() -> Vec<Case<Issue>> {
    use crate::tensor_memory::issue::scaled;
    use swizzle_core::descriptor::Descriptor;
    use swizzle_core::hardware::{Arch, Kind};
    let of = |words: &[u64]| {
        scaled(Kind::Mxf8f6f4, 128, 8, |_, scales| {
            let all = words.iter().map(|word| Descriptor::new(Arch::Tcgen05, *word));
            scales.copies = all.collect();
        })
    };
    vec![
        speaks(Severity::Error, "Copy 0: fixed bits 0x400000000000 are 0x0", of(&[0x0000_0008_0001_0800])),
        speaks(
            Severity::Error,
            "Copy 1: fixed bits 0x400000000000 are 0x0",
            of(&[0x0000_4008_0001_0800, 0x0010_0008_0001_0820]),
        ),
        silent(of(&[0x0000_4008_0001_0800, 0x0000_4008_0001_0820])),
        silent(of(&[])),
    ]
}

fn scale_copy() -> Vec<Case<Issue>> {
    use crate::tensor_memory::issue::scaled;
    use swizzle_core::hardware::{Arch, Kind};
    let of = |words: &[u64]| {
        scaled(Kind::Mxf8f6f4, 256, 8, |_, scales| {
            let all = words.iter().map(|word| Descriptor::new(Arch::Tcgen05, *word));
            scales.copies = all.collect();
        })
    };
    let error = |words, issue| speaks(Severity::Error, words, issue);
    vec![
        silent(of(&[0x0000_4008_0001_0800, 0x0000_4008_0001_0820])),
        silent(of(&[0x0000_4008_0000_0800])),
        silent(of(&[])),
        error("has SBO 512 bytes, expected 128", of(&[0x0000_4020_0001_0800])),
        error(
            "Copy 1 starts at 0x8400, expected 0x8200",
            of(&[0x0000_4008_0001_0800, 0x0000_4008_0001_0840]),
        ),
        error("reads the block with a swizzle", of(&[0x4000_4008_0001_0800])),
        error(
            "Copy 4 has no block: the stage has 4",
            of(&[
                0x0000_4008_0001_0800,
                0x0000_4008_0001_0820,
                0x0000_4008_0001_0840,
                0x0000_4008_0001_0860,
                0x0000_4008_0001_0880,
            ]),
        ),
        speaks(Severity::Note, "has LBO 512 bytes, which has no effect", of(&[0x0000_4008_0020_0800])),
    ]
}

fn scale_rows() -> Vec<Case<Issue>> {
    use crate::tensor_memory::issue::scaled;
    use swizzle_core::Operand;
    use swizzle_core::hardware::Kind;
    let of = |rows, bytes| {
        scaled(Kind::Mxf8f6f4, rows, 8, |_, scales| {
            scales.shape.operand = Operand::B;
            scales.stage_bytes = bytes;
        })
    };
    vec![
        speaks(Severity::Note, "192 rows of scale factors are rounded up to 256", of(192, None)),
        speaks(Severity::Note, "64 rows of scale factors are rounded up to 128", of(64, Some(1024))),
        speaks(Severity::Error, "with 192 rows rounded up to 256", of(192, Some(1536))),
        speaks(
            Severity::Error,
            "A stage of 512 bytes is too small for its scale factors: 1024",
            of(128, Some(512)),
        ),
        silent(of(128, None)),
        silent(of(256, Some(2048))),
    ]
}

fn load_half() -> Vec<Case<Issue>> {
    use swizzle_core::hardware::{CtaForm, Sparsity};
    let of = |form, m, load| Issue { load: Some(load), ..Issue::new(form, m) };
    let words = "32x32b reads 32 lanes of each warp, of which D fills 16";
    vec![
        speaks(Severity::Warning, words, of(CtaForm::One, 64, LoadShape::S32x32b)),
        speaks(
            Severity::Warning,
            words,
            Issue { sparsity: Sparsity::Sparse, ..of(CtaForm::Two, 128, LoadShape::S32x32b) },
        ),
        // CuTe has layout B there, which fills all lanes.
        silent(Issue {
            sparsity: Sparsity::Sparse,
            reading: Some(Witness::Cute),
            ..of(CtaForm::Two, 128, LoadShape::S32x32b)
        }),
        speaks(Severity::Note, "a second load, 16 lanes further", of(CtaForm::One, 128, LoadShape::S16x256b)),
        silent(of(CtaForm::One, 64, LoadShape::S16x256b)),
        silent(of(CtaForm::One, 128, LoadShape::S32x32b)),
        silent(of(CtaForm::Two, 128, LoadShape::S32x32b)),
        silent(of(CtaForm::WeightStationary, 64, LoadShape::S32x32b)),
        silent(of(CtaForm::One, 96, LoadShape::S32x32b)),
        silent(Issue::new(CtaForm::One, 64)),
        silent(Issue { m: None, ..of(CtaForm::One, 64, LoadShape::S32x32b) }),
    ]
}

fn a_major() -> Vec<Case<Issue>> {
    use swizzle_core::hardware::CtaForm;
    let of = |a_major| Issue { a_major, ..Issue::new(CtaForm::One, 128) };
    vec![
        speaks(Severity::Warning, "A in tensor memory is M-major", of(Some(Major::Mn))),
        silent(of(Some(Major::K))),
        silent(of(None)),
    ]
}

fn metadata_unknown() -> Vec<Case<Issue>> {
    use swizzle_core::hardware::{CtaForm, Kind};
    let of = |form, m| Issue { kind: Some(Kind::F16), sparsity: Sparsity::Sparse, ..Issue::new(form, m) };
    let words = "No source places the metadata of 64 rows of A";
    vec![
        speaks(Severity::Warning, words, of(CtaForm::One, 64)),
        speaks(Severity::Warning, words, of(CtaForm::Two, 128)),
        silent(of(CtaForm::One, 128)),
        silent(of(CtaForm::Two, 256)),
        silent(Issue::new(CtaForm::One, 64)),
        silent(Issue { m: None, ..of(CtaForm::One, 64) }),
    ]
}
