//! A place in the sequence of reads that walks a tile.

/// A place in the sequence: which block of rows, which step along K, which stage. All count from 0.
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
        Self {
            stage: 0,
            block: 0,
            step,
        }
    }
}

/// What was said of a [`Place`]; `None` is assumed: where a given descriptor is found, else the first.
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
    /// The place, with what was not said taken from another.
    #[must_use]
    pub fn over(self, place: Place) -> Place {
        Place {
            stage: self.stage.unwrap_or(place.stage),
            block: self.block.unwrap_or(place.block),
            step: self.step.unwrap_or(place.step),
        }
    }

    /// Whether any of it was said.
    #[must_use]
    pub const fn is_any(self) -> bool {
        self.stage.is_some() || self.block.is_some() || self.step.is_some()
    }
}
