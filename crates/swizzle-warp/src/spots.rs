//! The lanes of an access, in the matrix and in shared memory.

use crate::banks::{Group, Lanes, Wavefronts};
use crate::formula::{Formula, FormulaError, Known};
use crate::instruction::Access;
use swizzle_core::hardware::{BANK_BYTES, BANKS, Element, LINE_BYTES};

/// The bytes of one lane, in a picture whose squares are words of 4 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spot {
    /// The lane.
    pub lane: u32,
    /// The group that it is served with.
    pub group: u32,
    /// The first word of its line.
    pub word: u32,
    /// The line.
    pub line: u32,
    /// Words.
    pub words: u32,
}

/// A picture of an access. Only lines that a lane touches are in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spots {
    /// Words of a line.
    pub words: u32,
    /// The label of each line: a row of the matrix, or an address.
    pub lines: Vec<String>,
    /// The lanes, in order.
    pub spots: Vec<Spot>,
}

impl Spots {
    /// Draws lanes whose bytes begin at a line and a byte of it.
    fn of(
        access: Access,
        served: &Wavefronts,
        places: &[(u32, u32, u32)],
        words: u32,
        name: impl Fn(u32) -> String,
    ) -> Self {
        let mut lines: Vec<u32> = places.iter().map(|(_, line, _)| *line).collect();
        lines.sort_unstable();
        lines.dedup();
        let spot = |(lane, line, byte): &(u32, u32, u32)| {
            let is_with = |group: &Group| group.lanes.contains(&(*lane as usize));
            Spot {
                lane: *lane,
                group: served.groups.iter().position(is_with).unwrap_or(0) as u32,
                word: byte / BANK_BYTES,
                line: lines.binary_search(line).unwrap_or(0) as u32,
                words: access.bytes().div_ceil(BANK_BYTES),
            }
        };
        let spots: Vec<Spot> = places.iter().map(spot).collect();
        let end = spots.iter().map(|spot| spot.word + spot.words).max();
        Self { words: words.max(end.unwrap_or(0)), lines: lines.into_iter().map(name).collect(), spots }
    }
}

/// Draws the lanes in the matrix.
///
/// # Errors
/// If the formula has no answer.
pub fn matrix_spots(
    access: Access,
    formula: &Formula,
    element: Element,
    (rows, columns): (u32, u32),
    served: &Wavefronts,
) -> Result<Spots, FormulaError> {
    let bits = element.slot_bits();
    let inside = formula.inside();
    let place = |lane: u32| {
        let (row, column) = inside(Known::of(access, element, rows, columns, lane))?;
        Ok((lane, row, (u64::from(column) * u64::from(bits) / 8) as u32))
    };
    let places = (0..access.lanes() as u32).map(place);
    let places = places.collect::<Result<Vec<_>, FormulaError>>()?;
    let words = (u64::from(columns) * u64::from(bits) / 32).min(u64::from(BANKS)) as u32;
    Ok(Spots::of(access, served, &places, words, |row| format!("row {row}")))
}

/// Draws the lanes in shared memory, 32 banks a line.
///
/// ```
/// use swizzle_warp::{Preset, memory_spots, side_by_side};
/// use swizzle_core::{Element, Major};
/// let preset = Preset::ColumnByColumn;
/// let all = side_by_side(preset.access(), &preset.formula(), Element::Bf16, Major::K, (64, 64)).unwrap();
/// let plain = memory_spots(preset.access(), &all[0].lanes, &all[0].served);
/// assert_eq!((plain.lines.len(), plain.spots[1].word), (32, 0)); // each lane below the other
/// let swizzled = memory_spots(preset.access(), &all[5].lanes, &all[5].served);
/// assert_eq!(swizzled.spots[1].word, 4); // the second row, phase 1
/// ```
pub fn memory_spots(access: Access, lanes: &Lanes, served: &Wavefronts) -> Spots {
    let place = |(lane, address): (u32, &Option<u32>)| {
        let address = (*address)?;
        Some((lane, address / LINE_BYTES, address % LINE_BYTES))
    };
    let places: Vec<(u32, u32, u32)> = (0..).zip(lanes).filter_map(place).collect();
    Spots::of(access, served, &places, BANKS, |line| format!("{:#x}", line.wrapping_mul(LINE_BYTES)))
}
