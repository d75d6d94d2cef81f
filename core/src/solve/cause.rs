//! Mistakes that have a name: what of the right fields a slip would leave, and whether just that was given.

use alloc::vec::Vec;

use crate::descriptor::{Descriptor, FieldId};
use crate::hardware::{Arch, Element, LboMode, Named};
use crate::law::{Stride, Swizzle};
use crate::reader::{Place, Reader, Said, Spec, is_legal_form};
use crate::solve::extents::Extents;
use crate::solve::slip::{of_code, of_start, of_strides, of_words};
use crate::solve::tiles::{placed, places, tile};
use crate::tile::Order;

/// Places at which a start is looked at.
const PLACES_MAX: usize = 1 << 8;

/// How a descriptor came to be wrong, as far as its fields show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// These strides are 16 times too large: bytes where units of 16 belong.
    Bytes(&'static [Stride]),
    /// These strides are 16 times too small: divided by 16 twice.
    DividedTwice(&'static [Stride]),
    /// LBO and SBO stand in each other's place.
    Exchanged,
    /// These strides are those of another element type.
    OtherElement(&'static [Stride], Element),
    /// These strides are those of another mode.
    OtherMode(&'static [Stride], Swizzle),
    /// The strides are packed for atoms that follow each other in the other order than was said.
    OtherOrder,
    /// The strides are those of a part of the tile, of so many rows and so much of K.
    Slice(u32, u32),
    /// The swizzle code is another numbering's.
    Code(Numbering),
    /// The swizzle code is left out.
    NoCode,
    /// The strides are packed for another mode than the code says.
    OtherCode,
    /// The upper and the lower half stand in each other's place.
    Halves,
    /// Bits of a generic pointer stand above the start.
    Pointer,
    /// The start was not divided by 16.
    Unshifted,
    /// K was advanced by so many times what one step takes.
    Advance(Advance),
}

/// A numbering of swizzle modes that is not the descriptor's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbering {
    /// The descriptor's of another architecture.
    Of(Arch),
    /// `CU_TENSOR_MAP_SWIZZLE_*` of the tensor map; its first four are the bits of CuTe's `Swizzle<B, 4, 3>` as well.
    TensorMap,
}

/// How K was advanced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance {
    /// By elements, in a field that counts units.
    ElementsAsUnits,
    /// By bytes, in a field that counts units.
    BytesAsUnits,
    /// By elements, in an address that counts bytes.
    ElementsAsBytes,
    /// On inside of the line, where the next column of atoms begins elsewhere.
    PastColumn,
}

/// A mistake that explains the given descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// How it came about.
    pub cause: Cause,
    /// The descriptor without it.
    pub mended: Descriptor,
    /// The tile that the mended one reads, with the given one held against it.
    pub spec: Spec,
}

/// What explains that the given descriptor does not read the tile, the likeliest first; nothing where no slip that has a
/// name leaves just these fields, where a packed tile is read, or where nothing was given.
///
/// Source: public reports of such mistakes. Each slip is made of the descriptor that each tile would need that may have
/// been meant, and compared with the given one.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile, Spec};
/// use swizzle_core::solve::{Cause, causes};
/// let given = Some(Descriptor::new(Arch::Wgmma, 0x4000_0001_0040_0040));
/// let tile = SaidTile { mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let found = causes(&Spec::new(&Said { tile, given, ..Said::default() })?);
/// assert_eq!((found[0].cause, found[0].mended.raw()), (Cause::Exchanged, 0x4000_0040_0001_0040));
/// # Ok::<(), swizzle_core::SpecError>(())
/// ```
#[must_use]
pub fn causes(spec: &Spec) -> Vec<Explanation> {
    match spec.given() {
        Some(given) if !spec.reads_the_tile_of(given) => {
            let extents = Extents::of(spec.said(), spec.reader());
            explained(spec.said(), given, spec.reader(), extents)
        }
        _ => Vec::new(),
    }
}

