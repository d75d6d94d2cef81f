//! Positions of cells on the screen: pixels from cells and back.

use swizzle_draw::scene::{Arrow, CellAt, PaneKind, Scene, Size, Window};

use super::label::Largest;
use super::metrics::CHARACTER;
use super::pane::{Pane, draw};
use super::viewport::Viewport;
use crate::view::frame::corner;

/// The least and the most that a cell grows to by itself. Where the view is as high as its cells, one that has the most room has
/// a height that does not follow from its width: the first measure is the last.
const FIT: std::ops::RangeInclusive<u32> = 22..=36;
/// The most where the view has a height of its own to fill.
const WIDEST: u32 = 56;
/// The lowest row of which such a view shows two atoms; lower ones make it show one.
const LOWEST: u32 = 16;
/// Rows of an atom: such a view shows one or two whole ones, if need be in cells lower than a square.
const ATOM_ROWS: u32 = 8;
/// Width of such a cell to its height, at the most.
const FLATTEST: (u32, u32) = (4, 3);
/// Widths of a cell of a sheet.
const ON_SHEET: std::ops::RangeInclusive<u32> = 28..=56;
/// The smallest number that is still easy to read, in pixels.
const READABLE: f64 = 8.5;
/// The same where a line of memory is to be seen whole, and where rows are cut in any case.
const READABLE_IN_LINES: f64 = 8.0;
const READABLE_CUT: f64 = 9.5;
/// Characters of a label that comes near to the sides of its cell.
const OUTLINED: usize = 4;
/// Characters of a long label.
const LONG: usize = 5;
/// Units of a line of memory, and of the rows of most swizzled tiles.
const LINE_CELLS: u32 = 8;
/// The smallest number that is drawn at all.
const LEAST_FONT: f64 = 7.0;
/// The largest difference in size between the numbers of the two kinds of view, where another picture is beside them.
const BY_KIND: f64 = 2.0;
/// The largest, in narrow cells and in wide ones.
const LARGEST_FONT: [f64; 2] = [13.0, 15.0];
/// The least to which a number is made smaller for the room around it.
const LOOSE: f64 = 11.0;
/// The narrowest of the wide ones.
const WIDE: u32 = 52;
/// Room for an arrow beside the heads.
const ARROW: u32 = 28;
/// Room for the heads of rows where both views are side by side: three digits, and an address. In the style sheet the titles
/// begin over the first cell, whose position follows from this and the lanes.
const ROW_HEADS: u32 = 30;
/// The same beside a sheet, whose axes may have longer names.
const SHEET_HEADS: u32 = 36;
const ADDRESS_HEADS: u32 = 56;
/// Room there for the arrow of the matrix, and for both strides' in the memory view.
const LANE: u32 = 24;
const BOTH_LANES: u32 = 42;
/// A folded matrix in a view narrower than this shows some of its strips at a time: columns, and room for the heads of rows.
const NARROW: u32 = 240;
pub const NARROW_COLUMNS: u32 = 4;
const NARROW_HEADS: u32 = 24;
/// Width of a head's character, and the space between a head and the cells.
const HEAD_CHARACTER: u32 = 7;
const HEAD_GAP: u32 = 9;
/// The narrowest cell beside which they have that room.
const BESIDE_LANE: u32 = 28;
const BESIDE_BOTH: u32 = 36;
/// Room above the cells of both views: heads, and over them an arrow or the ribbon of banks. It is there whether they are or
/// not, so that an edit moves no cell.
const TOP: u32 = 28;

/// Sizes of a view's parts in CSS pixels.
#[derive(Debug, Clone, PartialEq)]
pub struct Geometry {
    /// Width of the band for arrows that run down.
    pub arrows: u32,
    /// Left edge of the cells.
    pub left: u32,
    /// Top edge of the cells.
    pub top: u32,
    /// Width of a cell.
    pub pitch_x: u32,
    /// Height of a cell.
    pub pitch_y: u32,
    /// Size of the numbers, 0 where there is no room for them.
    pub font: f64,
}

