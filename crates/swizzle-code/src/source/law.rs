//! The address law of one tile as expressions with constants, in the syntax shared by C++, Rust and (with another division
//! operator) Python.

use crate::source::Sourced;
use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::hardware::{LboMode, Major, UNIT_BYTES};
use swizzle_core::law::{Axis, Coord, Count, Layout, LayoutParams, Part, Swizzle};
use swizzle_core::reader::{Place, Spec};
use swizzle_core::tile::{PatternOf, base_offset_from_pattern};

/// A digit of an index times its stride, `index / per % size * stride`; without a size it is the outermost.
pub(super) fn digit(index: &str, per: u32, size: Option<u32>, stride: u32) -> String {
    let mut text = index.to_owned();
    if per > 1 {
        text += &format!(" / {per}");
    }
    if let Some(size) = size {
        text += &format!(" % {size}");
    }
    if stride != 1 {
        text += &format!(" * {stride}");
    }
    text
}

/// Bytes, or other numbers of bits, from the tile's first element to an index along an axis, before the XOR; within a unit only where
/// that is asked for. The law's terms, with contiguous ones merged and unused ones omitted.
pub(super) fn distance(spec: &Spec, axis: Axis, bits: u32, has_slots: bool, index: &str) -> String {
    let extent = spec.extent().on(axis);
    let mut runs: Vec<(u32, Option<u32>, u32)> = Vec::new();
    for term in spec.layout().terms().on(axis) {
        let size = match term.count {
            Count::Of(size) => Some(size),
            Count::Open | Count::Step => None,
        };
        if term.part == Part::Slot && !has_slots || size == Some(1) {
            continue;
        }
        let stride = term.stride_bits / bits;
        match runs.last_mut() {
            Some((_, last, own))
                if last.is_some_and(|inner| extent <= term.per || inner * *own == stride) =>
            {
                let both = last.zip(size).map(|(inner, outer)| inner.saturating_mul(outer));
                *last = both.filter(|_| extent > term.per);
            }
            _ => runs.push((term.per, size, stride)),
        }
    }
    let terms = runs.into_iter().map(|(per, size, stride)| digit(index, per, size, stride));
    terms.collect::<Vec<_>>().join(" + ")
}

/// The XOR of a byte address, if there is one.
pub(super) fn physical(spec: &Spec, is_wrapping: bool) -> String {
    let tile = spec.tile();
    let xor = tile.swizzle.xor();
    if tile.swizzle == Swizzle::None {
        return "unit".into();
    }
    let (mask, high) = ((1 << xor.bits) - 1, format!("(unit >> {})", xor.base + xor.shift));
    let phase = match base_offset(spec) {
        // Added instead of subtracted, to avoid wrapping; the mask removes the excess.
        _ if has_base_offsets(spec) => format!("({high} + {} - base_offset(stage))", mask + 1),
        0 => high,
        base_offset if is_wrapping => format!("({high}.wrapping_sub({base_offset}))"),
        base_offset => format!("({high} - {base_offset})"),
    };
    format!("(unit ^ (({phase} & {mask}) << {}))", xor.base)
}

/// Bytes of the contiguous coordinate within the unit, and the bit of the byte at which an element starts, which is empty for
/// whole bytes.
pub(super) fn in_unit(spec: &Spec, contiguous: &str) -> [String; 2] {
    let element = spec.tile().element;
    let (t, bits) = (element.per_unit(), element.pitch_bits());
    match bits % 8 {
        0 => [digit(contiguous, 1, Some(t), bits / 8), String::new()],
        _ => ["/", "%"].map(|operator| format!("{contiguous} % {t} * {bits} {operator} 8")),
    }
}

pub(super) fn contiguous(spec: &Spec) -> &'static str {
    match spec.tile().major {
        Major::K => "k",
        Major::Mn => "mn",
    }
}

/// The base offset of the descriptors.
pub(super) fn base_offset(spec: &Spec) -> u8 {
    let of_pattern = base_offset_from_pattern(spec.tile().swizzle, spec.tile().pattern_bytes);
    spec.given().map_or(of_pattern, |given| given.decode().base_offset)
}

/// Whether each stage has its own base offset, because the pattern starts with each.
pub(super) fn has_base_offsets(spec: &Spec) -> bool {
    let tile = spec.tile();
    let is_other = |stage| tile.base_offset_of_stage(stage) != tile.base_offset_of_stage(0);
    tile.pattern_of == PatternOf::EachStage && (1..tile.stages).any(is_other)
}

/// Whether each read has the address of a second chunk.
pub(super) fn is_absolute(spec: &Spec) -> bool {
    spec.reader().lbo_mode == LboMode::Absolute
}

