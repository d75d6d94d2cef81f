//! The slips behind wrong answers about tensor memory.

use crate::slip::formula::{sentence_of, slips_of};
use crate::tensor::answer::{fault, is_right};
use crate::tensor::{Planned, facts, is_of_scale, stage_slip};
use crate::{Answer, Facts, Kind, Stop};
use swizzle_text::Quantity;
use swizzle_tmem::plan::{Cell, Held};

const ROW_AS_LANE: &str = "That is the row. Here a row is not in the lane of its own number.";
const COLUMN_OF_D: &str =
    "That is the column of D. The question asks for the lane, which follows from the row.";
const LANE_OF_WARP: &str =
    "That counts lanes within the warp. Tensor memory counts them through all warps.";
const COLUMN_IN_REGION: &str =
    "That counts from the first column of D. Add the column in which D begins.";
const COLUMN_BYTES: &str =
    "That counts bytes. A column is a word of four bytes, and columns count words.";
const PACKED_PAIRS: &str =
    "That puts two elements in a word. D has one element in each, whatever its type.";
const ROWS_COUNTED: &str = "Those are the rows, each in a lane. The question asks for columns.";
const ELEMENTS_COUNTED: &str = "Those are all elements of D. Each column holds one of every row.";
const SWAPPED_HALVES: &str =
    "The lane belongs in the upper half of the word, the column in the lower.";
const NO_LANE: &str = "That is the column alone. The lane is in the bits from 16 on.";
const NO_COLUMN: &str = "That is the lane alone. The column is in the bits up to 15.";
const WARP_OF_SIXTEEN: &str = "A warp reaches more lanes than sixteen.";
const LANE_IN_WARP: &str = "That is the lane within its warp. The question asks which warp.";
const LANE_AS_WARP: &str = "That is the lane. The question asks for the warp that reaches it.";
const COUNTED_COLUMN: &str = "That is the column of tensor memory. Registers count from the column at which the load begins.";
const THREAD_AS_REGISTER: &str = "That is the thread. The question asks for its register.";
const WARP_FIRST: &str = "That is the first lane of its warp. Count on to the row within the warp.";
const OTHER_HALF: &str =
    "That is in the other half of the lanes of its warp, where another tile may be.";
const BEHIND: &str =
    "That puts the second tile after all rows of the first. It is in the gaps between them.";
const ALL_APART: &str = "That gives each its own columns. Two of them share theirs.";
const FIRST_ONLY: &str = "Those are the columns of one. Another has columns of its own.";
const EIGHT_UP: &str = "That register has the row eight lanes further up.";
const ALL_OF_B: &str = "Those are all columns of B. Each CTA brings a part of them.";
const ROWS_OF_A: &str = "Those are rows of A, or of D. The question asks for columns of B.";
const HALF_OF_FACTORS: &str =
    "That is for half of B. A CTA holds all columns of D, which all need their factors.";
const FACTOR_EACH: &str =
    "That gives each column of B a column of tensor memory. Thirty-two share one.";
const QUARTER: &str = "That is where the manual would have its first copy.";

type Formulas = &'static [(&'static str, &'static str, &'static str)];

