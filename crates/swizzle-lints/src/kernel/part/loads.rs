//! Copies by TMA into buffers of operands, where the kernel makes their tensor maps.

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use swizzle_core::hardware::{Element, Major, Operand};
use swizzle_core::law::Swizzle;
use swizzle_core::tma::{DataType, MapSwizzle};
use swizzle_ptx::event::Action;
use swizzle_ptx::event::tensor_map::MadeMap;
use swizzle_ptx::kernel::Kernel;
use swizzle_ptx::linear::Linear;

use crate::finding::Confidence;
use crate::kernel::letter::Letter;
use crate::kernel::part::row::{FactKind, Outcome, Row};
use crate::kernel::part::{About, Load, Part};
use crate::kernel::shared_map::{Buffer, Region, Role, SharedMap, place};
use crate::kernel::{KernelWalk, Walk};

/// A copy into a buffer.
struct Landing<'k> {
    line: u32,
    loc: u32,
    map: &'k MadeMap,
    /// The stage that it fills, if that is one.
    stage: Option<u64>,
    /// Ranges that it writes, counted from the beginning of the stage, for each warp that copies.
    ranges: Vec<(u64, u64)>,
}

/// More tensor maps into one buffer are not compared.
const MAPS_MAX: usize = 16;

/// A box that is written by more warps is not followed.
const RANGES_MAX: u64 = 64;

/// Bytes of one row of the box.
fn row_bytes(map: &MadeMap) -> Option<u64> {
    let elements = *map.copied()?.first()?;
    Some(u64::from(elements) * u64::from(map.data_type?.shared_bits()) / 8)
}

/// Bytes from the first to the last that a box writes.
pub(super) fn box_bytes(map: &MadeMap) -> Option<u64> {
    let rows = map
        .copied()?
        .iter()
        .skip(1)
        .try_fold(1u64, |rows, one| rows.checked_mul((*one).into()))?;
    let pitch = match map.swizzle?.span_bytes() {
        Some(span) => u64::from(span),
        None => row_bytes(map)?,
    };
    rows.checked_mul(pitch)
}

/// The types of a box and of the operand that it fills; of several, those that contradict.
fn types(
    kernel: &Kernel<'_>,
    buffer: &Buffer,
    side: Operand,
    map: &MadeMap,
) -> Option<(DataType, Element)> {
    let written = map.data_type?;
    let elements = buffer.mmas.iter();
    let elements = || {
        elements
            .clone()
            .filter_map(|at| kernel.mmas[*at].element(side))
    };
    let other = elements().find(|element| Some(*element) != written.element());
    Some((written, other.or(elements().next())?))
}

/// The walk of each operand of each instruction.
type WalkOf = HashMap<(usize, Operand), Rc<Walk>>;

/// The mode in which a buffer is read, and the bytes of its rows that reads take, if all reads agree on the mode.
fn reads(
    kernel: &Kernel<'_>,
    walks: &WalkOf,
    buffer: &Buffer,
    side: Operand,
) -> Option<(Swizzle, u64)> {
    let (mut mode, mut row) = (None, 0);
    for at in &buffer.mmas {
        let walk = walks.get(&(*at, side))?;
        let common = walk.common()?;
        let swizzle = common.swizzle?;
        if mode.is_some_and(|before| before != swizzle) {
            return None;
        }
        mode = Some(swizzle);
        let bytes = u64::from(swizzle.row_bytes());
        if swizzle == Swizzle::None {
            continue;
        }
        row = row.max(match common.major? {
            Major::Mn => {
                let slot = u64::from(walk.element?.slot_bits());
                bytes.min(u64::from(walk.mn?) * slot / 8)
            }
            Major::K => {
                let start = &kernel.mmas[*at].descriptor(side)?.start;
                let from = place(kernel, start)?.offset % bytes;
                bytes.min(from + u64::from(walk.k_bytes))
            }
        });
    }
    mode.map(|mode| (mode, row))
}

