//! The 32-bit instruction descriptor of `tcgen05.mma`: its bit fields as tables, and how values go in and come out.

mod field;
mod tables;

use core::fmt;

use crate::hardware::{Accumulator, Chip, Element, Kind, Major, Named as _, Operand, Sparsity};

use InstructionFieldId as Id;
pub use field::{FieldValues, InstructionField, InstructionFieldId};

/// An instruction descriptor: any 32-bit value, right or wrong, of one kind.
///
/// CUTLASS carries it in the upper half of a 64-bit value; here it is the 32 bits that the instruction takes.
///
/// ```
/// use swizzle_core::descriptor::{InstructionDescriptor, InstructionFieldId};
/// use swizzle_core::hardware::Kind;
/// let idesc = InstructionDescriptor::new(Kind::F16, 0x0820_0010);
/// assert_eq!((idesc.m(), idesc.n()), (128, 128));
/// assert_eq!(idesc.get(InstructionFieldId::D), 1);
/// assert_eq!(idesc.to_string(), "0x08200010");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InstructionDescriptor {
    kind: Kind,
    raw: u32,
}

/// The values in an instruction descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct InstructionFields {
    /// Type of A.
    pub a: Element,
    /// Type of B.
    pub b: Element,
    /// Type of D.
    pub d: Accumulator,
    /// Rows, of both CTAs in `cta_group::2`.
    pub m: u32,
    /// Columns, of both CTAs in `cta_group::2`.
    pub n: u32,
    /// Contiguous dimension of A.
    pub a_major: Major,
    /// Contiguous dimension of B.
    pub b_major: Major,
    /// Dense or sparse form.
    pub sparsity: Sparsity,
    /// Whether K is 96, of packed 4-bit elements.
    pub is_k_96: bool,
}

/// A value for which a kind's instruction descriptor has no code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NoInstructionCode {
    /// The kind.
    pub kind: Kind,
    /// The field.
    pub field: InstructionFieldId,
}

impl fmt::Display for NoInstructionCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: kind {} has no code for it", self.field.name(), self.kind.name())
    }
}

impl core::error::Error for NoInstructionCode {}

impl InstructionDescriptor {
    /// The instruction descriptor of these 32 bits.
    #[must_use]
    pub const fn new(kind: Kind, raw: u32) -> Self {
        Self { kind, raw }
    }

    /// The kind whose fields apply.
    #[must_use]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// The 32 bits.
    #[must_use]
    pub const fn raw(self) -> u32 {
        self.raw
    }

