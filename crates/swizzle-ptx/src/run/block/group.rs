//! Products of a warpgroup: each warp reads 16 rows of A, and all of B, from registers or by descriptors from shared memory.

use std::collections::BTreeSet;

use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::{Arch, Element, Major};
use swizzle_core::law::Coord;
use swizzle_warp::mma::Operand;

use super::super::CELLS_MAX;
use super::super::memory::{Race, UNIT};
use super::super::step::{Group, element_bytes};
use super::moves::{Made, loads_of};
use super::*;

/// Warps of a group.
const WARPS: u32 = 4;

/// What a descriptor is to read: elements of one type and major, which are cells of a fragment, from a row on.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Tile {
    element: Element,
    major: Major,
    side: Operand,
    fragment: Fragment,
    first: u32,
}

/// What a descriptor has read: the bytes of all products and warps that read by it are the same until they are written anew.
pub(super) struct Read {
    /// The address of each cell, and the units around them.
    addresses: Box<[u32]>,
    units: Rc<[u32]>,
    /// The cells, and how many writes there were before.
    cells: Rc<[Value]>,
    writes: u32,
    /// Who was noted last to have read them, in order, and how many writes there were before.
    noted: Option<(When, u32)>,
}

impl Tile {
    fn addresses(&self, raw: u64) -> Box<[u32]> {
        let layout = Descriptor::new(Arch::Wgmma, raw).layout(self.element, self.major);
        let Fragment { rows, columns, .. } = self.fragment;
        let bytes = element_bytes(self.element).unwrap_or(UNIT);
        // Nothing moves inside of a unit: its first element tells where the others are.
        let is_along_row = (self.side == Operand::A) == (self.major == Major::K);
        let (lines, length) = if is_along_row { (rows, columns) } else { (columns, rows) };
        let mut addresses = vec![0; (rows * columns) as usize];
        for (line, at) in (0..lines).flat_map(|line| (0..length).map(move |at| (line, at))) {
            let (row, column) = if is_along_row { (line, at) } else { (at, line) };
            let cell = |back: u32| {
                let step = if is_along_row { back } else { back * columns };
                (row * columns + column - step) as usize
            };
            let inside = at % (UNIT / bytes);
            addresses[cell(0)] = match inside {
                0 => {
                    let coord = match self.side {
                        Operand::A => Coord { mn: self.first + row, k: column },
                        _ => Coord { mn: column, k: row },
                    };
                    layout.byte_from_element(coord).byte
                }
                _ => addresses[cell(inside)] + inside * bytes,
            };
        }
        addresses.into()
    }
}

impl<'a> Block<'_, '_, 'a> {
    pub(super) fn multiply_group(&mut self, warp: &mut Warp, step: &Step<'a>, at: u32, group: &Group) {
        let form = &group.form;
        let results = form.fragment(Operand::D).registers() as usize;
        let (of_a, behind) = (results, results + group.a_registers.unwrap_or(1) as usize);
        let c = match self.adds(warp, step, at, behind + 1) {
            true => self.held(warp, step, 0, form.fragment(Operand::D)),
            false => vec![Value::of(0); (form.shape[0] * form.shape[1]) as usize],
        };
        let a = match group.a_registers {
            Some(_) => self.held(warp, step, of_a, form.fragment(Operand::A)).into(),
            None => self.read_by(warp, step, at, (of_a, group), Operand::A),
        };
        let b = self.read_by(warp, step, at, (behind, group), Operand::B);
        if self.run.products.len() * (a.len() + b.len() + c.len()) > CELLS_MAX {
            self.left = 0;
            return;
        }
        let loads = [loads_of(warp, step, of_a..behind), Vec::new()];
        self.multiplied(warp, step, at, form, Made { cells: [a, b], c, loads });
    }

