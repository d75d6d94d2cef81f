//! How four warps read D from tensor memory.

use std::error::Error;

use super::formula;
use super::regions::accumulator;
use crate::build::{Instruction, Pack};
use crate::source::facts::registers;
use crate::source::law::digit;
use crate::template::Facts;
use swizzle_core::Named as _;
use swizzle_core::hardware::{self, CtaForm};
use swizzle_tmem::moves::{Load, LoadShape};
use swizzle_tmem::tensor_memory::{Accumulator, Alignment, WARP_LANES};
use swizzle_tmem::{Coordinate, Index, Law, Mark, Point};

/// Registers of a thread that one load fills at the most, so that they stay registers.
const MOST_REGISTERS: u32 = 32;

/// The loads with which each warp of a warpgroup reads D: along its columns, then its other 16 lanes.
struct ReadOfD {
    /// The place of D.
    d: Accumulator,
    /// One load, of all warps.
    load: Load,
    /// The law of all loads, from D's column on.
    law: Law,
    /// Loads of each warp.
    loads: u32,
    /// Of these along the columns of D.
    along: u32,
    /// Parts of the 32 lanes of a warp: 2 where a load reads 16 of them and D fills all.
    parts: u32,
    /// The first lane of D, and that of each load, from that of a warp on.
    first_lanes: (u32, u32),
}

/// Adds the loads of the instruction's shape; why not, where no source places D, or D does not have whole loads.
pub(super) fn add(facts: &mut Facts, is_python: bool, one: &Instruction) -> Result<(), Box<dyn Error>> {
    let read = ReadOfD::new(one)?;
    let load = &read.load;
    let split = (load.shape == LoadShape::S16x32bx2).then(|| load.law.columns() / 2);
    let at = match (is_python, load.is_packed) {
        (true, true) => "warp, load, thread, r, half",
        (true, false) => "warp, load, thread, r",
        (false, _) => "at",
    };
    let of = if is_python { "" } else { "at." };
    let register = |index: Index| match index {
        Index::Register => format!("{of}r"),
        index => format!("{of}{index}"),
    };
    let [lane_of, column_of] = ["lane_of", "tensor_column_of"].map(|function| format!("{function}({at})"));
    let place = |coordinate: Coordinate| match coordinate {
        Coordinate::Cta => "rank".into(),
        Coordinate::Lane => lane_of.clone(),
        _ => column_of.clone(),
    };
    let [row, column] = [Index::M, Index::N].map(|index| formula::index(&read.d.law, index, place));
    // CUTLASS's name of a load.
    let size = load.shape.name().split('b').next().unwrap_or_default().replace('x', "dp");
    registers(facts, ["load_list", "load_held"], load.registers(), 80, "=r");
    facts.add(&[
        ("read_text", &read.text(one, split)),
        ("loads", &read.loads),
        ("load_registers", &load.registers()),
        ("load", &load.instruction()),
        ("load_size", &size),
        ("load_num", &load.num),
        ("packed", &load.is_packed),
        ("split", &split.unwrap_or(0)),
        ("at", &at),
        ("load_offset", &read.offset()),
        ("lane", &formula::coordinate(&read.law, Coordinate::Lane, register)),
        ("tensor_column", &formula::coordinate(&read.law, Coordinate::Column, register)),
        ("row", &row),
        ("column", &column),
        // Whether some threads get lanes that D does not fill.
        ("idle", &(read.d.reading.path.is_half_the_lanes() && load.shape.lanes() == WARP_LANES)),
        // Whether D fills a lane.
        ("is_of_d", &format!("{lane_of} % 32 {} 16", if read.first_lanes.0 == 16 { ">=" } else { "<" })),
        // CuTe reads a 16-bit D by packed loads only.
        ("unpacked", &(one.d == hardware::Accumulator::F16 && !load.is_packed)),
    ]);
    // A register near the end of D, of a thread with a lane of D, and its row and column in D of the last CTA.
    let half = u32::from(load.is_packed);
    let (warp, thread) = (2, 11 + read.first_lanes.0 - read.first_lanes.1);
    let (last, register) = (read.loads - 1, load.registers() - 1);
    let cell = read.law.point(&[warp, thread, register, half, last]);
    let cell = cell.map(|cell| Point { cta: read.d.law.span(Coordinate::Cta) - 1, ..cell });
    if let Some([row, column]) = cell.and_then(|cell| read.d.law.element(cell)) {
        let half = if load.is_packed { format!(", {half}") } else { String::new() };
        let example = format!("{warp}, {last}, {thread}, {register}{half}");
        facts.add(&[("example", &example), ("example_row", &row), ("example_column", &column)]);
    }
    Ok(())
}

