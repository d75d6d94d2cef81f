//! The TMA boxes that write a tile: their map, number and destinations.

use super::*;
use std::fmt;

/// Copies that write a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boxes {
    /// The tensor map of all copies, over a matrix of exactly the tile's extent.
    pub map: TensorMap,
    /// Contiguous dimension of the matrix in global memory.
    pub major: Major,
    /// The copies, in order of their destinations.
    pub boxes: Vec<BoxAt>,
}

/// One copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoxAt {
    /// The first element of the box in the tile.
    pub origin: Coord,
    /// Destination, a shared address.
    pub destination_bytes: u32,
}

/// Why TMA boxes cannot write a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoBoxes(pub(super) String);

impl fmt::Display for NoBoxes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoBoxes {}

/// Maximum number of boxes: a tile in shared memory has no more units.
const BOXES_MAX: u32 = 1 << 14;
/// Maximum rows of a box.
const ROWS_MAX: u32 = 256;

/// The boxes that write the first stage of a tile, whole buffer: the fewest of one tensor map of rank 2.
///
/// A box is one swizzle row wide. If the groups of rows are contiguous in memory it has all rows, up to 256; otherwise one group.
/// The atom order is the order of the boxes: along the rows first, each box is a column of the tile.
///
/// ```
/// use swizzle_core::tile::Tile;
/// use swizzle_lints::tma::boxes_from_tile;
/// use swizzle_core::{Extent, Order};
/// let tile = Tile::packed(Tile { mn: 128, k: 128, buffer: Extent { mn: 128, k: 128 }, ..Tile::default() });
/// let boxes = boxes_from_tile(&tile).unwrap(); // 64 columns, all rows
/// assert_eq!(boxes.map.dimensions.iter().map(|one| one.box_elements).collect::<Vec<_>>(), [64, 128]);
/// assert_eq!(boxes.boxes.iter().map(|one| one.destination_bytes).collect::<Vec<_>>(), [0x400, 0x4400]);
/// let across = boxes_from_tile(&Tile::packed(Tile { order: Order::K, ..tile })).unwrap(); // 8 rows a box
/// assert_eq!((across.boxes.len(), across.map.dimensions[1].box_elements), (32, 8));
/// ```
///
/// # Errors
/// Returns an error if the pattern does not start at address 0, a destination is not a multiple of 128 bytes, or a row is not a
/// multiple of 16 bytes.
pub fn boxes_from_tile(tile: &Tile) -> Result<Boxes, NoBoxes> {
    let refuse = |text: String| Err(NoBoxes(text));
    let element = tile.element;
    let Some(data_type) = DataType::from_element(element) else {
        return refuse(format!("tensor maps do not support {} elements", element.name()));
    };
    if base_offset_from_pattern(tile.swizzle, tile.pattern_bytes) != 0 {
        return refuse(
            "the TMA pattern starts at address 0: TMA cannot write a tile with another swizzle pattern origin".into(),
        );
    }
    if tile.pads.is_some() {
        return refuse("TMA leaves no bytes free between rows".into());
    }
    let (along, across) = tile.buffer.along_and_across(tile.major);
    let layout = tile.layout();
    let atom = tile.swizzle.atom(tile.major);
    let (columns, groups) = layout.columns_and_groups(tile.buffer);
    let t = element.per_unit();
    let (width, rows, swizzle, columns, groups) = match tile.row_bytes {
        // Plain rows: the box is as wide as the row pitch.
        Some(row_bytes) => {
            let Some(mode) = mode_of_rows(tile.row_xor, row_bytes) else {
                return refuse("TMA permutes units only by its swizzle modes, not by row number".into());
            };
            if mode == Swizzle::None && row_bytes != tile.row_data_bytes() {
                return refuse(format!(
                    "rows of {along} elements are {row_bytes} bytes apart, but TMA without swizzle writes them without gaps"
                ));
            }
            let rows = across.min(ROWS_MAX);
            (along, rows, MapSwizzle::from_swizzle(mode), 1, across.div_ceil(rows))
        }
        None => {
            let is_run = groups == 1 || layout.group_bytes() == atom.bytes();
            let rows = if is_run { across.min(ROWS_MAX) } else { atom.rows.min(across) };
            let width = (atom.row_units * t).min(along);
            (width, rows, MapSwizzle::from_swizzle(tile.swizzle), columns, across.div_ceil(rows))
        }
    };
    if !(width * element.slot_bits()).is_multiple_of(128) {
        return refuse(format!("rows of {along} {} elements are not a multiple of 16 bytes", element.name()));
    }
    if columns.saturating_mul(groups) > BOXES_MAX {
        return refuse(format!("{columns} × {groups} boxes do not fit in shared memory"));
    }
    let map = TensorMap::matrix(data_type, swizzle, (along.into(), across.into()), (width, rows));
    let mut boxes = Vec::new();
    for column in 0..columns {
        for group in 0..groups {
            let origin = Coord::at(tile.major, column * atom.row_units * t, group * rows);
            let destination_bytes = layout.absolute_from_element(origin);
            if !destination_bytes.is_multiple_of(128) {
                return refuse(format!(
                    "the destination of the box at element (mn {}, k {}) is {destination_bytes:#x}, not a multiple of 128 bytes: the copy would fault",
                    origin.mn, origin.k
                ));
            }
            boxes.push(BoxAt { origin, destination_bytes });
        }
    }
    boxes.sort_by_key(|one| one.destination_bytes);
    Ok(Boxes { map, major: tile.major, boxes })
}

