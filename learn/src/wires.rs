//! Figures of rows below each other, and the wires of the XOR: their numbers, their answers, and the slips that wrong answers come
//! from.

use crate::*;
use swizzle_core::hardware::UNIT_BANKS;
use swizzle_text::{column_text, grouped};
use swizzle_view::link::OpenedForm;
use swizzle_warp::Rows;

/// Slips on the way to an answer about rows below each other.
const SLIPS: &str = include_str!("../slips/wires.txt");

/// Eight rows, and the access that goes down them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Below {
    shown: LanesShown,
    rows: Rows,
}

impl Below {
    /// Returns the rows that a link of the page of conflicts shows; none if a part of the link does not open.
    pub(crate) fn of(link: &str) -> Option<Self> {
        let OpenedForm { shown, notices } = form_from_link::<LanesShown>(link);
        let rows = shown.rows_down().filter(|_| notices.is_empty())?;
        Some(Self { shown, rows })
    }

    /// Wavefronts of eight rows, one unit of each.
    fn ways(&self) -> u32 {
        self.rows.read(self.shown.access, 0).ways()
    }

    /// What a read of these rows costs, and the memory that they take.
    fn told(&self) -> String {
        let padding =
            match (self.padding_bytes(), self.number("tile_padding_bytes"), self.number("tile_rows")) {
                (1.., Some(bytes), Some(rows)) => {
                    format!(" {} rows take {} bytes more.", rows.text, bytes.text)
                }
                _ => String::new(),
            };
        let leaves = if self.rows.keeps_units() { "" } else { " But a switch takes units into another row." };
        column_text(self.rows) + &padding + leaves
    }

    /// Bytes of a row that hold nothing.
    const fn padding_bytes(&self) -> u32 {
        self.rows.pitch_bytes - self.rows.data_bytes
    }
}

impl Facts for Below {
    /// For unit 0 of the rows: `ways`, the wavefronts of the `rows` that are read together, and the `wavefronts` of the access
    /// with its measured `cycles`. `closed`: how many wires are. Of a row `columns`, its elements, and `row_bytes`, which padding
    /// makes `pitch_bytes`; `tile_bytes` and `tile_padding_bytes` of all `tile_rows`. `copy_wavefronts`: what
    /// fills them, and `unpadded_copy_wavefronts` without padding.
    /// `slot ROW UNIT`, `bank ROW UNIT`, `byte ROW UNIT`: a unit's place in its line, its first bank, its first byte; `row ROW UNIT`
    /// and `unit ROW UNIT`, the numbers themselves.
    fn number(&self, name: &str) -> Option<Quantity> {
        let Self { shown, rows } = self;
        let read = rows.read(shown.access, 0);
        let (what, numbers) = words::asked(name)?;
        let tile_rows = || number_from_text(&shown.rows).ok();
        let value = match (what, &numbers[..]) {
            ("ways", []) => read.ways(),
            ("rows", []) => read.groups.first()?.lanes.len() as u32,
            ("wavefronts", []) => read.count(),
            ("cycles", []) if *rows == Rows::of_lines(rows.wires) => {
                let (value, text) =
                    (rows.wires.whole_cycles(shown.access, 0)?, rows.wires.cycles(shown.access, 0)?);
                return Some(Quantity { value: value.into(), text });
            }
            ("closed", []) => rows.wires.closed(),
            ("columns", []) => number_from_text(&shown.columns).ok()?,
            ("row_bytes", []) => rows.data_bytes,
            ("pitch_bytes", []) => rows.pitch_bytes,
            ("padding_bytes", []) => self.padding_bytes(),
            ("tile_rows", []) => tile_rows()?,
            ("tile_bytes", []) => tile_rows()?.checked_mul(rows.pitch_bytes)?,
            ("tile_padding_bytes", []) => tile_rows()?.checked_mul(self.padding_bytes())?,
            ("copy_wavefronts", []) => rows.copied()?,
            ("unpadded_copy_wavefronts", []) => Rows::plain(rows.data_bytes, rows.wires).copied()?,
            ("slot", [row, unit]) => rows.slot(*row, *unit),
            ("bank", [row, unit]) => rows.slot(*row, *unit) * UNIT_BANKS,
            ("byte", [row, unit]) => rows.byte(*row, *unit),
            ("row", [row, _]) => *row,
            ("unit", [_, unit]) => *unit,
            _ => return None,
        };
        Some(Quantity { value: value.into(), text: grouped(value) })
    }

    /// A number, or the XOR as code has it: `xor`.
    fn value(&self, name: &str) -> Option<String> {
        match name {
            "xor" => Some(self.rows.wires.expression()),
            _ => Some(self.number(name)?.text),
        }
    }

    fn judged(&self, stop: &Stop, answer: &Answer) -> Option<Judgement> {
        Some(match (&stop.ask.kind, answer) {
            // Any rows of the goal's pitch that are read as fast and keep their units.
            (Kind::Make(_), Answer::State(made)) => {
                let made = Self::of(made)?;
                let key = |below: &Below| {
                    let Rows { data_bytes, pitch_bytes, .. } = below.rows;
                    (data_bytes, pitch_bytes, below.ways(), below.rows.keeps_units())
                };
                (key(&made) == key(self), Some(made.told()))
            }
            // The fewest wavefronts; of those, the least memory.
            (Kind::Choose(options), Answer::Choice(place)) => {
                let key = |below: Below| (below.ways(), below.padding_bytes());
                let all = options.iter().filter_map(|(_, link)| Below::of(link)).map(key);
                let given = Below::of(options.get(*place)?.1)?;
                let told = given.told();
                (all.min() == Some(key(given)), Some(told))
            }
            _ => return None,
        })
    }

    fn slip(&self, name: &str, given: u64) -> Option<&'static str> {
        slip::sentence(self, SLIPS, name, given)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slip::{Slip, slips, worked_out};

    #[test]
    fn what_has_no_wires_is_no_figure() {
        assert!(Below::of("#/memory/lanes?wires=9").is_none());
    }

    #[test]
    fn every_formula_is_of_a_known_number() {
        let rows = Below::of("#/memory/lanes?wires=1").unwrap();
        for Slip { what, formula, .. } in slips(SLIPS) {
            let arguments = if ["bank", "slot"].contains(&what) { "3 2" } else { "" };
            assert!(rows.number(format!("{what} {arguments}").trim()).is_some(), "{what}");
            let formula = formula.split(" if ").next().unwrap_or_default();
            assert!(worked_out(&rows, formula, arguments).is_some(), "{formula}");
        }
    }
}
