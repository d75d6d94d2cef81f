//! Shared memory: units, lines and banks, where it ends, and how a descriptor's fields hold its addresses.

/// Bits of a unit, the coloured cell of the PTX ISA's figures.
pub const UNIT_BITS: u32 = 128;
/// Bytes of a unit.
pub const UNIT_BYTES: u32 = 16;
/// Bytes of a line: all banks once.
pub const LINE_BYTES: u32 = 128;
/// Units of a line.
pub const LINE_UNITS: u32 = LINE_BYTES / UNIT_BYTES;
/// Bytes of a bank's word.
pub const BANK_BYTES: u32 = 4;
/// Banks.
pub const BANKS: u32 = LINE_BYTES / BANK_BYTES;
/// Banks that hold one unit.
pub const UNIT_BANKS: u32 = UNIT_BYTES / BANK_BYTES;
/// Maximum shared memory of one block: 227 KiB.
///
/// Source: CUDA Programming Guide, compute capabilities 9.0 and 10.0.
pub const SHARED_BYTES: u32 = 227 * 1024;
/// Bytes that the system keeps, at the beginning of a block's addresses.
pub(crate) const SYSTEM_BYTES: u32 = 1024;
/// The end of a block's addresses if it may have [`SHARED_BYTES`].
pub const SHARED_END: u32 = SYSTEM_BYTES + SHARED_BYTES;

/// The range of shared-memory addresses: as many values as a descriptor's start field has, 16 bytes each.
///
/// ```
/// use swizzle_core::hardware::{AddressSpace, Chip};
/// assert_eq!(AddressSpace::default().bytes(), 256 * 1024);
/// assert_eq!(Chip::Sm107a.address_space().bytes(), 512 * 1024);
/// assert_eq!(Chip::Sm107a.address_space().field_from_bytes(0x4_0400), 0x4040);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AddressSpace {
    /// Bits of the start field, at most 16.
    field_bits: u8,
}

impl AddressSpace {
    /// The space of 14-bit fields.
    pub const KIB_256: Self = Self { field_bits: 14 };
    /// The space of 15-bit fields.
    pub const KIB_512: Self = Self { field_bits: 15 };

    /// Number of values of an address field.
    #[must_use]
    pub const fn field_values(self) -> u32 {
        1 << self.field_bits
    }

    /// Bytes that such a field can address: values are taken modulo that.
    #[must_use]
    pub const fn bytes(self) -> u32 {
        UNIT_BYTES << self.field_bits
    }

    /// Bits that such a field can address.
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.bytes() * 8
    }

    /// An address, wrapped at the end of the space.
    #[must_use]
    pub const fn wrapped(self, bytes: u32) -> u32 {
        bytes & (self.bytes() - 1)
    }

    /// A difference of two addresses, the shorter way round.
    #[must_use]
    pub const fn signed(self, difference: u32) -> i32 {
        let difference = self.wrapped(difference);
        if difference < self.bytes() / 2 {
            difference as i32
        } else {
            difference as i32 - self.bytes() as i32
        }
    }

    /// Units from one address to another, the shorter way round.
    #[must_use]
    pub const fn units_between(self, from: u32, to: u32) -> i32 {
        let units = self.wrapped(to.wrapping_sub(from)) / UNIT_BYTES;
        self.signed(units * UNIT_BYTES) / UNIT_BYTES as i32
    }

    /// `matrix-descriptor-encode` of the PTX ISA for a field of this width: drops the low four bits, and wraps.
    #[must_use]
    pub const fn field_from_bytes(self, bytes: u32) -> u16 {
        (self.wrapped(bytes) / UNIT_BYTES) as u16
    }

    /// Returns the bytes that the hardware sees for a value that went through its field.
    #[must_use]
    pub const fn bytes_as_encoded(self, bytes: u32) -> u32 {
        bytes_from_field(self.field_from_bytes(bytes))
    }
}

impl Default for AddressSpace {
    /// Returns the address space of every chip but sm_107a.
    fn default() -> Self {
        Self::KIB_256
    }
}

/// Bytes that 14-bit fields can address, those of every chip but sm_107a.
pub const ADDRESS_BYTES: u32 = AddressSpace::KIB_256.bytes();
/// Number of values of a field of 14 bits.
pub const FIELD_VALUES: u32 = AddressSpace::KIB_256.field_values();

/// `matrix-descriptor-encode` of the PTX ISA: drops the low four bits, wraps at 2^18. SBO is encoded so on every chip,
/// start and LBO by the chip's [`AddressSpace`].
///
/// ```
/// use swizzle_core::hardware::field_from_bytes;
/// assert_eq!(field_from_bytes(1024), 64);
/// assert_eq!(field_from_bytes(24), 1); // the low four bits are lost
/// ```
#[must_use]
pub const fn field_from_bytes(bytes: u32) -> u16 {
    AddressSpace::KIB_256.field_from_bytes(bytes)
}

/// The bytes that a field stands for.
#[must_use]
pub const fn bytes_from_field(field: u16) -> u32 {
    field as u32 * UNIT_BYTES
}

/// Returns the bytes that the hardware sees for a value that went through a field of 14 bits.
#[must_use]
pub const fn bytes_as_encoded(bytes: u32) -> u32 {
    bytes_from_field(field_from_bytes(bytes))
}
