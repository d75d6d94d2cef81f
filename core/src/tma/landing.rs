//! The landing of a box in shared memory: the addresses that its bytes are written to.
//!
//! Source: PTX ISA, "Swizzling Modes" of tensors; measured on an H200 for 32B, 64B, 128B and none, at destinations of every
//! phase, for elements of 1, 2 and 4 bytes.

use alloc::string::String;
use alloc::vec::Vec;
use alloc::{format, vec};
use core::fmt;

use crate::hardware::{AddressSpace, Named as _, UNIT_BYTES};
use crate::law::{Axis, Coord, Count, Exchange, Part, Source, Terms};
use crate::tma::tensor_map::{Interleave, MapSwizzle, TensorMap};

/// The shared-memory addresses of the bytes of a box.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Landing {
    /// Rows along MN, their bytes along K.
    terms: Terms,
    /// Bytes from one row to the next: the swizzle's span, even where the box is narrower.
    pub pitch_bytes: u32,
    /// Bytes of a row that are written.
    pub inner_bytes: u32,
    /// Rows.
    pub rows: u32,
    /// Destination, a shared address.
    pub destination_bytes: u32,
}

/// Reason that the landing of a box is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoLanding {
    /// The landing of an interleaved box was not measured.
    Interleaved,
    /// The mode swaps the halves of units in lines that were not measured.
    HalvesSwapped(MapSwizzle),
    /// More bytes or rows than shared memory has addresses.
    TooLarge(u64),
}

impl fmt::Display for NoLanding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Interleaved => f.write_str("the landing of an interleaved box was not measured"),
            Self::HalvesSwapped(mode) => {
                write!(f, "the lines in which {} swaps the halves of a unit were not measured", mode.name())
            }
            Self::TooLarge(count) => write!(f, "a box of {count} bytes or rows"),
        }
    }
}

impl core::error::Error for NoLanding {}

/// Returns the landing of a tensor map's box that is copied to a shared address.
///
/// ```
/// use swizzle_core::tma::{DataType, MapSwizzle, TensorMap, landing_from_map};
/// let map = TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B128, (512, 512), (64, 16));
/// let landing = landing_from_map(&map, 0x400).unwrap();
/// assert_eq!(landing.address(1, 0), Some(0x400 + 128 + 16)); // the second row, phase 1
/// // A narrower box: rows are still 128 bytes apart.
/// let narrow = TensorMap::matrix(DataType::Bfloat16, MapSwizzle::B128, (512, 512), (16, 16));
/// assert_eq!(landing_from_map(&narrow, 0x400).unwrap().address(1, 0), Some(0x490));
/// ```
///
/// # Errors
/// Returns an error for interleaved maps and for the mode that flips halves of units, which were not measured.
pub fn landing_from_map(map: &TensorMap, destination_bytes: u32) -> Result<Landing, NoLanding> {
    if map.interleave != Interleave::None {
        return Err(NoLanding::Interleaved);
    }
    let Some(xor) = map.swizzle.xor() else {
        return Err(NoLanding::HalvesSwapped(map.swizzle));
    };
    let bytes = |bytes: u64| u32::try_from(bytes).map_err(|_| NoLanding::TooLarge(bytes));
    let inner_bytes = bytes(map.inner_bytes())?;
    let pitch_bytes = map.swizzle.span_bytes().unwrap_or(inner_bytes);
    let exchange = Exchange::Address { xor, base_offset: 0, origin_bytes: 0 };
    let base = Terms::new(destination_bytes, exchange, AddressSpace::default());
    let pitch_bits = pitch_bytes.wrapping_mul(8);
    Ok(Landing {
        terms: base.and((Axis::K, Part::Slot), Count::Open, 8, Source::Fixed).and(
            (Axis::Mn, Part::Row),
            Count::Open,
            pitch_bits,
            Source::Pitch,
        ),
        pitch_bytes,
        inner_bytes,
        rows: bytes(map.box_rows())?,
        destination_bytes,
    })
}

impl Landing {
    /// Returns the address of a byte of a row; `None` outside the box. Rows count through all dimensions except the first.
    #[must_use]
    pub const fn address(&self, row: u32, byte: u32) -> Option<u32> {
        if row >= self.rows || byte >= self.inner_bytes {
            return None;
        }
        // Not wrapped at the end of shared memory: bytes past it are a separate finding.
        let offset = self.terms.offset_bits(Coord { mn: row, k: byte }) / 8;
        let absolute = self.destination_bytes.wrapping_add(offset);
        Some(self.terms.exchange.physical_from_absolute(absolute))
    }

    /// Bytes after which the pattern of the swizzle repeats.
    #[must_use]
    pub const fn pattern_bytes(&self) -> u32 {
        match self.terms.exchange {
            Exchange::Address { xor, .. } if xor.bits > 0 => xor.pattern_bytes(),
            Exchange::Address { .. } | Exchange::Rows { .. } => UNIT_BYTES,
        }
    }

    /// Bytes from the first row through the last, gaps included.
    #[must_use]
    pub const fn span_bytes(&self) -> u32 {
        self.rows.saturating_mul(self.pitch_bytes)
    }
}

/// A requirement of the copy on its destination.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Demand {
    /// The destination must be a multiple of this number of bytes.
    pub multiple: u32,
    /// Whether it is met.
    pub is_met: bool,
    /// Whether the copy faults otherwise; if not, only the pattern starts at another phase.
    pub is_fatal: bool,
    /// Its purpose, and what happens otherwise.
    pub text: String,
}

/// The requirements of the copy on its destination.
///
/// Source: H200, where +16, +32, +64 and +96 fault in every swizzle mode and +128 does not; the PTX ISA requires 128 bytes.
#[must_use]
pub fn demands(map: &TensorMap, destination_bytes: u32) -> Vec<Demand> {
    let demand = |multiple: u32, is_fatal, text: String| Demand {
        multiple,
        is_met: destination_bytes.is_multiple_of(multiple),
        is_fatal,
        text,
    };
    let mut found = vec![demand(
        128,
        true,
        "The destination must be a multiple of 128 bytes; otherwise the copy faults at run time with a misaligned address.".into(),
    )];
    if let Some(xor) = map.swizzle.xor().filter(|xor| xor.bits > 0) {
        let pattern = xor.pattern_bytes();
        found.push(demand(
            pattern,
            false,
            format!(
                "At a multiple of {pattern} bytes, the {} pattern starts with the first row of the box. Elsewhere the pattern still starts at address 0, and a reader that counts from the start of the buffer reads wrong data.",
                map.swizzle.name()
            ),
        ));
    }
    found
}
