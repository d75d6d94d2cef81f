//! Where the fields of a descriptor stand under their bits.

use swizzle_text::FieldReading;

/// Columns of the cards: a bit each, and a gap between groups of 16.
const COLUMNS: u8 = 67;

/// Least width of a card, in bits.
const NARROWEST: u8 = 7;

/// Least width of a card where several narrow fields are side by side, in bits.
const LEAST: u8 = 4;

/// The columns that a card covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Columns {
    from: u8,
    to: u8,
}

impl Columns {
    /// Them as the style sheet takes them.
    pub fn style(self) -> String {
        format!("--columns:{}/{}", self.from + 1, self.to + 1)
    }
}

/// The columns of the cards: each starts under the first bit of its field and extends to the next card.
pub fn columns(readings: &[FieldReading]) -> Vec<Columns> {
    let mut to = COLUMNS;
    let mut columns: Vec<Columns> = readings
        .iter()
        .enumerate()
        .rev()
        .map(|(before, reading)| {
            let left = 63 - reading.field.high();
            let first = left + left / 16;
            let room_before = LEAST * before as u8;
            let from = first.min(to.saturating_sub(NARROWEST)).max(room_before);
            let of_card = Columns { from, to };
            to = from;
            of_card
        })
        .collect();
    columns.reverse();
    columns
}

#[cfg(test)]
mod tests {
    use swizzle_core::Descriptor;
    use swizzle_core::{Chip, Named as _, Said};
    use swizzle_infer::spec_from_said;
    use swizzle_text::readings_from_descriptor;
    use wasm_bindgen_test::wasm_bindgen_test as test;

    use super::*;

    #[test]
    fn cards_follow_each_other_and_have_their_room() {
        for chip in Chip::ALL.iter().filter(|chip| chip.arch().is_some()) {
            let arch = chip.arch().expect("a family");
            let given = Descriptor::new(arch, 0x4000_4040_0001_0040).on(*chip);
            let spec = spec_from_said(&Said::default().with_given(given)).expect("a tile");
            let columns = columns(&readings_from_descriptor(&spec, given));
            assert_eq!(
                (columns[0].from, columns.last().map(|at| at.to)),
                (0, Some(COLUMNS))
            );
            for pair in columns.windows(2) {
                assert_eq!(pair[0].to, pair[1].from);
            }
            // Four narrow fields share the room of three.
            let least = if *chip == Chip::Sm107a { LEAST } else { 5 };
            assert!(
                columns.iter().all(|at| at.to - at.from >= least),
                "{columns:?}"
            );
        }
    }
}
