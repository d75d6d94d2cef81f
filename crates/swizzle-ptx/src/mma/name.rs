//! The names of tensor-core instructions: what they say of shapes, types and forms.

use swizzle_core::hardware::{Accumulator, Arch, CtaForm, Element, Kind, Major, Named as _, Sparsity};

/// The parts of a tensor-core instruction's name, and its immediate operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MmaName {
    /// The family.
    pub arch: Arch,
    /// The kind of a `tcgen05.mma`.
    pub kind: Option<Kind>,
    /// Its form; `None` for a wgmma.
    pub form: Option<CtaForm>,
    /// Whether A is sparse.
    pub sparsity: Sparsity,
    /// M, N and K of a wgmma.
    pub shape: Option<[u32; 3]>,
    /// The types of A and B of a wgmma.
    pub types: [Option<Element>; 2],
    /// The accumulator type of a wgmma.
    pub accumulator: Option<Accumulator>,
}

/// Reads the opcode of a `wgmma.mma_async` or a `tcgen05.mma`.
pub fn mma_name(opcode: &str) -> Option<MmaName> {
    let words: Vec<&str> = opcode.split('.').collect();
    let has = |word: &str| words.contains(&word);
    let sparsity = if has("sp") { Sparsity::Sparse } else { Sparsity::Dense };
    match words[..] {
        ["wgmma", "mma_async", ..] => {
            let at = words.iter().position(|word| shape(word).is_some());
            let word = |ahead: usize| at.and_then(|at| words.get(at + ahead)).copied().unwrap_or_default();
            Some(MmaName {
                arch: Arch::Wgmma,
                kind: None,
                form: None,
                sparsity,
                shape: at.and_then(|at| shape(words[at])),
                types: [2, 3].map(|ahead| Element::from_name(word(ahead)).ok()),
                accumulator: Accumulator::from_name(word(1)).ok(),
            })
        }
        ["tcgen05", "mma", ..] => {
            let kind = words.iter().find_map(|word| word.strip_prefix("kind::"));
            Some(MmaName {
                arch: Arch::Tcgen05,
                kind: kind.and_then(|kind| Kind::from_name(kind).ok()),
                form: Some(match (has("ws"), has("cta_group::2")) {
                    (true, _) => CtaForm::WeightStationary,
                    (false, true) => CtaForm::Two,
                    (false, false) => CtaForm::One,
                }),
                sparsity,
                shape: None,
                types: [None; 2],
                accumulator: None,
            })
        }
        _ => None,
    }
}

/// No instruction has a larger M, N or K: a sparse one of single bits takes 512 of K.
const LARGEST: u32 = 512;

/// The M, N and K of a shape's name: `m64n128k16`.
pub fn shape(word: &str) -> Option<[u32; 3]> {
    let (m, rest) = word.strip_prefix('m')?.split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    let shape = [m.parse().ok()?, n.parse().ok()?, k.parse().ok()?];
    shape.iter().all(|extent| (1..=LARGEST).contains(extent)).then_some(shape)
}

impl MmaName {
    /// Whether the instruction has immediates that transpose.
    pub fn has_transposes(&self) -> bool {
        self.arch == Arch::Wgmma
            && self.types.iter().all(|one| matches!(one, Some(Element::F16 | Element::Bf16)))
    }

    /// The contiguous dimension that an immediate says.
    pub const fn major(transpose: u64) -> Major {
        if transpose & 1 == 1 { Major::Mn } else { Major::K }
    }
}

#[cfg(test)]
mod tests {
    use super::mma_name;
    use swizzle_core::hardware::{CtaForm, Element, Kind, Sparsity};

    #[test]
    fn names() {
        let wgmma = mma_name("wgmma.mma_async.sp.sync.aligned.m64n128k32.f32.bf16.bf16").unwrap();
        assert_eq!(
            (wgmma.shape, wgmma.types[0], wgmma.sparsity),
            (Some([64, 128, 32]), Some(Element::Bf16), Sparsity::Sparse)
        );
        let mma = mma_name("tcgen05.mma.ws.cta_group::1.kind::f8f6f4").unwrap();
        assert_eq!((mma.kind, mma.form), (Some(Kind::F8f6f4), Some(CtaForm::WeightStationary)));
        assert_eq!(mma_name("mma.sync"), None);
        let far = mma_name("wgmma.mma_async.sync.aligned.m4015903668n8k16.f32.bf16.bf16");
        assert_eq!(far.unwrap().shape, None);
    }
}
