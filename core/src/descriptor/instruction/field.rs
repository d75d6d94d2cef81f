//! A bit field of the instruction descriptor.

use alloc::string::String;

use crate::descriptor::field;

/// Id of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InstructionFieldId {
    /// Bits that carry no value; there are several such fields.
    Reserved,
    /// Sparsity selector.
    Selector,
    /// Dense or sparse form.
    Sparse,
    /// Saturation of integers.
    Saturate,
    /// Type of D.
    D,
    /// Type of A.
    A,
    /// Type of B.
    B,
    /// Negation of A.
    NegateA,
    /// Negation of B.
    NegateB,
    /// Transposition of A: M-major.
    TransposeA,
    /// Transposition of B: N-major.
    TransposeB,
    /// Extent N.
    N,
    /// Extent M.
    M,
    /// Largest shift for the reuse of B, `.ws` only.
    MaxShift,
    /// Id of A's scale factors.
    ScaleA,
    /// Id of B's scale factors.
    ScaleB,
    /// Type of the scale factors.
    ScaleType,
    /// K of one instruction.
    KSize,
}

/// The values that a field may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FieldValues {
    /// This value only.
    Fixed(u32),
    /// One of these codes, each with its name.
    Codes(&'static [(u32, &'static str)]),
    /// An extent divided by this.
    Extent(u32),
}

/// A bit field of one kind's instruction descriptor: a row of the ISA's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstructionField {
    /// The field's id.
    pub id: InstructionFieldId,
    /// Lowest bit.
    pub low: u8,
    /// Number of bits.
    pub width: u8,
    /// The values that it may hold.
    pub values: FieldValues,
}

impl InstructionFieldId {
    /// Its lasting name, as options and JSON call it; reserved fields share one.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Self::Reserved => "reserved",
            Self::Selector => "selector",
            Self::Sparse => "sparse",
            Self::Saturate => "saturate",
            Self::D => "d",
            Self::A => "a",
            Self::B => "b",
            Self::NegateA => "negate_a",
            Self::NegateB => "negate_b",
            Self::TransposeA => "transpose_a",
            Self::TransposeB => "transpose_b",
            Self::N => "n",
            Self::M => "m",
            Self::MaxShift => "max_shift",
            Self::ScaleA => "scale_a",
            Self::ScaleB => "scale_b",
            Self::ScaleType => "scale_type",
            Self::KSize => "k",
        }
    }

    /// Its name, as a table shows it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reserved => "Reserved",
            Self::Selector => "Sparsity selector",
            Self::Sparse => "Sparsity",
            Self::Saturate => "Saturate",
            Self::D => "D type",
            Self::A => "A type",
            Self::B => "B type",
            Self::NegateA => "Negate A",
            Self::NegateB => "Negate B",
            Self::TransposeA => "Transpose A",
            Self::TransposeB => "Transpose B",
            Self::N => "N",
            Self::M => "M",
            Self::MaxShift => "Max shift",
            Self::ScaleA => "Scale A id",
            Self::ScaleB => "Scale B id",
            Self::ScaleType => "Scale type",
            Self::KSize => "K size",
        }
    }

    /// Meaning of the field's value.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Reserved => "must be 0",
            Self::Selector => "which half of the sparse metadata is used, in the sparse form",
            Self::Sparse => "whether A is stored as two of four elements",
            Self::Saturate => "whether integer sums saturate",
            Self::D => "type of the accumulator",
            Self::A => "type of A",
            Self::B => "type of B",
            Self::NegateA => "whether A is negated",
            Self::NegateB => "whether B is negated",
            Self::TransposeA => "which dimension of A is contiguous",
            Self::TransposeB => "which dimension of B is contiguous",
            Self::N => {
                "columns of B and D, of both CTAs together in cta_group::2; the field drops three bits"
            }
            Self::M => "rows of A and D, of both CTAs together in cta_group::2; the field drops its low bits",
            Self::MaxShift => "how far B may be shifted for its reuse, in the .ws form",
            Self::ScaleA => "which of the scale factors of A in their word of tensor memory",
            Self::ScaleB => "which of the scale factors of B in their word of tensor memory",
            Self::ScaleType => "type of the scale factors of A and B",
            Self::KSize => "elements of K of one instruction; 96 is dense only, on sm_103a only",
        }
    }
}

impl InstructionField {
    /// The field's bits in the descriptor; none of a field without width.
    #[must_use]
    pub const fn mask(self) -> u32 {
        field::mask(self.low, self.width) as u32
    }

    /// Highest bit; the lowest of a field without width.
    #[must_use]
    pub const fn high(self) -> u8 {
        field::high(self.low, self.width)
    }

    /// Its bits as the manual counts them, the highest first: `28–24`.
    #[must_use]
    pub fn bits_text(self) -> String {
        field::bits_text(self.low, self.width)
    }

    /// The name of a code; `None` where the code stands for nothing, or the field holds no code.
    #[must_use]
    pub fn code_name(self, raw: u32) -> Option<&'static str> {
        match self.values {
            FieldValues::Codes(codes) => {
                codes.iter().find_map(|(code, name)| (*code == raw).then_some(*name))
            }
            FieldValues::Fixed(_) | FieldValues::Extent(_) => None,
        }
    }

    /// Whether it may hold a value, as far as the field alone can tell.
    #[must_use]
    pub fn allows(self, raw: u32) -> bool {
        match self.values {
            FieldValues::Fixed(fixed) => raw == fixed,
            FieldValues::Codes(_) => self.code_name(raw).is_some(),
            FieldValues::Extent(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::descriptor::InstructionDescriptor;
    use crate::hardware::Kind;

    #[test]
    fn a_field_of_any_width_has_a_mask() {
        let mut field = InstructionDescriptor::fields(Kind::F16)[0];
        let masks = [(0, 0), (31, 1), (16, 255), (32, 1), (0, 32)].map(|(low, width)| {
            (field.low, field.width) = (low, width);
            field.mask()
        });
        assert_eq!(masks, [0, 1 << 31, u32::MAX << 16, 0, u32::MAX]);
    }
}
