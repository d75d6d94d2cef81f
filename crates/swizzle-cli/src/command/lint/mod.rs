//! `swizzle lint`: every tensor-core operand of a kernel's PTX, judged at its source line.

mod explain;
mod known;
mod rules;
mod sarif;
mod texts;
mod watch;

use std::path::{Path, PathBuf};

use super::*;
use crate::command::check::write_annotation;
use swizzle_lints::{Rule, kernel::judge, rules};
use swizzle_ptx::{kernel::kernels, module::Module};
use swizzle_report::kernel::{
    Allowances, Judged, Manner, Tally, baseline, complaints_of_comments, each_judged, is_ptx, kernel_json,
    none_in, report_json, write_text,
};
use swizzle_text::counted;

use texts::*;

/// Lint the tensor-core instructions of a kernel's PTX
///
/// Call it after the compiler: PTX from nvcc -ptx, from Triton's cache (a folder), a cubin built with -lineinfo, a trace of
/// TritonParse, also packed with gzip. Nothing is run and nothing else is needed. Each operand of each wgmma and tcgen05.mma
/// is read from the instructions before it and compared with the address law: mode, strides, K advance, transposes, fixed
/// bits, instruction descriptor. A finding has the source line if .loc gives it, otherwise the PTX line.
///
/// Verdicts: right, wrong, warning, incomplete (the text does not say everything; never counted as right, and "not judged" in
/// the summary).
/// The exit code is 0 without errors and warnings (--fail-on changes that; PTX without tensor-core instructions is 0 with a
/// note), 1 with one, 2 if a file could not be read: the findings of the others are written all the same. For scripts and
/// coding agents: --json has every operand with its descriptor, and a fix in words with each finding; --explain LINE has the
/// lines from which an operand follows, --explain RULE has what a rule finds and why.
/// Findings that are known are allowed in swizzle.toml (entries allow with id, reason, and file, line or kernel, where * stands for
/// anything; file and line are those of the PTX or of the source), or by a comment in the PTX or in the CUDA or Python source,
/// on the line or alone on the one before: // swizzle: allow ID: REASON
#[derive(clap::Args, Default)]
#[command(after_help = "Examples:
  nvcc -arch=sm_90a -ptx -lineinfo gemm.cu -o gemm.ptx && swizzle lint gemm.ptx
  swizzle lint ~/.triton/cache --github
  swizzle lint ~/.triton/cache --watch
  swizzle lint 'build/**/*.ptx' --sarif --output swizzle.sarif
  swizzle lint gemm.ptx --explain 213
  swizzle lint --explain walk-start")]
pub(crate) struct Args {
    /// PTX, cubins, traces, folders or patterns of them; - for standard input
    #[arg(required_unless_present_any = ["list", "explain"], value_name = "FILE")]
    files: Vec<String>,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["github", "sarif"])]
    json: bool,
    /// Print annotations for GitHub's log
    #[arg(long, conflicts_with = "sarif")]
    github: bool,
    /// Print SARIF 2.1.0, for code-scanning services
    #[arg(long)]
    sarif: bool,
    /// Print how often each rule found something, instead of each finding
    #[arg(long, conflicts_with_all = ["json", "github", "sarif"])]
    statistics: bool,
    /// Print errors and warnings only
    #[arg(short, long)]
    quiet: bool,
    /// Write to a file; the summary is still printed
    #[arg(long, value_name = "FILE")]
    output: Option<String>,
    /// The least verdict that ends with exit code 1
    #[arg(long, value_enum, value_name = "VERDICT", default_value = "warning")]
    fail_on: FailOn,
    /// Print what a rule finds, why, and an example; or the lines that determine the operands of the instruction on a line
    #[arg(long, value_name = "RULE|LINE", conflicts_with_all = ["github", "sarif"])]
    explain: Option<String>,
    /// List the rules
    #[arg(long, conflicts_with_all = ["files", "explain", "github", "sarif"])]
    list: bool,
    /// Watch folders, and judge each file when it is written
    #[arg(long, conflicts_with_all = ["json", "sarif", "explain", "output", "write_baseline"])]
    watch: bool,
    /// File that lists the allowed findings [default: swizzle.toml, if it exists]
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
    /// Add all errors and warnings to the file of allowed findings; with --fail-on incomplete what is not known, too
    #[arg(long, conflicts_with_all = ["json", "github", "sarif", "statistics", "output"])]
    write_baseline: bool,
}

