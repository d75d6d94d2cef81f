//! The numbers of a stage of scale factors.

use super::*;
use swizzle_lints::{order_fault, order_text};
use swizzle_tmem::scale::{BLOCK_BYTES, BLOCK_FACTORS, BLOCK_ROWS, ScaleStage};

/// A stage of scale factors.
#[derive(Debug, Clone, PartialEq)]
pub struct Staged {
    /// The state that the page of scale factors would show.
    pub shown: ScaleShown,
    /// The stage that follows from it.
    pub stage: ScaleStage,
}

impl Staged {
    /// Returns the stage that a link of the page of scale factors describes; none if there is no such stage.
    ///
    /// ```
    /// use swizzle_learn::{Facts as _, Staged};
    /// let stage = Staged::of("#/scale?row=0&block=0").unwrap();
    /// let number = |name| stage.number(name).map(|found| found.value);
    /// assert_eq!((number("byte 37 5"), number("column 37 5"), number("id_of_step 5")), (Some(597), Some(5), Some(1)));
    /// assert_eq!((number("copies"), number("column 128 0")), (Some(4), None));
    /// ```
    pub fn of(link: &str) -> Option<Self> {
        let shown = form_from_link::<ScaleShown>(link).shown;
        let stage = shown.stage().ok()?;
        Some(Self { shown, stage })
    }
}

impl Facts for Staged {
    /// Returns a number by its name. For a factor by row and block: `byte` of the stage as the copies read it, `written_byte`,
    /// `byte_in_block`, `unit` and `byte_in_unit` of that, `block_number`, the `column`, the `word_byte` in it, the `lane` of
    /// the first copy, `lane_of_warp ROW BLOCK WARP`, the `step` that uses it, `row` and `col`, the numbers themselves.
    /// `block_of K`: the block of an element, which is `first_of_block K` to `last_of_block K`. `column_of_step`, `id_of_step`:
    /// what an instruction is given. For the stage: `rows`, `blocks`, `k` of all, `k_of_block`, `k_of_step`, `per_step`, `columns`, `columns_of_word`, `copies`,
    /// `stage_blocks`, `factors`, `wrong`. For all: `block_bytes`, `block_rows`, `block_factors`, `unit_bytes`,
    /// `word_bits`, `warp_lanes`.
    fn number(&self, name: &str) -> Option<Quantity> {
        let (what, numbers) = asked(name)?;
        let (stage, shape) = (&self.stage, &self.stage.shape);
        let columns = &stage.readings[0].columns;
        let per_block = shape.scaling.elements(shape.sparsity);
        let (high, wide) = stage.block_counts();
        let of_step = |step: u32| Some(stage.given(0, step).ok()?.0);
        Some(count(match (what, &numbers[..]) {
            ("rows", []) => shape.rows,
            ("blocks", []) => shape.factors,
            ("k", []) => shape.factors * per_block,
            ("k_of_block", []) => per_block,
            ("k_of_step", []) => shape.step_k,
            ("per_step", []) => shape.scaling.per_step(),
            ("columns", []) => columns.law.columns(),
            ("columns_of_word", []) => columns.columns_of_word(),
            ("copies", []) => stage.copies_of(0),
            ("stage_blocks", []) => high * wide,
            ("factors", []) => shape.rows * shape.factors,
            ("wrong", []) => stage.wrong_factors(),
            ("block_bytes", []) => BLOCK_BYTES,
            ("block_rows", []) => BLOCK_ROWS,
            ("block_factors", []) => BLOCK_FACTORS,
            ("unit_bytes", []) => UNIT_BYTES,
            ("warp_lanes", []) => WARP_LANES,
            ("word_bits", []) => 8 * CELL_BYTES,
            ("block_of", [k]) => k / per_block,
            ("first_of_block", [k]) => k / per_block * per_block,
            ("last_of_block", [k]) => (k / per_block + 1) * per_block - 1,
            ("column_of_step", [step]) => of_step(*step)?.column,
            ("id_of_step", [step]) => of_step(*step)?.id,
            ("row", [row, _, ..]) => *row,
            ("col", [_, block, ..]) => *block,
            (_, [row, block, rest @ ..]) => {
                let found = stage.follow(*row, *block).ok()?;
                let byte = found.read_byte;
                let cells = found.cells.first()?;
                match (what, rest) {
                    ("byte", []) => byte,
                    ("written_byte", []) => found.written_byte,
                    ("byte_in_block", []) => byte % BLOCK_BYTES,
                    ("unit", []) => byte % BLOCK_BYTES / UNIT_BYTES,
                    ("byte_in_unit", []) => byte % UNIT_BYTES,
                    ("block_number", []) => byte / BLOCK_BYTES,
                    ("column", []) => cells.first()?.column,
                    ("word_byte", []) => found.byte_of_word(),
                    ("lane", _) => cells.first()?.lane,
                    ("lane_of_warp", [warp]) => {
                        let mut lanes = cells.iter().map(|cell| cell.lane);
                        lanes.find(|lane| lane / WARP_LANES == *warp)?
                    }
                    ("step", []) => found.step?.0,
                    _ => return None,
                }
            }
            _ => return None,
        }))
    }

    /// A number, or a name: `kind`, `operand` of the factors, the order `written` and the order `read`.
    fn value(&self, name: &str) -> Option<String> {
        Some(match name {
            "kind" => self.shown.kind.name().into(),
            "operand" => match self.shown.operand {
                Operand::A => "SFA".into(),
                Operand::B => "SFB".into(),
            },
            "written" => order_text(self.shown.written).into(),
            "read" => order_text(self.shown.read).into(),
            _ => self.number(name)?.text,
        })
    }

    fn judged(&self, stop: &Stop, answer: &Answer) -> Option<Judgement> {
        let (Kind::Choose(options), Answer::Choice(place)) = (&stop.ask.kind, answer) else { return None };
        let fault = order_fault(&Self::of(options.get(*place)?.1)?.stage);
        Some((fault.is_none(), fault.map(|[what, why]| format!("{what}. {why}"))))
    }

    fn slip(&self, name: &str, given: u64) -> Option<&'static str> {
        sentence(self, include_str!("../../slips/stage.txt"), name, given)
    }
}
