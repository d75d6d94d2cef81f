//! The bit table of Hopper's descriptor.

use crate::descriptor::field::{Field, FieldId};
use crate::law::Swizzle;

const ISA: &str = "PTX ISA, wgmma, “Matrix Descriptor Format”";
const CUTLASS: &str = "CUTLASS, GmmaDescriptor: unused; the ISA does not list these bits";

#[rustfmt::skip]
pub(super) const FIELDS: &[Field] = &[
    Field { id: FieldId::Start,      name: "Start",       low: 0,  width: 14, fixed: None,    meaning: "first byte of the operand, in units of 16 bytes", source: ISA },
    Field { id: FieldId::Reserved14, name: "Unused",      low: 14, width: 2,  fixed: Some(0), meaning: "write 0", source: CUTLASS },
    Field { id: FieldId::Lbo,        name: "LBO",         low: 16, width: 14, fixed: None,    meaning: "leading dimension byte offset, in units of 16 bytes", source: ISA },
    Field { id: FieldId::Reserved30, name: "Unused",      low: 30, width: 2,  fixed: Some(0), meaning: "write 0", source: CUTLASS },
    Field { id: FieldId::Sbo,        name: "SBO",         low: 32, width: 14, fixed: None,    meaning: "stride dimension byte offset, in units of 16 bytes", source: ISA },
    Field { id: FieldId::Fixed46,    name: "Unused",      low: 46, width: 3,  fixed: Some(0), meaning: "write 0; tcgen05 has 0b001 here", source: CUTLASS },
    Field { id: FieldId::BaseOffset, name: "Base offset", low: 49, width: 3,  fixed: None,    meaning: "subtracted from the phase of the swizzle", source: ISA },
    Field { id: FieldId::Reserved, name: "Unused",      low: 52, width: 10, fixed: Some(0), meaning: "write 0", source: CUTLASS },
    Field { id: FieldId::Swizzle,    name: "Swizzle",     low: 62, width: 2,  fixed: None,    meaning: "0 none, 1 128B, 2 64B, 3 32B", source: ISA },
];

/// Source: PTX ISA, wgmma, "Matrix Descriptor Format".
pub(super) const SWIZZLE_CODES: &[(Swizzle, u8)] =
    &[(Swizzle::None, 0), (Swizzle::B128, 1), (Swizzle::B64, 2), (Swizzle::B32, 3)];
