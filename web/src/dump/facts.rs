//! Everything that follows from a dump and from what is asked of it, worked out once an edit.

use super::*;
use crate::check::facts::{Facts as TileFacts, is_within};
use swizzle_core::Place;
use swizzle_infer::spec_from_said;

/// A layout that the dump is held against, instead of the one that was found.
pub type Against = (Swizzle, Major);

/// What follows from a dump.
#[derive(Clone, PartialEq)]
pub struct Facts {
    /// What was recognized in it.
    pub recognized: Rc<Recognized>,
    /// Index of the layout that is looked at.
    pub chosen: usize,
    /// The layout that it is held against instead.
    pub against: Option<Against>,
    /// The descriptor that was typed.
    pub typed: Option<Descriptor>,
    /// What that reads by itself.
    pub read: Option<DumpRead>,
    /// The dump beside what is read of it: the whole tile.
    pub picture: Shared<DumpPicture>,
    /// Units of a row of the matrix, and rows.
    pub size: [u32; 2],
    /// The unit of the tile that each unit of memory holds; behind the tile's last, a unit of something else.
    pub holds: Vec<u32>,
    /// The unit that is read for each; [`NONE`] where it is not in the dump.
    pub got: Rc<Vec<u32>>,
    /// For rows from the first on: what the units are XORed with, and what a descriptor expects.
    pub xors: Vec<Option<[u32; 2]>>,
    /// The tile that a descriptor reads, or reads once the writer is fixed, with the typed descriptor.
    pub shown: Option<Shown>,
    /// The same, worked out.
    pub tile: Option<Shared<TileFacts>>,
}

impl PartialEq for TileFacts {
    fn eq(&self, other: &Self) -> bool {
        self.spec == other.spec
    }
}

/// A typed descriptor.
pub fn typed(shown: &DumpShown) -> Option<Descriptor> {
    let raw = raw_from_hex(shown.descriptor.trim()).ok()?;
    Some(Descriptor::guessed(raw))
}

impl Facts {
    /// Works everything out.
    pub fn of(recognized: Rc<Recognized>, asked: &DumpShown, against: Option<Against>) -> Self {
        let chosen = recognized.chosen(asked.layout);
        let Recognized { dumps, asked: known, found, .. } = &*recognized;
        let (one, typed) = (found.get(chosen), typed(asked));
        let read = one.zip(typed).and_then(|(found, typed)| read_of_dump(found, typed));
        let whole = match (one, typed, against) {
            (Some(found), _, Some(form)) => Some(read_of_form(found, form)),
            (Some(found), Some(typed), None) => whole_read_of_dump(found, typed).or_else(|| read.clone()),
            (Some(found), None, None) => Some(read_of_tile(found)),
            (None, Some(typed), _) => read_without_layout(dumps, known, asked.major, typed),
            (None, None, _) => None,
        };
        let picture = DumpPicture::new(dumps, known, one, whole);
        let (columns, rows) = picture.matrix_size();
        let holds = holds(&picture, [columns, rows]);
        let place = |unit: u32| picture.memory_of_matrix(unit % columns, unit / columns);
        let got = |unit: u32| {
            let held = place(unit).and_then(|place| holds.get(place as usize));
            held.copied().unwrap_or(NONE)
        };
        let shown = one.and_then(|found| read_by(found, typed));
        let tile = shown.and_then(|shown| TileFacts::of(&shown).ok());
        Self {
            xors: (0..rows.max(SLOTS)).map(|row| one.and_then(|found| found.xors_of_row(row))).collect(),
            got: Rc::new((0..columns * rows).map(got).collect()),
            size: [columns, rows],
            picture: Shared::new(picture),
            tile: tile.map(Shared::new),
            recognized: recognized.clone(),
            chosen,
            against,
            typed,
            read,
            holds,
            shown,
        }
    }

    /// The layout that is looked at.
    pub fn found(&self) -> Option<&Found> {
        self.recognized.found.get(self.chosen)
    }

    /// The title.
    pub fn verdict(&self) -> VerdictLine<Descriptor> {
        let Recognized { found, asked, .. } = &*self.recognized;
        verdict_of_dump(found, self.chosen, asked, self.typed.zip(self.read.as_ref()))
    }

    /// Whether a descriptor can read it.
    pub fn is_readable(&self) -> bool {
        self.found().is_some_and(|found| found.readable() != Readable::No)
    }

    /// Whether something is read in place of something else.
    pub fn has_wrong(&self) -> bool {
        let [columns, rows] = self.size;
        (0..columns * rows).any(|unit| self.is_wrong(unit))
    }

    /// Whether a unit of the matrix is read from elsewhere, or is not what is expected there.
    pub fn is_wrong(&self, unit: u32) -> bool {
        let [columns, _] = self.size;
        let of = self.picture.matrix_unit(unit % columns, unit / columns);
        of.is_some_and(|of| of.holds == UnitHolds::Wrong)
    }