/// The mode that writes rows of this pitch with such an XOR, or with none.
fn mode_of_rows(row_xor: Option<RowXor>, row_bytes: u32) -> Option<Swizzle> {
    let Some(xor) = row_xor else {
        return Some(Swizzle::None);
    };
    let modes = [Swizzle::B32, Swizzle::B64, Swizzle::B128].into_iter();
    modes
        .zip(1..)
        .find(|(mode, bits)| xor == RowXor::lines(*bits) && row_bytes == mode.row_bytes())
        .map(|(mode, _)| mode)
}

impl Boxes {
    /// The byte in which an element of the tile starts after the copies.
    pub fn byte_from_element(&self, element: Element, coord: Coord) -> Option<u32> {
        let [width, rows] = [self.map.box_elements(0), self.map.box_elements(1)];
        let (along, across) = coord.along_and_across(self.major);
        let is_in = |one: &&BoxAt| {
            let (first_along, first_across) = one.origin.along_and_across(self.major);
            (first_along..first_along.saturating_add(width)).contains(&along)
                && (first_across..first_across.saturating_add(rows)).contains(&across)
        };
        let one = self.boxes.iter().find(is_in)?;
        let (first_along, first_across) = one.origin.along_and_across(self.major);
        let unit = (along - first_along) / element.per_unit() * UNIT_BYTES;
        let in_unit = (along - first_along) % element.per_unit() * element.pitch_bits() / 8;
        self.landing(one)?.address(across - first_across, unit + in_unit)
    }

    /// Returns the landing of one of its boxes.
    pub fn landing(&self, one: &BoxAt) -> Option<Landing> {
        landing_from_map(&self.map, one.destination_bytes).ok()
    }

    /// Bytes that the tile's barrier waits for: those of all copies, including parts of boxes outside the matrix.
    pub fn transaction_bytes(&self) -> u64 {
        self.map.transaction_bytes().saturating_mul(self.boxes.len() as u64)
    }

    /// Text on the atom order that the copies produce.
    pub fn order_text(&self, swizzle: Swizzle) -> String {
        let [width, rows] = [self.map.box_elements(0), self.map.box_elements(1)];
        let (along, across) = match self.major {
            Major::K => ("K", "MN"),
            Major::Mn => ("MN", "K"),
        };
        let count = self.boxes.len();
        let boxes = if count == 1 { "box" } else { "boxes" };
        let atoms = swizzle.atom(self.major).rows;
        let order: String = if rows > atoms {
            format!("atom order along {across} first")
        } else {
            "each box is one atom, and the destinations determine the atom order".into()
        };
        format!("{count} {boxes} of {width} along {along} and {rows} along {across}: {order}.")
    }
}
