//! The address law written a second time, from what was measured: one byte, from numbers alone.

use swizzle_core::{LayoutParams, Major, Swizzle};

/// A layout as numbers, in bytes and elements: what the law is written down with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByHand {
    /// Elements of a 16-byte unit.
    pub per_unit: u32,
    /// Bits from one element of a unit to the next.
    pub pitch_bits: u32,
    /// Whether K is contiguous.
    pub is_k_major: bool,
    /// Swizzle: bits of the XOR (0, 1, 2, 3 for none, 32B, 64B, 128B); 4 for 128B with 32-byte atoms.
    pub mode: u32,
    /// Address of the first element, before the XOR.
    pub start: u32,
    /// Leading dimension byte offset; in swizzled K-major layouts from one column of K to the next.
    pub lbo: u32,
    /// Stride dimension byte offset.
    pub sbo: u32,
    /// Base offset.
    pub base_offset: u32,
}

impl ByHand {
    /// The numbers of a layout whose LBO counts from its start.
    #[must_use]
    pub fn of(params: &LayoutParams) -> Self {
        Self {
            per_unit: params.element.per_unit(),
            pitch_bits: params.element.pitch_bits(),
            is_k_major: params.major == Major::K,
            mode: mode(params.swizzle),
            start: params.start_bytes,
            lbo: params.lbo_bytes,
            sbo: params.sbo_bytes,
            base_offset: params.base_offset.into(),
        }
    }

    /// The byte in which an element begins, modulo 2^18, and its bit.
    ///
    /// ```
    /// use swizzle_tests::ByHand;
    /// // Row 3, k 40 of the packed 64 × 64 bf16 tile at 0x400, K-major, 128B.
    /// let law = ByHand {
    ///     per_unit: 8,
    ///     pitch_bits: 16,
    ///     is_k_major: true,
    ///     mode: 3,
    ///     start: 0x400,
    ///     lbo: 8192,
    ///     sbo: 1024,
    ///     base_offset: 0,
    /// };
    /// assert_eq!(law.byte(3, 40), (0x5e0, 0));
    /// ```
    #[must_use]
    pub fn byte(&self, mn: u32, k: u32) -> (u32, u32) {
        self.byte_of_space(mn, k, 1 << 18)
    }

    /// The same where addresses end elsewhere.
    #[must_use]
    pub fn byte_of_space(&self, mn: u32, k: u32, space_bytes: u32) -> (u32, u32) {
        let t = self.per_unit;
        let is_wide = self.mode == 4;
        let w = if is_wide { 8 } else { 1 << self.mode };
        let offset = match (self.is_k_major, self.mode) {
            (true, 0) => (mn % 8) * 16 + (mn / 8) * self.sbo + (k / t) * self.lbo,
            (true, _) => (mn % 8) * 16 * w + (mn / 8) * self.sbo + (k / t % w) * 16 + (k / t / w) * self.lbo,
            (false, 0) => (mn / t) * self.sbo + (k % 8) * 16 + (k / 8) * self.lbo,
            (false, 4) => (mn / t % 8) * 16 + (mn / (8 * t)) * self.lbo + (k % 4) * 128 + (k / 4) * self.sbo,
            (false, _) => {
                (mn / t % w) * 16 + (mn / (t * w)) * self.lbo + (k % 8) * 16 * w + (k / 8) * self.sbo
            }
        };
        let address = (self.start + offset) % space_bytes;
        let line = (address >> 7).wrapping_sub(self.base_offset);
        let moved = match self.mode {
            0 => address,
            4 => address ^ ((line & 3) << 5),
            bits => address ^ ((line & ((1 << bits) - 1)) << 4),
        };
        let slot = (if self.is_k_major { k } else { mn }) % t * self.pitch_bits;
        (moved + slot / 8, slot % 8)
    }
}

/// The number of a mode.
#[must_use]
pub const fn mode(swizzle: Swizzle) -> u32 {
    match swizzle {
        Swizzle::None => 0,
        Swizzle::B32 => 1,
        Swizzle::B64 => 2,
        Swizzle::B128 => 3,
        Swizzle::B128Atom32 => 4,
    }
}