impl Geometry {
    /// Fits cells to a view, or takes the size that the reader chose.
    pub(super) fn new(pane: &Pane, viewport: &Viewport, largest: &Largest, zoom: Zoom) -> Self {
        let Largest { size, longest, .. } = *largest;
        let Edge { arrows, left, room } = Edge::of(pane, viewport, largest, zoom.fills);
        let top = TOP;
        let widest = if zoom.fills { WIDEST } else { *FIT.end() };
        let chosen = zoom.side.filter(|_| !viewport.prints);
        let fitted = || {
            let font = match (zoom.fills, size.columns <= LINE_CELLS) {
                (true, true) => READABLE_IN_LINES,
                (true, false) => READABLE_CUT,
                (false, _) => READABLE,
            };
            let readable = (characters(longest) * font).ceil() as u32;
            let least = readable.clamp(*FIT.start(), *FIT.end());
            // If not all are in view, no sliver of one more is shown.
            let columns = match zoom.fills {
                // The same width as those of memory beside them.
                true => size.columns.max(LINE_CELLS),
                false => size.columns.max(1),
            };
            let shown = match is_narrow(pane, viewport) {
                true => NARROW_COLUMNS,
                false => (room / least).clamp(1, columns),
            };
            (least, (room / shown).clamp(least, widest))
        };
        let (least, pitch_x) = chosen.map_or_else(fitted, |side| (side, side));
        let (pitch_x, pitch_y) = if !zoom.fills || chosen.is_some() {
            (pitch_x, pitch_x)
        } else {
            let room = (viewport.height.max(0) as u32).saturating_sub(top + 2);
            let height = height_of_row(room, size.rows, pitch_x);
            let (across, down) = FLATTEST;
            (pitch_x.min((height * across / down).max(least)), height)
        };
        Self {
            arrows,
            left,
            top,
            pitch_x,
            pitch_y,
            font: {
                let of = |longest| font(pitch_x, pitch_y, longest, !zoom.fills);
                let size = of(largest.longest_of_kind).min(of(longest).max(LEAST_FONT) + BY_KIND);
                // In two pictures, labels stay a whole character apart, bold ones, too: five of them are 3.01 font sizes.
                match largest.is_shared && largest.longest_of_kind == OUTLINED {
                    true => size.min(f64::from((pitch_x - 1) / 3)),
                    false => size,
                }
            },
        }
    }

    /// Fits the cells of a sheet to its width: as wide as high, or a third wider where rows had to be lower.
    pub(super) fn of_sheet(
        scene: &Scene,
        viewport: &Viewport,
        (longest, is_loose): (usize, bool),
        row: u32,
    ) -> Self {
        let digits = scene.down.heads.iter().map(String::len).max();
        let digits = digits.unwrap_or(1) as u32;
        let left = SHEET_HEADS.max(digits * HEAD_CHARACTER + HEAD_GAP);
        let room = (viewport.width.max(0) as u32).saturating_sub(left + 2);
        let columns = scene
            .size
            .columns
            .clamp(1, (room / *ON_SHEET.start()).max(1));
        let pitch_x = (room / columns).clamp(*ON_SHEET.start(), *ON_SHEET.end());
        let pitch_y = row.clamp(pitch_x * FLATTEST.1 / FLATTEST.0, pitch_x);
        Self {
            arrows: 0,
            left,
            top: TOP,
            pitch_x,
            pitch_y,
            font: font(pitch_x, pitch_y, longest, is_loose),
        }
    }

    /// Returns the space that a view has for its cells, across and down.
    pub fn room(&self, viewport: &Viewport) -> (u32, u32) {
        let room = |all: i32, edge: u32| (all.max(0) as u32).saturating_sub(edge + 2);
        (
            room(viewport.width, self.left),
            room(viewport.height, self.top),
        )
    }

    /// Width of the whole picture with its heads.
    pub fn full_width(&self, size: Size) -> u32 {
        self.left + size.columns * self.pitch_x + 2
    }

    /// Height of the whole picture with its heads.
    pub fn full_height(&self, size: Size) -> u32 {
        self.top + size.rows * self.pitch_y + 2
    }

    /// The cells in view, and one more on each side where it is cut.
    pub fn window(&self, size: Size, viewport: &Viewport) -> Window {
        let range = |scroll: i32, room: i32, edge: u32, pitch: u32| {
            let scroll = scroll.max(0) as u32;
            let room = (room.max(0) as u32).saturating_sub(edge);
            scroll / pitch..(scroll + room) / pitch + 1
        };
        Window {
            columns: range(viewport.left, viewport.width, self.left, self.pitch_x),
            rows: range(viewport.top, viewport.height, self.top, self.pitch_y),
        }
        .within(size)
    }

    /// The cell at a point of the view, heads excluded.
    pub fn cell_at(&self, size: Size, viewport: &Viewport, x: i32, y: i32) -> Option<CellAt> {
        let inside = |at: i32, edge: u32, scroll: i32| {
            let at = u32::try_from(at).ok()?.checked_sub(edge)?;
            Some(at + scroll.max(0) as u32)
        };
        let at = CellAt {
            column: inside(x, self.left, viewport.left)? / self.pitch_x,
            row: inside(y, self.top, viewport.top)? / self.pitch_y,
        };
        (at.column < size.columns && at.row < size.rows).then_some(at)
    }

    /// The scroll position nearest to the present one at which a cell is wholly in view.
    pub fn scroll_to(&self, viewport: &Viewport, at: CellAt) -> (i32, i32) {
        let nearest = |scroll: i32, room: i32, edge: u32, at: u32, pitch: u32| {
            let start = (at * pitch) as i32;
            let end = start + pitch as i32 - (room - edge as i32) + 2;
            // Whole cells, and no sliver of one at the edge.
            let end = (end.max(0) as u32).next_multiple_of(pitch) as i32;
            scroll.min(start).max(end.min(start))
        };
        (
            nearest(
                viewport.left,
                viewport.width,
                self.left,
                at.column,
                self.pitch_x,
            ),
            nearest(
                viewport.top,
                viewport.height,
                self.top,
                at.row,
                self.pitch_y,
            ),
        )
    }
}