/// The fields in which the descriptors of reads differ.
fn varying(spec: &Spec) -> impl Iterator<Item = FieldId> {
    let all = [
        (FieldId::Start, true),
        (FieldId::BaseOffset, has_base_offsets(spec)),
        (FieldId::Lbo, is_absolute(spec)),
    ];
    all.into_iter().filter_map(|(field, varies)| varies.then_some(field))
}

/// The descriptor bits shared by all reads: all except the start, and LBO in the absolute mode.
pub(super) fn constant_bits(sourced: &Sourced<'_>) -> Descriptor {
    let own = descriptor(sourced, sourced.spec.place());
    varying(sourced.spec).fold(own, |own, field| own.with(field, 0))
}

/// The descriptor of a place: derived, with a given descriptor's values of the fields that the tile does not determine.
pub(super) fn descriptor(sourced: &Sourced<'_>, place: Place) -> Descriptor {
    let spec = sourced.spec;
    // The caller has checked that there is a code.
    let derived = spec.derived_descriptor(place).unwrap_or(Descriptor::new(spec.reader().arch, 0));
    let given = spec.given().filter(|_| !is_absolute(spec));
    given.map_or(derived, |given| varying(spec).fold(given, |own, field| own.with(field, derived.get(field))))
}

/// The tile's start relative to the preceding pattern boundary: 0 for an aligned buffer.
pub(super) fn phase_bytes(spec: &Spec) -> u32 {
    spec.tile().start_bytes % spec.tile().swizzle.pattern_bytes()
}

/// First, second and last place of the sequence, for assertions.
pub(super) fn tied_places(spec: &Spec) -> Vec<Place> {
    let last = Place { stage: spec.tile().stages - 1, block: spec.blocks() - 1, step: spec.steps() - 1 };
    let mut places =
        vec![Place::default(), Place { step: 1.min(last.step), ..Place::default() }, spec.place(), last];
    places.sort_unstable();
    places.dedup();
    places.retain(|place| place.stage <= last.stage && place.block <= last.block && place.step <= last.step);
    places
}

/// A middle and the last element in each direction, and the stages, for assertions of `offset`.
pub(super) fn tied_offsets(spec: &Spec) -> Vec<(Coord, u32, u32)> {
    let last = spec.tile().stages - 1;
    let [between, end] = tied_elements(spec.tile().mn, spec.tile().k);
    let mut all = vec![(between, 0), (end, 0), (between, 1), (end, last)];
    // For a stage beyond the address range, the code continues to count and the law wraps.
    let end =
        |stage: u32| u64::from(phase_bytes(spec)) + u64::from(stage) * u64::from(spec.tile().stage_bytes);
    let is_told_apart =
        |stage: u32| end(stage).saturating_add(spec.span_bytes()) <= spec.space().bytes().into();
    all.retain(|(_, stage)| *stage <= last && (*stage == 0 || is_told_apart(*stage)));
    all.dedup();
    all.into_iter().map(|(at, stage)| (at, stage, offset_of(spec, at, stage))).collect()
}

/// The last element in each direction, and one in between.
pub(super) fn tied_elements(mn: u32, k: u32) -> [Coord; 2] {
    [Coord { mn: 3.min(mn - 1), k: (k / 2 + 1).min(k - 1) }, Coord { mn: mn - 1, k: k - 1 }]
}

/// `offset` of an element of a stage's window: its byte, counted from the boundary at or below the first stage's start.
pub(super) fn offset_of(spec: &Spec, at: Coord, stage: u32) -> u32 {
    let tile = spec.tile();
    let first = tile.start_bytes - phase_bytes(spec);
    let in_buffer = Coord { mn: tile.at.mn + at.mn, k: tile.at.k + at.k };
    let layout = Layout::new(LayoutParams {
        start_bytes: tile.start_bytes.wrapping_add(stage.wrapping_mul(tile.stage_bytes)),
        base_offset: if has_base_offsets(spec) {
            tile.base_offset_of_stage(stage)
        } else {
            base_offset(spec)
        },
        ..tile.layout().params()
    });
    let byte = layout.byte_from_element(in_buffer).byte;
    spec.space().wrapped(byte.wrapping_sub(first))
}

/// Text on the units added to the start from read to read: along K, and to the next block.
pub(super) fn increments_text(spec: &Spec) -> String {
    let steps = spec.steps() as usize;
    let reads: Vec<_> = spec.reads().take(steps + 1).collect();
    let along = reads[1..steps.min(9)].iter().filter_map(|read| read.added_units);
    let along: String = along.map(|units| format!(" {units:+}")).collect();
    let more = if steps > 9 { " …" } else { "" };
    let text = match steps {
        1 => "One step of K".into(),
        _ => format!("Units added along K:{along}{more}"),
    };
    let ([first, .., next], true) = (&reads[..], spec.blocks() > 1) else { return text + "." };
    let bytes = next.start_bytes.wrapping_sub(first.start_bytes) as i32;
    format!("{text}; from block to block: {:+}.", bytes / UNIT_BYTES as i32)
}
