//! `swizzle decode`: what is in a descriptor, what is wrong with it, and the link that shows it.

use std::io::{self, Write};

use swizzle_core::descriptor::swizzle_from_code;
use swizzle_core::hardware::bytes_from_field;
use swizzle_core::law::exact_text;
use swizzle_core::paste::NumberAs;
use swizzle_core::words::{assumed_text, verdict_text};
use swizzle_core::{
    Arch, Descriptor, Field, FieldId, LboMode, Named, PasteChoice, PasteError, Said, Shown, Spec,
    findings_from_spec, link_from_shown, shown_from_paste,
};

use crate::failure::Failure;
use crate::options::SaidArgs;
use crate::report::Report;

/// Take a descriptor apart: its fields, the layout it reads, and what is wrong with it
///
/// It may be written in any way that the page's box takes: one number, two 32-bit halves, fields, a CuTe layout, a link.
/// The element type, the extents and the other options of a tile are not in a descriptor: without them the defaults are
/// taken, and the answer says which.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle decode 0x4000004000010040
  swizzle decode 0x00010040 0x40000040
  swizzle decode lbo=1 sbo=64 swizzle=128B --element tf32
  swizzle decode '#/wgmma/4000004000010040?k=32'")]
pub(crate) struct Args {
    /// The descriptor, as it was found
    #[arg(value_name = "TEXT", required = true)]
    words: Vec<String>,
    /// Print JSON: descriptors, tile and reader (each value said or assumed), findings, link
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    said: SaidArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let text = args.words.join(" ");
    let choice = PasteChoice {
        arch: args.said.arch,
        number: Some(NumberAs::Descriptor),
        ..PasteChoice::default()
    };
    let context = Shown {
        said: args.said.over(Said::default()),
        ..Shown::default()
    };
    context.said.check()?;
    let pasted = shown_from_paste(&text, &choice, &context)
        .map_err(|error| Failure::Input(fault_text(&text, &error)))?;
    // What a link or a layout says of itself gives way to what is asked for.
    let said = args.said.over(pasted.shown.said);
    let spec = Spec::new(&said)?;
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &Report::of(&[spec])).map_err(io::Error::from)?;
        writeln!(out)?;
        return Ok(());
    }
    writeln!(out, "taken for   {}", pasted.what)?;
    for notice in &pasted.notices {
        writeln!(out, "left out    {}: {}", notice.part, notice.why)?;
    }
    match spec.descriptor(spec.place()) {
        Ok(descriptor) => {
            writeln!(out, "descriptor  {descriptor}")?;
            writeln!(out, "arch        {}\n", spec.reader().arch.name())?;
            write_fields(descriptor, out)?;
        }
        Err(error) => writeln!(out, "descriptor  none: {error}\n")?,
    }
    write_tile(&spec, out)?;
    write_findings(&spec, out)?;
    let shown = Shown {
        said,
        ..Shown::default()
    };
    writeln!(out, "link        {}", link_from_shown(&shown))?;
    Ok(())
}

/// Three lines: what is wrong, the text, and a mark under the fault.
fn fault_text(text: &str, error: &PasteError) -> String {
    let one_line = |text: &str| text.replace(char::is_control, " ");
    let before = text[..error.at.start].chars().count();
    let marked = text[error.at.clone()].chars().count().max(1);
    let marks = "^".repeat(marked);
    format!("{error}\n  {}\n  {:before$}{marks}", one_line(text), "")
}

fn write_fields(descriptor: Descriptor, out: &mut impl Write) -> io::Result<()> {
    let (bits, name, raw, value) = ("bits", "field", "raw", "value");
    writeln!(out, "{bits:<6}  {name:<11}  {raw:>6}  {value:<24}  meaning")?;
    for field in Descriptor::fields(descriptor.arch()).iter().rev() {
        let bits = if field.width == 1 {
            field.low.to_string()
        } else {
            format!("{}–{}", field.high(), field.low)
        };
        let raw = descriptor.get(field.id);
        let value = value_text(descriptor.arch(), field, raw);
        let name = field.name;
        writeln!(
            out,
            "{bits:<6}  {name:<11}  {raw:>6}  {value:<24}  {}",
            field.meaning
        )?;
    }
    Ok(())
}

/// What a field's bits stand for.
fn value_text(arch: Arch, field: &Field, raw: u64) -> String {
    match (field.fixed, field.id) {
        (Some(fixed), _) if fixed == raw => "as it must be".into(),
        (Some(fixed), _) => format!("wrong, must be {fixed}"),
        (None, FieldId::Start | FieldId::Lbo | FieldId::Sbo) => {
            let bytes = bytes_from_field(raw as u16);
            format!("{bytes} bytes = 0x{bytes:x}")
        }
        (None, FieldId::Swizzle) => match swizzle_from_code(arch, raw as u8) {
            Ok(swizzle) => swizzle.name().into(),
            Err(_) => "no mode".into(),
        },
        (None, FieldId::LboMode) if raw == 0 => LboMode::Relative.name().into(),
        (None, FieldId::LboMode) => LboMode::Absolute.name().into(),
        (None, _) => raw.to_string(),
    }
}

fn write_tile(spec: &Spec, out: &mut impl Write) -> io::Result<()> {
    let (tile, reader, place) = (spec.tile(), spec.reader(), spec.place());
    let read = spec.read(place);
    writeln!(
        out,
        "\ntaken as    operand {}, {} {}, {} × {} elements, step {} of {}: a descriptor does not hold these, options do",
        reader.operand.name(),
        tile.element.name(),
        tile.major.operand_name(reader.operand),
        tile.mn,
        tile.k,
        place.step,
        spec.steps(),
    )?;
    if let Some(assumed) = assumed_text(spec) {
        writeln!(out, "assumed     {assumed}")?;
    }
    if let Some(code) = spec.unknown_swizzle() {
        return writeln!(
            out,
            "reads       unknown: swizzle code {} stands for no mode\n",
            code.0
        );
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
    writeln!(out, "verdict     {}\n", verdict_text(spec))
}

fn write_findings(spec: &Spec, out: &mut impl Write) -> io::Result<()> {
    let findings = findings_from_spec(spec);
    if findings.is_empty() {
        return writeln!(out, "findings    none\n");
    }
    writeln!(out, "findings")?;
    for finding in findings {
        let severity = finding.severity.name();
        writeln!(out, "  {severity}: {} [{}]", finding.title, finding.rule)?;
        writeln!(out, "    {}", finding.text)?;
        for repair in finding.repairs {
            writeln!(out, "    repair: {}", repair.label)?;
        }
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_under_the_fault() {
        let mark = |text| {
            let error = shown_from_paste(text, &PasteChoice::default(), &Shown::default());
            let lines = fault_text(text, &error.unwrap_err());
            lines.lines().last().map(str::to_owned)
        };
        for (text, marks) in [
            ("0x4000g0", "        ^"),
            ("é", "  ^"),
            ("0x123456789abcdef012", "                    ^^"),
            ("0x", "  ^^"),
            ("", "  ^"),
        ] {
            assert_eq!(mark(text).as_deref(), Some(marks), "{text}");
        }
    }
}