impl ReadOfD {
    fn new(one: &Instruction) -> Result<Self, Box<dyn Error>> {
        let d = accumulator(one)?;
        let shape = one.load;
        let is_packed = one.pack == Pack::Bits16;
        if is_packed && one.d != hardware::Accumulator::F16 {
            return Err(".pack::16b takes the low 16 bits of a column, of which D has 32".into());
        }
        let columns = d.law.columns();
        let fits = |num: u32| {
            let load = Load::new(shape, num, is_packed, None).ok()?;
            let is_whole = columns.is_multiple_of(load.law.columns());
            (is_whole && load.registers() <= MOST_REGISTERS).then_some(load)
        };
        let load = (0..8).rev().find_map(|bit| fits(1 << bit));
        let load =
            load.ok_or_else(|| format!("{columns} columns of D are not whole loads of shape {shape}"))?;
        let is_half = d.reading.path.is_half_the_lanes();
        let parts = if is_half { 1 } else { WARP_LANES / shape.lanes() };
        let of_d = if is_half && d.alignment == Alignment::Sixteen { 16 } else { 0 };
        let of_load = if is_half && shape.lanes() == WARP_LANES { 0 } else { of_d };
        let along = columns / load.law.columns();
        let law = load.repeated((along, parts), of_load);
        Ok(Self { loads: along * parts, law, along, d, load, parts, first_lanes: (of_d, of_load) })
    }

    /// Describes what each warp reads.
    fn text(&self, one: &Instruction, split: Option<u32>) -> String {
        let of = if one.form == CtaForm::Two { " of each CTA" } else { "" };
        let element = match self.load.is_packed {
            true => "Each register has the elements of two columns, the lower one in its low half",
            false if one.d == hardware::Accumulator::F16 => "An element is in the low half of its register",
            false => "Each register has one element",
        };
        let further = split.map(|split| format!(". Threads 16 to 31 read {split} columns further"));
        let attested = match self.load.law.mark {
            Mark::TwoWitnesses => String::new(),
            mark => format!(" The load's registers are {}.", mark.text()),
        };
        format!(
            "D is in layout {}: {}. Warps 0 to 3 of a warpgroup{of}, those whose number in the CTA is 4i to 4i + 3, read lanes 0 to 127 with {} {} each. {element}{}.{attested}",
            self.d.reading.path,
            self.d.reading.mark.text(),
            self.loads,
            self.load.instruction(),
            further.unwrap_or_default(),
        )
    }

    /// Returns the expression that a warp adds to D's address for a load.
    fn offset(&self) -> String {
        let columns = self.load.law.columns();
        let lane = match (self.parts, self.first_lanes) {
            // D's address is in the upper lanes, that of a load of all lanes is not.
            (1, (16, 0)) => " - 16".into(),
            (1, _) => String::new(),
            _ => format!(" + {}", digit("load", self.along, None, self.load.shape.lanes())),
        };
        let column = match (self.parts, self.along) {
            (1, _) => format!(" | load * {columns}"),
            (_, 1) => String::new(),
            (_, along) => format!(" | load % {along} * {columns}"),
        };
        format!("(warp % 4 * 32{lane}) << 16{column}")
    }
}
