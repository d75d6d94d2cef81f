//! `swizzle scale`: scale factors in memory as a filter from CSV to CSV, and the whole way of a stage of them.

mod layouts;
mod plan;

use super::*;
use swizzle_tmem::{
    Refusal,
    scale::{Order, ScaleBlocks},
};

/// Fill in the byte of scale factors for CSV rows from standard input, or plan a stage of them
///
/// The header must name order, rows, blocks, row and block, in any order; other columns pass through. order is tensor (a
/// whole tensor in 128×4: the next 4 factors of the same rows follow), stage (a CTA's stage in 128×4: the same 4 factors of the next 128
/// rows follow), linear (row by row) or 8x4; rows and blocks are the numbers of rows and of scale factors along K of each, without padding; byte
/// counts from the first one. Numbers are decimal or 0x hex. A row without an answer passes through with byte empty, a
/// message on standard error names its line and column, and the exit code is 2. The two orders of 128×4 are CuTe's; tcgen05 was not
/// run on hardware. `swizzle scale layouts` has the sources and what projects call each.
#[derive(clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Example:
  swizzle scale < rows.csv > answers.csv
  swizzle scale plan --kind mxf4nvf4 --mn 256 --k 256
  swizzle scale pair --written 128x4 --read linear --rows 256 --blocks 16

where rows.csv contains
  order,rows,blocks,row,block
  tensor,256,8,200,2
  stage,256,8,200,2"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Plan(plan::Args),
    Layouts(layouts::Layouts),
    Pair(layouts::Pair),
    Find(layouts::Find),
    Code(layouts::Code),
}

const FILTER: Filter<'_> =
    Filter { required: &["order", "rows", "blocks", "row", "block"], optional: &[], answers: &["byte"] };

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    match &args.command {
        Some(Command::Plan(args)) => plan::run(args, out),
        Some(Command::Layouts(args)) => args.run(out),
        Some(Command::Pair(args)) => args.run(out),
        Some(Command::Find(args)) => args.run(out),
        Some(Command::Code(args)) => args.run(out),
        None => FILTER.run(out, |values| Ok(vec![byte_from_row(values)?.to_string()])),
    }
}

fn byte_from_row(values: &Values<'_>) -> Result<u32, Fault> {
    let order = values.needed_choice("order")?;
    let number = |name| values.needed_number(name);
    let (rows, factors) = (number("rows")?, number("blocks")?);
    let (row, factor) = (number("row")?, number("block")?);
    let blocks = ScaleBlocks::new(order, rows, factors);
    let at_fault = if rows > 0 && factors == 0 { "blocks" } else { "rows" };
    let blocks = blocks.map_err(|refusal| values.fault(at_fault, refusal))?;
    blocks.byte_from_factor(row, factor).map_err(|refusal| {
        let at_fault = match refusal {
            Refusal::Index { what: "row", .. } => "row",
            _ => "block",
        };
        values.fault(at_fault, refusal)
    })
}
