//! The address law of one tile as expressions with constants, in the syntax shared by C++, Rust and (with another division
//! operator) Python.

use crate::source::Sourced;
use swizzle_core::descriptor::{Descriptor, FieldId};
use swizzle_core::hardware::{LboMode, Major, UNIT_BYTES};
use swizzle_core::law::{Axis, Coord, Count, Part, Swizzle};
use swizzle_core::reader::{Place, Spec};
use swizzle_core::tile::{PatternOf, base_offset_from_pattern};

/// A digit of an index times its stride: `index / per % size * stride_bytes`.
pub(super) struct Run {
    per: u32,
    /// `None` for the outermost digit.
    size: Option<u32>,
    stride_bytes: u32,
}

impl Run {
    pub(super) fn expression(&self, index: &str) -> String {
        let mut text = index.to_owned();
        if self.per > 1 {
            text += &format!(" / {}", self.per);
        }
        if let Some(size) = self.size {
            text += &format!(" % {size}");
        }
        if self.stride_bytes == 1 {
            return text;
        }
        format!("{text} * {}", self.stride_bytes)
    }
}

/// Bytes from the tile's first unit to the one of an index along an axis, before the XOR.
fn unit_bytes(spec: &Spec, axis: Axis, index: &str) -> String {
    let runs = runs(spec, axis, 8, false);
    let terms: Vec<String> = runs.iter().map(|run| run.expression(index)).collect();
    terms.join(" + ")
}

/// The law's terms of an axis, in bytes or other numbers of bits, with contiguous ones merged and unused ones omitted; those within a unit
/// only where they are asked for.
pub(super) fn runs(spec: &Spec, axis: Axis, bits: u32, has_slots: bool) -> Vec<Run> {
    let extent = spec.extent().on(axis);
    let mut runs: Vec<Run> = Vec::new();
    for term in spec.layout().terms().on(axis) {
        let size = match term.count {
            Count::Of(size) => Some(size),
            Count::Open | Count::Step => None,
        };
        if term.part == Part::Slot && !has_slots || size == Some(1) {
            continue;
        }
        let stride_bytes = term.stride_bits / bits;
        match runs.last_mut() {
            Some(last)
                if last
                    .size
                    .is_some_and(|size| extent <= term.per || size * last.stride_bytes == stride_bytes) =>
            {
                let both = last.size.zip(size).map(|(inner, outer)| inner.saturating_mul(outer));
                last.size = both.filter(|_| extent > term.per);
            }
            _ => runs.push(Run { per: term.per, size, stride_bytes }),
        }
    }
    runs
}

/// Bytes from the tile's first element to row (or column) `mn`, before the XOR.
pub(super) fn mn_bytes(spec: &Spec) -> String {
    unit_bytes(spec, Axis::Mn, "mn")
}

/// Bytes from the tile's first element to `k`, before the XOR.
pub(super) fn k_bytes(spec: &Spec) -> String {
    unit_bytes(spec, Axis::K, "k")
}

/// The XOR of a byte address, if there is one.
pub(super) fn physical(spec: &Spec, address: &str) -> String {
    let tile = spec.tile();
    let xor = tile.swizzle.xor();
    if tile.swizzle == Swizzle::None {
        return address.into();
    }
    let (low, mask) = (xor.base + xor.shift, (1 << xor.bits) - 1);
    let phase = match base_offset(spec) {
        // Added instead of subtracted, to avoid wrapping; the mask removes the excess.
        _ if has_base_offsets(spec) => {
            format!("(({address} >> {low}) + {} - base_offset(stage))", mask + 1)
        }
        0 => format!("({address} >> {low})"),
        base_offset => format!("(({address} >> {low}) - {base_offset})"),
    };
    format!("({address} ^ (({phase} & {mask}) << {}))", xor.base)
}

