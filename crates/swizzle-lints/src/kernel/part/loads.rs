//! Copies by TMA into buffers of operands, where the kernel makes their tensor maps.

use super::*;

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
                let from = place(kernel, kernel.start(*at, side)?)?.offset % bytes;
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
    let strides: BTreeSet<(u32, u64)> = strides.collect();
    // If one of several rings of copies fits, the others belong to something else.
    let (stages, written) = strides.first().copied().filter(|_| strides.len() == 1)?;
    let other = |at: &usize| {
        let place = place(kernel, kernel.start(*at, side)?)?;
        let is_of_ring = place.ring.is_none_or(|(own, _)| own == stages);
        let read = place.distance().filter(|read| is_of_ring && *read != written)?;
        Some((&kernel.mmas[*at], read))
    };
    let (mma, read) = buffer.mmas.iter().find_map(other)?;
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
    BOX_START.wrong(title, text).fix(format!("Begin the reads {bytes} bytes {fix}"))
}

pub(super) fn loads(kernel: &Kernel<'_>, walks: &[KernelWalk], shared: &SharedMap) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut of_read: WalkOf<'_> = HashMap::new();
    for one in walks {
        of_read.extend(one.readers().into_iter().map(|reader| (reader, &*one.walk)));
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

// A box that copies write, compared with what the instructions read of the operand.

/// A box that copies write, and what reads of the operand take.
#[derive(Debug, Clone)]
pub(super) struct Load {
    /// The buffer's operand.
    pub(super) side: Operand,
    /// The types of the box's elements and of the operand's, where both are known.
    pub(super) types: Option<(DataType, Element)>,
    /// The box's mode.
    pub(super) written: Option<MapSwizzle>,
    /// The mode of the reads.
    pub(super) read: Swizzle,
    /// Bytes of a row of the box.
    pub(super) row_written: u64,
    /// Bytes of a row that reads take.
    pub(super) row_read: u64,
    /// Bytes of a stage that the copies of one group write, those that are read among them.
    pub(super) written_bytes: u64,
    /// Bytes of a stage that are read.
    pub(super) read_bytes: u64,
    /// Bytes behind the stage's beginning that a box reaches to, and that it may.
    pub(super) reach: (u64, u64),
}

impl Load {
    /// What is wrong with it, or that it fits.
    fn part(&self) -> Part {
        let (mode, row) = (self.read.name(), self.row_read);
        let types = self.types.map(|(_, element)| format!(", {}", element.name()));
        let words = self.written.map(|_| {
            let letter = self.side.name();
            let types = types.unwrap_or_default();
            Holds::Checked(format!("{letter}: box and reads agree on {mode}{types}, rows of {row} bytes"))
        });
        let checks = [
            self.swizzle(),
            self.span(),
            self.elements(),
            self.row(),
            self.cover(),
            self.unread(),
            self.next_stage(),
        ];
        let mut part = Part::of(FactKind::Map, checks, words.unwrap_or_default());
        part.is_of_extents = self.written_bytes != self.read_bytes;
        let is_plain = self.written == Some(MapSwizzle::None) && self.read != Swizzle::None;
        part.feed.plain_row = is_plain.then_some(self.row_written);
        part
    }

    /// Written in another swizzle mode than the operand is read in.
    fn swizzle(&self) -> Option<Part> {
        let wanted = MapSwizzle::from_swizzle(self.read);
        let written = self.written.filter(|written| *written != wanted)?;
        let (letter, read) = (self.side.name(), self.read.name());
        let part = BOX_SWIZZLE.wrong(
            format!("{letter}: the box is written in swizzle mode {}, the descriptor reads {read}", written.name()),
            "The tensor map and the descriptor of the operand in the same buffer must have the same mode; otherwise 16-byte units are swapped.",
        );
        Some(part.fix(format!("Set the tensor map's swizzle mode to {}", wanted.name())))
    }

    /// Rows that are longer than the span of the swizzle mode.
    fn span(&self) -> Option<Part> {
        let mode = self.written?;
        let span = mode.span_bytes().filter(|span| self.row_written > u64::from(*span))?;
        let (letter, mode, row) = (self.side.name(), mode.name(), self.row_written);
        let part = BOX_SPAN.wrong(
            format!("{letter}: a row of the box has {row} bytes, the span of the {mode} swizzle is {span}"),
            "The driver refuses such a map. One that the kernel makes itself is not checked.",
        );
        Some(part.fix(format!("Give the box rows of {span} bytes")))
    }

    /// Elements of another floating-point type. An integer type can stand for any element of its width; a floating-point type of
    /// another width cannot.
    fn elements(&self) -> Option<Part> {
        use DataType::*;
        let (written, read) = self.types?;
        let (letter, name) = (self.side.name(), written.name());
        let title = format!("{letter}: the tensor map has {name} elements, the instruction reads {read}");
        let is_float =
            matches!(written, Float16 | Bfloat16 | Float32 | Float32Ftz | Tfloat32 | Tfloat32Ftz | Float64);
        let (own, wanted) = (written.shared_bits(), read.slot_bits());
        if is_float && own != wanted {
            let text = format!(
                "An element of the map has {own} bits, one of the instruction {wanted}: rows, boxes and the bytes of the barrier are counted in other elements."
            );
            let own = DataType::from_element(read);
            let fix = own.map(|own| format!("Set the element type to {}", own.name()));
            return Some(BOX_TYPE.wrong(title, text).fix(fix));
        }
        let differs = matches!((written, read), (Float16, Element::Bf16) | (Bfloat16, Element::F16));
        let text = "The copy does not change any bits, so exponent bits are read as fraction bits. One of the two types belongs to another kernel.";
        differs.then(|| BOX_TYPE.says(Severity::Warning, title, text))
    }

    /// Rows that are shorter than the reads of the operand.
    fn row(&self) -> Option<Part> {
        let (letter, written, read) = (self.side.name(), self.row_written, self.row_read);
        let part = || {
            BOX_ROW.wrong(
            format!("{letter}: a row of the box has {written} bytes, {read} of each row are read"),
            "The first dimension of the box and the size of its elements make a row. Bytes that no box writes keep their old contents.",
        )
        };
        (written < read).then(|| part().fix(format!("Give the box rows of {read} bytes")))
    }

    /// Boxes that write less of a stage than the operand is read from.
    fn cover(&self) -> Option<Part> {
        let (letter, written, read) = (self.side.name(), self.written_bytes, self.read_bytes);
        (written < read).then(|| {
            BOX_COVER.wrong(
                format!("{letter}: the copies write {written} of the {read} bytes of a stage that are read"),
                "The box has too few rows, or its destination is not where the operand begins.",
            )
        })
    }

    /// A box of which the instructions read a part.
    fn unread(&self) -> Option<Part> {
        let (letter, (written, most), read) = (self.side.name(), self.reach, self.read_bytes);
        (written > read && written <= most).then(|| BOX_UNREAD.says(
            Severity::Warning,
            format!("{letter}: the copies write {written} bytes of a stage, the instructions read {read}"),
            "What is copied and not read is missing in the product: M, N or the number of steps along K is smaller than the tile, or the box is larger.",
        ))
    }

    /// A box that reaches into the next stage.
    fn next_stage(&self) -> Option<Part> {
        let (letter, (end, most)) = (self.side.name(), self.reach);
        (end > most).then(|| BOX_REACH.wrong(
            format!("{letter}: a box ends {end} bytes after the start of its stage, but the next stage starts after {most}"),
            "The copy of one stage overwrites the next one, which may still be read.",
        ))
    }
}

// Tensor maps of copies into buffers of operands, as far as the text tells them.

/// The operands of all walks, if the text makes tensor maps and a copy uses one of which it does not tell which; a map that the
/// caller hands over is none of them.
pub(super) fn of_unknown_map(kernel: &Kernel<'_>, walks: &[KernelWalk]) -> Vec<Part> {
    let is_told =
        |map: &Linear| kernel.map_at(map).is_some() || matches!(kernel.named(map), Some((_, Some(_))));
    let unknown = kernel.events.iter().find_map(|event| {
        let copy = event.load().filter(|copy| copy.dimensions > 0)?;
        let is_unknown = !kernel.maps.is_empty() && !copy.map.as_ref().is_some_and(is_told);
        // No copy takes a map out of shared memory.
        let is_shared =
            copy.map.as_ref().is_some_and(|map| map.terms.iter().any(|(atom, _)| kernel.is_base(*atom)));
        (is_unknown || is_shared).then_some((event.line, copy.map_stop))
    });
    let Some((copy, stop)) = unknown else {
        return Vec::new();
    };
    let part = |one: &KernelWalk| {
        unknown_map(one.walk.side, copy, stop).at(&kernel.mmas[one.mmas[0]]).read_by(one.readers())
    };
    walks.iter().map(part).collect()
}

/// A copy by a tensor map of which the text does not tell which it is, beside an operand.
pub(super) fn unknown_map(side: Operand, copy: u32, stop: Option<u32>) -> Part {
    let stop = stop.map_or(String::new(), |line| format!(": its address is not followed beyond line {line}"));
    let letter = Letter::of(side);
    let name = letter.name();
    let part = MAP_UNKNOWN.open(
        "the tensor map of a copy",
        format!("{name}: the tensor map of the copy in line {copy} is not known{stop}"),
        "The text does not tell which tensor map the copy uses. Its box, swizzle mode and bytes cannot be compared with the reads, so no read is called right.",
    );
    part.about(letter)
}

/// Maps that the text makes and whose fields are not all known, or that have another rank than the copies that use them.
fn fields_of_maps(kernel: &Kernel<'_>, buffer: &Buffer, side: Operand) -> Option<Part> {
    buffer.loads(kernel).find_map(|(event, copy)| {
        let address = copy.map.as_ref().filter(|_| copy.dimensions > 0)?;
        let letter = side.name();
        let map = kernel.map_at(address);
        let is_known =
            |map: &MadeMap| map.data_type.is_some() && map.swizzle.is_some() && map.copied().is_some();
        let part = match (address.as_number(), map, map.and_then(|map| map.rank)) {
            (Some(number), ..) => MAP_FIELDS.wrong(
                format!("{letter}: the copy takes the number {number:#x} for the address of its tensor map"),
                "A tensor map is in constant, parameter or global memory.",
            ),
            (None, None, _) => {
                let mut maps = buffer.loads(kernel).filter_map(|(_, copy)| copy.map.as_ref());
                let why = format!("{letter}: the tensor map of a copy, where the text makes that of others");
                maps.any(|map| kernel.map_at(map).is_some()).then(|| MAP_FIELDS.not_followed(why))?
            }
            (.., Some(rank)) if rank != copy.dimensions => MAP_FIELDS.wrong(
                format!("{letter}: the copy has {} dimensions, its tensor map {rank}", copy.dimensions),
                "`tensormap.replace.rank` takes the rank less one.",
            ),
            (_, Some(map), Some(_)) if is_known(map) => return None,
            _ => MAP_FIELDS.not_followed(format!("{letter}: not all fields of the tensor map are known")),
        };
        Some(part.at(event).of_buffer(buffer))
    })
}

// Tensor maps that a kernel makes, those of its stores, too: dimensions that there are not, and values that the driver refuses.

/// Elements and bytes that fit every type.
const FITTING: u32 = 128;

/// The first value of a map that cannot be right, whatever the copies are.
pub(super) fn map_values(kernel: &Kernel<'_>) -> Option<Part> {
    of_values(kernel).or_else(|| of_places(kernel))
}

/// Maps that are published less than a map's size apart.
fn of_places(kernel: &Kernel<'_>) -> Option<Part> {
    let places = kernel.events.iter().filter_map(|event| match &event.action {
        Action::MapPublished { destination, .. } => Some((event, destination.as_ref()?)),
        _ => None,
    });
    let places: Vec<_> = places.collect();
    for (number, (event, place)) in places.iter().enumerate() {
        let mut apart = places[..number].iter().filter_map(|(_, other)| other.ahead(place, 64));
        if let Some(bytes) = apart.find(|bytes| *bytes != 0 && bytes.unsigned_abs() < MAP_BYTES) {
            let part = MAP_VALUES.wrong(
                format!("The tensor map is published {bytes} bytes from another"),
                format!("A tensor map has {MAP_BYTES} bytes: one of the two is overwritten."),
            );
            return Some(part.at(*event));
        }
    }
    None
}

/// Bytes of a tensor map. Source: CUDA driver API, `CUtensorMap`.
const MAP_BYTES: u64 = 128;

fn of_values(kernel: &Kernel<'_>) -> Option<Part> {
    kernel.maps.iter().find_map(|map| {
        let (line, part) = beyond(map).or_else(|| refused(map))?;
        let event = kernel.events.iter().find(|event| event.line == line)?;
        Some(part.at(event))
    })
}

/// A dimension that the rank leaves out.
fn beyond(map: &MadeMap) -> Option<(u32, Part)> {
    let (rank, (dimension, field, line)) = (map.rank?, map.furthest?);
    let (number, counted) = match field {
        "global_stride" => (dimension.saturating_sub(1), ", and the contiguous one has no stride"),
        _ => (dimension, ""),
    };
    (dimension >= rank.into()).then(|| {
        let part = MAP_VALUES.wrong(
            format!("The tensor map has {rank} dimensions, `{field}` {number} is replaced"),
            format!("Dimensions are counted from 0{counted}, and the field of the dimension that was meant keeps its value."),
        );
        (line, part)
    })
}

/// What the driver refuses of a box that is known whole: a size that is not known may be small.
fn refused(map: &MadeMap) -> Option<(u32, Part)> {
    let rank = map.copied()?.len();
    let dimension = |at: usize| {
        Some(Dimension {
            extent: FITTING.into(),
            stride_bytes: FITTING.into(),
            box_elements: map.box_dims[at]?,
            element_stride: map.element_strides[at].unwrap_or(1),
        })
    };
    let asked = TensorMap {
        dimensions: (0..rank).map(dimension).collect::<Option<_>>()?,
        ..TensorMap::matrix(map.data_type?, MapSwizzle::None, (1, 1), (1, 1))
    };
    refusals_of_map(&asked, Chip::Sm100)
        .into_iter()
        .find_map(|one| {
            let (line, what) = match one.argument {
                "boxDim" => (map.lines.box_dims, "box sizes"),
                "elementStrides" => (map.lines.last, "element strides"),
                _ => return None,
            };
            let title = format!("The tensor map's {what} are not possible");
            Some((line, MAP_VALUES.wrong(title, &*one.text)))
        })
        .filter(|(line, _)| *line > 0)
}

#[cfg(test)]
pub(super) mod boxes_tests {
    use super::*;

    /// A load of 16 KiB in the mode 128B that is right, with a change.
    pub(in crate::kernel::part) fn load(change: impl FnOnce(&mut Load)) -> Part {
        let mut load = Load {
            side: Operand::A,
            types: Some((DataType::Bfloat16, Element::Bf16)),
            written: Some(MapSwizzle::B128),
            read: Swizzle::B128,
            row_written: 128,
            row_read: 128,
            written_bytes: 16384,
            read_bytes: 16384,
            reach: (16384, 16384),
        };
        change(&mut load);
        load.part()
    }
}

#[cfg(test)]
mod map_values_tests {
    use swizzle_ptx::kernel::kernels;
    use swizzle_ptx::module::Module;

    use super::map_values;

    /// The title of what is said of a map with these boxes and element strides, if something is.
    fn said(rank: u32, fields: &str) -> Option<String> {
        let replace = |field: &str| format!("tensormap.replace.tile.{field}.global.b1024.b32 [%map], ");
        let lines: String = fields
            .split(';')
            .map(|one| {
                let (field, values) = one.trim().split_once(' ').expect("a field and its values");
                format!("{}{values};\n", replace(field))
            })
            .collect();
        let text = format!(
            ".version 8.7\n.target sm_90a\n.visible .entry k(.param .u64 p, .param .u32 q) {{\n.reg .b64 %map; .reg .b32 %q; .reg .f32 %f<4>; .reg .b64 %d;\n\
             ld.param.u64 %map, [p];\nld.param.u32 %q, [q];\n{}{rank};\n{}0xa;\n{lines}\
             wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{%f0,%f1,%f2,%f3}}, %d, %d, 1, 1, 1, 0, 0;\nret;\n}}",
            replace("rank"),
            replace("elemtype")
        );
        let module = Module::read(&text);
        let kernels = kernels(&module);
        let part = map_values(&kernels[0])?;
        Some(format!("{part:?}"))
    }

    #[test]
    fn what_is_not_known_is_not_refused() {
        let right = "box_dim 0, 64; box_dim 1, 128; element_stride 0, 1; element_stride 1, 1";
        assert_eq!(said(1, right), None);
        // 128 × 128 × 128 elements would not fit; sizes of a parameter may be smaller.
        let open = "box_dim 0, 64; box_dim 1, %q; box_dim 2, %q; element_stride 1, 1; element_stride 2, 1";
        assert_eq!(said(2, open), None);
        let large = "box_dim 0, 64; box_dim 1, 512; element_stride 0, 1; element_stride 1, 1";
        assert!(said(1, large).is_some_and(|said| said.contains("box sizes")));
        let stride = "box_dim 0, 64; box_dim 1, 128; element_stride 0, 1; element_stride 1, 16";
        assert!(said(1, stride).is_some_and(|said| said.contains("element strides")));
        let beyond = format!("{right}; element_stride 2, 1");
        assert!(said(1, &beyond).is_some_and(|said| said.contains("has 2 dimensions")));
    }
}
