//! `swizzle idesc`: decodes or builds the 32-bit instruction descriptor of tcgen05.mma.

use std::collections::BTreeMap;

use super::*;
use swizzle_core::descriptor::{InstructionDescriptor, InstructionField, InstructionFieldId};
use swizzle_lints::instruction::{InstructionWord, findings_from_word};
use swizzle_parse::ReadInstruction;
use swizzle_text::{instruction_shape_text, instruction_value_text};

/// Decode the 32-bit instruction descriptor of tcgen05.mma, or build one
///
/// The input is hex (or decimal of nine digits or more), an expression of shifts and ors, fields: a, b, d (types), m, n,
/// sparse, transpose_a, transpose_b (or a_major, b_major), …, or the members of CUTLASS's InstrDescriptor with their raw
/// values. A value does not contain its kind: without --kind the kind with the fewest errors is used, and the answer names
/// other kinds with equally few errors. A finding with a single fix gives it in `fixes`. The exit code is 1 if one of the
/// findings is an error, 2 if the input is not an instruction descriptor, or a part of it could not be read.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle idesc 0x08200490
  swizzle idesc a=bf16 m=128 n=256 transpose_b=N-major
  swizzle idesc 144708608 + 0x20000010
  swizzle idesc 0x08210010 --kind f16 --form cta-group-1 --json
  swizzle idesc 0x08210010 --form cta-group-2 --m 128 --n 128")]
pub(crate) struct Args {
    /// The value in hex, or its fields
    #[arg(value_name = "VALUE|NAME=VALUE", required = true)]
    words: Vec<String>,
    /// Kind of the instruction
    #[arg(long, value_parser = choice::<Kind>())]
    kind: Option<Kind>,
    /// CTA group of the instruction [default: any]
    #[arg(long, value_parser = choice::<CtaForm>())]
    form: Option<CtaForm>,
    /// M of the instruction, of the pair for cta-group-2: one that is half of it is reported
    #[arg(long, value_parser = number)]
    m: Option<u32>,
    /// N of the instruction, of the pair for cta-group-2: one that is half of it is reported
    #[arg(long, value_parser = number)]
    n: Option<u32>,
    /// Print JSON: schema, hex, kind, also (other kinds with as few errors), m, n, k, fields, findings, left_out (what could not
    /// be read)
    #[arg(long)]
    json: bool,
}

/// The input and how it was read.
struct Asked {
    read: ReadInstruction,
    is_kind_said: bool,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let text = args.words.join(" ");
    let read = instruction_from_text(args.kind, &text)?;
    let asked = &Asked { read, is_kind_said: args.kind.is_some() };
    let findings = findings_from_word(&InstructionWord {
        idesc: asked.read.idesc,
        form: args.form,
        spec: None,
        of_pair: Some([args.m, args.n]),
    });
    // Two chips have i8: a word that was meant for f16 is read so when its type of D is wrong.
    let is_number = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let is_guess = is_number && args.kind.is_none() && asked.read.idesc.kind() == Kind::I8;
    let is_legal = !is_guess && findings.iter().all(|finding| finding.severity != Severity::Error);
    if args.json {
        write_json(out, &json_of(asked, &findings))?;
    } else {
        write_text(asked, &findings, out)?;
        if is_guess {
            writeln!(
                out,
                "warning: kind i8 is a guess, as bits 4–5 say s32 for D: confirm it with --kind i8, or correct the type of D for kind f16"
            )?;
        }
    }
    if asked.read.unread.is_empty() {
        exit(u8::from(!is_legal))
    } else {
        Err(Failure::Input(check::unread_text(&asked.read.unread)))
    }
}

fn names(kinds: &[Kind]) -> Vec<&'static str> {
    kinds.iter().map(|kind| kind.name()).collect()
}

fn keys(fields: &[InstructionFieldId]) -> Vec<&'static str> {
    fields.iter().map(|field| field.key()).collect()
}

fn json_of(asked: &Asked, found: &[Finding<InstructionDescriptor>]) -> Value {
    let idesc = asked.read.idesc;
    let fields = InstructionDescriptor::fields(idesc.kind()).iter();
    let valued = fields.filter(|field| field.id != InstructionFieldId::Reserved);
    json!({
        "hex": idesc.to_string(),
        "kind": { "value": idesc.kind().name(), "said": asked.is_kind_said },
        "also": names(&asked.read.also),
        "assumed": keys(&asked.read.assumed),
        "left_out": asked.read.unread.iter().map(|one| [&one.part, &one.why]).collect::<Vec<_>>(),
        "m": idesc.m(),
        "n": idesc.n(),
        "k": idesc.k(),
        "fields": valued
            .map(|field| (field.id.key(), field_json(idesc, *field)))
            .collect::<BTreeMap<_, _>>(),
        "findings": found.iter().map(with_bits).collect::<Vec<_>>(),
    })
}

fn field_json(idesc: InstructionDescriptor, field: InstructionField) -> Value {
    json!({
        "low": field.low,
        "width": field.width,
        "raw": idesc.bits_of(field),
        "value": instruction_value_text(idesc, field),
    })
}

fn with_bits(finding: &Finding<InstructionDescriptor>) -> Value {
    let mut json = finding_json(finding);
    json["bits"] = format!("0x{:08x}", finding.bits).into();
    json
}

fn write_text(
    asked: &Asked,
    findings: &[Finding<InstructionDescriptor>],
    out: &mut impl Write,
) -> io::Result<()> {
    let idesc = asked.read.idesc;
    writeln!(out, "idesc       {idesc}")?;
    if let Some(how) = &asked.read.how {
        writeln!(out, "read as     {how}")?;
    }
    let said = if asked.is_kind_said { "" } else { ", inferred" };
    write!(out, "kind        {}{said}", idesc.kind().name())?;
    if !asked.read.also.is_empty() {
        let errors = findings.iter().filter(|finding| finding.severity == Severity::Error).count();
        let others = names(&asked.read.also).join(", ");
        match errors {
            0 => write!(out, "; also without error as {others}")?,
            _ => write!(out, "; as few errors as for {others}")?,
        }
    }
    writeln!(out, "\nshape       {}", instruction_shape_text(idesc))?;
    if !asked.read.assumed.is_empty() {
        writeln!(out, "inferred    {}", keys(&asked.read.assumed).join(", "))?;
    }
    let (bits, name, raw, value) = ("bits", "field", "raw", "value");
    writeln!(out, "\n{bits:<6}  {name:<17}  {raw:>3}  {value:<16}  meaning")?;
    for field in InstructionDescriptor::fields(idesc.kind()).iter().rev() {
        let bits = field.bits_text();
        writeln!(
            out,
            "{bits:<6}  {:<17}  {:>3}  {:<16}  {}",
            field.id.name(),
            idesc.bits_of(*field),
            instruction_value_text(idesc, *field),
            field.id.meaning(),
        )?;
    }
    if findings.is_empty() {
        return writeln!(out, "\nfindings    none");
    }
    writeln!(out, "\nfindings")?;
    for finding in findings {
        writeln!(out, "  {}: {}", finding.severity, finding.title)?;
        writeln!(out, "    {}", finding.text)?;
        if let Some(repair) = finding.corrected() {
            writeln!(out, "    repair: {repair}")?;
        }
    }
    Ok(())
}
