//! `swizzle check`: whether descriptors match a tile, for build scripts.

use std::iter;

use super::*;
use swizzle_core::reader::{Gap, Verdict};
use swizzle_lints::verdict_word;
use swizzle_report::{descriptors::report_json, held::Held};
use swizzle_text::{one_verdict_text, rests_on_text};

/// Compare descriptors with a tile: exit code 0 only if all match
///
/// The options specify the tile, and so does the text around the descriptors; where they differ, the options win, and the
/// exit code is 2. Each descriptor is looked up in the tile's sequence of blocks, steps and stages, and gets a line.
/// The exit code is 1 if one differs, has an error or a warning, or matches only a tile with unspecified gaps, and 2 if one
/// cannot be read, nothing of the tile is specified, or a word around them could not be read. All are compared with one
/// tile. Its unspecified values are inferred, and printed: strides are packed, in the atom order that matches; swizzle and
/// start are those of the first descriptor. If the operand is not specified and matters, both are reported. Without
/// arguments, descriptors are read from standard input, with any text between them.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle check --start 0x400 --mn 64 --k 64 0x4000004000010040 0x4000004000010042
  swizzle check --start 0x400 --mn 64 --k 32 --sequence 0x4000004000010040 0x4000004000010042")]
pub(crate) struct Args {
    /// The descriptors, each as one number
    #[arg(value_name = "HEX", allow_negative_numbers = true)]
    descriptors: Vec<String>,
    /// The descriptors are the complete sequence: step fastest, then block, then stage
    #[arg(long)]
    sequence: bool,
    /// Print JSON, as `swizzle decode --json` does
    #[arg(long, conflicts_with = "github")]
    json: bool,
    /// Print annotations for GitHub's log
    #[arg(long)]
    github: bool,
    #[command(flatten)]
    reading: ReadingArgs,
    #[command(flatten)]
    said: SaidArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    let Given { all: given, mut said, notices, beside } =
        Given::of(&args.descriptors, &args.reading, &args.said)?;
    // The pattern of a tile whose start is said begins at a boundary: the descriptor under test does not say where.
    let tile = &mut said.tile;
    if tile.start_bytes.is_some() && tile.pattern_of.is_none() {
        tile.pattern_bytes = tile.pattern_bytes.or(Some(0));
    }
    let held = Held::of(&said, &given, args.sequence)?;
    let mut others: Vec<Held> = held.as_other_operand(&given, args.sequence).into_iter().collect();
    for (said, given) in &beside {
        others.push(Held::of(said, given, args.sequence)?);
    }
    if args.json {
        // The same descriptors as the other operand are no further ones.
        let of_text = &others[others.len() - beside.len()..];
        let lines = iter::once(&held).chain(of_text).flat_map(|held| &held.lines);
        write_json(out, &report_json(lines, &said, &notices))?;
    } else {
        write_held(&held, args.github, out)?;
        for other in &others {
            if !args.github {
                writeln!(out, "{}", as_operand(other, beside.is_empty()))?;
            }
            write_held(other, args.github, out)?;
        }
    }
    if !notices.is_empty() {
        return Err(Failure::Input(unread_text(&notices)));
    }
    let codes = others.iter().map(Held::code);
    exit(codes.fold(held.code(), Ord::max))
}

/// The options that specify strides with gaps: `; to accept the gaps, pass --sbo 4096`.
fn option_text(spec: &Spec) -> String {
    let option = |gap: Gap| match gap.stride {
        Stride::Lbo if spec.has_column_stride() => format!("--column-bytes {}", gap.held_bytes),
        Stride::Lbo => format!("--lbo {}", gap.held_bytes),
        Stride::Sbo => format!("--sbo {}", gap.held_bytes),
    };
    let options = spec.gaps().into_iter().flatten().map(option);
    match spec.verdict() {
        Verdict::Padded => format!("; to accept the gaps, pass {}", joined(options, " ")),
        Verdict::Fits | Verdict::Differs | Verdict::Unsaid => String::new(),
    }
}

/// The verdict of a line, and the options that would accept its gaps.
fn verdict_line(spec: &Spec) -> String {
    let (text, option) = (one_verdict_text(spec), option_text(spec));
    if option.is_empty() { text } else { format!("{}{option}.", text.trim_end_matches('.')) }
}

/// The heading of the lines for the other operand, where both are reported.
fn as_operand(held: &Held, is_open: bool) -> String {
    let operand = held.spec.reader().operand.name();
    if is_open {
        format!("operand not specified; as operand {operand}:")
    } else {
        format!("operand {operand}:")
    }
}

