//! Larger buffers that explain the strides of a tile with gaps as part of a packed buffer.

use super::*;

/// A larger buffer that explains the strides without gaps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wider {
    /// Its atom order.
    pub order: Order,
    /// Its width in columns of atoms, if they come first.
    pub columns: Option<u32>,
    /// Its extent along MN, if larger than specified.
    pub mn: Option<u32>,
    /// Its extent along K, if larger than specified.
    pub k: Option<u32>,
    /// The specified values with this buffer.
    pub said: Said,
}

/// The buffers of which the explicit descriptors read a part, so that apparent gaps are the buffer's other atoms. Each is
/// verified: its packed strides are exactly these.
///
/// ```
/// use swizzle_infer::wider;
/// use swizzle_core::{Arch, Descriptor, Order, Said, SaidTile};
/// use swizzle_infer::spec_from_said;
/// let tile = SaidTile { mn: Some(128), k: Some(64), ..SaidTile::default() };
/// let given = Descriptor::new(Arch::Wgmma, 0x4000_0100_0001_0040);
/// let found = wider(&spec_from_said(&Said { tile, ..Said::default() }.with_given(given))?);
/// assert_eq!((found[0].order, found[0].columns, found[0].k), (Order::K, Some(4), Some(256)));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn wider(spec: &Spec) -> Vec<Wider> {
    if spec.gap().is_none() {
        return Vec::new();
    }
    orders(spec.said()).into_iter().filter_map(|order| of_order(spec, order)).collect()
}

/// The buffer with atoms in one order, if there is one.
fn of_order(spec: &Spec, order: Order) -> Option<Wider> {
    let tile = spec.tile();
    let (major, atom) = (tile.major, tile.swizzle.atom(tile.major));
    let is_columns_first = matches!((major, order), (Major::K, Order::K) | (Major::Mn, Order::Mn));
    // The stride across all atoms of the first dimension determines their number.
    let (over, each) = if is_columns_first {
        (Stride::of_groups(major, tile.swizzle), atom.row_units * tile.element.per_unit())
    } else {
        (Stride::of_columns(major, tile.swizzle), atom.rows)
    };
    let count = tile.stride_bytes(over) / atom.bytes().max(1);
    let extent = count.checked_mul(each).filter(|extent| *extent <= EXTENT_MAX)?;
    // Columns of atoms are along the contiguous dimension.
    let is_of_k = is_columns_first == (major == Major::K);
    let mut said = *spec.said();
    let buffer = if is_of_k { &mut said.tile.buffer_k } else { &mut said.tile.buffer_mn };
    if buffer.is_some() {
        return None;
    }
    *buffer = Some(extent);
    said.tile.order = Some(order);
    let found = spec_from_said(&said).ok()?;
    let is_it = found.gap().is_none() && found.verdict() == Verdict::Fits;
    is_it.then_some(Wider {
        order,
        columns: is_columns_first.then_some(count),
        mn: (!is_of_k).then_some(extent),
        k: is_of_k.then_some(extent),
        said,
    })
}
