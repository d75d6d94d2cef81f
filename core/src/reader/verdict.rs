//! Whether a given descriptor reads the tile.

use crate::law::Stride;
use crate::reader::read_against_tile::Tally;
use crate::reader::spec::Spec;

/// What can be said of a descriptor.
///
/// What was said is never given up for a verdict, and what was not said is the packed default, of whichever order of atoms
/// fits. Strides are never the descriptor's own: with extents that were said, others than the packed ones are
/// [`Padded`](Self::Padded) at best. Where neither the tile's start nor its swizzle was said, they are the descriptor's; it
/// still fits, since a loop may start where it will, but [`VerdictKind`] does not call that right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Its read is the tile's, at its place.
    Fits,
    /// Its read is the tile's if that has gaps between its atoms, which nobody said.
    Padded,
    /// Something is read elsewhere than the tile has it.
    Differs,
    /// Nothing was said of the tile that this could be held against.
    Unsaid,
}

impl Verdict {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fits => "fits",
            Self::Padded => "padded",
            Self::Differs => "differs",
            Self::Unsaid => "unsaid",
        }
    }
}

/// The four kinds that a page has a colour for; [`verdict_kind`](crate::rules::verdict_kind) finds the one of a verdict and
/// its findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerdictKind {
    /// Nothing is wrong, and nothing that this rests on was taken from the descriptor itself.
    Right,
    /// An error.
    Wrong,
    /// Likely a mistake, or a tile of which more should be said.
    Warning,
    /// Nothing is wrong as far as it was said, which is not all of it.
    Incomplete,
}

impl VerdictKind {
    /// The word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Warning => "warning",
            Self::Incomplete => "incomplete",
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
    /// let said = Said { tile, ..Said::default() };
    /// assert_eq!(Spec::new(&said.with_given(given))?.verdict(), Verdict::Differs);
    /// // Four groups of rows further on, where one belongs.
    /// let padded = Descriptor::new(Arch::Wgmma, 0x4000_0100_0001_0840);
    /// assert_eq!(Spec::new(&said.with_given(padded))?.verdict(), Verdict::Padded);
    /// # Ok::<(), swizzle_core::SpecError>(())
    /// ```
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let said = &self.said().tile;
        if self.given().is_some() && !said.is_placed() {
            Verdict::Unsaid
        } else if Tally::of_read(self, self.place()).wrong > 0 {
            Verdict::Differs
        } else if self.given().is_none() || self.gaps().is_none() {
            Verdict::Fits
        } else if said.has_extents() {
            Verdict::Padded
        } else {
            Verdict::Unsaid
        }
    }

    /// A stride that the tile takes, that nobody said, and that is not the packed one.
    #[must_use]
    pub(crate) fn gaps(&self) -> Option<Stride> {
        let (tile, said, packed) = (self.tile(), &self.said().tile, self.packed());
        let is_gap = |stride: &Stride| {
            let (said, packed) = match stride {
                Stride::Lbo => (said.lbo_bytes, packed.lbo_bytes),
                Stride::Sbo => (said.sbo_bytes, packed.sbo_bytes),
            };
            said.is_none() && tile.stride_bytes(*stride) != packed && self.is_read_by_tile(*stride)
        };
        let is_canonical = tile.row_bytes.is_none();
        [Stride::Sbo, Stride::Lbo]
            .into_iter()
            .find(|stride| is_canonical && is_gap(stride))
    }

    /// Whether the tile's swizzle and its start were taken from the given descriptor, since nobody said them: in these the two
    /// cannot differ.
    #[must_use]
    pub const fn takes_of_given(&self) -> (bool, bool) {
        let (said, is_given) = (&self.said().tile, self.given().is_some());
        (
            is_given && said.swizzle.is_none(),
            is_given && said.start_bytes.is_none(),
        )
    }
}
