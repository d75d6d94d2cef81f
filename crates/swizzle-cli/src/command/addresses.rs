//! `swizzle addresses`: the byte of every row's element, as a filter from CSV to CSV.

use super::*;
use swizzle_core::{
    Layout, LayoutParams,
    hardware::{FIELD_VALUES, UNIT_BYTES, read_k_bytes},
};

/// Fill in the column `byte` of CSV rows from standard input
///
/// The header must name element, major, swizzle, start, lbo_field, sbo_field, base_offset, mn and k, and may name arch,
/// in any order; other columns pass through. start is in bytes, the two fields in units of 16 bytes, numbers are decimal
/// or 0x hex; byte is absolute, modulo 2^18. A row without an answer passes through with byte empty, a message on
/// standard error names its line and column, and the exit code is 2. A warning names a row whose element no
/// single read reaches, because the descriptor's LBO is not the distance of the tile's columns.
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle addresses < rows.csv > answers.csv

where rows.csv contains
  element,major,swizzle,start,lbo_field,sbo_field,base_offset,mn,k
  bf16,K,128B,1024,1,64,0,3,40")]
pub(crate) struct Args {}

const FILTER: Filter<'_> = Filter {
    required: &["element", "major", "swizzle", "start", "lbo_field", "sbo_field", "base_offset", "mn", "k"],
    optional: &[("arch", &[])],
    answers: &["byte"],
};

pub(crate) fn run(_: &Args, out: &mut impl Write) -> Outcome {
    FILTER.run(out, |values| {
        let (byte, beyond) = byte_from_row(values)?;
        if let Some(why) = beyond {
            // A warning that cannot be written does not stop the filter.
            let _ = writeln!(io::stderr(), "line {}: warning: {why}", values.line());
        }
        Ok(vec![byte.to_string()])
    })
}

/// The address of a row's element, and why no read reaches it, if none does.
fn byte_from_row(values: &Values<'_>) -> Result<(u32, Option<String>), Fault> {
    values.choice::<Arch>("arch")?;
    let layout = Layout::new(LayoutParams {
        element: values.needed_choice("element")?,
        major: values.needed_choice("major")?,
        swizzle: values.needed_choice("swizzle")?,
        start_bytes: values.needed_number("start")?,
        lbo_bytes: bytes_from_field(field(values, "lbo_field")?),
        sbo_bytes: bytes_from_field(field(values, "sbo_field")?),
        base_offset: number_up_to(values, "base_offset", 7, "the range is 0 to 7 (3 bits)")? as u8,
        lbo_mode: LboMode::Relative,
        space: Default::default(),
    });
    let coord = Coord { mn: values.needed_number("mn")?, k: values.needed_number("k")? };
    let byte = layout.byte_from_element(coord).byte;
    Ok((byte, beyond_one_read(&layout, coord)))
}

/// Why no single read reaches an element: it is past the K of the longest read, in a column that the descriptor's LBO does not
/// lead to. In swizzled K-major layouts the field is usually 1, and the distance of the tile's columns is not in it.
fn beyond_one_read(layout: &Layout, coord: Coord) -> Option<String> {
    let digits = layout.digits_from_element(coord);
    let is_swizzled = layout.major() == Major::K && layout.swizzle() != Swizzle::None;
    let units = read_k_bytes(Operand::B, Sparsity::Sparse, LboMode::Relative) / UNIT_BYTES;
    let atom = layout.swizzle().atom(Major::K).bytes();
    let (k, lbo) = (coord.k, layout.column_bytes());
    let is_beyond = is_swizzled && digits.column > 0 && k / layout.element().per_unit() >= units;
    (is_beyond && lbo < atom).then(|| {
        format!(
            "k {k} is outside one read, in column {}: LBO ({lbo} bytes) is not a column distance, which is at least {atom} bytes",
            digits.column
        )
    })
}

fn number_up_to(values: &Values<'_>, name: &str, max: u32, rule: &str) -> Result<u32, Fault> {
    match values.needed_number(name)? {
        number if number <= max => Ok(number),
        number => Err(values.fault(name, format!("{number} is too large: {rule}"))),
    }
}

/// A 14-bit field. Bytes instead of units are an error.
fn field(values: &Values<'_>, name: &str) -> Result<u16, Fault> {
    let rule = "the range is 0 to 16383 (14 bits), in units of 16 bytes";
    number_up_to(values, name, FIELD_VALUES - 1, rule).map(|field| field as u16)
}
