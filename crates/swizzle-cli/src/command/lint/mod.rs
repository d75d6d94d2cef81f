//! `swizzle lint`: every tensor-core operand of a kernel's PTX, judged at its source line.

mod allow;
mod explain;
mod github;
mod sarif;
mod texts;
mod watch;

use std::io::{self, Write};

use swizzle_core::reader::VerdictKind;
use swizzle_lints::kernel::judge;
use swizzle_ptx::kernel::kernels;
use swizzle_ptx::module::Module;
use swizzle_report::kernel::{Allow, Report, each_judged, kernel_json, none_in, write_text};

use crate::failure::Failure;
use texts::{Text, texts};

/// Lint the tensor-core instructions of a kernel's PTX
///
/// Call it after the compiler: PTX from nvcc -ptx, from Triton's cache (a folder), a cubin built with -lineinfo, a trace of
/// TritonParse, also packed with gzip. Nothing is run and nothing else is needed. Each operand of each wgmma and tcgen05.mma
/// is read from the instructions before it and compared with the address law: mode, strides, K advance, transposes, fixed
/// bits, instruction descriptor. A finding has the source line if .loc gives it, otherwise the PTX line.
///
/// Verdicts: right, wrong, warning, incomplete (the text does not say everything; never counted as right).
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
    /// Print the lines that determine the operands of the instruction on this line
    #[arg(long, value_name = "LINE")]
    explain: Option<u32>,
    /// Watch folders, and judge each file when it is written
    #[arg(long, conflicts_with_all = ["json", "sarif", "explain"])]
    watch: bool,
    /// File that lists the allowed findings [default: swizzle.toml, if it exists]
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
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
    allowed: &[Allow],
    form: Form,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let (mut reports, mut results) = (Vec::new(), Vec::new());
    let (mut count, mut code) = (0, 0);
    for text in texts {
        each_judged(text, allowed, |judged| {
            count += 1;
            if matches!(judged.verdict(), VerdictKind::Wrong | VerdictKind::Warning) {
                code = 1;
            }
            match form {
                Form::Json => reports.push(kernel_json(judged)),
                Form::Github => github::write(judged, out)?,
                Form::Sarif => results.extend(sarif::results(judged)),
                Form::Lines => write_text(judged, out)?,
            }
            Ok::<(), io::Error>(())
        })?;
    }
    match form {
        Form::Json => {
            let report = Report::new(reports);
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
