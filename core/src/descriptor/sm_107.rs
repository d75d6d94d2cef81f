//! The bit table of sm_107a's shared-memory descriptor: Blackwell's, with a bit more of start and LBO, and bit 53.

use crate::descriptor::field::{Field, FieldId};

const ISA: &str = "PTX ISA 9.4 (preview), tcgen05, “Shared memory descriptor”";

#[rustfmt::skip]
pub(super) const FIELDS: &[Field] = &[
    Field { id: FieldId::Start,      name: "Start",       low: 0,  width: 15, fixed: None,    meaning: "first byte of the operand, in units of 16 bytes", source: ISA },
    Field { id: FieldId::Reserved14, name: "Reserved",    low: 15, width: 1,  fixed: Some(0), meaning: "must be 0", source: ISA },
    Field { id: FieldId::Lbo,        name: "LBO",         low: 16, width: 15, fixed: None,    meaning: "leading dimension byte offset, or the second chunk's address (bit 52), in units of 16 bytes", source: ISA },
    Field { id: FieldId::Reserved30, name: "Reserved",    low: 31, width: 1,  fixed: Some(0), meaning: "must be 0", source: ISA },
    Field { id: FieldId::Sbo,        name: "SBO",         low: 32, width: 14, fixed: None,    meaning: "stride dimension byte offset, in units of 16 bytes", source: ISA },
    Field { id: FieldId::Fixed46,    name: "Fixed 001",   low: 46, width: 3,  fixed: Some(1), meaning: "the constant 0b001: bit 46 set, 47 and 48 clear", source: ISA },
    Field { id: FieldId::BaseOffset, name: "Base offset", low: 49, width: 3,  fixed: None,    meaning: "subtracted from the phase of the swizzle (as measured for wgmma)", source: ISA },
    Field { id: FieldId::LboMode,    name: "LBO mode",    low: 52, width: 1,  fixed: None,    meaning: "0 LBO is a distance, 1 LBO is an address", source: ISA },
    Field { id: FieldId::LutHalf,    name: "Table half",  low: 53, width: 1,  fixed: None,    meaning: "which 24-byte half of the table decompress::lut::b takes", source: ISA },
    Field { id: FieldId::Reserved,   name: "Fixed 0",     low: 54, width: 7,  fixed: Some(0), meaning: "the constant 0", source: ISA },
    Field { id: FieldId::Swizzle,    name: "Swizzle",     low: 61, width: 3,  fixed: None,    meaning: "0 none, 1 128B with 32B atoms, 2 128B, 4 64B, 6 32B; 3, 5 and 7 are invalid", source: ISA },
];
