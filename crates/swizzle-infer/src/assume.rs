//! Inference of unspecified values of tile and reader from the specified values and the explicit descriptor.

use super::*;
use swizzle_core::descriptor::DescriptorFields;

/// Infers all unspecified values.
///
/// Specified values are kept. Without an explicit descriptor the rest is [`Tile::default`], packed. With one, the rest is
/// chosen so that its read matches the tile, if possible: mode and LBO mode are the descriptor's, the pattern origin follows
/// from its base offset, the atom order is the one that matches, strides that no order produces are taken as gaps, and if units
/// would collide the tile is smaller, down to a single read. If the extents are specified, a known mistake is not explained
/// away. The descriptor's place is where the specified tile's sequence starts a read, or the tile starts where the place
/// implies. Several explicit descriptors are compared with one tile.
///
/// # Errors
/// Returns [`SpecError`] with the value and its legal range.
pub fn spec_from_said(said: &Said) -> Result<Spec, SpecError> {
    swizzle_params::check(said)?;
    // The bit table is that of the specified chip.
    if let (Some(given), Some(chip)) = (said.given, said.chip())
        && given.chip() != chip
    {
        return spec_from_said(&said.with_given(given));
    }
    if !said.beside.is_empty() {
        return several::spec(said);
    }
    let reader = reader(said);
    let Some(given) = said.given else {
        let order = said.tile.order.unwrap_or(Order::Mn);
        let tile = tile(said, Extents::of(said, &reader), None, order);
        return Ok(Spec::assembled(said, tile, reader, said.place.over(Place::default())));
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
    // Old links specify steps past the end of a tile that matches without them.
    if let Ok((spec, _)) = packed(said, given, &reader, Extents::least(said, &reader)) {
        return Ok(spec);
    }
    let smaller = || {
        let mut smaller = whole.smaller(said, &reader).skip(1);
        smaller.find_map(|extents| {
            let found = packed(said, given, &reader, extents);
            found.map_or_else(|tried| with_gaps(&tried[..], given), |(spec, _)| Some(spec))
        })
    };
    Ok(with_gaps(&tried[..], given)
        .or_else(smaller)
        .unwrap_or_else(|| if has_extents(said) { nearest(&tried[..], given) } else { tried[0].clone() }))
}

/// Whether a tile with the specified values is read correctly, packed in some atom order where strides are unspecified.
pub fn is_read_right(said: &Said) -> bool {
    let (Some(given), Ok(())) = (said.given, swizzle_params::check(said)) else {
        return false;
    };
    let reader = reader(said);
    packed(said, given, &reader, Extents::of(said, &reader)).is_ok_and(|(_, is_placed)| is_placed)
}

/// The tried packed tile that needs the fewest changed fields of the descriptor. If a specified stride differs from the
/// descriptor's, the other stride may still be the descriptor's.
fn nearest(tried: &[Spec], given: Descriptor) -> Spec {
    let changed = |spec: &Spec| {
        let derived = spec.derived_descriptor(spec.place());
        let fields = [FieldId::Start, FieldId::Lbo, FieldId::Sbo].into_iter();
        derived.map_or(usize::MAX, |derived| {
            fields.filter(|field| derived.get(*field) != given.get(*field)).count()
        })
    };
    let with_other_stride = |spec: &Spec| {
        let said = &spec.said().tile;
        let is_one_said = said.lbo_bytes.is_some() != said.sbo_bytes.is_some();
        let spec = is_one_said.then(|| with_strides_of(spec, given))??;
        spec.is_held().then_some(spec)
    };
    let strided: Vec<Spec> = tried.iter().filter_map(with_other_stride).collect();
    let all = tried.iter().chain(&strided);
    all.min_by_key(|spec| changed(spec)).map_or_else(|| tried[0].clone(), Spec::clone)
}

/// The specified values with changed fields of the descriptor and all other bits kept.
///
/// Returns `None` if there is no descriptor to change or the architecture has no code for the swizzle.
pub fn said_with(spec: &Spec, change: impl FnOnce(&mut DescriptorFields)) -> Option<Said> {
    let descriptor = spec.descriptor(spec.place()).ok()?;
    let mut fields = descriptor.decode();
    change(&mut fields);
    let changed = Descriptor::encode(descriptor.chip(), fields).ok()?;
    Some(spec.said().with_given(changed))
}

/// The tile with strides of the descriptor that no atom order produces: a buffer with gaps, in the order in which it is a packed one
/// with more space between its atoms.
fn with_gaps(tried: &[Spec], given: Descriptor) -> Option<Spec> {
    let said_start = tried.first()?.said().tile.start_bytes;
    let is_gap = |spec: &Spec| {
        let read = spec.layout_from_descriptor(given);
        let is_relative = read.params().lbo_mode == LboMode::Relative;
        is_relative
            && has_the_strides_of(spec, given)
            && spec.is_held()
            && spec.has_room_between_stages()
            // Strides that move the tile away from its specified start are not an explanation.
            && (said_start.is_none() || starts_a_read_at(spec, given))
    };
    let strided = tried.iter().filter_map(|spec| with_strides_of(spec, given));
    let found: Vec<Spec> = strided.filter(is_gap).collect();
    let is_wider = |spec: &&Spec| {
        let gaps = [Stride::Lbo, Stride::Sbo].map(|stride| spec.gap_of(stride));
        gaps.iter().flatten().all(|gap| gap.held_bytes > gap.packed_bytes)
    };
    found.iter().find(is_wider).or(found.first()).cloned()
}

/// Whether the descriptor starts at the place of a spec.
fn starts_a_read_at(spec: &Spec, given: Descriptor) -> bool {
    let start = bytes_from_field(given.decode().start_field);
    spec.start_bytes(spec.place()) == start
}

/// The tile with the descriptor's strides, if a read uses them and they are unspecified.
fn with_strides_of(packed: &Spec, given: Descriptor) -> Option<Spec> {
    given.decode().swizzle.ok()?;
    let said = packed.said();
    let read = packed.layout_from_descriptor(given);
    let gap = |stride: Stride, said: Option<u32>, own: u32| {
        let is_taken = read.reaches(stride, packed.read_extent());
        said.unwrap_or(if is_taken { read.stride_bytes(stride) } else { own })
    };
    let tile = Tile {
        lbo_bytes: gap(Stride::Lbo, said.tile.lbo_bytes, packed.tile().lbo_bytes),
        sbo_bytes: gap(Stride::Sbo, said.tile.sbo_bytes, packed.tile().sbo_bytes),
        ..*packed.tile()
    };
    Some(placed(said, given, tile, packed.reader()).0)
}
