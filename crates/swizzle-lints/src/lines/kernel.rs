//! The verdict line on a kernel: how many of its operands are read right, and where the first fault is.

use super::*;
use crate::kernel::{KernelReport, KernelWalk, OperandReport, faults_around, not_followed};

/// The verdict on a kernel in a line. `findings` are those of the report that count, which are not allowed; `kind` is what they
/// come to.
///
/// ```
/// use swizzle_lints::{kernel::judge, verdict_of_kernel};
/// use swizzle_ptx::{kernel::kernels, module::Module};
/// let text = ".visible .entry k()\n{\nmov.b64 %rd1, 0x4000004000010040;
/// wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%r1, %r2, %r3, %r4}, {%r5, %r6, %r7, %r8}, %rd1, 1, 1, 1, 0;\nret;\n}";
/// let module = Module::read(text);
/// let kernel = &kernels(&module)[0];
/// let report = judge(&module, kernel);
/// let line = verdict_of_kernel(kernel, &report, report.findings.iter(), report.verdict);
/// assert_eq!(line.headline, "1 of 1 operand cannot be judged from the text: B, line 4");
/// ```
pub fn verdict_of_kernel<'f>(
    kernel: &Kernel<'_>,
    report: &KernelReport,
    findings: impl Iterator<Item = &'f Finding<()>> + Clone,
    kind: VerdictKind,
) -> VerdictLine<()> {
    if let Some(run) = &kernel.run {
        return VerdictLine::new(kind, of_registers(run, report, findings, kind));
    }
    let operands = Operands::of(kernel, report);
    let line = |headline: String| VerdictLine::new(kind, headline);
    match kind {
        VerdictKind::Right if operands.total() == 1 => line("The operand is read correctly".into()),
        VerdictKind::Right => line(format!("All {} operands are read correctly", operands.total())),
        VerdictKind::Incomplete if operands.total() == 0 => line("No operand is in shared memory".into()),
        VerdictKind::Incomplete
            if operands.count(|one| one.verdict == VerdictKind::Right) == operands.total() =>
        {
            let missing = missing(report);
            let right = counted(operands.total(), "matrix operand");
            line(format!("{right} right; {missing} not followed"))
        }
        VerdictKind::Incomplete => {
            let open = |one: &OperandReport| one.verdict == VerdictKind::Incomplete;
            let allowed =
                |one: &OperandReport| matches!(one.verdict, VerdictKind::Wrong | VerdictKind::Warning);
            let words = ["has a finding that is allowed", "have findings that are allowed"];
            let headline = operands
                .said(allowed, words)
                .or_else(|| operands.said(open, ["cannot be judged from the text"; 2]));
            line(headline.unwrap_or_else(|| first_of(findings)))
        }
        VerdictKind::Wrong => {
            let (own, fed) = (["is wrong", "are wrong"], ["reads wrong data", "read wrong data"]);
            faulty(&operands, findings, kind, (own, fed))
        }
        VerdictKind::Warning => {
            let own = ["needs a look", "need a look"];
            faulty(&operands, findings, kind, (own, ["may read wrong data"; 2]))
        }
    }
}

/// The line on a kernel that multiplies registers.
fn of_registers<'f>(
    run: &Run<'_>,
    report: &KernelReport,
    findings: impl Iterator<Item = &'f Finding<()>> + Clone,
    kind: VerdictKind,
) -> String {
    let products = counted(run.lines.len(), "product");
    let has = |kind: VerdictKind| report.products.iter().filter(|one| one.operands.contains(&kind)).count();
    let loud = findings.clone().filter(|one| one.severity.verdict() == Some(kind));
    let of_shared = || {
        let accesses = loud.clone().count();
        let first = loud.clone().map(|one| one.line).min().unwrap_or(0);
        format!("{} to shared memory, first in line {first}", counted(accesses, "access"))
    };
    match kind {
        VerdictKind::Right if run.lines.len() == 1 => "The product multiplies the right elements".to_owned(),
        VerdictKind::Right => format!("All {products} multiply the right elements"),
        VerdictKind::Incomplete => {
            let missing = missing(report);
            let right = report.products.iter().all(|one| one.operands == [VerdictKind::Right; 3]);
            if right {
                format!("{products} right; {missing} not followed")
            } else {
                format!("{} of {products} cannot be judged: {missing} not followed", has(kind))
            }
        }
        VerdictKind::Wrong => match (loud.clone().next(), has(kind)) {
            (Some(first), 0) => format!("{}: line {}", first.title, first.line),
            (Some(first), count) => {
                format!("{count} of {products} wrong: {}, line {}", first.title, first.line)
            }
            (None, _) => first_of(findings),
        },
        VerdictKind::Warning => format!("{products} right, with conflicts: {}", of_shared()),
    }
}

