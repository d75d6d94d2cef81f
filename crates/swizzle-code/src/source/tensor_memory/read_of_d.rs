//! How four warps read D from tensor memory.

use super::formula;
use super::regions::accumulator;
use crate::build::Instruction;
use swizzle_tmem::moves::{Load, LoadShape};
use swizzle_tmem::tensor_memory::{Accumulator, WARP_LANES};
use swizzle_tmem::{Coordinate, Index};

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
        let fits = |num: &u32| {
            let load = Load::new(shape, *num, false, None).ok()?;
            let is_whole = columns.is_multiple_of(load.columns());
            (is_whole && load.registers() <= MOST_REGISTERS).then_some(load)
        };
        let nums = (0..8).rev().map(|bit| 1 << bit);
        let load = nums.into_iter().find_map(|num| fits(&num));
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

    /// The lane of the part that a load reads, from the first of its warp on.
    pub(super) fn part_lane(&self, load: &str) -> String {
        let lanes = self.load.shape.lanes();
        match (self.parts, self.along) {
            (1, _) => "0".into(),
            (_, 1) => format!("{load} * {lanes}"),
            (_, along) => format!("{load} / {along} * {lanes}"),
        }
    }

    /// The first column of a load, from that of D on.
    pub(super) fn first_column(&self, load: &str) -> String {
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

    /// The instruction as PTX writes it, without its operands.
    pub(super) fn name(&self) -> String {
        let Load { shape, num, .. } = &self.load;
        format!("tcgen05.ld.sync.aligned.{shape}.x{num}.b32")
    }
}
