//! `swizzle access`: wavefronts and bank conflicts of every row's access, as a filter from CSV to CSV.

use super::*;
use swizzle_warp::{Access, Lanes, wavefronts_from_lanes};

/// Fill in the columns `wavefronts` and `conflicts` of CSV rows from standard input
///
/// The header must name op and lane0 to lane31, in any order; other columns pass through. op is LD32, LD64, LD128, ST32,
/// ST64, ST128 (bits per lane), LDSM1, LDSM2, LDSM4, STSM1, STSM2, STSM4 (ldmatrix and stmatrix, for which lanes 0 to 7,
/// 15 or 31 give addresses), or CPASYNC32, CPASYNC64, CPASYNC128, counted as stores: what a
/// copy costs beyond banks depends on its global addresses, which `conflicts` takes. A lane's value is its byte address,
/// decimal or 0x hex; empty if the lane is inactive. conflicts counts the wavefronts beyond one per group of lanes that
/// are served together. A row without an answer passes through with both columns empty, a message on standard error names
/// its line and column, and the exit code is 2.
#[derive(clap::Args)]
#[command(after_help = "Example:
  swizzle access < rows.csv > answers.csv

where rows.csv contains
  op,lane0,lane1,lane2,lane3,lane4,lane5,lane6,lane7,lane8,lane9,lane10,lane11,lane12,lane13,lane14,lane15,lane16,lane17,lane18,lane19,lane20,lane21,lane22,lane23,lane24,lane25,lane26,lane27,lane28,lane29,lane30,lane31
  LDSM1,0,128,256,384,512,640,768,896,,,,,,,,,,,,,,,,,,,,,,,,")]
pub(crate) struct Args {}

pub(crate) fn run(_: &Args, out: &mut impl Write) -> Outcome {
    let lanes: [String; 32] = std::array::from_fn(|lane| format!("lane{lane}"));
    let required: Vec<&str> = ["op"].into_iter().chain(lanes.iter().map(String::as_str)).collect();
    let filter = Filter { required: &required, optional: &[], answers: &["wavefronts", "conflicts"] };
    filter.run(out, |row| {
        let access: Access = row.needed_choice("op")?;
        let served = wavefronts_from_lanes(access, &addresses(row, access, &required[1..])?);
        Ok(vec![served.count().to_string(), served.conflicts().to_string()])
    })
}

/// The addresses of the lanes that give one.
fn addresses(row: &Values<'_>, access: Access, names: &[&str]) -> Result<Lanes, Fault> {
    let mut lanes: Lanes = [None; 32];
    for (address, name) in lanes.iter_mut().zip(names).take(access.lanes()) {
        *address = row.number(name)?;
        if let Some(bytes) = address.filter(|bytes| !bytes.is_multiple_of(access.bytes())) {
            let why = format!("{bytes} is not a multiple of {}", access.bytes());
            return Err(row.fault(name, why));
        }
    }
    Ok(lanes)
}
