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
    let is_rule = |line: &&str| !line.trim().is_empty() && !line.contains("--");
    let row = |line: &str| -> Option<Vec<u32>> {
        let words = line.split(|c: char| c.is_whitespace() || matches!(c, '|' | ',' | ';'));
        words.filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
    };
    let rows: Vec<Vec<u32>> =
        text.lines().filter(is_rule).take(ROWS_MAX + 1).map(row).collect::<Option<_>>()?;
    let width = rows.first()?.len();
    let has_exchange = rows.iter().any(|row| row.first() != Some(&0));
    if !matches!(width, 2 | 4 | 8) || rows.len() > ROWS_MAX || !has_exchange {
        return None;
    }
    [Swizzle::B128, Swizzle::B64, Swizzle::B32].into_iter().find(|mode| {
        let exchange = Exchange::of_mode(*mode);
        rows.iter().zip(0..).all(|(row, at)| {
            let phase = exchange.of_row(at).unwrap_or(0);
            row.len() == width && row.iter().zip(0..).all(|(unit, column)| *unit == column ^ phase)
        })
    })
}
