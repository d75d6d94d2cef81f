//! The strides of a tile without gaps.

use crate::hardware::{AddressSpace, Element, LboMode, Major};
use crate::law::{Extent, Layout, LayoutParams, Stride, Swizzle};
use crate::tile::order::Order;

/// A pair of strides in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strides {
    /// LBO; for swizzled K-major layouts the distance between the columns of K.
    pub lbo_bytes: u32,
    /// SBO.
    pub sbo_bytes: u32,
}

impl Strides {
    /// One of the two.
    #[must_use]
    pub const fn bytes(self, stride: Stride) -> u32 {
        match stride {
            Stride::Lbo => self.lbo_bytes,
            Stride::Sbo => self.sbo_bytes,
        }
    }
}

/// The strides of a tile without gaps: atoms repeated to cover the extent, in this order.
///
/// ```
/// use swizzle_core::{Element, Extent, Major, Order, Swizzle};
/// use swizzle_core::tile::packed_strides;
/// let tile = Extent { mn: 128, k: 128 };
/// let strides = packed_strides(Element::Bf16, Major::Mn, Swizzle::B64, tile, Order::K);
/// assert_eq!((strides.lbo_bytes, strides.sbo_bytes), (8192, 512));
/// ```
#[must_use]
pub const fn packed_strides(
    element: Element,
    major: Major,
    swizzle: Swizzle,
    extent: Extent,
    order: Order,
) -> Strides {
    let probe = Layout::new(LayoutParams {
        element,
        major,
        swizzle,
        start_bytes: 0,
        lbo_bytes: 0,
        sbo_bytes: 0,
        base_offset: 0,
        lbo_mode: LboMode::Relative,
        space: AddressSpace::KIB_256,
    });
    let (columns, groups) = probe.columns_and_groups(extent);
    let atom = swizzle.atom(major).bytes();
    let columns_first = matches!((major, order), (Major::K, Order::K) | (Major::Mn, Order::Mn));
    let (column, group) =
        if columns_first { (atom, atom.wrapping_mul(columns)) } else { (atom.wrapping_mul(groups), atom) };
    match Stride::of_columns(major, swizzle) {
        Stride::Lbo => Strides { lbo_bytes: column, sbo_bytes: group },
        Stride::Sbo => Strides { lbo_bytes: group, sbo_bytes: column },
    }
}
