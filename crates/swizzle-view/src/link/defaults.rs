//! Meaning of the values that a link leaves out. Frozen: a fresh page may come to infer something else, an old link must
//! not.

use super::*;
use swizzle_params::{ParamId, Scalar, taken};

/// What silence means, and whether a descriptor says it where there is one.
const FROZEN: [(ParamId, Scalar, bool); 11] = [
    (ParamId::Operand, Scalar::Choice("A"), false),
    (ParamId::Sparsity, Scalar::Choice("dense"), false),
    (ParamId::Element, Scalar::Choice("bf16"), false),
    (ParamId::Major, Scalar::Choice("K"), false),
    (ParamId::Mn, Scalar::Number(64), false),
    (ParamId::K, Scalar::Number(64), false),
    (ParamId::Arch, Scalar::Choice("wgmma"), true),
    (ParamId::LboMode, Scalar::Choice("relative"), true),
    (ParamId::Swizzle, Scalar::Choice("128B"), true),
    (ParamId::Order, Scalar::Choice("mn"), true),
    (ParamId::Start, Scalar::Number(0x400), true),
];

/// Says what a link has left out, where a fresh page infers something else by now.
pub(super) fn say_what_silence_means(said: &mut Said) {
    let assumed = spec_from_said(&Said::default()).ok().map(|spec| taken(&spec));
    for (id, frozen, is_of_descriptor) in FROZEN {
        let param = id.param();
        let is_silent = param.get(said).is_none() && !(is_of_descriptor && said.given.is_some());
        if is_silent && assumed.and_then(|assumed| param.get(&assumed)) != Some(frozen) {
            param.set(said, Some(frozen));
        }
    }
}
