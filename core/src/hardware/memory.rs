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
/// Shared memory of one block at the most: 227 KiB.
///
/// Source: CUDA Programming Guide, compute capabilities 9.0 and 10.0.
pub const SHARED_BYTES: u32 = 227 * 1024;
/// Where a block's addresses end: 1 KiB that the system keeps, and [`SHARED_BYTES`].
pub const SHARED_END: u32 = SHARED_BYTES + 1024;

/// Bytes that the 14-bit fields can address: values are taken modulo 2^18.
pub const ADDRESS_BYTES: u32 = 1 << 18;
/// Number of values of an address or stride field.
pub const FIELD_VALUES: u32 = 1 << 14;

/// `matrix-descriptor-encode` of the PTX ISA: drops the low four bits, wraps at 2^18.
///
/// ```
/// use swizzle_core::hardware::field_from_bytes;
/// assert_eq!(field_from_bytes(1024), 64);
/// assert_eq!(field_from_bytes(24), 1); // the low four bits are lost
/// ```
#[must_use]
pub const fn field_from_bytes(bytes: u32) -> u16 {
    ((bytes & (ADDRESS_BYTES - 1)) >> 4) as u16
}

/// The bytes that a field stands for.
#[must_use]
pub const fn bytes_from_field(field: u16) -> u32 {
    ((field as u32) & (FIELD_VALUES - 1)) << 4
}

/// What the hardware sees of a byte value that went through its field.
#[must_use]
pub const fn bytes_as_encoded(bytes: u32) -> u32 {
    bytes_from_field(field_from_bytes(bytes))
}
