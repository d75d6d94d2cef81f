//! The bit tables of the instruction descriptor, one of every kind.
//!
//! Source: PTX ISA, "Instruction descriptor" of tcgen05: one table for the plain kinds, one for `mxf8f6f4`, one for
//! `mxf4` and `mxf4nvf4`.

use crate::descriptor::instruction::field::{FieldValues, InstructionField, InstructionFieldId as Id};
use crate::hardware::Kind;

use FieldValues::{Codes, Extent, Fixed};

const SPARSE: FieldValues = Codes(&[(0, "dense"), (1, "sparse")]);
const NEGATE: FieldValues = Codes(&[(0, "no"), (1, "negated")]);
const MAJOR_A: FieldValues = Codes(&[(0, "K-major"), (1, "M-major")]);
const MAJOR_B: FieldValues = Codes(&[(0, "K-major"), (1, "N-major")]);
const F32: FieldValues = Codes(&[(1, "f32")]);
const F16_OR_F32: FieldValues = Codes(&[(0, "f16"), (1, "f32")]);
/// Code 2 stands for nothing.
const NARROW: FieldValues = Codes(&[(0, "e4m3"), (1, "e5m2"), (3, "e2m3"), (4, "e3m2"), (5, "e2m1")]);
/// Code 1, not 5, which the same type has in slots of a byte.
const PACKED: FieldValues = Codes(&[(1, "e2m1-packed")]);
const FOUR: FieldValues = Codes(&[(0, "0"), (1, "1"), (2, "2"), (3, "3")]);

const fn field(id: Id, low: u8, width: u8, values: FieldValues) -> InstructionField {
    InstructionField { id, low, width, values }
}

const fn reserved(low: u8, width: u8) -> InstructionField {
    field(Id::Reserved, low, width, Fixed(0))
}

/// The values that differ among the four plain kinds.
struct Plain {
    selector: FieldValues,
    saturate: FieldValues,
    d: FieldValues,
    ab: FieldValues,
    negate: FieldValues,
}

const fn plain(kind: Plain) -> [InstructionField; 16] {
    [
        field(Id::Selector, 0, 2, kind.selector),
        field(Id::Sparse, 2, 1, SPARSE),
        field(Id::Saturate, 3, 1, kind.saturate),
        field(Id::D, 4, 2, kind.d),
        reserved(6, 1),
        field(Id::A, 7, 3, kind.ab),
        field(Id::B, 10, 3, kind.ab),
        field(Id::NegateA, 13, 1, kind.negate),
        field(Id::NegateB, 14, 1, kind.negate),
        field(Id::TransposeA, 15, 1, MAJOR_A),
        field(Id::TransposeB, 16, 1, MAJOR_B),
        field(Id::N, 17, 6, Extent(8)),
        reserved(23, 1),
        field(Id::M, 24, 5, Extent(16)),
        reserved(29, 1),
        field(Id::MaxShift, 30, 2, Codes(&[(0, "none"), (1, "8"), (2, "16"), (3, "32")])),
    ]
}

const F16: [InstructionField; 16] = plain(Plain {
    selector: FOUR,
    saturate: Fixed(0),
    d: F16_OR_F32,
    ab: Codes(&[(0, "f16"), (1, "bf16")]),
    negate: NEGATE,
});
const TF32: [InstructionField; 16] =
    plain(Plain { selector: FOUR, saturate: Fixed(0), d: F32, ab: Codes(&[(2, "tf32")]), negate: NEGATE });
const F8F6F4: [InstructionField; 16] =
    plain(Plain { selector: Fixed(0), saturate: Fixed(0), d: F16_OR_F32, ab: NARROW, negate: NEGATE });
const I8: [InstructionField; 16] = plain(Plain {
    selector: Fixed(0),
    saturate: Codes(&[(0, "no"), (1, "saturate")]),
    d: Codes(&[(2, "s32")]),
    ab: Codes(&[(0, "u8"), (1, "s8")]),
    negate: Fixed(0),
});

const MXF8F6F4: [InstructionField; 17] = [
    reserved(0, 2),
    field(Id::Sparse, 2, 1, SPARSE),
    reserved(3, 1),
    field(Id::ScaleB, 4, 2, FOUR),
    reserved(6, 1),
    field(Id::A, 7, 3, NARROW),
    field(Id::B, 10, 3, NARROW),
    field(Id::NegateA, 13, 1, NEGATE),
    field(Id::NegateB, 14, 1, NEGATE),
    field(Id::TransposeA, 15, 1, MAJOR_A),
    field(Id::TransposeB, 16, 1, MAJOR_B),
    field(Id::N, 17, 6, Extent(8)),
    field(Id::ScaleType, 23, 1, Codes(&[(1, "ue8m0")])),
    reserved(24, 3),
    field(Id::M, 27, 2, Extent(128)),
    field(Id::ScaleA, 29, 2, FOUR),
    reserved(31, 1),
];

const fn packed(scale_type: FieldValues) -> [InstructionField; 18] {
    [
        reserved(0, 2),
        field(Id::Sparse, 2, 1, SPARSE),
        reserved(3, 1),
        field(Id::ScaleB, 4, 2, FOUR),
        reserved(6, 1),
        field(Id::A, 7, 3, PACKED),
        field(Id::B, 10, 2, PACKED),
        reserved(12, 1),
        field(Id::NegateA, 13, 1, NEGATE),
        field(Id::NegateB, 14, 1, NEGATE),
        field(Id::TransposeA, 15, 1, Fixed(0)),
        field(Id::TransposeB, 16, 1, Fixed(0)),
        field(Id::N, 17, 6, Extent(8)),
        field(Id::ScaleType, 23, 1, scale_type),
        reserved(24, 3),
        field(Id::M, 27, 2, Extent(128)),
        field(Id::ScaleA, 29, 2, FOUR),
        field(Id::KSize, 31, 1, Codes(&[(0, "64"), (1, "96")])),
    ]
}

const MXF4: [InstructionField; 18] = packed(Codes(&[(1, "ue8m0")]));
/// PTX ISA 9.3 lists both scale types; 9.1 left out 1.
const MXF4NVF4: [InstructionField; 18] = packed(Codes(&[(0, "ue4m3"), (1, "ue8m0")]));

/// A kind's fields, from bit 0 up; together they cover all 32 bits.
pub(super) const fn fields(kind: Kind) -> &'static [InstructionField] {
    match kind {
        Kind::F16 => &F16,
        Kind::Tf32 => &TF32,
        Kind::F8f6f4 => &F8F6F4,
        Kind::I8 => &I8,
        Kind::Mxf8f6f4 => &MXF8F6F4,
        Kind::Mxf4 => &MXF4,
        Kind::Mxf4nvf4 => &MXF4NVF4,
    }
}
