//! `swizzle lint`: every tensor-core operand of a kernel's PTX, judged at its source line.

mod allow;
mod explain;
mod github;
mod json;
mod sarif;
mod text;
mod texts;
mod watch;

use std::io::{self, Write};

use serde::Serialize;
use swizzle_core::Operand;
use swizzle_core::reader::VerdictKind;
use swizzle_lens::{LineEdit, Reading, mend};
use swizzle_lints::Severity;
use swizzle_lints::kernel::{KernelFinding, KernelReport, Letter, judge};
use swizzle_ptx::kernel::{Kernel, kernels};
use swizzle_ptx::loc::Locs;
use swizzle_ptx::module::Module;

use crate::failure::Failure;
use texts::{Text, texts};

/// Lint the tensor-core instructions of a kernel's PTX
///
/// Call it after the compiler: PTX from nvcc -ptx, from Triton's cache (a folder), a cubin built with -lineinfo, a trace of
/// TritonParse, also packed with gzip. Nothing is run and nothing else is needed. Each operand of each wgmma and tcgen05.mma
/// is read from the instructions before it and held against the address law: mode, strides, K advance, transposes, fixed
/// bits, instruction descriptor. A finding has the line of the source where .loc tells it, else that of the PTX.
///
/// Verdicts: right, wrong, warning, incomplete (something that the text does not tell; never counted as right).
/// The exit code is 0 without errors and warnings, 1 with one, 2 if nothing could be read. For scripts and coding agents:
/// --json has every operand with its descriptor, and a fix in words with each finding; --explain LINE has the lines from
/// which an operand follows. Findings that are known are allowed in swizzle.toml ([[allow]] id, reason, and file, kernel or
/// line), or by a comment on the PTX line or the one before: // swizzle: allow ID: REASON
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nvcc -arch=sm_90a -ptx -lineinfo gemm.cu -o gemm.ptx && swizzle lint gemm.ptx
  swizzle lint ~/.triton/cache --github
  swizzle lint ~/.triton/cache --watch
  swizzle lint gemm.ptx --explain 213")]
pub(crate) struct Args {
    /// PTX, cubins, traces or folders; - for standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Print JSON, schema 1
    #[arg(long, conflicts_with_all = ["github", "sarif", "explain"])]
    json: bool,
    /// Print annotations for GitHub's log
    #[arg(long, conflicts_with_all = ["sarif", "explain"])]
    github: bool,
    /// Print SARIF 2.1.0, for code-scanning services
    #[arg(long, conflicts_with = "explain")]
    sarif: bool,
    /// Print the lines from which the operands of the instruction in this line follow
    #[arg(long, value_name = "LINE")]
    explain: Option<u32>,
    /// Watch folders, and judge each file when it is written
    #[arg(long, conflicts_with_all = ["json", "sarif", "explain"])]
    watch: bool,
    /// What is allowed [default: swizzle.toml, if it exists]
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
}

/// Texts that are longer are not read again and again to try edits.
const EDITED_BYTES_MAX: usize = 1 << 20;

/// A place in a source file.
#[derive(Debug, Clone, Serialize, PartialEq, Eq)]
pub(crate) struct Source {
    file: String,
    line: u32,
}

/// A finding with its places in the source, the innermost first, and why it is allowed.
pub(crate) struct Said {
    finding: KernelFinding,
    sources: Vec<Source>,
    allowed: Option<String>,
    /// The edit that mends it: it was tried, and the text judged again.
    edit: Option<LineEdit>,
}

/// A kernel with what is said of it.
pub(crate) struct Judged<'k, 'a> {
    file: &'k str,
    kernel: &'k Kernel<'a>,
    locs: &'k Locs<'a>,
    report: KernelReport,
    said: Vec<Said>,
}

impl Judged<'_, '_> {
    /// The verdict without what is allowed.
    fn verdict(&self) -> VerdictKind {
        let counted = self.said.iter().filter(|said| said.allowed.is_none());
        match (
            counted.map(|said| said.finding.severity).min(),
            self.report.verdict,
        ) {
            (Some(Severity::Error), _) => VerdictKind::Wrong,
            (Some(Severity::Warning), _) => VerdictKind::Warning,
            // What is allowed is known, not right.
            (_, VerdictKind::Wrong | VerdictKind::Warning) => VerdictKind::Incomplete,
            (_, verdict) => verdict,
        }
    }

    /// Where a finding is: in the source, else in the PTX.
    fn place(&self, said: &Said) -> Source {
        let of_text = || Source {
            file: self.file.to_owned(),
            line: said.finding.line,
        };
        said.sources.first().cloned().unwrap_or_else(of_text)
    }
}

