//! Blocks of rows: instructions that read other rows of one buffer, in the same step along K.

use swizzle_core::hardware::{Operand, UNIT_BYTES};

use crate::map::MapKind;
use crate::score::KernelView;

impl KernelView {
    /// The rows of the score that read the same step of each block of M or N of a row's operand, in the order of the addresses; the
    /// row itself is one of them. One row where the operand has a single block, none where it isn't drawn.
    ///
    /// ```
    /// use swizzle_core::Operand;
    /// use swizzle_lens::{Example, Reading};
    /// // 128 rows of A in two blocks of 64, which take 4 instructions along K each; the 128 columns of B are one.
    /// let view = &Reading::of("right", Example::Right.text().into()).kernels[0];
    /// assert_eq!(view.blocks(1, Operand::A), [1, 5]);
    /// assert_eq!(view.blocks(1, Operand::B), [1]);
    /// ```
    pub fn blocks(&self, row: usize, side: Operand) -> Vec<usize> {
        let Some(own) = self.start_bytes(row, side) else {
            return Vec::new();
        };
        // Reads of registers are not compared.
        let (Some((walk, at)), Some(stage_bytes), Some(met)) = (
            self.rows[row].operands[side as usize].walk,
            self.stage_bytes(row, side),
            self.start_bytes(row, side.other()),
        ) else {
            return vec![row];
        };
        let (length, accumulator) = (self.walks[walk].rows.len(), self.rows[row].accumulator);

        let mut found = vec![(own, row)];
        for other in self.walks.iter().filter(|one| one.side == side) {
            let Some(row) = other.rows.get(at).filter(|_| other.rows.len() == length) else {
                continue;
            };
            // Blocks meet the same read of the other operand, and add to accumulators of their own.
            let is_block = self.rows[*row].accumulator != accumulator
                && self.start_bytes(*row, side.other()) == Some(met)
                && self.stage_bytes(*row, side) == Some(stage_bytes);
            let Some(start) = self.start_bytes(*row, side).filter(|_| is_block) else {
                continue;
            };
            // The same reads before and in a loop are one block.
            if found.iter().all(|(known, _)| *known != start) {
                found.push((start, *row));
            }
        }
        found.sort_unstable();
        found.into_iter().map(|(_, row)| row).collect()
    }

    /// Returns the start of a row's operand in the first stage.
    fn start_bytes(&self, row: usize, side: Operand) -> Option<u32> {
        let part = self.rows.get(row)?.operands[side as usize].part.as_ref()?;
        let given = part.shown.said.given.filter(|_| part.is_placed)?;
        Some(u32::from(given.decode().start_field) * UNIT_BYTES)
    }

    /// The first stage of the buffer that a row's operand is in: its map, its offset and its bytes.
    fn stage_bytes(&self, row: usize, side: Operand) -> Option<(usize, u64, u64)> {
        self.maps.iter().enumerate().find_map(|(map, view)| {
            let is_own =
                |piece: &&crate::MapPiece| piece.kind == MapKind::Operand(side) && piece.rows.contains(&row);
            let first = view.pieces.iter().filter(is_own).min_by_key(|piece| piece.stage)?;
            Some((map, first.offset, first.bytes))
        })
    }
}
