//! The verdict on whether an explicit descriptor reads the tile.

use crate::reader::read_against_tile::Tally;
use crate::reader::spec::Spec;

/// The verdict on a descriptor.
///
/// It is based on the specified values. Values that were not specified are inferred:
///
/// - element, major-ness and operand are the usual ones, independent of the descriptor;
/// - strides are the packed ones, in the atom order that fits. They are never the descriptor's own: larger ones without
///   collisions are [`Padded`](Self::Padded), and if a packed stride follows from an extent that was not specified, the
///   verdict is [`Unsaid`](Self::Unsaid);
/// - the swizzle pattern starts on its boundary, or with the tile. If the base offset says that it starts elsewhere, the
///   pattern start is the descriptor's own, and the verdict is [`Unsaid`](Self::Unsaid);
/// - swizzle and start are the descriptor's own. It fits nevertheless, since a buffer may start anywhere and the code is how
///   a mode is specified; but it is not checked against these two, and [`VerdictKind`] does not call it right.
///
/// A tile in which two elements share a byte is never read correctly, however it was specified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The read matches the tile at its place.
    Fits,
    /// The read matches the tile if the tile has gaps between its atoms, which were not specified.
    Padded,
    /// Some actual address differs from the expected one, or elements of the tile share a byte.
    Differs,
    /// The values of the tile that decide the verdict were not specified.
    Unsaid,
}

/// The part of the input that was not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unread {
    /// Nothing: all of it was read.
    Nothing,
    /// A part; the rest is shown.
    Part,
    /// Everything that describes a layout: the same is shown as for an empty link.
    All,
}

impl Verdict {
    /// Its name.
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

/// The four kinds of verdict, each with its colour on a page; `verdict_kind` of swizzle-lints returns the kind of a
/// verdict and its findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerdictKind {
    /// Nothing is wrong, and no value behind the verdict was taken from the descriptor itself.
    Right,
    /// An error.
    Wrong,
    /// Likely a mistake, or a tile of which more should be specified.
    Warning,
    /// Nothing is wrong as far as the tile was specified, which is not completely.
    Incomplete,
}

impl VerdictKind {
    /// Rank by urgency: the lower of two calls for attention first.
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

    /// Its name.
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
    /// use swizzle_core::{Arch, Descriptor, Element, Said, SaidTile, Spec, Swizzle, Tile};
    /// let tile = Tile::k_major(Element::Bf16, 128, 64).swizzle(Swizzle::B128).at_byte(0x8400);
    /// let read = tile.read_by(Arch::Wgmma)?;
    /// let verdict = |said: Said, raw| {
    ///     let said = said.with_given(Descriptor::new(Arch::Wgmma, raw));
    ///     Spec::assembled(&said, tile, *read.reader(), read.place()).verdict()
    /// };
    /// assert_eq!(verdict(Said::default(), 0x4000_0040_0001_0640), Verdict::Unsaid); // no tile was specified
    /// let tile = SaidTile { start_bytes: Some(0x8400), mn: Some(128), k: Some(64), ..SaidTile::default() };
    /// let said = Said { tile, ..Said::default() };
    /// assert_eq!(verdict(said, 0x4000_0040_0001_0640), Verdict::Differs);
    /// # Ok::<(), swizzle_core::NoSwizzleCode>(())
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
            && (self.gap().is_some() || self.rests_on_an_unsaid_extent() || self.rests_on_an_unsaid_pattern())
        {
            Verdict::Unsaid
        } else {
            Verdict::Fits
        }
    }

    /// Whether the tile's swizzle and its start were taken from the explicit descriptor because they were not specified: in
    /// these, tile and descriptor cannot differ.
    #[must_use]
    pub const fn takes_of_given(&self) -> (bool, bool) {
        let (said, is_given) = (&self.said().tile, self.given().is_some());
        (is_given && said.swizzle.is_none(), is_given && said.start_bytes.is_none())
    }
}
