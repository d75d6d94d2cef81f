//! `swizzle idesc`: the 32-bit instruction descriptor of tcgen05.mma, taken apart or put together.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;
use swizzle_core::build::{InstructionFault, instruction_faults, kinds_of_instruction};
use swizzle_core::code::instruction_from_pairs;
use swizzle_core::descriptor::{InstructionDescriptor, InstructionField, InstructionFieldId};
use swizzle_core::hardware::{CtaForm, Kind};
use swizzle_core::words::{instruction_shape_text, instruction_value_text};
use swizzle_core::{Named as _, raw_from_hex};

use crate::failure::Failure;
use crate::options::choice;

/// Take the 32-bit instruction descriptor of tcgen05.mma apart, or put one together
///
/// Given as hex (or in decimal, of nine digits and more), or as fields: a, b, d (types), m, n, sparse, transpose_a, transpose_b, … A hex value does not hold its
/// kind: without --kind the first kind in which nothing is wrong is taken, and the answer names the others.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle idesc 0x08200490
  swizzle idesc a=bf16 m=128 n=256 transpose_b=N-major
  swizzle idesc 0x08210010 --kind f16 --form cta-group-1 --json")]
pub(crate) struct Args {
    /// The value in hex, or its fields
    #[arg(value_name = "HEX|NAME=VALUE", required = true)]
    words: Vec<String>,
    /// Kind of the instruction
    #[arg(long, value_parser = choice::<Kind>(), ignore_case = true)]
    kind: Option<Kind>,
    /// How it is issued [default: any]
    #[arg(long, value_parser = choice::<CtaForm>(), ignore_case = true)]
    form: Option<CtaForm>,
    /// Print JSON: schema, hex, kind, also (other kinds it may be), m, n, k, fields, findings
    #[arg(long)]
    json: bool,
}

/// What was asked for, and how it was understood.
struct Asked {
    idesc: InstructionDescriptor,
    is_kind_said: bool,
    also: Vec<Kind>,
    assumed: Vec<InstructionFieldId>,
}

#[derive(Serialize)]
struct Json {
    schema: u32,
    hex: String,
    kind: KindJson,
    also: Vec<&'static str>,
    assumed: Vec<&'static str>,
    m: u32,
    n: u32,
    k: u32,
    fields: BTreeMap<&'static str, FieldJson>,
    findings: Vec<FaultJson>,
}

#[derive(Serialize)]
struct KindJson {
    value: &'static str,
    said: bool,
}

#[derive(Serialize)]
struct FieldJson {
    low: u8,
    width: u8,
    raw: u32,
    value: String,
}

#[derive(Serialize)]
struct FaultJson {
    severity: &'static str,
    title: String,
    text: String,
    bits: String,
    source: &'static str,
    confidence: &'static str,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let asked = asked(args).map_err(Failure::Input)?;
    let faults = instruction_faults(asked.idesc, args.form);
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &json(&asked, faults)).map_err(io::Error::from)?;
        writeln!(out)?;
    } else {
        write_text(&asked, &faults, out)?;
    }
    Ok(())
}

fn asked(args: &Args) -> Result<Asked, String> {
    let is_pairs = args.words.iter().any(|word| word.contains('='));
    if is_pairs {
        let pair = |word: &'_ String| match word.split_once('=') {
            Some((key, value)) => Ok((key.to_owned(), value.to_owned())),
            None => Err(format!("“{word}” is no NAME=VALUE")),
        };
        let pairs = args.words.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(k, v)| (&**k, &**v)).collect();
        let written = instruction_from_pairs(args.kind, &pairs)?;
        return Ok(Asked {
            idesc: written.idesc,
            is_kind_said: args.kind.is_some(),
            also: Vec::new(),
            assumed: written.assumed,
        });
    }
    let [hex] = args.words.as_slice() else {
        return Err("one value at a time, or NAME=VALUE".into());
    };
    let raw = raw_from_text(hex)?;
    let kinds = kinds_of_instruction(raw);
    let kind = args.kind.or(kinds.first().copied()).unwrap_or(Kind::F16);
    Ok(Asked {
        idesc: InstructionDescriptor::new(kind, raw),
        is_kind_said: args.kind.is_some(),
        also: kinds.into_iter().filter(|other| *other != kind).collect(),
        assumed: Vec::new(),
    })
}