/// The copies into a buffer; `None` where one of them is not known.
fn landings<'k>(kernel: &'k Kernel<'_>, buffer: &Buffer) -> Option<Vec<Landing<'k>>> {
    let mut landings = Vec::new();
    for at in &buffer.events {
        let event = &kernel.events[*at];
        let Action::Copy(copy) = &event.action else {
            continue;
        };
        if !copy.is_load {
            continue;
        }
        let map = kernel.map_at(copy.map.as_ref()?)?;
        let place = place(kernel, copy.shared.as_ref()?)?;
        let bytes = box_bytes(map)?;
        if copy.is_multicast || copy.is_im2col {
            return None;
        }
        let ahead = place.offset.checked_sub(buffer.offset)?;
        let (stage, first) = match buffer.stages {
            1 => (0, ahead),
            _ => (ahead / buffer.stride.max(1), ahead % buffer.stride.max(1)),
        };
        let mut starts = vec![first];
        for (by, values) in &place.steps {
            if starts.len() as u64 * values > RANGES_MAX {
                return None;
            }
            starts = starts
                .iter()
                .flat_map(|start| (0..*values).map(move |value| start + value * by))
                .collect();
        }
        landings.push(Landing {
            line: event.line,
            loc: event.loc,
            map,
            stage: place.ring.is_none().then_some(stage),
            ranges: starts.iter().map(|start| (*start, start + bytes)).collect(),
        });
    }
    Some(landings)
}

/// How many of the first bytes ranges cover.
fn covered(mut ranges: Vec<(u64, u64)>, bytes: u64) -> u64 {
    ranges.sort_unstable();
    let (mut sum, mut end) = (0, 0);
    for (low, high) in ranges {
        let (low, high) = (low.max(end), high.min(bytes));
        sum += high.saturating_sub(low);
        end = end.max(high);
    }
    sum
}

/// Copies into a ring, and reads from it at another distance.
fn stages(kernel: &Kernel<'_>, buffer: &Buffer, side: Operand) -> Option<Part> {
    let strides = buffer.events.iter().filter_map(|at| {
        let Action::Copy(copy) = &kernel.events[*at].action else {
            return None;
        };
        let place = place(kernel, copy.shared.as_ref().filter(|_| copy.is_load)?)?;
        let is_first = place.offset < buffer.offset + buffer.bytes.unwrap_or(1);
        place.ring.filter(|_| is_first)
    });
    let mut strides: Vec<(u32, u64)> = strides.collect();
    strides.sort_unstable();
    strides.dedup();
    // If one of several rings of copies fits, the others belong to something else.
    let [(stages, written)] = strides[..] else {
        return None;
    };
    let differs = |at: &&usize| {
        let start = kernel.mmas[**at].descriptor(side).map(|held| &held.start);
        let place = start.and_then(|start| place(kernel, start));
        place.is_some_and(|place| match (place.ring, place.stride) {
            (Some((own, stride)), _) => own == stages && stride != written,
            (None, stride) => stride.is_some_and(|stride| stride != written),
        })
    };
    let at = *buffer.mmas.iter().find(differs)?;
    let mma = &kernel.mmas[at];
    let read = place(kernel, &mma.descriptor(side)?.start)?;
    let read = read.ring.map(|(_, stride)| stride).or(read.stride)?;
    Some(Part {
        line: mma.line,
        loc: mma.loc,
        operand: Some(Letter::of(side)),
        readers: buffer.readers(),
        about: About::Stages {
            side,
            written,
            read,
        },
    })
}

/// Reads of a ring that begin within what a copy of their stage fills, and that end in the next stage's. Such a copy goes
/// through the same stages at the same distance, or it fills one of them and its box is known.
fn behind(kernel: &Kernel<'_>, region: &Region, buffer: &Buffer, side: Operand) -> Option<Part> {
    let bytes = buffer.bytes.filter(|_| buffer.stages > 1)?;
    let of_stage = region.buffers.iter().filter(|other| {
        let is_ring = (other.stages, other.stride) == (buffer.stages, buffer.stride);
        let filled = match (is_ring, other.stages) {
            (true, _) => other.stride,
            (false, 1) => other.bytes.unwrap_or(0).min(buffer.stride),
            (false, _) => 0,
        };
        other.role == Role::Copied && (other.offset..other.offset + filled).contains(&buffer.offset)
    });
    let first = of_stage.map(|other| other.offset).max()?;
    let beyond = (buffer.offset + bytes).saturating_sub(first + buffer.stride);
    let behind = (buffer.offset - first) as i64;
    start(kernel, buffer, side, (behind, beyond)).filter(|_| beyond > 0)
}

