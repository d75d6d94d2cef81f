//! How four warps read D from tensor memory.

use super::formula;
use super::regions::accumulator;
use crate::build::Instruction;
use swizzle_core::Named as _;
use swizzle_core::hardware::{self, CtaForm};
use swizzle_tmem::moves::{Load, LoadShape, Register};
use swizzle_tmem::tensor_memory::{Accumulator, WARP_LANES};
use swizzle_tmem::{Coordinate, Index, Point};

/// Registers of a thread that one load fills at the most, so that they stay registers.
const MOST_REGISTERS: u32 = 32;

/// The loads with which each warp of a warpgroup reads D: along its columns, then its other 16 lanes.
pub(super) struct ReadOfD {
    /// Where D is.
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
        if shape == LoadShape::S16x32bx2 {
            return Err("16x32bx2 has a distance between its halves to choose".into());
        }
        let columns = d.columns();
        let fits = |num: u32| {
            let load = Load::new(shape, num, false, None).ok()?;
            let is_whole = columns.is_multiple_of(load.columns());
            (is_whole && load.registers() <= MOST_REGISTERS).then_some(load)
        };
        let load = (0..8).rev().find_map(|bit| fits(1 << bit));
        let load = load.ok_or_else(|| {
            format!("{columns} columns of D are not whole loads of shape {shape}")
        })?;
        let parts = match d.reading.path.is_half_the_lanes() {
            true => 1,
            false => WARP_LANES / shape.lanes(),
        };
        Ok(Self {
            along: columns / load.columns(),
            d,
            load,
            parts,
        })
    }

    /// Which warps read what, in words.
    pub(super) fn text(&self, one: &Instruction) -> String {
        let of = match one.form {
            CtaForm::Two => " of each CTA",
            CtaForm::One | CtaForm::WeightStationary => "",
        };
        let element = match one.d {
            hardware::Accumulator::F16 => "An element is in the low half of its register",
            hardware::Accumulator::F32 | hardware::Accumulator::S32 => {
                "Each register has one element"
            }
        };
        format!(
            "D is in layout {}: {}. Warps 0 to 3 of a warpgroup{of}, those whose number in the CTA is 4i to 4i + 3, read lanes 0 to 127 with {} {} each. {element}.",
            self.d.reading.path.name(),
            self.d.reading.mark.text(),
            self.loads(),
            self.load.instruction(),
        )
    }

    /// A register near the end of D, as warp, load, thread and register, and its row and column in D of the last CTA.
    pub(super) fn example(&self) -> Option<([u32; 4], [u32; 2])> {
        let (warp, thread) = (2, 11);
        let (load, register) = (self.loads() - 1, self.load.registers() - 1);
        let at = Register {
            warp,
            thread,
            register,
            half: 0,
        };
        let cell = self.load.cell_from_register(at).ok()?;
        let cell = Point {
            cta: self.d.law().span(Coordinate::Cta) - 1,
            lane: cell.lane + load / self.along * self.load.shape.lanes(),
            column: cell.column + load % self.along * self.load.columns(),
            ..Point::default()
        };
        let (row, column) = self.d.element_from_cell(cell)?;
        Some(([warp, load, thread, register], [row, column]))
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
        let own = formula::coordinate(self.load.law(), Coordinate::Lane, name);
        match self.parts {
            1 => own,
            _ => format!("{own} + {}", self.part_lane(load)),
        }
    }

    /// The column of a register, from that of D on.
    pub(super) fn column(&self, name: impl Fn(Index) -> &'static str, load: &str) -> String {
        let own = formula::coordinate(self.load.law(), Coordinate::Column, name);
        match (self.along, &*own) {
            (1, _) => own,
            (_, "0") => self.first_column(load),
            (_, _) => format!("{own} + {}", self.first_column(load)),
        }
    }

    /// What a warp adds to D's address for a load, from the names of both.
    pub(super) fn offset(&self, warp: &str, load: &str) -> String {
        let lane = match self.parts {
            1 => format!("({warp} % 4 * 32)"),
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
        let columns = self.load.columns();
        match (self.parts, self.along) {
            (1, _) => format!("{load} * {columns}"),
            (_, 1) => "0".into(),
            (_, along) => format!("{load} % {along} * {columns}"),
        }
    }

    /// Row and column of D, from the names of CTA, lane and column.
    pub(super) fn element(&self, name: impl Fn(Coordinate) -> &'static str) -> [String; 2] {
        [Index::M, Index::N].map(|index| formula::index(self.d.law(), index, &name))
    }
}
