//! Whether a given descriptor reads the tile.

use crate::reader::read_against_tile::Tally;
use crate::reader::spec::Spec;

/// What can be said of a descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Its read is the tile's, at its place.
    Fits,
    /// Something is read elsewhere than the tile has it.
    Differs,
    /// Neither start nor extents nor strides of the tile were said: there is nothing to hold it against.
    Unsaid,
}

impl Verdict {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::Differs => "differs",
            Self::Unsaid => "unsaid",
        }
    }
}

impl Spec {
    /// The verdict on the descriptor at its place.
    ///
    /// ```
    /// use swizzle_core::reader::Verdict;
    /// use swizzle_core::{Arch, Descriptor, Said, SaidTile, Spec};
    /// let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0640);
    /// assert_eq!(Spec::new(&Said::default().with_given(given))?.verdict(), Verdict::Unsaid);
    /// let tile = SaidTile { start_bytes: Some(0x8400), mn: Some(128), k: Some(64), ..SaidTile::default() };
    /// let said = Said { tile, ..Said::default() }.with_given(given);
    /// assert_eq!(Spec::new(&said)?.verdict(), Verdict::Differs);
    /// # Ok::<(), swizzle_core::SpecError>(())
    /// ```
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.given().is_some() && !self.said().tile.is_placed() {
            Verdict::Unsaid
        } else if Tally::of_read(self, self.place()).wrong == 0 {
            Verdict::Fits
        } else {
            Verdict::Differs
        }
    }
}