/// Reads of a ring that begin before the first copy of their stage, where the copies' boxes are not known.
fn before(kernel: &Kernel<'_>, buffer: &Buffer, side: Operand) -> Option<Part> {
    if buffer.stages < 2 || buffer.stride == 0 {
        return None;
    }
    let ahead = buffer.events.iter().filter_map(|at| {
        let Action::Copy(copy) = &kernel.events[*at].action else {
            return None;
        };
        let place = place(kernel, copy.shared.as_ref().filter(|_| copy.is_load)?)?;
        Some(place.offset.checked_sub(buffer.offset)? % buffer.stride)
    });
    let ahead = ahead.min().filter(|ahead| *ahead > 0)?;
    start(kernel, buffer, side, (-(ahead as i64), ahead))
}

/// Reads that begin so far behind the copies of their stage, and so many bytes that are none of it.
fn start(
    kernel: &Kernel<'_>,
    buffer: &Buffer,
    side: Operand,
    (behind, foreign): (i64, u64),
) -> Option<Part> {
    let mma = &kernel.mmas[*buffer.mmas.first()?];
    Some(Part {
        line: mma.line,
        loc: mma.loc,
        operand: Some(Letter::of(side)),
        readers: buffer.readers(),
        about: About::Start {
            side,
            behind,
            foreign,
        },
    })
}

