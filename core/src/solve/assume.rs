//! What is assumed of tile and reader where nothing was said: it follows from what was said and from the given descriptor.

use alloc::vec::Vec;

use crate::descriptor::{Descriptor, DescriptorFields};
use crate::hardware::{
    ADDRESS_BYTES, Arch, CopyShape, LINE_BYTES, LboMode, Operand, UNIT_BYTES, Use,
    bytes_from_field, read_mn_max,
};
use crate::law::{Coord, Extent, Stride, Swizzle};
use crate::reader::{Place, Reader, Said, Spec, SpecError};
use crate::solve::cause::cause;
use crate::solve::several;
use crate::tile::{EXTENT_MAX, Order, Tile, pattern_from_base_offset};

/// Places of a sequence among which a given descriptor is looked for.
const PLACES_MAX: usize = 1 << 16;

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
            let tile = tile(said, Extents::of(said, &reader), order);
            return Ok(Self::assembled(
                said,
                tile,
                reader,
                said.place.over(Place::default()),
            ));
        };
        let whole = Extents::of(said, &reader);
        let tried = match packed(said, given, &reader, whole) {
            Ok(spec) => return Ok(spec),
            Err(tried) => tried,
        };
        // Old links name steps beyond a tile that fits without them.
        if let Ok(spec) = packed(said, given, &reader, Extents::least(said, &reader)) {
            return Ok(spec);
        }
        let mistaken = |tried: &[Self]| tried.iter().position(|spec| cause(spec).is_some());
        let gaps = |tried: &[Self]| {
            let is_mistake = said.tile.has_extents() && mistaken(tried).is_some();
            let mut strided = tried.iter().filter(|_| !is_mistake);
            strided.find_map(|spec| with_gaps(spec, given))
        };
        let smaller = || {
            let mut smaller = whole.smaller(said, &reader).skip(1);
            smaller.find_map(|extents| {
                let found = packed(said, given, &reader, extents);
                found.map_or_else(|tried| gaps(&tried), Some)
            })
        };
        Ok(gaps(&tried)
            .or_else(smaller)
            .unwrap_or_else(|| tried[mistaken(&tried).unwrap_or(0)].clone()))
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
    packed(said, given, &reader, Extents::of(said, &reader)).ok()
}

