//! Products of a warpgroup: each warp reads 16 rows of A, and all of B, from registers or by descriptors from shared memory.

use std::collections::BTreeSet;

use swizzle_core::descriptor::Descriptor;
use swizzle_core::hardware::Arch;
use swizzle_core::law::Coord;
use swizzle_warp::mma::Operand;

use super::super::CELLS_MAX;
use super::super::memory::Race;
use super::super::step::{Group, element_bytes};
use super::moves::{Made, loads_of};
use super::*;

/// Bytes that are noted as read at once.
const UNIT: u32 = 16;

/// Warps of a group.
const WARPS: u32 = 4;

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
            Some(_) => self.held(warp, step, of_a, form.fragment(Operand::A)),
            None => self.read_by(warp, step, at, (of_a, group), Operand::A),
        };
        let b = self.read_by(warp, step, at, (behind, group), Operand::B);
        if self.run.products.len() * (a.len() + b.len() + c.len()) > CELLS_MAX {
            self.left = 0;
            return;
        }
        let loads = [loads_of(warp, step, of_a..behind), Vec::new()];
        self.multiplied(warp, step, at, form, Made { cells: [a, b, c], loads });
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
    ) -> Vec<Value> {
        let fragment = group.form.fragment(side);
        let unset = Value { from: UNSET, number: 0 };
        let mut cells = vec![unset; (fragment.rows * fragment.columns) as usize];
        let raw = step.inputs.get(input).and_then(|input| self.input(warp, *input, 0).as_number());
        let (element, major) = group.of[usize::from(side == Operand::B)];
        let (Some(raw), Some(bytes)) = (raw, element_bytes(element)) else {
            self.leave(at, Left::Product("a descriptor that is not known".into()));
            return cells;
        };
        let layout = Descriptor::new(Arch::Wgmma, raw).layout(element, major);
        let first = warp.number % WARPS * fragment.rows;
        let mut units = BTreeSet::new();
        for (cell, to) in (0u32..).zip(&mut cells) {
            let (row, column) = (cell / fragment.columns, cell % fragment.columns);
            let coord = match side {
                Operand::A => Coord { mn: first + row, k: column },
                _ => Coord { mn: column, k: row },
            };
            let from = layout.byte_from_element(coord).byte;
            units.insert(from / UNIT * UNIT);
            if let Some(of) = self.memory.shared.get(from as usize..(from + bytes) as usize) {
                let whole = self.run.sources.value(of);
                let origin = self.run.sources.origin(whole);
                *to = Value { number: origin.number.wrapping_mul(8), ..origin };
            }
        }
        for unit in units {
            if self.is_allowed(warp, at, 0, unit.into(), UNIT) {
                let race = self.memory.note_read(warp.when(0), unit, UNIT);
                self.note(at, race);
                warp.reading.push((warp.read_groups, unit));
            }
        }
        cells
    }

    /// Ends the groups of products of which no more than so many may be left: until now they have read their operands.
    pub(super) fn wait_reads(&mut self, warp: &mut Warp, at: u32, pending: u32) {
        let done = warp.read_groups.saturating_sub(pending);
        let (read, open) = std::mem::take(&mut warp.reading).into_iter().partition(|(of, _)| *of < done);
        warp.reading = open;
        let read: Vec<(u32, u32)> = read;
        for (_, unit) in read {
            let race = self.memory.note_read(warp.when(0), unit, UNIT);
            self.note(at, race.map(|_| Race::Reading));
        }
    }
}
