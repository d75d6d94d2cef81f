//! The unit at each address: the inverse of the map for a whole tile, by unit.

use swizzle_core::law::Size;
use swizzle_core::reader::{ReadAgainstTile, Spec};

/// The maximum number of units to enter, as a multiple of what the address space holds.
const LIMIT: u64 = 16;

/// The units of a tile by their address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occupancy {
    /// For each memory unit: one more than the logical unit that was entered first, 0 for none.
    owners: Vec<u32>,
    /// For each memory unit: the number of logical units there.
    counts: Vec<u8>,
    /// Whether some of the tile was not entered.
    is_cut: bool,
    line_units: u32,
    first_line: u32,
    last_line: u32,
}

impl Occupancy {
    /// Enters every unit of a tile.
    ///
    /// ```
    /// use swizzle_core::{Said, SaidTile};
    /// use swizzle_draw::scene::Occupancy;
    /// use swizzle_infer::spec_from_said;
    /// let spec = spec_from_said(&Said { tile: SaidTile { start_bytes: Some(0), ..SaidTile::default() }, ..Said::default() })?;
    /// let occupancy = Occupancy::of_tile(&spec);
    /// assert_eq!(occupancy.owner(9), Some(8)); // row 1, unit column 0 lies in memory unit 9
    /// assert_eq!(occupancy.lines(), 0..64);
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    pub fn of_tile(spec: &Spec) -> Self {
        let grid = spec.layout().unit_grid(spec.extent());
        let most = LIMIT * u64::from(spec.space().bytes() / spec.layout().unit_bytes());
        let rows = (most / u64::from(grid.columns)).clamp(1, u64::from(grid.rows)) as u32;
        let mut entered = Self::empty(spec);
        entered.is_cut = rows < grid.rows;
        spec.layout().each_unit(Size { rows, ..grid }, |unit, memory| entered.enter(unit, memory));
        entered
    }

    /// Enters every unit of a read where it is expected.
    ///
    /// ```
    /// use swizzle_core::{Arch, Descriptor, ReadAgainstTile, Said};
    /// use swizzle_draw::scene::Occupancy;
    /// use swizzle_infer::spec_from_said;
    /// let given = Descriptor::new(Arch::Wgmma, 0x4000_0008_0001_0040); // SBO of no swizzle
    /// let spec = spec_from_said(&Said::default().with_given(given))?;
    /// let found = ReadAgainstTile::of(&spec, spec.place());
    /// assert_eq!(found.expected_units()[16], 0x800 / 16); // row 8, unit 0
    /// assert_eq!(Occupancy::of_expected(&spec, &found).owner(0x800 / 16), Some(16));
    /// # Ok::<(), swizzle_params::SpecError>(())
    /// ```
    pub fn of_expected(spec: &Spec, found: &ReadAgainstTile) -> Self {
        let mut entered = Self::empty(spec);
        let units = (0..).zip(found.expected_units());
        units.for_each(|(unit, memory)| entered.enter(unit, *memory));
        entered
    }

    fn empty(spec: &Spec) -> Self {
        let units = (spec.space().bytes() / spec.layout().unit_bytes()) as usize;
        let (owners, counts) = (vec![0; units], vec![0; units]);
        let line_units = spec.layout().line_units();
        Self { owners, counts, is_cut: false, line_units, first_line: u32::MAX, last_line: 0 }
    }

    fn enter(&mut self, unit: u32, memory: u32) {
        let at = memory as usize;
        if self.owners[at] == 0 {
            self.owners[at] = unit + 1;
        }
        self.counts[at] = self.counts[at].saturating_add(1);
        let line = memory / self.line_units;
        self.first_line = self.first_line.min(line);
        self.last_line = self.last_line.max(line);
    }

    /// The logical unit in a memory unit, counted from address 0; the first if there are several.
    pub fn owner(&self, memory_unit: u32) -> Option<u32> {
        self.owners.get(memory_unit as usize).and_then(|owner| owner.checked_sub(1))
    }

    /// A lower bound of the number of logical units in a memory unit.
    pub fn count(&self, memory_unit: u32) -> u32 {
        self.counts.get(memory_unit as usize).map_or(0, |count| u32::from(*count))
    }

    /// Whether there may be more than [`Self::count`] says.
    pub(super) fn may_be_more(&self, memory_unit: u32) -> bool {
        self.is_cut || self.count(memory_unit) == u32::from(u8::MAX)
    }

    /// With lines above and below that hold nothing of the tile.
    pub(super) fn with_lines(mut self, lines: std::ops::Range<u32>) -> Self {
        self.first_line = self.first_line.min(lines.start);
        self.last_line = self.last_line.max(lines.end.max(1) - 1);
        self
    }

    /// The 128-byte lines from the first to the last that holds something.
    pub const fn lines(&self) -> std::ops::Range<u32> {
        self.first_line..self.last_line + 1
    }
}
