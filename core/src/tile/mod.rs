//! The tile that a producer wrote to shared memory: its specified values, and all values once they are known.

mod order;
mod packed;
mod pattern;
mod said;

use crate::hardware::{AddressSpace, Element, LboMode, Major};
use crate::law::{BitAddress, Coord, Extent, Layout, LayoutParams, Pad, RowXor, Rows, Stride, Swizzle};

pub use order::Order;
pub use packed::{Strides, packed_strides};
pub use pattern::{PatternOf, base_offset_from_pattern, pattern_from_base_offset};
pub use said::SaidTile;

/// The largest extent of a tile along MN or K, in elements.
pub const EXTENT_MAX: u32 = 1 << 16;

/// Maximum number of stages of a ring.
pub const STAGES_MAX: u32 = 1 << 10;

/// A tile with every value known: a buffer that a producer filled, and the window of it that is read.
///
/// Values are as specified, before the descriptor's fields cut them; [`layout`](Self::layout) is the layout as the
/// hardware interprets them. Coordinates count from the buffer's first element.
///
/// ```
/// use swizzle_core::tile::Tile;
/// use swizzle_core::{Coord, Extent};
/// let tile = Tile::packed(Tile { k: 128, buffer: Extent { mn: 64, k: 128 }, ..Tile::default() });
/// assert_eq!((tile.lbo_bytes, tile.sbo_bytes), (8192, 1024));
/// assert_eq!(tile.layout().byte_from_element(Coord { mn: 0, k: 64 }).byte, 0x400 + 8192);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Tile {
    /// Element type.
    pub element: Element,
    /// Contiguous dimension.
    pub major: Major,
    /// Swizzle mode that it was written with.
    pub swizzle: Swizzle,
    /// Extent of the window along M or N, in elements.
    pub mn: u32,
    /// Extent of the window along K, in elements.
    pub k: u32,
    /// Extents of the whole buffer, in elements.
    pub buffer: Extent,
    /// The window's first element.
    pub at: Coord,
    /// Order of the atoms.
    pub order: Order,
    /// Leading dimension byte offset of the canonical layout; in swizzled K-major layouts the distance between the columns
    /// of K, independent of the descriptor's field.
    pub lbo_bytes: u32,
    /// Stride dimension byte offset.
    pub sbo_bytes: u32,
    /// Row pitch in bytes, if the rows are plain: in none of the canonical forms.
    pub row_bytes: Option<u32>,
    /// The XOR that exchanges the units of such rows.
    pub row_xor: Option<RowXor>,
    /// Bytes of such rows' elements between two pads, and of a pad.
    pub pads: Option<Pads>,
    /// Address of the buffer's first element, before the XOR.
    pub start_bytes: u32,
    /// Address at which the repeating pattern of the swizzle starts.
    pub pattern_bytes: u32,
    /// Whether it continues through all stages, or restarts with each.
    pub pattern_of: PatternOf,
    /// Copies of the buffer, as in a ring.
    pub stages: u32,
    /// Bytes from one copy to the next.
    pub stage_bytes: u32,
    /// Address space of the chip that reads it, at whose end addresses wrap.
    pub space: AddressSpace,
}

/// Bytes that plain rows leave free at a regular distance, as Triton's `padded_shared` does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pads {
    /// Bytes of elements between two pads: a part of a row, or whole rows.
    pub every_bytes: u32,
    /// Bytes of a pad.
    pub bytes: u32,
}

impl Default for Tile {
    /// Returns a packed 64 × 64 bf16 tile at 0x400, K-major with 128-byte swizzle, which is inferred if nothing is known.
    fn default() -> Self {
        Self {
            element: Element::Bf16,
            major: Major::K,
            swizzle: Swizzle::B128,
            mn: 64,
            k: 64,
            buffer: Extent { mn: 64, k: 64 },
            at: Coord { mn: 0, k: 0 },
            order: Order::Mn,
            lbo_bytes: 8192,
            sbo_bytes: 1024,
            row_bytes: None,
            row_xor: None,
            pads: None,
            start_bytes: 0x400,
            pattern_bytes: 0,
            pattern_of: PatternOf::Memory,
            stages: 1,
            stage_bytes: 8192,
            space: AddressSpace::KIB_256,
        }
    }
}

impl Tile {
    /// The tile with the strides of a buffer without gaps.
    #[must_use]
    pub fn packed(self) -> Self {
        let Strides { lbo_bytes, sbo_bytes } = self.packed_strides();
        Self { lbo_bytes, sbo_bytes, ..self }
    }

    /// The strides that its buffer would have without gaps.
    #[must_use]
    pub const fn packed_strides(&self) -> Strides {
        packed_strides(self.element, self.major, self.swizzle, self.buffer, self.order)
    }

