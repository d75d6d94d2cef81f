//! The whole of what is on screen: what a link holds.

use super::*;
use swizzle_core::law::Coord;
use swizzle_core::reader::{Place, Tally};
use swizzle_draw::Shows;
use swizzle_infer::spec_from_said;
use swizzle_params::SpecError;

/// Specified values, and how they are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Shown {
    /// Specified values of tile, reader and descriptor.
    pub said: Said,
    /// How both pictures are drawn.
    pub view: View,
    /// The place of the sequence that is looked at, where it is not the descriptor's own.
    pub at: Option<Place>,
    /// The pinned cell's first element.
    pub pinned: Option<Coord>,
}

impl From<Said> for Shown {
    fn from(said: Said) -> Self {
        Self { said, ..Self::default() }
    }
}

impl Shown {
    /// Everything worked out, the descriptor at its own place.
    ///
    /// # Errors
    /// [`SpecError`] for a value without a picture.
    pub fn spec(&self) -> Result<Spec, SpecError> {
        spec_from_said(&self.said)
    }

    /// The same from the place that is looked at.
    pub fn looked_at(&self, spec: &Spec) -> Spec {
        spec.looking_at(self.at.unwrap_or(spec.place()))
    }

    /// Returns the specified values as a link shows them that does not say how they are looked at: for an explicit descriptor
    /// that reads wrong, its read.
    ///
    /// ```
    /// use swizzle_core::{Arch, Descriptor, Said};
    /// use swizzle_view::Shown;
    /// use swizzle_draw::Shows;
    /// let shows = |raw| Shown::of(&Said::default().with_given(Descriptor::new(Arch::Wgmma, raw))).view.shows;
    /// assert_eq!(shows(0x4000_0040_0001_0040), Shows::Tile);
    /// assert_eq!(shows(0x4000_0008_0001_0040), Shows::Read); // SBO of no swizzle
    /// ```
    pub fn of(said: &Said) -> Self {
        let shown = Self { said: *said, ..Self::default() };
        shown.showing_what_is_wrong()
    }

    /// Returns the same with the read drawn, if it is an explicit descriptor's and wrong. A pinned element that is not read
    /// keeps the tile.
    pub(crate) fn showing_what_is_wrong(&self) -> Self {
        if !self.reads_wrong() {
            return *self;
        }
        let read = self.showing(Shows::Read);
        match (self.pinned, read.pinned) {
            (Some(_), None) => *self,
            _ => read,
        }
    }

    /// Whether an explicit descriptor reads something from another address than the tile's, at the place that is shown.
    pub(crate) fn reads_wrong(&self) -> bool {
        self.said.given.is_some()
            && self.spec().is_ok_and(|spec| {
                let at = self.looked_at(&spec);
                Tally::of_read(&at, at.place()).wrong > 0
            })
    }

    /// The same, with the tile or a read drawn. The one counts elements from the buffer's first, the other from the read's: the
    /// pinned one stays pinned, unless it is not read.
    ///
    /// ```
    /// use swizzle_core::Coord;
    /// use swizzle_view::{Shown, shown_from_link};
    /// use swizzle_draw::Shows;
    /// let tile = shown_from_link("#/wgmma/4000004000010042?step=1&cell=3,20").shown;
    /// let read = tile.showing(Shows::Read);
    /// assert_eq!(read.pinned, Some(Coord { mn: 3, k: 4 }));
    /// assert_eq!(read.showing(Shows::Tile), tile);
    /// let elsewhere = Shown { pinned: Some(Coord { mn: 3, k: 40 }), ..tile };
    /// assert_eq!(elsewhere.showing(Shows::Read).pinned, None);
    /// ```
    pub fn showing(&self, shows: Shows) -> Self {
        let mut next = *self;
        next.pinned = self.pin_in(shows);
        next.view.shows = shows;
        next
    }

    /// The pinned element, counted as in the tile or the read.
    fn pin_in(&self, shows: Shows) -> Option<Coord> {
        let at = self.pinned?;
        let spec = self.looked_at(&self.spec().ok()?);
        let first = spec.first_element(spec.place());
        match (self.view.shows, shows) {
            (Shows::Tile | Shows::Picture, Shows::Read) => {
                let at = Coord { mn: at.mn.checked_sub(first.mn)?, k: at.k.checked_sub(first.k)? };
                spec.read_extent().contains(at).then_some(at)
            }
            (Shows::Read, Shows::Tile | Shows::Picture) => {
                Some(Coord { mn: at.mn.saturating_add(first.mn), k: at.k.saturating_add(first.k) })
            }
            (Shows::Tile | Shows::Picture, Shows::Tile | Shows::Picture) | (Shows::Read, Shows::Read) => {
                Some(at)
            }
        }
    }
}
