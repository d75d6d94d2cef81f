//! How four warps read D from tensor memory.

use super::formula;
use super::regions::accumulator;
use crate::build::{Instruction, Pack};
use crate::source::facts::registers;
use crate::source::law::digit;
use crate::template::Facts;
use swizzle_core::Named as _;
use swizzle_core::hardware::{self, CtaForm};
use swizzle_tmem::moves::{Load, LoadShape, Register};
use swizzle_tmem::tensor_memory::{Accumulator, Alignment, WARP_LANES};
use swizzle_tmem::{Coordinate, Index, Mark, Point};

/// Registers of a thread that one load fills at the most, so that they stay registers.
const MOST_REGISTERS: u32 = 32;

/// The loads with which each warp of a warpgroup reads D: along its columns, then its other 16 lanes.
struct ReadOfD {
    /// The place of D.
    d: Accumulator,
    /// One load, of all warps.
    load: Load,
    /// Loads along the columns of D.
    along: u32,
    /// Parts of the 32 lanes of a warp: 2 where a load reads 16 of them and D fills all.
    parts: u32,
    /// The first lane of D, and that of each load, from that of a warp on.
    first_lanes: (u32, u32),
}

/// Adds the loads of the instruction's shape; why not, where no source places D, or D does not have whole loads.
pub(super) fn add(facts: &mut Facts, is_python: bool, one: &Instruction) -> Result<(), String> {
    let read = ReadOfD::new(one)?;
    let load = &read.load;
    let split = (load.shape == LoadShape::S16x32bx2).then(|| load.law.columns() / 2);
    let at = match (is_python, load.is_packed) {
        (true, true) => "warp, load, thread, r, half",
        (true, false) => "warp, load, thread, r",
        (false, _) => "at",
    };
    let [warp, thread, r, half, of_load] = match is_python {
        true => ["warp", "thread", "r", "half", "load"],
        false => ["at.warp", "at.thread", "at.r", "at.half", "at.load"],
    };
    let register = |index: Index| match index {
        Index::Warp => warp,
        Index::Thread => thread,
        Index::Half => half,
        _ => r,
    };
    let [lane_of, column_of] = ["lane_of", "tensor_column_of"].map(|function| format!("{function}({at})"));
    let place = |coordinate: Coordinate| match coordinate {
        Coordinate::Cta => "rank",
        Coordinate::Lane => &lane_of,
        _ => &column_of,
    };
    let [row, column] = [Index::M, Index::N].map(|index| formula::index(&read.d.law, index, place));
    // CUTLASS's name of a load.
    let (lanes, bits) = match load.shape {
        LoadShape::S32x32b => (32, 32),
        LoadShape::S16x64b => (16, 64),
        LoadShape::S16x128b => (16, 128),
        LoadShape::S16x256b => (16, 256),
        LoadShape::S16x32bx2 => (16, 32),
    };
    registers(facts, ["load_list", "load_held"], load.registers(), 80, "=r");
    facts.add(&[
        ("read_text", &read.text(one, split)),
        ("loads", &read.loads()),
        ("load_registers", &load.registers()),
        ("load", &load.instruction()),
        ("load_lanes", &lanes),
        ("load_bits", &bits),
        ("load_num", &load.num),
        ("packed", &load.is_packed),
        ("split", &split.unwrap_or(0)),
        ("at", &at),
        ("load_offset", &read.offset()),
        ("lane", &read.lane(register, of_load)),
        ("tensor_column", &read.column(register, of_load)),
        ("row", &row),
        ("column", &column),
        ("idle", &read.has_idle_threads()),
        // Whether D fills a lane.
        ("is_of_d", &format!("{lane_of} % 32 {} 16", if read.first_lanes.0 == 16 { ">=" } else { "<" })),
        // CuTe reads a 16-bit D by packed loads only.
        ("unpacked", &(one.d == hardware::Accumulator::F16 && !load.is_packed)),
    ]);
    if let Some((numbers, [row, column])) = read.example() {
        let numbers: Vec<String> =
            numbers[..4 + usize::from(load.is_packed)].iter().map(u32::to_string).collect();
        facts.add(&[("example", &numbers.join(", ")), ("example_row", &row), ("example_column", &column)]);
    }
    Ok(())
}

impl ReadOfD {
    fn new(one: &Instruction) -> Result<Self, String> {
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
        Ok(Self { along: columns / load.law.columns(), d, load, parts, first_lanes: (of_d, of_load) })
    }

