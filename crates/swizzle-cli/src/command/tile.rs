//! `swizzle tile`: layout, descriptors and findings of a tile as JSON, or the address of every element as CSV.

use super::*;
use swizzle_core::Place;

/// Print a tile's layout, the descriptor of every step and what is wrong with them: a picture on a terminal, else JSON
///
/// The keys of the JSON are `layout` (CuTe text in elements), `bytes` (from the first atom through the last), `steps` (for each its
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
    /// Print JSON, also on a terminal
    #[arg(long, conflicts_with = "addresses")]
    json: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    tile: SaidArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let said = args.tile.over_with_fields(defaults());
    let spec = spec_from_said(&said)?;
    if args.addresses {
        write_addresses(&spec, out)?;
    } else if args.picture.is_drawn() && !args.json {
        args.picture.write(&Shown::from(said), out)?;
        write_text(args, &spec, out)?;
    } else {
        write_json(args, &spec, out)?;
    }
    Ok(())
}

/// What the JSON has, as lines.
fn write_text(args: &Args, spec: &Spec, out: &mut impl Write) -> io::Result<()> {
    let layout = exact_text(spec.layout(), spec.extent());
    writeln!(out, "layout      {layout}")?;
    writeln!(out, "bytes       {}", spec.span_bytes())?;
    for step in steps(spec) {
        let (at, start) = (spec.first_element(step).k, spec.start_bytes(step));
        let descriptor = descriptor_text(args, spec, step).unwrap_or("none".into());
        let step = step.step;
        writeln!(out, "step {step:<6} {descriptor}  from K {at}, byte 0x{start:x}")?;
    }
    for finding in &findings_from_spec(spec) {
        write_finding(finding, true, out)?;
    }
    Ok(())
}

/// The places of the steps along K.
fn steps(spec: &Spec) -> impl Iterator<Item = Place> {
    let place = spec.place();
    (0..spec.steps()).map(move |step| Place { step, ..place })
}

/// The descriptor of a step; none where the architecture has no code for the swizzle.
fn descriptor_text(args: &Args, spec: &Spec, place: Place) -> Option<String> {
    let descriptor = spec.derived_descriptor(place).ok()?;
    Some(args.tile.described(spec, descriptor).to_string())
}

fn write_json(args: &Args, spec: &Spec, out: &mut impl Write) -> io::Result<()> {
    let findings = findings_from_spec(spec);
    let tile = json!({
        "layout": exact_text(spec.layout(), spec.extent()),
        "bytes": spec.span_bytes(),
        "steps": steps(spec)
            .map(|step| step_json(args, spec, step))
            .collect::<Vec<_>>(),
        "findings": findings.iter().map(finding_json).collect::<Value>(),
    });
    swizzle_report::write_json(out, &tile)
}

fn step_json(args: &Args, spec: &Spec, place: Place) -> Value {
    json!({
        "step": place.step,
        "k": spec.first_element(place).k,
        "start": spec.start_bytes(place),
        "descriptor": descriptor_text(args, spec, place),
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
