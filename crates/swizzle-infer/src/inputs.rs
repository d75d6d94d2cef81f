//! What a tile is inferred from, the possible tiles, and the place of an explicit descriptor in their sequence.

use super::*;
use swizzle_core::{
    hardware::{CopyShape, Operand, read_mn_max},
    tile::{Pads, PatternOf, pattern_from_base_offset},
};

/// Maximum number of places at which an explicit descriptor is looked up.
const WINDOW_PLACES_MAX: usize = 1 << 14;

/// The specified values, the reader and the extents, with defaults where they are unspecified.
#[derive(Clone, Copy)]
pub(super) struct Inputs<'a> {
    pub(super) said: &'a Said,
    reader: Reader,
    window: Extent,
    buffer: Extent,
}

impl<'a> Inputs<'a> {
    /// With the specified reader.
    pub(super) fn of(said: &'a Said) -> Self {
        Self::with_reader(said, reader(said))
    }

    /// With a reader. Unspecified extents are large enough for the specified place.
    pub(super) fn with_reader(said: &'a Said, reader: Reader) -> Self {
        let (first, read) = (first_window(said, &reader), read_extent(said, &reader));
        let needed = |first: u32, place: Option<u32>, each: u32| {
            let outside = place.filter(|at| at.saturating_mul(each) >= first);
            outside.map_or(first, |at| (at + 1).saturating_mul(each))
        };
        let mn = needed(first.mn, said.place.block, read.mn);
        Self::with_window(said, reader, Extent { mn, k: needed(first.k, said.place.step, read.k) })
    }

    /// With this window where its extents are unspecified.
    fn with_window(said: &'a Said, reader: Reader, assumed: Extent) -> Self {
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
        Self { said, reader, window: Extent { mn, k }, buffer: Extent { mn: buffer_mn, k: buffer_k } }
    }

    /// With the page's default extents where unspecified, independent of the place.
    pub(super) fn least(&self) -> Self {
        Self::with_window(self.said, self.reader, first_window(self.said, &self.reader))
    }

    /// These and smaller extents where unspecified, the largest first: whole instructions along K, and legal row counts of an
    /// instruction.
    pub(super) fn smaller(self) -> impl Iterator<Item = Self> + use<'a> {
        let Self { said, reader, window, .. } = self;
        let (tile, read) = (&said.tile, read_extent(said, &reader));
        let rows = match reader.operand {
            Operand::A if reader.arch.has_one_m() => window.mn,
            Operand::A => reader.arch.m_min(),
            Operand::B => 8,
        };
        // The specified place stays inside.
        let down = |extent: u32, each: u32, is_free: bool, least: u32| {
            let each = each.clamp(1, extent);
            let count = if is_free { extent.saturating_sub(least) / each + 1 } else { 1 };
            (0..count.min(extent.div_ceil(each))).map(move |fewer| extent - fewer * each)
        };
        let least = |place: Option<u32>, each: u32| (place.unwrap_or(0) + 1).saturating_mul(each);
        let least_mn = least(said.place.block, read.mn) - read.mn.saturating_sub(rows);
        let mns = down(window.mn, rows, tile.mn.or(tile.buffer_mn).is_none(), least_mn);
        let is_k_free = tile.k.or(tile.buffer_k).is_none();
        let ks = down(window.k, read.k, is_k_free, least(said.place.step, read.k));
        mns.flat_map(move |mn| ks.clone().map(move |k| Self::with_window(said, reader, Extent { mn, k })))
    }

    /// The tile in a mode and an atom order, packed where strides are unspecified, with the explicit descriptor at its place.
    pub(super) fn placed(&self, mode: Option<Swizzle>, order: Order) -> Spec {
        placed(self.said, self.reader, self.tile(mode, order))
    }

    /// The packed tile in each possible atom order.
    pub(super) fn packed(&self) -> Vec<Spec> {
        orders(self.said).into_iter().map(|order| self.placed(None, order)).collect()
    }

    /// The tile; its start is still open.
    fn tile(&self, mode: Option<Swizzle>, order: Order) -> Tile {
        let (said, tile, default) = (self.said, &self.said.tile, Tile::default());
        let of_given = said.given.map(Descriptor::decode);
        let swizzle = of_given.map(|fields| fields.swizzle.unwrap_or(Swizzle::None));
        let base_offset = of_given.map_or(0, |fields| fields.base_offset);
        let start_bytes = tile.start_bytes.unwrap_or(default.start_bytes);
        let pattern_of = tile.pattern_of.unwrap_or_default();
        let mut found = Tile {
            element: element_of(tile),
            major: major_of(tile),
            swizzle: tile.swizzle.or(mode).or(swizzle).unwrap_or(default.swizzle),
            mn: self.window.mn,
            k: self.window.k,
            buffer: self.buffer,
            at: Coord { mn: tile.at_mn.unwrap_or(0), k: tile.at_k.unwrap_or(0) },
            order,
            row_xor: tile.row_xor,
            pads: match (tile.pad_every_bytes, tile.pad_bytes) {
                (Some(every_bytes @ 1..), Some(bytes @ 1..)) => Some(Pads { every_bytes, bytes }),
                _ => None,
            },
            start_bytes,
            pattern_bytes: tile.pattern_bytes.unwrap_or(match pattern_of {
                PatternOf::Memory if is_without_cause(said, base_offset) => 0,
                PatternOf::Memory => pattern_from_base_offset(base_offset),
                PatternOf::EachStage => start_bytes,
            }),
            pattern_of,
            stages: tile.stages.unwrap_or(said.place.stage.map_or(1, |stage| stage + 1)),
            ..default
        }
        .packed();
        found.lbo_bytes = tile.lbo_bytes.unwrap_or(found.lbo_bytes);
        found.sbo_bytes = tile.sbo_bytes.unwrap_or(found.sbo_bytes);
        found.row_bytes = tile.row_bytes.or_else(|| tile.has_rows().then(|| packed_row_bytes(&found)));
        let between = found.swizzle.pattern_bytes().max(LINE_BYTES);
        // A stage beyond the address range has no meaningful distance.
        let span = u32::try_from(found.span_bytes()).unwrap_or(u32::MAX);
        let stage_bytes = || span.checked_next_multiple_of(between).unwrap_or(span);
        found.stage_bytes = tile.stage_bytes.unwrap_or_else(stage_bytes);
        found
    }
}