/// Writes all lines, for people or for GitHub's log, and what holds for all of them.
fn write_held(held: &Held, is_github: bool, out: &mut impl Write) -> io::Result<()> {
    for line in &held.lines {
        if is_github { write_annotations(line, out)? } else { write_line(line, out)? }
    }
    let fault = held.fault.clone().map(|fault| ("error", "swizzle", "sequence", fault));
    let assumed = rests_on_text(&held.spec).map(|text| ("notice", "inferred", "inferred", text));
    for (kind, title, word, text) in fault.into_iter().chain(assumed) {
        if is_github {
            write_annotation(kind, None, title, &text, out)?
        } else {
            writeln!(out, "{word}: {text}")?
        }
    }
    Ok(())
}

/// The error of a check that could not read some words: they may specify another tile.
pub(super) fn unread_text(notices: &[Notice]) -> String {
    let line = |notice: &Notice| format!("“{}” {}", quoted(&notice.part), notice.why);
    joined(notices.iter().map(line), "; ")
}

fn hex(spec: &Spec) -> String {
    spec.given().map(|given| given.to_string()).unwrap_or_default()
}

fn write_line(Line { spec, findings }: &Line, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}  {:<7}  {}", hex(spec), verdict_word(spec, findings), verdict_line(spec))?;
    for finding in findings {
        // The sequence has its own line.
        if finding.severity == Severity::Note || finding.is(Tag::OfSequence) {
            continue;
        }
        if is_folded(finding, findings) {
            continue;
        }
        // Of rows for lanes, the text says what reads the tile.
        write_finding(finding, spec.said().tile.has_rows(), out)?;
        write_consequences(finding, findings, Severity::Warning, out)?;
    }
    Ok(())
}

/// Writes a finding, and its fixes.
pub(crate) fn write_finding<C>(finding: &Finding<C>, has_text: bool, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "  {}", finding.line_text())?;
    if has_text {
        writeln!(out, "    {}", finding.text)?;
    }
    for repair in &finding.repairs {
        writeln!(out, "    repair: {}", repair.label)?;
    }
    Ok(())
}

/// Whether a finding is reported below the one that it follows from.
fn is_folded(finding: &Finding, findings: &[Finding]) -> bool {
    findings.iter().any(|cause| {
        finding.consequence_of == Some(cause.id)
            && !cause.is(Tag::OfSequence)
            && cause.consequence_of.is_none()
    })
}

/// Writes a line with the findings of at least a given severity that follow from a finding.
pub(crate) fn write_consequences(
    cause: &Finding,
    findings: &[Finding],
    least: Severity,
    out: &mut impl Write,
) -> io::Result<()> {
    let folded =
        findings.iter().filter(|other| other.consequence_of == Some(cause.id) && other.severity <= least);
    let titles = joined(folded.map(|other| &other.title), "; ");
    if titles.is_empty() { Ok(()) } else { writeln!(out, "    as a result: {titles}") }
}

fn write_annotations(line: &Line, out: &mut impl Write) -> io::Result<()> {
    let Line { spec, findings } = line;
    let mut write = |kind: &str, title: &str, text: &str| {
        write_annotation(kind, None, &format!("{} {title}", hex(spec)), text, out)
    };
    let verdict = spec.verdict();
    // Faults other than the read have their own annotations.
    let kind = match verdict {
        Verdict::Fits => "notice",
        Verdict::Padded => "warning",
        Verdict::Differs | Verdict::Unsaid => "error",
    };
    // Beside a fault with its own annotation a correct read is titled only `read`.
    let title = match verdict_word(spec, findings) {
        "wrong" | "warning" => "read",
        word => word,
    };
    write(kind, title, &verdict_line(spec))?;
    let is_told = |finding: &&Finding| !finding.is(Tag::OfSequence) && !is_folded(finding, findings);
    for finding in findings.iter().filter(is_told) {
        if finding.severity != Severity::Note {
            write(finding.severity.name(), &finding.title, &finding.text)?;
        }
    }
    Ok(())
}

/// Writes a line of GitHub's log, at a place if there is one. Source: GitHub, "Workflow commands": `%` and line ends are escaped,
/// in a property `:` and `,` too.
pub(crate) fn write_annotation(
    kind: &str,
    at: Option<(&str, u32)>,
    title: &str,
    text: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    let data = |text: &str| {
        let text = text.replace('%', "%25");
        text.replace('\r', "%0D").replace('\n', "%0A")
    };
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let at = at.map(|(file, line)| format!("file={},line={line},", property(file)));
    let (at, title) = (at.unwrap_or_default(), property(title));
    writeln!(out, "::{kind} {at}title={title}::{}", data(text))
}
