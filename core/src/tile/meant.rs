//! The tile that was meant to be in shared memory, apart from what the descriptor makes the hardware read.

use crate::hardware::ADDRESS_BYTES;
use crate::hardware::LboMode;
use crate::hardware::UNIT_BYTES;
use crate::law::{BitAddress, Coord, Extent, Layout, LayoutParams, Swizzle};
use crate::reader::{Spec, base_offset_from_pattern, packed_strides};

/// What is known of the tile that was meant. `None` is automatic: the packed canonical tile of the same element, major,
/// swizzle and extents, at the start that the descriptor says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Meant {
    /// Address of its first element, before the XOR.
    pub start_bytes: Option<u32>,
    /// The swizzle that it was written with.
    pub swizzle: Option<Swizzle>,
    /// Its leading dimension byte offset; the distance between columns of K in swizzled K-major layouts.
    pub lbo_bytes: Option<u32>,
    /// Its stride dimension byte offset.
    pub sbo_bytes: Option<u32>,
    /// A plain tile instead, rows of the contiguous dimension one after the other: bytes from one row to the next.
    pub row_bytes: Option<u32>,
}

/// The tile that was meant: where each of its elements lies.
///
/// ```
/// use swizzle_core::{Coord, Meant, MeantTile, Params, Spec};
/// let wrong = Params { sbo_bytes: Some(128), ..Params::default() };
/// let meant = MeantTile::of(&Spec::new(&wrong)?);
/// assert_eq!(meant.byte_from_element(Coord { mn: 8, k: 0 }).byte, 0x800);
/// let plain = Params { meant: Meant { row_bytes: Some(128), ..Meant::default() }, ..wrong };
/// let meant = MeantTile::of(&Spec::new(&plain)?);
/// assert_eq!(meant.byte_from_element(Coord { mn: 1, k: 0 }).byte, 0x480);
/// # Ok::<(), swizzle_core::ParamsError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MeantTile {
    layout: Layout,
    extent: Extent,
    row_bytes: Option<u32>,
}

impl MeantTile {
    /// The tile that the parameters mean.
    #[must_use]
    pub fn of(spec: &Spec) -> Self {
        let params = spec.params();
        let meant = params.meant;
        let swizzle = meant.swizzle.unwrap_or(params.swizzle);
        let packed = packed_strides(
            params.element,
            params.major,
            swizzle,
            spec.extent(),
            params.order,
        );
        let column = params.column_bytes.filter(|_| spec.has_column_stride());
        let lbo_bytes = meant.lbo_bytes.or(column).unwrap_or(packed.lbo_bytes);
        Self {
            layout: Layout::new(LayoutParams {
                element: params.element,
                major: params.major,
                swizzle,
                start_bytes: meant.start_bytes.unwrap_or(spec.tile().start_bytes()),
                lbo_bytes,
                sbo_bytes: meant.sbo_bytes.unwrap_or(packed.sbo_bytes),
                base_offset: base_offset_from_pattern(swizzle, params.pattern_bytes.unwrap_or(0)),
                lbo_mode: LboMode::Relative,
            }),
            extent: spec.extent(),
            row_bytes: meant.row_bytes,
        }
    }

    /// Its layout; of a plain tile only element, major and start count.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Bytes from one row to the next, where it is a plain tile.
    #[must_use]
    pub const fn row_bytes(&self) -> Option<u32> {
        self.row_bytes
    }

    /// Where an element was meant to begin.
    #[must_use]
    pub const fn byte_from_element(&self, coord: Coord) -> BitAddress {
        let Some(row_bytes) = self.row_bytes else {
            return self.layout.byte_from_element(coord);
        };
        let (along, across) = coord.along_and_across(self.layout.major());
        let element = self.layout.element();
        let bits = along % element.per_unit() * element.pitch_bits();
        let byte = self
            .layout
            .start_bytes()
            .wrapping_add(across.wrapping_mul(row_bytes))
            .wrapping_add(along / element.per_unit() * UNIT_BYTES)
            .wrapping_add(bits / 8);
        BitAddress {
            byte: byte % ADDRESS_BYTES,
            bit: bits % 8,
        }
    }

    /// The element that was meant to lie at a byte, the first where there are several.
    #[must_use]
    pub fn element_from_byte(&self, byte: u32) -> Option<Coord> {
        if self.row_bytes.is_some() {
            return None;
        }
        self.layout.first_element_from_byte(byte, self.extent)
    }
}