/// The possible atom orders.
pub(super) fn orders(said: &Said) -> Vec<Order> {
    said.tile.order.map_or(Order::ALL.into(), |order| vec![order])
}

/// The rows and the elements of K of one read.
fn read_extent(said: &Said, reader: &Reader) -> Extent {
    Extent { mn: reader.rows, k: reader.k(element_of(&said.tile)) }
}

/// The default window: the page's first tile, or what one copy reads.
fn first_window(said: &Said, reader: &Reader) -> Extent {
    let read = read_extent(said, reader);
    match reader.used_for {
        Use::Copy => Extent { mn: read.mn.min(EXTENT_MAX), ..read },
        Use::Mma => Tile::default().buffer,
    }
}

/// The specified reader, with defaults for unspecified values.
fn reader(said: &Said) -> Reader {
    let (of, default) = (&said.reader, Reader::default());
    let used_for = of.used_for.unwrap_or(if of.shape.is_some() { Use::Copy } else { Use::Mma });
    let shape = of.shape.unwrap_or_else(|| copied_whole(said));
    let of_use = || Arch::ALL.iter().copied().find(|arch| arch.has_use(used_for));
    let arch = said.arch().or_else(of_use).unwrap_or_default();
    let operand = of.operand.unwrap_or(default.operand);
    let of_given = said.given.map(|given| given.decode().lbo_mode);
    Reader {
        arch,
        chip: said.chip().or(said.given.map(Descriptor::chip)).unwrap_or(arch.first_chip()),
        operand,
        sparsity: of.sparsity.unwrap_or(default.sparsity),
        lbo_mode: of_given.or(of.lbo_mode).unwrap_or(default.lbo_mode),
        rows: of.rows.unwrap_or(match used_for {
            Use::Copy => shape.rows(),
            Use::Mma => read_mn_max(arch, operand),
        }),
        used_for,
        shape,
    }
}

/// The shape of the copy that reads the whole tile. Rows of 16 bytes are the default: they do not use LBO.
fn copied_whole(said: &Said) -> CopyShape {
    let takes_lbo = said
        .given
        .is_none_or(|given| given.decode().lbo_field > 1 || given.decode().swizzle != Ok(Swizzle::None));
    let is_wide = said.tile.k.is_some_and(|k| k > element_of(&said.tile).per_unit()) && takes_lbo;
    match said.tile.mn {
        Some(mn) if is_wide && mn <= CopyShape::R4x256b.rows() => CopyShape::R4x256b,
        Some(mn) if is_wide && mn.is_multiple_of(CopyShape::R128x256b.rows()) => CopyShape::R128x256b,
        Some(mn) if mn.is_multiple_of(CopyShape::R128x128b.rows()) => CopyShape::R128x128b,
        Some(mn) if mn.is_multiple_of(CopyShape::R64x128b.rows()) => CopyShape::R64x128b,
        _ => CopyShape::R32x128b,
    }
}

