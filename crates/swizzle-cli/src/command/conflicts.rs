//! `swizzle conflicts`: the accesses of a tile in plain rows, padded rows and under each XOR, and which to take.

use super::*;
use swizzle_report::conflicts::json_from_arrangements;
use swizzle_warp::{Arrangements, TileRows};

/// Print what the accesses of a tile cost in plain rows, padded rows and under each XOR, and recommend one
///
/// An access is TMA, an instruction (cp.async.cg, cp.async.ca, st.shared.v4, ld.shared.b32, ldmatrix.x4.trans, stmatrix.x4), or
/// row-by-row, column-by-column, epilogue-stmatrix, epilogue-st, ldmatrix-a, transpose; = and a formula says which row and column
/// each lane has. Rows are those of the contiguous dimension. Numbers are wavefronts of one instruction of a warp, where in the
/// tile they are most; a star marks conflicts. Global rows of a copy are 128-byte lines.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle conflicts --element f16 --rows 64 --columns 64 cp.async.cg ldmatrix.x4.trans
  swizzle conflicts --element f16 --rows 64 --columns 72 st.shared.v4 ldmatrix.x4.trans
  swizzle conflicts --element tf32 --rows 32 --columns 32 TMA 'ld.shared.b32=(lane / 4, lane % 4)' --json")]
pub(crate) struct Args {
    /// Element type
    #[arg(long, value_parser = choice::<Element>(), default_value = "bf16")]
    element: Element,
    /// Rows of the tile
    #[arg(long, value_parser = number)]
    rows: u32,
    /// Elements of a row
    #[arg(long, value_parser = number)]
    columns: u32,
    /// The accesses that fill and read the tile
    #[arg(value_name = "ACCESS[=FORMULA]", required = true)]
    accesses: Vec<String>,
    /// Print JSON: accesses, least, arrangements (each with added_bytes and wavefronts, or why not), best, recommendation
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let tile = TileRows { element: args.element, rows: args.rows, columns: args.columns };
    let found = Arrangements::of(&tile, args.accesses.iter().map(String::as_str))?;
    if args.json {
        return Ok(write_json(out, &json_from_arrangements(&found))?);
    }
    write!(out, "{:32}", "")?;
    for access in &found.accesses {
        write!(out, "  {}", access.name)?;
    }
    writeln!(out)?;
    for one in &found.all {
        write!(out, "{:32}", one.arrangement.text())?;
        for (at, text) in one.texts().iter().enumerate() {
            write!(out, "  {text:width$}", width = found.accesses[at].name.len())?;
        }
        writeln!(out)?;
    }
    Ok(writeln!(out, "{}", found.recommendation())?)
}
