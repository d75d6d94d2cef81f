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
    let inputs = Inputs::of(said);
    if said.given.is_none() {
        return Ok(inputs.placed(None, said.tile.order.unwrap_or(Order::Mn)));
    }
    let tried = inputs.packed();
    let packed = fitting(&tried);
    if let Some(spec) = packed.clone().filter(is_placed) {
        return Ok(spec);
    }
    let of_smaller = |smaller: Inputs<'_>| {
        let tried = smaller.packed();
        fitting(&tried).or_else(|| with_gaps(&tried))
    };
    let explained = explained(&inputs).into_iter().next();
    Ok(explained
        .map(|found| found.spec)
        .or(packed)
        // Old links specify steps past the end of a tile that matches without them.
        .or_else(|| fitting(&inputs.least().packed()))
        .or_else(|| with_gaps(&tried))
        .or_else(|| inputs.smaller().skip(1).find_map(of_smaller))
        .unwrap_or_else(|| if has_extents(said) { nearest(&tried) } else { tried[0].clone() }))
}

/// Whether a tile with the specified values is read correctly, packed in some atom order where strides are unspecified.
pub fn is_read_right(said: &Said) -> bool {
    said.given.is_some() && fitting(&packed(said)).is_some_and(|spec| is_placed(&spec))
}

/// The specified tile packed in each possible atom order, independent of the strides of the explicit descriptor; none for a value
/// outside its range.
pub(super) fn packed(said: &Said) -> Vec<Spec> {
    swizzle_params::check(said).map_or_else(|_| Vec::new(), |()| Inputs::of(said).packed())
}

/// The one of several packed tiles that has the strides of the explicit descriptor's read, first one that starts a read there.
pub(super) fn fitting(tried: &[Spec]) -> Option<Spec> {
    let fits = || tried.iter().filter(|spec| has_the_strides_of_its_read(spec));
    let at_place = || fits().filter(|spec| is_placed(spec));
    // Specified strides may collide in one order and not in the other.
    let apart = at_place().find(|spec| spec.shared_byte().is_none());
    apart.or_else(|| at_place().next()).or_else(|| fits().next()).cloned()
}

/// Whether the strides that the explicit descriptor's read uses are the tile's.
pub(super) fn has_the_strides_of_its_read(spec: &Spec) -> bool {
    spec.given().is_some_and(|given| {
        spec.tile().swizzle == spec.layout_from_descriptor(given).swizzle()
            && spec.layout().is_canonical()
            && [Stride::Lbo, Stride::Sbo].iter().all(|stride| has_the_stride_of(spec, given, *stride))
    })
}

/// Whether one stride of a descriptor is the tile's, or no read uses it.
pub(super) fn has_the_stride_of(spec: &Spec, descriptor: Descriptor, stride: Stride) -> bool {
    let read = spec.layout_from_descriptor(descriptor);
    let is_address = stride == Stride::Lbo && read.params().lbo_mode == LboMode::Absolute;
    is_address
        || !read.reaches(stride, spec.read_extent())
        || read.stride_bytes(stride) == spec.layout().stride_bytes(stride)
}

/// The tried packed tile that needs the fewest changed fields of the descriptor. If a specified stride differs from the
/// descriptor's, the other stride may still be the descriptor's.
fn nearest(tried: &[Spec]) -> Spec {
    let changed = |spec: &Spec| {
        let fields = [FieldId::Start, FieldId::Lbo, FieldId::Sbo].into_iter();
        spec.given().zip(spec.derived_descriptor(spec.place()).ok()).map_or(usize::MAX, |(given, derived)| {
            fields.filter(|field| derived.get(*field) != given.get(*field)).count()
        })
    };
    let is_one_said = |said: &SaidTile| said.lbo_bytes.is_some() != said.sbo_bytes.is_some();
    let one_said = tried.iter().filter(|spec| is_one_said(&spec.said().tile));
    let strided = one_said.filter_map(with_strides_of_its_read).filter(Spec::is_held);
    let all = tried.iter().cloned().chain(strided);
    all.min_by_key(changed).unwrap_or_else(|| tried[0].clone())
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
fn with_gaps(tried: &[Spec]) -> Option<Spec> {
    let is_gap = |spec: &Spec| {
        spec.given().is_some_and(|given| given.decode().lbo_mode == LboMode::Relative)
            && has_the_strides_of_its_read(spec)
            && spec.is_held()
            && spec.has_room_between_stages()
            // Strides that move the tile away from its specified start are not an explanation.
            && is_placed(spec)
    };
    let found: Vec<Spec> = tried.iter().filter_map(with_strides_of_its_read).filter(is_gap).collect();
    let is_wider = |spec: &&Spec| spec.gaps().iter().flatten().all(|gap| gap.held_bytes > gap.packed_bytes);
    found.iter().find(is_wider).or(found.first()).cloned()
}

/// The tile with the explicit descriptor's strides, if a read uses them and they are unspecified.
fn with_strides_of_its_read(packed: &Spec) -> Option<Spec> {
    let given = packed.given()?;
    given.decode().swizzle.ok()?;
    let (said, read) = (packed.said(), packed.layout_from_descriptor(given));
    let held = |stride: Stride| {
        let is_taken = read.reaches(stride, packed.read_extent());
        let own = if is_taken { read.stride_bytes(stride) } else { packed.tile().stride_bytes(stride) };
        said.tile.stride_bytes(stride).unwrap_or(own)
    };
    let tile = Tile { lbo_bytes: held(Stride::Lbo), sbo_bytes: held(Stride::Sbo), ..*packed.tile() };
    Some(placed(said, *packed.reader(), tile))
}
