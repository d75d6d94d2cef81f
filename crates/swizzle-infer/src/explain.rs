//! Explanations of a wrong descriptor: known mistakes that turn the correct fields into the actual ones.

use super::*;
use swizzle_core::reader::ReadAgainstTile;

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
    let Some(given) = spec.given().filter(|given| !reads_the_tile_of(spec, *given)) else {
        return Vec::new();
    };
    let mut said = *spec.said();
    if !said.beside.is_empty() {
        // Its neighbours determine its place.
        said.place = spec.clone().with_place_said().said().place;
    }
    // Compared at a place of a tile whose start is known from its neighbours.
    if said.tile.start_bytes.is_none() && start_of(given) != spec.start_bytes(spec.place()) {
        said.tile.start_bytes = Some(spec.tile().start_bytes);
    }
    explained(&Inputs::with_reader(&said, *spec.reader()))
}

/// The explanations of an explicit descriptor that reads no packed tile of these extents.
pub(super) fn explained(inputs: &Inputs<'_>) -> Vec<Explanation> {
    let said = inputs.said;
    let Some(given) = said.given.filter(|given| given.decode().lbo_mode == LboMode::Relative) else {
        return Vec::new();
    };
    if said.tile.has_rows() || !has_extents(said) {
        return Vec::new();
    }
    let orders = orders(said);
    // Strides and code are those of a tile as wide as its mode: only the start is wrong.
    let is_start_alone = |mode: &Swizzle| {
        orders.iter().any(|order| {
            let spec = inputs.placed(Some(*mode), *order);
            !is_placed(&spec) && has_the_strides_of_its_read(&spec) && is_as_wide_as_its_mode(&spec)
        })
    };
    let own = given.decode().swizzle.ok();
    let modes = own.filter(is_start_alone).map_or_else(|| modes(said, given), |own| vec![own]);
    let mut found: Vec<(u32, Explanation)> = Vec::new();
    for mode in modes {
        for order in &orders {
            let spec = inputs.placed(Some(mode), *order);
            let of_place = if is_placed(&spec) { at_its_place(&spec) } else { Vec::new() };
            let of_start = said.tile.start_bytes.and_then(|_| at_any_place(&spec));
            for one in of_place.into_iter().chain(of_start) {
                if found.iter().all(|(_, known)| known.mended != one.1.mended) {
                    found.push(one);
                }
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
        return vec![mode];
    }
    let (own, tile) = (given.decode().swizzle.ok(), &said.tile);
    let is_other = |mode: &Swizzle| {
        Some(*mode) != own && is_legal_form(given.arch(), element_of(tile), major_of(tile), *mode)
    };
    own.into_iter().chain(Swizzle::ALL.iter().copied().filter(is_other)).collect()
}

/// The mistakes that do not affect the start.
fn at_its_place(spec: &Spec) -> Vec<(u32, Explanation)> {
    let Some(frame) = Frame::of(spec) else {
        return Vec::new();
    };
    let of_fields = of_strides(&frame).into_iter().chain(of_code(&frame));
    let of_fields = of_fields.filter_map(|(cause, slipped)| frame.explained_by(cause, slipped));
    of_fields.chain(of_words(&frame).into_iter().map(|(cause, mended)| frame.with(cause, mended))).collect()
}

/// The mistake of the start, in a tile with a specified start.
fn at_any_place(spec: &Spec) -> Option<(u32, Explanation)> {
    places(spec).take(PLACES_TRIED_MAX).find_map(|place| {
        let spec = Spec::assembled(spec.said(), *spec.tile(), *spec.reader(), place);
        let frame = Frame::of(&spec)?;
        of_start(&frame).into_iter().find_map(|(cause, slipped)| frame.explained_by(cause, slipped))
    })
}

/// Whether a descriptor reads the tile at its place.
fn reads_the_tile_of(spec: &Spec, given: Descriptor) -> bool {
    let read = spec.layout_from_descriptor(given);
    given.decode().swizzle.is_ok() && ReadAgainstTile::tally_of(spec, &read, spec.place()).wrong == 0
}
