//! `swizzle decode`: what is in a descriptor, what is wrong with it, and the link that shows it.

use std::io::{self, Write};

use swizzle_core::{
    Arch, Descriptor, Field, FieldId, LboMode, LinkState, Named, Params, Spec, bytes_from_field,
    exact_text, findings_from_spec, link_from_state, params_from_descriptor, swizzle_from_code,
};

use crate::failure::Failure;
use crate::options::{ContextArgs, choice};

/// Take a descriptor apart: its fields, the layout it reads, and what is wrong with it
///
/// The element type, the extents and the other options of a tile are not in a descriptor: without them the defaults are
/// taken, and the answer says which.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle decode 0x4000004000010040
  swizzle decode 4000_4040_0001_0040 --arch tcgen05 --element tf32 --mn 128 --k 32")]
pub(crate) struct Args {
    /// The 64 bits in hex; 0x, _ and ' may stand in it
    #[arg(value_name = "HEX")]
    hex: String,
    /// Instruction family [default: tcgen05 where bit 46 is set, else wgmma]
    #[arg(long, value_parser = choice::<Arch>(), ignore_case = true)]
    arch: Option<Arch>,
    #[command(flatten)]
    context: ContextArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let raw = raw_from_hex(&args.hex).map_err(Failure::Input)?;
    let arch = args.arch.unwrap_or(arch_from_raw(raw));
    let descriptor = Descriptor::new(arch, raw);
    let params = params_from_descriptor(descriptor, &args.context.over(Params::default()))?;
    let spec = Spec::new(&params)?;
    let guess = match (args.arch, arch) {
        (Some(_), _) => "",
        (None, Arch::Wgmma) => " (guessed: bit 46 is clear; --arch says otherwise)",
        (None, Arch::Tcgen05) => " (guessed: bit 46 is set; --arch says otherwise)",
    };
    writeln!(out, "descriptor  {descriptor}")?;
    writeln!(out, "arch        {}{guess}\n", arch.name())?;
    write_fields(descriptor, out)?;
    write_tile(&spec, out)?;
    write_findings(&spec, out)?;
    let state = LinkState {
        params,
        ..LinkState::default()
    };
    writeln!(out, "link        {}", link_from_state(&state))?;
    Ok(())
}

/// The family whose constant stands in bits 46 to 48, as far as one bit can tell.
const fn arch_from_raw(raw: u64) -> Arch {
    if raw >> 46 & 1 == 1 {
        Arch::Tcgen05
    } else {
        Arch::Wgmma
    }
}

/// The 64 bits of a hex number. The message of a failure has three lines: what, the text, and a mark under the fault.
fn raw_from_hex(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let prefix = usize::from(text.starts_with("0x") || text.starts_with("0X")) * 2;
    let fault = |at: usize, what: String| {
        let shown: String = text
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        Err(format!("{what}\n  {shown}\n  {:at$}^", ""))
    };
    let (mut raw, mut digits) = (0_u64, 0);
    for (at, c) in text.chars().enumerate().skip(prefix) {
        match c.to_digit(16) {
            Some(_) if raw >> 60 != 0 => {
                return fault(at, "more than 64 bits: 16 hex digits are enough".into());
            }
            Some(digit) => {
                raw = raw << 4 | u64::from(digit);
                digits += 1;
            }
            None if matches!(c, '_' | '\'') => {}
            None => return fault(at, format!("“{}” is not a hex digit", c.escape_debug())),
        }
    }
    if digits == 0 {
        return fault(
            prefix,
            "a descriptor has up to 16 hex digits, and here is none".into(),
        );
    }
    Ok(raw)
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
    let params = spec.params();
    let read = spec.read(params.step);
    writeln!(
        out,
        "\ntaken as    operand {}, {} {}, {} × {} elements, step {} of {}: a descriptor does not hold these, options do",
        params.operand.name(),
        params.element.name(),
        params.major.operand_name(params.operand),
        params.mn,
        params.k,
        params.step,
        spec.steps(),
    )?;
    if let Some(code) = params.invalid_swizzle {
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
        "tile        {} bytes from 0x{:x}, {}\n",
        spec.span_bytes(),
        spec.tile().start_bytes(),
        exact_text(spec.tile(), spec.extent()),
    )
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
        if let Some(repair) = finding.repair {
            writeln!(out, "    repair: {}", repair.label)?;
        }
    }
    writeln!(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_is_read_as_people_write_it() {
        for text in [
            "4000004000010040",
            "0x4000004000010040",
            "0X4000_0040_0001_0040",
            " 0x4000'0040'0001'0040\n",
            "0x0004000004000010040",
        ] {
            assert_eq!(raw_from_hex(text), Ok(0x4000_0040_0001_0040), "{text}");
        }
        assert_eq!(raw_from_hex("ffffffffffffffff"), Ok(u64::MAX));
    }

    #[test]
    fn a_mark_stands_under_the_fault() {
        let mark = |text| raw_from_hex(text).unwrap_err().lines().last().map(str::len);
        assert_eq!(mark("0x4000g0"), Some(2 + 6 + 1));
        assert_eq!(mark("é"), Some(2 + 1));
        assert_eq!(mark("10000000000000000"), Some(2 + 16 + 1));
        assert_eq!(mark("0x"), Some(2 + 2 + 1));
        assert_eq!(mark(""), Some(2 + 1));
    }
}
