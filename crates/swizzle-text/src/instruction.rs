//! Text on the fields of an instruction descriptor.

use super::*;
use swizzle_core::descriptor::{FieldValues, InstructionDescriptor, InstructionField};

/// The meaning of a field's bits: `bf16`, `256, field 32`, `no`, `code 2 is not defined`.
///
/// ```
/// use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId};
/// use swizzle_core::hardware::Kind;
/// use swizzle_text::instruction_value_text;
/// let idesc = InstructionDescriptor::new(Kind::F16, 0x0840_0490);
/// let field = InstructionDescriptor::field(Kind::F16, InstructionFieldId::N).unwrap();
/// assert_eq!(instruction_value_text(idesc, field), "256, field 32");
/// ```
pub fn instruction_value_text(idesc: InstructionDescriptor, field: InstructionField) -> String {
    let raw = idesc.bits_of(field);
    match field.values {
        FieldValues::Fixed(0) if raw == 0 && field.width == 1 => "no".into(),
        FieldValues::Fixed(fixed) if raw == fixed => format!("{fixed}, fixed"),
        FieldValues::Fixed(fixed) => format!("wrong, must be {fixed}"),
        FieldValues::Extent(unit) => format!("{}, field {raw}", raw * unit),
        FieldValues::Codes(_) => {
            field.code_name(raw).map_or_else(|| format!("code {raw} is not defined"), ToString::to_string)
        }
    }
}

/// The shape of an instruction: `M 128 × N 256 × K 16, dense`.
pub fn instruction_shape_text(idesc: InstructionDescriptor) -> String {
    format!("M {} × N {} × K {}, {}", idesc.m(), idesc.n(), idesc.k(), idesc.sparsity().name())
}