/// The places of an instruction in the source, the innermost first.
pub(crate) fn sources(locs: &Locs<'_>, loc: u32) -> Vec<Source> {
    let lines = locs.lines(loc).into_iter();
    let named = lines.map(|(file, line)| Source {
        file: file.to_owned(),
        line,
    });
    named.collect()
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Result<(), Failure> {
    let form = match (args.json, args.github, args.sarif) {
        (true, _, _) => Form::Json,
        (_, true, _) => Form::Github,
        (_, _, true) => Form::Sarif,
        _ => Form::Lines,
    };
    if args.watch {
        let allowed = allow::allowed(args.config.as_deref())?;
        return watch::watch(&args.files, |texts| {
            match write(&texts, &allowed, form, out) {
                // Most of what a compiler writes has no tensor-core instruction.
                Ok(()) | Err(Failure::Check(_) | Failure::Input(_)) => Ok(out.flush()?),
                Err(other) => Err(other),
            }
        });
    }
    let texts = texts(&args.files)?;
    if let Some(line) = args.explain {
        return explain::write(&texts, line, out);
    }
    let allowed = allow::allowed(args.config.as_deref())?;
    if texts.is_empty() {
        return Err(Failure::Input(none_in(&args.files)));
    }
    write(&texts, &allowed, form, out)
}

/// What is said of files without a tensor-core instruction.
fn none_in<T: AsRef<str>>(files: &[T]) -> String {
    let files: Vec<&str> = files.iter().map(AsRef::as_ref).collect();
    format!(
        "{}: no wgmma.mma_async and no tcgen05.mma",
        files.join(", ")
    )
}

/// How a report is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Lines,
    Json,
    Github,
    Sarif,
}

/// Whether a text is a kernel's, or a part of one, whose operands its instructions tell.
pub(crate) fn is_kernel(text: &str) -> bool {
    let module = Module::read(text);
    let all = kernels(&module);
    let operands = all.iter().flat_map(|kernel| judge(kernel).operands);
    operands
        .flatten()
        .flatten()
        .any(|one| one.verdict != VerdictKind::Incomplete)
}

/// The report on a text that was given to another command.
pub(crate) fn report(text: String, is_json: bool, out: &mut impl Write) -> Result<(), Failure> {
    let file = "<text>".to_owned();
    let form = if is_json { Form::Json } else { Form::Lines };
    write(&[Text { file, text }], &[], form, out)
}

fn write(
    texts: &[Text],
    allowed: &[allow::Allow],
    form: Form,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (mut reports, mut results) = (Vec::new(), Vec::new());
    let (mut count, mut code) = (0, 0);
    for text in texts {
        let module = Module::read(&text.text);
        let lines: Vec<&str> = text.text.split(['\n', '\0']).collect();
        for (at, kernel) in kernels(&module).iter().enumerate() {
            let mut judged = judged(text, kernel, &module.locs, allowed, &lines);
            find_edit(&mut judged, &text.text, at);
            count += 1;
            if matches!(judged.verdict(), VerdictKind::Wrong | VerdictKind::Warning) {
                code = 1;
            }
            match form {
                Form::Json => reports.push(json::kernel_json(&judged)),
                Form::Github => github::write(&judged, out)?,
                Form::Sarif => results.extend(sarif::results(&judged)),
                Form::Lines => text::write(&judged, out)?,
            }
        }
    }
    match form {
        Form::Json => {
            let report = json::Report::new(reports);
            serde_json::to_writer_pretty(&mut *out, &report).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Form::Sarif => {
            let log = sarif::log(results);
            serde_json::to_writer_pretty(&mut *out, &log).map_err(io::Error::from)?;
            writeln!(out)?;
        }
        Form::Lines | Form::Github => {}
    }
    match (count, code) {
        (0, _) => {
            let files: Vec<&str> = texts.iter().map(|text| text.file.as_str()).collect();
            Err(Failure::Input(none_in(&files)))
        }
        (_, 0) => Ok(()),
        (_, code) => Err(Failure::Check(code)),
    }
}

fn judged<'k, 'a>(
    text: &'k Text,
    kernel: &'k Kernel<'a>,
    locs: &'k Locs<'a>,
    allowed: &[allow::Allow],
    lines: &[&str],
) -> Judged<'k, 'a> {
    let report = judge(kernel);
    let said = report.findings.iter().map(|finding| Said {
        sources: sources(locs, finding.loc),
        allowed: allow::reason(allowed, finding, &text.file, kernel.name, lines),
        finding: finding.clone(),
        edit: None,
    });
    Judged {
        file: &text.file,
        kernel,
        locs,
        said: said.collect(),
        report,
    }
}

/// Looks for the edit of a number that mends the first error of an operand: others often follow from the same one.
fn find_edit(judged: &mut Judged<'_, '_>, text: &str, kernel: usize) {
    let first = judged.said.iter_mut().find(|said| {
        let is_error = said.finding.severity == Severity::Error && said.allowed.is_none();
        is_error && matches!(said.finding.operand, Some(Letter::A | Letter::B))
    });
    let Some(said) = first else { return };
    let line = said.finding.line;
    let row = judged.kernel.mmas.iter().position(|mma| mma.line == line);
    let side = match said.finding.operand {
        Some(Letter::B) => Operand::B,
        _ => Operand::A,
    };
    if let Some(row) = row.filter(|_| text.len() <= EDITED_BYTES_MAX) {
        let reading = Reading::of(judged.file, text.into());
        said.edit = mend(&reading, kernel, row, side);
    }
}
