//! One moment of the journey as a picture: a pure function of how far it has come, so that backwards is the same film.

use super::canvas::{Canvas, Point};
use super::motion::{Room, Square, eased, mixed, span};
use super::read::{JourneyRead, SBO_BYTES};
use super::scenes::{self, Scene, Stage};
use crate::palette::{Palette, Theme};

/// Scenes of the journey.
pub const SCENES: usize = 7;

/// How far each scene has come where it is looked at as a still.
pub const REST: [f32; SCENES] = [0.62, 0.72, 0.66, 0.66, 0.56, 0.62, 0.62];

/// The part of a scene in which it fades.
const EDGE: f32 = 0.06;

/// A moment as SVG, without its outermost element.
#[derive(Debug, Clone, PartialEq)]
pub struct Frame {
    /// The marks.
    pub svg: String,
    /// The element among them.
    pub square: Square,
}

/// The scene at a point of the journey, and how much of it is past: 4.5 is the middle of the fifth.
#[must_use]
pub fn scene_at(point: f32) -> (usize, f32) {
    let point = point.clamp(0.0, SCENES as f32 - 0.001);
    (point as usize, point.fract())
}

/// SBO in the sixth scene where the reader has not chosen one: from the tile's down to that of no swizzle.
#[must_use]
pub fn played_sbo(past: f32) -> u32 {
    let played = span(past, 0.24, 0.5);
    SBO_BYTES - (played * 7.0).round() as u32 * 128
}

/// Inputs that all frames share.
#[derive(Debug, Clone, Copy)]
pub struct Film<'a> {
    /// The room.
    pub room: Room,
    /// Colours of units.
    pub palette: Palette,
    /// Theme.
    pub theme: Theme,
    /// The read with the fields that the reader chose.
    pub read: &'a JourneyRead,
    /// The read with the fields that the tile needs.
    pub right: &'a JourneyRead,
}

impl Film<'_> {
    /// The frame at a point from 0 to [`SCENES`].
    #[must_use]
    pub fn frame(&self, point: f32) -> Frame {
        let (index, past) = scene_at(point);
        let mut canvas = Canvas::new(self.palette, self.theme);
        let stage = Stage::new(self.room, [self.read, self.right], index);
        let scene = scenes::at(index);
        let mut square = (scene.square)(&stage, past);
        let mut opacity = 1.0;
        let other = |by: usize, past: f32| {
            let stage = Stage::new(self.room, [self.read, self.right], by);
            (scenes::at(by).square)(&stage, past)
        };
        if past > 1.0 - EDGE && index + 1 < SCENES {
            let part = eased((past - 1.0 + EDGE) / EDGE) / 2.0;
            square = mixed_squares(square, other(index + 1, 0.0), part);
            opacity = 1.0 - 2.0 * part;
        } else if past < EDGE && index > 0 {
            let part = 0.5 + eased(past / EDGE) / 2.0;
            square = mixed_squares(other(index - 1, 1.0), square, part);
            opacity = 2.0 * part - 1.0;
        }
        self.draw(&mut canvas, scene, &stage, past, opacity);
        draw_square(&mut canvas, square, &(scene.label)(past));
        canvas.faded(opacity, |canvas| (scene.over)(canvas, &stage, past));
        Frame {
            svg: canvas.svg(),
            square,
        }
    }

    /// A scene at rest.
    #[must_use]
    pub fn still(&self, scene: usize) -> Frame {
        self.frame(scene as f32 + REST[scene])
    }

    /// Draws what is under the square: memory stays while the rest fades.
    fn draw(&self, canvas: &mut Canvas, scene: &Scene, stage: &Stage<'_>, past: f32, opacity: f32) {
        let fades =
            |is_first: bool| matches!((stage.index, is_first), (5, false) | (6, _) | (0, true));
        let ground = if fades(past < 0.5) { opacity } else { 1.0 };
        canvas.faded(ground, |canvas| (scene.ground)(canvas, stage, past));
        canvas.faded(opacity, |canvas| (scene.draw)(canvas, stage, past));
    }
}

/// The element, with what is on it where there is room.
fn draw_square(canvas: &mut Canvas, square: Square, label: &str) {
    let (Square { at: (x, y), side }, half) = (square, square.side / 2.0);
    canvas.rect("you", [x - half, y - half, side, side]);
    if !label.is_empty() && side >= 15.0 {
        let class = if side >= 17.0 {
            "m on-you"
        } else {
            "m on-you small"
        };
        canvas.text(class, (x, y + 4.0), label);
    }
}

fn mixed_squares(from: Square, to: Square, part: f32) -> Square {
    let mix = |from: Point, to: Point| (mixed(from.0, to.0, part), mixed(from.1, to.1, part));
    Square {
        at: mix(from.at, to.at),
        side: mixed(from.side, to.side, part),
    }
}
