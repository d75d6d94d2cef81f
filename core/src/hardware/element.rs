//! Element types and the slots they occupy in a 16-byte unit of shared memory.

use crate::hardware::memory::UNIT_BITS;
use crate::hardware::named::named;

named! {
    /// An element type of a matrix operand.
    ///
    /// The 4- and 6-bit types come in the padded form that `kind::f8f6f4` and `kind::mxf8f6f4` read: 16 elements
    /// a unit, data first, the rest of the unit padding. [`Element::E2m1Packed`] is the form without padding of
    /// `kind::mxf4` and `kind::mxf4nvf4`.
    ///
    /// Source: PTX ISA, "Packing formats" of tcgen05; the order of elements inside a unit is inferred (little-endian).
    pub enum Element "element" {
        /// 16-bit IEEE half.
        F16 => "f16",
        /// bfloat16.
        Bf16 => "bf16",
        /// TensorFloat-32, in a 32-bit slot.
        Tf32 => "tf32",
        /// 8-bit float, 4 exponent bits.
        E4m3 => "e4m3",
        /// 8-bit float, 5 exponent bits.
        E5m2 => "e5m2",
        /// Signed byte.
        S8 => "s8",
        /// Unsigned byte.
        U8 => "u8",
        /// Single bit.
        B1 => "b1",
        /// 6-bit float, padded to 16 a unit.
        E2m3 => "e2m3",
        /// 6-bit float, padded to 16 a unit.
        E3m2 => "e3m2",
        /// 4-bit float, padded to 16 a unit.
        E2m1 => "e2m1",
        /// 4-bit float, two a byte.
        E2m1Packed => "e2m1-packed",
    }
}

impl Element {
    /// Bits from one element of a unit to the next: element `i` begins at bit `i · pitch_bits` of its unit.
    #[must_use]
    pub const fn pitch_bits(self) -> u32 {
        match self {
            Self::Tf32 => 32,
            Self::F16 | Self::Bf16 => 16,
            Self::E4m3 | Self::E5m2 | Self::S8 | Self::U8 => 8,
            Self::E2m3 | Self::E3m2 => 6,
            Self::E2m1 | Self::E2m1Packed => 4,
            Self::B1 => 1,
        }
    }

    /// `T` of the PTX ISA: elements in a unit.
    ///
    /// ```
    /// use swizzle_core::Element;
    /// assert_eq!(Element::Tf32.per_unit(), 4);
    /// assert_eq!(Element::E3m2.per_unit(), 16); // padded: its slot is a byte wide
    /// assert_eq!(Element::E2m1Packed.per_unit(), 32);
    /// ```
    #[must_use]
    pub const fn per_unit(self) -> u32 {
        match self {
            // Padded: a slot of a byte for each.
            Self::E2m3 | Self::E3m2 | Self::E2m1 => 16,
            Self::F16
            | Self::Bf16
            | Self::Tf32
            | Self::E4m3
            | Self::E5m2
            | Self::S8
            | Self::U8
            | Self::B1
            | Self::E2m1Packed => UNIT_BITS / self.pitch_bits(),
        }
    }

    /// Bits of a unit that each element accounts for, padding included: `128 / T`.
    #[must_use]
    pub const fn slot_bits(self) -> u32 {
        UNIT_BITS / self.per_unit()
    }

    /// The first and last element of a unit that have bits in one of its bytes; none in its padding.
    ///
    /// ```
    /// use swizzle_core::Element;
    /// assert_eq!(Element::Tf32.elements_in_byte(5), Some((1, 1)));
    /// assert_eq!(Element::E2m1.elements_in_byte(7), Some((14, 15)));
    /// assert_eq!(Element::E2m1.elements_in_byte(8), None);
    /// ```
    #[must_use]
    pub const fn elements_in_byte(self, byte: u32) -> Option<(u32, u32)> {
        let first = byte * 8 / self.pitch_bits();
        let last = (byte * 8 + 7) / self.pitch_bits();
        if first < self.per_unit() { Some((first, last)) } else { None }
    }

    /// Whether units end in padding.
    #[must_use]
    pub const fn is_padded(self) -> bool {
        self.pitch_bits() != self.slot_bits()
    }
}