    /// Describes what each warp reads.
    fn text(&self, one: &Instruction, split: Option<u32>) -> String {
        let of = if one.form == CtaForm::Two { " of each CTA" } else { "" };
        let element = match (one.d, self.load.is_packed) {
            (_, true) => "Each register has the elements of two columns, the lower one in its low half",
            (hardware::Accumulator::F16, false) => "An element is in the low half of its register",
            (hardware::Accumulator::F32 | hardware::Accumulator::S32, false) => {
                "Each register has one element"
            }
        };
        let further = split.map(|split| format!(". Threads 16 to 31 read {split} columns further"));
        let attested = match self.load.law.mark {
            Mark::TwoWitnesses => String::new(),
            mark => format!(" The load's registers are {}.", mark.text()),
        };
        format!(
            "D is in layout {}: {}. Warps 0 to 3 of a warpgroup{of}, those whose number in the CTA is 4i to 4i + 3, read lanes 0 to 127 with {} {} each. {element}{}.{attested}",
            self.d.reading.path.name(),
            self.d.reading.mark.text(),
            self.loads(),
            self.load.instruction(),
            further.unwrap_or_default(),
        )
    }

    /// A register near the end of D, as warp, load, thread, register and half, and its row and column in D of the last CTA.
    fn example(&self) -> Option<([u32; 5], [u32; 2])> {
        // A thread with a lane of D.
        let (first, of_load) = self.first_lanes;
        let (warp, thread) = (2, 11 + first - of_load);
        let (load, register) = (self.loads() - 1, self.load.registers() - 1);
        let half = u32::from(self.load.is_packed);
        let at = Register { warp, thread, register, half };
        let cell = self.load.cell_from_register(at).ok()?;
        let cell = Point {
            cta: self.d.law.span(Coordinate::Cta) - 1,
            lane: cell.lane + of_load + load / self.along * self.load.shape.lanes(),
            column: cell.column + load % self.along * self.load.law.columns(),
            ..Point::default()
        };
        let element = self.d.law.element(cell)?;
        Some(([warp, load, thread, register, half], element))
    }

    /// Loads of each warp.
    const fn loads(&self) -> u32 {
        self.along * self.parts
    }

    /// Whether some threads get lanes that D does not fill.
    fn has_idle_threads(&self) -> bool {
        self.d.reading.path.is_half_the_lanes() && self.load.shape.lanes() == WARP_LANES
    }

    /// The lane of a register, from the names of warp, thread, register and load.
    fn lane<'a>(&self, name: impl Fn(Index) -> &'a str, load: &str) -> String {
        let own = formula::coordinate(&self.load.law, Coordinate::Lane, name);
        match (self.parts, self.first_lanes.1) {
            (1, 0) => own,
            (1, lane) => format!("{own} + {lane}"),
            (_, _) => format!("{own} + {}", self.part_lane(load)),
        }
    }

    /// The column of a register, from that of D on.
    fn column<'a>(&self, name: impl Fn(Index) -> &'a str, load: &str) -> String {
        let own = formula::coordinate(&self.load.law, Coordinate::Column, name);
        match (self.along, &*own) {
            (1, _) => own,
            (_, "0") => self.first_column(load),
            (_, _) => format!("{own} + {}", self.first_column(load)),
        }
    }

    /// Returns the expression that a warp adds to D's address for a load.
    fn offset(&self) -> String {
        let lane = match (self.parts, self.first_lanes) {
            // D's address is in the upper lanes, that of a load of all lanes is not.
            (1, (16, 0)) => "(warp % 4 * 32 - 16)".into(),
            (1, _) => "(warp % 4 * 32)".into(),
            _ => format!("(warp % 4 * 32 + {})", self.part_lane("load")),
        };
        match &*self.first_column("load") {
            "0" => format!("{lane} << 16"),
            column => format!("{lane} << 16 | {column}"),
        }
    }

    /// The lane of the part that a load reads, from the first of its warp on.
    fn part_lane(&self, load: &str) -> String {
        digit(load, self.along, None, self.load.shape.lanes())
    }

    /// The first column of a load, from that of D on.
    fn first_column(&self, load: &str) -> String {
        let columns = self.load.law.columns();
        match (self.parts, self.along) {
            (1, _) => format!("{load} * {columns}"),
            (_, 1) => "0".into(),
            (_, along) => format!("{load} % {along} * {columns}"),
        }
    }
}