/// Whether a base offset matches neither an aligned pattern nor one that starts at the tile's specified start, so that no pattern
/// origin is inferred from it. Everything else of the tile must be specified: a link with only a base offset draws it.
fn is_without_cause(said: &Said, base_offset: u8) -> bool {
    let tile = &said.tile;
    let Some((start, swizzle)) = tile.start_bytes.zip(tile.swizzle) else {
        return false;
    };
    let into = |bytes: u32| bytes % swizzle.pattern_bytes() / LINE_BYTES;
    let pattern = into(pattern_from_base_offset(base_offset));
    tile.mn.and(tile.k).is_some() && swizzle != Swizzle::None && pattern != into(start)
}

/// Bytes of a plain row of the buffer, the pads within it included, in whole units of those that are exchanged.
fn packed_row_bytes(tile: &Tile) -> u32 {
    let row = tile.row_data_bytes();
    let is_of_rows = |xor: &RowXor| xor.of() == XorOf::Rows || RowXor::ALL.contains(xor);
    let unit = tile.row_xor.filter(is_of_rows).and_then(|xor| xor.unit_bytes(tile.element));
    let within = tile.pads.filter(|pads| pads.every_bytes < row);
    let pads = within.map_or(0, |pads| (row / pads.every_bytes).saturating_mul(pads.bytes));
    row.next_multiple_of(unit.unwrap_or(1)).saturating_add(pads)
}

/// The tile with its start known and the explicit descriptor at its place: where the tile [starts a read](is_placed), or at the
/// nearest place.
pub(super) fn placed(said: &Said, reader: Reader, tile: Tile) -> Spec {
    let first = said.place.over(Place::default());
    let spec = Spec::assembled(said, tile, reader, first);
    let Some(given) = said.given else {
        return spec;
    };
    let start_bytes = start_of(given);
    if said.tile.start_bytes.is_some() {
        let off = |place: &Place| {
            let bytes = spec.start_bytes(*place).wrapping_sub(start_bytes);
            spec.space().signed(bytes).unsigned_abs()
        };
        let exact = places(&spec).find(|place| off(place) == 0);
        let nearest = exact.or_else(|| places(&spec).min_by_key(off));
        return Spec::assembled(said, tile, reader, nearest.unwrap_or(first));
    }
    let at = |place: Place| {
        let moved = spec.start_bytes(place).wrapping_sub(tile.start_bytes);
        let first = spec.space().wrapped(start_bytes.wrapping_sub(moved));
        let is_moved = tile.pattern_of == PatternOf::EachStage && said.tile.pattern_bytes.is_none();
        let pattern_bytes = if is_moved { first } else { tile.pattern_bytes };
        Spec::assembled(said, Tile { start_bytes: first, pattern_bytes, ..tile }, reader, place)
    };
    // The address of a second chunk determines its step.
    let is_known = |spec: &Spec| spec.derived_descriptor(spec.place()) == Ok(given);
    let absolute =
        (reader.lbo_mode == LboMode::Absolute).then(|| places(&spec).map(at).find(is_known)).flatten();
    absolute.unwrap_or_else(|| at(first))
}

/// Whether the tile starts a read where the explicit descriptor does.
pub(super) fn is_placed(spec: &Spec) -> bool {
    let starts = |given: Descriptor| start_of(given) == spec.start_bytes(spec.place());
    spec.said().tile.start_bytes.is_none() || spec.given().is_none_or(starts)
}

/// The places of the sequence in order; specified parts of the place are kept.
pub(super) fn places(spec: &Spec) -> impl Iterator<Item = Place> + use<> {
    let said = spec.said().place;
    let range = |said: Option<u32>, count: u32| said.map_or(0..count, |at| at..at + 1);
    let stages = range(said.stage, spec.tile().stages);
    let (blocks, steps) = (range(said.block, spec.blocks()), range(said.step, spec.steps()));
    let of_block = move |stage, block| steps.clone().map(move |step| Place { stage, block, step });
    stages
        .flat_map(move |stage| blocks.clone().map(move |block| (stage, block)))
        .flat_map(move |(stage, block)| of_block(stage, block))
        .take(WINDOW_PLACES_MAX)
}
