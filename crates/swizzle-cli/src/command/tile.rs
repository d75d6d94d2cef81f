//! `swizzle tile`: layout, descriptors and findings of a tile as JSON, or the address of every element as CSV.

use super::*;
use crate::options::defaults;
use std::io::{self};
use swizzle_core::Place;
use swizzle_core::law::exact_text;
use swizzle_infer::spec_from_said;

/// Print a tile's layout, the descriptor of every step and what is wrong with them, as JSON
///
/// The keys are `layout` (CuTe text in elements), `bytes` (from the first atom through the last), `steps` (for each its
/// first element of K, its start address before the XOR, and its descriptor over all rows of the tile at once, null if
/// the architecture has no code for the swizzle) and `findings`. A combination that the hardware does not support is
/// answered too; the findings report it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle tile --element bf16 --major MN --swizzle 32B --mn 32 --k 16
  swizzle tile --arch tcgen05 --element tf32 --mn 128 --k 32 --start 0x400
  swizzle tile --mn 8 --k 16 --swizzle 32B --addresses")]
pub(crate) struct Args {
    /// Print CSV instead: mn, k, byte (modulo 2^18) and bit (0 to 7) of every element, mn outer, k inner
    #[arg(long)]
    addresses: bool,
    #[command(flatten)]
    tile: SaidArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let spec = spec_from_said(&args.tile.over_with_fields(defaults()))?;
    if args.addresses {
        write_addresses(&spec, out)?;
    } else {
        write_json(args, &spec, out)?;
    }
    Ok(())
}

fn write_json(args: &Args, spec: &Spec, out: &mut impl Write) -> io::Result<()> {
    let findings = findings_from_spec(spec);
    let tile = json!({
        "layout": exact_text(spec.layout(), spec.extent()),
        "bytes": spec.span_bytes(),
        "steps": (0..spec.steps())
            .map(|step| step_json(args, spec, step))
            .collect::<Vec<_>>(),
        "findings": findings
            .iter()
            .map(FindingJson::from)
            .collect::<Vec<_>>(),
    });
    swizzle_report::write_json(out, &tile)
}

fn step_json(args: &Args, spec: &Spec, step: u32) -> Value {
    let place = Place {
        step,
        ..spec.place()
    };
    let descriptor = spec.derived_descriptor(place).ok();
    json!({
        "step": step,
        "k": spec.first_element(place).k,
        "start": spec.start_bytes(place),
        "descriptor": descriptor.map(|one| args.tile.described(spec, one).to_string()),
    })
}

fn write_addresses(spec: &Spec, out: &mut impl Write) -> io::Result<()> {
    let extent = spec.extent();
    writeln!(out, "mn,k,byte,bit")?;
    for mn in 0..extent.mn {
        for k in 0..extent.k {
            let at = spec.layout().byte_from_element(Coord { mn, k });
            writeln!(out, "{mn},{k},{},{}", at.byte, at.bit)?;
        }
    }
    Ok(())
}
