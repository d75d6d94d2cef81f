//! `swizzle fragment`: which lane, register and part holds an element of an operand in registers.

use super::*;
use crate::options::number;
use swizzle_report::fragment::{Fragment, Held, Wanted};
use swizzle_warp::AskedFragment;

/// Print which lane, register and part of it holds each element of an operand
///
/// Of every dense mma.sync from sm_75 to sm_121, of ldmatrix, stmatrix and movmatrix, and of wgmma: the law as sums, and the
/// places, one lane a line. Elements of a register are counted from its low bits. Of A, the column is k; of B, the row. Rows and
/// columns of ldmatrix and stmatrix are those of shared memory, where a row is the 16 bytes at one address.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle fragment m16n8k16.f16 B
  swizzle fragment m16n8k16.bf16 A --lane 5
  swizzle fragment mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 A --element 9,17
  swizzle fragment m16n8k32.kind::mxf8f6f4.e4m3 SFA --json
  swizzle fragment ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 --element 3,5")]
pub(crate) struct Args {
    /// Shape and type such as m16n8k16.f16, an opcode of PTX, or accumulator, a-registers, metadata (of wgmma)
    instruction: String,
    /// A, B, C, D, or SFA, SFB (scale factors), of mma.sync
    #[arg(default_value = "")]
    operand: String,
    /// The places of one lane
    #[arg(long, value_parser = number)]
    lane: Option<u32>,
    /// The places of one register
    #[arg(long, value_parser = number)]
    register: Option<u32>,
    /// The places of one element
    #[arg(long, value_name = "ROW,COLUMN", value_parser = element)]
    element: Option<(u32, u32)>,
    /// Print JSON: fragment, rows, columns, matrices, bits, threads, registers, parts, law, ptx, sm, evidence, slots
    #[arg(long)]
    json: bool,
}

fn element(text: &str) -> Result<(u32, u32), String> {
    let (row, column) = text.split_once(',').ok_or("expected a row and a column, such as 3,5")?;
    Ok((number(row)?, number(column)?))
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let Args { instruction, operand, lane, register, element, json } = args;
    let wanted = Wanted { lane: *lane, register: *register, element: *element };
    let answer = Fragment::of(instruction, operand, wanted).map_err(Failure::Input)?;
    if *json {
        return Ok(write_json(out, &answer)?);
    }
    let asked = AskedFragment::from_text(instruction, operand).map_err(Failure::Input)?;
    writeln!(out, "{}: {}", asked.title, asked.fragment.text())?;
    for line in &answer.law {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", asked.since_text())?;
    let held = &asked.fragment;
    if register.is_some() || element.is_some() {
        for slot in answer.slots.iter().map(Held::slot) {
            writeln!(out, "{}", held.told(slot))?;
        }
        return Ok(());
    }
    for of_lane in answer.slots.chunk_by(|one, next| one.lane == next.lane) {
        write!(out, "{} {}:", held.who(), of_lane[0].lane)?;
        for of_register in of_lane.chunk_by(|one, next| one.register == next.register) {
            write!(out, " r{}", of_register[0].register)?;
            for Held { row, column, matrix, .. } in of_register {
                let matrix = if answer.matrices > 1 { format!("{matrix}:") } else { String::new() };
                write!(out, " {matrix}({row}, {column})")?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
