//! The bytes that boxes write, compared with those that a descriptor reads.

use super::*;
use std::cmp::Reverse;

/// The comparison of boxes with a read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    /// Cells that are read from the address the boxes write them to, and all cells that are read.
    pub meets: (u32, u32),
    /// The same in units of 16 bytes, of which each cell has to be.
    pub units: (u32, u32),
    /// The first cell of the read in the tile, and its rows and K.
    pub read: (Coord, Extent),
    /// The layout that is read with.
    pub layout: Layout,
    /// The swizzle mode in which the boxes are written.
    pub written: MapSwizzle,
    /// The data type of the map and the element type of the read, where they are not equally wide: then no element is where the
    /// instruction counts it.
    pub other_width: Option<(DataType, Element)>,
    /// The first mismatch: the cell, the address the boxes write, the address that is read.
    pub first_missed: Option<(Coord, Option<u32>, u32)>,
    /// The fix on the reader's side.
    pub reader: Option<String>,
    /// The fix on the writer's side.
    pub writer: Option<String>,
    /// One change after which the descriptor reads what the boxes write.
    pub repair: Option<MapRepair>,
}

impl Meeting {
    /// Text on the rows and K of the box that are read and the chip of the descriptor, with a warning if the map is for another chip.
    ///
    /// ```
    /// use swizzle_core::tile::Tile;
    /// use swizzle_core::hardware::Chip;
    /// use swizzle_lints::tma::{boxes_against_descriptor, boxes_from_tile};
    /// use swizzle_core::{Descriptor, Extent};
    /// let tile = Tile::packed(Tile { mn: 64, k: 64, buffer: Extent { mn: 64, k: 64 }, ..Tile::default() });
    /// let descriptor = Descriptor::guessed(0x4000_0040_0001_0042);
    /// let meeting = boxes_against_descriptor(&boxes_from_tile(&tile).unwrap(), tile.element, descriptor);
    /// assert_eq!(
    ///     meeting.read_text(descriptor, Chip::Sm90),
    ///     "This wgmma descriptor (sm_90a) reads rows 0 to 63 and K 16 to 31 of the box.",
    /// );
    /// assert!(meeting.read_text(descriptor, Chip::Sm100a).contains("the map is for sm_100a"));
    /// ```
    pub fn read_text(&self, descriptor: Descriptor, target: Chip) -> String {
        let (Coord { mn, k }, extent) = self.read;
        let (arch, chip) = (descriptor.arch(), descriptor.arch().first_chip());
        let last = |first: u32, count: u32| (first + count).saturating_sub(1);
        let mut text = format!(
            "This {arch} descriptor ({chip}) reads rows {mn} to {} and K {k} to {} of the box.",
            last(mn, extent.mn),
            last(k, extent.k)
        );
        if target.arch() != Some(descriptor.arch()) {
            text += &format!(" No {0} instruction accepts it, but the map is for {0}.", target.name());
        }
        text
    }
}

/// The layout of the descriptor that reads what boxes write; `None` if there is none.
///
/// A box that is narrower than the swizzle's span leaves the rest of each row unwritten.
pub fn params_from_boxes(boxes: &Boxes, element: Element) -> Option<LayoutParams> {
    let mut modes = Swizzle::ALL.iter().copied();
    let swizzle = modes.find(|mode| MapSwizzle::from_swizzle(*mode) == boxes.map.swizzle)?;
    let (width, rows) = (boxes.map.box_elements(0), boxes.map.box_elements(1));
    let atom = swizzle.atom(boxes.major);
    let pitch = match boxes.map.swizzle.span_bytes() {
        Some(span) => span,
        // Without swizzle only rows of one unit are canonical.
        None if boxes.map.inner_bytes() == u64::from(UNIT_BYTES) => UNIT_BYTES,
        None => return None,
    };
    let at = |along: u32, across: u32| {
        let origin = Coord::at(boxes.major, along, across);
        let find = |one: &&BoxAt| one.origin == origin;
        boxes.boxes.iter().find(find).map(|one| one.destination_bytes)
    };
    let first = at(0, 0)?;
    let group = if rows > atom.rows {
        atom.rows * pitch
    } else {
        at(0, rows).map_or(atom.rows * pitch, |next| next.wrapping_sub(first))
    };
    let column = at(width, 0).map_or(UNIT_BYTES, |next| next.wrapping_sub(first));
    let (lbo_bytes, sbo_bytes) = match Stride::of_columns(boxes.major, swizzle) {
        Stride::Lbo => (column, group),
        Stride::Sbo => (group, column),
    };
    Some(LayoutParams {
        element,
        major: boxes.major,
        swizzle,
        start_bytes: first,
        lbo_bytes,
        sbo_bytes,
        base_offset: 0,
        lbo_mode: LboMode::Relative,
        space: AddressSpace::KIB_256,
    })
}

