//! `swizzle tma`: whether the driver accepts a map and why not, and where a box's bytes land, as a filter from CSV to CSV.

use std::io::Read as _;

use super::*;
use swizzle_core::tma::{
    DataType, MapSwizzle, Refusal, TensorMap, demands, landing_from_map, refusals_of_map,
};
use swizzle_lints::tma::DriverEnum as _;
use swizzle_lints::tma::{Covered, TypedField};

/// Parses a chip whose legal tensor maps are known.
fn target() -> impl TypedValueParser<Value = Chip> {
    choice_among(Chip::with_tma())
}

/// Check whether the driver accepts a tensor map, from a text or from CSV rows on standard input
///
/// A text is a call that encodes the map, a print of its arguments, or a box in words. The exit code is 0 if the copy is
/// correct, 1 if it is refused or its box has gaps, and 2 if the text is incomplete or a word could not be read.
///
/// For CSV the columns accepted, address, why and covers are filled in. A row is a tensor map and a place in its box.
/// accepted is 1 if the driver accepts the map, otherwise 0, and why names each argument at fault. covers is the number of
/// bytes of shared memory that the box covers, including gaps; address is where a byte of a row of the box lands, empty if
/// the map is refused or row and byte are empty.
///
/// The header must name swizzle, and the box: box_inner_bytes and box_rows (with element_bytes or type), or box, a list of
/// elements with the contiguous dimension first, or channels and pixels for an im2col map. It may name type, rank,
/// global_address, extents, strides (in bytes, from the second dimension on), element_strides, interleave, l2_promotion,
/// oob_fill, lower_corner, upper_corner, destination, row and byte, and any of these as the driver calls its arguments
/// (boxDim, globalStrides, …). Enumerations are names (128B, CU_TENSOR_MAP_SWIZZLE_128B) or the driver's numbers.
/// Unspecified values of the tensor are chosen so that they are valid. Other columns pass through. A row without an answer
/// passes through with all four empty, a message on standard error names its line and column, and the exit code is 2.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle tma < rows.csv > answers.csv
  swizzle tma 'box 64x128 bf16 SW128'
  swizzle tma < dump.txt

where rows.csv contains
  swizzle,element_bytes,box_inner_bytes,box_rows,destination,row,byte
  128B,2,128,64,1024,3,40

or
  swizzle,type,extents,strides,box
  CU_TENSOR_MAP_SWIZZLE_128B,BFLOAT16,1000 4096,2000,64 128")]
pub(crate) struct Args {
    /// The call, the print or the box [default: standard input]
    #[arg(value_name = "TEXT", allow_negative_numbers = true)]
    words: Vec<String>,
    /// Print JSON: map, verdict, refusals, findings, link (only for a text)
    #[arg(long)]
    json: bool,
    /// The chip that the map is for; chips other than sm_90 follow the documentation [default: from the text, or sm_90]
    #[arg(long, value_parser = target())]
    arch: Option<Chip>,
}

/// Optional columns of a row's box and cell, by name.
const OF_ROW: [&str; 7] =
    ["element_bytes", "box_inner_bytes", "box_rows", "destination", "row", "byte", "buffer_bytes"];

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    if !args.words.is_empty() {
        let text = args.words.join(" ");
        return match tma_text::map(&text, args.arch) {
            Some(print) => tma_text::write(&print, args.json, out),
            None => Err(no_map(&text)),
        };
    }
    let mut input = standard_input("a tensor map or CSV")?;
    let mut start = Vec::new();
    while start.trim_ascii().is_empty() && input.read_until(b'\n', &mut start)? > 0 {}
    if !is_header(&start) {
        input.read_to_end(&mut start)?;
        let text = String::from_utf8_lossy(&start);
        if let Some(print) = tma_text::map(&text, args.arch) {
            return tma_text::write(&print, args.json, out);
        }
    }
    table(args.arch.unwrap_or(Chip::Sm90), start.chain(input), out)
}

fn no_map(text: &str) -> Failure {
    Failure::Input(format!(
        "“{}” is not a tensor map. Expected: a call of cuTensorMapEncodeTiled, a print of its arguments, or a box in words, such as box 64x128 bf16 SW128",
        swizzle_core::hardware::quoted(text)
    ))
}

/// Whether a line is the header of a table: one of its columns is `swizzle`.
fn is_header(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let mut columns = text.split(',');
    let is_named = |column: &str| column.trim_matches(['"', ' ', '\r', '\n', '\u{feff}']) == "swizzle";
    columns.any(is_named)
}

/// Fills in the columns of a table.
fn table(arch: Chip, input: impl BufRead, out: &mut impl Write) -> Outcome {
    let fields = arguments().map(|field| (field.key, field.aliases));
    let optional: Vec<_> = fields.chain(OF_ROW.map(|name| (name, &[][..]))).collect();
    let filter = Filter {
        required: &["swizzle"],
        optional: &optional,
        answers: &["accepted", "address", "why", "covers"],
    };
    filter.run_on(input, out, |row| {
        let map = map_from_row(row)?;
        let refusals = refusals_of_map(&map, arch);
        if !refusals.is_empty() {
            return Ok(vec!["0".into(), String::new(), quoted(&why(&refusals)), String::new()]);
        }
        let (address, overrun, covers) = landed(row, &map)?;
        Ok(vec!["1".into(), address, quoted(&overrun), covers])
    })
}

/// The reasons, each at its argument.
fn why(refusals: &[Refusal]) -> String {
    let one = |refusal: &Refusal| format!("{}: {}", refusal.argument, refusal.text);
    joined(refusals.iter().map(one), " ")
}

