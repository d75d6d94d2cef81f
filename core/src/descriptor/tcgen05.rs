//! The bit table of Blackwell's shared-memory descriptor.

use crate::descriptor::field::{Field, FieldId};
use crate::law::Swizzle;

const ISA: &str = "PTX ISA, tcgen05, “Shared memory descriptor”";

#[rustfmt::skip]
pub(super) const FIELDS: &[Field] = &[
    Field { id: FieldId::Start,      name: "Start",       low: 0,  width: 14, fixed: None,    meaning: "first byte of the operand, in units of 16 bytes", source: ISA },
    Field { id: FieldId::Reserved14, name: "Reserved",    low: 14, width: 2,  fixed: Some(0), meaning: "must be 0", source: ISA },
    Field { id: FieldId::Lbo,        name: "LBO",         low: 16, width: 14, fixed: None,    meaning: "leading dimension byte offset, or the second chunk's address (bit 52), in units of 16 bytes", source: ISA },
    Field { id: FieldId::Reserved30, name: "Reserved",    low: 30, width: 2,  fixed: Some(0), meaning: "must be 0", source: ISA },
    Field { id: FieldId::Sbo,        name: "SBO",         low: 32, width: 14, fixed: None,    meaning: "stride dimension byte offset, in units of 16 bytes", source: ISA },
    Field { id: FieldId::Fixed46,    name: "Fixed 001",   low: 46, width: 3,  fixed: Some(1), meaning: "the constant 0b001: bit 46 set, 47 and 48 clear", source: ISA },
    Field { id: FieldId::BaseOffset, name: "Base offset", low: 49, width: 3,  fixed: None,    meaning: "subtracted from the phase of the swizzle (as measured for wgmma)", source: ISA },
    Field { id: FieldId::LboMode,    name: "LBO mode",    low: 52, width: 1,  fixed: None,    meaning: "0 LBO is a distance, 1 LBO is an address", source: ISA },
    Field { id: FieldId::Reserved, name: "Fixed 0",     low: 53, width: 8,  fixed: Some(0), meaning: "the constant 0; the manual prints 0xb00000000, a slip for eight binary zeros", source: ISA },
    Field { id: FieldId::Swizzle,    name: "Swizzle",     low: 61, width: 3,  fixed: None,    meaning: "0 none, 1 128B with 32B atoms, 2 128B, 4 64B, 6 32B; 3, 5 and 7 are invalid", source: ISA },
];

/// Source: PTX ISA, tcgen05, "Shared memory descriptor".
pub(super) const SWIZZLE_CODES: &[(Swizzle, u8)] =
    &[(Swizzle::None, 0), (Swizzle::B128Atom32, 1), (Swizzle::B128, 2), (Swizzle::B64, 4), (Swizzle::B32, 6)];