/// Bytes of the contiguous coordinate within the unit.
pub(super) fn in_unit(spec: &Spec) -> String {
    let element = spec.tile().element;
    let (t, bits, e) = (element.per_unit(), element.pitch_bits(), contiguous(spec));
    if bits % 8 == 0 {
        match bits / 8 {
            1 => format!("{e} % {t}"),
            bytes => format!("{e} % {t} * {bytes}"),
        }
    } else {
        format!("{e} % {t} * {bits} / 8")
    }
}

/// Bit of the byte at which an element starts; `None` for whole bytes.
pub(super) fn bit(spec: &Spec) -> Option<String> {
    let element = spec.tile().element;
    let (t, bits) = (element.per_unit(), element.pitch_bits());
    (bits % 8 != 0).then(|| format!("{} % {t} * {bits} % 8", contiguous(spec)))
}

fn contiguous(spec: &Spec) -> &'static str {
    match spec.tile().major {
        Major::K => "k",
        Major::Mn => "mn",
    }
}

/// The base offset of the descriptors.
pub(super) fn base_offset(spec: &Spec) -> u8 {
    match spec.given() {
        Some(given) => given.decode().base_offset,
        None => base_offset_from_pattern(spec.tile().swizzle, spec.tile().pattern_bytes),
    }
}

/// Whether each stage has its own base offset, because the pattern starts with each.
pub(super) fn has_base_offsets(spec: &Spec) -> bool {
    let tile = spec.tile();
    let is_other = |stage| tile.base_offset_of_stage(stage) != tile.base_offset_of_stage(0);
    tile.pattern_of == PatternOf::EachStage && (1..tile.stages).any(is_other)
}

/// The base offset of a stage where each has its own: 0 on a pattern boundary, as in the ISA's table.
pub(super) fn base_offset_of_stage(spec: &Spec, bytes: &str) -> (String, String) {
    let tile = spec.tile();
    let boundary = tile.swizzle.pattern_bytes();
    let pattern = plus(tile.pattern_bytes % boundary, &format!("stage * {bytes}"));
    (pattern, format!("pattern % {boundary}"))
}

/// `at + e`, or `e` where nothing is added.
pub(super) fn plus(at: u32, e: &str) -> String {
    if at == 0 { e.into() } else { format!("{at} + {e}") }
}

/// Whether each read has the address of a second chunk.
pub(super) fn is_absolute(spec: &Spec) -> bool {
    spec.reader().lbo_mode == LboMode::Absolute
}

/// The descriptor bits shared by all reads: all except the start, and LBO in the absolute mode.
pub(super) fn constant_bits(sourced: &Sourced<'_>) -> Descriptor {
    let mut one = descriptor(sourced, sourced.spec.place()).with(FieldId::Start, 0);
    if has_base_offsets(sourced.spec) {
        one = one.with(FieldId::BaseOffset, 0);
    }
    if is_absolute(sourced.spec) { one.with(FieldId::Lbo, 0) } else { one }
}

/// The descriptor of a place: derived, with a given descriptor's values of the fields that the tile does not determine.
pub(super) fn descriptor(sourced: &Sourced<'_>, place: Place) -> Descriptor {
    let spec = sourced.spec;
    // The caller has checked that there is a code.
    let derived = spec.derived_descriptor(place).unwrap_or(Descriptor::new(spec.reader().arch, 0));
    match spec.given() {
        Some(given) if !is_absolute(spec) => {
            let own = given.with(FieldId::Start, derived.get(FieldId::Start));
            match has_base_offsets(spec) {
                true => own.with(FieldId::BaseOffset, derived.get(FieldId::BaseOffset)),
                false => own,
            }
        }
        Some(_) | None => derived,
    }
}

/// The tile's start relative to the preceding pattern boundary: 0 for an aligned buffer.
pub(super) fn phase_bytes(spec: &Spec) -> u32 {
    spec.tile().start_bytes % spec.tile().swizzle.pattern_bytes()
}

