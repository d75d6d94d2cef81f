//! The possible tiles, and the place of an explicit descriptor in their sequence.

use super::*;
use swizzle_core::tile::{Pads, PatternOf, pattern_from_base_offset};

/// Maximum number of places at which an explicit descriptor is looked up.
const WINDOW_PLACES_MAX: usize = 1 << 14;

/// The possible atom orders.
pub(super) fn orders(said: &Said) -> &'static [Order] {
    said.tile.order.map_or(Order::ALL, |order| match order {
        Order::Mn => &Order::ALL[..1],
        Order::K => &Order::ALL[1..],
    })
}

/// The tile in a mode and an atom order, packed where strides are unspecified. Its start is still open.
pub(super) fn tile(said: &Said, extents: Extents, mode: Option<Swizzle>, order: Order) -> Tile {
    let default = Tile::default();
    let of_given = said.given.map(|given| given.decode());
    let tile = &said.tile;
    let swizzle = of_given.map(|fields| fields.swizzle.unwrap_or(Swizzle::None));
    let base_offset = of_given.map_or(0, |fields| fields.base_offset);
    let start_bytes = tile.start_bytes.unwrap_or(default.start_bytes);
    let pattern_of = tile.pattern_of.unwrap_or_default();
    let packed = Tile {
        element: tile.element.unwrap_or(default.element),
        major: tile.major.unwrap_or(default.major),
        swizzle: tile.swizzle.or(mode).or(swizzle).unwrap_or(default.swizzle),
        mn: extents.window.mn,
        k: extents.window.k,
        buffer: extents.buffer,
        at: Coord { mn: tile.at_mn.unwrap_or(0), k: tile.at_k.unwrap_or(0) },
        order,
        row_bytes: None,
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
    let strided = Tile {
        lbo_bytes: tile.lbo_bytes.unwrap_or(packed.lbo_bytes),
        sbo_bytes: tile.sbo_bytes.unwrap_or(packed.sbo_bytes),
        ..packed
    };
    let strided = Tile {
        row_bytes: tile.row_bytes.or_else(|| tile.has_rows().then(|| packed_row_bytes(&strided))),
        ..strided
    };
    let between = strided.swizzle.pattern_bytes().max(LINE_BYTES);
    // A stage beyond the address range has no meaningful distance.
    let span = u32::try_from(strided.span_bytes()).unwrap_or(u32::MAX);
    Tile {
        stage_bytes: tile.stage_bytes.unwrap_or(span.checked_next_multiple_of(between).unwrap_or(span)),
        ..strided
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

/// The tile with its start known and the explicit descriptor at its place, and whether the tile starts a read there; otherwise
/// the nearest place is used.
pub(super) fn placed(said: &Said, given: Descriptor, tile: Tile, reader: &Reader) -> (Spec, bool) {
    let first = said.place.over(Place::default());
    let start_bytes = bytes_from_field(given.decode().start_field);
    let spec = Spec::assembled(said, tile, *reader, first);
    if said.tile.start_bytes.is_some() {
        let off = |place: &Place| distance(&spec, spec.start_bytes(*place), start_bytes);
        let exact = places(&spec).find(|place| off(place) == 0);
        let nearest = exact.or_else(|| places(&spec).min_by_key(off));
        let nearest = nearest.unwrap_or(first);
        let placed = Spec::assembled(said, tile, *reader, nearest);
        return (placed, off(&nearest) == 0);
    }
    let at = |place: Place| {
        let moved = spec.start_bytes(place).wrapping_sub(tile.start_bytes);
        let first = spec.space().wrapped(start_bytes.wrapping_sub(moved));
        let is_moved = tile.pattern_of == PatternOf::EachStage && said.tile.pattern_bytes.is_none();
        let tile = Tile {
            start_bytes: first,
            pattern_bytes: if is_moved { first } else { tile.pattern_bytes },
            ..tile
        };
        Spec::assembled(said, tile, *reader, place)
    };
    // The address of a second chunk determines its step.
    let is_known = |spec: &Spec| spec.derived_descriptor(spec.place()) == Ok(given);
    let absolute =
        (reader.lbo_mode == LboMode::Absolute).then(|| places(&spec).map(at).find(is_known)).flatten();
    (absolute.unwrap_or_else(|| at(first)), true)
}

/// The distance of two addresses, modulo the address range.
fn distance(spec: &Spec, one: u32, other: u32) -> u32 {
    spec.space().signed(one.wrapping_sub(other)).unsigned_abs()
}

/// The places of the sequence in order; specified parts of the place are kept.
pub(super) fn places(spec: &Spec) -> impl Iterator<Item = Place> + use<> {
    let said = spec.said().place;
    let range = |said: Option<u32>, count: u32| said.map_or(0..count, |at| at..at + 1);
    let (stages, blocks, steps) = (
        range(said.stage, spec.tile().stages),
        range(said.block, spec.blocks()),
        range(said.step, spec.steps()),
    );
    let blocks_and_steps = move |stage| {
        let steps = steps.clone();
        blocks.clone().flat_map(move |block| steps.clone().map(move |step| Place { stage, block, step }))
    };
    stages.flat_map(blocks_and_steps).take(WINDOW_PLACES_MAX)
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