    /// The unit of memory that a unit of the matrix is read from; of one that is none of the matrix, its own.
    pub fn read_at(&self, unit: u32) -> Option<u32> {
        let [columns, rows] = self.size;
        match unit.checked_sub(columns * rows) {
            Some(place) => Some(place),
            None => self.picture.memory_of_matrix(unit % columns, unit / columns),
        }
    }

    /// The unit of memory that holds a unit.
    pub fn held_at(&self, unit: u32) -> Option<u32> {
        let at = self.holds.iter().position(|held| *held == unit)?;
        Some(at as u32)
    }

    /// Whether the typed descriptor reads a unit by itself.
    pub fn is_in_read(&self, unit: u32) -> bool {
        let [columns, _] = self.size;
        let Some(read) = &self.read else { return false };
        let per_unit = self.picture.per_unit();
        let at = Coord::at(self.picture.major(), unit % columns * per_unit, unit / columns);
        is_within(at, read.first, read.extent)
    }

    /// The bits of the row that the writer leaves out of its XOR.
    pub fn missing(&self) -> u32 {
        let all = self.xors.iter().flatten();
        let (written, expected) =
            all.fold((0, 0), |(written, expected), [actual, wanted]| (written | actual, expected | wanted));
        expected & !written
    }

    /// Values that the XOR of a row may have, by all layouts that fit as well.
    pub fn possible_xors(&self, row: u32) -> Vec<u32> {
        let Recognized { found, .. } = &*self.recognized;
        let of_chosen = self.found().map(|one| (one.right, one.of));
        let rivals = found.iter().filter(|one| Some((one.right, one.of)) == of_chosen);
        let mut all: Vec<u32> = rivals.filter_map(|one| Some(one.xors_of_row(row)?[0])).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The one bit of the row that the XOR of a writer lacks.
    pub fn bit_left_out(&self) -> Option<&'static str> {
        match self.missing() {
            1 => Some("first"),
            2 => Some("second"),
            4 => Some("third"),
            _ => None,
        }
    }

    /// Which rows are written wrongly, and how many elements that are; what mends it, where rows don't say it.
    pub fn told(&self) -> Option<String> {
        let mend = self.found()?.mend()?;
        let Some(needed) = self.bit_left_out() else {
            return Some(mend);
        };
        let is_wrong = |row: &usize| matches!(self.xors.get(*row), Some(Some([is, wanted])) if is != wanted);
        let rows: Vec<usize> = (0..SLOTS as usize).filter(is_wrong).collect();
        let rows = match rows[..] {
            [] => return Some(mend),
            [row] => format!("Row {row} of every 8 needs"),
            [first, .., last] if last - first + 1 == rows.len() => {
                format!("Rows {first}–{last} of every 8 need")
            }
            _ => format!("Rows {} of every 8 need", listed(rows)),
        };
        let picture = &self.picture;
        let wrong = picture.coords().filter(|cell| picture.is_wrong(*cell));
        let [wrong, all] = [wrong.count(), picture.coords().count()].map(|one| grouped(one as u32));
        Some(format!(
            "{rows} the {needed} bit of the row. {wrong} of {all} elements are in the wrong slot of their line."
        ))
    }

    /// The layout as a tile that Check shows as it is.
    pub fn as_tile(&self) -> Option<Shown> {
        let tile = self.found()?.said()?;
        Some(shown_of(tile, None))
    }

    /// The descriptor that reads the tile, or reads it once its writer is fixed.
    pub fn descriptor(&self) -> Option<Descriptor> {
        let tile = self.found()?.readable_tile()?;
        let spec = shown_of(tile, None).spec().ok()?;
        spec.descriptor(Place::default()).ok()
    }
}

fn shown_of(tile: SaidTile, given: Option<Descriptor>) -> Shown {
    let said = Said { tile, ..Said::default() };
    Shown::from(given.map_or(said, |given| said.with_given(given)))
}

/// The tile that a descriptor reads; with the typed one, where that can be of it.
fn read_by(found: &Found, typed: Option<Descriptor>) -> Option<Shown> {
    let tile = found.readable_tile()?;
    let shown = shown_of(tile, typed.filter(|_| found.readable() != Readable::No));
    spec_from_said(&shown.said).ok().map(|_| shown)
}

/// The unit of the tile in each unit of memory, each at one place; what else is there counts on behind the tile's last.
fn holds(picture: &DumpPicture, [columns, rows]: [u32; 2]) -> Vec<u32> {
    let mut is_taken = vec![false; (columns * rows) as usize];
    let mut held = |place: u32| {
        let (column, row) = picture.source(place)?;
        let unit = row * columns + column;
        let taken = is_taken.get_mut(unit as usize).filter(|_| column < columns)?;
        (!std::mem::replace(taken, true)).then_some(unit)
    };
    let places = 0..picture.lines() * SLOTS;
    places.map(|place| held(place).unwrap_or(columns * rows + place)).collect()
}
