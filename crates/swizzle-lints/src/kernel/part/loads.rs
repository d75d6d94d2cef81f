//! Copies by TMA into buffers of operands, where the kernel makes their tensor maps.

use super::*;
use crate::kernel::part::{boxes::Load, maps::fields_of_maps};

/// A copy into a buffer.
struct Landing<'k> {
    at: (u32, u32),
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
    let rows = map.copied()?.iter().skip(1).try_fold(1u64, |rows, one| rows.checked_mul((*one).into()))?;
    let pitch = match map.swizzle?.span_bytes() {
        Some(span) => u64::from(span),
        None => row_bytes(map)?,
    };
    rows.checked_mul(pitch)
}

/// The types of a box and of the operand that it fills; of several, those that contradict.
fn types(kernel: &Kernel<'_>, buffer: &Buffer, side: Operand, map: &MadeMap) -> Option<(DataType, Element)> {
    let written = map.data_type?;
    let elements = || {
        let mmas = buffer.mmas.iter();
        mmas.filter_map(|at| kernel.mmas[*at].element(side))
    };
    let other = elements().find(|element| Some(*element) != written.element());
    Some((written, other.or(elements().next())?))
}

/// The walk of each operand of each instruction.
type WalkOf<'w> = HashMap<(usize, Operand), &'w Walk>;

/// The mode in which a buffer is read, and the bytes of its rows that reads take, if all reads agree on the mode.
fn reads(kernel: &Kernel<'_>, walks: &WalkOf<'_>, buffer: &Buffer, side: Operand) -> Option<(Swizzle, u64)> {
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
    for (event, copy) in buffer.loads(kernel) {
        let map = kernel.map_at(copy.map.as_ref()?)?;
        let place = place(kernel, copy.shared.as_ref()?)?;
        let bytes = box_bytes(map)?;
        if copy.is_multicast || copy.is_im2col {
            return None;
        }
        let (stage, first) = buffer.stage_of(place.offset)?;
        let mut starts = vec![first];
        for (by, values) in &place.steps {
            if starts.len() as u64 * values > RANGES_MAX {
                return None;
            }
            starts =
                starts.iter().flat_map(|start| (0..*values).map(move |value| start + value * by)).collect();
        }
        landings.push(Landing {
            at: event.at(),
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
    let strides = buffer.loads(kernel).filter_map(|(_, copy)| {
        let place = place(kernel, copy.shared.as_ref()?)?;
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
    Some(of_stages(side, written, read).at(mma).of_buffer(buffer))
}

/// Copies that go to stages at another distance than the reads.
pub(super) fn of_stages(side: Operand, written: u64, read: u64) -> Part {
    let letter = side.name();
    let title =
        format!("{letter}: the copies go to stages {written} bytes apart, the reads are {read} bytes apart");
    let text = "From stage 1 on, other bytes are read than were copied for it.";
    let mut part = BOX_STAGE.wrong(title, text);
    part.feed.filled_apart = Some(written);
    part.fix(format!("Use {written} bytes from stage to stage"))
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
    let mma = &kernel.mmas[*buffer.mmas.first()?];
    (beyond > 0).then(|| start(side, behind, beyond).at(mma).of_buffer(buffer))
}

/// Reads of a ring that begin before the first copy of their stage, where the copies' boxes are not known.
fn before(kernel: &Kernel<'_>, buffer: &Buffer, side: Operand) -> Option<Part> {
    let ahead = buffer.loads(kernel).filter(|_| buffer.stages > 1).filter_map(|(_, copy)| {
        let place = place(kernel, copy.shared.as_ref()?)?;
        Some(buffer.stage_of(place.offset)?.1)
    });
    let ahead = ahead.min().filter(|ahead| *ahead > 0)?;
    let mma = &kernel.mmas[*buffer.mmas.first()?];
    Some(start(side, -(ahead as i64), ahead).at(mma).of_buffer(buffer))
}

/// Reads that begin so far behind the copies of their stage, before them where that is negative, and so many bytes that are not its.
pub(super) fn start(side: Operand, behind: i64, foreign: u64) -> Part {
    let (letter, bytes) = (side.name(), behind.unsigned_abs());
    let (where_to, text, fix) = match behind {
        0 => return Part::default(),
        1.. => {
            let text = format!("They end {foreign} bytes within what is copied for the next stage.");
            ("behind", text, "earlier")
        }
        ..0 => {
            let text = format!("No copy of the stage writes the first {foreign} bytes.");
            ("before", text, "later")
        }
    };
    let title = format!("{letter}: the reads of a stage begin {bytes} bytes {where_to} its copies");
    let part = BOX_START.wrong(title, text);
    part.fix(format!("Begin the reads {bytes} bytes {fix}"))
}

pub(super) fn loads(kernel: &Kernel<'_>, walks: &[KernelWalk], shared: &SharedMap) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut of_read: WalkOf<'_> = HashMap::new();
    for one in walks {
        let reads = one.readers().into_iter();
        of_read.extend(reads.map(|reader| (reader, &*one.walk)));
    }
    for (region, buffer, side) in shared.operands() {
        // Copies of other stages than the reads' own would be counted, or the stage that a copy fills is not known.
        let of_ring = behind(kernel, region, buffer, side).or_else(|| stages(kernel, buffer, side));
        if let Some(part) = of_ring {
            parts.push(part);
            continue;
        }
        let read = reads(kernel, &of_read, buffer, side);
        let (Some(bytes), Some((read, row_read))) = (buffer.bytes, read) else {
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
        let worst = groups.into_values().map(|ranges| covered(ranges, bytes)).min();
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
                .unwrap_or(0);
            // Bytes that are copied and not read may be read after the end of a truncated text.
            let end = match kernel.cut {
                Some(_) => end.min(bytes),
                None => end,
            };
            let load = Load {
                side,
                types: types(kernel, buffer, side, one.map),
                written: one.map.swizzle,
                read,
                row_written,
                row_read,
                written_bytes,
                read_bytes: bytes,
                reach: (end, most),
            };
            let is_of_type =
                load.types.is_none_or(|(written, read)| written.shared_bits() == read.slot_bits());
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
            let at = field.map_or(one.at, |event| event.at());
            let part = load.part().at(&at).of_buffer(buffer);
            of_buffer.push((fits, part));
        }
        // Memory can be used again for what the instructions do not read: one map that fits is enough.
        let fits = of_buffer.iter().any(|(fits, _)| *fits);
        parts.extend(of_buffer.into_iter().filter(|(own, _)| *own || !fits).map(|(_, part)| part));
    }
    parts
}