/// Hex, or decimal where it is longer than eight digits.
fn raw_from_text(text: &str) -> Result<u32, String> {
    let is_decimal = text.len() > 8 && text.bytes().all(|digit| digit.is_ascii_digit());
    let raw = if is_decimal {
        text.parse()
            .map_err(|_| format!("“{text}” has more than 64 bits"))
    } else {
        raw_from_hex(text)
    };
    u32::try_from(raw?).map_err(|_| {
        format!("“{text}” has more than 32 bits: CUTLASS carries the instruction descriptor in the upper half of 64; swizzle decode takes matrix descriptors")
    })
}

fn names(kinds: &[Kind]) -> Vec<&'static str> {
    kinds.iter().map(|kind| kind.name()).collect()
}

fn keys(fields: &[InstructionFieldId]) -> Vec<&'static str> {
    fields.iter().map(|field| field.key()).collect()
}

fn json(asked: &Asked, faults: Vec<InstructionFault>) -> Json {
    let idesc = asked.idesc;
    let fields = InstructionDescriptor::fields(idesc.kind()).iter();
    let valued = fields.filter(|field| field.id != InstructionFieldId::Reserved);
    Json {
        schema: 1,
        hex: idesc.to_string(),
        kind: KindJson {
            value: idesc.kind().name(),
            said: asked.is_kind_said,
        },
        also: names(&asked.also),
        assumed: keys(&asked.assumed),
        m: idesc.m(),
        n: idesc.n(),
        k: idesc.k(),
        fields: valued
            .map(|field| (field.id.key(), field_json(idesc, *field)))
            .collect(),
        findings: faults.into_iter().map(fault_json).collect(),
    }
}

fn field_json(idesc: InstructionDescriptor, field: InstructionField) -> FieldJson {
    FieldJson {
        low: field.low,
        width: field.width,
        raw: idesc.bits_of(field),
        value: instruction_value_text(idesc, field),
    }
}

fn fault_json(fault: InstructionFault) -> FaultJson {
    FaultJson {
        severity: fault.severity.name(),
        title: fault.title,
        text: fault.text,
        bits: format!("0x{:08x}", fault.bits),
        source: fault.source,
        confidence: fault.confidence.name(),
    }
}

fn write_text(asked: &Asked, faults: &[InstructionFault], out: &mut impl Write) -> io::Result<()> {
    let idesc = asked.idesc;
    writeln!(out, "idesc       {idesc}")?;
    let said = if asked.is_kind_said { "" } else { ", assumed" };
    write!(out, "kind        {}{said}", idesc.kind().name())?;
    if !asked.also.is_empty() {
        write!(
            out,
            "; without error also as {}",
            names(&asked.also).join(", ")
        )?;
    }
    writeln!(out, "\nshape       {}", instruction_shape_text(idesc))?;
    if !asked.assumed.is_empty() {
        writeln!(out, "assumed     {}", keys(&asked.assumed).join(", "))?;
    }
    let (bits, name, raw, value) = ("bits", "field", "raw", "value");
    writeln!(
        out,
        "\n{bits:<6}  {name:<17}  {raw:>3}  {value:<16}  meaning"
    )?;
    for field in InstructionDescriptor::fields(idesc.kind()).iter().rev() {
        let bits = if field.width == 1 {
            field.low.to_string()
        } else {
            format!("{}–{}", field.high(), field.low)
        };
        writeln!(
            out,
            "{bits:<6}  {:<17}  {:>3}  {:<16}  {}",
            field.id.name(),
            idesc.bits_of(*field),
            instruction_value_text(idesc, *field),
            field.id.meaning(),
        )?;
    }
    if faults.is_empty() {
        return writeln!(out, "\nfindings    none");
    }
    writeln!(out, "\nfindings")?;
    for fault in faults {
        writeln!(out, "  {}: {}", fault.severity.name(), fault.title)?;
        writeln!(out, "    {}", fault.text)?;
    }
    Ok(())
}