/// Compares what one descriptor reads with what boxes write; `first` is the first cell of the read in the tile.
///
/// ```
/// use swizzle_core::tile::Tile;
/// use swizzle_lints::tma::{boxes_against_read, boxes_from_tile};
/// use swizzle_core::{Coord, Extent};
/// let tile = Tile::packed(Tile { mn: 64, k: 64, buffer: Extent { mn: 64, k: 64 }, ..Tile::default() });
/// let boxes = boxes_from_tile(&tile).unwrap();
/// let read = tile.layout();
/// let extent = Extent { mn: 64, k: 16 };
/// let meeting = boxes_against_read(&boxes, tile.element, &read, Coord { mn: 0, k: 0 }, extent);
/// assert_eq!((meeting.meets, meeting.units, meeting.reader), ((1024, 1024), (128, 128), None));
/// ```
pub fn boxes_against_read(
    boxes: &Boxes,
    element: Element,
    read: &Layout,
    first: Coord,
    extent: Extent,
) -> Meeting {
    let (mut meets, mut of, mut first_missed) = (0, 0, None);
    let per_unit = element.per_unit();
    let (along, across) = extent.along_and_across(boxes.major);
    let units_along = along.div_ceil(per_unit);
    let mut is_missed = vec![false; (units_along * across) as usize];
    for cell in (0..extent.mn).flat_map(|mn| (0..extent.k).map(move |k| Coord { mn, k })) {
        let of_tile = Coord { mn: first.mn + cell.mn, k: first.k + cell.k };
        let (written, read) = (boxes.byte_from_element(element, of_tile), read.byte_from_element(cell).byte);
        of += 1;
        if written == Some(read) {
            meets += 1;
            continue;
        }
        let (along, across) = cell.along_and_across(boxes.major);
        is_missed[(across * units_along + along / per_unit) as usize] = true;
        first_missed.get_or_insert((of_tile, written, read));
    }
    let is_met = first_missed.is_none();
    Meeting {
        meets: (meets, of),
        units: (is_missed.iter().filter(|is_missed| !**is_missed).count() as u32, is_missed.len() as u32),
        read: (first, extent),
        layout: *read,
        written: boxes.map.swizzle,
        other_width: Some((boxes.map.data_type, element))
            .filter(|(data_type, element)| data_type.shared_bits() != element.slot_bits()),
        first_missed,
        reader: (!is_met).then(|| reader_side(boxes, element, first)),
        writer: (!is_met).then(|| writer_side(boxes, element, read, first)),
        repair: None,
    }
}

/// Compares the read of one descriptor with what boxes write: up to 64 rows and 32 bytes of K, at the step of the boxes' tile with
/// the same start, otherwise at the step that matches best.
pub fn boxes_against_descriptor(boxes: &Boxes, element: Element, descriptor: Descriptor) -> Meeting {
    let read = descriptor.layout(element, boxes.major).params();
    let read = Layout::new(LayoutParams { lbo_mode: LboMode::Relative, ..read });
    let all = covered(boxes);
    let all = Extent { mn: all.mn.min(1 << 12), k: all.k.min(1 << 12) };
    let step = (32 * 8 / element.slot_bits()).max(1);
    let extent = Extent { mn: all.mn.min(64), k: all.k.min(step) };
    let firsts = (0..all.mn.max(1))
        .step_by(64)
        .flat_map(|mn| (0..all.k.max(1)).step_by(step as usize).map(move |k| Coord { mn, k }));
    let meetings = firsts.take(FIRSTS_MAX).map(|first| {
        let meeting = boxes_against_read(boxes, element, &read, first, extent);
        let is_start = boxes.byte_from_element(element, first) == Some(read.start_bytes());
        (meeting.meets.0, is_start, Reverse(first), meeting)
    });
    let best = meetings.max_by_key(|(meets, is_start, first, _)| (*meets, *is_start, *first));
    let mut meeting = best.map_or_else(
        || boxes_against_read(boxes, element, &read, Coord { mn: 0, k: 0 }, extent),
        |(.., meeting)| meeting,
    );
    meeting.repair = repair_of_read(boxes, element, descriptor, &meeting);
    meeting
}

