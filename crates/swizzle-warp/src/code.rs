//! The address computation of a producer, as CUDA code: the XOR is taken once, before the loop.

use crate::banks::WARP_LANES;
use crate::formula::{Formula, FormulaError, Known};
use crate::instruction::{Access, Transfer};
use crate::preset::Preset;
use swizzle_core::hardware::{Major, Named as _};
use swizzle_core::law::{Coord, Extent, Layout, swizzle_text};

/// The address computation of an access, as code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressCode {
    /// Lines of CUDA: `tile` is the shared address of the tile, or of the stage that is filled, `lane` the lane;
    /// `use(address)` stands for the instruction at element (`row`, `column` and `step` times the elements of a step). One
    /// warp runs them, or where an accumulator is stored, all four of a warpgroup: each writes the rows that it holds.
    pub text: String,
    /// Bytes from one turn of the innermost loop to the next, and how many there are.
    pub steps: (u32, u32),
    /// Warps that share the work.
    pub warps: u32,
    /// Rows and columns, in elements, that all turns of all warps reach; the first line says so where that is not the matrix.
    pub covered: (u32, u32),
}

/// Warps of a warpgroup, and the rows that each holds of an accumulator of `wgmma`, m64.
///
/// Source: PTX ISA, register fragments of `wgmma.mma_async`, D.
const WARPGROUP: u32 = 4;
const WARP_ROWS: u32 = 16;

/// The rows and bytes that the lanes of one access cover together.
struct Footprint {
    rows: u32,
    bytes: u32,
    /// Whether they take all of it, each byte once.
    is_whole: bool,
}

impl Footprint {
    fn of(
        access: Access,
        formula: &Formula,
        known: impl Fn(u32) -> Known,
        bits: u32,
    ) -> Result<Self, FormulaError> {
        let mut taken: Vec<(u32, u32)> = Vec::new();
        let inside = formula.inside();
        for lane in 0..access.lanes().min(WARP_LANES) as u32 {
            let (row, column) = inside(known(lane))?;
            taken.push((row, column.saturating_mul(bits) / 8));
        }
        let end = |of: fn(&(u32, u32)) -> u32| taken.iter().map(of).max().unwrap_or(0);
        let (rows, reach) = (end(|at| at.0) + 1, end(|at| at.1) + access.bytes());
        let count = taken.len() as u64;
        taken.sort_unstable();
        taken.dedup();
        let bytes = reach.next_power_of_two();
        let is_aligned = taken.iter().all(|(_, byte)| byte.is_multiple_of(access.bytes()));
        let filled = count * u64::from(access.bytes()) == u64::from(rows) * u64::from(bytes);
        Ok(Self { rows, bytes, is_whole: is_aligned && filled && taken.len() as u64 == count })
    }
}

