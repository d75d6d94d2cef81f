//! Text on the form of an operand: its transpose bit, and the atom of its mode.

use super::*;
use swizzle_core::tma::DataType;

/// The instruction's transpose bit that selects the major-ness, and its other name.
///
/// Source: PTX ISA, wgmma's imm-trans and tcgen05's instruction descriptor.
///
/// ```
/// use swizzle_text::major_text;
/// use swizzle_core::Said;
/// use swizzle_infer::spec_from_said;
/// assert_eq!(
///     major_text(&spec_from_said(&Said::default())?),
///     "K-major: imm-trans-a = 0; “non-transposed” in the ISA's BLAS table",
/// );
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn major_text(spec: &Spec) -> String {
    let (major, reader) = (spec.tile().major, spec.reader());
    let switch = match (reader.arch, reader.operand) {
        (Arch::Wgmma, Operand::A) => "imm-trans-a",
        (Arch::Wgmma, Operand::B) => "imm-trans-b",
        (Arch::Tcgen05, Operand::A) => "bit 15 of the instruction descriptor",
        (Arch::Tcgen05, Operand::B) => "bit 16 of the instruction descriptor",
    };
    let (name, bit, blas) = (major.operand_name(reader.operand), major.transpose_bit(), major.blas());
    format!("{name}: {switch} = {bit}; “{blas}” in the ISA's BLAS table")
}

/// The element type that a tensor map's data type is known by, else its own name.
pub fn data_type_text(data_type: DataType) -> &'static str {
    match data_type {
        DataType::Float16 => Element::F16.name(),
        DataType::Bfloat16 => Element::Bf16.name(),
        other => other.name(),
    }
}
