//! The common part of the layouts that are tried on a dump: blocks of cells whose distances only the layout decides, and how
//! many cells of a block agree where it begins.

use crate::places::{Sample, Tile};
use swizzle_core::hardware::Major;
use swizzle_core::law::Coord;

/// Blocks that are looked at, and cells of each.
const BLOCKS: u32 = 12;
const CELLS: u32 = 12;

/// A layout whose start and outer strides are open.
pub(super) trait Candidate {
    /// The contiguous dimension.
    fn major(&self) -> Major;

    /// Cells of a block, along and across the contiguous dimension.
    fn block(&self) -> (u32, u32);

    /// Returns the start of the block of a cell at an address, before the exchange.
    fn rest(&self, cell: Coord, at: u32) -> i64;

    /// How many of a thousand cells of a block agree where it begins, by a sample; 0 where too few do.
    fn share(&self, tile: &Tile<'_>) -> u32 {
        let mut sample = Sample(7);
        let (width, rows) = self.block();
        let (along, across) = tile.shape.along_and_across(self.major());
        let (mut agree, mut seen) = (0, 0);
        for block in 0..BLOCKS {
            let first = tile.points[sample.below(tile.points.len() as u32) as usize];
            let rest = self.rest(first.cell, first.at);
            let (first_along, first_across) = first.cell.along_and_across(self.major());
            for _ in 0..CELLS {
                let at_along = first_along / width * width + sample.below(width);
                let at_across = first_across / rows * rows + sample.below(rows);
                if at_along >= along || at_across >= across {
                    continue;
                }
                let cell = Coord::at(self.major(), at_along, at_across);
                if let Some(at) = tile.place(cell).filter(|_| cell != first.cell) {
                    seen += 1;
                    agree += u32::from(self.rest(cell, at) == rest);
                }
            }
            if block >= 2 && agree * 5 < seen {
                return 0;
            }
        }
        if agree * 2 >= seen { (agree * 1000).checked_div(seen).unwrap_or(0) } else { 0 }
    }
}
