//! Everything that follows from the values in view, worked out once an edit. The only place that asks the project's crates
//! about tile, read and findings.

use super::*;
use swizzle_draw::Cells;
use swizzle_draw::scene::{matrix_scene, matrix_size};

/// The most units that are drawn; a tile with more, which no shared memory holds, is drawn as far as these reach.
const UNITS_MAX: u32 = 1 << 16;

/// What follows from the values in view.
#[derive(Debug, Clone)]
pub struct Facts {
    /// Tile, reader and descriptor, with every value known.
    pub spec: Spec,
    /// The same at the place in view.
    pub looked_at: Spec,
    /// The view that was asked for.
    pub view: View,
    /// The descriptor at that place.
    pub descriptor: Option<Descriptor>,
    /// The title.
    pub verdict: VerdictLine,
    /// Faults, causes and repairs.
    pub findings: Vec<Finding>,
    /// All reads of the tile; `None` for a tile that no shared memory holds.
    pub whole: Option<WholeRead>,
    /// Units of a row of the tile, and its rows, along and across its contiguous dimension, as far as they are drawn.
    pub units: [u32; 2],
    /// Byte of each unit in memory. Units are counted along the contiguous dimension first.
    pub bytes: Vec<u32>,
    /// Byte that is read for each unit.
    pub read: Vec<u32>,
    /// Unit that arrives in place of each; [`NONE`] for memory outside of the tile.
    pub got: Rc<Vec<u32>>,
}

impl Facts {
    /// Works everything out.
    ///
    /// # Errors
    /// [`SpecError`] for values without a picture.
    pub fn of(shown: &Shown) -> Result<Self, SpecError> {
        let spec = shown.spec()?;
        let looked_at = shown.looked_at(&spec);
        let findings = findings_from_spec(&spec);
        let whole = WholeRead::of(&spec);
        let (along, across) = spec.extent().along_and_across(spec.tile().major);
        let along = along.div_ceil(spec.layout().per_unit()).min(UNITS_MAX);
        let units = [along, across.min(UNITS_MAX / along.max(1)).max(1)];
        let mut facts = Self {
            descriptor: looked_at.descriptor(looked_at.place()).ok(),
            looked_at,
            view: shown.view,
            verdict: verdict_of_spec(&spec, &findings),
            bytes: spec.layout().unit_table(units[0], units[1]),
            read: Vec::new(),
            got: Rc::default(),
            whole,
            units,
            spec,
            findings,
        };
        (facts.read, facts.got) = facts.reads();
        Ok(facts)
    }

    /// The first element of a unit.
    pub fn element(&self, unit: u32) -> Coord {
        let [along, _] = self.units;
        let first = unit % along * self.spec.layout().per_unit();
        Coord::at(self.spec.tile().major, first, unit / along)
    }

    /// The unit of an element.
    pub fn unit(&self, coord: Coord) -> u32 {
        let (along, across) = coord.along_and_across(self.spec.tile().major);
        across * self.units[0] + along / self.spec.layout().per_unit()
    }

    /// Whether the tile has a unit of this number.
    pub fn has(&self, unit: u32) -> bool {
        (unit as usize) < self.bytes.len()
    }

    /// The unit that the reads get for a unit; none where that is outside of the tile.
    pub fn source(&self, unit: u32) -> Option<u32> {
        self.got.get(unit as usize).copied().filter(|got| *got != NONE)
    }

    /// Whether a unit is read from another byte than its own.
    pub fn is_wrong(&self, unit: u32) -> bool {
        self.got.get(unit as usize).is_some_and(|got| *got != unit)
    }

    /// Whether anything is read from another byte than its own.
    pub fn has_wrong(&self) -> bool {
        (0..).zip(&*self.got).any(|(unit, got)| unit != *got)
    }

    /// Units of a line of memory: eight, or more where units are smaller.
    pub const fn slots(&self) -> u32 {
        self.spec.layout().line_units()
    }

    /// Rows of the tile that are not drawn.
    pub fn rows_left(&self) -> u32 {
        let (_, across) = self.spec.extent().along_and_across(self.spec.tile().major);
        across - self.units[1]
    }

    /// The first and the last of the units' bytes.
    pub fn span(&self) -> (u32, u32) {
        let all = self.bytes.iter().copied();
        (all.clone().min().unwrap_or(0), all.max().unwrap_or(0))
    }

    /// The place in view.
    pub fn place(&self) -> Place {
        self.looked_at.place()
    }

    /// Whether a unit belongs to the read in view.
    pub fn is_in_step(&self, unit: u32) -> bool {
        let (at, first) = (self.element(unit), self.spec.first_element(self.place()));
        is_within(at, first, self.spec.read_extent())
    }

