//! The encoding of addresses and strides in a descriptor: `(x & 0x3FFFF) >> 4`.

/// Bytes that the 14-bit fields can address: values are taken modulo 2^18.
pub const ADDRESS_BYTES: u32 = 1 << 18;
/// Number of values of an address or stride field.
pub const FIELD_VALUES: u32 = 1 << 14;

/// `matrix-descriptor-encode` of the PTX ISA: drops the low four bits, wraps at 2^18.
///
/// ```
/// use swizzle_core::field_from_bytes;
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
