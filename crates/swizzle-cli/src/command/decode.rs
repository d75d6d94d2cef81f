//! `swizzle decode`: the fields of a descriptor, what is wrong with it, and the link that shows it.

use super::*;
use crate::command::check::write_consequences;
use swizzle_core::{Field, descriptor::swizzle_from_code, hardware::Use};
use swizzle_infer::sequence::Sequence;
use swizzle_report::{descriptors::report_json, held::each_at_its_place};
use swizzle_text::{assumed_text, place_text, sequence_text, verdict_text};

/// Decode a descriptor: its fields, the layout it reads, and what is wrong with it
///
/// It may be in any form that the page's box accepts: one number, two 32-bit halves, fields, C that builds it, a CuTe
/// layout, a link; or several: a list, a loop (desc += 2). A text with several readings ends with exit code 2, and the
/// options that choose one. Without a text, standard input is read. PTX with a tensor-core instruction is answered as by
/// swizzle lint.
/// The element type, the extents and the other options of a tile are not in a descriptor: without them values are
/// inferred, and the answer lists them.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle decode 0x4000004000010040
  swizzle decode 0x00010040 0x40000040
  swizzle decode lbo=1 sbo=64 swizzle=128B --element tf32
  swizzle decode '#/wgmma/4000004000010040?k=32'")]
pub(crate) struct Args {
    /// The descriptor, in any form
    #[arg(value_name = "TEXT", allow_negative_numbers = true)]
    words: Vec<String>,
    /// Print JSON: descriptors, tile and reader (each value specified or inferred), findings, link
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    picture: PictureArgs,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    said: SaidArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let text = match args.words.as_slice() {
        [] => text_of_standard_input("a descriptor")?,
        words => words.join(" "),
    };
    if lint::is_kernel(&text) {
        return lint::report(text, args.json, out);
    }
    let context = Shown::from(args.said.over(Said::default()));
    swizzle_params::check(&context.said)?;
    let (given, pasted) = args.reading.read(&text, args.said.arch(), &context)?;
    if elsewhere::write(&pasted, args.json, out)? {
        return Ok(());
    }
    // Options override what a link or a layout specifies.
    let said = args.said.over(pasted.shown.said);
    let spec = spec_from_said(&said)?;
    let mut specs = match given.len() {
        0 | 1 => vec![spec.clone()],
        _ => each_at_its_place(&spec, &given),
    };
    let mut beside = Vec::new();
    for (said, all) in crate::given::beside(&text, &pasted, &given, &args.said, &context)? {
        let other = spec_from_said(&said)?;
        specs.extend(each_at_its_place(&other, &all));
        beside.push(other);
    }
    if args.json {
        let lines: Vec<Line> = specs.into_iter().map(Line::of).collect();
        return Ok(write_json(out, &report_json(&lines, &said, &pasted.notices))?);
    }
    writeln!(out, "read as     {}", pasted.what)?;
    for notice in &pasted.notices {
        writeln!(out, "notice      “{}”: {}", quoted(&notice.part), notice.why)?;
    }
    if given.len() > 1 {
        write_sequence(&spec, &given, out)?;
    }
    match spec.descriptor(spec.place()) {
        Ok(descriptor) => {
            writeln!(out, "descriptor  {descriptor}")?;
            writeln!(out, "arch        {}", spec.reader().arch.name())?;
            if let Some(chip) = spec.said().chip() {
                writeln!(out, "chip        {chip}")?;
            }
            writeln!(out)?;
            write_fields(descriptor, out)?;
        }
        Err(error) => writeln!(out, "descriptor  none: {error}\n")?,
    }
    writeln!(out)?;
    args.picture.write(&Shown::of(&said), out)?;
    write_tile(&spec, pasted.is_partly_read(), out)?;
    write_findings(&spec, out)?;
    for other in &beside {
        let (operand, descriptor) = (other.reader().operand.name(), other.descriptor(other.place()));
        writeln!(out, "operand {operand}   {}", descriptor.map_or(String::new(), |one| one.to_string()))?;
        writeln!(out, "verdict     {}\n", verdict_text(other))?;
        write_findings(other, out)?;
    }
    writeln!(out, "link        {}", link_from_shown(&Shown::of(&said)))?;
    // Rows are an answer, and not a descriptor.
    let is_unread = |one: &swizzle_lints::Finding| one.id == "plain-rows" && one.severity == Severity::Error;
    exit(u8::from(spec.given().is_none() && findings_from_spec(&spec).iter().any(is_unread)))
}

