//! A table of unit columns, as articles on swizzling print it: in each row, which 16-byte unit stands in each column.

use super::*;

/// The mode whose exchange a table of rows shows: each row holds the unit columns from 0 on, XORed with its phase. None where
/// the text is anything else, or the rows are too few to tell.
///
/// ```
/// use swizzle_dump::mode_of_unit_table;
/// use swizzle_core::Swizzle;
/// let table = "| 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 |\n| 1 | 0 | 3 | 2 | 5 | 4 | 7 | 6 |";
/// assert_eq!(mode_of_unit_table(table), Some(Swizzle::B128));
/// assert_eq!(mode_of_unit_table("0 1 2 3\n0 1 2 3\n1 0 3 2"), Some(Swizzle::B64));
/// assert_eq!(mode_of_unit_table("0 1 2 3\n4 5 6 7"), None);
/// ```
pub fn mode_of_unit_table(text: &str) -> Option<Swizzle> {
    const ROWS_MAX: usize = 64;
    let row = |line: &str| -> Option<Vec<u32>> {
        let words = line.split(|c: char| c.is_whitespace() || matches!(c, '|' | ',' | ';'));
        let words = words.filter(|word| !word.is_empty());
        words.map(|word| word.parse().ok()).collect()
    };
    let is_rule = |line: &&str| !line.trim().is_empty() && !line.contains("--");
    let lines = text.lines().filter(is_rule).take(ROWS_MAX + 1);
    let rows: Vec<Vec<u32>> = lines.map(row).collect::<Option<_>>()?;
    let width = rows.first()?.len();
    if !matches!(width, 2 | 4 | 8) || rows.len() > ROWS_MAX {
        return None;
    }
    let phase = |row: &Vec<u32>| {
        let first = *row.first()?;
        let mut all = row.iter().zip(0..);
        let is_one = row.len() == width && all.all(|(unit, column)| *unit == column ^ first);
        is_one.then_some(first)
    };
    let phases: Vec<u32> = rows.iter().map(phase).collect::<Option<_>>()?;
    let modes = [(Swizzle::B128, 1, 8), (Swizzle::B64, 2, 4), (Swizzle::B32, 4, 2)];
    let is_of = |rows: u32, count: u32| {
        let wanted = (0..).map(|row| row / rows % count);
        phases.iter().copied().zip(wanted).all(|(phase, wanted)| phase == wanted)
    };
    let has_exchange = phases.iter().any(|phase| *phase > 0);
    let mut found = modes.into_iter().filter(|(_, rows, count)| has_exchange && is_of(*rows, *count));
    found.next().map(|(mode, ..)| mode)
}