    /// The address law of its first stage.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        match self.row_bytes {
            Some(row_bytes) => {
                let rows = Rows { pitch_bytes: row_bytes, pad: self.pad(), xor: self.row_xor };
                Layout::of_rows(self.space, self.element, self.major, self.start_bytes, rows)
            }
            None => Layout::new(LayoutParams {
                element: self.element,
                major: self.major,
                swizzle: self.swizzle,
                start_bytes: self.start_bytes,
                lbo_bytes: self.lbo_bytes,
                sbo_bytes: self.sbo_bytes,
                base_offset: base_offset_from_pattern(self.swizzle, self.pattern_bytes),
                lbo_mode: LboMode::Relative,
                space: self.space,
            }),
        }
    }

    /// Bytes of the elements of a row of the buffer, without gaps.
    #[must_use]
    pub const fn row_data_bytes(&self) -> u32 {
        let (along, _) = self.buffer.along_and_across(self.major);
        (along * self.element.slot_bits()).div_ceil(8)
    }

    /// The padding of plain rows: within them, or between.
    const fn pad(&self) -> Option<Pad> {
        let Some(Pads { every_bytes, bytes }) = self.pads else {
            return None;
        };
        let row = self.row_data_bytes();
        Some(if every_bytes < row || row == 0 {
            Pad::Within { every_bytes, bytes }
        } else {
            Pad::Between { rows: every_bytes / row, bytes }
        })
    }

    /// Address at which the pattern of a stage starts.
    #[must_use]
    pub const fn pattern_of_stage(&self, stage: u32) -> u32 {
        match self.pattern_of {
            PatternOf::Memory => self.pattern_bytes,
            PatternOf::EachStage => self.pattern_bytes.wrapping_add(stage.wrapping_mul(self.stage_bytes)),
        }
    }

    /// The base offset that the descriptors of a stage need.
    ///
    /// ```
    /// use swizzle_core::tile::{PatternOf, Tile};
    /// let ring = Tile { stages: 4, stage_bytes: 8320, ..Tile::default() };
    /// assert_eq!(ring.base_offset_of_stage(3), 0);
    /// let anew = Tile { pattern_of: PatternOf::EachStage, pattern_bytes: ring.start_bytes, ..ring };
    /// assert_eq!([0, 1, 2, 3].map(|stage| anew.base_offset_of_stage(stage)), [0, 1, 2, 3]);
    /// ```
    #[must_use]
    pub const fn base_offset_of_stage(&self, stage: u32) -> u8 {
        base_offset_from_pattern(self.swizzle, self.pattern_of_stage(stage))
    }

    /// Returns the address of an element of the first stage.
    #[must_use]
    pub const fn byte_from_element(&self, coord: Coord) -> BitAddress {
        self.layout().byte_from_element(coord)
    }

    /// Bytes of one of its strides, before they are cut to a field.
    #[must_use]
    pub const fn stride_bytes(&self, stride: Stride) -> u32 {
        match stride {
            Stride::Lbo => self.lbo_bytes,
            Stride::Sbo => self.sbo_bytes,
        }
    }

    /// Bytes of shared memory from the first atom of a stage through its last, gaps included; 0 for a buffer without elements.
    #[must_use]
    pub fn span_bytes(&self) -> u64 {
        if self.buffer.mn == 0 || self.buffer.k == 0 {
            return 0;
        }
        if let Some(row_bytes) = self.row_bytes {
            let (_, across) = self.buffer.along_and_across(self.major);
            let between = match self.pad() {
                Some(Pad::Between { rows, bytes }) => u64::from((across - 1) / rows) * u64::from(bytes),
                Some(Pad::Within { .. }) | None => 0,
            };
            return u64::from(row_bytes) * u64::from(across) + between;
        }
        let (columns, groups) = self.layout().columns_and_groups(self.buffer);
        let reach = |count: u32, stride: Stride| u64::from(count - 1) * u64::from(self.stride_bytes(stride));
        u64::from(self.swizzle.atom(self.major).bytes())
            .saturating_add(reach(columns, Stride::of_columns(self.major, self.swizzle)))
            .saturating_add(reach(groups, Stride::of_groups(self.major, self.swizzle)))
    }

    /// Bytes of all stages, from the first one's first atom through the last one's last; 0 without stages.
    #[must_use]
    pub fn buffer_bytes(&self) -> u64 {
        self.stages.checked_sub(1).map_or(0, |others| {
            (u64::from(others) * u64::from(self.stage_bytes)).saturating_add(self.span_bytes())
        })
    }

    /// Whether the tile's column stride and the LBO field of its descriptor are separate values: in swizzled K-major layouts.
    #[must_use]
    pub const fn has_column_stride(&self) -> bool {
        matches!(self.major, Major::K) && !matches!(self.swizzle, Swizzle::None)
    }

    /// Name of `lbo_bytes`: a column stride where no field of a descriptor holds it.
    ///
    /// ```
    /// use swizzle_core::{Element, Swizzle, Tile};
    /// let tile = Tile::k_major(Element::Bf16, 64, 64);
    /// assert_eq!(tile.swizzle(Swizzle::B128).lbo_name(), "column stride");
    /// assert_eq!(tile.swizzle(Swizzle::None).lbo_name(), "LBO");
    /// ```
    #[must_use]
    pub const fn lbo_name(&self) -> &'static str {
        if self.has_column_stride() { "column stride" } else { "LBO" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_takes_no_bytes() {
        let tile = Tile::default();
        assert_eq!((tile.span_bytes(), tile.buffer_bytes()), (8192, 8192));
        assert_eq!(Tile { stages: 0, ..tile }.buffer_bytes(), 0);
        for row_bytes in [None, Some(256)] {
            for (mn, k) in [(0, 64), (64, 0), (0, 0)] {
                let buffer = Extent { mn, k };
                let empty = Tile { buffer, row_bytes, ..tile };
                assert_eq!(empty.span_bytes(), 0, "{buffer:?} {row_bytes:?}");
            }
        }
    }
}