/// Writes the code of an access that walks over a matrix: along the rows, and from rows to rows if the lanes of one access
/// cover whole rows of bytes together.
///
/// The unswizzled address has the bits of its place in the swizzle row below those of the row, so that a step inside the
/// row flips bits that the lane left 0: one XOR with a constant, for any swizzle. The XOR is that of the absolute
/// address: for another stage, `tile` is that stage's.
///
/// ```
/// use swizzle_warp::{Form, Preset, address_code};
/// use swizzle_core::{Element, Major, Swizzle};
/// let layout = Form::Canonical(Swizzle::B128).layout(Element::Bf16, Major::K, 64, 64);
/// let preset = Preset::FragmentOfA;
/// let code = address_code(preset.access(), preset.formula_text(), &layout, (64, 64)).unwrap();
/// assert!(code.text.contains("uint32_t base = at ^ (at >> 3 & 0x70);"), "{}", code.text);
/// assert!(code.text.contains("use(base ^ step * 32);"), "{}", code.text);
/// assert_eq!((code.steps, code.covered), ((32, 4), (64, 64)));
/// ```
///
/// # Errors
/// If the text is not a formula, or the formula has no answer for a lane.
pub fn address_code(
    access: Access,
    formula_text: &str,
    layout: &Layout,
    (rows, columns): (u32, u32),
) -> Result<AddressCode, FormulaError> {
    let formula = Formula::parse(formula_text)?;
    let known = |lane| Known::of(access, layout.element(), rows, columns, lane);
    let width = format!("{}", known(0).width);
    let (all_columns, all_rows) = (format!("{columns}"), format!("{rows}"));
    let words = [
        ("width", &*width),
        ("columns", &*all_columns),
        ("cols", &*all_columns),
        ("rows", &*all_rows),
        ("lane_id", "lane"),
        ("laneid", "lane"),
        ("tid", "lane"),
    ];
    let (row, column) = formula.with_words(&words);
    let bits = layout.element().slot_bits();
    let footprint = Footprint::of(access, &formula, known, bits)?;
    let row_bytes = columns.saturating_mul(bits) / 8;
    let step = footprint.bytes;
    let is_canonical = layout.is_canonical();
    let run = if is_canonical { layout.swizzle().row_bytes() } else { row_bytes };
    let steps = (run.min(row_bytes) / step).max(1);
    // The bytes of a row that the innermost loop covers, and how often that repeats along the row and down the rows.
    let taken = steps * step;
    let is_repeated = footprint.is_whole && (taken.is_multiple_of(run) || taken >= row_bytes);
    let (runs, blocks) =
        if is_repeated { ((row_bytes / taken).max(1), (rows / footprint.rows).max(1)) } else { (1, 1) };
    let covered = (
        rows.min(blocks * footprint.rows),
        columns.min((u64::from(runs) * u64::from(taken) * 8 / u64::from(bits)) as u32),
    );
    let is_epilogue = is_epilogue(access, formula_text, &footprint);
    let mut text = format!(
        "// {}, {} of {} elements, {}, {}{}\n",
        access.ptx(),
        match layout.major() {
            Major::K => "rows along K",
            Major::Mn => "rows along MN",
        },
        layout.element().name(),
        if is_canonical { swizzle_text(layout.swizzle()) } else { "plain rows".into() },
        if is_epilogue { "by the four warps of a warpgroup" } else { "by one warp" },
        left_out(&footprint, covered, (rows, columns)),
    );
    let mut indent = String::new();
    let elements = taken * 8 / bits;
    let (mut first_row, mut first_column) = (String::new(), String::new());
    if is_epilogue {
        text += &rows_of_warp(footprint.rows, covered.0, &mut indent);
        first_row = match footprint.rows {
            WARP_ROWS => "row0 + ".into(),
            _ => "row1 + ".into(),
        };
    } else if blocks > 1 {
        text += &format!("for (uint32_t row0 = 0; row0 < {}; row0 += {}) {{\n", covered.0, footprint.rows);
        indent += "  ";
        first_row = "row0 + ".into();
    }
    if runs > 1 {
        text += &format!(
            "{indent}for (uint32_t column0 = 0; column0 < {}; column0 += {elements}) {{\n",
            covered.1
        );
        indent += "  ";
        first_column = "column0 + ".into();
    }
    let at = if is_canonical {
        canonical_at(layout, rows, columns)
    } else {
        format!("tile + row * {} + byte", layout.pitch_bytes())
    };
    let byte = match bits {
        8.. => format!("column * {}", bits / 8),
        _ => format!("column / {}", 8 / bits),
    };
    text += &format!(
        "{indent}uint32_t row = {};\n{indent}uint32_t column = {};  // elements\n{indent}uint32_t byte = {byte};\n{indent}uint32_t at = {at};\n",
        added_to(&first_row, &row),
        added_to(&first_column, &column),
    );
    let xor = layout.swizzle().xor();
    let is_swizzled = is_canonical && xor.bits > 0;
    if is_swizzled {
        let mask = ((1_u32 << xor.bits) - 1) << xor.base;
        text +=
            &format!("{indent}uint32_t base = at ^ (at >> {} & {mask:#x});  // the XOR, once\n", xor.shift);
    }
    let (base, sign) = if is_swizzled { ("base", '^') } else { ("at", '+') };
    text += &match steps {
        1 => format!("{indent}use({base});\n"),
        _ => format!(
            "{indent}for (uint32_t step = 0; step < {steps}; ++step) use({base} {sign} step * {step});\n"
        ),
    };
    for at in (0..indent.len() / 2).rev() {
        text += &format!("{}}}\n", &indent[..at * 2]);
    }
    Ok(AddressCode { text, steps: (step, steps), warps: if is_epilogue { WARPGROUP } else { 1 }, covered })
}

