//! The whole of what is on screen: what a link holds.

use crate::law::Coord;
use crate::picture::View;
use crate::reader::{Place, Said, Spec, SpecError};

/// What was said, and how it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Shown {
    /// What was said of tile, reader and descriptor.
    pub said: Said,
    /// How both pictures are drawn.
    pub view: View,
    /// The place of the sequence that is looked at, where it is not the descriptor's own.
    pub at: Option<Place>,
    /// The pinned cell's first element.
    pub pinned: Option<Coord>,
}

impl Shown {
    /// Everything worked out, the descriptor at its own place.
    ///
    /// # Errors
    /// [`SpecError`] for a value without a picture.
    pub fn spec(&self) -> Result<Spec, SpecError> {
        Spec::new(&self.said)
    }

    /// The same from the place that is looked at.
    #[must_use]
    pub fn looked_at(&self, spec: &Spec) -> Spec {
        spec.looking_at(self.at.unwrap_or(spec.place()))
    }
}