    /// The findings that follow from no other: errors and warnings first.
    pub fn causes(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| finding.consequence_of.is_none())
    }

    /// How severe a finding is: whatever was assumed, one of cells that are read wrongly is an error.
    pub fn severity(&self, finding: &Finding) -> Severity {
        match finding.severity {
            Severity::Warning if self.has_wrong() && !finding.cells.is_empty() => Severity::Error,
            severity => severity,
        }
    }

    /// Errors and warnings among them.
    pub fn faults(&self) -> usize {
        self.causes().filter(|finding| finding.severity != Severity::Note).count()
    }

    /// Colour class and label of each unit as a view has them, such as the ISA's own.
    pub fn as_drawn(&self) -> Vec<(u8, Label)> {
        let view = View { cells: Cells::Units, ..self.view };
        let scene = matrix_scene(&self.spec, &view, &Window::all(matrix_size(&self.spec, &view)));
        scene.cells.iter().map(|cell| (cell.colour, cell.label)).collect()
    }

    /// The law by which a unit is read, and its place in that read.
    pub fn law(&self, unit: u32) -> (Layout, Coord) {
        let coord = self.element(unit);
        let read = self.whole.as_ref().filter(|_| self.has_wrong());
        match read.and_then(|whole| whole.read_of(coord)) {
            Some((_, layout, at)) => (*layout, at),
            None => (*self.spec.layout(), coord),
        }
    }

    /// Letters of rows and units, as the tile's major-ness names them.
    pub fn along_name(&self) -> &'static str {
        match self.spec.tile().major {
            Major::K => "K",
            Major::Mn => self.spec.reader().operand.mn_letter(),
        }
    }

    /// The bytes that are read, and whose they are.
    fn reads(&self) -> (Vec<u32>, Rc<Vec<u32>>) {
        let mut read = self.bytes.clone();
        let mut got: Vec<u32> = (0..read.len() as u32).collect();
        let Some(whole) = self.whole.as_ref().filter(|whole| whole.wrong() > 0) else {
            return (read, Rc::new(got));
        };
        for unit in 0..self.bytes.len() as u32 {
            let coord = self.element(unit);
            let Some((_, layout, at)) = whole.read_of(coord) else {
                continue;
            };
            let source = whole.element_for(coord).map(|source| self.unit(source));
            let is_drawn = |unit: &u32| (*unit as usize) < self.bytes.len();
            read[unit as usize] = layout.byte_from_element(at).byte;
            got[unit as usize] = source.filter(is_drawn).unwrap_or(NONE);
        }
        (read, Rc::new(got))
    }
}

/// Whether an element is in a part of the matrix: from its first element, of its extent.
pub fn is_within(at: Coord, first: Coord, extent: Extent) -> bool {
    let by = at.mn.checked_sub(first.mn).zip(at.k.checked_sub(first.k));
    by.is_some_and(|(mn, k)| extent.contains(Coord { mn, k }))
}

/// What follows from what is shown, worked out once; none where it has no picture.
#[hook]
pub fn use_facts(shown: Option<Shown>) -> Option<Shared<Facts>> {
    use_derived(shown, |shown| Facts::of(shown.as_ref()?).ok().map(Shared::new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use swizzle_view::shown_from_link;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    fn facts(link: &str) -> Facts {
        Facts::of(&shown_from_link(link).shown).expect("a tile")
    }

    #[test]
    fn a_right_read_gets_each_unit_from_its_own_byte() {
        let facts = facts("");
        assert_eq!((facts.units, facts.bytes[3 * 8 + 5]), ([8, 64], 0x5e0));
        assert!(!facts.has_wrong() && facts.read == facts.bytes);
        assert!(facts.is_in_step(1) && !facts.is_in_step(2));
    }

    #[test]
    fn a_wrong_stride_gets_the_first_rows_again() {
        let facts = facts("#/wgmma/4000000800010040");
        let wrong = (0..512).filter(|unit| facts.is_wrong(*unit)).count();
        assert_eq!((wrong, facts.got[8 * 8], facts.read[8 * 8]), (448, 8, 0x490));
        assert_eq!(facts.verdict.headline, "SBO is too small: 112 of 128 units are wrong");
        // Counted as they are listed: what is assumed leaves a wrong read an error.
        let shown: Vec<_> = facts.causes().map(|one| facts.severity(one)).collect();
        assert_eq!(shown, [Severity::Error, Severity::Note]);
        assert_eq!(facts.causes().map(|one| one.severity).next(), Some(Severity::Warning));
    }
}
