//! What is assumed of tile and reader where nothing was said: it follows from what was said and from the given descriptor.

use alloc::boxed::Box;

use crate::descriptor::{Descriptor, DescriptorFields, FieldId};
use crate::hardware::{Arch, CopyShape, LboMode, Use, bytes_from_field, read_mn_max};
use crate::law::{Stride, Swizzle};
use crate::reader::{Place, Reader, Said, Spec, SpecError};
use crate::solve::cause::{explained, has_extents};
use crate::solve::extents::Extents;
use crate::solve::several;
use crate::solve::tiles::{placed, tile};
use crate::tile::{Order, Tile};

impl Spec {
    /// Works out everything that was not said.
    ///
    /// Said values stand. Without a given descriptor the rest is [`Tile::default`], packed. With one, the rest is chosen so
    /// that its read is the tile's, as far as that goes: mode and LBO mode are the descriptor's, the pattern starts where
    /// its base offset says, the order of atoms is the one that fits, strides that no order gives are taken for gaps, and
    /// where units would collide the tile is taken to be smaller, down to a single read. A mistake that has a name is not
    /// explained away, once the extents were said. The descriptor's place is where the said tile's sequence starts a read,
    /// or the tile begins where the place says. Several given ones are held against one tile.
    ///
    /// # Errors
    /// [`SpecError`] names the value, and what it must be.
    pub fn new(said: &Said) -> Result<Self, SpecError> {
        said.check()?;
        if !said.beside.is_empty() {
            return several::spec(said);
        }
        let reader = reader(said);
        let Some(given) = said.given else {
            let order = said.tile.order.unwrap_or(Order::Mn);
            let tile = tile(said, Extents::of(said, &reader), None, order);
            return Ok(Self::assembled(
                said,
                tile,
                reader,
                said.place.over(Place::default()),
            ));
        };
        let whole = Extents::of(said, &reader);
        let tried = packed(said, given, &reader, whole);
        if let Ok((spec, true)) = tried {
            return Ok(spec);
        }
        let explained = explained(said, given, &reader, whole);
        if let Some(found) = explained.into_iter().next() {
            return Ok(found.spec);
        }
        let tried = match tried {
            Ok((spec, _)) => return Ok(spec),
            Err(tried) => tried,
        };
        // Old links name steps beyond a tile that fits without them.
        if let Ok((spec, _)) = packed(said, given, &reader, Extents::least(said, &reader)) {
            return Ok(spec);
        }
        let gaps = |tried: &[Self]| tried.iter().find_map(|spec| with_gaps(spec, given));
        let smaller = || {
            let mut smaller = whole.smaller(said, &reader).skip(1);
            smaller.find_map(|extents| {
                let found = packed(said, given, &reader, extents);
                found.map_or_else(|tried| gaps(&tried[..]), |(spec, _)| Some(spec))
            })
        };
        Ok(gaps(&tried[..])
            .or_else(smaller)
            .unwrap_or_else(|| match has_extents(said) {
                true => nearest(*tried, given),
                false => tried[0].clone(),
            }))
    }

    /// Whether the strides that a read takes are the tile's.
    fn has_the_strides_of(&self, descriptor: Descriptor) -> bool {
        let (read, tile) = (self.read_of(descriptor), self.layout().params());
        let is_relative = read.params().lbo_mode == LboMode::Relative;
        let same = |stride: Stride| {
            !read.reaches(stride, self.read_extent())
                || read.stride_bytes(stride) == self.layout().stride_bytes(stride)
        };
        tile.swizzle == read.swizzle()
            && self.layout().is_canonical()
            && (!is_relative || same(Stride::Lbo))
            && same(Stride::Sbo)
    }
}

/// The tile of what was said, where a packed one has the strides of the given descriptor; nothing else is tried.
pub(super) fn packed_spec(said: &Said) -> Option<Spec> {
    said.check().ok()?;
    let (given, reader) = (said.given?, reader(said));
    packed(said, given, &reader, Extents::of(said, &reader))
        .ok()
        .map(|(spec, _)| spec)
}

/// The packed tile whose strides the read has, in one order of atoms or the other, and whether it starts a read where the
/// descriptor does; else those that were tried.
fn packed(
    said: &Said,
    given: Descriptor,
    reader: &Reader,
    extents: Extents,
) -> Result<(Spec, bool), Box<[Spec; 2]>> {
    let orders = said
        .tile
        .order
        .map_or([Order::Mn, Order::K], |order| [order; 2]);
    let tried = orders.map(|order| placed(said, given, tile(said, extents, None, order), reader));
    let fits = |candidate: &&(Spec, bool)| candidate.0.has_the_strides_of(given);
    let found = tried
        .iter()
        .find(|candidate| candidate.1 && fits(candidate))
        .or_else(|| tried.iter().find(fits));
    match found {
        Some(found) => Ok(found.clone()),
        None => Err(Box::new(tried.map(|(spec, _)| spec))),
    }
}

