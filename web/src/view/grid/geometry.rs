//! Where cells lie on the screen: pixels from cells and back.

use swizzle_core::scene::{Arrow, CellAt, SceneKind, Size, Window};

use super::pane::{Pane, draw};
use super::viewport::Viewport;

/// The least and the most that a cell grows to by itself.
const FIT: std::ops::RangeInclusive<u32> = 22..=44;
/// The most where the view has a height of its own to fill.
const WIDEST: u32 = 56;
/// Heights of a cell that fills such a view.
const HEIGHT: std::ops::RangeInclusive<u32> = 20..=40;
/// What a row may be short of its share of the room, rather than that more rows are shown and all are lower.
const SPARE: u32 = 6;
/// What a sheet of paper has left for the rows of a picture, with all that stands above them.
const PAPER: u32 = 780;
/// Heights of a cell there.
const ON_PAPER: std::ops::RangeInclusive<u32> = 12..=24;
/// Rows of whole atoms that such a view shows at least, where it has the room.
const ATOM_ROWS: [u32; 4] = [16, 24, 32, 40];
/// The smallest number that is still easy to read, in pixels.
const READABLE: f64 = 8.5;
/// The smallest number that is drawn at all.
const LEAST_FONT: f64 = 7.0;
/// A cell's height, at the most: more would only push rows out of view.
const TALLEST: u32 = 36;
/// Room for an arrow beside the heads.
const ARROW: u32 = 28;
/// Room for both strides' arrows in the memory view that has a height of its own to fill.
const BOTH_ARROWS: u32 = 42;
/// Digits of a row's number for which such a view has room at least.
const ROW_DIGITS: u32 = 3;
/// Room above the cells of both views: heads, and over them an arrow or the ribbon of banks. It is there whether they are or
/// not, so that an edit moves no cell.
const TOP: u32 = 24;

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
    pub(super) fn new(pane: &Pane, viewport: &Viewport, longest: usize, zoom: Zoom) -> Self {
        let (picture, size) = (&pane.picture, pane.size());
        let corner = Window::all(Size {
            columns: 1,
            rows: 1,
        });
        let is_down = |arrow: &&Arrow| arrow.from.row != arrow.to.row;
        let digits = match pane.kind {
            SceneKind::Matrix => size.rows.saturating_sub(1).to_string().len() as u32,
            SceneKind::Memory => 6,
        };
        // Where both views stand side by side the room is there, whatever is drawn: an edit moves no cell.
        let (digits, arrows) = match (zoom.fills, pane.kind) {
            (true, SceneKind::Matrix) => (digits.max(ROW_DIGITS), ARROW),
            (true, SceneKind::Memory) => (digits, BOTH_ARROWS),
            (false, kind) => {
                let arrows = draw(picture, kind, &corner).arrows;
                let count = arrows.iter().filter(is_down).count();
                (digits, count as u32 * ARROW)
            }
        };
        let left = digits * 8 + 14 + arrows;
        let top = TOP;
        let widest = if zoom.fills { WIDEST } else { *FIT.end() };
        let room = (viewport.width as u32).saturating_sub(left + 2);
        let chosen = zoom.side.filter(|_| !viewport.prints);
        let pitch_x = chosen.unwrap_or_else(|| {
            let font = if zoom.fills { LEAST_FONT } else { READABLE };
            let readable = (characters(longest) * font).ceil() as u32;
            let least = readable.clamp(*FIT.start(), *FIT.end());
            (room / size.columns.max(1)).clamp(least, widest)
        });
        let pitch_y = if !zoom.fills {
            pitch_x.min(TALLEST)
        } else if viewport.prints {
            // All rows of a tile of 64 on one sheet.
            (PAPER / size.rows.max(1)).clamp(*ON_PAPER.start(), *ON_PAPER.end())
        } else if zoom.side.is_some() {
            pitch_x.min(TALLEST)
        } else {
            let room = (viewport.height as u32).saturating_sub(top + 2);
            whole_rows(room, size.rows)
        };
        Self {
            arrows,
            left,
            top,
            pitch_x,
            pitch_y,
            font: font(pitch_x, pitch_y, longest),
        }
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
    /// Whether the view's height is given by the page around it, and cells are to fill it.
    pub(super) fills: bool,
}

/// The height of cells of which whole atoms fill this room.
fn whole_rows(room: u32, rows: u32) -> u32 {
    let fitting = ATOM_ROWS
        .into_iter()
        .find(|rows| room / rows <= *HEIGHT.end() + SPARE);
    let shown = fitting.unwrap_or(ATOM_ROWS[3]).min(rows.max(8));
    (room / shown).clamp(*HEIGHT.start(), *HEIGHT.end())
}

/// Width of a label with room around it, in font sizes: a character of a monospaced font is 0.6 wide.
fn characters(longest: usize) -> f64 {
    (longest as f64 + 1.2) * 0.602
}

/// The largest size at which the longest label fits.
fn font(pitch_x: u32, pitch_y: u32, longest: usize) -> f64 {
    let by_width = f64::from(pitch_x) / characters(longest);
    let by_height = f64::from(pitch_y) * 0.6;
    let size = by_width.min(by_height).min(13.0);
    // In steps of half a pixel: each size is measured once.
    let size = (size * 2.0).floor() / 2.0;
    if size < LEAST_FONT { 0.0 } else { size }
}
