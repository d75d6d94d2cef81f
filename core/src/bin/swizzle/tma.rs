//! `swizzle tma`: whether the driver takes a box, and where its bytes land, as a filter from CSV to CSV.

use std::io::Write;

use swizzle_core::tma::{
    DataType, MapSwizzle, Target, TensorMap, demands, landing_from_map, refusals_of_map,
};

use crate::columns::{Fault, Filter, Values};
use crate::failure::Failure;
use crate::options::choice;

/// Fill in the columns `accepted` and `address` of CSV rows from standard input
///
/// The header must name swizzle, element_bytes, box_inner_bytes, box_rows, destination, row and byte, in any order; other
/// columns pass through. A row is a box of rank 2 of a tensor map: accepted is 1 where the driver takes the map, else 0,
/// which is an answer too; address is where a byte of a row of the box lands in shared memory, and stays empty where the
/// map is refused or row and byte are. swizzle is none, 32B, 64B, 128B, 128B_ATOM_32B, 128B_ATOM_32B_FLIP_8B or
/// 128B_ATOM_64B. A row without an answer passes through with both empty, a message on standard error names its line and
/// column, and the exit code is 2.
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle tma < rows.csv > answers.csv

where rows.csv holds
  swizzle,element_bytes,box_inner_bytes,box_rows,destination,row,byte
  128B,2,128,64,1024,3,40")]
pub(crate) struct Args {
    /// The chip that the map is made for; others than sm_90 follow the documentation
    #[arg(long, value_parser = choice::<Target>(), ignore_case = true, default_value = "sm_90")]
    arch: Target,
}

const REQUIRED: [&str; 7] = [
    "swizzle",
    "element_bytes",
    "box_inner_bytes",
    "box_rows",
    "destination",
    "row",
    "byte",
];
const ELEMENT: usize = 1;
const INNER: usize = 2;
const ROWS: usize = 3;
const DESTINATION: usize = 4;
const ROW: usize = 5;
const BYTE: usize = 6;

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let filter = Filter {
        required: &REQUIRED,
        answers: &["accepted", "address"],
    };
    filter.run(out, |row| {
        let map = map_from_row(row)?;
        if !refusals_of_map(&map, args.arch).is_empty() {
            return Ok(vec!["0".into(), String::new()]);
        }
        Ok(vec!["1".into(), address(row, &map)?])
    })
}

fn map_from_row(row: &Values<'_>) -> Result<TensorMap, Fault> {
    let swizzle: MapSwizzle = row.choice(0)?;
    let data_type = match row.number(ELEMENT)? {
        1 => DataType::Uint8,
        2 => DataType::Uint16,
        4 => DataType::Uint32,
        8 => DataType::Uint64,
        other => {
            return Err(row.fault(ELEMENT, format!("{other} is none of 1, 2, 4, 8")));
        }
    };
    let (element, inner) = (row.number(ELEMENT)?, row.number(INNER)?);
    if !inner.is_multiple_of(element) {
        let why = format!("{inner} is no whole number of elements of {element} bytes");
        return Err(row.fault(INNER, why));
    }
    let box_elements = (inner / element, row.number(ROWS)?);
    // A tensor in which every box has room, its rows a multiple of what a stride must be.
    Ok(TensorMap::matrix(
        data_type,
        swizzle,
        (1 << 12, 1 << 12),
        box_elements,
    ))
}

fn address(row: &Values<'_>, map: &TensorMap) -> Result<String, Fault> {
    if row.is_empty(ROW) && row.is_empty(BYTE) {
        return Ok(String::new());
    }
    let destination = row.number(DESTINATION)?;
    if let Some(demand) = demands(map, destination)
        .iter()
        .find(|demand| demand.is_fatal && !demand.is_met)
    {
        return Err(row.fault(DESTINATION, demand.text.clone()));
    }
    let landing = landing_from_map(map, destination);
    let landing = landing.map_err(|why| row.fault(0, why.to_string()))?;
    let (of_row, byte) = (row.number(ROW)?, row.number(BYTE)?);
    if of_row >= landing.rows {
        return Err(row.fault(ROW, format!("the box has {} rows", landing.rows)));
    }
    match landing.address(of_row, byte) {
        Some(address) => Ok(address.to_string()),
        None => Err(row.fault(BYTE, format!("a row has {} bytes", landing.inner_bytes))),
    }
}
