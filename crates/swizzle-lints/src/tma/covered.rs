//! How much shared memory a box covers.

use crate::prelude::*;

/// The bytes of shared memory that a box covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Covered {
    /// Bytes that it writes.
    pub written_bytes: u64,
    /// Bytes of its buffer: rows times the span, even if the box is narrower.
    pub span_bytes: u64,
    /// Its end: the destination plus the span.
    pub end: u64,
}

impl Covered {
    /// Computes what a landing covers.
    ///
    /// ```
    /// use swizzle_lints::tma::Covered;
    /// use swizzle_core::tma::{DataType, MapSwizzle, TensorMap, landing_from_map};
    /// // 64 bytes wide, and 128 bytes from row to row.
    /// let map = TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B128, (512, 512), (32, 128));
    /// let covered = Covered::of(&landing_from_map(&map, 0x400).unwrap());
    /// assert_eq!((covered.written_bytes, covered.span_bytes, covered.end), (8192, 16384, 0x4400));
    /// ```
    pub fn of(landing: &Landing) -> Self {
        let rows = u64::from(landing.rows);
        let span_bytes = rows * u64::from(landing.pitch_bytes);
        Self {
            written_bytes: rows * u64::from(landing.inner_bytes),
            span_bytes,
            end: u64::from(landing.destination_bytes) + span_bytes,
        }
    }

    /// Whether it is larger than what it writes.
    pub const fn has_gaps(&self) -> bool {
        self.written_bytes < self.span_bytes
    }

    /// The same in words, given the landing that it was computed from.
    pub(super) fn text(&self, landing: &Landing) -> String {
        let (rows, inner, pitch) = (landing.rows, landing.inner_bytes, landing.pitch_bytes);
        let rows = counted(rows as usize, "row");
        let covers = self.span_bytes;
        if self.has_gaps() {
            format!(
                "{rows} of {inner} bytes, {pitch} bytes apart (the span of the swizzle), cover {covers} bytes of shared memory."
            )
        } else {
            format!("{rows} of {inner} bytes cover {covers} bytes of shared memory.")
        }
    }
}
