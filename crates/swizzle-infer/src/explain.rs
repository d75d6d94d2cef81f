//! Explanations of a wrong descriptor: known mistakes that turn the correct fields into the actual ones.

use super::*;
use swizzle_core::reader::{ReadAgainstTile, SaidPlace};

/// Maximum number of places at which a start is compared.
const PLACES_TRIED_MAX: usize = 1 << 8;

/// A mistake that explains the explicit descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The mistake.
    pub cause: Cause,
    /// The descriptor without the mistake.
    pub mended: Descriptor,
    /// The tile that the corrected descriptor reads, compared with the explicit one.
    pub spec: Spec,
}

/// The known mistakes that explain why the explicit descriptor does not read the tile, the most likely first; empty if no known
/// mistake produces exactly these fields, a packed tile is read, or there is no explicit descriptor.
///
/// Source: public reports of such mistakes. Each mistake is applied to the correct descriptor of each possible tile, and the
/// result is compared with the explicit one.
///
/// ```
/// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
/// use swizzle_infer::{Cause, causes};
/// use swizzle_infer::spec_from_said;
/// let given = Some(Descriptor::new(Arch::Wgmma, 0x4000_0001_0040_0040));
/// let tile = SaidTile { mn: Some(64), k: Some(64), ..SaidTile::default() };
/// let found = causes(&spec_from_said(&Said { tile, given, ..Said::default() })?);
/// assert_eq!((found[0].cause, found[0].mended.raw()), (Cause::Exchanged, 0x4000_0040_0001_0040));
/// # Ok::<(), swizzle_params::SpecError>(())
/// ```
pub fn causes(spec: &Spec) -> Vec<Explanation> {
    match spec.given() {
        Some(given) if !reads_the_tile_of(spec, given) => {
            let extents = Extents::of(spec.said(), spec.reader());
            let mut said = *spec.said();
            if !said.beside.is_empty() {
                // Its neighbours determine its place.
                let Place { stage, block, step } = spec.place();
                said.place = SaidPlace { stage: Some(stage), block: Some(block), step: Some(step) };
            }
            // Compared at a place of a tile whose start is known from its neighbours.
            let is_moved = said.tile.start_bytes.is_none()
                && bytes_from_field(given.decode().start_field) != spec.start_bytes(spec.place());
            if is_moved {
                said.tile.start_bytes = Some(spec.tile().start_bytes);
            }
            explained(&said, given, spec.reader(), extents)
        }
        _ => Vec::new(),
    }
}

/// The explanations of a descriptor that reads no packed tile of these extents.
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
    let orders = orders(said);
    let of_mode =
        |mode: Swizzle, order: Order| placed(said, given, tile(said, extents, Some(mode), order), reader);
    // Strides and code are those of a tile as wide as its mode: only the start is wrong.
    let is_start_alone = |mode: Swizzle| {
        orders.iter().any(|order| {
            let (spec, is_placed) = of_mode(mode, *order);
            !is_placed && has_the_strides_of(&spec, given) && is_as_wide_as_its_mode(&spec)
        })
    };
    let own = given.decode().swizzle.ok();
    let modes = match own.filter(|own| is_start_alone(*own)) {
        Some(own) => [own].into(),
        None => modes(said, given),
    };
    for mode in modes {
        for order in orders {
            let (spec, is_placed) = of_mode(mode, *order);
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

/// Whether the extents of the tile or its buffer are specified.
pub(super) fn has_extents(said: &Said) -> bool {
    let tile = &said.tile;
    tile.mn.or(tile.buffer_mn).is_some() && tile.k.or(tile.buffer_k).is_some()
}

/// The possible modes of the tile, the descriptor's first.
fn modes(said: &Said, given: Descriptor) -> Vec<Swizzle> {
    if let Some(mode) = said.tile.swizzle {
        return [mode].into();
    }
    let own = given.decode().swizzle.ok();
    let default = swizzle_core::tile::Tile::default();
    let element = said.tile.element.unwrap_or(default.element);
    let major = said.tile.major.unwrap_or(default.major);
    let is_other =
        |mode: &&Swizzle| Some(**mode) != own && is_legal_form(given.arch(), element, major, **mode);
    let others = Swizzle::ALL.iter().filter(is_other).copied();
    own.into_iter().chain(others).collect()
}

/// The mistakes that do not affect the start.
fn at_its_place(spec: &Spec, given: Descriptor, found: &mut Vec<(u32, Explanation)>) {
    let Ok(right) = spec.derived_descriptor(spec.place()) else {
        return;
    };
    let frame = Frame { spec, given, right };
    for (cause, slipped) in of_strides(&frame).into_iter().chain(of_code(&frame)) {
        if frame.explains(slipped) {
            add(&frame, cause, frame.mended(cause), found);
        }
    }
    for (cause, mended) in of_words(&frame) {
        add(&frame, cause, mended, found);
    }
}

/// The mistakes of the start, in a tile with a specified start.
fn at_any_place(spec: &Spec, given: Descriptor, found: &mut Vec<(u32, Explanation)>) {
    for place in places(spec).take(PLACES_TRIED_MAX) {
        let spec = Spec::assembled(spec.said(), *spec.tile(), *spec.reader(), place);
        let Ok(right) = spec.derived_descriptor(place) else {
            return;
        };
        let frame = Frame { spec: &spec, given, right };
        for (cause, slipped) in of_start(&frame) {
            if frame.explains(slipped) {
                add(&frame, cause, frame.mended(cause), found);
                return;
            }
        }
    }
}

/// Whether a descriptor reads the tile at its place.
fn reads_the_tile_of(spec: &Spec, given: Descriptor) -> bool {
    let read = spec.layout_from_descriptor(given);
    given.decode().swizzle.is_ok() && ReadAgainstTile::tally_of(spec, &read, spec.place()).wrong == 0
}

fn add(frame: &Frame<'_>, cause: Cause, mended: Descriptor, found: &mut Vec<(u32, Explanation)>) {
    if found.iter().any(|(_, known)| known.mended == mended) {
        return;
    }
    let explanation = Explanation { cause, mended, spec: frame.spec.clone() };
    found.push((frame.rank(cause, mended), explanation));
}