/// The packed tile whose strides the read has, in one order of atoms or the other; else those that were tried.
fn packed(
    said: &Said,
    given: Descriptor,
    reader: &Reader,
    extents: Extents,
) -> Result<Spec, Vec<Spec>> {
    let orders = said
        .tile
        .order
        .map_or([Order::Mn, Order::K], |order| [order; 2]);
    let tried = orders.map(|order| placed(said, given, tile(said, extents, order), reader));
    let fits = |candidate: &&(Spec, bool)| candidate.0.has_the_strides_of(given);
    let found = tried
        .iter()
        .find(|candidate| candidate.1 && fits(candidate))
        .or_else(|| tried.iter().find(fits));
    match found {
        Some((spec, _)) => Ok(spec.clone()),
        None => Err(tried.into_iter().map(|(spec, _)| spec).collect()),
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

/// The window of which nobody said how large it is: a page's first tile, or what one copy takes.
fn first_window(said: &Said, reader: &Reader) -> Extent {
    let default = Tile::default();
    let element = said.tile.element.unwrap_or(default.element);
    match reader.used_for {
        Use::Copy => Extent {
            mn: reader.rows.min(EXTENT_MAX),
            k: reader.k(element),
        },
        Use::Mma => Extent {
            mn: default.mn,
            k: default.k,
        },
    }
}

/// Extents of window and buffer.
#[derive(Clone, Copy)]
struct Extents {
    window: Extent,
    buffer: Extent,
}

impl Extents {
    /// As said; what was not said is large enough for the place that was.
    fn of(said: &Said, reader: &Reader) -> Self {
        let default = first_window(said, reader);
        let element = said.tile.element.unwrap_or(Tile::default().element);
        let needed = |default: u32, place: Option<u32>, each: u32| {
            let is_within = |at: &u32| at.saturating_mul(each) < default;
            place
                .filter(|at| !is_within(at))
                .map_or(default, |at| (at + 1).saturating_mul(each))
        };
        Self::from_window(
            said,
            Extent {
                mn: needed(default.mn, said.place.block, reader.rows),
                k: needed(default.k, said.place.step, reader.k(element)),
            },
        )
    }

    /// As said, and as large as a fresh page has them, whatever place was said.
    fn least(said: &Said, reader: &Reader) -> Self {
        Self::from_window(said, first_window(said, reader))
    }

    /// With these extents of the window where none were said.
    fn from_window(said: &Said, assumed: Extent) -> Self {
        let tile = &said.tile;
        let along = |window: Option<u32>, buffer: Option<u32>, at: Option<u32>, assumed: u32| {
            let at = at.unwrap_or(0);
            let window = window.unwrap_or(match buffer {
                Some(buffer) => buffer - at,
                None => assumed.min(EXTENT_MAX - at.min(EXTENT_MAX - 1)),
            });
            (window, buffer.unwrap_or(at + window))
        };
        let (mn, buffer_mn) = along(tile.mn, tile.buffer_mn, tile.at_mn, assumed.mn);
        let (k, buffer_k) = along(tile.k, tile.buffer_k, tile.at_k, assumed.k);
        Self {
            window: Extent { mn, k },
            buffer: Extent {
                mn: buffer_mn,
                k: buffer_k,
            },
        }
    }

    /// The same and smaller ones, the largest first, where they were not said: whole instructions along K, and rows in steps that
    /// an instruction can have.
    fn smaller(self, said: &Said, reader: &Reader) -> impl Iterator<Item = Self> {
        let element = said.tile.element.unwrap_or(Tile::default().element);
        let (mn, k) = (self.window.mn, self.window.k);
        let rows = match (reader.operand, reader.arch) {
            (Operand::A, Arch::Wgmma) => mn,
            (Operand::A, Arch::Tcgen05) => 32,
            (Operand::B, _) => 8,
        };
        let is_free = |window: Option<u32>, buffer: Option<u32>, place: Option<u32>| {
            window.or(buffer).or(place).is_none()
        };
        let down = |extent: u32, each: u32, is_free: bool| {
            let each = each.clamp(1, extent);
            let count = if is_free { extent / each } else { 1 };
            (0..count).map(move |fewer| extent - fewer * each)
        };
        let mns = down(
            mn,
            rows,
            is_free(said.tile.mn, said.tile.buffer_mn, said.place.block),
        );
        let ks = down(
            k,
            reader.k(element),
            is_free(said.tile.k, said.tile.buffer_k, said.place.step),
        );
        let said = *said;
        mns.flat_map(move |mn| {
            ks.clone()
                .map(move |k| Self::from_window(&said, Extent { mn, k }))
        })
    }
}

/// The tile in an order of atoms, packed where no stride was said. Where it starts is still open.
fn tile(said: &Said, extents: Extents, order: Order) -> Tile {
    let default = Tile::default();
    let of_given = said.given.map(|given| given.decode());
    let tile = &said.tile;
    let swizzle = of_given.map(|fields| fields.swizzle.unwrap_or(Swizzle::None));
    let base_offset = of_given.map_or(0, |fields| fields.base_offset);
    let packed = Tile {
        element: tile.element.unwrap_or(default.element),
        major: tile.major.unwrap_or(default.major),
        swizzle: tile.swizzle.or(swizzle).unwrap_or(default.swizzle),
        mn: extents.window.mn,
        k: extents.window.k,
        buffer: extents.buffer,
        at: Coord {
            mn: tile.at_mn.unwrap_or(0),
            k: tile.at_k.unwrap_or(0),
        },
        order,
        row_bytes: None,
        row_xor: tile.row_xor,
        start_bytes: tile.start_bytes.unwrap_or(default.start_bytes),
        pattern_bytes: tile
            .pattern_bytes
            .unwrap_or(pattern_from_base_offset(base_offset)),
        stages: tile
            .stages
            .unwrap_or(said.place.stage.map_or(1, |stage| stage + 1)),
        ..default
    }
    .packed();
    let strided = Tile {
        lbo_bytes: tile.lbo_bytes.unwrap_or(packed.lbo_bytes),
        sbo_bytes: tile.sbo_bytes.unwrap_or(packed.sbo_bytes),
        ..packed
    };
    let strided = Tile {
        row_bytes: tile
            .row_bytes
            .or_else(|| tile.row_xor.map(|_| packed_row_bytes(&strided))),
        ..strided
    };
    let between = strided.swizzle.pattern_bytes().max(LINE_BYTES);
    let span = strided.span_bytes();
    Tile {
        stage_bytes: tile
            .stage_bytes
            .unwrap_or(span.checked_next_multiple_of(between).unwrap_or(span)),
        ..strided
    }
}

/// The tile with its start known, and the given descriptor at its place; whether the tile starts a read there.
fn placed(said: &Said, given: Descriptor, tile: Tile, reader: &Reader) -> (Spec, bool) {
    let first = said.place.over(Place::default());
    let start_bytes = bytes_from_field(given.decode().start_field);
    let spec = Spec::assembled(said, tile, *reader, first);
    if said.tile.start_bytes.is_some() {
        return match place_of(&spec, start_bytes) {
            Some(place) => (Spec::assembled(said, tile, *reader, place), true),
            None => (spec, false),
        };
    }
    let moved = spec.start_bytes(first).wrapping_sub(tile.start_bytes);
    let tile = Tile {
        start_bytes: start_bytes.wrapping_sub(moved) % ADDRESS_BYTES,
        ..tile
    };
    (Spec::assembled(said, tile, *reader, first), true)
}

/// The first place of the sequence whose read starts at an address; what was said of the place stands.
fn place_of(spec: &Spec, start_bytes: u32) -> Option<Place> {
    let said = spec.said().place;
    let range = |said: Option<u32>, count: u32| said.map_or(0..count, |at| at..at + 1);
    let (stages, blocks, steps) = (
        range(said.stage, spec.tile().stages),
        range(said.block, spec.blocks()),
        range(said.step, spec.steps()),
    );
    let blocks_and_steps = move |stage| {
        let steps = steps.clone();
        blocks
            .clone()
            .flat_map(move |block| steps.clone().map(move |step| Place { stage, block, step }))
    };
    stages
        .flat_map(blocks_and_steps)
        .take(PLACES_MAX)
        .find(|place| spec.start_bytes(*place) == start_bytes)
}

/// Bytes of a plain row of the buffer, in whole units.
fn packed_row_bytes(tile: &Tile) -> u32 {
    let (along, _) = tile.buffer.along_and_across(tile.major);
    along.div_ceil(tile.element.per_unit()) * UNIT_BYTES
}
