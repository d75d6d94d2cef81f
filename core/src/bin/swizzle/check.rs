//! `swizzle check`: whether descriptors are those of a tile, for builds.

use std::io::{self, IsTerminal, Read, Write};

use swizzle_core::paste::NumberAs;
use swizzle_core::reader::Verdict;
use swizzle_core::words::verdict_text;
use swizzle_core::{
    Finding, PasteChoice, Place, Said, Severity, Shown, Spec, findings_from_spec, shown_from_paste,
};

use crate::failure::Failure;
use crate::options::SaidArgs;
use crate::report::Report;

/// Hold descriptors against a tile: exit code 0 only if all fit
///
/// The options say the tile. Each descriptor is looked for in its sequence of blocks, steps and stages, and gets a line.
/// The exit code is 1 where one differs or has an error, and 2 where one is not understood or nothing was said of the tile.
/// Without descriptors they are read from standard input, separated by white space.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle check --start 0x400 --mn 64 --k 64 0x4000004000010040 0x4000004000010042
  swizzle check --start 0x400 --mn 64 --k 32 --sequence 0x4000004000010040 0x4000004000010042")]
pub(crate) struct Args {
    /// The descriptors, each as one number
    #[arg(value_name = "HEX")]
    descriptors: Vec<String>,
    /// They are the whole sequence: step fastest, then block, then stage
    #[arg(long)]
    sequence: bool,
    /// Print JSON, as `swizzle decode --json` does
    #[arg(long, conflicts_with = "github")]
    json: bool,
    /// Print annotations for GitHub's log
    #[arg(long)]
    github: bool,
    #[command(flatten)]
    said: SaidArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let texts = match args.descriptors.as_slice() {
        [] => from_standard_input()?,
        given => given.to_vec(),
    };
    if texts.is_empty() {
        return Err(Failure::Input("there is no descriptor to check".into()));
    }
    let specs = specs(args, &texts)?;
    let places = args.sequence.then(|| places(&specs[0]));
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &Report::of(&specs)).map_err(io::Error::from)?;
        writeln!(out)?;
    }
    let mut worst = 0;
    for spec in &specs {
        let findings = findings_from_spec(spec);
        worst = worst.max(code(spec, &findings));
        match (args.json, args.github) {
            (true, _) => {}
            (_, true) => write_annotations(spec, &findings, out)?,
            _ => write_line(spec, &findings, out)?,
        }
    }
    if let Some(places) = places.filter(|places| places.len() != specs.len()) {
        let message = format!(
            "the sequence has {} descriptors, these are {}",
            places.len(),
            specs.len()
        );
        if args.github {
            writeln!(out, "::error title=swizzle::{message}")?;
        } else if !args.json {
            writeln!(out, "sequence: {message}")?;
        }
        worst = worst.max(1);
    }
    match worst {
        0 => Ok(()),
        code => Err(Failure::Check(code)),
    }
}

fn from_standard_input() -> Result<Vec<String>, Failure> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        writeln!(io::stderr(), "reading descriptors from standard input")?;
    }
    let mut text = String::new();
    input.read_to_string(&mut text)?;
    Ok(text.split_whitespace().map(str::to_owned).collect())
}

/// Each descriptor held against what was said; in a sequence each at its own place.
fn specs(args: &Args, texts: &[String]) -> Result<Vec<Spec>, Failure> {
    let context = Shown {
        said: args.said.over(Said::default()),
        ..Shown::default()
    };
    context.said.check()?;
    let choice = PasteChoice {
        arch: args.said.arch,
        number: Some(NumberAs::Descriptor),
        ..PasteChoice::default()
    };
    let mut specs: Vec<Spec> = Vec::with_capacity(texts.len());
    for (index, text) in texts.iter().enumerate() {
        let pasted = shown_from_paste(text, &choice, &context)
            .map_err(|error| Failure::Input(format!("{text}: {error}")))?;
        if pasted.shown.said.given.is_none() {
            return Err(Failure::Input(format!("{text}: is no descriptor")));
        }
        let mut said = args.said.over(pasted.shown.said);
        if args.sequence {
            let first = specs.first().cloned();
            let whole = first.map_or_else(|| Spec::new(&said), Ok)?;
            if let Some(place) = places(&whole).get(index) {
                said.place.stage = Some(place.stage);
                said.place.block = Some(place.block);
                said.place.step = Some(place.step);
            }
        }
        specs.push(Spec::new(&said)?);
    }
    Ok(specs)
}

/// The places of the whole sequence.
fn places(spec: &Spec) -> Vec<Place> {
    let (stages, blocks, steps) = (spec.tile().stages, spec.blocks(), spec.steps());
    let of_stage = |stage| {
        (0..blocks).flat_map(move |block| (0..steps).map(move |step| Place { stage, block, step }))
    };
    (0..stages).flat_map(of_stage).collect()
}

fn code(spec: &Spec, findings: &[Finding]) -> u8 {
    let has_error = findings
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    match spec.verdict() {
        Verdict::Differs => 1,
        _ if has_error => 1,
        Verdict::Fits => 0,
        Verdict::Unsaid => 2,
    }
}

fn hex(spec: &Spec) -> String {
    spec.given()
        .map(|given| given.to_string())
        .unwrap_or_default()
}

fn write_line(spec: &Spec, findings: &[Finding], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{}  {:<7}  {}",
        hex(spec),
        spec.verdict().name(),
        verdict_text(spec)
    )?;
    for finding in findings {
        if finding.severity == Severity::Note {
            continue;
        }
        let severity = finding.severity.name();
        writeln!(out, "  {severity}: {} [{}]", finding.title, finding.rule)?;
        for repair in &finding.repairs {
            writeln!(out, "    repair: {}", repair.label)?;
        }
    }
    Ok(())
}

fn write_annotations(spec: &Spec, findings: &[Finding], out: &mut impl Write) -> io::Result<()> {
    let mut write = |kind: &str, title: &str, text: &str| {
        writeln!(out, "::{kind} title={} {title}::{text}", hex(spec))
    };
    match code(spec, findings) {
        0 => write("notice", "fits", &verdict_text(spec))?,
        _ => write("error", spec.verdict().name(), &verdict_text(spec))?,
    }
    for finding in findings {
        match finding.severity {
            Severity::Error => write("error", &finding.title, &finding.text)?,
            Severity::Warning => write("warning", &finding.title, &finding.text)?,
            Severity::Note => {}
        }
    }
    Ok(())
}
