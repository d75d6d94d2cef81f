//! Whether a given descriptor reads the tile.

use crate::reader::read_against_tile::Tally;
use crate::reader::spec::Spec;

/// What can be said of a descriptor.
///
/// It rests on what was said. Of what was not said,
///
/// - element, major and operand are the usual ones, whatever the descriptor is;
/// - strides are the packed ones, in the order of atoms that fits. They are never the descriptor's own: larger ones that
///   collide with nothing are [`Padded`](Self::Padded), and where a packed stride follows from an extent that nobody said,
///   all is [`Unsaid`](Self::Unsaid);
/// - the pattern of the swizzle starts on its boundary, or with the tile. Where the base offset says that it starts elsewhere,
///   it is the descriptor's own, and all is unsaid;
/// - swizzle and start are the descriptor's. It fits even so, since a buffer may start anywhere and the code is how a mode is
///   told; but it is not held against these, and [`VerdictKind`] does not call it right.
///
/// A tile of which two elements share a byte is never read right, however it was said.
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

/// How much of what was given was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unread {
    /// Nothing: all of it was.
    Nothing,
    /// A part; the rest is shown.
    Part,
    /// All that says a layout: what is shown is what an empty link shows.
    All,
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

/// The four kinds that a page has a colour for; `verdict_kind` of swizzle-lints finds the one of a verdict and
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
    /// Which of two calls for attention first: the lower.
    ///
    /// ```
    /// use swizzle_core::reader::VerdictKind;
    /// assert!(VerdictKind::Wrong.rank() < VerdictKind::Incomplete.rank());
    /// ```
    #[must_use]
    pub const fn rank(self) -> u8 {
        match self {
            Self::Wrong => 0,
            Self::Warning => 1,
            Self::Incomplete => 2,
            Self::Right => 3,
        }
    }

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
    /// use swizzle_core::{Arch, Descriptor, Said, SaidTile};
    /// use swizzle_infer::spec_from_said;
    /// let given = Descriptor::new(Arch::Wgmma, 0x4000_0040_0001_0640);
    /// assert_eq!(spec_from_said(&Said::default().with_given(given))?.verdict(), Verdict::Unsaid);
    /// let tile = SaidTile { start_bytes: Some(0x8400), mn: Some(128), k: Some(64), ..SaidTile::default() };
    /// let said = Said { tile, ..Said::default() };
    /// assert_eq!(spec_from_said(&said.with_given(given))?.verdict(), Verdict::Differs);
    /// // Four groups of rows further on, where one belongs.
    /// let padded = Descriptor::new(Arch::Wgmma, 0x4000_0100_0001_0840);
    /// assert_eq!(spec_from_said(&said.with_given(padded))?.verdict(), Verdict::Padded);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        let said = &self.said().tile;
        let is_given = self.given().is_some();
        if is_given && !said.is_placed() {
            Verdict::Unsaid
        } else if Tally::of_read(self, self.place()).wrong > 0
            || self.shared_byte().is_some()
            || self.stages_overlap()
        {
            Verdict::Differs
        } else if is_given && self.gap().is_some() && said.has_extents() {
            Verdict::Padded
        } else if is_given
            && (self.gap().is_some()
                || self.rests_on_an_unsaid_extent()
                || self.rests_on_an_unsaid_pattern())
        {
            Verdict::Unsaid
        } else {
            Verdict::Fits
        }
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