/// How large cells are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Zoom {
    /// Width of a cell that the reader chose; none fits the cells to the view.
    pub(super) side: Option<u32>,
    /// Whether the page around the view sets its height, and cells are to fill it.
    pub(super) fills: bool,
}

/// Widths to the left of the cells, and the room that remains for the cells.
struct Edge {
    arrows: u32,
    left: u32,
    room: u32,
}

impl Edge {
    /// Returns the edge. For views side by side it follows from their width alone, so that an edit moves no cell. Both views
    /// are equally wide, and so are their cells.
    fn of(pane: &Pane, viewport: &Viewport, largest: &Largest, fills: bool) -> Self {
        let width = viewport.width.max(0) as u32;
        if !fills {
            return Self::as_drawn(pane, width);
        }
        if is_narrow(pane, viewport) {
            return Self {
                arrows: 0,
                left: NARROW_HEADS,
                room: width.saturating_sub(NARROW_HEADS + 2),
            };
        }
        let lane_in = |heads: u32, lane: u32, least: u32| match heads + lane + LINE_CELLS * least {
            needed if needed + 2 <= width => lane,
            _ => 0,
        };
        let of_memory = lane_in(ADDRESS_HEADS, BOTH_LANES, BESIDE_BOTH);
        let (heads, arrows) = match pane.kind {
            PaneKind::Matrix => {
                let digits = largest.size.rows.saturating_sub(1).to_string().len() as u32;
                let heads = ROW_HEADS.max(digits * HEAD_CHARACTER + HEAD_GAP);
                (heads, lane_in(ROW_HEADS, LANE, BESIDE_LANE))
            }
            PaneKind::Memory => (ADDRESS_HEADS, of_memory),
        };
        let left = heads + arrows;
        let other = if largest.is_shared || of_memory > 0 {
            ADDRESS_HEADS + of_memory
        } else {
            0
        };
        Self {
            arrows,
            left,
            room: width.saturating_sub(left.max(other) + 2),
        }
    }

    /// Room for the arrows that are there.
    fn as_drawn(pane: &Pane, width: u32) -> Self {
        let is_down = |arrow: &&Arrow| arrow.from.row != arrow.to.row;
        let digits = match pane.kind {
            PaneKind::Matrix => pane.size().rows.saturating_sub(1).to_string().len() as u32,
            PaneKind::Memory => 6,
        };
        let drawn = draw(&pane.picture, pane.kind, &corner()).arrows;
        let arrows = drawn.iter().filter(is_down).count() as u32 * ARROW;
        // The names of the axes are there, too.
        let left = (digits * 8 + 14).max(ROW_HEADS) + arrows;
        Self {
            arrows,
            left,
            room: width.saturating_sub(left + 2),
        }
    }
}

/// The height of cells of this width: squares, or lower where two whole atoms would not fit otherwise.
fn height_of_row(room: u32, rows: u32, width: u32) -> u32 {
    let two = 2 * ATOM_ROWS;
    let shown = if room / two < LOWEST { ATOM_ROWS } else { two };
    let rows = rows.next_multiple_of(ATOM_ROWS).max(ATOM_ROWS);
    (room / shown.min(rows)).clamp(LOWEST, width.max(LOWEST))
}

/// Width of a label with room around it, in font sizes. A row of long ones wants more room between them, or it reads as one
/// number.
fn characters(longest: usize) -> f64 {
    let around = if longest >= LONG { 1.0 } else { 0.55 };
    (longest as f64 + around) * CHARACTER
}

/// Whether a folded matrix is seen in parts: paper has all of it.
fn is_narrow(pane: &Pane, viewport: &Viewport) -> bool {
    !viewport.prints && pane.fold.is_some() && (1..NARROW as i32).contains(&viewport.width)
}

/// The largest size at which the longest label fits; with more room around it, where it stays easy to read.
fn font(pitch_x: u32, pitch_y: u32, longest: usize, is_loose: bool) -> f64 {
    // Such labels leave a pixel to what is outlined; long ones have more room around them anyway.
    let outline = u32::from((OUTLINED..LONG).contains(&longest));
    let of_width = |longest: usize| f64::from(pitch_x - outline) / characters(longest);
    let by_width = match is_loose {
        true => of_width(longest + 1).max(of_width(longest).min(LOOSE)),
        false => of_width(longest),
    };
    let by_height = f64::from(pitch_y) * 0.6;
    let largest = LARGEST_FONT[usize::from(pitch_x >= WIDE)];
    let size = by_width.min(by_height).min(largest);
    // In steps of half a pixel: few sizes are asked of the browser's fonts.
    let size = (size * 2.0).floor() / 2.0;
    if size < LEAST_FONT { 0.0 } else { size }
}
