//! Major-ness and swizzle.

use swizzle_core::{Arch, Named, Operand, Spec, Swizzle};
use yew::Html;

use crate::control::{Choice, Edits};
use crate::state::Edit;

/// The section.
pub(super) fn layout(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let params = spec.params();
    let major = params.major;
    let bit = major.transpose_bit();
    let switch = match (params.arch, params.operand) {
        (Arch::Wgmma, Operand::A) => format!("imm-trans-a = {bit}"),
        (Arch::Wgmma, Operand::B) => format!("imm-trans-b = {bit}"),
        (Arch::Tcgen05, Operand::A) => format!("bit 15 of the instruction descriptor = {bit}"),
        (Arch::Tcgen05, Operand::B) => format!("bit 16 of the instruction descriptor = {bit}"),
    };
    let major_hint = format!(
        "{}: {switch}; “{}” in the ISA's BLAS table",
        major.operand_name(params.operand),
        major.blas()
    );
    let atom = params.swizzle.atom(major);
    let (mn, k) = atom.sides(major);
    let swizzle_hint = format!(
        "Atom {mn} × {k} units, {} bytes{}",
        atom.bytes(),
        match params.swizzle {
            Swizzle::None => "; also called interleaved",
            Swizzle::B128Atom32 => "; 32-byte atoms stay whole",
            _ => "",
        }
    );
    vec![
        edits.choice(
            Choice::new("Major", major, |major| major.name().into(), Edit::Major).hint(major_hint),
        ),
        edits.choice(
            Choice::new("Swizzle", params.swizzle, swizzle_words, Edit::Swizzle).hint(swizzle_hint),
        ),
    ]
}

fn swizzle_words(swizzle: Swizzle) -> String {
    swizzle.name().into()
}
