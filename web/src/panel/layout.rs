//! Major-ness and swizzle.

use swizzle_core::{Arch, Named, Operand, Spec, Swizzle};
use yew::Html;

use crate::control::{Choice, Edits};
use crate::state::Edit;

/// The section.
pub(super) fn layout(spec: &Spec, edits: &Edits) -> Vec<Html> {
    let (tile, said, reader) = (spec.tile(), &spec.said().tile, spec.reader());
    let major = tile.major;
    let bit = major.transpose_bit();
    let switch = match (reader.arch, reader.operand) {
        (Arch::Wgmma, Operand::A) => format!("imm-trans-a = {bit}"),
        (Arch::Wgmma, Operand::B) => format!("imm-trans-b = {bit}"),
        (Arch::Tcgen05, Operand::A) => format!("bit 15 of the instruction descriptor = {bit}"),
        (Arch::Tcgen05, Operand::B) => format!("bit 16 of the instruction descriptor = {bit}"),
    };
    let major_hint = format!(
        "{}: {switch}; “{}” in the ISA's BLAS table",
        major.operand_name(reader.operand),
        major.blas()
    );
    let atom = tile.swizzle.atom(major);
    let (mn, k) = atom.sides(major);
    let swizzle_hint = format!(
        "Atom {mn} × {k} units, {} bytes{}",
        atom.bytes(),
        match tile.swizzle {
            Swizzle::None => "; also called interleaved",
            Swizzle::B128Atom32 => "; 32-byte atoms stay whole",
            _ => "",
        }
    );
    let swizzle = Choice::of_value(
        "Swizzle",
        tile.swizzle,
        Some(said.swizzle.is_some()),
        |swizzle| swizzle.name().into(),
        Edit::Swizzle,
    );
    let major = Choice::of_value(
        "Major",
        major,
        Some(said.major.is_some()),
        |major| major.name().into(),
        Edit::Major,
    );
    vec![
        edits.choice(major.hint(major_hint)),
        edits.choice(swizzle.hint(swizzle_hint)),
    ]
}