    /// Whether a product is added to what was there.
    fn adds(&mut self, warp: &Warp, step: &Step<'a>, at: u32, input: usize) -> bool {
        let scale = step.inputs.get(input).map(|input| self.input(warp, *input, 0));
        let is_known = scale.and_then(Value::as_number);
        if is_known.is_none() {
            self.leave(at, Left::Product("whether it adds to what was there".into()));
        }
        is_known != Some(0)
    }

    /// The elements that a descriptor reads: of A the warp's rows, of B by K, then by column.
    fn read_by(
        &mut self,
        warp: &mut Warp,
        step: &Step<'a>,
        at: u32,
        (input, group): (usize, &Group),
        side: Operand,
    ) -> Rc<[Value]> {
        let fragment = group.form.fragment(side);
        let raw = step.inputs.get(input).and_then(|input| self.input(warp, *input, 0).as_number());
        let (element, major) = group.of[usize::from(side == Operand::B)];
        let (Some(raw), Some(bytes)) = (raw, element_bytes(element)) else {
            self.leave(at, Left::Product("a descriptor that is not known".into()));
            return vec![UNWRITTEN; (fragment.rows * fragment.columns) as usize].into();
        };
        let first = if side == Operand::A { warp.number % WARPS * fragment.rows } else { 0 };
        let tile = Tile { element, major, side, fragment, first };
        let read = self.tiles.entry((raw, tile)).or_insert_with(|| {
            let addresses = tile.addresses(raw);
            let units: BTreeSet<u32> = addresses.iter().map(|from| from / UNIT * UNIT).collect();
            // No write is before the first: its cells are read now.
            Read { addresses, units: units.into_iter().collect(), cells: Rc::new([]), writes: 0, noted: None }
        });
        let (memory, sources) = (&self.memory, &mut self.run.sources);
        if read.cells.is_empty() || !memory.is_as_after(read.writes, &read.units) {
            let cell = |from: &u32| {
                let Some(of) = memory.shared.get(*from as usize..(from + bytes) as usize) else {
                    return UNWRITTEN;
                };
                let whole = sources.value(of);
                let origin = sources.origin(whole);
                Value { number: origin.number.wrapping_mul(8), ..origin }
            };
            (read.cells, read.writes) = (read.addresses.iter().map(cell).collect(), memory.writes);
        }
        let (units, cells, now) = (Rc::clone(&read.units), Rc::clone(&read.cells), warp.when(0));
        if read.noted.is_none_or(|(when, writes)| when != now || !self.memory.is_as_after(writes, &units)) {
            let races = self.note_reads(warp, at, &units, |race| race);
            if let Some(read) = self.tiles.get_mut(&(raw, tile)) {
                read.noted = (!races).then_some((now, self.memory.writes));
            }
        }
        warp.reading.push((warp.read_groups, now, self.memory.writes, units));
        cells
    }

    /// Notes that units are read, and tells whether that may be too early.
    fn note_reads(&mut self, warp: &Warp, at: u32, units: &[u32], race_of: fn(Race) -> Race) -> bool {
        let mut has_races = false;
        for unit in units {
            if self.is_allowed(warp, at, 0, (*unit).into(), UNIT) {
                let race = self.memory.note_read(warp.when(0), *unit, UNIT);
                has_races |= race.is_some();
                self.note(at, race.map(race_of));
            }
        }
        has_races
    }

    /// Ends the groups of products of which no more than so many may be left: until now they have read their operands.
    pub(super) fn wait_reads(&mut self, warp: &mut Warp, at: u32, pending: u32) {
        let (done, now) = (warp.read_groups.saturating_sub(pending), warp.when(0));
        let (read, open): (Vec<_>, Vec<_>) =
            std::mem::take(&mut warp.reading).into_iter().partition(|(of, ..)| *of < done);
        warp.reading = open;
        for (_, when, writes, units) in read {
            // What has read then reads still.
            if when != now || !self.memory.is_as_after(writes, &units) {
                self.note_reads(warp, at, &units, |_| Race::Reading);
            }
        }
    }
}

const UNWRITTEN: Value = Value { from: UNSET, number: 0 };
