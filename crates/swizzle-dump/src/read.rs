//! The read of a dump: the matrix that the tensor core would see.

use super::*;
use swizzle_core::tile::Tile;

/// A read of a dump.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DumpRead {
    /// The expected first cell of the matrix.
    pub first: Coord,
    /// Rows and K of the read.
    pub extent: Extent,
    /// The swizzle that it reads with.
    pub swizzle: Swizzle,
    /// The contiguous side of the matrix.
    pub major: Major,
    /// Address of each value, as [`Cells`] counts it, MN outer.
    pub(super) places: Vec<i64>,
    /// The raw values, MN outer; `None` where they are not in the dump.
    pub values: Vec<Option<u32>>,
    /// Whether each value is the expected one; without a layout, whether it is in the dump.
    pub is_right: Vec<bool>,
    /// The cells that each read covers, in turn: its first cell and its size.
    pub areas: Vec<(Coord, Extent)>,
}

impl DumpRead {
    /// The values of a block of cells at the addresses from `place`, of which -1 is before all.
    pub(super) fn new(
        cells: &Cells,
        (swizzle, major): (Swizzle, Major),
        (first, extent): (Coord, Extent),
        place: impl Fn(Coord) -> i64,
        is_right: impl Fn(u32, Coord) -> bool,
    ) -> Self {
        let places: Vec<i64> = coords(extent).map(place).collect();
        let values: Vec<Option<u32>> = places.iter().map(|place| cells.at(*place)).collect();
        let both = values.iter().zip(coords(extent));
        let is_right = |(value, cell): (&Option<u32>, _)| {
            value.is_some_and(|value| is_right(value, behind(first, cell)))
        };
        let (is_right, areas) = (both.map(is_right).collect(), [(FIRST, extent)].into());
        Self { first, extent, swizzle, major, places, values, is_right, areas }
    }

    /// With reads of a size that begin at these cells.
    pub(super) fn in_parts(self, firsts: impl IntoIterator<Item = Coord>, read: Extent) -> Self {
        let Extent { mn, k } = self.extent;
        let rest = |at: Coord| Extent { mn: read.mn.min(mn - at.mn), k: read.k.min(k - at.k) };
        Self { areas: firsts.into_iter().map(|first| (first, rest(first))).collect(), ..self }
    }

    /// Correct cells, and all cells.
    pub fn right_of(&self) -> (u32, u32) {
        let right = self.is_right.iter().filter(|is_right| **is_right).count();
        (right as u32, self.is_right.len() as u32)
    }
}

/// The whole tile of a dump, read as it was found; of rows that no descriptor reads, as their writer is expected to write them.
pub fn read_of_tile(found: &Found) -> DumpRead {
    read_of_form(found, (found.swizzle(), found.major))
}

/// A packed tile of another mode or major-ness in the same place, and how many cells match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternative {
    /// Its mode.
    pub swizzle: Swizzle,
    /// Its contiguous side.
    pub major: Major,
    /// Cells that match.
    pub right: u32,
    /// All cells.
    pub of: u32,
}

/// Alternatives that are listed.
const LISTED: usize = 8;

/// The layout that was found among the packed ones of each mode, the one with most matches first.
pub fn alternatives(found: &Found) -> Vec<Alternative> {
    let alternative = |swizzle: Swizzle, major: Major| {
        let form = (swizzle, major);
        let of_read = || read_of_form(found, form).right_of();
        let (right, of) = if found.is_of(form) { (found.right, found.of) } else { of_read() };
        Alternative { swizzle, major, right, of }
    };
    let of_major = |major| Swizzle::ALL.iter().map(move |swizzle| alternative(*swizzle, major));
    let mut all: Vec<Alternative> = Major::ALL.iter().copied().flat_map(of_major).collect();
    all.sort_by_key(|one| Reverse(one.right));
    all.truncate(LISTED);
    all
}

/// The whole tile, read as a packed tile of a mode and a major-ness: in the better of both orders of atoms.
pub fn read_of_form(found: &Found, form: (Swizzle, Major)) -> DumpRead {
    let whole = (FIRST, found.shape);
    if found.is_of(form) {
        return found.held(form.0, whole, |cell| found.fit.address(cell));
    }
    let reads = Order::ALL.iter().map(|order| {
        let layout = found.packed(form, *order).layout();
        let place = |cell| found.cells.origin() + i64::from(layout.byte_from_element(cell).byte);
        found.held(form.0, whole, place)
    });
    let best = reads.max_by_key(|read| read.right_of().0);
    best.expect("there are orders")
}

impl Found {
    /// Whether it was found in a mode and a major-ness.
    fn is_of(&self, (swizzle, major): (Swizzle, Major)) -> bool {
        (self.form, self.major) == (Form::Canonical(swizzle), major)
    }

    /// A packed tile of a mode and a major-ness in its place.
    pub(super) fn packed(&self, (swizzle, major): (Swizzle, Major), order: Order) -> Tile {
        Tile::packed(Tile {
            element: self.element(),
            major,
            swizzle,
            mn: self.shape.mn,
            k: self.shape.k,
            buffer: self.shape,
            order,
            start_bytes: self.cells.counted(self.fit.start).max(0) as u32,
            pattern_bytes: 0,
            ..Tile::default()
        })
    }

    /// The values at the addresses from `place`, compared with a block of the tile.
    pub(super) fn held(
        &self,
        swizzle: Swizzle,
        block: (Coord, Extent),
        place: impl Fn(Coord) -> i64,
    ) -> DumpRead {
        DumpRead::new(&self.cells, (swizzle, self.major), block, place, |value, cell| self.is(value, cell))
    }
}