/// First, second and last place of the sequence, for assertions.
pub(super) fn tied_places(sourced: &Sourced<'_>) -> Vec<Place> {
    let spec = sourced.spec;
    let last = Place { stage: spec.tile().stages - 1, block: spec.blocks() - 1, step: spec.steps() - 1 };
    let mut places =
        std::vec![Place::default(), Place { step: 1.min(last.step), ..Place::default() }, spec.place(), last];
    places.sort_unstable();
    places.dedup();
    places.retain(|place| place.stage <= last.stage && place.block <= last.block && place.step <= last.step);
    places
}

/// A middle and the last element in each direction, and the stages, for assertions of `offset`.
pub(super) fn tied_offsets(spec: &Spec) -> Vec<(Coord, u32, u32)> {
    let last = spec.tile().stages - 1;
    let [between, end] = tied_elements(spec);
    let mut all = std::vec![(between, 0), (end, 0), (between, 1), (end, last)];
    // For a stage beyond the address range, the code continues to count and the law wraps.
    let end =
        |stage: u32| u64::from(phase_bytes(spec)) + u64::from(stage) * u64::from(spec.tile().stage_bytes);
    let is_told_apart =
        |stage: u32| end(stage).saturating_add(spec.span_bytes()) <= spec.space().bytes().into();
    all.retain(|(_, stage)| *stage <= last && (*stage == 0 || is_told_apart(*stage)));
    all.dedup();
    let with_offset = |(at, stage)| (at, stage, offset_of(spec, at, stage));
    all.into_iter().map(with_offset).collect()
}

/// The last element in each direction, and one in between.
pub(super) fn tied_elements(spec: &Spec) -> [Coord; 2] {
    let (mn, k) = (spec.tile().mn, spec.tile().k);
    [Coord { mn: 3.min(mn - 1), k: (k / 2 + 1).min(k - 1) }, Coord { mn: mn - 1, k: k - 1 }]
}

/// `offset` of an element of a stage's window: its byte, counted from the boundary at or below the first stage's start.
pub(super) fn offset_of(spec: &Spec, at: Coord, stage: u32) -> u32 {
    let tile = spec.tile();
    let first = tile.start_bytes - phase_bytes(spec);
    let in_buffer = Coord { mn: tile.at.mn + at.mn, k: tile.at.k + at.k };
    let layout = swizzle_core::law::Layout::new(swizzle_core::law::LayoutParams {
        start_bytes: tile.start_bytes.wrapping_add(stage.wrapping_mul(tile.stage_bytes)),
        base_offset: match has_base_offsets(spec) {
            true => tile.base_offset_of_stage(stage),
            false => base_offset(spec),
        },
        ..tile.layout().params()
    });
    let byte = layout.byte_from_element(in_buffer).byte;
    spec.space().wrapped(byte.wrapping_sub(first))
}

/// Text on the units added to the start from read to read: along K, and to the next block.
pub(super) fn increments_text(spec: &Spec) -> String {
    let (steps, blocks) = (spec.steps(), spec.blocks());
    let reads: Vec<_> = spec.reads().take(steps as usize + 1).collect();
    let along: Vec<String> = reads
        .iter()
        .take((steps as usize).min(9))
        .skip(1)
        .map(|read| format!("{:+}", read.added_units.unwrap_or(0)))
        .collect();
    let more = if steps > 9 { " …" } else { "" };
    let mut text = if along.is_empty() {
        String::from("One step of K")
    } else {
        format!("Units added along K: {}{more}", along.join(" "))
    };
    if blocks > 1
        && let [first, .., next] = &reads[..]
    {
        let bytes = next.start_bytes.wrapping_sub(first.start_bytes) as i32;
        text.push_str(&format!("; from block to block: {:+}", bytes / UNIT_BYTES as i32));
    }
    text.push('.');
    text
}

/// The byte of an element before the XOR, as the generated functions compute it.
pub(super) fn unswizzled(spec: &Spec, mn: u32, k: u32) -> String {
    let e = match spec.tile().major {
        Major::K => k,
        Major::Mn => mn,
    };
    let in_unit = in_unit(spec).replacen(contiguous(spec), &format!("{e}"), 1);
    format!("mn_bytes({mn}) + k_bytes({k}) + {in_unit}")
}