/// A quantity asked for, with a region behind an underscore if it is of one, a slip on the way to it, and the sentence about
/// that slip; the likeliest slip first.
const FORMULAS: &[(&str, &str, &str)] = &[
    ("lane", "row(@)", ROW_AS_LANE),
    ("lane", "first_lane(@)", WARP_FIRST),
    ("lane", "lane(@) % warp_lanes", LANE_OF_WARP),
    ("lane", "lane(@) + 16", OTHER_HALF),
    ("lane", "lane(@) - 16", OTHER_HALF),
    ("lane_d2", "row(@) + m", BEHIND),
    ("lane", "col(@)", COLUMN_OF_D),
    ("lane", "column(@)", COLUMN_OF_D),
    ("lane_sfb", "quarter_lane(@)", QUARTER),
    ("columns_sfb", "columns / 2", HALF_OF_FACTORS),
    ("columns_sfb", "n", FACTOR_EACH),
    ("columns_sfb", "n / 2", FACTOR_EACH),
    ("used_columns", "3 * columns", ALL_APART),
    ("used_columns", "columns", FIRST_ONLY),
    ("b_of_cta", "n", ALL_OF_B),
    ("b_of_cta", "m", ROWS_OF_A),
    ("b_of_cta", "rows_of_cta", ROWS_OF_A),
    ("columns", "4 * columns", COLUMN_BYTES),
    ("columns", "columns / 2", PACKED_PAIRS),
    ("columns", "m * n", ELEMENTS_COUNTED),
    ("columns", "m", ROWS_COUNTED),
    ("address", "column(@) * 65536 + lane(@)", SWAPPED_HALVES),
    ("address", "column(@)", NO_LANE),
    ("address", "lane(@) * 65536", NO_COLUMN),
    ("address", "row(@) * 65536 + col(@)", COLUMN_IN_REGION),
    ("warp", "lane(@) / 16", WARP_OF_SIXTEEN),
    ("warp", "lane(@) % warp_lanes", LANE_IN_WARP),
    ("warp", "lane(@)", LANE_AS_WARP),
    ("register", "register(@) - 2", EIGHT_UP),
    ("register", "column(@)", COUNTED_COLUMN),
    ("register", "col(@)", COUNTED_COLUMN),
    ("register", "thread(@)", THREAD_AS_REGISTER),
];

/// Describes the likely mistake in an answer, in a sentence; none if it is right, or no slip leads to it.
pub(crate) fn hint(stop: &Stop, answer: &Answer) -> Option<String> {
    if is_right(stop, answer)? {
        return None;
    }
    let link = stop.asked_link();
    match (&stop.ask.kind, answer) {
        (Kind::Number(name), Answer::Number(given)) => {
            let formulas = match is_of_scale(link) {
                true => stage_slip::FORMULAS,
                false => FORMULAS,
            };
            number((&*facts(link)?, formulas), name, *given).map(Into::into)
        }
        (Kind::Cell { element, .. }, Answer::Cell { at, .. }) => {
            let [cta, lane, column] = *at;
            let given = Cell { cta, lane, column };
            let asked = Planned::of(link)?;
            Some(clicked(&asked, asked.cell(element)?, given))
        }
        (Kind::Choose(options), Answer::Choice(place)) => fault(options.get(*place)?.1),
        (Kind::Make(_), Answer::State(made)) => fault(made),
        _ => None,
    }
}

/// The numbers of a plan, where what has a region is of this one.
struct OfRegion<'a>(&'a dyn Facts, &'a str);

impl Facts for OfRegion<'_> {
    fn number(&self, name: &str) -> Option<Quantity> {
        let Self(plan, region) = self;
        let (what, numbers) = name.split_once(' ').unwrap_or((name, ""));
        let of_region = format!("{what} {region} {numbers}");
        let of_region = (!region.is_empty()).then(|| plan.number(of_region.trim()));
        of_region.flatten().or_else(|| plan.number(name))
    }
}

fn number(
    (asked, formulas): (&dyn Facts, Formulas),
    name: &str,
    given: u64,
) -> Option<&'static str> {
    let wanted = asked.number(name)?.value;
    let (what, arguments) = name.split_once(' ').unwrap_or((name, ""));
    let (region, numbers) = match arguments.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
        true => arguments.split_once(' ').unwrap_or((arguments, "")),
        false => ("", arguments),
    };
    let facts = OfRegion(asked, region);
    let own = slips_of(formulas, &facts, &format!("{what}_{region}"), numbers);
    let slips = [own, slips_of(formulas, &facts, what, numbers)].concat();
    sentence_of(slips, wanted, given)
}

/// Describes the cell that was clicked, and whether its lane or its column is right.
fn clicked(asked: &Planned, wanted: Cell, given: Cell) -> String {
    let held = asked.laid.at(given);
    let held: Vec<String> = held.iter().map(Held::text).collect();
    let held = match held.is_empty() {
        true => "no element".into(),
        false => held.join(" and "),
    };
    let right = match (given.lane == wanted.lane, given.column == wanted.column) {
        (true, false) => " The lane is right, the column is another.",
        (false, true) => " The column is right, the lane is another.",
        _ if (given.lane, given.column) == (wanted.column, wanted.lane) => {
            " That takes the lane for the column: an element is named by its row first."
        }
        _ => "",
    };
    format!(
        "You clicked lane {}, column {}, which holds {held}.{right}",
        given.lane, given.column
    )
}