/// What explains a descriptor that reads no packed tile of these extents.
pub(super) fn explained(
    said: &Said,
    given: Descriptor,
    reader: &Reader,
    extents: Extents,
) -> Vec<Explanation> {
    let is_absolute = given.decode().lbo_mode == LboMode::Absolute;
    if is_absolute || said.tile.has_rows() || !has_extents(said) {
        return Vec::new();
    }
    let mut found: Vec<(u32, Explanation)> = Vec::new();
    for mode in modes(said, given) {
        for order in said.tile.order.map_or(Order::ALL, |order| match order {
            Order::Mn => &Order::ALL[..1],
            Order::K => &Order::ALL[1..],
        }) {
            let tile = tile(said, extents, Some(mode), *order);
            let (spec, is_placed) = placed(said, given, tile, reader);
            if is_placed {
                at_its_place(&spec, given, &mut found);
            }
            if said.tile.start_bytes.is_some() {
                at_any_place(&spec, given, &mut found);
            }
        }
    }
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, found)| found).collect()
}

/// Whether it was said how large the tile is, or its buffer.
pub(super) fn has_extents(said: &Said) -> bool {
    let tile = &said.tile;
    tile.mn.or(tile.buffer_mn).is_some() && tile.k.or(tile.buffer_k).is_some()
}

/// The modes that the tile may have been written with, the descriptor's own first.
fn modes(said: &Said, given: Descriptor) -> Vec<Swizzle> {
    if let Some(mode) = said.tile.swizzle {
        return [mode].into();
    }
    let own = given.decode().swizzle.ok();
    let default = crate::tile::Tile::default();
    let element = said.tile.element.unwrap_or(default.element);
    let major = said.tile.major.unwrap_or(default.major);
    let is_other = |mode: &&Swizzle| {
        Some(**mode) != own && is_legal_form(given.arch(), element, major, **mode)
    };
    let others = Swizzle::ALL.iter().filter(is_other).copied();
    own.into_iter().chain(others).collect()
}

/// The slips that leave the start alone.
fn at_its_place(spec: &Spec, given: Descriptor, found: &mut Vec<(u32, Explanation)>) {
    let Ok(right) = spec.derived_descriptor(spec.place()) else {
        return;
    };
    let frame = Frame { spec, given, right };
    for (cause, slipped) in of_strides(&frame).into_iter().chain(of_code(&frame)) {
        if slipped != right && frame.is_same(slipped, given) {
            frame.add(cause, frame.mended(cause), found);
        }
    }
    for (cause, mended) in of_words(&frame) {
        frame.add(cause, mended, found);
    }
}

/// The slips of the start, in a tile of which the start was said.
fn at_any_place(spec: &Spec, given: Descriptor, found: &mut Vec<(u32, Explanation)>) {
    for place in places(spec).take(PLACES_MAX) {
        let spec = Spec::assembled(spec.said(), *spec.tile(), *spec.reader(), place);
        let Ok(right) = spec.derived_descriptor(place) else {
            return;
        };
        let frame = Frame {
            spec: &spec,
            given,
            right,
        };
        for (cause, slipped) in of_start(&frame) {
            if slipped != right && frame.is_same(slipped, given) {
                frame.add(cause, frame.mended(cause), found);
                return;
            }
        }
    }
}

/// The given descriptor beside the one that a tile would need.
pub(super) struct Frame<'a> {
    pub(super) spec: &'a Spec,
    pub(super) given: Descriptor,
    pub(super) right: Descriptor,
}

