//! The kinds of `tcgen05.mma`: the types that each multiplies, and the types that it accumulates in.

use crate::hardware::element::Element;
use crate::hardware::memory::UNIT_BYTES;
use crate::hardware::named::named;
use crate::hardware::operand::Sparsity;

named! {
    /// `.kind` of a `tcgen05.mma`.
    pub enum Kind "kind" {
        /// `.kind::f16`: f16 and bf16.
        F16 => "f16",
        /// `.kind::tf32`.
        Tf32 => "tf32",
        /// `.kind::f8f6f4`: 8-, 6- and 4-bit floats in slots of a byte.
        F8f6f4 => "f8f6f4",
        /// `.kind::i8`: signed and unsigned bytes.
        I8 => "i8",
        /// `.kind::mxf8f6f4`: the types of `f8f6f4` with scale factors.
        Mxf8f6f4 => "mxf8f6f4",
        /// `.kind::mxf4`: packed 4-bit floats with scale factors.
        Mxf4 => "mxf4",
        /// `.kind::mxf4nvf4`: packed 4-bit floats with scale factors of either type.
        Mxf4nvf4 => "mxf4nvf4",
    }
}

named! {
    /// Type of the accumulator, matrix D.
    pub enum Accumulator "accumulator" {
        /// 16-bit IEEE half.
        F16 => "f16",
        /// 32-bit float.
        F32 => "f32",
        /// 32-bit integer.
        S32 => "s32",
    }
}

const NARROW: &[Element] = &[Element::E4m3, Element::E5m2, Element::E2m3, Element::E3m2, Element::E2m1];

impl Kind {
    /// The types of A and B that it multiplies.
    ///
    /// Source: PTX ISA, `tcgen05.mma`, "Valid combinations of type-size, major-ness and swizzling"; packing formats.
    #[must_use]
    pub const fn elements(self) -> &'static [Element] {
        match self {
            Self::F16 => &[Element::F16, Element::Bf16],
            Self::Tf32 => &[Element::Tf32],
            Self::F8f6f4 | Self::Mxf8f6f4 => NARROW,
            Self::I8 => &[Element::U8, Element::S8],
            Self::Mxf4 | Self::Mxf4nvf4 => &[Element::E2m1Packed],
        }
    }

    /// The types that it accumulates in.
    #[must_use]
    pub const fn accumulators(self) -> &'static [Accumulator] {
        match self {
            Self::F16 | Self::F8f6f4 => &[Accumulator::F32, Accumulator::F16],
            Self::I8 => &[Accumulator::S32],
            Self::Tf32 | Self::Mxf8f6f4 | Self::Mxf4 | Self::Mxf4nvf4 => &[Accumulator::F32],
        }
    }

    /// Whether it takes scale factors from tensor memory.
    #[must_use]
    pub const fn is_block_scaled(self) -> bool {
        matches!(self, Self::Mxf8f6f4 | Self::Mxf4 | Self::Mxf4nvf4)
    }

    /// Elements of K of one instruction: 32 bytes of slots, twice as many in the sparse form.
    ///
    /// ```
    /// use swizzle_core::Sparsity;
    /// use swizzle_core::hardware::Kind;
    /// assert_eq!(Kind::F16.k(Sparsity::Dense), 16);
    /// assert_eq!(Kind::Mxf4.k(Sparsity::Sparse), 128);
    /// ```
    #[must_use]
    pub const fn k(self, sparsity: Sparsity) -> u32 {
        let dense = 32 / UNIT_BYTES * self.elements()[0].per_unit();
        match sparsity {
            Sparsity::Dense => dense,
            Sparsity::Sparse => 2 * dense,
        }
    }

    /// Every kind that multiplies a type.
    ///
    /// ```
    /// use swizzle_core::Element;
    /// use swizzle_core::hardware::Kind;
    /// assert!(Kind::of_element(Element::E2m1Packed).eq([Kind::Mxf4, Kind::Mxf4nvf4]));
    /// ```
    pub fn of_element(element: Element) -> impl Iterator<Item = Self> {
        use crate::hardware::Named as _;
        let kinds = Self::ALL.iter().copied();
        kinds.filter(move |kind| kind.elements().contains(&element))
    }
}
