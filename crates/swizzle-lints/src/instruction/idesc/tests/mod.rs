//! Cases in which lints fire, and in which they must not.

use super::*;
use crate::finding::Severity;
use crate::tests::{Case, silent, speaks};

/// Those of a lint.
pub(crate) fn cases(id: &str) -> Vec<Case<InstructionWord>> {
    match id {
        "idesc-of-pair" => idesc_of_pair(),
        "idesc-tile" => idesc_tile(),
        _ => Vec::new(),
    }
}

fn idesc_of_pair() -> Vec<Case<InstructionWord>> {
    use crate::instruction::word;
    use swizzle_core::hardware::Kind;
    // bf16, M = 128, N = 128.
    let of = |form, of_pair| InstructionWord { of_pair: Some(of_pair), ..word(Kind::F16, 0x0820_0490, form) };
    let two = Some(CtaForm::Two);
    vec![
        speaks(
            Severity::Error,
            "M = 128 of the instruction descriptor is that of one CTA",
            of(two, [Some(256), Some(128)]),
        ),
        speaks(Severity::Error, "it is N of the pair, 256", of(two, [Some(128), Some(256)])),
        speaks(
            Severity::Note,
            "64 rows of A. If each has 128, M is 256: 0x10200490",
            of(two, [None, Some(128)]),
        ),
        speaks(
            Severity::Note,
            "64 columns of B. If each has 128, N is 256: 0x08400490",
            of(two, [Some(128), None]),
        ),
        silent(of(two, [Some(128), Some(128)])),
        silent(of(Some(CtaForm::One), [Some(256), Some(128)])),
        // M = 192 of a pair is none: no repair of M = 96.
        silent(InstructionWord {
            of_pair: Some([Some(192), Some(128)]),
            ..word(Kind::F16, 0x0620_0490, two)
        }),
        silent(of(None, [None, None])),
        silent(word(Kind::F16, 0x0820_0490, two)),
        // M = 256 and N = 256 are more than one CTA has.
        silent(InstructionWord { of_pair: Some([None, None]), ..word(Kind::F16, 0x1040_0490, two) }),
    ]
}

fn idesc_tile() -> Vec<Case<InstructionWord>> {
    use crate::instruction::word;
    use Severity::{Error, Warning};
    use swizzle_core::hardware::{Arch, Element, Major, Sparsity};
    use swizzle_core::reader::Said;
    let beside = |change: fn(&mut Said)| {
        let mut said = Said::default();
        said.reader.arch = Some(Arch::Tcgen05);
        said.tile.mn = Some(128);
        change(&mut said);
        InstructionWord {
            spec: swizzle_infer::spec_from_said(&said).ok(),
            ..word(Kind::F16, 0x0820_0490, Some(CtaForm::One))
        }
    };
    vec![
        speaks(
            Error,
            "The tile is f16, but A type is set to bf16",
            beside(|said| said.tile.element = Some(Element::F16)),
        ),
        speaks(
            Error,
            "Kind f16 does not support e4m3",
            beside(|said| said.tile.element = Some(Element::E4m3)),
        ),
        speaks(
            Error,
            "The tile is M-major, but Transpose A",
            beside(|said| said.tile.major = Some(Major::Mn)),
        ),
        speaks(
            Error,
            "The instruction is sparse, but bit 2",
            beside(|said| said.reader.sparsity = Some(Sparsity::Sparse)),
        ),
        speaks(
            Error,
            "wgmma has no instruction descriptor",
            beside(|said| said.reader.arch = Some(Arch::Wgmma)),
        ),
        speaks(
            Error,
            "The instruction descriptor has K = 16",
            beside(|said| said.reader.lbo_mode = Some(LboMode::Absolute)),
        ),
        speaks(
            Warning,
            "M = 96 of the tile is not a multiple of 128",
            beside(|said| said.tile.mn = Some(96)),
        ),
        silent(beside(|_| ())),
        silent(word(Kind::F16, 0x0820_0490, None)),
    ]
}
