//! The addresses of a tile as CSV and JSON: a row for each cell of the matrix view.

use super::*;
use std::fmt::Write as _;
use swizzle_core::descriptor::Descriptor;
use swizzle_core::law::{Coord, exact_text};
use swizzle_draw::Cells;
use swizzle_infer::trace::{Trace, trace_from_element};

/// The most rows that a table has.
pub const TABLE_ROWS_MAX: u64 = 1 << 20;

/// The first elements of the cells, in order of MN, then K; for elements, every one.
fn firsts(spec: &Spec, cells: Cells) -> Result<impl Iterator<Item = Coord>, ExportError> {
    let extent = spec.extent();
    let per_cell = match cells {
        Cells::Units => spec.layout().per_unit(),
        Cells::Elements => 1,
    };
    let (mn_step, k_step) = match spec.layout().major() {
        swizzle_core::hardware::Major::K => (1, per_cell),
        swizzle_core::hardware::Major::Mn => (per_cell, 1),
    };
    let rows = u64::from(extent.mn.div_ceil(mn_step)) * u64::from(extent.k.div_ceil(k_step));
    if rows > TABLE_ROWS_MAX {
        return Err(ExportError::TableTooLong(rows));
    }
    Ok((0..extent.mn)
        .step_by(mn_step as usize)
        .flat_map(move |mn| (0..extent.k).step_by(k_step as usize).map(move |k| Coord { mn, k })))
}

/// A column: its head and its values.
type Column = (&'static str, fn(&Trace) -> u32);

const COLUMNS: [Column; 8] = [
    ("mn", |trace| trace.coord.mn),
    ("k", |trace| trace.coord.k),
    ("byte", |trace| trace.address.byte),
    ("bit", |trace| trace.address.bit),
    ("absolute_bytes", |trace| trace.absolute_bytes),
    ("line_bytes", |trace| trace.line_bytes),
    ("unit_in_line", |trace| trace.unit_in_line),
    ("bank", |trace| trace.element_banks.0),
];

/// The addresses as CSV with a head line. A cell's row is that of its first element.
pub(crate) fn csv_from_spec(spec: &Spec, cells: Cells) -> Result<String, ExportError> {
    let mut csv = COLUMNS.map(|(head, _)| head).join(",") + "\n";
    for coord in firsts(spec, cells)? {
        values(&mut csv, &trace_from_element(spec.layout(), coord));
        csv.push('\n');
    }
    Ok(csv)
}

fn values(text: &mut String, trace: &Trace) {
    let mut comma = "";
    for (_, value) in COLUMNS {
        let _ = write!(text, "{comma}{}", value(trace));
        comma = ",";
    }
}

/// The addresses as JSON: link, layout, descriptor, columns, and a list of values for each cell.
pub(crate) fn json_from_spec(
    spec: &Spec,
    cells: Cells,
    link: &str,
    descriptor: Option<Descriptor>,
) -> Result<String, ExportError> {
    let descriptor = match descriptor {
        Some(descriptor) => format!("\"{descriptor}\""),
        None => "null".into(),
    };
    let mut json = format!(
        "{{\n  \"link\": \"{}\",\n  \"layout\": \"{}\",\n  \"descriptor\": {descriptor},\n  \"columns\": [\"{}\"],\n  \"cells\": [",
        escaped(link),
        exact_text(spec.layout(), spec.extent()),
        COLUMNS.map(|(head, _)| head).join("\",\""),
    );
    let mut comma = "";
    for coord in firsts(spec, cells)? {
        let _ = write!(json, "{comma}\n    [");
        values(&mut json, &trace_from_element(spec.layout(), coord));
        json.push(']');
        comma = ",";
    }
    json.push_str("\n  ]\n}\n");
    Ok(json)
}

/// A text, escaped for a JSON string.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\0'..='\u{1f}' => {
                let _ = write!(escaped, "\\u{:04x}", u32::from(character));
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_json_string_is_escaped() {
        assert_eq!(escaped("a\"b\\c\n×"), "a\\\"b\\\\c\\u000a×");
    }
}
