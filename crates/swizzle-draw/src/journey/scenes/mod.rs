//! The seven scenes: what each draws at every moment of it, and where the element is.

mod bits;
mod copied;
mod matrix;
mod memory;
mod product;
mod register;
mod steps;
mod wires;

pub(super) use steps::step as step_at;

use super::canvas::{Canvas, Point};
use super::motion::{Room, Square};
use super::read::{JourneyRead, ROW, UNIT, landing};
use swizzle_core::hardware::{LINE_BYTES, UNIT_BYTES};
use swizzle_core::tma::Landing;

/// A scene.
pub(super) struct Scene {
    /// Position and size of the element.
    pub(super) square: fn(&Stage<'_>, f32) -> Square,
    /// Text on the element, where there is room.
    pub(super) label: fn(f32) -> String,
    /// Draws what stays while scenes change.
    pub(super) ground: fn(&mut Canvas, &Stage<'_>, f32),
    /// Draws what fades with the scene.
    pub(super) draw: fn(&mut Canvas, &Stage<'_>, f32),
    /// Draws over the element.
    pub(super) over: fn(&mut Canvas, &Stage<'_>, f32),
}

/// The scene of a number from 0.
pub(super) fn at(index: usize) -> &'static Scene {
    const ALL: [Scene; super::SCENES] = [
        matrix::SCENE,
        copied::SCENE,
        wires::SCENE,
        bits::SCENE,
        steps::SCENE,
        product::SCENE,
        register::SCENE,
    ];
    &ALL[index]
}

/// Row and unit of the element.
fn row_and_unit() -> String {
    format!("{ROW},{UNIT}")
}

/// Draws nothing.
fn none(_: &mut Canvas, _: &Stage<'_>, _: f32) {}

/// Positions in a frame.
pub(super) struct Stage<'a> {
    /// The scene.
    pub(super) index: usize,
    pub(super) is_narrow: bool,
    pub(super) read: &'a JourneyRead,
    pub(super) right: &'a JourneyRead,
    landing: Landing,
    /// Width of a cell of memory.
    pub(super) wide: f32,
    /// Its height.
    pub(super) cell: f32,
    /// Lines of memory.
    pub(super) lines: u32,
    /// The first cell of memory.
    pub(super) first: Point,
    /// Left edge and side of the box of TMA.
    pub(super) tile: (f32, f32),
    /// Origin and scale of what acts on memory.
    apparatus: (Point, f32),
}

impl<'a> Stage<'a> {
    /// The stage of a scene in a room, with the read that the reader chose and the one that the tile needs.
    pub(super) fn new(room: Room, [read, right]: [&'a JourneyRead; 2], index: usize) -> Self {
        let is_narrow = room == Room::Narrow;
        let is_product = index == 5;
        Self {
            index,
            is_narrow,
            read,
            right,
            landing: landing(),
            wide: match (is_narrow, is_product) {
                (true, true) => 28.0,
                (false, _) | (true, false) => 40.0,
            },
            cell: if is_narrow { 28.0 } else { 40.0 },
            lines: match (is_narrow, is_product) {
                (false, _) => 16,
                (true, false) => 8,
                (true, true) => 12,
            },
            first: match (is_narrow, is_product) {
                (false, _) => (64.0, 68.0),
                (true, false) => (58.0, 44.0),
                (true, true) => (26.0, 44.0),
            },
            tile: match is_narrow {
                false => (0.0, 640.0),
                true => (23.0, 344.0),
            },
            apparatus: match is_narrow {
                false => ((444.0, 68.0), 1.0),
                true => ((18.0, 292.0), 0.71),
            },
        }
    }

    /// Address of a unit of the box in shared memory.
    pub(super) fn written(&self, row: u32, unit: u32) -> u32 {
        let byte = unit * UNIT_BYTES;
        self.landing.address(row, byte).expect("it is in the box")
    }

    /// Unit of its line in which a unit of the box is.
    pub(super) fn slot(&self, row: u32, unit: u32) -> u32 {
        self.written(row, unit) % LINE_BYTES / UNIT_BYTES
    }

    /// Left, top, width and height of a cell of memory.
    pub(super) fn cell_at(&self, line: u32, slot: f32) -> [f32; 4] {
        let (x, y) = self.first;
        let (left, top) = (x + slot * self.wide, y + line as f32 * self.cell);
        [left, top, self.wide, self.cell]
    }

    /// The element in its cell of memory, in a slot.
    pub(super) fn square_in(&self, slot: f32) -> Square {
        let [x, y, width, height] = self.cell_at(ROW, slot);
        Square {
            at: (x + width / 2.0, y + height / 2.0),
            side: height - if self.is_narrow { 3.0 } else { 8.0 },
        }
    }

    /// The element where TMA wrote it.
    pub(super) fn square(&self) -> Square {
        self.square_in(self.slot(ROW, UNIT) as f32)
    }

    /// Draws what acts on memory, 500 pixels wide.
    pub(super) fn apparatus(&self, canvas: &mut Canvas, draw: impl FnOnce(&mut Canvas)) {
        canvas.moved(self.apparatus.0, self.apparatus.1, draw);
    }

    /// A place of the apparatus in the frame.
    pub(super) fn in_apparatus(&self, (x, y): Point) -> Point {
        let ((left, top), scale) = self.apparatus;
        (left + x * scale, top + y * scale)
    }

    /// Scale of the apparatus.
    pub(super) const fn scale(&self) -> f32 {
        self.apparatus.1
    }

    /// Whether memory is so near the edge that only the numbers of its lines are beside it.
    pub(super) const fn is_tight(&self) -> bool {
        self.is_narrow && self.index == 5
    }

    /// Draws a heading over memory or the box, and the text at its other end.
    pub(super) fn heading(&self, canvas: &mut Canvas, [x, width]: [f32; 2], words: [&str; 2]) {
        let y = self.first.1 - if self.is_narrow { 28.0 } else { 40.0 };
        canvas.text("s head", (x, y), words[0]);
        canvas.text("s e", (x + width, y), words[1]);
    }
}
