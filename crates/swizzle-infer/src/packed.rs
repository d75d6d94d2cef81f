//! The packed tile that an explicit descriptor reads, and the specified reader.

use super::*;
use swizzle_core::hardware::{CopyShape, read_mn_max};

/// The specified tile, if a packed one has the strides of the explicit descriptor; nothing else is tried.
pub(super) fn packed_spec(said: &Said) -> Option<Spec> {
    swizzle_params::check(said).ok()?;
    let (given, reader) = (said.given?, reader(said));
    packed(said, given, &reader, Extents::of(said, &reader)).ok().map(|(spec, _)| spec)
}

/// The packed tile with the strides of the read, in either atom order, and whether it starts a read where the descriptor does;
/// otherwise the tiles that were tried.
pub(super) fn packed(
    said: &Said,
    given: Descriptor,
    reader: &Reader,
    extents: Extents,
) -> Result<(Spec, bool), Box<[Spec; 2]>> {
    let orders = said.tile.order.map_or([Order::Mn, Order::K], |order| [order; 2]);
    let tried = orders.map(|order| placed(said, given, tile(said, extents, None, order), reader));
    let fits = |candidate: &&(Spec, bool)| has_the_strides_of(&candidate.0, given);
    // Specified strides may collide in one order and not in the other.
    let holds = |candidate: &&(Spec, bool)| candidate.0.shared_byte().is_none();
    let of_place = || tried.iter().filter(|candidate| candidate.1 && fits(candidate));
    let found = of_place().find(holds).or_else(|| of_place().next()).or_else(|| tried.iter().find(fits));
    match found {
        Some(found) => Ok(found.clone()),
        None => Err(Box::new(tried.map(|(spec, _)| spec))),
    }
}

/// The specified tile packed in each atom order, independent of the strides of the explicit descriptor.
pub(super) fn packed_in_each_order(said: &Said) -> Vec<Spec> {
    let (Some(given), Ok(())) = (said.given, swizzle_params::check(said)) else {
        return Vec::new();
    };
    let reader = reader(said);
    let extents = Extents::of(said, &reader);
    let of = |order: &Order| placed(said, given, tile(said, extents, None, *order), &reader).0;
    orders(said).iter().map(of).collect()
}

/// Whether the strides that a read uses are the tile's.
pub(super) fn has_the_strides_of(spec: &Spec, descriptor: Descriptor) -> bool {
    let (read, tile) = (spec.layout_from_descriptor(descriptor), spec.layout().params());
    tile.swizzle == read.swizzle()
        && spec.layout().is_canonical()
        && has_the_stride_of(spec, descriptor, Stride::Lbo)
        && has_the_stride_of(spec, descriptor, Stride::Sbo)
}

/// Whether one stride is the tile's, or no read uses it.
pub(super) fn has_the_stride_of(spec: &Spec, descriptor: Descriptor, stride: Stride) -> bool {
    let read = spec.layout_from_descriptor(descriptor);
    let is_address = stride == Stride::Lbo && read.params().lbo_mode == LboMode::Absolute;
    is_address
        || !read.reaches(stride, spec.read_extent())
        || read.stride_bytes(stride) == spec.layout().stride_bytes(stride)
}

/// The specified reader, with defaults for unspecified values.
pub(super) fn reader(said: &Said) -> Reader {
    let used_for = said.reader.used_for.unwrap_or(match said.reader.shape {
        Some(_) => Use::Copy,
        None => Use::Mma,
    });
    let shape = said.reader.shape.unwrap_or_else(|| copied_whole(said));
    let arch = said.arch().unwrap_or_else(|| {
        let mut all = Arch::ALL.iter().copied();
        all.find(|arch| arch.has_use(used_for)).unwrap_or_default()
    });
    let of_given = said.given.map(Descriptor::chip);
    let chip = said.chip().or(of_given).unwrap_or(arch.first_chip());
    let default = Reader::default();
    let operand = said.reader.operand.unwrap_or(default.operand);
    let of_given = said.given.map(|given| given.decode().lbo_mode);
    Reader {
        arch,
        chip,
        operand,
        sparsity: said.reader.sparsity.unwrap_or(default.sparsity),
        lbo_mode: of_given.or(said.reader.lbo_mode).unwrap_or(default.lbo_mode),
        rows: said.reader.rows.unwrap_or(match used_for {
            Use::Copy => shape.rows(),
            Use::Mma => read_mn_max(arch, operand),
        }),
        used_for,
        shape,
    }
}

/// The shape of the copy that reads the whole tile. Rows of 16 bytes are the default: they do not use LBO.
fn copied_whole(said: &Said) -> CopyShape {
    let tile = &said.tile;
    let t = tile.element.unwrap_or(Tile::default().element).per_unit();
    let takes_lbo = said
        .given
        .is_none_or(|given| given.decode().lbo_field > 1 || given.decode().swizzle != Ok(Swizzle::None));
    let is_wide = tile.k.is_some_and(|k| k > t) && takes_lbo;
    match tile.mn {
        Some(mn) if is_wide && mn <= CopyShape::R4x256b.rows() => CopyShape::R4x256b,
        Some(mn) if mn.is_multiple_of(CopyShape::R128x256b.rows()) => {
            if is_wide {
                CopyShape::R128x256b
            } else {
                CopyShape::R128x128b
            }
        }
        Some(mn) if mn.is_multiple_of(CopyShape::R64x128b.rows()) => CopyShape::R64x128b,
        _ => CopyShape::R32x128b,
    }
}
