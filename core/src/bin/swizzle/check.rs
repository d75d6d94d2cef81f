//! `swizzle check`: whether descriptors are those of a tile, for builds.

use std::io::{self, IsTerminal, Read, Write};

use swizzle_core::hardware::quoted;
use swizzle_core::reader::{Given, Sequence, Verdict};
use swizzle_core::words::{sequence_text, verdict_text};
use swizzle_core::{
    Descriptor, Finding, Named as _, Place, Said, Severity, Shown, Spec, findings_from_spec,
};

use crate::failure::Failure;
use crate::options::SaidArgs;
use crate::reading::ReadingArgs;
use crate::report::Report;

/// Hold descriptors against a tile: exit code 0 only if all fit
///
/// The options say the tile. Each descriptor is looked for in its sequence of blocks, steps and stages, and gets a line.
/// The exit code is 1 where one differs or has an error, and 2 where one is not understood or nothing was said of the tile.
/// All are held against one tile: where its start was not said, the first descriptor starts it. Without descriptors they are
/// read from standard input, with any text between them.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  swizzle check --start 0x400 --mn 64 --k 64 0x4000004000010040 0x4000004000010042
  swizzle check --start 0x400 --mn 64 --k 32 --sequence 0x4000004000010040 0x4000004000010042")]
pub(crate) struct Args {
    /// The descriptors, each as one number
    #[arg(value_name = "HEX", allow_negative_numbers = true)]
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
    reading: ReadingArgs,
    #[command(flatten)]
    said: SaidArgs,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let given = given(args)?;
    let said = args.said.over(Said::default()).with_all_given(&given, 0);
    // What was said of the place is of the first.
    let said = args.said.over(said);
    let spec = Spec::new(&said)?;
    let whole = args.sequence.then(|| Sequence::of_whole(&spec, &given));
    let specs = match &whole {
        Some(whole) => whole
            .given
            .iter()
            .map(|given| at_place(&spec, given))
            .collect(),
        None => each_at_its_place(&spec, &given),
    };
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &Report::of(&specs, &said))
            .map_err(io::Error::from)?;
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
    if let Some(message) = whole.and_then(|whole| fault_of_sequence(&spec, &whole)) {
        if args.github {
            write_annotation("error", "swizzle", &message, out)?;
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

/// What is wrong with a sequence as a whole: how many there are, or the first that is not the next.
fn fault_of_sequence(spec: &Spec, whole: &Sequence) -> Option<String> {
    if whole.count != whole.given.len() as u64 {
        return Some(format!(
            "the sequence has {} descriptors, these are {}",
            whole.count,
            whole.given.len()
        ));
    }
    whole.first_wrong().map(|_| sequence_text(spec, whole))
}

/// Every descriptor of the arguments, or of standard input.
fn given(args: &Args) -> Result<Vec<Descriptor>, Failure> {
    let context = Shown {
        said: args.said.over(Said::default()),
        ..Shown::default()
    };
    context.said.check()?;
    let read = |text: &str| {
        let (given, _) = args.reading.read(text, args.said.arch, &context)?;
        match given.is_empty() {
            true => Err(Failure::Input(format!(
                "{}: is no descriptor",
                quoted(text)
            ))),
            false => Ok(given),
        }
    };
    let given = match args.descriptors.as_slice() {
        [] => read(&text_of_standard_input("descriptors")?)?,
        texts => {
            let mut all = Vec::new();
            for text in texts {
                let of_text = read(text).map_err(|failure| match failure {
                    Failure::Input(why) => Failure::Input(format!("{}: {why}", quoted(text))),
                    other => other,
                })?;
                all.extend(of_text);
            }
            all
        }
    };
    // All are held against one tile, and are for one architecture.
    match given.iter().find(|one| one.arch() != given[0].arch()) {
        Some(other) => Err(Failure::Input(format!(
            "{} is for {}, and {other} for {}: check them apart, or say --arch",
            given[0],
            given[0].arch().name(),
            other.arch().name()
        ))),
        None => Ok(given),
    }
}

pub(crate) fn text_of_standard_input(what: &str) -> Result<String, Failure> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        writeln!(io::stderr(), "reading {what} from standard input")?;
    }
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match text.trim().is_empty() {
        true => Err(Failure::Input(format!(
            "there is no text: {what} is expected"
        ))),
        false => Ok(text),
    }
}

/// Each descriptor where the tile's sequence starts a read as it does, or at the nearest place. What was said of the place is
/// the first one's.
pub(crate) fn each_at_its_place(spec: &Spec, given: &[Descriptor]) -> Vec<Spec> {
    let sequence = Sequence::of(spec);
    let place = |index: usize, descriptor: &Descriptor| {
        if index == 0 && spec.said().place.is_any() {
            return spec.place();
        }
        let at = spec.with_given_at(*descriptor, sequence.rows[0].place);
        let start = at.read(at.place()).start_bytes();
        let found = sequence.rows.iter().find(|row| row.start_bytes == start);
        found
            .map(|row| row.place)
            .or_else(|| at.at_nearest_place().map(|at| at.place()))
            .unwrap_or(at.place())
    };
    let one = |(index, descriptor): (usize, &Descriptor)| {
        spec.with_given_at(*descriptor, place(index, descriptor))
    };
    match given {
        [_] => vec![spec.clone()],
        _ => given.iter().enumerate().map(one).collect(),
    }
}

/// A descriptor of the whole sequence; one behind its end at the last place.
fn at_place(spec: &Spec, given: &Given) -> Spec {
    let last = Place {
        stage: spec.tile().stages - 1,
        block: spec.blocks() - 1,
        step: spec.steps() - 1,
    };
    spec.with_given_at(given.descriptor, given.place.unwrap_or(last))
}

fn code(spec: &Spec, findings: &[Finding]) -> u8 {
    let has_error = findings
        .iter()
        .any(|finding| finding.severity == Severity::Error);
    match spec.verdict() {
        Verdict::Differs | Verdict::Padded => 1,
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
        write_annotation(kind, &format!("{} {title}", hex(spec)), text, out)
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

/// A line of GitHub's log. Source: GitHub, "Workflow commands": `%` and line ends are escaped, in a property `:` and `,` too.
fn write_annotation(kind: &str, title: &str, text: &str, out: &mut impl Write) -> io::Result<()> {
    let data = |text: &str| {
        let text = text.replace('%', "%25");
        text.replace('\r', "%0D").replace('\n', "%0A")
    };
    let title = data(title).replace(':', "%3A").replace(',', "%2C");
    writeln!(out, "::{kind} title={title}::{}", data(text))
}
