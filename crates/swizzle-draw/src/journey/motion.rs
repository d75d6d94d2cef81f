//! The room that frames have, where the element is in it, and how things move.

/// The room of a frame, in pixels of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Room {
    /// 944 × 760: memory with what acts on it at its right.
    Wide,
    /// 390 × 540: what acts on memory is below. Where it is beside, in the sixth scene, 390 × 424.
    Narrow,
}

impl Room {
    /// Width and height in a scene, from 0.
    #[must_use]
    pub const fn size(self, scene: usize) -> (u32, u32) {
        match (self, scene) {
            (Self::Wide, _) => (944, 760),
            (Self::Narrow, 5) => (390, 424),
            (Self::Narrow, _) => (390, 540),
        }
    }
}

/// Position of the element in a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Square {
    /// Its middle.
    pub at: (f32, f32),
    /// Its side.
    pub side: f32,
}

/// Eases a value from 0 to 1: slow at both ends.
pub(super) fn eased(part: f32) -> f32 {
    let part = part.clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

/// How much of a span of time is past.
pub(super) fn span(past: f32, from: f32, to: f32) -> f32 {
    eased((past - from) / (to - from))
}

pub(super) fn mixed(from: f32, to: f32, part: f32) -> f32 {
    from + (to - from) * part
}