    /// The kind's fields, from bit 0 up; together they cover all 32 bits.
    #[must_use]
    pub const fn fields(kind: Kind) -> &'static [InstructionField] {
        tables::fields(kind)
    }

    /// Bits that are reserved on other chips and have a meaning on this one, which the tables do not have: on sm_107a the size of K,
    /// UE5M3 as scale type, the layout of A's scale factors and the version of sparsity.
    ///
    /// Source: PTX ISA 9.4, tcgen05, "Instruction descriptor"; CUTLASS 4.8, `experimental/primitives/descriptors.py`.
    #[must_use]
    pub const fn bits_without_table(kind: Kind, chip: Chip) -> u32 {
        match (chip, kind) {
            (Chip::Sm107a, Kind::F16 | Kind::Tf32 | Kind::F8f6f4) => 1 << 29,
            (Chip::Sm107a, Kind::Mxf8f6f4) => 1 << 24 | 1 << 26 | 1 << 31,
            (Chip::Sm107a, Kind::Mxf4 | Kind::Mxf4nvf4) => 1 << 3 | 1 << 12 | 1 << 24 | 1 << 26,
            (_, _) => 0,
        }
    }

    /// The field with this id; `None` if the kind has no such field, and for reserved bits.
    #[must_use]
    pub const fn field(kind: Kind, id: InstructionFieldId) -> Option<InstructionField> {
        let fields = Self::fields(kind);
        let mut i = 0;
        while i < fields.len() {
            if fields[i].id as u8 == id as u8 && !matches!(id, Id::Reserved) {
                return Some(fields[i]);
            }
            i += 1;
        }
        None
    }

    /// The bits of a field of its kind, shifted down.
    #[must_use]
    pub const fn bits_of(self, field: InstructionField) -> u32 {
        (self.raw & field.mask()) >> field.low
    }

    /// A field's value; 0 where the kind has no such field.
    #[must_use]
    pub const fn get(self, id: InstructionFieldId) -> u32 {
        match Self::field(self.kind, id) {
            Some(field) => self.bits_of(field),
            None => 0,
        }
    }

    /// This descriptor with a field set, excess bits cut off; unchanged where the kind has no such field.
    #[must_use]
    pub const fn with(self, id: InstructionFieldId, value: u32) -> Self {
        match Self::field(self.kind, id) {
            Some(field) => self.with_bits(field, value),
            None => self,
        }
    }

    /// This descriptor with the bits of a field of its kind set, excess bits cut off.
    #[must_use]
    pub const fn with_bits(self, field: InstructionField, value: u32) -> Self {
        Self { kind: self.kind, raw: (self.raw & !field.mask()) | ((value << field.low) & field.mask()) }
    }

    /// This descriptor with a code set by its name.
    ///
    /// # Errors
    /// [`NoInstructionCode`] where the kind has no such field, or the field no code of that name.
    pub fn coded(self, id: InstructionFieldId, name: &str) -> Result<Self, NoInstructionCode> {
        let none = NoInstructionCode { kind: self.kind, field: id };
        let field = Self::field(self.kind, id).ok_or(none)?;
        match field.values {
            FieldValues::Codes(codes) => codes
                .iter()
                .find(|(_, known)| *known == name)
                .map(|(code, _)| self.with(id, *code))
                .ok_or(none),
            FieldValues::Fixed(_) | FieldValues::Extent(_) => Err(none),
        }
    }

    fn sized(self, id: InstructionFieldId, extent: u32) -> Result<Self, NoInstructionCode> {
        let none = NoInstructionCode { kind: self.kind, field: id };
        let field = Self::field(self.kind, id).ok_or(none)?;
        match field.values {
            FieldValues::Extent(unit)
                if extent.is_multiple_of(unit) && extent / unit <= field.mask() >> field.low =>
            {
                Ok(self.with(id, extent / unit))
            }
            _ => Err(none),
        }
    }

    /// The instruction descriptor with these values; scale factors of id 0, of type UE8M0, but UE4M3 for `mxf4nvf4`.
    ///
    /// # Errors
    /// [`NoInstructionCode`] for a type, an extent or a transposition that the kind has no bits for. Whether the shape is
    /// legal is another question: `instruction::findings_from_word` of swizzle-lints.
    ///
    /// ```
    /// use swizzle_core::{Element, Major, Sparsity};
    /// use swizzle_core::descriptor::{InstructionDescriptor, InstructionFields};
    /// use swizzle_core::hardware::{Accumulator, Kind};
    /// let fields = InstructionFields {
    ///     a: Element::Bf16,
    ///     b: Element::Bf16,
    ///     d: Accumulator::F32,
    ///     m: 128,
    ///     n: 256,
    ///     a_major: Major::K,
    ///     b_major: Major::K,
    ///     sparsity: Sparsity::Dense,
    ///     is_k_96: false,
    /// };
    /// let idesc = InstructionDescriptor::encode(Kind::F16, fields)?;
    /// assert_eq!(idesc.raw(), 0x0840_0490);
    /// # Ok::<(), swizzle_core::descriptor::NoInstructionCode>(())
    /// ```
    pub fn encode(kind: Kind, fields: InstructionFields) -> Result<Self, NoInstructionCode> {
        let mut idesc = Self::new(kind, 0)
            .coded(Id::A, fields.a.name())?
            .coded(Id::B, fields.b.name())?
            .sized(Id::M, fields.m)?
            .sized(Id::N, fields.n)?
            .with(Id::Sparse, fields.sparsity as u32);
        if kind.is_block_scaled() {
            if fields.d != Accumulator::F32 {
                return Err(NoInstructionCode { kind, field: Id::D });
            }
            let scale_type = u32::from(kind != Kind::Mxf4nvf4);
            idesc = idesc.with(Id::ScaleType, scale_type);
        } else {
            idesc = idesc.coded(Id::D, fields.d.name())?;
        }
        for (id, major) in [(Id::TransposeA, fields.a_major), (Id::TransposeB, fields.b_major)] {
            let field = Self::field(kind, id);
            let bit = u32::from(major.transpose_bit());
            if !field.is_some_and(|field| field.allows(bit)) {
                return Err(NoInstructionCode { kind, field: id });
            }
            idesc = idesc.with(id, bit);
        }
        if fields.is_k_96 {
            idesc = idesc.coded(Id::KSize, "96")?;
        }
        Ok(idesc)
    }

    /// Its types, extents and major-nesses.
    ///
    /// # Errors
    /// The first field whose code stands for nothing.
    pub fn decode(self) -> Result<InstructionFields, NoInstructionCode> {
        let none = |field| NoInstructionCode { kind: self.kind, field };
        Ok(InstructionFields {
            a: self.element(Operand::A).ok_or(none(Id::A))?,
            b: self.element(Operand::B).ok_or(none(Id::B))?,
            d: self.accumulator().ok_or(none(Id::D))?,
            m: self.m(),
            n: self.n(),
            a_major: self.major(Operand::A),
            b_major: self.major(Operand::B),
            sparsity: self.sparsity(),
            is_k_96: self.get(Id::KSize) == 1,
        })
    }

    /// Type of an operand; `None` where its code stands for nothing.
    #[must_use]
    pub fn element(self, operand: Operand) -> Option<Element> {
        let id = match operand {
            Operand::A => Id::A,
            Operand::B => Id::B,
        };
        let field = Self::field(self.kind, id)?;
        Element::from_name(field.code_name(self.bits_of(field))?).ok()
    }

    /// Type of D; always f32 for the block-scaled kinds, which have no field for it.
    #[must_use]
    pub fn accumulator(self) -> Option<Accumulator> {
        match Self::field(self.kind, Id::D) {
            Some(field) => Accumulator::from_name(field.code_name(self.bits_of(field))?).ok(),
            None => Some(Accumulator::F32),
        }
    }

    const fn extent(self, id: InstructionFieldId) -> u32 {
        match Self::field(self.kind, id) {
            Some(field) => match field.values {
                FieldValues::Extent(unit) => self.bits_of(field) * unit,
                FieldValues::Fixed(_) | FieldValues::Codes(_) => 0,
            },
            None => 0,
        }
    }

    /// M, of both CTAs in `cta_group::2`.
    #[must_use]
    pub const fn m(self) -> u32 {
        self.extent(Id::M)
    }

    /// N, of both CTAs in `cta_group::2`.
    #[must_use]
    pub const fn n(self) -> u32 {
        self.extent(Id::N)
    }

    /// Contiguous dimension of an operand.
    #[must_use]
    pub const fn major(self, operand: Operand) -> Major {
        let bit = match operand {
            Operand::A => self.get(Id::TransposeA),
            Operand::B => self.get(Id::TransposeB),
        };
        if bit == 0 { Major::K } else { Major::Mn }
    }

    /// Dense or sparse form.
    #[must_use]
    pub const fn sparsity(self) -> Sparsity {
        match self.get(Id::Sparse) {
            0 => Sparsity::Dense,
            _ => Sparsity::Sparse,
        }
    }

    /// Elements of K of one instruction.
    #[must_use]
    pub const fn k(self) -> u32 {
        match self.get(Id::KSize) {
            0 => self.kind.k(self.sparsity()),
            _ => 96,
        }
    }
}

impl fmt::Display for InstructionDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "0x{:08x}", self.raw)
    }
}