/// Whether an accumulator is stored, of which each warp of a warpgroup holds other rows.
fn is_epilogue(access: Access, formula_text: &str, footprint: &Footprint) -> bool {
    let by_hand = Preset::EpilogueStore;
    let is_by_hand = access == by_hand.access() && formula_text.trim() == by_hand.formula_text();
    let is_store = access.transfer() == Transfer::StoreMatrix || is_by_hand;
    is_store && WARP_ROWS.is_multiple_of(footprint.rows)
}

/// The loops over the rows that a warp holds, and what of it is not for `row0`.
fn rows_of_warp(rows: u32, end: u32, indent: &mut String) -> String {
    let mut text = format!(
        "uint32_t warp = threadIdx.x / 32;  // a warp holds {WARP_ROWS} rows of m64\n\
         for (uint32_t row0 = {WARP_ROWS} * (warp % {WARPGROUP}); row0 < {end}; row0 += {}) {{\n",
        WARPGROUP * WARP_ROWS
    );
    *indent += "  ";
    if rows < WARP_ROWS {
        let ends = if end.is_multiple_of(WARP_ROWS) { String::new() } else { format!(" && row1 < {end}") };
        text += &format!(
            "{indent}for (uint32_t row1 = row0; row1 < row0 + {WARP_ROWS}{ends}; row1 += {rows}) {{\n"
        );
        *indent += "  ";
    }
    text
}

/// Describes the part of the matrix that the code does not reach, for its first line; nothing if it reaches all.
fn left_out(footprint: &Footprint, covered: (u32, u32), (rows, columns): (u32, u32)) -> String {
    if footprint.is_whole && covered == (rows, columns) {
        return String::new();
    }
    let why = if footprint.is_whole { "" } else { ", with gaps or overlaps between the lanes of one access" };
    format!(
        ". Incomplete: it reaches {} of {rows} rows and {} of {columns} columns{why}",
        covered.0, covered.1
    )
}

/// The address before the XOR in a canonical layout; terms that a matrix of this extent does not need are left out.
fn canonical_at(layout: &Layout, rows: u32, columns: u32) -> String {
    let atom = layout.swizzle().atom(layout.major());
    let Coord { mn, k } = Coord::at(layout.major(), columns, rows);
    let (column_count, group_count) = layout.columns_and_groups(Extent { mn, k });
    let run = layout.swizzle().row_bytes();
    let mut at = String::from("tile");
    if group_count > 1 {
        at += &format!(" + row / {} * {}", atom.rows, layout.group_bytes());
        at += &format!(" + row % {} * {run}", atom.rows);
    } else {
        at += &format!(" + row * {run}");
    }
    if column_count > 1 {
        at += &format!(" + byte / {run} * {} + byte % {run}", layout.column_bytes());
    } else {
        at += " + byte";
    }
    at
}

/// Something is added to an expression: it is bracketed where its operators bind less.
fn added_to(first: &str, expression: &str) -> String {
    if !first.is_empty() && expression.contains(['&', '|', '^', '<', '>', '?']) {
        format!("{first}({expression})")
    } else {
        format!("{first}{expression}")
    }
}
