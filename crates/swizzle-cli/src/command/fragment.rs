//! `swizzle fragment`: which lane, register and part holds an element of an operand in registers.

use super::*;
use swizzle_report::fragment::json_from_fragment;
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
    let asked = AskedFragment::from_text(&args.instruction, &args.operand)?;
    let slots = asked.slots(args.lane, args.register, args.element)?;
    if args.json {
        return Ok(write_json(out, &json_from_fragment(&asked, &slots))?);
    }
    let held = &asked.fragment;
    writeln!(
        out,
        "{}: {}\n{}\n{}",
        asked.title,
        held.text(),
        held.formulas().join("\n"),
        asked.since_text()
    )?;
    if args.register.is_some() || args.element.is_some() {
        for slot in slots {
            writeln!(out, "{}", held.told(slot))?;
        }
        return Ok(());
    }
    for of_lane in slots.chunk_by(|one, next| one.thread == next.thread) {
        write!(out, "{} {}:", held.who(), of_lane[0].thread)?;
        for slot in of_lane {
            let ((row, column), matrix) = (held.cell_from_slot(*slot), held.matrix_from_slot(*slot));
            let register = if slot.part == 0 { format!(" r{}", slot.register) } else { String::new() };
            let matrix = if held.matrices() > 1 { format!("{matrix}:") } else { String::new() };
            write!(out, "{register} {matrix}({row}, {column})")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