/// Writes a line for each of several descriptors, and the verdict on all of them. The first is then decoded.
fn write_sequence(spec: &Spec, given: &[Descriptor], out: &mut impl Write) -> io::Result<()> {
    let sequence = Sequence::of(spec);
    writeln!(out, "sequence    {}", sequence_text(spec, &sequence))?;
    for (index, found) in sequence.given.iter().enumerate() {
        let place = match found.place {
            Some(place) => place_text(spec, place),
            None => "after the last step".into(),
        };
        let right = if found.is_right { "correct" } else { "wrong" };
        writeln!(out, "{:>10}  {}  {right:<7}  {place}", index + 1, found.descriptor)?;
    }
    if let Some(more) = given.get(sequence.given.len()..).filter(|more| !more.is_empty()) {
        writeln!(out, "            and {} more; use swizzle check for all of them", more.len())?;
    }
    writeln!(out)
}

fn write_fields(descriptor: Descriptor, out: &mut impl Write) -> io::Result<()> {
    let (bits, name, raw, value) = ("bits", "field", "raw", "value");
    writeln!(out, "{bits:<6}  {name:<11}  {raw:>6}  {value:<24}  meaning")?;
    for field in Descriptor::fields(descriptor.chip()).iter().rev() {
        let bits = field.bits_text();
        let raw = descriptor.get(field.id);
        let value = value_text(descriptor.arch(), field, raw);
        let name = field.name;
        writeln!(out, "{bits:<6}  {name:<11}  {raw:>6}  {value:<24}  {}", field.meaning)?;
    }
    Ok(())
}

/// The meaning of a field's bits.
fn value_text(arch: Arch, field: &Field, raw: u64) -> String {
    match (field.fixed, field.id) {
        (Some(fixed), _) if fixed == raw => "correct".into(),
        (Some(fixed), _) => format!("wrong, must be {fixed}"),
        (None, FieldId::Start | FieldId::Lbo | FieldId::Sbo) => {
            let bytes = bytes_from_field(raw as u16);
            format!("{bytes} bytes = 0x{bytes:x}")
        }
        (None, FieldId::Swizzle) => match swizzle_from_code(arch, raw as u8) {
            Ok(swizzle) => swizzle.name().into(),
            Err(_) => "undefined".into(),
        },
        (None, FieldId::LboMode) if raw == 0 => LboMode::Relative.name().into(),
        (None, FieldId::LboMode) => LboMode::Absolute.name().into(),
        (None, _) => raw.to_string(),
    }
}

fn write_tile(spec: &Spec, is_partly_read: bool, out: &mut impl Write) -> io::Result<()> {
    let (tile, reader, place) = (spec.tile(), spec.reader(), spec.place());
    let read = spec.read(place);
    writeln!(
        out,
        "context     {}, {} {}, {} × {} elements, step {} of {} (not in the descriptor; set by options)",
        match reader.used_for {
            Use::Mma => format!("operand {}", reader.operand.name()),
            Use::Copy => format!("source of tcgen05.cp.{}", reader.shape.name()),
        },
        tile.element.name(),
        tile.major.operand_name(reader.operand),
        tile.mn,
        tile.k,
        place.step,
        spec.steps(),
    )?;
    if let Some(assumed) = assumed_text(spec) {
        writeln!(out, "inferred    {assumed}")?;
    }
    if let Some(code) = spec.unknown_swizzle() {
        return writeln!(out, "reads       unknown: swizzle code {} is not defined\n", code.0);
    }
    let extent = spec.read_extent();
    writeln!(
        out,
        "reads       {} × {} elements from 0x{:x}, {}",
        extent.mn,
        extent.k,
        read.start_bytes(),
        exact_text(&read, extent),
    )?;
    writeln!(
        out,
        "tile        {} bytes from 0x{:x}, {}",
        spec.span_bytes(),
        spec.layout().start_bytes(),
        exact_text(spec.layout(), spec.extent()),
    )?;
    let as_far = if is_partly_read { "As far as it was read: " } else { "" };
    writeln!(out, "verdict     {as_far}{}\n", verdict_text(spec))
}

fn write_findings(spec: &Spec, out: &mut impl Write) -> io::Result<()> {
    let findings = findings_from_spec(spec);
    if findings.is_empty() {
        return writeln!(out, "findings    none\n");
    }
    writeln!(out, "findings")?;
    for finding in &findings {
        if finding.consequence_of.is_some() {
            continue;
        }
        write_finding(finding, true, out)?;
        write_consequences(finding, &findings, Severity::Note, out)?;
    }
    writeln!(out)
}
