//! How four warps read D from tensor memory.

use super::formula;
use super::regions::accumulator;
use crate::build::{Instruction, Pack};
use swizzle_core::Named as _;
use swizzle_core::hardware::{self, CtaForm};
use swizzle_tmem::moves::{Load, LoadShape, Register};
use swizzle_tmem::tensor_memory::{Accumulator, Alignment, WARP_LANES};
use swizzle_tmem::{Coordinate, Index, Mark, Point};

/// Registers of a thread that one load fills at the most, so that they stay registers.
const MOST_REGISTERS: u32 = 32;

/// The loads with which each warp of a warpgroup reads D: along its columns, then its other 16 lanes.
pub(super) struct ReadOfD {
    /// The place of D.
    pub(super) d: Accumulator,
    /// One load, of all warps.
    pub(super) load: Load,
    /// Loads along the columns of D.
    pub(super) along: u32,
    /// Parts of the 32 lanes of a warp: 2 where a load reads 16 of them and D fills all.
    pub(super) parts: u32,
}

impl ReadOfD {
    /// The loads of the instruction's shape; why not, where no source places D, or D does not have whole loads.
    pub(super) fn new(one: &Instruction) -> Result<Self, String> {
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
        let parts = match d.reading.path.is_half_the_lanes() {
            true => 1,
            false => WARP_LANES / shape.lanes(),
        };
        Ok(Self { along: columns / load.law.columns(), d, load, parts })
    }

    /// Describes what each warp reads.
    pub(super) fn text(&self, one: &Instruction) -> String {
        let of = match one.form {
            CtaForm::Two => " of each CTA",
            CtaForm::One | CtaForm::WeightStationary => "",
        };
        let element = match (one.d, self.load.is_packed) {
            (_, true) => "Each register has the elements of two columns, the lower one in its low half",
            (hardware::Accumulator::F16, false) => "An element is in the low half of its register",
            (hardware::Accumulator::F32 | hardware::Accumulator::S32, false) => {
                "Each register has one element"
            }
        };
        let element = match self.split() {
            Some(split) => format!("{element}. Threads 16 to 31 read {split} columns further"),
            None => element.to_owned(),
        };
        let attested = match self.load.law.mark {
            Mark::TwoWitnesses => String::new(),
            mark => format!(" The load's registers are {}.", mark.text()),
        };
        format!(
            "D is in layout {}: {}. Warps 0 to 3 of a warpgroup{of}, those whose number in the CTA is 4i to 4i + 3, read lanes 0 to 127 with {} {} each. {element}.{attested}",
            self.d.reading.path.name(),
            self.d.reading.mark.text(),
            self.loads(),
            self.load.instruction(),
        )
    }

    /// The columns from the first half of a load of two halves to the second.
    pub(super) fn split(&self) -> Option<u32> {
        (self.load.shape == LoadShape::S16x32bx2).then(|| self.load.law.columns() / 2)
    }

    /// Whether D is in lanes 16 to 31 of each 32.
    fn is_in_upper_lanes(&self) -> bool {
        self.d.reading.path.is_half_the_lanes() && self.d.alignment == Alignment::Sixteen
    }

    /// The first lane of D and of each load, from that of a warp on.
    fn first_lanes(&self) -> (u32, u32) {
        let of_d = 16 * u32::from(self.is_in_upper_lanes());
        match self.has_idle_threads() {
            true => (of_d, 0),
            false => (of_d, of_d),
        }
    }

    /// A register near the end of D, as warp, load, thread, register and half, and its row and column in D of the last CTA.
    pub(super) fn example(&self) -> Option<([u32; 5], [u32; 2])> {
        // A thread with a lane of D.
        let (first, of_load) = self.first_lanes();
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
    pub(super) const fn loads(&self) -> u32 {
        self.along * self.parts
    }

    /// Whether some threads get lanes that D does not fill.
    pub(super) fn has_idle_threads(&self) -> bool {
        self.d.reading.path.is_half_the_lanes() && self.load.shape.lanes() == WARP_LANES
    }

    /// The lane of a register, from the names of warp, thread, register and load.
    pub(super) fn lane(&self, name: impl Fn(Index) -> &'static str, load: &str) -> String {
        let own = formula::coordinate(&self.load.law, Coordinate::Lane, name);
        match (self.parts, self.first_lanes().1) {
            (1, 0) => own,
            (1, lane) => format!("{own} + {lane}"),
            (_, _) => format!("{own} + {}", self.part_lane(load)),
        }
    }

    /// Whether D fills a lane, from its name.
    pub(super) fn is_of_d(&self, lane: &str) -> String {
        let sign = if self.is_in_upper_lanes() { ">=" } else { "<" };
        format!("{lane} % 32 {sign} 16")
    }

    /// The column of a register, from that of D on.
    pub(super) fn column(&self, name: impl Fn(Index) -> &'static str, load: &str) -> String {
        let own = formula::coordinate(&self.load.law, Coordinate::Column, name);
        match (self.along, &*own) {
            (1, _) => own,
            (_, "0") => self.first_column(load),
            (_, _) => format!("{own} + {}", self.first_column(load)),
        }
    }

    /// Returns the expression that a warp adds to D's address for a load, from the names of both.
    pub(super) fn offset(&self, warp: &str, load: &str) -> String {
        let lane = match self.parts {
            1 => match self.first_lanes() {
                // D's address is in the upper lanes, that of a load of all lanes is not.
                (16, 0) => format!("({warp} % 4 * 32 - 16)"),
                (_, _) => format!("({warp} % 4 * 32)"),
            },
            _ => format!("({warp} % 4 * 32 + {})", self.part_lane(load)),
        };
        match &*self.first_column(load) {
            "0" => format!("{lane} << 16"),
            column => format!("{lane} << 16 | {column}"),
        }
    }

    /// The lane of the part that a load reads, from the first of its warp on.
    fn part_lane(&self, load: &str) -> String {
        let lanes = self.load.shape.lanes();
        match self.along {
            1 => format!("{load} * {lanes}"),
            along => format!("{load} / {along} * {lanes}"),
        }
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

    /// Row and column of D, from the names of CTA, lane and column.
    pub(super) fn element(&self, name: impl Fn(Coordinate) -> &'static str) -> [String; 2] {
        [Index::M, Index::N].map(|index| formula::index(&self.d.law, index, &name))
    }
}