/// The least verdict that fails a run.
#[derive(Clone, Copy, Default, clap::ValueEnum)]
enum FailOn {
    Incomplete,
    #[default]
    Warning,
    Error,
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Outcome {
    if args.list {
        return rules::list(args.json, out);
    }
    let line = args.explain.as_deref().map(|word| word.parse().map_err(|_| word));
    if let Some(Err(id)) = line {
        return rules::explain(id, args.json, out);
    }
    if args.watch {
        let allowed = known::allowed(args.config.as_deref())?;
        return watch::watch(&args.files, |texts| {
            match write(&texts, Vec::new(), &allowed, args, out) {
                // Most of what a compiler writes has no tensor-core instruction.
                Ok(()) | Err(Failure::Check(_) | Failure::Input(_)) => Ok(out.flush()?),
                Err(other) => Err(other),
            }
        });
    }
    let (texts, faults) = texts(&args.files)?;
    if let Some(Ok(line)) = line {
        if let (true, [fault, ..]) = (texts.is_empty(), &faults[..]) {
            return Err(Failure::Input(fault.clone()));
        }
        return explain::write(&texts, line, out);
    }
    // A baseline may begin the file that it is written to.
    let config = args.config.as_deref();
    let is_new = args.write_baseline && config.is_some_and(|path| !fs::exists(path).unwrap_or(true));
    let allowed = if is_new { Allowances::default() } else { known::allowed(config)? };
    let Some(path) = &args.output else {
        return write(&texts, faults, &allowed, args, out);
    };
    let mut report = Vec::new();
    let written = write(&texts, faults, &allowed, args, &mut report);
    let inputs = texts.iter().map(|text| text.file.clone()).chain(allowed.sources_read());
    let mut inputs = inputs.chain([known::path(args.config.as_deref()).to_owned()]);
    let own = fs::canonicalize(path).ok();
    if own.is_some() && inputs.any(|input| fs::canonicalize(input).ok() == own) {
        let why = format!("{path}: the report would be written over a file that lint reads");
        return Err(Failure::Input(why));
    }
    fs::write(path, report).map_err(|error| Failure::Input(format!("{path}: {error}")))?;
    written
}

/// Whether a text is a kernel's, or a part of one, whose operands its instructions tell.
pub(crate) fn is_kernel(text: &str) -> bool {
    let module = Module::read(text);
    let all = kernels(&module);
    let operands = all.iter().flat_map(|kernel| judge(&module, kernel).operands);
    operands.flatten().flatten().any(|one| one.verdict != VerdictKind::Incomplete)
}

/// The report on a text that was given to another command.
pub(crate) fn report(text: String, is_json: bool, out: &mut impl Write) -> Outcome {
    let file = "<text>".to_owned();
    let args = Args { json: is_json, ..Args::default() };
    write(&[Text { file, text }], Vec::new(), &Allowances::default(), &args, out)
}

/// The report on texts as `--sarif` prints it.
pub fn sarif_from_texts(texts: &[Text], allowed: &Allowances) -> String {
    let mut results = Vec::new();
    for text in texts {
        let Ok(()) = each_judged(text, allowed, |judged| {
            results.extend(sarif::results(judged));
            Ok::<(), std::convert::Infallible>(())
        });
    }
    format!("{:#}\n", sarif::log(results))
}

/// Writes the report on texts; `faults` are those that could not be read.
fn write(
    texts: &[Text],
    mut faults: Vec<String>,
    allowed: &Allowances,
    args: &Args,
    out: &mut impl Write,
) -> Outcome {
    let (mut reports, mut results, mut tally) = (Vec::new(), Vec::new(), Tally::default());
    let (mut known, mut entries) = (0, String::new());
    let manner = Manner { is_quiet: args.quiet, is_coloured: args.output.is_none() && crate::is_coloured() };
    for text in texts {
        let before = tally.kernels;
        each_judged(text, allowed, |judged| {
            tally.add(judged);
            if args.write_baseline {
                let is_open = matches!(args.fail_on, FailOn::Incomplete);
                let (count, text) = baseline(judged, is_open);
                known += count;
                entries.push_str(&text);
            } else if args.json {
                reports.push(kernel_json(judged));
            } else if args.github {
                annotate(judged, args, out)?;
            } else if args.sarif {
                results.extend(sarif::results(judged));
            } else if !args.statistics {
                write_text(judged, manner, out)?;
            }
            Ok::<(), io::Error>(())
        })?;
        if tally.kernels == before && !is_ptx(text) {
            faults.push(format!(
                "{}: not PTX: no .version, and no wgmma.mma_async, tcgen05.mma or mma.sync",
                text.file
            ));
        }
    }
    for fault in &faults {
        eprintln!("error: {fault}");
    }
    for text in texts.iter().filter(|_| !args.watch) {
        for complaint in complaints_of_comments(&text.text) {
            eprintln!("warning: {}:{complaint}", text.file);
        }
    }
    if args.write_baseline {
        let path = known::path(args.config.as_deref());
        known::add(path, &entries)?;
        writeln!(out, "{} added to {path}", counted(known, "finding"))?;
        return exit(if faults.is_empty() { 0 } else { 2 });
    }
    let least = match args.fail_on {
        FailOn::Incomplete => VerdictKind::Incomplete,
        FailOn::Warning => VerdictKind::Warning,
        FailOn::Error => VerdictKind::Wrong,
    };
    // Why it fails is told: what is not known has no line of its own then.
    let is_told = tally.has(VerdictKind::Warning) || !tally.has(least);
    let is_quiet = args.quiet && is_told || args.watch;
    if tally.kernels == 0 && !texts.is_empty() && faults.is_empty() && !args.watch {
        eprintln!("note: {}", none_in(texts));
    }
    let summary = tally.text();
    if args.json {
        write_json(out, &report_json(&tally, reports))?;
    } else if args.sarif {
        serde_json::to_writer_pretty(&mut *out, &sarif::log(results)).map_err(io::Error::from)?;
        writeln!(out)?;
    } else if args.statistics {
        write!(out, "{}", tally.statistics())?;
    }
    if tally.kernels > 0 && !is_quiet {
        match (&args.output, args.json || args.sarif || args.github) {
            (None, true) => {}
            (None, false) => writeln!(out, "{summary}")?,
            (Some(_), _) => writeln!(io::stdout(), "{summary}")?,
        }
    }
    if !is_quiet {
        for complaint in allowed.complaints() {
            eprintln!("warning: {}, {complaint}", known::path(args.config.as_deref()));
        }
    }
    exit(if faults.is_empty() { u8::from(tally.has(least)) } else { 2 })
}

/// Whether a note is what a run fails by.
fn fails_by_itself(args: &Args, finding: &Finding<()>) -> bool {
    matches!(args.fail_on, FailOn::Incomplete) && finding.is(Tag::NotFollowed)
}

/// Writes the findings of a kernel as annotations of GitHub's log.
fn annotate(judged: &Judged<'_, '_>, args: &Args, out: &mut impl Write) -> io::Result<()> {
    for said in &judged.said {
        let (place, finding) = (judged.place(said), &said.finding);
        let kind = match (finding.severity, &said.allowed) {
            (Severity::Note, None) if fails_by_itself(args, finding) => "warning",
            (_, Some(_)) | (Severity::Note, None) => "notice",
            (Severity::Error, None) => "error",
            (Severity::Warning, None) => "warning",
        };
        if args.quiet && kind == "notice" {
            continue;
        }
        let reason = said.allowed.as_deref().map(|reason| format!(" Allowed: {reason}."));
        let text = said.paragraph() + &reason.unwrap_or_default();
        write_annotation(kind, Some((&place.file, place.line)), finding.id, &text, out)?;
    }
    Ok(())
}
