//! The report as lines for people and for editors: `file:line: severity: message [lint]`.

use super::*;
use swizzle_core::hardware::quoted;
use swizzle_text::named_lines;

/// How the lines are written.
#[derive(Debug, Clone, Copy, Default)]
pub struct Manner {
    /// Errors and warnings alone, without the line of the verdict.
    pub is_quiet: bool,
    /// With escapes for colours, which a terminal shows.
    pub is_coloured: bool,
}

impl Manner {
    /// A severity or a verdict in its colour.
    fn painted(self, word: &str) -> String {
        let code = match word {
            "error" | "wrong" => 31,
            "warning" | "incomplete" => 33,
            "right" => 32,
            _ => 36,
        };
        if self.is_coloured { format!("\x1b[1;{code}m{word}\x1b[0m") } else { word.to_owned() }
    }
}

/// Writes the facts that the operands of the instruction in a line rest on, each with the lines that it was read from.
///
/// # Errors
/// The error of writing to `out`.
pub fn write_facts(judged: &Judged<'_, '_>, line: u32, out: &mut impl Write) -> io::Result<()> {
    let at = judged.kernel.mmas.iter().position(|mma| mma.line == line);
    // What multiplies registers rests on all that its block does.
    let is_of_run = judged.kernel.run.as_ref().is_some_and(|run| run.has_line(line));
    if at.is_none() && !is_of_run {
        return Ok(());
    }
    writeln!(out, "The verdict rests on")?;
    let is_own = |fact: &&Fact| {
        let mut sides = [Operand::A, Operand::B].into_iter();
        is_of_run || at.is_some_and(|at| sides.any(|side| fact.is_of(at, side)))
    };
    for fact in judged.report.facts.iter().filter(is_own) {
        let lines = named_lines(fact.lines.iter().copied(), LINES_NAMED);
        let place = if fact.lines.is_empty() { String::new() } else { format!(" ({lines})") };
        writeln!(out, "  {:<12} {}: {}{place}", fact.state, fact.kind, fact.words)?;
    }
    Ok(())
}

/// Lines of a fact that are named at the most.
const LINES_NAMED: usize = 6;

/// Writes the findings of a kernel, and the line of its verdict.
///
/// # Errors
/// The error of writing to `out`.
pub fn write_text(judged: &Judged<'_, '_>, manner: Manner, out: &mut impl Write) -> io::Result<()> {
    for said in &judged.said {
        let (place, finding) = (judged.place(said), &said.finding);
        if manner.is_quiet && (said.allowed.is_some() || finding.severity == Severity::Note) {
            continue;
        }
        let severity = match &said.allowed {
            Some(_) => "allowed",
            None => finding.severity.name(),
        };
        writeln!(
            out,
            "{}:{}: {}: {} [{}]",
            place.file,
            place.line,
            manner.painted(severity),
            finding.title,
            finding.id
        )?;
        for at in said.sources.iter().skip(1) {
            writeln!(out, "    inlined at {}:{}", at.file, at.line)?;
        }
        if !said.sources.is_empty() {
            writeln!(out, "    PTX line {} of {}", finding.line, judged.file)?;
        }
        if let Some(inside) = &said.inside {
            let line = finding.line;
            writeln!(out, "    line {line} of the PTX in this file: {inside}")?;
        }
        if finding.severity != Severity::Note {
            writeln!(out, "    {}", finding.text)?;
        }
        if let Some(fix) = finding.first_fix() {
            writeln!(out, "    fix: {fix}")?;
        }
        if let Some(edit) = &said.edit {
            let left = match edit.left {
                0 => String::new(),
                1 => "; one more error or warning is left".into(),
                left => format!("; {left} errors and warnings are left"),
            };
            writeln!(out, "    edit of PTX line {}, tried{left}:", edit.line)?;
            writeln!(out, "      - {}", edit.old)?;
            writeln!(out, "      + {}", edit.new)?;
            if !edit.others.is_empty() {
                let lines = joined(edit.others.iter().map(|(line, _)| line), ", ");
                let noun = if edit.others.len() == 1 { "line" } else { "lines" };
                writeln!(out, "      and {noun} {lines} in the same way")?;
            }
        }
        if let Some(reason) = &said.allowed {
            writeln!(out, "    reason: {reason}")?;
        }
    }
    if manner.is_quiet {
        return Ok(());
    }
    let count = counted(judged.kernel.mmas.len() + judged.report.products.len(), "instruction");
    writeln!(
        out,
        "{}: {}: {}: {} ({count})",
        judged.file,
        quoted(judged.kernel.name),
        manner.painted(judged.verdict().name()),
        judged.summary()
    )
}
