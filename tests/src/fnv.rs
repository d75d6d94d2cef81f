//! FNV-1a, the hash in which the golden lines keep maps too large to print.

/// FNV-1a with 64 bits over numbers, each as four little-endian bytes.
///
/// ```
/// use swizzle_tests::fnv1a;
/// // Two of the hash's published vectors: the empty text and "foob".
/// assert_eq!(fnv1a([]), 0xcbf2_9ce4_8422_2325);
/// assert_eq!(fnv1a([u32::from_le_bytes(*b"foob")]), 0xdd12_0e79_0c25_12af);
/// ```
#[must_use]
pub fn fnv1a(numbers: impl IntoIterator<Item = u32>) -> u64 {
    numbers.into_iter().flat_map(u32::to_le_bytes).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
