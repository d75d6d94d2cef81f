//! `swizzle build`: from a tile to the descriptor of every read, as JSON.

use super::*;
use swizzle_code::build::{BestSwizzle, alignment_bytes, build_refusal, coverage, findings_of_build};
use swizzle_report::descriptors::values_json;
use swizzle_text::SparseK;

/// Print the recommended layout of a tile and the descriptor of every read that covers it, as JSON
///
/// The keys are `schema` and `version`, `tile` (each value, and whether it was specified), `alignment` and `bytes` of the whole
/// buffer, `best` (the widest legal swizzle that divides the tile, and why), `instruction` (its PTX name, null if there is
/// no such instruction), `sequence` (for each read its block, step, stage, start address before the XOR, the units of 16
/// bytes added to the start of the previous read, its descriptor, null if the architecture has no code for the swizzle,
/// `base_offset`, null if it is 0, and for a kind with scale factors `idesc` with the ids of the step; step fastest, then
/// block, then stage), `covers` (units that are read once, never, again and outside the tile, null for a tile of more than
/// 2^20 units), `sparse` (stored and logical K, and the elements of a metadata group; null for the dense form), `idesc`
/// (tcgen05's instruction descriptor, otherwise null) and `findings`. If no instruction supports the tile, everything is
/// printed too: `findings` give the reason, and the exit code is 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle build --element bf16 --mn 128 --k 64
  swizzle build --element e4m3 --mn 128 --k 96 --swizzle best
  swizzle build --arch tcgen05 --operand B --element f16 --mn 256 --k 64 --other-mn 128 --stages 4")]
pub(crate) struct Args {
    #[command(flatten)]
    building: BuildArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let (spec, instruction) = args.building.spec()?;
    let BestSwizzle { swizzle, why } = best_swizzle(&spec);
    let faults = instruction.findings(&spec);
    let found = findings_of_build(&spec);
    let of_instruction = faults.iter().map(|fault| {
        let mut json = finding_json(fault);
        json["id"] = "instruction".into();
        json
    });
    let is_legal = build_refusal(&spec, &instruction).is_none();
    let json = json!({
        "tile": values_json(swizzle_params::tile_values(&spec)),
        "alignment": alignment_bytes(&spec),
        "bytes": spec.tile().buffer_bytes(),
        "best": { "swizzle": swizzle.name(), "why": why },
        "instruction": is_legal.then(|| instruction.name()),
        "sequence": spec
            .reads()
            .map(|read| read_json(args, &spec, &instruction, &read))
            .collect::<Vec<_>>(),
        "covers": coverage(&spec).map(|units| json!({
            "once": units.once,
            "never": units.never,
            "again": units.again,
            "beyond": units.beyond,
        })),
        "sparse": SparseK::of(&spec).map(|k| json!({
            "k_stored": k.stored,
            "k_logical": k.logical,
            "group": k.group,
        })),
        "idesc": instruction
            .idesc()
            .and_then(Result::ok)
            .map(|idesc| idesc.to_string()),
        "findings": found.iter().map(finding_json).chain(of_instruction).collect::<Value>(),
    });
    write_json(out, &json)?;
    exit(u8::from(!is_legal))
}

fn read_json(
    args: &Args,
    spec: &swizzle_core::Spec,
    instruction: &Instruction,
    read: &swizzle_core::Read,
) -> Value {
    let descriptor = read.descriptor.ok().map(|one| args.building.tile.described(spec, one));
    let is_scaled = instruction.is_scaled();
    json!({
        "block": read.place.block,
        "step": read.place.step,
        "stage": read.place.stage,
        "start": read.start_bytes,
        "delta_units": read.added_units.unwrap_or(0),
        "base_offset": descriptor
            .map(|one| one.decode().base_offset)
            .filter(|offset| *offset != 0),
        "idesc": is_scaled
            .then(|| instruction.idesc_of_step(read.place.step))
            .flatten()
            .and_then(Result::ok)
            .map(|idesc| idesc.to_string()),
        "descriptor": descriptor.map(|one| one.to_string()),
    })
}
