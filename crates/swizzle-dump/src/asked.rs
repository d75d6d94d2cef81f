//! The facts known about a dump, and the matrices that its values may name.

use super::*;

/// Facts known about a dump beforehand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Asked {
    /// Bits of an element: 8, 16 or 32.
    pub element_bits: u32,
    /// Extent of the matrix along M or N.
    pub mn: Option<u32>,
    /// Extent along K: the values count by it.
    pub k: Option<u32>,
    /// Shared address of the first byte, over what the dump says.
    pub address: Option<u32>,
    /// The values that were written.
    pub values: Option<Values>,
}

impl Asked {
    /// Whether two dumps are MN and K.
    pub(super) fn is_pair(&self, dumps: &[Dump]) -> bool {
        self.values == Some(Values::MnAndK) || dumps.len() == 2 && self.element_bits > 8
    }
}

/// The ways of writing that are tried.
pub(super) fn written(asked: &Asked, dumps: &[Dump]) -> Vec<Written> {
    if asked.is_pair(dumps) {
        return [Written::Pair].into();
    }
    let numbers: &[Written] = match asked.element_bits {
        8 if dumps.len() == 2 => &[],
        8 => &[Written::E4m3, Written::E5m2],
        16 => &[Written::Bf16, Written::F16],
        _ => &[Written::F32],
    };
    let is_tried = |written: &Written| match asked.values {
        Some(Values::Index) => !written.is_rounded(),
        Some(Values::Numbers) => written.is_rounded() || asked.element_bits == 8,
        _ => true,
    };
    let all = [Written::Integer].into_iter().chain(numbers.iter().copied());
    all.filter(is_tried).collect()
}

/// How many of [`matrices`] are usual ones, which come first.
pub(super) const USUAL: usize = 8;

/// The matrices by whose K the values may count.
pub(super) fn matrices(asked: &Asked, cells: &Cells, written: Written) -> Vec<Extent> {
    if written == Written::Pair {
        return [extent_of_pairs(asked, cells)].into();
    }
    let count = count_of(cells, written);
    let rows = |k: u32| Extent { mn: asked.mn.unwrap_or(count.div_ceil(k.max(1))), k };
    if let Some(k) = asked.k {
        return [rows(k)].into();
    }
    let usual = [64, 32, 128, 16, 256, 8, 512];
    let step = (16 / cells.width).min(8);
    let multiples = (step..=512).step_by(step as usize).chain([1024, 2048, 4096]);
    let by_rows = asked.mn.map(|mn| count.div_ceil(mn.max(1)));
    let all = by_rows.into_iter().chain(usual).chain(multiples.filter(|k| !usual.contains(k)));
    // With a single row, any layout is right.
    all.filter(|k| *k < count).map(rows).collect()
}

/// One more than the largest number; values of which there are more than elements are none.
pub(super) fn count_of(cells: &Cells, written: Written) -> u32 {
    let end = (cells.raw.len() as u32 * 4 + 1024).min(CELLS_MAX);
    let numbers = cells.raw.iter().filter_map(|raw| written.rounded((*raw)?).filter(|number| *number < end));
    // The largest number may have been rounded up.
    let counts = numbers.map(|number| number + u32::from(!written.is_rounded() || number % 2 == 1));
    counts.fold(1, u32::max)
}

/// The extents that pairs of MN and K name; what few pairs name is chance.
pub(super) fn extent_of_pairs(asked: &Asked, cells: &Cells) -> Extent {
    const END: usize = 1 << 12;
    const PAIRS_MIN: u32 = 4;
    let end = |of: fn(u32) -> u32| {
        let mut counts = [0_u32; END];
        for number in cells.raw.iter().flatten().map(|raw| of(*raw)) {
            if let Some(count) = counts.get_mut(number as usize) {
                *count += 1;
            }
        }
        counts.iter().rposition(|count| *count >= PAIRS_MIN).map_or(1, |last| last as u32 + 1)
    };
    Extent {
        mn: asked.mn.unwrap_or_else(|| end(|raw| raw >> 16)),
        k: asked.k.unwrap_or_else(|| end(|raw| raw & 0xffff)),
    }
}