/// A field of CSV.
fn quoted(text: &str) -> String {
    if text.contains([',', '"']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}

fn map_from_row(row: &Values<'_>) -> Result<TensorMap, Fault> {
    let swizzle = row.read("swizzle", MapSwizzle::from_any)?;
    let swizzle = row.needed("swizzle", swizzle)?;
    let data_type = data_type(row)?;
    let mut typed = TypedMap::default();
    for field in arguments() {
        let text = row.text(field.key)?;
        *(field.of_mut)(&mut typed) = text.map(Cow::into_owned).unwrap_or_default();
    }
    typed.data_type = data_type.name().into();
    typed.swizzle = swizzle.name().into();
    if typed.box_elements.is_empty() && !typed.is_im2col() {
        typed.box_elements = box_from_row(row, data_type)?;
    }
    if typed.extents.is_empty() {
        typed.extents = extents_for(&typed);
    }
    typed.map().map_err(|(field, why)| row.fault(column_of(field), why))
}

/// The type, by its name or by the bytes of an element.
fn data_type(row: &Values<'_>) -> Result<DataType, Fault> {
    let named = row.read("type", DataType::from_any)?;
    let bytes = row.number("element_bytes")?;
    match (named, bytes) {
        (Some(named), Some(bytes)) if named.global_bits() != bytes.saturating_mul(8) => {
            let why = format!("{bytes} bytes, but {} has {} bits", named.name(), named.global_bits());
            Err(row.fault("element_bytes", why))
        }
        (Some(named), _) => Ok(named),
        (None, Some(1)) => Ok(DataType::Uint8),
        (None, Some(2)) => Ok(DataType::Uint16),
        (None, Some(4)) => Ok(DataType::Uint32),
        (None, Some(8)) => Ok(DataType::Uint64),
        (None, Some(other)) => Err(row.fault("element_bytes", format!("{other} is not one of 1, 2, 4, 8"))),
        (None, None) => Err(row.fault("element_bytes", "the value is empty: specify type or element_bytes")),
    }
}

/// The box of rank 2 of the bytes of a row, and the rows.
fn box_from_row(row: &Values<'_>, data_type: DataType) -> Result<String, Fault> {
    let missing = |column: &str| row.fault(column, "the value is empty: specify it, or box");
    let inner = row.number("box_inner_bytes")?.ok_or_else(|| missing("box_inner_bytes"))?;
    let rows = row.number("box_rows")?.ok_or_else(|| missing("box_rows"))?;
    let bits = data_type.global_bits();
    if !(u64::from(inner) * 8).is_multiple_of(bits.into()) {
        let why = format!("{inner} is not a whole number of elements of {} bytes", bits / 8);
        return Err(row.fault("box_inner_bytes", why));
    }
    Ok(format!("{}, {rows}", u64::from(inner) * 8 / u64::from(bits)))
}

/// Extents of a tensor with room for every box, with row sizes that are valid strides.
fn extents_for(typed: &TypedMap) -> String {
    let count =
        |text: &str| text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).count();
    let rank = typed.rank.trim().parse().unwrap_or(0);
    let lists = [&typed.box_elements, &typed.element_strides].map(|text| count(text));
    let rank = lists.into_iter().max().unwrap_or(0).max(rank).max(count(&typed.strides) + 1);
    let least = if typed.is_im2col() { 4 } else { 1 };
    let extents = ["4096", "4096", "64", "64", "64"];
    extents[..rank.clamp(least, 5)].join(", ")
}

/// The column of a field at fault.
fn column_of(name: &str) -> &'static str {
    let field = arguments().find(|field| field.name == name);
    field.map_or("box", |field| field.key)
}

/// The arguments that have columns of their own; that of the swizzle is required.
fn arguments() -> impl Iterator<Item = &'static TypedField> {
    TYPED_FIELDS.iter().filter(|field| field.key != "swizzle")
}

/// Returns the address at which the byte lands, whether the box overruns its buffer, and how much it covers.
fn landed(row: &Values<'_>, map: &TensorMap) -> Result<(String, String, String), Fault> {
    let destination = row.number("destination")?;
    let Ok(landing) = landing_from_map(map, destination.unwrap_or(0)) else {
        return match (row.text("row")?, row.text("byte")?) {
            (None, None) => Ok((String::new(), String::new(), String::new())),
            _ => Err(row.fault(
                "swizzle",
                landing_from_map(map, 0).err().map_or_else(String::new, |why| why.to_string()),
            )),
        };
    };
    let covered = Covered::of(&landing);
    let covers = covered.span_bytes.to_string();
    let overrun = match row.number("buffer_bytes")? {
        Some(buffer) if covered.span_bytes > buffer.into() => {
            format!("The box covers {covers} bytes: it overruns its buffer of {buffer} bytes.")
        }
        _ => String::new(),
    };
    let (Some(of_row), Some(byte)) = (row.number("row")?, row.number("byte")?) else {
        return Ok((String::new(), overrun, covers));
    };
    let destination = row.needed("destination", destination)?;
    let demands = demands(map, destination);
    if let Some(demand) = demands.iter().find(|demand| demand.is_fatal && !demand.is_met) {
        return Err(row.fault("destination", &demand.text));
    }
    if of_row >= landing.rows {
        let why = format!("the box has {} rows", landing.rows);
        return Err(row.fault("row", why));
    }
    let address = landing
        .address(of_row, byte)
        .ok_or_else(|| row.fault("byte", format!("a row has {} bytes", landing.inner_bytes)))?;
    Ok((address.to_string(), overrun, covers))
}