/// The operands of all walks, if the text makes tensor maps and a copy uses one of which it does not tell which; a map that the
/// caller hands over is none of them.
pub(super) fn of_unknown_map(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> Vec<Part> {
    let is_told = |map: &Linear| {
        kernel.map_at(map).is_some() || matches!(kernel.named(map), Some((_, Some(_))))
    };
    let unknown = kernel.events.iter().find_map(|event| match &event.action {
        Action::Copy(copy) if copy.is_load && copy.dimensions > 0 => {
            let is_unknown = !copy.map.as_ref().is_some_and(is_told);
            is_unknown.then_some((event.line, copy.map_stop))
        }
        _ => None,
    });
    let Some((copy, stop)) = unknown.filter(|_| !kernel.maps.is_empty()) else {
        return Vec::new();
    };
    let part = |walk: &KernelWalk| {
        let mma = &kernel.mmas[walk.mmas[0]];
        let side = walk.walk.side;
        Part {
            line: mma.line,
            loc: mma.loc,
            operand: Some(Letter::of(side)),
            readers: walk.readers(),
            about: About::UnknownMap { side, copy, stop },
        }
    };
    walks.iter().map(part).collect()
}

pub(super) static MAP_FIELDS: Row = Row {
    id: "map-fields",
    source: "PTX ISA, `tensormap.replace` and `cp.async.bulk.tensor`: the rank is that of the copy",
    confidence: Confidence::Stated,
    fact: FactKind::Map,
};

/// Maps that the text makes and whose fields are not all known, or that have another rank than the copies that use them.
fn fields_of_maps(kernel: &Kernel<'_>, buffer: &Buffer, side: Operand) -> Option<Part> {
    buffer.events.iter().find_map(|at| {
        let event = &kernel.events[*at];
        let Action::Copy(copy) = &event.action else {
            return None;
        };
        let address = copy
            .map
            .as_ref()
            .filter(|_| copy.is_load && copy.dimensions > 0)?;
        let part = |outcome| {
            let letter = Letter::of(side);
            MAP_FIELDS.part(
                (event.line, event.loc),
                Some(letter),
                buffer.readers(),
                outcome,
            )
        };
        if let Some(number) = address.as_number() {
            return Some(part(Outcome::wrong(
                format_args!(
                    "{}: the copy takes the number {number:#x} for the address of its tensor map",
                    Letter::of(side).name()
                ),
                format_args!("A tensor map is in constant, parameter or global memory."),
            )));
        }
        let map = kernel.map_at(address)?;
        let is_known = map.data_type.is_some() && map.swizzle.is_some() && map.copied().is_some();
        let letter = Letter::of(side).name();
        let outcome = match map.rank {
            Some(rank) if rank != copy.dimensions => Outcome::wrong(
                format_args!(
                    "{letter}: the copy has {} dimensions, its tensor map {rank}",
                    copy.dimensions
                ),
                format_args!("`tensormap.replace.rank` takes the rank less one."),
            ),
            Some(_) if is_known => return None,
            _ => Outcome::NotFollowed(format!(
                "{letter}: not all fields of the tensor map are known"
            )),
        };
        Some(part(outcome))
    })
}

pub(super) fn loads(kernel: &Kernel<'_>, walks: &[KernelWalk], shared: &SharedMap) -> Vec<Part> {
    let mut parts = Vec::new();
    let of_walk = |one: &KernelWalk| {
        let (side, walk) = (one.walk.side, Rc::clone(&one.walk));
        let mmas = one.mmas.clone();
        mmas.into_iter()
            .map(move |at| ((at, side), Rc::clone(&walk)))
    };
    let walks: WalkOf = walks.iter().flat_map(of_walk).collect();
    let buffers = shared
        .regions
        .iter()
        .flat_map(|region| region.buffers.iter().map(move |buffer| (region, buffer)));
    for (region, buffer) in buffers {
        let Role::Operand(side) = buffer.role else {
            continue;
        };
        if let Some(part) = behind(kernel, region, buffer, side) {
            // Copies of other stages than the reads' own would be counted.
            parts.push(part);
            continue;
        }
        if let Some(part) = stages(kernel, buffer, side) {
            // The stage that a copy fills is not known.
            parts.push(part);
            continue;
        }
        let Some(bytes) = buffer.bytes else {
            continue;
        };
        let Some((read, row_read)) = reads(kernel, &walks, buffer, side) else {
            continue;
        };
        parts.extend(fields_of_maps(kernel, buffer, side));
        let Some(landings) = landings(kernel, buffer).filter(|list| !list.is_empty()) else {
            parts.extend(before(kernel, buffer, side));
            continue;
        };
        let mut groups: BTreeMap<Option<u64>, Vec<(u64, u64)>> = BTreeMap::new();
        for one in &landings {
            groups.entry(one.stage).or_default().extend(&one.ranges);
        }
        let worst = groups
            .into_values()
            .map(|ranges| covered(ranges, bytes))
            .min();
        let Some(written_bytes) = worst else {
            continue;
        };
        let most = match buffer.stages {
            1 => u64::MAX,
            _ => buffer.stride,
        };
        let mut of_buffer: Vec<(bool, Part)> = Vec::new();
        let mut seen: Vec<&MadeMap> = Vec::new();
        for one in &landings {
            if seen.contains(&one.map) || seen.len() == MAPS_MAX {
                continue;
            }
            seen.push(one.map);
            let Some(row_written) = row_bytes(one.map) else {
                continue;
            };
            let end = landings
                .iter()
                .filter(|other| other.map == one.map)
                .flat_map(|other| other.ranges.iter().map(|(_, end)| *end))
                .max()
                // Bytes that are copied and not read may be read after the end of a truncated text.
                .map(|end| {
                    if kernel.cut.is_some() {
                        end.min(bytes)
                    } else {
                        end
                    }
                });
            let load = Load {
                side,
                types: types(kernel, buffer, side, one.map),
                written: one.map.swizzle,
                read,
                row_written,
                row_read,
                written_bytes,
                read_bytes: bytes,
                reach: (end.unwrap_or(0), most),
            };
            let is_of_type = load
                .types
                .is_none_or(|(written, read)| written.shared_bits() == read.slot_bits());
            let agrees = load.written == Some(MapSwizzle::from_swizzle(read));
            let fits = agrees && row_written >= row_read;
            let lines = one.map.lines;
            // The field at fault.
            let line = match (is_of_type, agrees) {
                (false, _) => lines.data_type,
                (true, true) => lines.box_dims,
                (true, false) => lines.swizzle,
            };
            let at = kernel.events.partition_point(|event| event.line < line);
            let field = kernel.events.get(at).filter(|event| event.line == line);
            let (line, loc) = field.map_or((one.line, one.loc), |event| (event.line, event.loc));
            of_buffer.push((
                fits,
                Part {
                    line,
                    loc,
                    operand: Some(Letter::of(side)),
                    readers: buffer.readers(),
                    about: About::Load(load),
                },
            ));
        }
        // Memory can be used again for what the instructions do not read: one map that fits is enough.
        let fits = of_buffer.iter().any(|(fits, _)| *fits);
        parts.extend(
            of_buffer
                .into_iter()
                .filter(|(own, _)| *own || !fits)
                .map(|(_, part)| part),
        );
    }
    parts
}
