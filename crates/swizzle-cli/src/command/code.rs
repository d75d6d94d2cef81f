//! `swizzle code`: a tile as one file of source code.

use super::*;
use swizzle_code::{Language, Sourced, source_code};

/// Print one file of source code for a tile: descriptors, the loop over its reads, the instruction
///
/// The file compiles unchanged. It contains the descriptor's constant bits, make_descriptor with its masks, the start of
/// every block, step and stage, the instruction with its shape, types and transposed operands, the alignment of the buffer,
/// offset(mn, k) for producers that use ordinary stores, and static assertions on the values that `swizzle build` prints.
/// If the language cannot express the layout, or no instruction supports it, a message gives the reason, and the exit code
/// is 2.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle code --lang cuda --element bf16 --mn 128 --k 64 --name tile_a
  swizzle code --lang rust --arch tcgen05 --element e4m3 --mn 128 --k 128 --swizzle best
  swizzle code --lang cute --operand B --major MN --mn 256 --k 64")]
pub(crate) struct Args {
    /// Language
    #[arg(long, value_parser = choice::<Language>())]
    lang: Language,
    /// Name of the namespace [default: tile_a or tile_b]
    #[arg(long)]
    name: Option<String>,
    #[command(flatten)]
    building: BuildArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let (spec, instruction) = args.building.spec()?;
    let name = match (&args.name, spec.reader().operand) {
        (Some(name), _) => name,
        (None, Operand::A) => "tile_a",
        (None, Operand::B) => "tile_b",
    };
    let link = link_from_shown(&Shown::from(*spec.said()));
    let sourced = Sourced { spec: &spec, instruction: &instruction, name, link: &link };
    let text = source_code(args.lang, &sourced)?;
    out.write_all(text.as_bytes())?;
    Ok(())
}