fn missing(report: &KernelReport) -> String {
    not_followed(&report.facts).unwrap_or_else(|| "the rest".to_owned())
}

/// Wording for one operand and for several.
type Words = [&'static str; 2];

/// Returns the line on a kernel with an error or a warning: `own` is the wording for operands that are at fault themselves,
/// `fed` that for operands that read data that something else filled wrongly.
fn faulty<'f>(
    operands: &Operands<'_>,
    findings: impl Iterator<Item = &'f Finding<()>> + Clone,
    kind: VerdictKind,
    (own, fed): (Words, Words),
) -> VerdictLine<()> {
    let around = faults_around(findings.clone());
    if let Some(headline) = operands.said(|one| one.alone == kind, own) {
        let reservation = around.map(|around| format!("and {around}"));
        return VerdictLine::new(kind, headline).with_reservation(reservation);
    }
    let worst = findings.clone().map(|one| one.severity).min();
    let mut lines = findings.clone().filter(|one| Some(one.severity) == worst);
    let (Some(around), Some(first)) = (around, lines.next()) else {
        return VerdictLine::new(kind, first_of(findings));
    };
    let place = match lines.next() {
        None => format!("line {}", first.line),
        Some(_) => format!("first in line {}", first.line),
    };
    let total = operands.total();
    let right = operands.count(|one| one.alone == VerdictKind::Right);
    let (count, is_fed) = match operands.count(|one| one.verdict == kind) {
        0 => (right, false),
        count => (count, true),
    };
    let counted = |words: Words| operands.counted(count, words);
    let open = operands.count(|one| one.alone == VerdictKind::Incomplete);
    let open = (open > 0).then(|| format!("and {open} of {total} cannot be judged from the text"));
    // If all faults are distances of stages, the line names only the first wrong stage.
    let is_later = |one: &OperandReport| one.verdict == kind && one.filled_apart.is_some();
    let mut of_worst = findings.filter(|one| Some(one.severity) == worst);
    let is_all_later = is_fed
        && operands.count(is_later) == count
        && of_worst.all(|one| one.whose == Whose::Around(Around::Distance));
    let fault = if is_all_later {
        format!("{} from stage 1 on, {place}", counted(fed))
    } else {
        format!("{}: {around}, {place}", counted(fed))
    };
    let (headline, reservation) = match (is_fed, right == total) {
        (true, true) => (fault, Some("though each read alone is right".to_owned())),
        (true, false) => (fault, open),
        (false, true) if total > 0 => {
            (format!("{}, but {around}: {place}", counted(["is right", "are right"])), None)
        }
        (false, _) => (format!("{around}: {place}"), open),
    };
    VerdictLine::new(kind, headline).with_reservation(reservation)
}

fn first_of<'f>(mut findings: impl Iterator<Item = &'f Finding<()>>) -> String {
    match findings.next() {
        Some(first) if first.severity != Severity::Note => {
            format!("{}: line {}", first.title, first.line)
        }
        Some(_) | None => "Not all of it can be judged from the text".to_owned(),
    }
}

/// The operands that descriptors read, in the order of the text.
struct Operands<'r> {
    all: Vec<(usize, Operand, OperandReport)>,
    kernel: &'r Kernel<'r>,
    walks: &'r [KernelWalk],
}

impl<'r> Operands<'r> {
    fn of(kernel: &'r Kernel<'r>, report: &'r KernelReport) -> Self {
        let rows = report.operands.iter().enumerate();
        let all = rows.flat_map(|(index, operands)| {
            let sides = [Operand::A, Operand::B].into_iter().zip(operands);
            sides.filter_map(move |(side, one)| Some((index, side, (*one)?)))
        });
        Self { all: all.collect(), kernel, walks: &report.walks }
    }

    const fn total(&self) -> usize {
        self.all.len()
    }

    fn count(&self, is_one: impl Fn(&OperandReport) -> bool) -> usize {
        self.all.iter().filter(|(.., one)| is_one(one)).count()
    }

    fn counted(&self, count: usize, [one, several]: Words) -> String {
        let words = if count == 1 { one } else { several };
        format!("{count} of {} {words}", counted(self.total(), "operand"))
    }

    /// How many are like this, and the first of them; `None` where none is.
    fn said(&self, is_one: impl Fn(&OperandReport) -> bool, words: Words) -> Option<String> {
        let count = self.count(&is_one);
        let (index, side, one) = self.all.iter().find(|(.., one)| is_one(one))?;
        let walk = &self.walks[one.walk].mmas;
        let step = match walk.iter().position(|at| at == index) {
            Some(step) if walk.len() > 1 => format!(" of step {step}"),
            Some(_) | None => String::new(),
        };
        let line = self.kernel.mmas[*index].line;
        let first = if count == 1 { "" } else { "first " };
        Some(format!("{}: {first}{}{step}, line {line}", self.counted(count, words), side.name()))
    }
}