/// The mode of the map where that alone is wrong, otherwise the descriptor that reads the boxes.
fn repair_of_read(
    boxes: &Boxes,
    element: Element,
    descriptor: Descriptor,
    meeting: &Meeting,
) -> Option<MapRepair> {
    meeting.first_missed?;
    let (first, extent) = meeting.read;
    let is_met = |boxes: &Boxes, read: &Layout| {
        let after = boxes_against_read(boxes, element, read, first, extent);
        after.first_missed.is_none()
    };
    let mut other = boxes.clone();
    other.map.swizzle = MapSwizzle::from_swizzle(meeting.layout.params().swizzle);
    if refusals_of_map(&other.map, descriptor.chip()).is_empty() && is_met(&other, &meeting.layout) {
        let swizzle = other.map.swizzle;
        let label = format!("Set swizzle to {}", swizzle.name());
        return Some(MapRepair::new(label, MapChange::Swizzle(swizzle)));
    }
    let params = params_of_read(boxes, element, first)?;
    let mut fields = descriptor.decode();
    fields.swizzle = Ok(params.swizzle);
    fields.start_field = field_from_bytes(params.start_bytes);
    fields.lbo_field = field_from_bytes(params.lbo_bytes);
    fields.sbo_field = field_from_bytes(params.sbo_bytes);
    fields.base_offset = 0;
    let mended = Descriptor::encode(descriptor.chip(), fields).ok();
    let mended = mended.filter(|_| is_met(boxes, &Layout::new(params)))?;
    let label = format!("Set the descriptor to {mended}");
    Some(MapRepair::new(label, MapChange::Descriptor(mended)))
}

/// The extents of the tile that the boxes cover.
fn covered(boxes: &Boxes) -> Extent {
    let (mut along, mut across) = (0, 0);
    for one in &boxes.boxes {
        let (first_along, first_across) = one.origin.along_and_across(boxes.major);
        along = along.max(first_along.saturating_add(boxes.map.box_elements(0)));
        across = across.max(first_across.saturating_add(boxes.map.box_elements(1)));
    }
    let Coord { mn, k } = Coord::at(boxes.major, along, across);
    Extent { mn, k }
}

/// Maximum number of steps of a tile that are tried.
const FIRSTS_MAX: usize = 256;

/// Returns the parameters of a descriptor that reads the boxes from an element on.
fn params_of_read(boxes: &Boxes, element: Element, first: Coord) -> Option<LayoutParams> {
    let params = params_from_boxes(boxes, element)?;
    Some(LayoutParams { start_bytes: Layout::new(params).absolute_from_element(first), ..params })
}

/// The descriptor that reads the boxes.
fn reader_side(boxes: &Boxes, element: Element, first: Coord) -> String {
    let Some(params) = params_of_read(boxes, element, first) else {
        return "No descriptor reads what these boxes write.".into();
    };
    format!(
        "The descriptor that reads these boxes has swizzle {}, start {:#x}, LBO {}, SBO {}, base offset 0, {}-major.",
        params.swizzle.name(),
        params.start_bytes,
        params.lbo_bytes,
        params.sbo_bytes,
        params.major.name(),
    )
}

/// The boxes that the descriptor reads.
fn writer_side(boxes: &Boxes, element: Element, read: &Layout, first: Coord) -> String {
    let params = read.params();
    if params.base_offset != 0 && params.swizzle != Swizzle::None {
        return format!(
            "The TMA pattern starts at address 0: boxes are read with base offset 0, not {}.",
            params.base_offset
        );
    }
    let Extent { mn, k } = covered(boxes);
    // The tile starts at the start of the read minus the part before it.
    let before = Layout::new(LayoutParams { start_bytes: 0, ..params }).absolute_from_element(first);
    // A field of 1 is written where LBO has no effect: it is not a distance.
    let tells_lbo =
        params.major == Major::Mn || params.swizzle == Swizzle::None || params.lbo_bytes > UNIT_BYTES;
    let lbo_bytes = if tells_lbo {
        params.lbo_bytes
    } else {
        let groups = mn.div_ceil(params.swizzle.atom(params.major).rows);
        params.sbo_bytes.saturating_mul(groups)
    };
    let tile = Tile {
        element,
        major: params.major,
        swizzle: params.swizzle,
        mn,
        k,
        buffer: Extent { mn, k },
        lbo_bytes,
        sbo_bytes: params.sbo_bytes,
        start_bytes: params.start_bytes.wrapping_sub(before),
        ..Tile::default()
    };
    match boxes_from_tile(&tile) {
        Ok(boxes) => {
            let some = boxes.boxes.iter().take(4).map(|one| format!("{:#x}", one.destination_bytes));
            format!(
                "The boxes that this descriptor reads have swizzle {}: {} Destinations: {}{}.",
                params.swizzle.name(),
                boxes.order_text(params.swizzle),
                joined(some, ", "),
                if boxes.boxes.len() > 4 { ", …" } else { "" }
            )
        }
        Err(why) => format!("No boxes can write what this descriptor reads: {why}."),
    }
}
