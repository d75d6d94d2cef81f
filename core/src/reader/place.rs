//! A place in the sequence of reads that walks a tile.

use crate::descriptor::Descriptor;
use crate::hardware::{UNIT_BYTES, bytes_from_field};
use crate::reader::{Reader, Spec};

/// A place in the sequence: stage, block of rows, and step along K, all counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Place {
    /// Copy of the buffer.
    pub stage: u32,
    /// Block along M or N, each the rows of one instruction.
    pub block: u32,
    /// Step along K.
    pub step: u32,
}

impl From<u32> for Place {
    /// A step of the first block, in the first stage.
    fn from(step: u32) -> Self {
        Self { stage: 0, block: 0, step }
    }
}

/// The specified values of a [`Place`]; `None` is inferred: the place that fits an explicit descriptor, otherwise the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SaidPlace {
    /// Copy of the buffer.
    pub stage: Option<u32>,
    /// Block along M or N.
    pub block: Option<u32>,
    /// Step along K.
    pub step: Option<u32>,
}

impl SaidPlace {
    /// The place, with values that were not specified taken from another.
    #[must_use]
    pub fn over(self, place: Place) -> Place {
        Place {
            stage: self.stage.unwrap_or(place.stage),
            block: self.block.unwrap_or(place.block),
            step: self.step.unwrap_or(place.step),
        }
    }

    /// Whether any value was specified.
    #[must_use]
    pub const fn is_any(self) -> bool {
        self.stage.is_some() || self.block.is_some() || self.step.is_some()
    }
}

impl Spec {
    /// Returns the same tile with another explicit descriptor, which belongs at a place.
    #[must_use]
    pub fn with_given_at(&self, descriptor: Descriptor, place: Place) -> Self {
        let said = self.said().alone().with_given(descriptor);
        let reader = Reader {
            arch: descriptor.arch(),
            chip: said.given.unwrap_or(descriptor).chip(),
            lbo_mode: descriptor.decode().lbo_mode,
            ..*self.reader()
        };
        Self::assembled(&said, *self.tile(), reader, place)
    }

    /// Returns this spec with its place specified: the descriptor belongs there, even if it would also fit elsewhere.
    #[must_use]
    pub fn with_place_said(mut self) -> Self {
        let Place { stage, block, step } = self.place();
        self.say_place(SaidPlace { stage: Some(stage), block: Some(block), step: Some(step) });
        self
    }

    /// Bytes from the expected start of its place to the start of the explicit descriptor; 0 if they agree.
    #[must_use]
    pub fn bytes_beside_place(&self) -> i32 {
        self.given().map_or(0, |given| {
            let start = bytes_from_field(given.decode().start_field);
            let units = self.space().units_between(self.start_bytes(self.place()), start);
            units * UNIT_BYTES as i32
        })
    }
}
