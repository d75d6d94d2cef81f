//! The address computation of a producer, as CUDA code: the XOR is taken once, before the loop.

use alloc::format;
use alloc::string::String;

use crate::access::banks::WARP_LANES;
use crate::access::formula::{Formula, FormulaError, Known};
use crate::access::instruction::Access;
use crate::hardware::{Major, Named as _};
use crate::law::{Coord, Extent, Layout, swizzle_text};

/// The address computation of an access, as code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AddressCode {
    /// Lines of CUDA: `tile` is the tile's shared address, `lane` the lane; `use(address)` stands for the instruction.
    pub text: String,
    /// Bytes from one turn of the loop to the next, and how many there are.
    pub steps: (u32, u32),
}

/// The code of an access that walks along the rows of a matrix.
///
/// The unswizzled address has the bits of its place in the swizzle row below those of the row, so that a step inside of
/// the row flips bits that the lane left 0: one XOR with a constant, whatever the swizzle.
///
/// ```
/// use swizzle_core::access::{Form, Preset, address_code};
/// use swizzle_core::{Element, Major, Swizzle};
/// let layout = Form::Canonical(Swizzle::B128).layout(Element::Bf16, Major::K, 64, 64);
/// let preset = Preset::FragmentOfA;
/// let code = address_code(preset.access(), preset.formula_text(), &layout, (64, 64)).unwrap();
/// assert!(code.text.contains("uint32_t base = at ^ (at >> 3 & 0x70);"), "{}", code.text);
/// assert!(code.text.contains("use(base ^ step * 32);"), "{}", code.text);
/// assert_eq!(code.steps, (32, 4));
/// ```
///
/// # Errors
/// Where the formula is none, or has no answer for a lane.
pub fn address_code(
    access: Access,
    formula_text: &str,
    layout: &Layout,
    (rows, columns): (u32, u32),
) -> Result<AddressCode, FormulaError> {
    let formula = Formula::parse(formula_text)?;
    let (row, column) = formula_parts(formula_text);
    let known = |lane| Known::of(access, layout.element(), rows, columns, lane);
    let bits = layout.element().slot_bits();
    let mut reach = 0;
    for lane in 0..access.lanes().min(WARP_LANES) as u32 {
        let (_, column) = formula.inside(known(lane))?;
        reach = reach.max(column.saturating_mul(bits) / 8 + access.bytes());
    }
    let row_bytes = columns.saturating_mul(bits) / 8;
    let step = reach.next_power_of_two();
    let (run, at) = if layout.is_canonical() {
        (
            layout.swizzle().row_bytes(),
            canonical_at(layout, rows, columns),
        )
    } else {
        (
            row_bytes,
            format!("tile + row * {} + byte", layout.pitch_bytes()),
        )
    };
    let steps = (run.min(row_bytes) / step).max(1);
    let width = known(0).width;
    let mut text = format!(
        "// {}, {} of {} elements, {}\nuint32_t row = {row};\nuint32_t column = {column};  // elements\nuint32_t byte = {};\nuint32_t at = {at};\n",
        access.ptx(),
        match layout.major() {
            Major::K => "rows along K",
            Major::Mn => "rows along MN",
        },
        layout.element().name(),
        if layout.is_canonical() {
            swizzle_text(layout.swizzle())
        } else {
            "plain rows".into()
        },
        if bits >= 8 {
            format!("column * {}", bits / 8)
        } else {
            format!("column / {}", 8 / bits)
        },
    );
    let xor = layout.swizzle().xor();
    let is_swizzled = layout.is_canonical() && xor.bits > 0;
    if is_swizzled {
        let mask = ((1_u32 << xor.bits) - 1) << xor.base;
        text += &format!(
            "uint32_t base = at ^ (at >> {} & {mask:#x});  // the XOR, once\n",
            xor.shift
        );
    }
    let (base, sign) = if is_swizzled {
        ("base", '^')
    } else {
        ("at", '+')
    };
    text += &if steps > 1 {
        format!(
            "for (uint32_t step = 0; step < {steps}; ++step) use({base} {sign} step * {step});\n"
        )
    } else {
        format!("use({base});\n")
    };
    for (name, value) in [
        ("width", width),
        ("columns", columns),
        ("cols", columns),
        ("rows", rows),
    ] {
        text = with_number(&text, name, value);
    }
    Ok(AddressCode {
        text,
        steps: (step, steps),
    })
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

/// Row and column of a formula as they were written.
fn formula_parts(text: &str) -> (&str, &str) {
    let behind = ["->", "→", "=>", "="]
        .iter()
        .find_map(|arrow| text.split_once(arrow));
    let text = behind.map_or(text, |(_, behind)| behind).trim();
    let mut depth = 0_i32;
    let comma = text.char_indices().find(|(_, c)| {
        depth += i32::from(*c == '(') - i32::from(*c == ')');
        *c == ',' && depth <= 1
    });
    let (row, column) = text.split_at(comma.map_or(text.len(), |(at, _)| at));
    let column = column.trim_start_matches(',').trim();
    let is_bracketed = row.matches('(').count() > row.matches(')').count();
    if is_bracketed {
        let row = row.trim_start().strip_prefix('(').unwrap_or(row);
        (
            row.trim(),
            column.strip_suffix(')').unwrap_or(column).trim(),
        )
    } else {
        (row.trim(), column)
    }
}

/// The text with a number in place of a name.
fn with_number(text: &str, name: &str, number: u32) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let (mut out, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(name) {
        let (before, behind) = (&rest[..at], &rest[at + name.len()..]);
        let is_alone = !before.ends_with(is_word) && !behind.starts_with(is_word);
        out += before;
        // The declarations and the comment keep their words.
        if is_alone
            && !behind.starts_with(" =")
            && !before.ends_with("// ")
            && !before.ends_with(", ")
        {
            out += &format!("{number}");
        } else {
            out += name;
        }
        rest = behind;
    }
    out + rest
}