impl Frame<'_> {
    /// Whether a read of the tile takes a stride.
    pub(super) fn takes(&self, stride: Stride) -> bool {
        let read = self.spec.read_of(self.right);
        read.reaches(stride, self.spec.read_extent())
    }

    /// Whether two descriptors have the same start, base offset and code, and the same strides as far as one is taken.
    pub(super) fn is_same(&self, one: Descriptor, other: Descriptor) -> bool {
        let same = |field: FieldId| one.get(field) == other.get(field);
        let mode = self.spec.tile().swizzle;
        let lines = (1_u64 << mode.xor().bits) - 1;
        let turned = one.get(FieldId::BaseOffset) ^ other.get(FieldId::BaseOffset);
        same(FieldId::Start)
            && same(FieldId::Swizzle)
            && turned & lines == 0
            && (same(FieldId::Lbo) || !self.takes(Stride::Lbo))
            && (same(FieldId::Sbo) || !self.takes(Stride::Sbo))
    }

    /// The given descriptor with all that is read set right, and what is not read left as it is.
    pub(super) fn mended(&self, cause: Cause) -> Descriptor {
        let mut mended = self.given;
        for (field, is_taken) in [
            (FieldId::Start, true),
            (FieldId::Swizzle, true),
            (FieldId::Lbo, self.takes(Stride::Lbo)),
            (FieldId::Sbo, self.takes(Stride::Sbo)),
        ] {
            if is_taken {
                mended = mended.with(field, self.right.get(field));
            }
        }
        match cause {
            Cause::Exchanged if !self.takes(Stride::Lbo) => {
                mended.with(FieldId::Lbo, self.given.get(FieldId::Sbo))
            }
            Cause::Unshifted => mended.with(FieldId::Reserved14, 0),
            _ => mended,
        }
    }

    fn add(&self, cause: Cause, mended: Descriptor, found: &mut Vec<(u32, Explanation)>) {
        if found.iter().any(|(_, known)| known.mended == mended) {
            return;
        }
        let explanation = Explanation {
            cause,
            mended,
            spec: self.spec.clone(),
        };
        found.push((self.rank(cause, mended), explanation));
    }

    /// How far down a cause stands: what only one slip leaves comes first, then what fits the K that was said, then what
    /// changes the fewest fields.
    fn rank(&self, cause: Cause, mended: Descriptor) -> u32 {
        let tile = self.spec.tile();
        let (along, _) = tile.buffer.along_and_across(tile.major);
        let bytes = along.saturating_mul(tile.element.slot_bits()) / 8;
        let fits = u32::from(bytes.min(128) != tile.swizzle.row_bytes());
        let changed = [FieldId::Lbo, FieldId::Sbo]
            .into_iter()
            .filter(|field| mended.get(*field) != self.given.get(*field))
            .count() as u32;
        let is_own = mended.get(FieldId::Swizzle) == self.given.get(FieldId::Swizzle);
        let class = match cause {
            Cause::Halves => 0,
            Cause::Bytes(_) | Cause::DividedTwice(_) | Cause::Exchanged => 1,
            Cause::Slice(..) if is_own && changed == 1 => 1,
            Cause::Pointer | Cause::Unshifted | Cause::Advance(_) => 2,
            Cause::OtherOrder => 3 + 4 * fits,
            Cause::Code(_) | Cause::NoCode => 4 + 4 * fits,
            Cause::Slice(..) => 5 + 4 * fits,
            Cause::OtherElement(..) => 6 + 4 * fits,
            Cause::OtherMode(..) => 7 + 4 * fits,
            Cause::OtherCode => 12,
        };
        4 * class + changed
    }
}

impl Spec {
    /// Whether a descriptor reads the tile at its place.
    fn reads_the_tile_of(&self, given: Descriptor) -> bool {
        let read = self.read_of(given);
        given.decode().swizzle.is_ok()
            && crate::reader::ReadAgainstTile::tally_of(self, &read, self.place()).wrong == 0
    }

    /// The place's own start, and that of step 0 before it.
    pub(super) fn start_and_first(&self) -> (u32, u32) {
        let place = self.place();
        let first = Place { step: 0, ..place };
        (self.start_bytes(place), self.start_bytes(first))
    }
}