/// Whether a tile with all that was said is read right: packed in some order of atoms, or with gaps.
pub(crate) fn is_read_right(said: &Said) -> bool {
    let (Some(given), Ok(())) = (said.given, said.check()) else {
        return false;
    };
    let reader = reader(said);
    match packed(said, given, &reader, Extents::of(said, &reader)) {
        Ok((_, is_placed)) => is_placed,
        Err(tried) => tried.iter().any(|spec| {
            with_gaps(spec, given).is_some_and(|spec| {
                let start = bytes_from_field(given.decode().start_field);
                spec.start_bytes(spec.place()) == start
            })
        }),
    }
}

/// Of the packed tiles that were tried, the one that would need the fewest fields of the descriptor changed.
fn nearest(tried: [Spec; 2], given: Descriptor) -> Spec {
    let [one, other] = tried;
    let changed = |spec: &Spec| {
        let derived = spec.derived_descriptor(spec.place());
        let fields = [FieldId::Start, FieldId::Lbo, FieldId::Sbo].into_iter();
        derived.map_or(usize::MAX, |derived| {
            fields
                .filter(|field| derived.get(*field) != given.get(*field))
                .count()
        })
    };
    if changed(&other) < changed(&one) {
        other
    } else {
        one
    }
}

/// What was said, with something else about the descriptor: its fields changed, all other bits kept.
///
/// Returns `None` where there is no descriptor to change, or the architecture has no code for the swizzle.
#[must_use]
pub fn said_with(spec: &Spec, change: impl FnOnce(&mut DescriptorFields)) -> Option<Said> {
    let descriptor = spec.descriptor(spec.place()).ok()?;
    let mut fields = descriptor.decode();
    change(&mut fields);
    let changed = Descriptor::encode(descriptor.arch(), fields).ok()?;
    Some(spec.said().with_given(changed))
}

/// The tile with strides that the descriptor has and no order of atoms gives: a buffer with gaps.
fn with_gaps(packed: &Spec, given: Descriptor) -> Option<Spec> {
    given.decode().swizzle.ok()?;
    let said = packed.said();
    let read = packed.read_of(given);
    let gap = |stride: Stride, said: Option<u32>, own: u32| {
        let is_taken = read.reaches(stride, packed.read_extent());
        said.unwrap_or(if is_taken {
            read.stride_bytes(stride)
        } else {
            own
        })
    };
    let tile = Tile {
        lbo_bytes: gap(Stride::Lbo, said.tile.lbo_bytes, packed.tile().lbo_bytes),
        sbo_bytes: gap(Stride::Sbo, said.tile.sbo_bytes, packed.tile().sbo_bytes),
        ..*packed.tile()
    };
    let (spec, _) = placed(said, given, tile, packed.reader());
    let is_gap = read.params().lbo_mode == LboMode::Relative
        && spec.has_the_strides_of(given)
        && spec.layout().first_clash(spec.extent()).is_none();
    is_gap.then_some(spec)
}

fn reader(said: &Said) -> Reader {
    let used_for = said.reader.used_for.unwrap_or(match said.reader.shape {
        Some(_) => Use::Copy,
        None => Use::Mma,
    });
    let shape = said.reader.shape.unwrap_or_else(|| copied_whole(said));
    let arch = said
        .given
        .map(Descriptor::arch)
        .or(said.reader.arch)
        .unwrap_or(match used_for {
            Use::Copy => Arch::Tcgen05,
            Use::Mma => Arch::Wgmma,
        });
    let default = Reader::default();
    let operand = said.reader.operand.unwrap_or(default.operand);
    let of_given = said.given.map(|given| given.decode().lbo_mode);
    Reader {
        arch,
        operand,
        sparsity: said.reader.sparsity.unwrap_or(default.sparsity),
        lbo_mode: of_given
            .or(said.reader.lbo_mode)
            .unwrap_or(default.lbo_mode),
        rows: said.reader.rows.unwrap_or(match used_for {
            Use::Copy => shape.rows(),
            Use::Mma => read_mn_max(arch, operand),
        }),
        used_for,
        shape,
    }
}

/// The shape of the copy that takes the tile whole. Rows of 16 bytes are assumed where nobody said more: they take no
/// LBO, whatever stands in it.
fn copied_whole(said: &Said) -> CopyShape {
    let tile = &said.tile;
    let t = tile.element.unwrap_or(Tile::default().element).per_unit();
    let takes_lbo = said.given.is_none_or(|given| {
        given.decode().lbo_field > 1 || given.decode().swizzle != Ok(Swizzle::None)
    });
    let is_wide = tile.k.is_some_and(|k| k > t) && takes_lbo;
    match tile.mn {
        Some(mn) if is_wide && mn <= CopyShape::R4x256b.rows() => CopyShape::R4x256b,
        Some(mn) if mn.is_multiple_of(CopyShape::R128x256b.rows()) => match is_wide {
            true => CopyShape::R128x256b,
            false => CopyShape::R128x128b,
        },
        Some(mn) if mn.is_multiple_of(CopyShape::R64x128b.rows()) => CopyShape::R64x128b,
        _ => CopyShape::R32x128b,
    }
}
